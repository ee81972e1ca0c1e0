"""The value of a game's positions and moves: what every chance that anybody is shown comes from.

Each game that has one says it by `Game.value`, a `Values` made in its own folder `value/`. Odds, hints,
analysis, luck, the curve and the strongest bot read it, and nothing else computes a chance. The unit is the
chance to win, from 0 to 1, where a shared win counts as its part.

Here are the types alone. How a chance is found is left to each game; what is made of it for a finished game
to `engine.analysis`, words to `tui`.

    loss        the best move's chance - that of the move made
    a hint      the best move, with its outcomes
    a reason    a difference of outcomes, which therefore equals what the odds panel shows
    the account what everybody's chance became, step by step, by what it was due to (`Values.after`)
"""
