"""The panels of an intrigue table never overlap and use the room there is."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from tui.boards.intrigue.panels.hand import fits
from tui.boards.intrigue.panels.places import COMPACT, ROOMY
from tui.boards.intrigue.panels.plan import Plan, PlanSizes, compact_plan, plan
from tui.boards.intrigue.words.cards import effect, short_effect
from tui.language.texts import LANGUAGES

SIZES = [(80, 17), (88, 37), (100, 23), (100, 42), (140, 60)]


def holdings() -> list[PlanSizes]:
    """Everything that five families can have, and less; the hand shrinks as the queue grows."""
    hands = ((0, 30), (7, 5), (6, 10), (5, 15), (4, 20), (3, 25), (2, 30), (7, 1), (1, 1))
    return [PlanSizes(seats, *held, held[1]) for seats, held in product((3, 5), hands)]


def bands(where: Plan) -> list[tuple[int, int]]:
    """First and behind the last row of everything, from the top."""
    panels = [panel for panel in (where.queue, where.seats, where.hand) if panel.height]
    rows = [*((panel.y, panel.bottom) for panel in panels), *((row, row + 1) for row in where.separators)]
    return sorted(rows)


@pytest.mark.parametrize("size", SIZES)
def test_panels_stand_under_each_other_without_gaps(size: tuple[int, int]):
    """Whatever is held, within the height."""
    for sizes in holdings():
        where = plan(*size, sizes)
        rows = bands(where)
        assert rows[0][0] == 0
        assert all(above[1] == below[0] for above, below in pairwise(rows)), (sizes, rows)
        assert where.height <= size[1], sizes


def test_more_room_makes_larger_cards():
    """Names in two lines, then frames around places and cards of the hand, and room for what they do."""
    small, middle, large = (
        plan(width, height, PlanSizes(3, 5, 12, 12)) for width, height in ((80, 13), (80, 17), (100, 42))
    )
    assert (small.shape.lines, middle.shape.lines) == (COMPACT, ROOMY)
    assert (small.shape.framed, small.card.framed) == (False, False)
    assert (large.shape.framed, large.card.framed) == (True, True)
    assert small.hand.height < large.hand.height
    assert large.shape.lines > ROOMY
    assert large.tall_seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_keeps_its_grid_and_says_what_its_cards_do(language: str):
    """From seven cards to one, with five families and more places than bots ever left in 60 games (17)."""
    for size, columns, said in (((80, 17), 5, short_effect), ((88, 37), 2, effect)):
        for hand, places in ((7, 5), (6, 10), (5, 15), (4, 20), (3, 20), (2, 20), (1, 20)):
            card = plan(*size, PlanSizes(5, hand, places, (8 - hand) * 5, language)).card
            assert (card.columns, card.pitch) == (columns, size[0] // columns), hand
            assert fits(language, said if (size[0], places) < (88, 20) else short_effect, card), hand


def test_in_a_small_window_a_card_says_all_it_does_or_nothing():
    """Two cards in a row, however many are left."""
    for hand, places in ((7, 5), (6, 10), (5, 15), (4, 20), (2, 20)):
        card = compact_plan(40, 8, PlanSizes(5, hand, places, places), "hand").card
        assert card.columns == 2
        assert card.lines == 1 or fits("en", short_effect, card)


def test_the_first_cards_of_a_game_are_large():
    """As many in a row as there can be in this round, and never more than ten."""
    assert [plan(80, 17, PlanSizes(5, 3, 1, most)).shape.columns for most in (1, 5, 6, 10, 12, 15, 30)] == [
        5, 5, 7, 10, 7, 10, 10,
    ]  # fmt: skip


def test_what_is_too_small_still_has_its_rows():
    """Then the screen says that it is too small; nothing breaks."""
    assert plan(40, 5, PlanSizes(5, 7, 3)).height > 5
