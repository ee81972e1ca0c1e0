"""Choosing a power narrows the engine's legal uses down, and nothing but them can be chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.court import queries
from engine.court.game import GAME
from engine.court.model.state import Dice, Kind, Turn, View
from engine.court.rules.powers import ADDED_FACE, CHANGERS
from tests.tui.boards.court.court_stage import position
from tui.boards.court.play.power_questions import (
    STEPS,
    PowerChoice,
    answers_of,
    becomes,
    power_questions,
    probe,
)

DICE = st.lists(st.integers(1, 6), min_size=1, max_size=8).map(lambda dice: tuple(sorted(dice)))
CARDS: tuple[Kind, ...] = (*sorted(CHANGERS), *sorted(ADDED_FACE))


def view(card: Kind, active: Dice, aside: Dice = ()) -> View:
    own: tuple[Kind, ...] = ("king", "queen") if card == "queen" else (card,)
    return View(1, position(own, (), turn=Turn(1, 0, active, aside, rolled=True)))


@given(card=st.sampled_from(CARDS), active=DICE, aside=st.just(()) | DICE.map(lambda dice: dice[:3]))
def test_every_use_can_be_chosen_and_nothing_else(card: Kind, active: Dice, aside: Dice):
    """The answers of each legal use lead to it, step by step, with dice that lie there."""
    seen = view(card, active, aside)
    made = power_questions(seen, card)
    for use in queries.uses(seen, card):
        given_so_far: tuple[PowerChoice, ...] = ()
        for answer in answers_of(use):
            assert answer in made.answers(given_so_far)
            assert len(answer) <= made.most(given_so_far)
            assert set(answer) <= made.faces(given_so_far)
            given_so_far = (*given_so_far, PowerChoice(answer))
        assert made.use(given_so_far) == use
        assert GAME.check(seen, use) is None
    assert len(made.steps) == (len(STEPS.get(card, ())) if made.ways else 0)


@given(card=st.sampled_from(sorted(CHANGERS)), active=DICE)
def test_what_dice_become_is_what_the_preview_shows(card: Kind, active: Dice):
    """The digits under the dice agree with the engine, or are ? where dice are thrown again."""
    seen = view(card, active, (2, 5))
    for use in queries.uses(seen, card):
        places = places_of(active, [face for answer in dice_answers(card, use) for face in answer])
        shown = becomes(use, active, places)
        after = GAME.preview(seen, use)
        if after is None:
            assert set(shown.values()) == {"?"}
        else:
            expected = [int(shown.get(at, face)) for at, face in enumerate(active)]
            assert tuple(sorted(expected)) == after.position.turn.active


def dice_answers(card: Kind, use: object) -> list[Dice]:
    answers = answers_of(use)  # type: ignore[arg-type]
    return [answer for step, answer in zip(STEPS[card], answers, strict=True) if step.of == "dice"]


def places_of(dice: Dice, faces: list[int]) -> list[int]:
    free = list(range(len(dice)))
    places = []
    for face in faces:
        place = next(at for at in free if dice[at] == face)
        free.remove(place)
        places.append(place)
    return places


@pytest.mark.parametrize(
    ("card", "active", "aside", "given_so_far", "faces", "code"),
    [
        ("maid", (2, 6), (), (), (6,), "die-would-pass-six"),
        ("nobleman", (2, 5), (), (), (5,), "die-would-pass-six"),
        ("philosopher", (1, 3), (), (), (1,), "die-below-one"),
        ("philosopher", (3, 6), (), (PowerChoice((3,), (0,)),), (6,), "die-would-pass-six"),
        ("astronomer", (2, 3), (2,), (), (2,), "already-shows"),
        ("alchemist", (1, 1, 2), (), (), (1, 1), "nothing-changes"),
        ("alchemist", (1, 1, 2), (), (), (1,), "alchemist-two-or-three"),
        ("merchant", (1, 2), (), (), (), "no-dice-named"),
        ("jester", (1, 2), (), (), (), "jester-one-die"),
        ("guard", (1, 2), (), (), (), None),
    ],
)
def test_a_choice_that_leads_nowhere_is_probed_for_its_reason(
    card: Kind,
    active: Dice,
    aside: Dice,
    given_so_far: tuple[PowerChoice, ...],
    faces: Dice,
    code: str | None,
):
    """The engine says why; the board only asks."""
    seen = view(card, active, aside)
    why = GAME.check(seen, probe(seen, card, given_so_far, faces))
    assert (why.code if why else None) == code
