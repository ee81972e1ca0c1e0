"""How likely a turn still comes to each card, at best play from here.

`prospects(view)` says it of a position, `compared(view, move)` of a move under the cursor. The seat is
the one whose turn it is; dice in hand, active and aside and its unused cards count as they are. In the
final round the one prospect is the King: the mark is beaten, by the Queen's owner equalled.

What is exact. Without unused cards that do something, and with up to `EXACT_DICE` dice, every choice
that the rest of the turn can bring is weighed: by dynamic programming over what of the dice set aside
can still matter (each module says what that is). What cards that draw nothing can complete at once is
certain. Everywhere else a chance is that of a restricted way to play (each module says which one), so
that it is never above the truth; `Prospect.exact` tells one from the other.

Pure functions from views to plain data, made to be called in a worker process. Chances of parts of a
turn are remembered in bounded caches.
"""

from engine.court.odds.prospects import Compared, Prospect, compared, prepare, prospects
from engine.court.odds.throws import EXACT_DICE

__all__ = ["EXACT_DICE", "Compared", "Prospect", "compared", "prepare", "prospects"]
