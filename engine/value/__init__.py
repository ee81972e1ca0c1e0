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

What was changed against the first plan, and why:
- `Seats` gives each seat several policies with weights, so that "a page", "one of three" and "learned from
  its moves" are one type;
- chance is handed in as `ChanceOf`, by name, so that moves are compared by the same samples, and the figure
  of a decision does not depend on which others were valued before;
- `after` tells everybody's chance after a move and before what it draws, and to what the rest is due: without
  it an account cannot tell an error from the dice;
- `replayed` is what is told of the largest losses: two moves played on by strong bots, in pairs.
"""
