"""Three people play laurin over ssh; two of them react at once, and one goes away in a chance to react."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.host import LiveHost
from tests.e2e.laurin_player import LaurinPlayer, play_on
from tests.terminal import PtyTerminals

pytestmark = pytest.mark.e2e
CAST = re.compile(r"^\d+ \d (?:ban|haste|revolt|fog)\b", re.MULTILINE)
"""A line of a record in which magic is played."""


@pytest.fixture
def host(tmp_path: Path, terminals: PtyTerminals, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveHost]:
    monkeypatch.setenv("CROWNHOUSE_PATIENCE_REACTION", "1")
    host = LiveHost(tmp_path, terminals)
    host.start()
    yield host
    host.close()


def sit_down(terminals: PtyTerminals, host: LiveHost, *names: str, rounds: int) -> list[LaurinPlayer]:
    """The first opens a game by a typed line, the others sit down in the lobby."""
    people = [LaurinPlayer(name, host.connect(name), seed) for seed, name in enumerate(names)]
    first, *others = people
    terminals.see(first.terminal, "No tables of others")
    first.press("/", *f"open laurin 3 rounds={rounds}", "Enter")
    terminals.see(first.terminal, "2 seats are still free")
    for person in others:
        terminals.see(person.terminal, "1/3", "2/3")
        person.press("Tab")
        terminals.see(person.terminal, "There is room at")
        person.press("Enter")
        terminals.see(first.terminal, f"  {person.name}")
    first.press("s")
    for person in people:
        terminals.see(person.terminal, "magic for sale")
    return people


def both_react(
    terminals: PtyTerminals, people: list[LaurinPlayer], moves: int
) -> tuple[LaurinPlayer, LaurinPlayer]:
    """Plays on until two people have a chance to react with a card at the same time."""
    for _ in range(moves):
        terminals.rest()
        terminals.check(any(person.asked for person in people), "somebody's turn")
        ready = [person for person in people if person.reacts]
        if len(ready) > 1:
            return ready[0], ready[1]
        for person in [person for person in people if person.asked][:1]:
            person.answer(terminals)
    raise AssertionError(f"nobody could react:\n{terminals.screens()}")


def test_three_people_play_to_the_result(terminals: PtyTerminals, host: LiveHost) -> None:
    people = sit_down(terminals, host, "anna", "bert", "cleo", rounds=3)
    one, other = both_react(terminals, people, 400)
    for person in (one, other):
        person.press(person.spell or "")
    terminals.rest()
    assert all(person.keys_offered.startswith(" Enter") for person in (one, other))
    for person in (one, other):
        person.press("Enter")
    terminals.rest()
    assert not (one.reacts and other.reacts)

    assert play_on(terminals, people, 2000)
    for person in people:
        terminals.check(person.over, f"the result before {person.name}")
        assert {"anna", "bert", "cleo"} <= set(person.terminal.text.split())
    record = re.search(r"ssh -p \d+ localhost record (\w+)", one.terminal.text)
    assert record
    told = host.connect("anna", "record", record[1], columns=200, rows=100)
    terminals.ended(told)
    text = told.received.decode().replace("\r", "")
    assert CAST.search(text), text
    assert "result" in text
    assert "Traceback" not in host.log


def test_who_goes_away_holds_up_no_chance(terminals: PtyTerminals, host: LiveHost) -> None:
    people = sit_down(terminals, host, "anna", "bert", "cleo", rounds=60)
    one, other = both_react(terminals, people, 400)
    others = [person for person in people if person is not one]
    question = question_to(terminals, people.index(one) + 1)
    one.terminal.hang_up()
    terminals.see(other.terminal, "(away)")
    while any(person.reacts for person in others):
        next(person for person in others if person.asked).answer(terminals)
    terminals.until(lambda tables: question not in asked(tables), "the end of the time to react")
    terminals.see(other.terminal, "Points:", "Nobody scores", " turn", f"{one.name} plays")


def question_to(terminals: PtyTerminals, seat: int) -> int:
    """The number of the question that a seat of the only table has to answer."""
    (table,) = terminals.tables.values()
    number: int = table["asked"][str(seat)]
    return number


def asked(tables: dict[str, Any]) -> list[int]:
    """The numbers of all questions."""
    return [number for table in tables.values() for number in table["asked"].values()]
