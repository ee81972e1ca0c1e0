"""What is durable, read from the database and folded by the engine's rules alone: nothing asks the host.

Each table's log is checked as it grows: numbers without a gap, nothing rewritten, dice that follow from the
seed and the place of the draw, an end behind every game that is over.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine import codec, playthrough
from engine.chance import FairChance, commitment, next_seed, table_key
from engine.game import AnyGame, Ask, Refused, Setup
from engine.playthrough import RESIGN, Playthrough, Undo
from engine.registry import GAMES

COLUMNS = 'seq, kind, time, seat, "by", ask, who, name, move, draws, note'
HOUSE_OPTIONS = ("odds", "late")
"""Options of a table that are none of its game's."""


class Violation(Exception):  # noqa: N818
    """A promise that was broken; the message says which."""


class Row(NamedTuple):
    """An entry as it is stored."""

    seq: int
    kind: str
    time: float
    seat: int
    by: str
    ask: int
    who: str
    name: str
    move: str
    draws: str
    note: str


class Holder(NamedTuple):
    """Who has a seat: `who` is an account or a bot; `kept` the account it is kept for."""

    by: str = "nobody"
    who: str = ""
    name: str = ""
    lent: bool = False
    kept: str = ""
    code: str = ""

    @property
    def played_by_bot(self) -> bool:
        return self.by == "bot" or self.lent


NOBODY = Holder()


class Dice(NamedTuple):
    """What a table's draws come from. `added`: by seat the hash of a text, and the text, once it is known."""

    seed: bytes
    added: Mapping[int, tuple[str, str | None]] = {}
    locked: bool = False
    voided: tuple[tuple[int, ...], ...] = ()

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(seat for seat, (_, text) in sorted(self.added.items()) if text is None)

    def after(self, row: Row) -> Dice:
        """What becomes of it before the deal."""
        match row.kind:
            case "contribute":
                return self._replace(added={**self.added, row.seat: (row.note, row.move or None)})
            case "reveal":
                return self._replace(added={**self.added, row.seat: (self.added[row.seat][0], row.move)})
            case "lock":
                return self._replace(locked=True)
            case "void" if self.locked:
                return Dice(next_seed(self.seed), voided=(*self.voided, (row.seat,)))
            case "void":
                *before, last = self.voided
                return self._replace(voided=(*before, (*last, row.seat)))
            case "stand" | "kick":
                return self._replace(added={s: one for s, one in self.added.items() if s != row.seat})
        return self


class LoggedPosition(NamedTuple):
    """A table after an entry of its log."""

    row: Row | None
    stage: str
    holders: tuple[Holder, ...]
    dice: Dice
    game: Playthrough | None = None
    events: int = 0
    """How many events of the game there were so far."""
    said: Mapping[int, Mapping[str, int]] = {}
    asked_at: Mapping[int, float] = {}
    forced: bool = False
    """Whether the clock made the last move, which nobody can undo."""

    @property
    def steps(self) -> int:
        return self.game.steps if self.game else 0

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.game.asks if self.game and self.stage == "running" else ()

    def seat_of(self, player: str) -> int | None:
        for seat, holder in enumerate(self.holders, 1):
            if holder.by == "player" and holder.who == player:
                return seat
        return None

    def words(self, seat: int | None) -> tuple[str, ...]:
        """The standing answers that hold for a seat."""
        said = self.said.get(seat or 0)
        if not said or self.game is None or self.stage != "running":
            return ()
        view, span = self.game.view(seat), self.game.game.standing_answers.span
        return tuple(word for word, begun in said.items() if span(view, word) == begun)


class TableTruth:
    """One table: every position that is durable, the newest last."""

    def __init__(self, table: str, opening: Mapping[str, Any]) -> None:
        self.id, self.opening = table, opening
        self.game: AnyGame = GAMES[opening["game"]]
        if opening["commitment"] != commitment(opening["seed"], table):
            raise Violation(f"{table}: the commitment is not the seed's")
        options = {k: v for k, v in json.loads(opening["options"]).items() if k not in HOUSE_OPTIONS}
        self._setup = Setup(opening["seats"], msgspec.convert(options, self.game.Options))
        self.positions = [LoggedPosition(None, "open", (NOBODY,) * opening["seats"], Dice(opening["seed"]))]
        self.events: list[Any] = []
        self._views: dict[tuple[int, int | None], Any] = {}

    @property
    def now(self) -> LoggedPosition:
        return self.positions[-1]

    @property
    def length(self) -> int:
        return len(self.positions) - 1

    def view(self, number: int, seat: int | None) -> Any:
        """What a seat may know at a position."""
        current = self.positions[number].game
        if current is None:
            return None
        place = (current.steps, seat)
        if place not in self._views:
            self._views[place] = current.view(seat)
        return self._views[place]

    def add(self, row: Row) -> None:
        if row.seq != self.length + 1:
            raise Violation(f"{self.id}: entry {row.seq} follows on {self.length}")
        if self.now.stage == "over":
            raise Violation(f"{self.id}: entry {row.seq} ({row.kind}) after the end")
        self.positions.append(self._after(self.now, row))

    def check_end(self) -> None:
        """A game that is over has its end in the same transaction."""
        if self.now.stage == "running" and self.now.game and self.now.game.over:
            raise Violation(f"{self.id}: the game is over after {self.length}, its end is not written")

    def commitment(self, number: int) -> str:
        """What everybody may know of the seed at a position."""
        return commitment(self.positions[number].dice.seed, self.id)

    def _chance(self, now: LoggedPosition) -> FairChance:
        """Chance at the place of the next draw."""
        if now.dice.missing:
            raise Violation(f"{self.id}: dealt without the texts of seats {now.dice.missing}")
        texts = {seat: text or "" for seat, (_, text) in now.dice.added.items()}
        key = table_key(now.dice.seed, self.id, self.opening["rules_version"], texts)
        return FairChance(key, now.game.draws if now.game else 0)

    def _after(self, now: LoggedPosition, row: Row) -> LoggedPosition:
        if now.stage == "open":
            now = now._replace(dice=now.dice.after(row))
        match row.kind:
            case "start":
                step = playthrough.start(self.game, self._setup, self._chance(now))
                return self._played(now._replace(stage="running"), row, step)
            case "move":
                move = codec.decode(playthrough.move_type(self.game), row.move.encode())
                said = {**now.said, row.seat: {}} if isinstance(move, Undo) else now.said
                forced = row.by == "timeout"
                return self._played(now._replace(said=said, forced=forced), row, self._step(now, row, move))
            case "concede":
                holder = now.holders[row.seat - 1]
                gave_up = holder._replace(by="bot", who=row.who, lent=False, kept=holder.who, code="")
                now = _with(now, row.seat, gave_up)
                return self._played(now, row, self._step(now, row, RESIGN))
            case "end":
                return now._replace(row=row, stage="over")
            case "credit" | "late" | "call" | "away":
                return now._replace(row=row)
            case "beforehand":
                assert now.game is not None
                view, span = now.game.view(row.seat), self.game.standing_answers.span
                words = {word: span(view, word) for word in row.note.split()}
                return now._replace(row=row, said={**now.said, row.seat: words})
        if row.seat:
            now = _with(now, row.seat, _seated(now.holders[row.seat - 1], row))
        return now._replace(row=row)

    def _step(self, now: LoggedPosition, row: Row, move: Any) -> playthrough.PlayedStep:
        if now.game is None:
            raise Violation(f"{self.id}: entry {row.seq} is a move before the deal")
        try:
            return playthrough.apply(now.game, row.seat, row.ask, move, self._chance(now))
        except Refused as refused:
            raise Violation(f"{self.id}: entry {row.seq} is against the rules: {refused.code}") from refused

    def _played(self, now: LoggedPosition, row: Row, step: playthrough.PlayedStep) -> LoggedPosition:
        if " ".join(step.draws) != row.draws:
            raise Violation(f"{self.id}: entry {row.seq} drew {row.draws!r}, its place says {step.draws!r}")
        self.events += step.events
        asked = {ask.id: now.asked_at.get(ask.id, row.time) for ask in step.playthrough.asks}
        return now._replace(row=row, game=step.playthrough, events=len(self.events), asked_at=asked)


def _with(now: LoggedPosition, seat: int, holder: Holder) -> LoggedPosition:
    return now._replace(holders=(*now.holders[: seat - 1], holder, *now.holders[seat:]))


def _seated(holder: Holder, row: Row) -> Holder:
    match row.kind:
        case "sit":
            return Holder("player", row.who, row.name, code=row.note)
        case "bot":
            return Holder("bot", row.who, row.name)
        case "keep":
            return Holder("nobody", "", row.name, kept=row.who)
        case "lend":
            return holder._replace(lent=True)
        case "back":
            return holder._replace(lent=False)
        case "name":
            return holder._replace(name=row.name)
        case "code":
            return holder._replace(code=row.note)
        case "stand" | "kick":
            return NOBODY
    return holder


class Truth:
    """Everything that is durable on a disk; it outlives the hosts. `open` reads another life's file."""

    def __init__(self) -> None:
        self.tables: dict[str, TableTruth] = {}
        self._connection: sqlite3.Connection | None = None
        self._changes = -1

    def open(self, path: Path) -> None:
        """Read what a kill left: all that was durable before is there, and nothing was changed."""
        self._connection = sqlite3.connect(path)
        for table in self.tables.values():
            stored = self._rows(table.id, 0)[: table.length]
            known = [position.row for position in table.positions[1:]]
            if stored != known:
                raise Violation(f"{table.id}: {table.length} entries were durable, and are not as they were")
        self.refresh()

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    def refresh(self) -> list[tuple[TableTruth, int]]:
        """Fold what became durable; the tables that have grown, and how long each was."""
        assert self._connection is not None
        grown = []
        for table, last, count in self._connection.execute(_LENGTHS).fetchall():
            known = self.tables.get(table) or self._meet(table)
            if last != count:
                raise Violation(f"{table}: {count} entries, the last is number {last}")
            if last > known.length:
                grown.append((known, known.length))
                for row in self._rows(table, known.length):
                    known.add(row)
                known.check_end()
        return grown

    def check_counts(self) -> None:
        """What is counted in public of all commitments is what the logs say."""
        rows = [position.row for table in self.tables.values() for position in table.positions[1:]]
        kinds = [row.kind for row in rows if row]
        expected = {
            "opened": len(self.tables), "dealt": kinds.count("start"), "voided": kinds.count("void"),
        }  # fmt: skip
        found = dict(self.select("SELECT what, number FROM dice_counts"))
        for what, number in expected.items():
            if found.get(what, 0) != number:
                raise Violation(f"{number} tables {what}, {found.get(what, 0)} are counted")

    def select(self, sql: str, *parameters: Any) -> list[Any]:
        """Rows of anything else that is stored."""
        assert self._connection is not None
        return self._connection.execute(sql, parameters).fetchall()

    def _meet(self, table: str) -> TableTruth:
        assert self._connection is not None
        cursor = self._connection.execute("SELECT * FROM tables WHERE id = ?", (table,))
        columns = [column[0] for column in cursor.description]
        new = self.tables[table] = TableTruth(table, dict(zip(columns, cursor.fetchone(), strict=True)))
        return new

    def _rows(self, table: str, after: int) -> list[Row]:
        assert self._connection is not None
        return [Row(*row) for row in self._connection.execute(_ENTRIES, (table, after))]


_LENGTHS = "SELECT table_id, max(seq), count(*) FROM entries GROUP BY table_id"
_ENTRIES = f"SELECT {COLUMNS} FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"  # noqa: S608


@cache
def encoded(move: Any) -> str:
    """A move as the journal has it."""
    return codec.encode(move).decode()


def shown(game: AnyGame, events: Sequence[Any], seat: int | None) -> list[Any]:
    """What a seat sees of events."""
    seen = (playthrough.show(game, event, seat) for event in events)
    return [event for event in seen if event is not None]
