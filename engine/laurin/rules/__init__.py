"""Which moves of laurin are allowed, and the one way to play them. What they do is left to `phases`."""
