"""Makes what the bots of intrigue have learned: `make train GAME=intrigue`."""
