"""Every card that can turn dice to a face does so, legally, with as many as it can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.court.bots.turning import TURNERS, turned
from engine.court.game import GAME
from engine.court.notation import notate
from engine.court.rules.powers import choices, outcome
from tests.engine.court.positions import after, dice, layout

faces = st.integers(1, 6)
hands = st.lists(faces, min_size=1, max_size=6).map(lambda shown: tuple(sorted(shown)))


@pytest.mark.parametrize(
    ("card", "active", "aside", "face", "step"),
    [
        ("maid", "16", "", 3, "use maid 1+2"),
        ("philosopher", "531", "", 3, "use philosopher 5>1 2"),
        ("astronomer", "1", "33", 3, "use astronomer 1>3"),
        ("astronomer", "1", "33", 4, None),
        ("lady", "2235", "", 3, "use lady 2 2"),
        ("nobleman", "1133", "", 3, "use nobleman 1 1"),
        ("alchemist", "255", "", 4, "use alchemist 5 5 2 > 4 4 4"),
        ("alchemist", "135", "", 3, "use alchemist 5 1 > 3 3"),
        ("magician", "1", "", 6, "use magician 1>6"),
        ("magician", "6", "", 6, None),
    ],
)
def test_a_card_turns_what_it_can(card, active, aside, face, step):
    use = turned(card, dice(active), dice(aside), face)
    assert (use and notate(use)) == step


@given(st.sampled_from(sorted(TURNERS)), hands, hands, faces)
def test_every_turn_is_legal_and_wins_dice_of_the_face(card, active, aside, face):
    use = turned(card, active, aside, face)
    if use is None:
        return
    before, now = outcome(use)
    assert now.count(face) > before.count(face)
    shown = ["".join(map(str, some)) for some in (active, aside)]
    table = after(layout(card, active=shown[0], aside=shown[1]))
    assert GAME.check(table.view, use) is None


@given(
    st.sampled_from(["maid", "philosopher", "astronomer", "lady", "nobleman", "magician"]),
    hands,
    hands,
    faces,
)
def test_a_turn_is_found_where_there_is_one(card, active, aside, face):
    """The Alchemist is left out: what it wins with dice of the face itself is not looked for."""
    gains = [
        now.count(face) - before.count(face) for before, now in map(outcome, choices(card, active, aside))
    ]
    use = turned(card, active, aside, face)
    if use is None:
        assert max(gains, default=0) <= 0
    else:
        before, now = outcome(use)
        assert now.count(face) - before.count(face) == max(gains)
