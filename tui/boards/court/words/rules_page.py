"""Court on one page, in own words."""

from __future__ import annotations

from tui.language.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Hold the King at the end. The first to show seven dice alike can take him; "
                "then everybody else has one last turn to beat that."
            ),
        ),
        (
            texts.pgettext("rules", "Turn"),
            texts._(
                "Roll your dice, set at least one aside, roll the rest again, until all lie aside. "
                "Dice set aside never change again."
            ),
        ),
        (
            texts.pgettext("rules", "Card"),
            texts._(
                "Then take one card that your dice pay for. "
                "Only Maid and Philosopher look at every die. One of a kind is all you may own."
            ),
        ),
        (
            texts.pgettext("rules", "Powers"),
            texts._(
                "From your next turn on each card helps once a turn: it adds a die, throws "
                "active dice again, or changes them."
            ),
        ),
        (
            texts.pgettext("rules", "Dice"),
            texts._(
                "3 at first, 1 more with the Farmer, 2 with the General. A Jester turned over "
                "is a Charlatan: 1 more. At most 12 in a turn."
            ),
        ),
        (
            texts.pgettext("rules", "Rounds"),
            texts._("Whoever was last in a round begins the next one, and so plays twice in a row."),
        ),
        (
            texts.pgettext("rules", "Ending"),
            texts._(
                "The first King brings the Queen, too. The round is played to its end; then comes "
                "the final round, without cards. The Queen's owner plays last."
            ),
        ),
        (
            texts.pgettext("rules", "Contest"),
            texts._(
                "More alike wins, then the higher face. Who is better takes the King at once; "
                "the Queen's owner gets him back by an equal result, too."
            ),
        ),
        (
            texts.pgettext("rules", "Signs"),
            texts._(
                "2= two alike, 3+2 groups, 1-6 a straight, 15+ a sum; behind it how many are left. "
                "+ is to be had, • yours, ◦ used."
            ),
        ),
    )
