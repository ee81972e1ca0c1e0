"""What people were told, checked against what is durable at that moment, and again after every kill.

A promise that is broken raises nothing where it is noticed, which may be inside of the host: it is kept in
`Witness.violations`, and the run ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.playthrough import TimeUp
from tests.simulation.truth import LoggedPosition, TableTruth, Truth, Violation, shown
from tui.host.pictures import LobbySnapshot, TableInfo, TableSnapshot

HEARTBEAT = 20.0
"""By so much an outage may be counted too long, and twice that if the disk refused the last sign of life."""
WRITING = 10.0
"""By so much a sign of life may come too late, because the disk was slow."""
REMEMBERED = 500


class Request:
    """Something that somebody asked for. `state`: "open" (no answer, perhaps never), "ok", or a refusal."""

    def __init__(self, player: str, what: str, table: str, ask: int = 0, move: str = "") -> None:
        self.player, self.what, self.table, self.ask, self.move = player, what, table, ask, move
        self.state = "open"

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.table, self.player, self.what, self.ask, self.move)


UNDECIDED = frozenset({"open", "not-saved", "unsure", "broken", "busy"})
"""States of a request that say nothing about whether it is durable."""


class Witness:
    """Everything that anybody was told, over all lives of a host."""

    def __init__(
        self, truth: Truth, clock: Callable[[], float], trace: Callable[..., None], stop: Callable[[], None]
    ) -> None:
        self.truth, self.clock, self.trace, self._stop = truth, clock, trace, stop
        self.violations: list[str] = []
        self.requests: list[Request] = []
        self.outages: list[tuple[float, float]] = []
        """When hosts were killed, and when the next ones began."""
        self.deadlines: dict[tuple[str, int], tuple[float, float, bool]] = {}
        """Of each question to somebody at the table: when time is up, and when that was told."""
        self.draws: dict[tuple[Any, ...], str] = {}
        self.told: dict[tuple[str, str], int] = {}
        """The least number of entries that explains what a node told of a table."""
        self._lobby: set[tuple[Any, ...]] = set()
        self.counts: Counter[str] = Counter()

    def broken(self, what: str) -> None:
        self.violations.append(what)
        self.trace("VIOLATION", what)
        self._stop()

    def guard(self, check: Callable[..., None], *arguments: Any) -> None:
        """Run a check; what it says is kept."""
        try:
            check(*arguments)
        except Violation as violation:
            self.broken(str(violation))

    # What becomes durable

    def grew(self, table: TableTruth, before: int) -> None:
        """New entries: a move that time made is not made too early."""
        for position in table.positions[before + 1 :]:
            row = position.row
            assert row is not None
            self.trace("durable", table.id, row)
            if row.by == "timeout":
                due, _, reaction = self.deadlines.get((table.id, row.ask), (0.0, 0.0, True))
                if not reaction and row.time < due:
                    self.broken(f"{table.id}: entry {row.seq} says time is up, {due - row.time:.2f} s early")

    def attempted(self, row: Any) -> None:
        """Somebody tries to write an entry: the draws of the same step are always the same."""
        table, seq, kind, _, seat, _, ask, _, _, move, draws, *_ = row
        if kind in {"move", "start"} and draws:
            known = self.draws.setdefault((table, seq, seat, ask, move), draws)
            if known != draws:
                self.broken(f"{table}: entry {seq} drew {known!r}, tried again {draws!r}")

    # What people are told

    def lobby(self, player: str, picture: LobbySnapshot) -> None:
        for info in picture.tables:
            what = (info.id, info.stage, tuple(seat.name for seat in info.seats), info.your_seat, player)
            if what not in self._lobby:
                self._lobby.add(what)
                self.guard(self._check_listed, player, info)

    def _check_listed(self, player: str, info: TableInfo) -> None:
        table = self._table(info.id)
        if not any(_lists(position, player, info) for position in reversed(table.positions)):
            raise Violation(f"{info.id}: {player} was told of it as it never was: {info}")

    def _table(self, table: str) -> TableTruth:
        if table not in self.truth.tables:
            raise Violation(f"{table}: somebody was told of a table that is not there")
        return self.truth.tables[table]

    def deadline(self, table: TableTruth, at: LoggedPosition, picture: TableSnapshot) -> None:
        """A question's time is what it was, and lasts longer by the outages alone."""
        ask = picture.ask
        assert ask is not None
        seat = picture.seat or 0
        if table.opening["clock"] == "none" or at.holders[seat - 1].played_by_bot:
            return
        if ask.reaction:
            return
        if picture.deadline is None:
            raise Violation(f"{table.id}: question {ask.id} has lost its clock")
        now = self.clock()
        due, when, _ = self.deadlines.get((table.id, ask.id), (picture.deadline, now, False))
        since = [(began, ended) for began, ended in self.outages if ended >= when]
        lost = sum(ended - began for began, ended in since)
        longer = picture.deadline - due - lost
        if longer < -1e-6 or longer > len(since) * (2 * HEARTBEAT + WRITING):
            raise Violation(
                f"{table.id}: time for question {ask.id} was up at {due:.2f}, the host was away for"
                f" {lost:.2f} s, now it is {picture.deadline:.2f}"
            )
        self.deadlines[table.id, ask.id] = (picture.deadline, now, False)

    # What people asked for

    def ask(self, player: str, what: str, table: str = "", ask: int = 0, move: str = "") -> Request:
        request = Request(player, what, table, ask, move)
        self.requests.append(request)
        return request

    def check_requests(self) -> None:
        """Every step that was confirmed is there once, and no step is there that nobody asked for."""
        done, possible = Counter[Any](), Counter[Any]()
        for request in self.requests:
            if request.what in {"move", "concede"}:
                done[request.key] += request.state == "ok"
                possible[request.key] += request.state in UNDECIDED | {"ok"}
        found, answered = Counter[Any](), Counter[Any]()
        for table in self.truth.tables.values():
            for before, after in zip(table.positions, table.positions[1:], strict=False):
                row = after.row
                assert row is not None
                if row.kind in {"move", "concede"} and row.by == "player":
                    holder = before.holders[row.seat - 1]
                    ask = 0 if row.kind == "concede" else row.ask
                    key = (table.id, holder.who, row.kind, ask, row.move)
                    found[key] += 1
                    answered[key] += _answered(before, row)
        for key in done.keys() | found.keys():
            if not done[key] <= found[key] <= possible[key] + answered[key]:
                self.broken(
                    f"{key}: confirmed {done[key]} times, asked for {possible[key]} times, is there"
                    f" {found[key]} times"
                )


class Watcher:
    """One session that follows one table: its pictures make one gapless story."""

    def __init__(self, witness: Witness, player: str, table: str, node: str = "") -> None:
        self._witness, self._player, self._id = witness, player, table
        self._place = (node, table)
        self._at = 0
        self._events: int | None = None

    def see(self, picture: TableSnapshot) -> None:
        self._witness.counts["pictures"] += 1
        self._witness.guard(self._check, picture)

    def _check(self, picture: TableSnapshot) -> None:
        witness = self._witness
        table = witness._table(self._id)
        if picture.info.stage == "frozen":
            raise Violation(f"{self._id}: the table is frozen")
        fitting = []
        for number in range(table.length, self._at - 1, -1):
            steps = table.positions[number].steps
            if steps < picture.seq:
                break
            if steps == picture.seq and self._fits(table, number, picture):
                fitting.append(number)
        if not fitting:
            newest = table.now
            raise Violation(
                f"{self._id}: {self._player} was told what is not there: step {picture.seq}"
                f" {picture.info.stage} at seat {picture.seat}, ask {picture.ask}, words"
                f" {picture.beforehand}; there are {table.length} entries, step {newest.steps} {newest.stage}"
            )
        found = self._at = fitting[-1]
        if fitting[0] < witness.told.get(self._place, 0):
            raise Violation(
                f"{self._id}: {self._player} was shown entry {fitting[0]} as the present,"
                f" {witness.told[self._place]} was told before"
            )
        witness.told[self._place] = max(witness.told.get(self._place, 0), found)
        at = table.positions[found]
        self._check_events(table, at, picture)
        if picture.ask and at.stage == "running":
            witness.deadline(table, at, picture)

    def _fits(self, table: TableTruth, number: int, picture: TableSnapshot) -> bool:
        at = table.positions[number]
        seat = at.seat_of(self._player)
        current = at.game
        running = at.stage == "running" and current is not None
        ask = next((ask for ask in at.asks if ask.seat == seat), None)
        return (
            picture.info.stage == at.stage
            and picture.seat == seat
            and tuple(map(_seat, picture.info.seats)) == tuple(map(_holder, at.holders))
            and picture.ask == ask
            and picture.waiting_for == tuple(sorted(one.seat for one in at.asks))
            and picture.can_undo
            == bool(running and seat is not None and current and current.can_undo(seat) and not at.forced)
            and picture.beforehand == at.words(seat)
            and _dice(picture) == (table.commitment(number), *_known(at))
            and picture.view == table.view(number, seat)
        )

    def _check_events(self, table: TableTruth, at: LoggedPosition, picture: TableSnapshot) -> None:
        """What the picture tells of the way here is what happened, from where the last one ended."""
        told = [event for event in (*picture.past, *picture.events) if not isinstance(event, TimeUp)]
        begin = self._events if self._events is not None else 0
        expected = shown(table.game, table.events[begin : at.events], picture.seat)
        self._events = at.events
        cut = (
            begin == 0 and at.events + 100 > REMEMBERED
        )  # the oldest are forgotten; how many, time-outs decide
        if cut:
            expected = expected[len(expected) - len(told) :]
        if told != expected:
            raise Violation(f"{self._id}: {self._player} was told {told}, what happened is {expected}")


def _dice(picture: TableSnapshot) -> tuple[Any, ...]:
    dice = picture.dice
    added = tuple((one.seat, one.hash, one.text) for one in dice.added)
    return dice.commitment, added, dice.awaited, dice.voided


def _known(at: LoggedPosition) -> tuple[Any, ...]:
    """What everybody may know of what seats add to the dice."""
    public = at.stage != "open" or at.dice.locked
    added = tuple(
        (seat, hash_, (text or "") if public else "") for seat, (hash_, text) in sorted(at.dice.added.items())
    )
    return added, at.dice.missing if at.stage == "open" and public else (), at.dice.voided


def _seat(seat: Any) -> tuple[Any, ...]:
    return seat.held_by, seat.name or seat.kept_for, seat.lent


def _holder(holder: Any) -> tuple[Any, ...]:
    return holder.by, holder.name, holder.lent


def _lists(position: LoggedPosition, player: str, info: TableInfo) -> bool:
    """A table that nobody came to yet is listed from its log without the moves."""
    return (
        position.stage == info.stage
        and position.seat_of(player) == info.your_seat
        and tuple(map(_seat, info.seats)) == tuple(map(_holder, position.holders))
    )


def _answered(before: LoggedPosition, row: Any) -> bool:
    """Whether a move is what its seat said beforehand."""
    if before.game is None or not row.ask:
        return False
    words = before.words(row.seat)
    if not words:
        return False
    answer = before.game.game.standing_answers.answer(before.game.view(row.seat), words)
    return answer is not None and _text(answer) == row.move


def _text(move: Any) -> str:
    from engine import codec

    return codec.encode(move).decode()
