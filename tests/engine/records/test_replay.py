"""Records played through the rules: golden ones whole, broken ones up to the step that is wrong."""

import re
from pathlib import Path

import pytest

from engine.game import Refused
from engine.records.header import read_header
from engine.records.reading import read
from engine.records.record import BrokenRecord, NotARecord
from engine.records.replay import replay
from engine.records.writing import write
from engine.refusals import PARAMS
from engine.registry import GAMES
from tests.engine.toy.game import GAME as PEARLS

RECORDS = Path(__file__).parents[2] / "records"
GOLDEN = sorted(RECORDS.glob("*.record"))
EVERY = {**GAMES, PEARLS.key: PEARLS}


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.record").read_text(encoding="utf-8")


def played(text: str):
    return [one.applied.playthrough for one in replay(text, EVERY)]


def broken(text: str) -> tuple[int, str]:
    with pytest.raises(BrokenRecord) as error:
        played(text)
    refused = error.value.refused
    assert set(refused.params) == set(PARAMS.get(refused.code, refused.params))
    return error.value.step, refused.code


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_keeps_the_rules_to_its_end(path):
    text = path.read_text(encoding="utf-8")
    record = read(text)
    playthroughs = played(text)
    assert len(playthroughs) == len(record.steps)
    assert playthroughs[-1].over == (record.result is not None)
    assert read(write(record)) == record


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_move_is_read_with_a_leading_zero(path):
    """Whatever the game and the move: a zero before any of its numbers, and the step is refused."""
    text = path.read_text(encoding="utf-8")
    before = [None, *played(text)]
    for number, one in enumerate(read(text).steps):
        for digits in re.finditer("[0-9]+", one.notation) if one.seat else ():
            typed = f"{one.notation[: digits.start()]}0{one.notation[digits.start() :]}"
            with pytest.raises(Refused) as refused:
                before[number].game.parse(typed, before[number].view(one.seat))
            assert refused.value.code == "wrong-form", typed


def test_a_card_at_the_end_of_an_empty_queue_is_its_front():
    """As docs/record.md says: `end` is read, and `front` is written."""
    right = text_of("intrigue-by-hand")
    wrong = right.replace("1 1 play heir front", "1 1 play heir end")
    assert wrong != right
    assert played(wrong) == played(right)


def test_there_are_golden_records_of_every_kind():
    records = [read(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert {record.header.game for record in records} == set(GAMES)
    assert any(record.result is None for record in records)
    assert {len(record.header.seats) for record in records} == set(GAMES["court"].seats)
    steps = [one.notation for record in records for one in record.steps]
    assert "undo" in steps
    assert "take king" in steps


def test_the_german_example_ends_with_the_hunter():
    """The turn of five rolls leads where the rulebook says."""
    last = played(text_of("german-example"))[-1]
    assert last.state.cards[0] == ("craftsman", "guard", "hunter", "astronomer")
    assert [ask.seat for ask in last.asks] == [1]


@pytest.mark.parametrize("name", ["one-round", "german-example"])
def test_a_record_may_stop_after_every_step(name):
    lines = [line for line in text_of(name).splitlines() if not line.startswith("result")]
    head = next(place for place, line in enumerate(lines) if line.startswith("0 "))
    for end in range(head, len(lines)):
        playthroughs = played("\n".join(lines[:end]))
        assert len(playthroughs) == sum(line[:1].isdecimal() for line in lines[:end])


ONE = text_of("one-round")
BROKEN = [
    # what stands there, what stands there instead, the step, the reason
    ("0 deal : 2", "0 deal", 0, "draw-missing"),
    ("0 deal : 2", "0 deal : 3", 0, "draw-impossible"),
    ("0 deal : 2", "0 deal : 02", 0, "draw-impossible"),
    ("0 deal : 2", "0 deal : 2 1", 0, "draw-left-over"),
    ("0 deal : 2", "result 2 1", 0, "result-early"),
    ("1 2 roll : 3 3 1", "1 2 roll : 3 3", 1, "draw-missing"),
    ("1 2 roll : 3 3 1", "1 2 roll", 1, "draw-missing"),
    ("1 2 roll : 3 3 1", "1 2 roll : 3 3 1 1", 1, "draw-left-over"),
    ("1 2 roll : 3 3 1", "1 2 roll : 3 3 7", 1, "draw-impossible"),
    ("1 2 roll : 3 3 1", "1 2 roll : 3 3 x", 1, "draw-impossible"),
    ("1 2 roll : 3 3 1", "1 1 roll : 3 3 1", 1, "wrong-seat"),
    ("1 2 roll : 3 3 1", "1 3 roll : 3 3 1", 1, "wrong-seat"),
    ("1 2 roll : 3 3 1", "1 3 undo", 1, "wrong-seat"),
    ("1 2 roll : 3 3 1", "1 2 undo", 1, "nothing-to-undo"),
    ("1 2 roll : 3 3 1", "1 2 rol : 3 3 1", 1, "unreadable"),
    ("1 2 roll : 3 3 1", "1 2 keep 3", 1, "not-before-first-roll"),
    ("1 2 roll : 3 3 1", "1 2 concede", 1, "not-final-round"),
    ("2 2 keep 1 3 3", "2 2 keep 1 3 3 3", 2, "not-active"),
    ("2 2 keep 1 3 3", "2 2 keep 1 3 3 : 5", 2, "draw-left-over"),
    ("2 2 keep 1 3 3", "2 2 keep 1 3 9", 2, "wrong-form"),
    ("2 2 keep 1 3 3", "2 2 keep 1 3 03", 2, "wrong-form"),
    ("2 2 keep 1 3 3", "2 2 roll : 1 1 1", 2, "must-keep-first"),
    ("2 2 keep 1 3 3", "2 2 use jester 3 : 6", 2, "not-owned"),
    ("2 2 keep 1 3 3", "2 2 use astronomer 1>3", 2, "not-owned"),
    ("2 2 keep 1 3 3", "2 1 undo", 2, "nothing-to-undo"),
    ("2 2 keep 1 3 3", "3 2 keep 1 3 3", 2, "wrong-number"),
    ("3 2 take farmer", "3 2 take guard", 3, "condition-not-met"),
    ("3 2 take farmer", "3 2 take gaurd", 3, "unknown-card"),
    ("3 2 take farmer", "3 2 stand", 3, "not-final-round"),
    ("3 2 take farmer", "result 2 1", 3, "result-early"),
    ("6 1 take nothing", "6 1 take nothing\n7 2 roll : 1 1 1 1", 7, "game-over"),
    ("6 1 take nothing", "6 1 resign\n7 1 take nothing", 7, "game-over"),
    ("6 1 take nothing", "6 2 resign", 6, "result-wrong"),
    ("6 1 take nothing", "6 3 resign", 6, "wrong-seat"),
    ("6 1 take nothing", "6 1 take nothing\n7 1 undo", 7, "game-over"),
    ("result 2 1", "result 1 2", 6, "result-wrong"),
    ("result 2 1", "result 2", 6, "result-wrong"),
    ("result 2 1", "result 2 1\nresult 2 1", 7, "after-result"),
]


@pytest.mark.parametrize(("right", "wrong", "step", "code"), BROKEN)
def test_a_broken_record_says_at_which_step_and_why(right, wrong, step, code):
    assert ONE.count(right) == 1
    assert broken(ONE.replace(right, wrong)) == (step, code)


def test_a_game_may_end_by_giving_up():
    """Wherever it was: the one who stayed is first."""
    head = ONE[: ONE.index("3 2 take")]
    assert played(f"{head}3 1 resign\nresult 2 1\n")[-1].over
    assert broken(f"{head}3 1 resign\nresult 1 2\n") == (3, "result-wrong")


def test_the_first_mistake_counts():
    """A line that nobody can read does not hide a broken rule before it."""
    text = ONE.replace("2 2 keep 1 3 3", "2 2 keep 5") + "nonsense\n"
    assert broken(text) == (2, "not-active")


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("game court", "game chess", "game-unknown"),
        ("seats amber, birch", "seats amber", "seats-not-possible"),
        ("seats amber, birch", "seats a, b, c, d, e, f", "seats-not-possible"),
        ("rounds=1", "rounds=0", "option-not-possible"),
        ("rounds=1", "rounds=many", "option-not-possible"),
        ("rounds=1", "edition=it", "option-not-possible"),
        ("rounds=1", "colour=green", "option-unknown"),
        ("0 deal", "rules 999\n0 deal", "rules-not-here"),
        ("0 deal", f"rules 1\nseed {'0' * 64}\n0 deal", "seed-needs"),
        ("0 deal", f"table kiwi-7\nseed {'0' * 64}\n0 deal", "seed-needs"),
    ],
)
def test_what_cannot_be_played_here_is_no_record(right, wrong, code):
    with pytest.raises(NotARecord) as error:
        played(ONE.replace(right, wrong))
    refused = error.value.refused
    assert refused.code == code
    assert set(refused.params) == set(PARAMS[code])


HEADERS = {path: read_header(path.read_text(encoding="utf-8")) for path in GOLDEN}
DICED = [path for path, header in HEADERS.items() if header.seed and header.game == "court"]


@pytest.mark.parametrize("path", DICED, ids=lambda path: path.stem)
def test_a_die_that_the_seed_did_not_give_is_found(path):
    """Each draw changed by itself is refused at its own step."""
    record = read(path.read_text(encoding="utf-8"))
    drawn = [number for number, one in enumerate(record.steps) if one.draws]
    for number in drawn[:: len(drawn) // 12]:
        one = record.steps[number]
        other = "1" if one.draws[-1] != "1" else "2"
        changed = type(one)(one.seat, one.notation, (*one.draws[:-1], other))
        entries = (*record.steps[:number], changed, *record.steps[number + 1 :])
        text = write(type(record)(record.header, entries))
        assert broken(text) == (number, "draw-not-of-seed")


def test_a_seed_that_does_not_fit_its_commitment_is_found():
    text = text_of("two-pages")
    seed = read_header(text).seed
    assert seed is not None
    assert broken(text.replace(seed, "0" * 64)) == (0, "seed-not-committed")


def test_without_a_commitment_the_dice_still_have_to_be_the_seeds():
    lines = [line for line in text_of("two-pages").splitlines() if not line.startswith("commitment")]
    text = "\n".join(lines)
    assert played(text)[-1].over
    assert broken(text.replace("table kiwi-7", "table kiwi-8"))[1] == "draw-not-of-seed"


def test_secrets_are_replayed_too():
    """Cards that only their owner saw are drawn from the pile as it was."""
    head = "crownhouse record 1\ngame pearls\nseats amber, birch\n"
    assert len(played(head + "0 deal : 9 3 9 5\n1 2 lay 3\n2 2 undo\n3 2 lay 5\n4 1 lay 9\n")) == 5
    assert broken(head + "0 deal : 9 9 9 5\n") == (0, "draw-impossible")
