"""The chance that a turn still pays for each card, with best play from here.

`prospects(view)` says it of a position, `compared(view, move)` of a move under the cursor. The seat is
the one whose turn it is; dice in hand, active and aside and its unused cards count as they are. In the
final round the one prospect is the King: the mark is beaten, by the Queen's owner equalled.

What is exact (`Likelihood.exact` says it of each chance):
- without unused cards that do something, up to `EXACT_DICE` dice: every choice that the rest of the
  turn can bring is weighed, by dynamic programming over what of the dice set aside can still matter;
- with cards, or with more dice, as far as the effort allows to solve the whole turn: every roll, every
  choice and every use of a card in any order (`whole_turn`). With more effort more is exact; for positions
  as they come in games that takes less than a fifth of a second;
- what cards that draw nothing complete at once, and what cannot be reached any more.

Everywhere else a chance is that of a restricted way to play, which each module names, so that it is never
above the truth. Tests hold both claims against brute force by the rules; docs/odds.md has method and figures.

Pure functions from views to plain data, made to be called in a worker process: they count their effort
and read no clock. Chances of parts of a turn are remembered in bounded caches; a process that waits for
questions can `prepare` the tables that depend on none of them.
"""

from engine.court.odds.card_odds import card_chances, odds_with_move, prepare
from engine.court.odds.dice.rolls import EXACT_DICE

__all__ = ["EXACT_DICE", "card_chances", "odds_with_move", "prepare"]
