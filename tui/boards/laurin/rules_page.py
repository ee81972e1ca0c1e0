"""Laurin on one page, in own words."""

from __future__ import annotations

from tui.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Have the most points at the end of the round in which somebody reaches 35 "
                "(four players: 30, five: 25)."
            ),
        ),
        (
            texts.pgettext("rules", "Treasure"),
            texts._(
                "Everybody draws 3 cards, in the first round 4. They pay for magic and for bids; "
                "only their owner sees their values."
            ),
        ),
        (
            texts.pgettext("rules", "Magic"),
            texts._("As many cards as players lie open; each may buy one. ? says what it does and when."),
        ),
        (
            texts.pgettext("rules", "Dwarfs"),
            texts._(
                "Everybody gets a movement card. In turn, place dwarfs on empty squares, front up, "
                "for as many points as yours says; then, in turn, move as many as it says."
            ),
        ),
        (
            texts.pgettext("rules", "King"),
            texts._(
                "His moves are auctioned. The highest bid chooses a card and one of its two "
                "directions, and is lost; the others take back half of their cards. The last card "
                "moves him for nothing, if the player it lies before wants it."
            ),
        ),
        (
            texts.pgettext("rules", "Scoring"),
            texts._(
                "After each of his moves the dwarfs on the squares beside him score what they show. "
                "Then fronts are turned over, and backs go home."
            ),
        ),
    )
