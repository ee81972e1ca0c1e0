"""What a household of court is worth, learned from simulated races, and a bot that plays by it.

`python -m training.court` (`make train GAME=court`) plays races in which a whole turn is one draw from the
chances of its goals (`races`), so that tens of thousands of games take minutes, and fits to them the chance
to win after a turn (`learning`, `values`). The bot (`candidate`) missed the gate of a master, so no table
offers it; docs/bots.md has the figures. How a turn is played is left to `engine.court.bots.move_choice`.
"""
