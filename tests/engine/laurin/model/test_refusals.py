"""Every refusal of laurin: one example each, with the parameters its wording can use."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import NoChance
from engine.game import Ask, Refused, Setup
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid, Buy, Exchange, Fog, Relocate, Revolt
from engine.laurin.model.refusals import PARAMS, Code
from engine.laurin.model.state import Options
from tests.engine.laurin.positions import StepPlayer, after, free_king, layout
from tests.engine.refusal_checks import an_example_carries_its_parameters, the_codes_are_complete

SHOP = StepPlayer(layout("magic", hands="332, 3, 3", offer="ban haste"))
GIVING = StepPlayer(layout("magic", drawn="h1a v2a h3a")).play("1 give h1a 2")
PLACING = StepPlayer(layout("placing", dwarfs="1 5/3 a1, 2 1/1 c3"))
MOVING = StepPlayer(layout("moving", dwarfs="1 5/3 a1, 1 1/1 b1, 1 1/1 c1, 1 1/1 d1, 2 1/1 h8"))
BIDDING = StepPlayer(layout("auction", movement="v2a h1a h1b", hands="33, 22, 1"))
LOSING = after(BIDDING.state, "1 bid 3 3", "2 bid 2 2", "3 pass")
WON = after(layout("auction", movement="v2a h1a h1b", hands="3", king=(4, 8)), "1 bid 3")
BEGUN = layout("placing", movement="v3e h1a h1b")
BANNING = StepPlayer(layout("placing", dwarfs="1 5/3 a1", magic="ban"))
NO_DWARFS = StepPlayer(layout("moving", dwarfs="2 1/1 a1, 3 1/1 b1", magic=",ban exchange"))
BEFORE = StepPlayer(layout("placing", dwarfs="1 5/3 a1", magic="ban exchange"))
WENT = free_king(
    layout("auction", movement="v2a h1a h1b", magic="haste fog revolt", king=(4, 4)), "king 1 north"
)
SHORT = free_king(layout("auction", movement="v2a h1a h1b", magic="haste revolt"), "king 2 west")
HASTED = after(
    free_king(
        layout("auction", movement="v2a h1a h1b", magic="haste haste revolt fog"), "king 1 north"
    ).state,
    "1 haste west",
)


def last_card() -> StepPlayer:
    table = free_king(layout("auction", movement="v2a h1a h1b"), "king 1 north")
    return table.play("1 king 2 west")


def over() -> StepPlayer:
    table = StepPlayer(layout("auction", round=60, movement="v2a h1a h1b"))
    return table.play("1 pass", "2 pass", "3 pass")


def move(table: StepPlayer, chosen: Any, seat: int = 1) -> Callable[[], Any]:
    return lambda: table.refusal(seat, chosen)


def deal(seats: int, **options: Any) -> Callable[[], Any]:
    return lambda: GAME.start(Setup(seats, Options(**options)), NoChance())


EXAMPLES: dict[Code, Callable[[], Any]] = {
    "seats-not-possible": deal(2),
    "option-not-possible": deal(3, rounds=0),
    "not-asked": lambda: GAME.play(BIDDING.state, Ask(6, 1, "bid"), Bid((3,)), NoChance()),
    "game-over": lambda: over().refusal(1, "pass"),
    "not-your-turn": move(BIDDING, "bid 2", seat=2),
    "not-now": move(BIDDING, "done"),
    "unreadable": move(BIDDING, "fold"),
    "wrong-form": move(BIDDING, "bid"),
    "unknown-card": move(SHOP, "buy hurry 3"),
    "not-in-hand": move(BIDDING, "bid 3 3 3"),
    "not-sorted": move(SHOP, Buy("haste", (2, 3))),
    "no-cards-named": move(BIDDING, Bid(())),
    "no-such-seat": move(GIVING, "give v2a 4"),
    "no-such-square": move(PLACING, "place 1/1 i1"),
    "not-on-offer": move(SHOP, "buy fog 3"),
    "pays-too-little": move(SHOP, "buy haste 2"),
    "pays-too-much": move(SHOP, "buy haste 3 2"),
    "not-drawn": move(GIVING, "give h1a 1"),
    "has-card": move(GIVING, "give v2a 2"),
    "not-in-stock": move(PLACING, "place 5/3 b1"),
    "square-taken": move(PLACING, "place 1/1 c3"),
    "too-many-points": lambda: after(BEGUN, "1 place 1/1 a1").refusal(1, "place 3/2 b1"),
    "already-moved": lambda: after(MOVING.state, "1 move a1>a2").refusal(1, "move b1>b2"),
    "too-many-lifted": move(MOVING, "move a1>a2 b1>b2 c1>c2 d1>d2"),
    "no-dwarfs-named": move(MOVING, Relocate(())),
    "lifted-twice": move(MOVING, "move a1>a2 a1>a3"),
    "no-dwarf-there": move(MOVING, "move e1>e2"),
    "not-your-dwarf": move(MOVING, "move h8>e2"),
    "set-down-twice": move(MOVING, "move a1>e2 b1>e2"),
    "changes-nothing": move(MOVING, "move b1>c1 c1>b1"),
    "not-bid": move(LOSING, "take back 3", seat=2),
    "takes-back-too-many": move(LOSING, "take back 2 2", seat=2),
    "no-card-there": lambda: last_card().refusal(3, "king 1 north"),
    "direction-not-on-card": move(WON, "king 2 south"),
    "leaves-board": move(WON, "king 1 north"),
    "no-lapse": move(WON, "lapse 2"),
    "must-choose": move(WON, "pass"),
    "last-card-no-lapse": lambda: last_card().refusal(3, "lapse 3"),
    "not-owned": move(BANNING, "exchange a1 b1"),
    "magic-not-now": move(BIDDING, "haste west"),
    "too-few-dwarfs": move(BEFORE, Exchange("a1", "b1")),
    "nothing-to-ban": move(NO_DWARFS, "ban 1", seat=2),
    "ban-next-only": move(BEFORE, "ban 2"),
    "once-per-kings-move": move(HASTED, "haste west"),
    "not-after": move(HASTED, "revolt 1 west"),
    "revolt-too-short": move(SHORT, "revolt 1 north"),
    "revolt-straight": move(WENT, "revolt 2 west"),
    "revolt-right-angle": move(WENT, Revolt(1, "north")),
}


def test_every_code_has_an_example_and_its_parameters():
    """The table of codes is complete both ways."""
    the_codes_are_complete(EXAMPLES, PARAMS, Code)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_carries_the_parameters_its_code_promises(code):
    """Its wording in any language may rely on them."""
    an_example_carries_its_parameters(EXAMPLES, PARAMS, code)


def test_a_seat_that_is_not_there_cannot_be_fogged():
    """Data may name any number."""
    assert WENT.refusal(1, Fog(0)) == Refused("no-such-seat", {"seat": 0})


def test_a_spectator_has_no_moves():
    """Who is asked is part of the answer."""
    assert BIDDING.refusal(None, "bid 3") == Refused("not-your-turn", {"asked": (1,)})
