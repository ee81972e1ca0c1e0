"""Scripted people: they come, play, talk, lose their connections, come back, and press wrong keys.

What a person knows outlives hosts, what a session has under way does not. All that they are told goes to the
`Witness` in the moment in which it leaves the host; they themselves hear of it after a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct

from engine.chance import FairChance, contribution_hash
from engine.game import AnyGame, Refused
from engine.playthrough import UNDO
from engine.registry import GAMES
from server.host.host import Host
from server.host.port import HostPort
from server.identity.accounts import Player
from server.identity.codes import digest
from tests.simulation.told import Request, Watcher, Witness
from tests.simulation.truth import Violation, encoded
from tui.host.pictures import LobbySnapshot, TableInfo, TableSnapshot
from tui.host.table_search import normalized

TICK = 1e-6
"""Between two things that arrive one after the other: timers of one moment go off in any order."""
PATIENCE = 15.0
CONSIDERED = 30
"""Legal moves among which somebody chooses who does not think."""


class WantedTable(Struct):
    """A table that somebody wants: who opens it, and who comes. `table` is its id, once it is known."""

    game: str
    seats: int
    options: dict[str, str]
    clock: str
    private: bool
    opener: int
    guests: tuple[int, ...]
    table: str = ""
    code: str = ""


class PossibleValues:
    """A value that a host keeps for somebody: what it may be now. `values` are the last one that was
    confirmed and those that were asked for since.
    """

    def __init__(self, *values: str) -> None:
        self.values = set(values)
        self.before: set[str] = set()
        """What it may have been before the last answer."""
        self._asked: list[str] = []

    def ask(self, value: str) -> None:
        """A request is on its way; if no answer comes, nobody knows."""
        self._asked.append(value)
        self.values.add(value)

    def answered(self, value: str, *, done: bool) -> None:
        """The answer. What others asked for meanwhile may come before it or after it."""
        self._asked.remove(value)
        if done:
            self.before, self.values = self.values, {value, *self._asked}

    def lost(self) -> None:
        """The host was killed: no answer comes any more."""
        self._asked.clear()


class SimulatedPerson:
    """Somebody, with a key or as a guest, and what they remember."""

    def __init__(self, number: int, name: str, key: str | None, rng: Random) -> None:
        self.number, self.name, self.key, self.rng = number, name, key, rng
        self.account = ""
        self.codes: dict[str, str] = {}
        """Of a guest: the code of each seat."""
        self.called = PossibleValues()
        self.bell = PossibleValues("")
        self.texts: dict[str, str] = {}
        """What they committed to add to dice, by its hash."""

    @property
    def chance(self) -> FairChance:
        return FairChance(self.rng.randbytes(32))


class PersonSession:
    """A person's connection to a host, from coming to losing it. `busy`: they do more than play on."""

    def __init__(
        self, person: SimulatedPerson, host: Host, witness: Witness, plans: list[WantedTable], *, busy: bool
    ) -> None:
        self.person, self.host, self.witness, self.plans, self.busy = person, host, witness, plans, busy
        self.rng = person.rng
        self.player: Player | None = None
        self.port: HostPort = None  # type: ignore[assignment]
        self.news: dict[str, TableSnapshot] = {}
        self.old: list[TableSnapshot] = []
        self.listed: LobbySnapshot | None = None
        self.leave: Callable[[], None] = lambda: None
        self._arrives = 0.0
        self._news = asyncio.Event()

    async def live(self) -> None:
        """Come, and act until the connection is lost."""
        await self._think(0.0, 2.0)
        await self._come()
        if self.player is None:
            return
        if self.person.key is None:
            for table, code in tuple(self.person.codes.items()):
                await self._resume(table, code)
        while True:
            await self._think(0.05, 1.5 if self.busy else 0.6)
            if not await self._act():
                await self._wait()

    def lose(self) -> None:
        """The host notices that the connection is lost."""
        if self.player is not None:
            self.port.close()
            self.leave()

    async def _come(self) -> None:
        person = self.person
        try:
            player = await self.host.admit(person.key, person.name)
            self.port, self.leave = self.host.port(player), self.host.enter(player)
        except Refused as refused:
            self.witness.trace(person.number, "not admitted", refused.code)
            return
        except Exception as error:  # noqa: BLE001  (the connection ends, as with a real listener)
            self.witness.trace(person.number, "lost at the door", repr(error))
            return
        self.player = player
        self.witness.counts["sessions"] += 1
        self.witness.trace(person.number, "comes", player.id, player.name)
        if person.key is None:
            person.account, person.called, person.bell = (
                player.id,
                PossibleValues(player.name),
                PossibleValues(""),
            )
        else:
            self._check_account(player)
        self.port.follow_lobby(self._lobby_told)

    def _check_account(self, player: Player) -> None:
        """An account, once confirmed, is there, with a name and settings that were confirmed or asked for."""
        person = self.person
        if person.account and player.id != person.account:
            self.witness.broken(f"{person.name} has another account: {player.id}, not {person.account}")
        has_nodes = bool(self.host.dependencies.nodes.name)
        # answers of two nodes may come in another order than what they answer was done in
        names = person.called.values | (person.called.before if has_nodes else set())
        if names and player.name not in names:
            self.witness.broken(f"{player.id} is called {player.name}, not one of {person.called.values}")
        bell = self.port.account().settings.get("bell", "")
        lately = person.bell.before if has_nodes else set()  # nodes are told soon
        if bell not in person.bell.values | lately:
            self.witness.broken(f"{player.id}: the bell is {bell!r}, not one of {person.bell.values}")
        person.account = player.id
        person.called.values.add(player.name)

    @property
    def me(self) -> str:
        assert self.player is not None
        return self.player.id

    # What the host tells

    def _lobby_told(self, picture: LobbySnapshot) -> None:
        self.witness.lobby(self.me, picture)
        self._later(self._lobby_arrived, picture)

    def _lobby_arrived(self, picture: LobbySnapshot) -> None:
        self.listed = picture
        self._news.set()

    def _follow(self, table: str) -> None:
        if table in self.news:
            return
        watcher = Watcher(self.witness, self.me, table, self.host.dependencies.nodes.name)

        def told(picture: TableSnapshot) -> None:
            watcher.see(picture)
            self._later(self._arrived, picture)

        try:
            self.port.follow_table(table, told)
        except Refused as refused:
            self.witness.trace(self.person.number, "cannot follow", table, refused.code)
        else:
            self.news[table] = None  # type: ignore[assignment]  (until the first picture)

    def _arrived(self, picture: TableSnapshot) -> None:
        if before := self.news.get(picture.info.id):
            self.old = [*self.old[-3:], before]
        self.news[picture.info.id] = picture
        self._news.set()

    def _later(self, call: Callable[[Any], None], value: Any) -> None:
        """Over the network: in order, after a while."""
        loop = asyncio.get_running_loop()
        self._arrives = max(self._arrives + TICK, loop.time() + 0.2 * self.rng.random() ** 4)
        loop.call_at(self._arrives, call, value)

    async def _think(self, least: float, most: float) -> None:
        await asyncio.sleep(least + (most - least) * self.rng.random())

    # What people do

    async def _act(self) -> bool:
        """Do something; False if there is nothing to do."""
        listed = self.listed
        if listed is None:
            return False
        mine = [info for info in listed.tables if info.your_seat]
        for plan in self.plans:
            self._recognise(plan, mine)
        for info in mine:
            self._follow(info.id)
        asked = [news for news in self.news.values() if news and news.ask and news.info.stage == "running"]
        others = self._others(mine)
        if asked and not (self.busy and others and self.rng.random() < 0.12):
            await self._move(self.rng.choice(asked))
        elif others:
            await self.rng.choice(others)()
        return bool(asked or others)

    async def _wait(self) -> None:
        """Until there is something new to see, or one has waited long enough."""
        self._news.clear()
        late = asyncio.get_running_loop().call_later(PATIENCE, self._news.set)
        await self._news.wait()
        late.cancel()

    def _recognise(self, plan: WantedTable, mine: list[TableInfo]) -> None:
        """An answer may be lost: then the lobby says that the table is there."""
        known = {other.table for other in self.plans}
        if not plan.table and plan.opener == self.person.number:
            for info in mine:
                if info.game == plan.game and info.id not in known and len(info.seats) == plan.seats:
                    plan.table, plan.code = info.id, info.code

    def _others(self, mine: list[TableInfo]) -> list[Callable[[], Awaitable[None]]]:
        """What else there is to do."""
        found: list[Callable[[], Awaitable[None]]] = []
        seated = {info.id: info for info in mine}
        for plan in self.plans:
            if plan.opener == self.person.number and not plan.table:
                found.append(lambda plan=plan: self._open(plan))
            info = seated.get(plan.table)
            if self.person.number in plan.guests and plan.table and info is None and self._is_open(plan):
                found.append(lambda plan=plan: self._join(plan))
            if info and info.stage == "open" and info.yours:
                found.append(lambda info=info, plan=plan: self._begin(info, plan))
        planned = {plan.table for plan in self.plans}
        for info in mine:
            if info.stage == "open" and info.id not in planned and not self.busy:
                found.append(lambda info=info: self._request("leave", info.id))
            seen = self.news.get(info.id)  # a list does not say it
            if seen and (not self.busy or self.rng.random() < 0.3):
                found += [partial(self._request, "lend", info.id, seat) for seat in seen.info.lendable]
        if self.busy:
            found += self._whims(mine)
        if reveals := self._reveals():
            return reveals
        return found

    def _reveals(self) -> list[Callable[[], Awaitable[None]]]:
        """Texts that a deal waits for, unless somebody would rather not."""
        found = []
        for news in filter(None, self.news.values()):
            hashes = {one.seat: one.hash for one in news.dice.added}
            text = self.person.texts.get(hashes.get(news.seat or 0, ""))
            if text and news.seat in news.dice.awaited and (not self.busy or self.rng.random() < 0.8):
                found.append(partial(self._request, "add_to_dice", news.info.id, text))
        return found

    async def _commit(self, table: str) -> None:
        text = f"word {self.rng.random()}"
        self.person.texts[contribution_hash(text)] = text
        await self._request("commit_to_dice", table, contribution_hash(text))

    def _is_open(self, plan: WantedTable) -> bool:
        assert self.listed is not None
        followed = self.news.get(plan.table)
        listed = [info for info in self.listed.tables if info.id == plan.table]
        known = [followed.info] if followed else listed
        return not known or (known[0].stage == "open" and any(not seat.name for seat in known[0].seats))

    def _whims(self, mine: list[TableInfo]) -> list[Callable[[], Awaitable[None]]]:
        rng = self.rng
        whims: list[Callable[[], Awaitable[None]]] = []
        for news in tuple(self.news.values()):
            if news is None:
                continue
            table = news.info.id
            if news.info.stage == "running" and news.seat:
                if news.can_undo:
                    whims += [lambda table=table: self._undo(table)] * 3
                game = GAMES[news.info.game]
                words = game.standing_answers.words(news.view)
                if words:
                    word, on = rng.choice(words), rng.random() < 0.8
                    whims += [lambda t=table, w=word, o=on: self._request("answer_beforehand", t, w, o)] * 4
                if rng.random() < 0.04:
                    whims.append(lambda table=table: self._concede(table))
                if rng.random() < 0.1:
                    whims.append(lambda table=table: self._request("abandon", table))
                if self.person.key is None and table not in self.person.codes:
                    whims += [lambda table=table: self._seat_code(table)] * 6
            if news.info.stage == "open" and news.seat and rng.random() < 0.1:
                whims.append(partial(self._commit, table))
                whims.append(partial(self._request, "add_to_dice", table, f"word {rng.random()}"))
            if news.info.stage == "over" and news.seat and rng.random() < 0.3:
                whims.append(lambda table=table: self._request("rematch", table))
            if rng.random() < 0.2:
                whims.append(lambda table=table: self._request("record", table))
                whims.append(lambda table=table: self._request("say", table, "Well played!"))
        if self.old and rng.random() < 0.5:
            whims.append(self._too_late)
        if mine and rng.random() < 0.4:
            whims.append(self._rename)
            whims.append(self._set)
        return whims

    async def _move(self, news: TableSnapshot) -> None:
        ask, game = news.ask, GAMES[news.info.game]
        assert ask is not None
        await self._submit(news.info.id, ask.id, self._chosen(game, news))

    def _chosen(self, game: AnyGame, news: TableSnapshot) -> Any:
        if not self.busy or self.rng.random() < 0.8:
            return game.bots["page"].choose(game, news.view, news.ask, self.person.chance)
        return self.rng.choice(tuple(islice(game.legal(news.view), CONSIDERED)))

    async def _too_late(self) -> None:
        """An answer to a question that is closed by now, or is somebody else's."""
        news = self.rng.choice(self.old)
        if news.view is not None and news.info.stage == "running" and news.ask:
            await self._submit(news.info.id, news.ask.id, self._chosen(GAMES[news.info.game], news))

    async def _submit(self, table: str, ask: int, move: Any) -> None:
        request = self.witness.ask(self.me, "move", table, ask, encoded(move))
        await self._asked(request, lambda: self.port.submit(table, ask, move))

    async def _undo(self, table: str) -> None:
        request = self.witness.ask(self.me, "move", table, 0, encoded(UNDO))
        await self._asked(request, lambda: self.port.undo(table))

    async def _concede(self, table: str) -> None:
        await self._asked(self.witness.ask(self.me, "concede", table), lambda: self.port.concede(table))

    async def _request(self, what: str, table: str, *arguments: Any) -> Any:
        """Anything whose answer needs no further check."""
        request = self.witness.ask(self.me, what, table)
        return await self._asked(request, lambda: getattr(self.port, what)(table, *arguments))

    async def _open(self, plan: WantedTable) -> None:
        request = self.witness.ask(self.me, "open")
        table = await self._asked(
            request,
            lambda: self.port.open_table(
                plan.game, plan.seats, plan.options, private=plan.private, clock=plan.clock
            ),
        )
        if table and not plan.table:
            plan.table = table
            self._promised(table in self.witness.truth.tables, f"{table} was opened and is not there")
            self._follow(table)

    async def _join(self, plan: WantedTable) -> None:
        if plan.private and not plan.code:
            return
        table = await self._request("join", plan.code if plan.private else plan.table)
        if table:
            self._follow(table)

    async def _begin(self, info: TableInfo, plan: WantedTable) -> None:
        if info.code:
            plan.code = info.code
        free = sum(seat.held_by == "nobody" for seat in info.seats)
        wanted = len(plan.guests) + 1 - sum(seat.held_by == "player" for seat in info.seats)
        if not free:
            if await self._request("start", info.id) is not None:
                at = self.witness.truth.tables[info.id].now
                begun = at.stage != "open" or at.dice.locked or at.dice.voided
                self._promised(bool(begun), f"{info.id} was started and has not begun")
        elif free > wanted or not self.busy or self.rng.random() < 0.05:
            await self._request("add_bot", info.id, "page")

    async def _rename(self) -> None:
        name = self.rng.choice(("Ada", "Bert", "Cleo", "Dora", "Emil", "Fritz")) + str(self.rng.randint(1, 9))
        await self._change(self.person.called, name, "rename", lambda: self.port.rename(name))

    async def _set(self) -> None:
        value = self.rng.choice(("on", "off"))
        await self._change(self.person.bell, value, "set", lambda: self.port.set("bell", value))

    async def _change(
        self, stored: PossibleValues, value: str, what: str, call: Callable[[], Awaitable[None]]
    ) -> None:
        stored.ask(value)
        request = self.witness.ask(self.me, what)
        await self._asked(request, call, lambda: stored.answered(value, done=request.state == "ok"))

    async def _seat_code(self, table: str) -> None:
        code = await self._request("seat_code", table)
        if code:
            self.person.codes[table] = code
            at = self.witness.truth.tables[table].now
            seat = at.seat_of(self.me)
            if seat:
                kept = at.holders[seat - 1].code == digest(normalized(code))
                self._promised(kept, f"{table}: the code of seat {seat} is not kept")

    async def _resume(self, table: str, code: str) -> None:
        request = self.witness.ask(self.me, "resume", table)
        if await self._asked(request, lambda: self.port.resume(code)):
            at = self.witness.truth.tables[table].now
            held = at.seat_of(self.me) is not None or at.stage == "over"
            self._promised(held, f"{table}: a seat was given back and is not theirs")
            self._follow(table)
        elif request.state == "code-unknown":
            at = self.witness.truth.tables[table].now
            valid = digest(normalized(code)) in {holder.code for holder in at.holders}
            self._promised(not valid or at.stage == "over", f"{table}: a code is not known any more")
            self.person.codes.pop(table, None)

    async def _asked(
        self,
        request: Request,
        call: Callable[[], Awaitable[Any]],
        answered: Callable[[], None] = lambda: None,
    ) -> Any:
        """Send a request; its answer counts from the moment in which it leaves the host. None: refused."""
        await self._think(0.0, 0.1)
        try:
            result = await call()
        except Refused as refused:
            request.state = refused.code
            result = None
        except Exception as error:  # noqa: BLE001  (no request may end so)
            self.witness.broken(f"{request.what} of {request.player} raised {error!r}")
            result = None
        else:
            request.state = "ok"
            result = True if result is None else result
        answered()
        self.witness.counts[request.what] += request.state == "ok"
        self.witness.trace(self.person.number, request.what, request.table, request.ask, request.state)
        if request.what in {"move", "concede"} and request.state == "ok":
            self.witness.guard(self._check_there, request)
        await self._think(0.0, 0.1)
        return result

    def _check_there(self, request: Request) -> None:
        table = self.witness.truth.tables[request.table]
        for position in reversed(table.positions):
            row = position.row
            if row and row.kind == request.what and row.by == "player" and request.what == "concede":
                return
            if row and (row.kind, row.ask, row.move) == (request.what, request.ask, request.move):
                return
        raise Violation(f"{request.key}: confirmed, and not on the disk")

    def _promised(self, kept: bool, otherwise: str) -> None:
        if not kept:
            self.witness.broken(otherwise)
