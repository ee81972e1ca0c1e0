"""Laurin on one page, in own words."""

from __future__ import annotations

from tui.language.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Score with dwarfs next to the King. Reaching 35, 30 or 25 points (with 3, 4 or 5 "
                "players) brings on the last round."
            ),
        ),
        (
            texts.pgettext("rules", "Treasure"),
            texts._("Each round, everyone draws 3 secret treasure cards worth 1 to 3; in the first round 4."),
        ),
        (
            texts.pgettext("rules", "Magic"),
            texts._(
                "One magic card per player is turned up. In turn, each may buy one with treasure; no "
                "change is given."
            ),
        ),
        (
            texts.pgettext("rules", "Movement"),
            texts._("Everyone gets a movement card: the King's distance, placing points, dwarfs to move."),
        ),
        (
            texts.pgettext("rules", "Placing"),
            texts._("Place dwarfs on empty squares, worth no more than your card's points in all."),
        ),
        (
            texts.pgettext("rules", "Moving"),
            texts._("Then each player may move some of their dwarfs to any empty squares."),
        ),
        (
            texts.pgettext("rules", "Auction"),
            texts._(
                "Everyone makes a secret bid for the King's move. The highest bid wins, pays and picks "
                "card and direction; losers take back up to half."
            ),
        ),
        (
            texts.pgettext("rules", "Scoring"),
            texts._(
                "A dwarf next to the King scores the value it shows, then flips; if already flipped, "
                "it goes home. The last card's owner may move the King for free."
            ),
        ),
        (
            texts.pgettext("rules", "Reacting"),
            texts._(
                "Everyone with a suitable card is asked. All may answer at once; the first card played "
                "counts."
            ),
        ),
    )
