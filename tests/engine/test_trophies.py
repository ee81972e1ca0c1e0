"""Trophies of whole games: they are read from records, undone steps are left out, who resigned gets none."""

from collections.abc import Sequence
from dataclasses import replace as with_field
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.game import PastStep, Trophies
from engine.playthrough import UNDO, Playthrough, answer_open_ask, trophies
from engine.records.reading import read
from engine.records.replay import replay
from engine.registry import GAMES
from tests.engine.contract import walk
from tests.engine.seeded_chance import luck

RECORDS = Path(__file__).parent.parent / "records"
OF_RECORDS = {
    "five-pages": {(1, "rainbow"), (2, "rainbow"), (3, "unshaken"), (3, "usurper"), (4, "rainbow")},
    "house-limit": {(2, "two-left-hands")},
    "intrigue-by-hand": {(2, "three-blanks"), (2, "trap")},
    "laurin-five-stewards": {(1, "for-a-penny"), (5, "chauffeur")},
    "laurin-one-round": {(3, "no-magic")},
    "one-round": set[tuple[int, str]](),
}


def played(name: str) -> tuple[Playthrough, list[PastStep]]:
    """The end of a record, and its steps."""
    text = (RECORDS / f"{name}.record").read_text()
    steps, at = list[PastStep](), None
    for step, written in zip(replay(text, GAMES), read(text).steps, strict=True):
        steps.append(PastStep(at and at.state, written.seat, step.applied.events))
        at = step.applied.playthrough
    assert at
    return at, steps


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_record_gives_its_trophies(name: str) -> None:
    assert trophies(*played(name)) == OF_RECORDS[name]


def test_who_resigned_gets_none() -> None:
    end, steps = played("five-pages")
    assert trophies(replace(end, resigned=(4, 1)), steps) == {
        one for one in OF_RECORDS["five-pages"] if one[0] not in {1, 4}
    }


def test_undone_steps_are_left_out() -> None:
    """A game is handed a step once that was undone and made again."""
    game, handed = GAMES["court"], list[PastStep]()

    def found(steps: Sequence[PastStep], *_: object) -> set[tuple[int, str]]:
        handed.extend(steps)
        return set()

    course = walk(game, 2, "undone", ["beginner"])
    before, seat, _, done = next(one for one in course.steps if one[3].playthrough.can_undo(one[1]))
    undone = answer_open_ask(done.playthrough, seat, UNDO, luck("none"))
    step = PastStep(before.state, seat, done.events)
    recorded = with_field(game, trophies=Trophies((), found))
    trophies(
        replace(course.end, game=recorded),
        [step, PastStep(done.playthrough.state, seat, undone.events), step],
    )
    assert handed == [step]
