"""The rules of court in a few sentences, enough to begin with."""

from __future__ import annotations

from collections.abc import Sequence

from tui.texts import Texts


def rules(texts: Texts) -> Sequence[str]:
    """A sentence or two a line."""
    return (
        texts._("What your dice show wins people of the court for you, better ones with every turn."),
        texts._("A turn: roll all your dice and set at least one aside, until all of them lie aside."),
        texts._("Whatever does not lie aside yet may be rolled again after that."),
        texts._("A die set aside never changes again. All dice set aside are your result."),
        texts._("Then take one card whose demand your result meets, or none; one of each kind at most."),
        texts._("Your cards stay yours. Some bring more dice into each of your turns."),
        texts._("The others work once a turn: they add dice, turn them or roll them again."),
        texts._("They touch active dice only: dice that were rolled and do not lie aside."),
        texts._("You begin with three dice; no turn has more than twelve."),
        texts._("Seven dice alike win the King, and the Queen with him. Then the last round begins soon."),
        texts._("In it everybody has one turn to beat the King's result: more alike, or higher ones."),
        texts._("Whoever holds the King at the end has won."),
    )
