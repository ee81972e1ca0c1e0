"""The record as text: written and read without loss, tolerant where people write by hand."""

from base64 import b64encode
from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Standing
from engine.records.reading import read
from engine.records.record import (
    BrokenRecord,
    Header,
    NotARecord,
    Record,
    RecordStep,
    RestoredSeed,
    Signature,
    VoidedDeal,
    deal_step,
    places,
    record_step,
)
from engine.records.writing import write
from tests.engine.toy.game import GAME as PEARLS
from tests.engine.toy.model import Lay, Stake

HEAD = "crownhouse record 1\ngame court\noptions edition=de\nseats amber, birch\n"

SECOND = HEAD.replace("record 1", "record 2")
KEY = f"SHA256:{'a' * 43}"

words = st.from_regex(r"[!-\"$-9;-~]{1,8}", fullmatch=True).filter(lambda word: word != "deal")
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=16)
hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
moments = st.datetimes(datetime(1970, 1, 1)).map(lambda when: when.strftime("%Y-%m-%dT%H:%M:%SZ"))  # noqa: DTZ001
headers = st.builds(
    Header,
    version=st.just(2),
    keys=st.dictionaries(
        st.integers(1, 5),
        st.binary(min_size=32, max_size=32).map(
            lambda key: (f"SHA256:{b64encode(key).decode().rstrip('=')}",)
        ),
        max_size=3,
    ).filter(lambda keys: len(set(keys.values())) == len(keys)),
    game=words,
    seats=st.lists(names, min_size=1, max_size=5).map(tuple),
    options=st.dictionaries(st.from_regex("[a-z]{1,8}", fullmatch=True), words, max_size=3),
    rules=st.none() | st.integers(0, 99),
    table=st.none() | words,
    commitment=st.none() | hashes,
    seed=st.none() | hashes,
    date=st.none() | st.dates().map(str),
    added=st.dictionaries(st.integers(1, 5), names.filter(bool), max_size=3),
    voided=st.lists(
        st.builds(VoidedDeal, st.lists(st.integers(1, 5), min_size=1).map(tuple), hashes, hashes), max_size=2
    ).map(tuple),
    restored=st.builds(RestoredSeed, st.integers(0, 99), moments, hashes, st.none() | hashes).map(
        lambda one: (one,)
    ),
)
signatures = st.builds(
    Signature, st.integers(1, 5), st.from_regex("[A-Za-z0-9+/]{4,12}={0,2}", fullmatch=True)
)
entries = st.builds(
    RecordStep,
    st.integers(1, 9),
    st.lists(words, min_size=1, max_size=4).map(" ".join),
    st.lists(words, max_size=5).map(tuple),
)
deals = st.lists(words, max_size=3).map(deal_step)


@given(
    headers,
    deals,
    st.lists(entries, max_size=6),
    st.none() | st.lists(st.integers(1, 9), min_size=1),
    st.lists(signatures, max_size=2),
)
def test_reading_gives_back_what_was_written(header, first, more, result, signed):
    """Whatever names people have, and whatever they add to the dice."""
    places = None if result is None else tuple(result)
    record = Record(header, (first, *more), places, tuple(signed) if places else ())
    assert read(write(record)) == record


def test_both_versions_are_read_and_written_as_they_are():
    """The first one knows no keys; a seat can have several."""
    assert (read(HEAD).header.version, read(SECOND).header.version) == (1, 2)
    other = KEY.replace("a", "b")
    whole = f"{SECOND}key 1 {KEY}\nkey 1 {other}\n0 deal : 2\n"
    assert read(whole).header.keys == {1: (KEY, other)}
    assert [write(read(text)) for text in (HEAD, whole)] == [HEAD, whole]


@pytest.mark.parametrize(
    "line",
    [
        "1 01 roll : 5",
        "01 1 roll : 5",
        "1 1 roll : 5\nresult 02 1",
        "1 1 roll : 5\nresult 2 1\nsignature 01 AA==",
    ],
)
def test_numbers_have_no_leading_zeros(line):
    with pytest.raises(BrokenRecord):
        read(f"{HEAD}0 deal : 2\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "added 1",
        "added x kiwi",
        "added 1 kiwi\nadded 1 pear",
        "voided 1 abc def",
        f"restored 3 {'0' * 64}",
        f"restored 3 yesterday {'0' * 64}",
        f"restored 3 2026-11-21T03:00:00Z {'0' * 64}\nrestored 2 2026-11-21T03:00:00Z {'0' * 64}",
        f"voided , {'0' * 64} {'0' * 64}",
    ],
)
def test_lines_about_the_dice_are_checked(line):
    with pytest.raises(NotARecord, match="header-line"):
        read(f"{HEAD}{line}\n0 deal : 2\n")


def test_it_looks_as_the_documentation_shows_it():
    header = Header(game="pearls", seats=("amber", "birch"), options={"rounds": "2"})
    steps = (
        deal_step(("4", "9", "3", "5")),
        record_step(PEARLS, 2, Lay(9)),
        record_step(PEARLS, 1, Lay(4), ()),
    )
    assert write(Record(header, (*steps, record_step(PEARLS, 2, Stake(2), ("6",))), (2, 1))) == (
        "crownhouse record 2\n"
        "game pearls\n"
        "options rounds=2\n"
        "seats amber, birch\n"
        "0 deal : 4 9 3 5\n"
        "1 2 lay 9\n"
        "2 1 lay 4\n"
        "3 2 stake 2 : 6\n"
        "result 2 1\n"
    )


def test_remarks_stand_above_their_steps_and_mean_nothing():
    record = Record(
        Header(game="court", seats=("amber", "birch")), (deal_step(["1"]), RecordStep(1, "roll", ("5",)))
    )
    text = write(record, {1: "time was up"})
    assert text.splitlines()[-2:] == ["# time was up", "1 1 roll : 5"]
    assert read(text) == record


def test_places_are_listed_by_seat():
    assert places((Standing(3, 1, 9), Standing(1, 2, 5), Standing(2, 2, 5))) == (2, 2, 1)


STEPS = "0 deal : 1\n1 1 roll : 6 5 2\n2 1 keep 5 6\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + STEPS,
        (HEAD + STEPS).replace("\n", "\r\n"),
        (HEAD + STEPS).replace("\n", "  \t\n"),
        (HEAD + STEPS).replace("\n", "\n# a comment : 1 2 3\n\n   # another\n"),
        "\ufeff\n\n# before it\n" + HEAD + STEPS,
        (HEAD + STEPS).replace("\n", "\n  "),
        (HEAD + STEPS).removesuffix("\n"),
        HEAD.replace("options", "options  ") + "0  deal :1\n1 1   roll :  6   5 2\n2 1 keep 5 6",
        "crownhouse record 1\nseats amber,birch\ngame court\noptions edition=de\n" + STEPS,
    ],
    ids=["plain", "CRLF", "trailing", "comments", "BOM", "indented", "no end", "blanks", "other order"],
)
def test_what_people_do_to_files_changes_nothing(text):
    assert read(text) == read(HEAD + STEPS)


@pytest.mark.parametrize("lines", range(HEAD.count("\n"), (HEAD + STEPS).count("\n") + 1))
def test_a_record_may_stop_anywhere(lines):
    text = "".join((HEAD + STEPS).splitlines(keepends=True)[:lines])
    assert len(read(text).steps) == lines - HEAD.count("\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-record"),
        ("# nothing but a comment\n", "no-record"),
        ("root:x:0:0:root:/root:/bin/bash\n", "no-record"),
        (STEPS, "no-record"),
        ("crownhouse record 3\ngame court\n", "record-version"),
        ("crownhouse record\n", "record-version"),
        (HEAD.replace("game court\n", ""), "header-missing"),
        (HEAD.replace("seats amber, birch\n", "") + STEPS, "header-missing"),
        (HEAD + "game court\n" + STEPS, "header-line"),
        (HEAD + "colour green\n" + STEPS, "header-line"),
        (HEAD + "rules one\n", "header-line"),
        (HEAD + f"key 1 {KEY}\n", "header-line"),
        (SECOND + "key 1 MD5:short\n", "header-line"),
        (SECOND + f"key one {KEY}\n", "header-line"),
        (SECOND + f"key 1 {KEY}\nkey 2 {KEY}\n", "header-line"),
        (HEAD + "seed 1234\n", "header-line"),
        (HEAD + "table two words\n", "header-line"),
        (HEAD.replace("edition=de", "edition"), "header-line"),
        (HEAD.replace("edition=de", "edition=de edition=en"), "header-line"),
    ],
)
def test_what_is_no_record_says_why(text, code):
    with pytest.raises(NotARecord) as error:
        read(text)
    assert error.value.refused.code == code


def test_the_line_that_is_wrong_is_named():
    with pytest.raises(NotARecord) as error:
        read("# by hand\n" + HEAD + "\ncolour green\n")
    assert error.value.refused.params == {"line": 7, "text": "colour green"}


@pytest.mark.parametrize(
    ("tail", "step", "code"),
    [
        ("1 deal : 1\n", 0, "wrong-number"),
        ("0 1 deal : 1\n", 0, "unreadable-step"),
        ("0 roll : 1\n", 0, "unreadable-step"),
        ("0 deal :\n", 0, "unreadable-step"),
        ("result 1 2\n0 deal : 1\n", 0, "after-result"),
        (STEPS + "4 1 roll : 1\n", 3, "wrong-number"),
        (STEPS + "2 1 keep 5 6\n", 3, "wrong-number"),
        (STEPS + "3 roll\n", 3, "unreadable-step"),
        (STEPS + "3 1\n", 3, "unreadable-step"),
        (STEPS + "3 1 : 5\n", 3, "unreadable-step"),
        (STEPS + "3 1 roll :\n", 3, "unreadable-step"),
        (STEPS + "three\n", 3, "unreadable-step"),
        (STEPS + "game court\n", 3, "unreadable-step"),
        (STEPS + "result one\n", 3, "unreadable-step"),
        (STEPS + "result\n", 3, "unreadable-step"),
        (STEPS + "result 1 2\n3 1 roll : 5\n", 3, "after-result"),
        (STEPS + "99999999999999999999 1 roll\n", 3, "unreadable-step"),
        (STEPS + "٣ 1 roll\n", 3, "unreadable-step"),
    ],
)
def test_a_line_that_is_no_step_is_named_by_the_step_it_should_be(tail, step, code):
    with pytest.raises(BrokenRecord) as error:
        read(HEAD + tail)
    assert (error.value.step, error.value.refused.code) == (step, code)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_a_record_or_refused(head, tail):
    """Nothing in a file raises anything else."""
    for text in (head, HEAD + tail, HEAD + STEPS + tail):
        with suppress(NotARecord, BrokenRecord):
            assert read(text).header.game
