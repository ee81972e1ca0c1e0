"""Phases 4 and 5: placing and moving dwarfs, and every way to relocate them, each once."""

from collections import Counter
from itertools import islice, permutations

import pytest
from msgspec.structs import replace

from engine.laurin.game import GAME
from engine.laurin.model.events import TurnEnded, TurnSkipped
from engine.laurin.model.garden import BESIDE, SQUARES, by_square, in_place, right_angled, walked
from engine.laurin.model.moves import Place, Relocate
from engine.laurin.rules.relocating import ordered, refusal, relocations
from engine.laurin.rules.relocating import targets as free_squares
from tests.engine.laurin.positions import StepPlayer, after, garden, layout


@pytest.mark.parametrize(
    ("point", "squares"),
    [
        ((4, 4), ("d4", "d5", "e4", "e5")),
        ((0, 0), ("a1",)),
        ((8, 8), ("h8",)),
        ((0, 3), ("a3", "a4")),
        ((5, 8), ("e8", "f8")),
        ((1, 1), ("a1", "a2", "b1", "b2")),
    ],
)
def test_the_squares_beside_the_king(point, squares):
    """Those that touch his point: up to four, two on the edge, one in a corner."""
    assert BESIDE[point] == squares


def test_every_square_touches_its_four_corners():
    """The King's points are one more than the squares, both ways."""
    assert len(BESIDE) == 81
    assert Counter(square for squares in BESIDE.values() for square in squares) == dict.fromkeys(SQUARES, 4)


@pytest.mark.parametrize(
    ("direction", "end"), [("north", (4, 6)), ("east", (6, 4)), ("south", (4, 2)), ("west", (2, 4))]
)
def test_the_four_directions(direction, end):
    """East raises the first number, north the second; sides are at a right angle."""
    assert walked((4, 4), direction, 2) == end
    assert walked((4, 4), direction, 5) is None
    assert all(walked((4, 4), side, 1)[0] != end[0] for side in right_angled(direction))


def test_turns_go_around_from_the_crown():
    """In phase 4 and again in phase 5, each by the own movement card."""
    table = StepPlayer(layout("placing", starter=2, movement="h1a v3e h3a"))
    lefts = []
    for _ in range(3):
        lefts.append((table.position.turn.seat, table.position.turn.left))
        seat = table.open[1][0]
        table.play(f"{seat} place 1/1 {'abc'[seat - 1]}1", f"{seat} done")
    for _ in range(3):
        lefts.append((table.position.turn.seat, table.position.turn.left))
        table.play(f"{table.open[1][0]} done")
    assert lefts == [(2, 3), (3, 5), (1, 9), (2, 1), (3, 2), (1, 3)]
    assert table.position.phase == "auction"
    assert table.happened(TurnEnded) == [TurnEnded(1)]


@pytest.mark.parametrize(
    ("phase", "dwarfs", "magic", "reacting"),
    [
        ("placing", "", "", None),
        ("placing", "", ",ban,exchange", (2,)),
        ("placing", "2 1/1 a1, 3 1/1 b1", ",ban,exchange", (2, 3)),
        ("moving", "1 1/1 a1", "ban,,exchange", (1,)),
        ("moving", "2 1/1 a1, 3 1/1 b1", ",,ban exchange", (3,)),
        ("moving", "2 1/1 a1, 3 1/1 b1", ",exchange,ban", (2,)),
        ("moving", "2 1/1 a1, 3 1/1 b1", "exchange,,ban", (1, 3)),
        ("moving", "2 1/1 a1", "exchange,,ban", (3,)),
        ("moving", "1 1/1 a1, 3 1/1 b1", "ban,haste,", (1,)),
        ("moving", "1 1/1 a1, 3 1/1 b1", ",haste,counter", None),
    ],
)
def test_who_is_asked_before_a_turn(phase, dwarfs, magic, reacting):
    """As docs/record.md lists it: with a Ban, or with an Exchange and two dwarfs in the garden."""
    table = StepPlayer(layout(phase, dwarfs=dwarfs, magic=magic))
    question = table.open if table.open[0] == "react" else None
    assert question == (reacting and ("react", reacting))


def test_a_turn_in_which_nothing_can_be_done_cannot_be_banned():
    """Seat 1 has no dwarf in the garden: seat 3 is asked before seat 2's turn, and not before."""
    table = StepPlayer(layout("moving", dwarfs="2 1/1 a1, 3 1/1 b1", magic=",,ban"))
    assert (table.open, table.position.turn.seat) == (("react", (3,)), 2)
    table.play("3 ban 2")
    assert TurnSkipped(2, banned=True) in table.events


def test_who_is_asked_for_an_exchange_hears_why_the_ban_is_not_possible():
    """The chance is before a turn that will be skipped."""
    table = StepPlayer(layout("moving", dwarfs="2 1/1 a1, 3 1/1 b1", magic=",,ban exchange"))
    assert table.texts(3) == ["pass", "exchange a1 b1"]
    refused = table.refusal(3, "ban 1")
    assert (refused.code, refused.params) == ("nothing-to-ban", {"seat": 1})


def test_the_last_card_played_may_leave_nothing_to_ban():
    """Seat 1 could act with its Exchange alone; once it is played, nobody is asked for a Ban."""
    table = StepPlayer(layout("moving", dwarfs="2 1/1 a1, 3 1/1 b1", magic="exchange,,ban"))
    assert table.texts(3) == ["pass", "ban 1"]
    table.play("1 exchange a1 b1")
    assert TurnSkipped(1, banned=False) in table.events
    assert (table.open, table.position.turn.seat) == (("react", (3,)), 2)


@pytest.mark.parametrize("answer", ["pass", "ban 1"])
def test_by_the_first_version_of_the_rules_any_turn_can_be_banned(answer):
    """Seat 1 has no dwarf in the garden: banned or not, seat 2 is next."""
    table = StepPlayer(layout("moving", dwarfs="2 1/1 a1, 3 1/1 b1", magic=",,ban", rules=1))
    assert (table.open, table.position.turn.seat) == (("react", (3,)), 1)
    table.play(f"3 {answer}")
    assert TurnSkipped(1, banned=answer != "pass") in table.events
    assert table.open == (("react", (3,)) if answer == "pass" else ("move", (2,)))


def test_placing_brings_the_front_up_and_uses_points():
    """Step by step, each taken back freely until somebody else is asked."""
    table = after(layout("placing"), "1 place 5/3 c4", "1 place 3/2 d4")
    assert table.reversible
    assert table.position.dwarfs == garden("1 5/3 c4, 1 3/2 d4")
    assert table.position.stocks[0] == ("3/2", "1/1", "1/1", "1/1")
    assert table.position.turn.left == 1
    assert {text.split()[1] for text in table.texts(1) if text != "done"} == {"1/1"}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("place 3/2 a1", "square-taken"),
        ("place 3/2 z9", "no-such-square"),
        ("place 5/3 b2", "not-in-stock"),
        ("place 3/2 b2", None),
        ("move a1>b2", "not-now"),
        ("pass", "not-now"),
    ],
)
def test_what_may_be_placed(move, code):
    """Own dwarfs on any empty square."""
    assert StepPlayer(layout("placing", dwarfs="1 5/3 a1, 2 1/1 h8")).code(1, move) == code


MOVING = "1 5/3 a1, 1 1/1 b1, 1 1/1 c1, 1 3/2' d1, 2 1/1 h8"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("move a1>b2", None),
        ("move a1>b1 b1>a1", None),
        ("move a1>b1 b1>c1 d1>a1", "square-taken"),
        ("move a1>b1 b1>c1 c1>a1", "changes-nothing"),
        ("move a1>b1 b1>d1 d1>a1", None),
        ("move a1>e1 b1>f1 c1>g1", None),
        ("move a1>e1 b1>f1 c1>g1 d1>h1", "too-many-lifted"),
        ("move b1>c1 c1>b1", "changes-nothing"),
        ("move a1>a1", "changes-nothing"),
        ("move a1>h8", "square-taken"),
        ("move a1>d1", "square-taken"),
        ("move a1>z1", "no-such-square"),
        ("move b2>b3", "no-dwarf-there"),
        ("move h8>b3", "not-your-dwarf"),
        ("move a1>b2 b1>b2", "set-down-twice"),
        (Relocate((("a1", "b2"), ("a1", "b3"))), "lifted-twice"),
        (Relocate((("b1", "f1"), ("a1", "g1"))), "not-sorted"),
        (Relocate((("b1", "g1"), ("c1", "f1"))), "not-sorted"),
        (Relocate(()), "no-dwarfs-named"),
        ("place 3/2 b2", "not-now"),
    ],
)
def test_what_may_be_moved(move, code):
    """Own dwarfs, at once, onto squares that are empty then."""
    assert StepPlayer(layout("moving", dwarfs=MOVING)).code(1, move) == code


def test_two_own_dwarfs_trade_squares_and_keep_their_sides():
    """All are lifted first, then all are set down; that is all for this turn."""
    table = after(layout("moving", dwarfs=MOVING), "1 move d1>a1 a1>d1")
    assert table.position.dwarfs == garden("1 3/2' a1, 1 1/1 b1, 1 1/1 c1, 1 5/3 d1, 2 1/1 h8")
    assert table.reversible
    assert table.texts(1) == ["done"]
    assert table.code(1, "move b1>e1") == "already-moved"


def test_equal_dwarfs_are_written_in_one_way():
    """Whoever types them the other way round means the same."""
    table = StepPlayer(layout("moving", dwarfs=MOVING))
    typed = ["move c1>f1 b1>g1", "move b1>f1 c1>g1", "move b1>g1 c1>f1"]
    assert {GAME.notate(GAME.parse(text, table.view(1))) for text in typed} == {"move b1>f1 c1>g1"}


def relocated(dwarfs, steps):
    """The oracle: what lies where after any assignment of lifted dwarfs to squares."""
    there = by_square(dwarfs)
    lifted = [(there.pop(source), target) for source, target in steps]
    for dwarf, target in lifted:
        if target in there:
            return None
        there[target] = replace(dwarf, square=target)
    return in_place(there.values())


@pytest.mark.parametrize(
    "text",
    [
        "1 5/3 a1, 1 1/1 b1, 1 1/1 c1",
        "1 1/1 a1, 1 1/1 b1, 1 1/1 c1, 2 1/1 d1",
        "1 3/2 a1, 1 3/2' b1, 1 3/2 c1",
    ],
)
def test_every_outcome_of_moving_is_found_exactly_once(text):
    """Against all assignments there are, on a garden with five squares left."""
    dwarfs = garden(text)
    far = [square for square in SQUARES if square[1] > "1" or square > "h"]
    filled = in_place([*dwarfs, *(replace(dwarfs[0], square=square, seat=3) for square in far)])
    free = [square for square in SQUARES if square not in by_square(filled)]
    own = [dwarf.square for dwarf in dwarfs if dwarf.seat == 1]
    outcomes = {}
    for number in (1, 2):
        for sources in permutations(own, number):
            for targets in permutations([*free, *own], number):
                outcome = relocated(filled, zip(sources, targets, strict=True))
                if outcome not in (None, filled):
                    outcomes.setdefault(outcome, number)
    found = list(relocations(filled, 1, 2))
    assert Counter(relocated(filled, move.steps) for move in found) == dict.fromkeys(outcomes, 1)
    assert all(refusal(filled, 1, 2, move) is None for move in found)
    assert all(ordered(filled, move.steps) == move.steps for move in found)


@pytest.mark.parametrize(
    ("lifted", "taken", "free"),
    [
        (("a1",), (), {"d1"}),
        (("a1", "b1"), (), {"d1"}),
        (("a1", "c1"), (), {"c1", "d1"}),
        (("a1", "c1"), ("c1",), {"d1"}),
    ],
)
def test_a_dwarf_may_be_set_down_where_nobody_stands_or_an_unlike_one_was_lifted(
    lifted: tuple[str, ...], taken: tuple[str, ...], free: set[str]
) -> None:
    """a1 and b1 are alike, c1 is another kind; d1 is empty, e1 is somebody else's."""
    dwarfs = garden("1 1/1 a1, 1 1/1 b1, 1 5/3 c1, 2 5/3 e1")
    near = {"a1", "b1", "c1", "d1", "e1"}
    assert set(free_squares(dwarfs, lifted, "a1", taken)) & near == free


def test_moves_are_found_lazily():
    """Six dwarfs and three to be lifted make more than a million ways."""
    state = layout("moving", dwarfs="1 5/3 a1, 1 3/2 a2, 1 3/2 a3, 1 1/1 a4, 1 1/1 a5, 1 1/1 a6")
    view = StepPlayer(state).view(1)
    assert len(list(islice(GAME.legal(view), 1000))) == 1000


def test_placing_on_a_full_square_is_refused_with_its_owner():
    """Data for a sentence that names them."""
    refused = StepPlayer(layout("placing", dwarfs="2 1/1 h8")).refusal(1, Place("1/1", "h8"))
    assert refused.params == {"square": "h8", "seat": 2}
