"""A turn that is solved once tells of every later position what solving anew from there tells."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.court.model.moves import Keep, Reroll, Roll
from engine.court.model.state import Kind
from engine.court.odds.reachable import after_use
from engine.court.odds.targets import CARDS
from engine.court.odds.whole_turn.turn_solver import TurnCards
from engine.court.odds.whole_turn.turn_tables import TurnBegin, TurnPlace, TurnTables, kept

GOALS = (("general", 0.9), ("knight", 0.7), ("hunter", 0.45), ("guard", 0.3), ("farmer", 0.1))
TARGETS = (*(CARDS[card] for card, _ in GOALS), None)
WORTHS = np.array([[worth, 1 - worth] for _, worth in GOALS] + [[0.05, 0.2]])
HANDS: tuple[tuple[int, tuple[Kind, ...], tuple[Kind, ...]], ...] = (
    (5, (), ()),
    (4, ("jester", "maid"), ("guard",)),
    (4, ("magician", "merchant"), ()),
    (4, ("astronomer", "lady"), ("hunter",)),
    (5, ("philosopher", "nobleman"), ("queen",)),
)


def _walk(tables: TurnTables, cards: TurnCards, dice: int, random: Random) -> list[TurnPlace]:
    """Positions of a turn that is played at random, before its last die is aside."""
    place = TurnPlace((), None, kept=False, left=frozenset((*cards.changers, *cards.adders)))
    found = [place]
    while place.active != ():
        move = random.choice([*tables.moves(place)])
        if isinstance(move, Roll):
            number = dice + cards.added(place.left) - len(place.since)
            fell = tuple(sorted(random.choices(range(1, 7), k=number)))
            place = place._replace(active=fell, kept=False)
        elif isinstance(move, Keep):
            place = kept(place, move.dice)
        elif place.active is None:
            place = place._replace(left=place.left - {move.card})
        elif isinstance(move, Reroll):
            break
        else:
            place = place._replace(active=after_use(place.active, move), left=place.left - {move.card})
        found.append(place)
    return found[:-1]


@pytest.mark.parametrize(("dice", "changers", "adders"), HANDS)
def test_later_positions_are_worth_what_a_new_solution_says(
    dice: int, changers: tuple[Kind, ...], adders: tuple[Kind, ...]
) -> None:
    cards = TurnCards(changers, adders, len(adders))
    tables = TurnTables(WORTHS, TARGETS, TurnBegin((), dice, cards, join=True))
    random = Random(f"{dice} {changers}")
    for place in [place for _ in range(3) for place in _walk(tables, cards, dice, random)]:
        left = TurnCards(
            tuple(card for card in changers if card in place.left),
            tuple(card for card in adders if card in place.left),
            len(adders),
        )
        number = len(place.active) if place.active is not None else dice + cards.added(place.left)
        again = TurnTables(WORTHS, TARGETS, TurnBegin(place.since, number, left, join=True))
        assert tables.value(place) == pytest.approx(again.value(place._replace(since=()))), place


@pytest.mark.parametrize(("dice", "changers", "adders"), HANDS)
def test_a_position_is_worth_its_best_move_and_a_roll_the_mean(
    dice: int, changers: tuple[Kind, ...], adders: tuple[Kind, ...]
) -> None:
    cards = TurnCards(changers, adders, len(adders))
    tables = TurnTables(WORTHS, TARGETS, TurnBegin((), dice, cards, join=True))
    for place in _walk(tables, cards, dice, Random(f"best {dice} {changers}")):
        moves = [tables.after(place, move)[0] for move in tables.moves(place)]
        assert tables.value(place)[0] == pytest.approx(max(moves)), place


def test_columns_are_solved_each_by_itself() -> None:
    begin = TurnBegin((), 4, TurnCards(("maid",), ("guard",), 1), join=True)
    both = TurnTables(WORTHS, TARGETS, begin)
    place = TurnPlace((), None, kept=False, left=frozenset(("maid", "guard")))
    for column in (0, 1):
        alone = TurnTables(WORTHS[:, column : column + 1], TARGETS, begin)
        assert both.value(place)[column] == pytest.approx(alone.value(place)[0])
