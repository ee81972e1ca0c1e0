"""Standing answers for chances to react, so that a game with much magic stays quick.

"pass" passes every chance until the next King's move. The name of a magic card: the seat is not asked for
that card in this round, and so not at all if it has nothing else to play.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.laurin.model.moves import Pass
from engine.laurin.model.state import View
from engine.laurin.phases.spells import playable
from engine.laurin.rules.legal import PASS

UNTIL_KINGS_MOVE = "pass"


class LaurinStandingAnswers:
    """Laurin's implementation of `engine.standing_answers.StandingAnswers`."""

    def words(self, view: View) -> tuple[str, ...]:
        """UNTIL_KINGS_MOVE and the names of the viewing seat's magic cards; nothing for spectators."""
        if view.seat is None or view.position.question is None:
            return ()
        return (UNTIL_KINGS_MOVE, *dict.fromkeys(view.position.magic[view.seat - 1]))

    def span(self, view: View, word: str) -> int:
        """The number of King's moves begun so far for UNTIL_KINGS_MOVE, else the round."""
        position = view.position
        if word == UNTIL_KINGS_MOVE:
            return position.scorings + (position.kings_move is not None)
        return position.round

    def answer(self, view: View, words: Collection[str]) -> Pass | None:
        """A pass of a chance to react or to counter if these words cover it; else None."""
        seat, position = view.seat, view.position
        if position.question not in {"react", "counter"} or seat is None or seat not in position.asked:
            return None
        asked_for = [kind for kind in playable(position, seat) if kind not in words]
        return PASS if UNTIL_KINGS_MOVE in words or not asked_for else None
