"""Records of the host's games, made from their logs. Pure; the format is left to `engine.records.record`.

The record of a finished game is complete and has the seed of its dice. The record of a running game without
secrets has all its moves. With secrets, it stops before the deal, and the seat's own moves follow as
comments.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from engine import codec
from engine.chance import commitment
from engine.game import AnyGame, with_rules
from engine.lessons import LEARNER
from engine.playthrough import RESIGN, move_type
from engine.records.record import (
    CHANCE,
    DUPLICATE,
    Header,
    Record,
    RestoredSeed,
    VoidedDeal,
    deal_step,
    record_step,
)
from engine.records.record import RecordStep as Step
from engine.records.writing import write
from server.identity.names import FORGOTTEN
from server.log import fair_dice
from server.log.entries import Entry, Opening, Outcome
from server.log.fair_dice import GivenUpSeed
from server.log.table_options import (
    continued_from,
    deal_of,
    is_continued,
    is_duplicate,
    is_lesson,
    is_unproven,
    named_options,
)
from tui.host.refusals import refused

LATE = "time was up"
"""The comment before a move that was made for a seat."""
FIXED = "a lesson: deal, dice and cards were fixed beforehand, nothing was drawn; it counts for nothing"
"""The comment before the deal of a lesson, whose record has neither commitment nor seed."""
CONTINUED = (
    "practice that goes on from position {} of {}: until then it was played there; it counts for nothing"
)
"""The comment before the deal of such a game, whose record has neither commitment nor seed."""
FROM_HERE = "from here on it was played at this table"
BY_ITSELF = "made by the lesson"
"""The comment before a move that a lesson makes for the learner."""
UNTIL_THE_END = "a game with secrets: shown in full after it ends; until then you see only your own moves"
"""The comment at the point where the record of a running game with secrets stops."""


def finished(game: AnyGame | None, opening: Opening, log: Sequence[Entry], outcome: Outcome) -> str:
    """Return the record of a game that is over. Raises Refused ("rules-not-here")."""
    rules = _rules(game, opening)
    header = _signable(_header(rules, opening, outcome.names, log, over=True), outcome)
    return write(Record(header, tuple(_steps(rules, log)), outcome.places or None), _remarks(opening, log))


def without_players(record: str, seats: Container[int]) -> str:
    """A record with another word for the names at some seats, without their keys: another text was signed."""
    lines = []
    for line in record.split("\n"):
        word, _, value = line.partition(" ")
        if word == "seats":
            names = enumerate(value.split(", "), start=1)
            lines.append("seats " + ", ".join(FORGOTTEN if seat in seats else name for seat, name in names))
        elif word != "key" or int(value.partition(" ")[0]) not in seats:
            lines.append(line)
    return "\n".join(lines)


def steps_so_far(game: AnyGame | None, opening: Opening, log: Iterable[Entry]) -> Iterator[Step]:
    """Yield the steps of a running game, for `running`. Raises Refused."""
    return _steps(_rules(game, opening), log)


def running(
    game: AnyGame | None,
    opening: Opening,
    log: Sequence[Entry],
    names: Sequence[str],
    seat: int | None,
    steps: Sequence[Step],
) -> str:
    """Return what a seat or a spectator may know of a running game, as a record. Raises Refused."""
    rules = _rules(game, opening)
    header = _header(rules, opening, names, log, over=False)
    if not rules.secrets:
        return write(Record(header, tuple(steps)), _remarks(opening, log))
    own = "".join(f"# {number} {seat} {step.notation}\n" for number, step in _own(steps, seat))
    return f"{write(Record(header))}# {UNTIL_THE_END}\n{own}"


def _own(steps: Sequence[Step], seat: int | None) -> Iterator[tuple[int, Step]]:
    """Yield a seat's own steps with their numbers; none to spectators."""
    return ((number, step) for number, step in enumerate(steps) if seat and step.seat == seat)


def _signable(header: Header, outcome: Outcome) -> Header:
    """Return the header with the keys that may sign for each seat. A game that ended before keys were noted,
    or whose dice got a text of a seat that had voided a deal, has a record of the first version.
    """
    voided = {seat for deal in header.voided for seat in deal.seats}
    if not outcome.keys or voided & header.added.keys():
        return replace(header, version=1)
    keys = outcome.keys if outcome.places else ()
    return replace(header, keys={seat: own for seat, own in enumerate(keys, start=1) if own})


def _rules(game: AnyGame | None, opening: Opening) -> AnyGame:
    found = with_rules(game, opening.rules_version)
    if found is None:
        present = game.rules_version if game else 0
        raise refused("rules-not-here", rules=opening.rules_version, present=present)
    return found


def _header(
    game: AnyGame, opening: Opening, names: Sequence[str], log: Sequence[Entry], *, over: bool
) -> Header:
    """The lines before the deal; those with seeds only of a game that is over, and of no lesson."""
    fixed = is_unproven(opening.options)
    keyed = {CHANCE: DUPLICATE} if is_duplicate(opening.options) else {}
    dice = fair_dice.drawn_from(opening, log)
    began = next((line.time for line in log if line.kind == "start"), opening.opened)
    return Header(
        game=opening.game,
        seats=tuple(name or FORGOTTEN for name in names),
        options=named_options(game, opening.options) | keyed,
        rules=opening.rules_version,
        table=opening.id,
        deal=deal_of(opening.options),
        commitment=None if fixed else dice.commitment,
        seed=dice.seed.hex() if over and not fixed else None,
        date=datetime.fromtimestamp(began, UTC).date().isoformat(),
        added=dice.texts,
        voided=tuple(
            VoidedDeal(deal.seats, commitment(deal.seed, opening.id), deal.seed.hex())
            for deal in dice.voided
            if over
        ),
        restored=() if fixed else tuple(_restored(opening, one, over=over) for one in dice.restored),
    )


def _restored(opening: Opening, one: GivenUpSeed, *, over: bool) -> RestoredSeed:
    when = datetime.fromtimestamp(one.backup, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return RestoredSeed(one.step, when, commitment(one.seed, opening.id), one.seed.hex() if over else None)


def _steps(game: AnyGame, log: Iterable[Entry]) -> Iterator[Step]:
    for line in _played(log):
        if line.kind == "start":
            yield deal_step(line.draws)
        else:
            yield record_step(game, line.seat, _move(game, line), line.draws)


def _remarks(opening: Opening, log: Iterable[Entry]) -> dict[int, str]:
    """Return the comments on steps that nobody chose, by step."""
    played = list(enumerate(_played(log)))
    late = {number: LATE for number, line in played if line.by == "timeout"}
    if is_continued(opening.options):
        game, position = continued_from(opening.options)
        return {**late, 0: CONTINUED.format(position, game or "a record"), position + 1: FROM_HERE}
    if not is_lesson(opening.options):
        return late
    made = {number: BY_ITSELF for number, line in played if line.by == "bot" and line.seat == LEARNER}
    return {0: FIXED, **late, **made}


def _played(log: Iterable[Entry]) -> Iterable[Entry]:
    return (line for line in log if line.kind in {"start", "move", "concede"})


def _move(game: AnyGame, line: Entry) -> Any:
    return RESIGN if line.kind == "concede" else codec.decode(move_type(game), line.move.encode())
