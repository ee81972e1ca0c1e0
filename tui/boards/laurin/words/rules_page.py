"""Laurin on one page, in own words."""

from __future__ import annotations

from tui.language.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Score with dwarfs beside the King. With 3, 4 or 5 "
                "players 35, 30 or 25 points bring the last round."
            ),
        ),
        (
            texts.pgettext("rules", "Treasure"),
            texts._("Each round everybody draws 3 hidden treasure cards worth 1 to 3; in the first round 4."),
        ),
        (
            texts.pgettext("rules", "Magic"),
            texts._(
                "One card for each player is laid open. In turn, each may "
                "buy one with treasure; there is no change."
            ),
        ),
        (
            texts.pgettext("rules", "Movement"),
            texts._(
                "Everybody gets a movement card: how far the King goes, points to place, dwarfs to move."
            ),
        ),
        (
            texts.pgettext("rules", "Placing"),
            texts._("Put dwarfs on empty squares: together worth your card's points at most."),
        ),
        (
            texts.pgettext("rules", "Moving"),
            texts._("Then each moves some of the own dwarfs to any empty squares."),
        ),
        (
            texts.pgettext("rules", "Auction"),
            texts._(
                "Each lays a hidden bid for the King's move. The most wins, pays, and "
                "chooses card and direction; the others take back up to half."
            ),
        ),
        (
            texts.pgettext("rules", "Scoring"),
            texts._(
                "A dwarf beside the King scores what it shows; then it is turned, from its "
                "back it goes home. The last card's owner may move for free."
            ),
        ),
        (
            texts.pgettext("rules", "Reacting"),
            texts._(
                "Whoever owns fitting magic is asked. All may answer at once; the first card played counts."
            ),
        ),
    )
