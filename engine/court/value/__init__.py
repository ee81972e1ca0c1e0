"""The value of court's positions and moves (`engine.value`): the chance to win, by seat.

- Between turns: learned by `make train GAME=court`, while the King can be taken (`open_king`) and once he is,
  there from what seat after seat could do (`final_round`); near the house limit turn by turn (`house_limit`).
- Within a turn: solved to its end, for every card and every mark at once (`turn_values`). What the turn's end
  is worth is the value between turns after it; so "exact" holds of the turn, not of what follows.

Largest claims are replayed by stewards (`replays`); `court_values` puts all this together.
"""
