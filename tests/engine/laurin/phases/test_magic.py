"""The magic cards: what each does, which may follow which, and what a counterspell undoes."""

import pytest

from engine.laurin.model.events import Dispelled, MagicPlayed, MagicWorked, Scored, TurnBegan, TurnSkipped
from engine.laurin.model.moves import Counter
from engine.laurin.phases.spells import playable
from tests.engine.laurin.positions import StepPlayer, after, free_king, garden, layout

SPELLS = {
    "ban": "ban 1",
    "exchange": "exchange a1 c3",
    "haste": "haste west",
    "revolt": "revolt 1 east",
    "fog": "fog 1",
}
DWARFS = "1 5/3 a1, 2 1/1 c3, 2 3/2' d7"
TWO_EACH = "ban ban exchange exchange haste haste revolt revolt fog fog counter"


def kings_move(magic: str, **changes) -> StepPlayer:
    """Seat 1 has led the King two points north, from (4, 4) to (4, 6)."""
    return free_king(
        layout("auction", movement="v2a h1a h1b", dwarfs=DWARFS, magic=magic, **changes), "king 1 north"
    )


def before_a_turn(magic: str, phase: str = "placing") -> StepPlayer:
    """The chance before seat 1's turn."""
    return StepPlayer(layout(phase, dwarfs=DWARFS, magic=magic))


def magic_of(table: StepPlayer, seat: int) -> set[str]:
    return set(playable(table.position, seat))


PAIRS = [
    # where, the first card, may be played after it worked, may be played after it was countered
    ("king", "haste", {"fog"}, {"revolt", "fog"}),
    ("king", "revolt", {"haste", "fog"}, {"haste", "fog"}),
    ("king", "fog", set(), {"haste", "revolt"}),
    ("placing", "ban", {"ban", "exchange"}, {"ban", "exchange"}),
    ("placing", "exchange", {"ban", "exchange"}, {"ban", "exchange"}),
    ("moving", "ban", {"ban", "exchange"}, {"ban", "exchange"}),
    ("moving", "exchange", {"ban", "exchange"}, {"ban", "exchange"}),
]


@pytest.mark.parametrize(("where", "first", "worked", "countered"), PAIRS)
@pytest.mark.parametrize("outcome", ["worked", "countered"])
def test_all_pairs_in_both_orders(where, first, worked, countered, outcome):
    """Seat 3 has two of everything: what of it may follow the first card, and nothing else."""
    magic = f", counter, {TWO_EACH}"
    table = kings_move(magic) if where == "king" else before_a_turn(magic, where)
    table.play(f"3 {SPELLS[first]}")
    assert magic_of(table, 3) == {"counter"}, "right after a card there is only its counterspell"
    table.play("3 pass", "2 counter" if outcome == "countered" else "2 pass")
    if table.open[0] == "counter":
        table.play("3 pass")
    expected = countered if outcome == "countered" else worked
    if expected:
        assert table.open == ("react", (3,))
        assert {text.split()[0] for text in table.texts(3)} - {"pass"} == expected
    else:
        assert table.happened(Scored), "nobody can play anything any more, so scoring follows"


@pytest.mark.parametrize("where", ["king", "placing", "moving"])
def test_a_card_belongs_to_its_phases(where):
    """Ban and Exchange to phases 4 and 5, the others to the King's move, a counterspell to a card."""
    table = kings_move(f",,{TWO_EACH}") if where == "king" else before_a_turn(f",,{TWO_EACH}", where)
    fitting = {"haste", "revolt", "fog"} if where == "king" else {"ban", "exchange"}
    for card, text in SPELLS.items():
        assert (table.code(3, text) is None) == (card in fitting)
    assert table.code(3, Counter()) == "magic-not-now"


@pytest.mark.parametrize("phase", ["placing", "moving"])
def test_a_countered_counterspell_leaves_the_first_card_in_force(phase):
    """In phases 4 and 5 any number may follow each other; the last one decides."""
    state = layout(phase, dwarfs=DWARFS, magic="counter, counter, ban counter")
    for counters in range(4):
        table = after(state, "3 ban 1")
        for seat in (1, 3, 2)[:counters]:
            others = [f"{other} pass" for other in table.open[1] if other != seat]
            table.play(*others, f"{seat} counter")
        while table.open[0] == "counter":
            table.play(f"{table.open[1][0]} pass")
        skipped = TurnSkipped(1, banned=True) in table.events
        assert skipped == (counters % 2 == 0), counters
        dispelled = [type(event.move).__name__ for event in table.happened(Dispelled)]
        assert dispelled == [[], ["Ban"], ["Counter"], ["Ban", "Counter"]][counters]


def test_a_single_counterspell_in_a_kings_move():
    """It cannot be countered, and no other card of this King's move either."""
    table = kings_move("counter, counter, haste fog")
    table.play("3 haste west", "1 pass", "2 counter")
    assert table.position.king == (4, 6)
    assert table.happened(MagicWorked) == []
    assert table.open == ("react", (3,)), "nobody was asked to counter the counterspell"
    table.play("3 fog 1")
    assert table.happened(MagicWorked)
    assert table.position.magic == (("counter",), (), ())


def test_all_cards_played_are_discarded():
    """Countered or not."""
    table = kings_move("counter, counter, haste fog").play("3 haste west", "2 pass", "1 counter", "3 fog 2")
    assert table.position.piles.magic == ("haste", "counter", "fog")


def test_the_next_kings_move_begins_anew():
    """What was played before the scoring does not count after it."""
    table = kings_move("counter, counter, haste haste").play("3 haste west", "1 counter")
    assert table.happened(Scored)
    table.play("1 king 2 west")
    assert table.open == ("react", (3,))
    table.play("3 haste west")
    assert table.open == ("counter", (2,))


def test_magic_haste():
    """One point further in any direction that stays on the board, then scoring."""
    table = kings_move(",,haste")
    assert table.texts(3) == ["pass", "haste north", "haste east", "haste south", "haste west"]
    assert table.play("3 haste west").position.king == (3, 6)
    [scored] = table.happened(Scored)
    assert scored.points == (0, 2, 0)
    assert kings_move(",,haste", king=(8, 6)).texts(3) == ["pass", "haste south", "haste west"]


def test_dwarf_revolt_then_haste():
    """The Haste goes on from where the Revolt led."""
    table = kings_move(",haste, revolt").play("3 revolt 1 east")
    assert table.position.king == (5, 5)
    assert table.play("2 haste north").position.king == (5, 6)


@pytest.mark.parametrize(
    ("king", "lead", "choices"),
    [
        ((4, 4), "king 1 east", {"1 north": (5, 6), "1 south": (5, 2), "2 north": (6, 5), "2 south": (6, 3)}),
        ((4, 4), "king 1 west", {"1 north": (3, 6), "1 south": (3, 2), "2 north": (2, 5), "2 south": (2, 3)}),
        ((0, 8), "king 1 east", {"1 south": (1, 6), "2 south": (2, 7)}),
        ((0, 7), "king 1 east", {"1 south": (1, 5), "2 north": (2, 8), "2 south": (2, 6)}),
        ((8, 0), "king 2 north", {"1 west": (7, 1)}),
    ],
)
def test_dwarf_revolt(king, lead, choices):
    """At least one point straight on and one to a side, only where it stays on the board."""
    state = layout("auction", movement="h3a v2a h1b", king=king, magic=",,revolt")
    table = free_king(state, lead)
    assert table.texts(3) == ["pass", *(f"revolt {choice}" for choice in choices)]
    for choice, end in choices.items():
        assert free_king(state, lead).play(f"3 revolt {choice}").position.king == end


def test_magic_fog():
    """No points, neither turned nor taken off; the others are scored as always."""
    state = layout(
        "auction", movement="v2a h1a h1b", magic=",,fog", dwarfs="1 5/3 d6, 1 3/2' e7, 2 1/1 d7, 2 3/2' e6"
    )
    table = free_king(state, "king 1 north").play("3 fog 1")
    [scored] = table.happened(Scored)
    assert (scored.points, scored.fogged) == ((0, 3, 0), 1)
    assert table.position.dwarfs == garden("1 5/3 d6, 1 3/2' e7, 2 1/1' d7")


def test_magic_ban():
    """The turn is skipped, in this phase only; the banned player may still play magic."""
    table = before_a_turn("exchange,, ban").play("3 ban 1")
    assert TurnSkipped(1, banned=True) in table.events
    assert table.open == ("react", (1,)), "before seat 2's turn"
    table.play("1 exchange a1 c3")
    assert table.open == ("place", (2,))
    table.play("2 done", "3 done")
    assert table.position.phase == "moving"
    assert table.open == ("move", (1,))


def test_a_ban_is_on_the_coming_turn_only():
    """The seat named is the one whose turn comes."""
    table = before_a_turn(",,ban")
    refused = table.refusal(3, "ban 2")
    assert (refused.code, refused.params) == ("ban-next-only", {"seat": 1})


def test_who_holds_a_ban_may_use_it_on_the_own_turn():
    """Read literally; nobody will."""
    assert before_a_turn("ban").texts(1) == ["pass", "ban 1"]


def test_exchange_between_turns():
    """Two dwarfs of any owners trade squares and keep their sides up."""
    table = before_a_turn(",,exchange").play("3 exchange a1 d7")
    assert table.position.dwarfs == garden("2 3/2' a1, 2 1/1 c3, 1 5/3 d7")
    table = before_a_turn(",,exchange").play("3 exchange c3 d7")
    assert table.position.dwarfs == garden("1 5/3 a1, 2 3/2' c3, 2 1/1 d7")


def test_exchange_in_the_own_turn():
    """At any moment of it; others have only their chance to counter."""
    table = before_a_turn("exchange exchange,, counter").play("1 pass", "1 place 1/1 h8", "1 exchange a1 c3")
    assert table.open == ("counter", (3,))
    table.play("3 counter")
    assert table.open == ("place", (1,)), "the turn goes on"
    table.play("1 exchange a1 h8", "1 place 3/2 b2")
    assert [dwarf.square for dwarf in table.position.dwarfs if dwarf.seat == 1] == ["a1", "b2", "h8"]
    assert table.position.turn.left == 9 - 1 - 3


def test_exchange_after_own_dwarfs_were_moved():
    """Phase 5: the turn lasts until its player is done."""
    table = before_a_turn("exchange", "moving").play("1 pass", "1 move a1>b2", "1 exchange b2 c3")
    assert table.texts(1) == ["done"]
    assert table.position.dwarfs == garden("1 5/3 c3, 2 1/1 b2, 2 3/2' d7")


def test_the_last_chance_of_phase_five_is_for_exchanges():
    """After the last turn a Ban would have nobody to ban."""
    table = before_a_turn("ban exchange, ban, exchange", "moving")
    while table.position.waiting or table.position.turn:
        seat = table.open[1][0]
        table.play(f"{seat} done" if table.open[0] == "move" else f"{seat} pass")
    assert (table.position.phase, table.open) == ("moving", ("react", (1, 3)))
    assert table.code(1, "ban 1") == "magic-not-now"
    table.play("3 exchange a1 c3")
    assert table.open == ("react", (1,)), "who still can is asked again"
    table.play("1 exchange c3 d7")
    assert table.position.phase == "auction"


def test_an_exchange_needs_two_dwarfs():
    """With fewer nobody is asked for one."""
    state = layout("placing", dwarfs="1 1/1 a1", magic="exchange")
    table = StepPlayer(state)
    assert table.open == ("place", (1,))
    assert table.code(1, "exchange a1 b2") == "too-few-dwarfs"
    assert after(state, "1 place 3/2 b2").texts(1)[-1] == "exchange a1 b2"


def test_whoever_plays_first_acts_first():
    """All who could play are asked at once; the first card closes the question for everybody."""
    table = kings_move("haste, fog, revolt")
    assert table.open == ("react", (1, 2, 3))
    table.play("2 fog 1")
    assert table.happened(MagicPlayed, MagicWorked)
    assert table.position.king == (4, 6)
    assert table.happened(Scored), "after a Fog neither Haste nor Revolt"


def test_those_who_passed_are_asked_again():
    """After a card was dealt with, everybody who still can play something is."""
    table = kings_move("haste, fog, revolt").play("1 pass", "2 pass", "3 revolt 1 west")
    assert table.open == ("react", (1, 2))
    table.play("1 haste south", "2 pass")
    assert table.happened(Scored)
    assert table.position.king == (3, 4)


def test_a_chance_ends_when_all_asked_have_passed():
    """In any order; an open question stays the same one while others answer."""
    table = kings_move("haste, fog, revolt")
    number = table.ask(1).id
    table.play("3 pass", "2 pass")
    assert table.ask(1).id == number
    assert table.open == ("react", (1,))
    assert table.play("1 pass").happened(Scored)


def test_no_magic_after_a_lapsed_or_declined_move():
    """They are no King's moves."""
    table = free_king(layout("auction", movement="v1a h1a h1b", king=(4, 8), magic="haste fog"), "lapse 1")
    assert table.open == ("king-free", (1,))
    table.play("1 king 2 west", "1 pass")
    assert table.open == ("king-last", (3,))


def test_the_last_move_and_a_move_without_bids_are_kings_moves():
    """Magic may follow both."""
    state = layout("auction", movement="v1a h1a h1b", magic="fog, haste")
    table = free_king(state, "king 1 north")
    assert table.open == ("react", (1, 2))
    table.play("1 pass", "2 pass", "1 king 2 west", "1 pass", "2 pass", "3 king 3 west")
    assert table.open == ("react", (1, 2))


def test_turns_in_which_nothing_can_be_done_are_passed_over():
    """Nobody is asked to move dwarfs they do not have; who holds an Exchange has something to do."""
    table = after(layout("moving", dwarfs="2 1/1 a1, 2 1/1 b1"), "2 done")
    assert table.position.phase == "auction"
    table = after(layout("moving", dwarfs="2 1/1 a1, 2 1/1 b1", magic="exchange"), "1 pass")
    assert table.open == ("move", (1,))
    assert table.happened(TurnBegan) == [TurnBegan(1, 3)]
