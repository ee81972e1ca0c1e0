"""Answers given beforehand: what can be said, what it passes, and when it ends by itself."""

from __future__ import annotations

import pytest

from engine.laurin.game import GAME
from engine.laurin.rules.legal import PASS
from tests.engine.laurin.positions import StepPlayer, after, layout

SAID = GAME.standing_answers
DWARFS = "1 5/3 d5, 2 3/2 e4"


def kings_move(magic: str) -> StepPlayer:
    """Seat 1 has led the King two points north without a bid."""
    state = layout("auction", dwarfs=DWARFS, movement="v2a h1a v1a", magic=magic)
    return after(state, "1 king 1 north")


def test_what_can_be_said():
    """To pass, and the kinds of magic one has; spectators and players after the end say nothing."""
    table = kings_move("haste haste fog,counter")
    assert SAID.words(table.view(1)) == ("pass", "haste", "fog")
    assert SAID.words(table.view(3)) == ("pass",)
    assert SAID.words(table.view(None)) == ()


@pytest.mark.parametrize(
    ("words", "passes"),
    [
        ((), False),
        (("pass",), True),
        (("haste",), False),
        (("haste", "fog"), True),
        (("haste", "counter"), False),
        (("haste", "fog", "counter"), True),
    ],
)
def test_what_is_passed(words: tuple[str, ...], passes: bool):
    """Everything, or what leaves nothing to be asked for: a counterspell has nothing to counter here."""
    table = kings_move("haste fog counter")
    assert SAID.answer(table.view(1), words) == (PASS if passes else None)


def test_it_is_no_answer_to_other_questions():
    """Bids, turns and the King are the player's own."""
    bidding = StepPlayer(layout("auction", hands="3,1,1"))
    placing = StepPlayer(layout("placing"))
    for table in (bidding, placing):
        assert SAID.answer(table.view(1), ("pass",)) is None


def test_a_chance_of_somebody_else_is_not_answered():
    """Only who is asked passes."""
    table = kings_move("haste")
    assert SAID.answer(table.view(2), ("pass",)) is None


def test_passing_ends_with_the_next_kings_move():
    """It holds through the rest of this one, and through all that is asked before the next."""
    table = kings_move("haste fog,haste")
    said = SAID.span(table.view(1), "pass")
    table.play("2 haste east", "1 pass")
    assert SAID.span(table.view(1), "pass") == said
    assert table.open == ("king-free", (1,))
    table.play("1 king 2 west")
    assert SAID.span(table.view(1), "pass") != said


def test_a_kind_of_magic_is_silent_until_the_round_ends():
    """The next round asks again."""
    table = kings_move("fog")
    said = SAID.span(table.view(1), "fog")
    table.play("1 pass", "1 king 2 west", "1 pass")
    assert SAID.span(table.view(1), "fog") == said
    table.play("3 pass : 1 1 1 1 1 1 1 1 1 ban ban ban")
    assert table.position.round == 4
    assert SAID.span(table.view(1), "fog") != said
