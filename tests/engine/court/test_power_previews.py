"""What one use of a power would come to, with all dice then set aside."""

from __future__ import annotations

import pytest

from engine.court import power_previews, queries
from engine.court.game import GAME
from engine.court.model.moves import AddDie, Raise, Reroll, Shift
from engine.court.model.state import Dice, Final, Kind, Result, Turn, View
from tests.tui.boards.court.court_stage import position


def view(*own: Kind, active: Dice, aside: Dice = (), used: tuple[Kind, ...] = ()) -> View:
    turn = Turn(1, 0, active, aside, rolled=True, used=used)
    return View(1, position(own, (), turn=turn))


@pytest.mark.parametrize(
    ("kind", "active", "aside", "cards"),
    [
        ("maid", (2, 4), (5, 5), ("guard", "astronomer")),
        ("guard", (2, 2), (4,), ()),
        ("jester", (1, 1), (1,), ()),
        ("merchant", (1, 1), (1,), ()),
        ("astronomer", (3, 4), (4, 4), ("philosopher", "hunter")),
        ("magician", (1, 2, 3, 5), (6,), ("farmer", "merchant")),
    ],
)
def test_what_a_power_opens(kind: Kind, active: Dice, aside: Dice, cards: tuple[Kind, ...]):
    """Cards that some use pays for and the dice alone do not; dice that are thrown promise nothing."""
    seen = view(kind, active=active, aside=aside)
    assert power_previews.newly_payable(seen, kind) == cards


def test_opening_agrees_with_playing():
    """Every card that is opened can be taken after some use, and no other can."""
    seen = view("maid", "philosopher", "lady", active=(1, 2, 3, 5), aside=(5,))
    for kind in ("maid", "philosopher", "lady"):
        now = queries.payable(seen, power_previews.all_dice(seen))
        played = [GAME.preview(seen, use) for use in queries.uses(seen, kind)]
        worth = {
            card
            for after in played
            if after
            for card in queries.payable(after, power_previews.all_dice(after))
        }
        assert set(power_previews.newly_payable(seen, kind)) == worth - set(now)


def test_a_power_that_cannot_be_used_opens_nothing():
    """Used ones, others' turns, and before the first roll."""
    assert power_previews.newly_payable(view("guard", active=(2, 2), used=("guard",)), "guard") == ()
    theirs = View(1, position(("guard",), (), turn=Turn(2, 0, (2, 2), rolled=True)))
    assert power_previews.newly_payable(theirs, "guard") == ()
    unrolled = View(1, position(("guard",), (), turn=Turn(1, 3)))
    assert power_previews.newly_payable(unrolled, "guard") == ()


def test_the_best_group_in_reach():
    """Count before face."""
    assert power_previews.best_group_reached(view("magician", active=(6, 5, 4), aside=(4,)), "magician") == (
        3,
        4,
    )
    assert power_previews.best_group_reached(view("jester", active=(6, 5)), "jester") == (0, 0)


def test_the_dice_after_a_use():
    """All of them, ascending; None where they are thrown."""
    turn = Turn(1, 0, (2, 5), (6,), rolled=True)
    assert power_previews.dice_after(turn, Raise(2, 3)) == (5, 5, 6)
    assert power_previews.dice_after(turn, Shift(5, 2, 1)) == (3, 4, 6)
    assert power_previews.dice_after(turn, AddDie("guard")) == (2, 2, 5, 6)
    assert power_previews.dice_after(turn, AddDie("queen", 4)) == (2, 4, 5, 6)
    assert power_previews.dice_after(turn, Reroll("jester", (2,))) is None
    assert power_previews.dice_after(Turn(1, 3), AddDie("guard")) is None


def test_powers_that_touch_a_die():
    """Only those that can do something to a die of that face now."""
    seen = view("maid", "lady", "guard", "jester", "philosopher", active=(6,), aside=(1,))
    assert power_previews.powers_on_face(seen, 6) == ("jester",)
    seen = view("maid", "lady", "guard", active=(2, 6))
    assert power_previews.powers_on_face(seen, 2) == ("maid", "lady")


def test_what_takes_the_king():
    """As the rules say when a turn of the final round ends: more, or as much for the Queen's owner."""
    mark = Final(queen=2, king=2, mark=Result(2, 3, 4), begun=True)
    for seat, dice, enough in ((1, (4, 4, 4), False), (1, (5, 5, 5), True), (1, (1, 1, 1, 1), True),
                               (1, (6, 6), False), (2, (4, 4, 4), True), (2, (3, 3, 3), False)):  # fmt: skip
        state = position((), ("king", "queen"), turn=Turn(seat, 0, (), dice, rolled=True), final=mark)
        assert queries.takes_king(View(None, state), dice) is enough
    assert queries.takes_king(View(1, position((), (), turn=Turn(1, 3))), (6,) * 9) is False


def test_others_results_are_valued_for_them():
    """Their stock of cards decides, not the viewer's."""
    state = position(("farmer",), (), turn=Turn(2, 0, (), (3, 3), rolled=True))
    assert "farmer" not in queries.payable(View(1, state), (3, 3))
    assert "farmer" in queries.payable(View(1, state), (3, 3), 2)
