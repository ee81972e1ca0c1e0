"""A host for tests: one lobby in memory, real enough to open tables, sit down and start.

`Hosted` is the host, `ScriptedPort` one player's door to it. Nothing is played here: a game
that starts just runs. Requests can be refused on demand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.game import Ask, Odds, Refused
from engine.options import NOTHING, Asked
from engine.plans import Plan
from tests.tui.table_pages import page_of
from tests.tui.visitor import Visitor
from tui.boards import PLAYABLE
from tui.host.port import ChatLine, FinishedGame, LobbySnapshot, Release, Seat, TableInfo, TableSnapshot
from tui.host.ratings import Ladder, ShownRating
from tui.host.refusals import wrong_stage
from tui.host.table_search import FIRST_PAGE, FoundTables, TableSearch

BOTS = ("Cedar", "Dorn", "Elm", "Fern")


class Hosted:
    """The tables of a host and who is there."""

    def __init__(self, *tables: TableInfo) -> None:
        self.tables = {table.id: table for table in tables}
        self.people: list[str] = []
        self.owners: dict[str, str] = {}
        self.codes: dict[str, str] = {}
        """The codes of private tables."""
        self.chat: tuple[ChatLine, ...] = ()
        self.finished: tuple[FinishedGame, ...] = ()
        self.ratings: dict[str, ShownRating] = {}
        self.notice = ""
        self.draining = False
        self.unreached = False
        self.asking: dict[str, Ask] = {}
        """Open questions, by table."""
        self.time = 1000.0
        self.refuse_next: Refused | None = None
        self.asked: list[tuple[Any, ...]] = []
        self._listeners: list[tuple[str, Callable[[LobbySnapshot], None], TableSearch]] = []
        self._followers: list[tuple[str, str, Callable[[TableSnapshot], None]]] = []

    @property
    def followed(self) -> int:
        """Subscriptions nobody has ended."""
        return len(self._listeners) + len(self._followers)

    def port(self, name: str) -> ScriptedPort:
        self.people.append(name)
        self.tell()
        return ScriptedPort(self, name)

    def seen_by(self, name: str, table: TableInfo) -> TableInfo:
        seats = [number for number, seat in enumerate(table.seats, 1) if seat.name == name]
        return replace(
            table,
            your_seat=seats[0] if seats else None,
            yours=self.owners.get(table.id) == name,
            code=self.codes.get(table.id, "") if seats else "",
        )

    def change(self, table: TableInfo) -> None:
        """A table is different now: everybody is told, a moment later, as a real host does."""
        self.tables[table.id] = table
        asyncio.get_running_loop().call_soon(self.tell)

    def tell(self) -> None:
        for name, listener, search in tuple(self._listeners):
            listener(self.lobby(name, search))
        for name, table, follower in tuple(self._followers):
            follower(self.news(name, table))

    def known_to(self, name: str) -> tuple[TableInfo, ...]:
        tables = tuple(self.seen_by(name, table) for table in reversed(self.tables.values()))
        return tuple(table for table in tables if not table.private or table.your_seat)

    def lobby(self, name: str, search: TableSearch = FIRST_PAGE) -> LobbySnapshot:
        known = self.known_to(name)
        own = tuple(table for table in known if table.your_seat)
        page = page_of([table for table in known if not table.your_seat], search)
        return LobbySnapshot(
            name, tuple(self.people), (*own, *page.tables), self.chat, self.finished, self.notice,
            self.draining, here=len(self.people), total=len(known), found=page.found, first=page.first,
            ratings=self.ratings, unreached=self.unreached,
        )  # fmt: skip

    def news(self, name: str, table: str) -> TableSnapshot:
        info = self.seen_by(name, self.tables[table])
        ask = self.asking.get(table)
        return TableSnapshot(
            info, seq=0, seat=info.your_seat, ask=ask if ask and ask.seat == info.your_seat else None,
            notice=self.notice,
        )  # fmt: skip

    def follow(self, among: list[Any], entry: tuple[Any, ...]) -> Release:
        among.append(entry)

        def release() -> None:
            if entry in among:
                among.remove(entry)

        return release


class ScriptedPort(Visitor):
    """One player's door to `Hosted`."""

    def __init__(self, host: Hosted, name: str) -> None:
        super().__init__(name)
        self.host = host

    def now(self) -> float:
        return self.host.time

    def follow_lobby(
        self, listener: Callable[[LobbySnapshot], None], search: TableSearch = FIRST_PAGE
    ) -> Release:
        release = self.host.follow(self.host._listeners, (self.name, listener, search))
        listener(self.host.lobby(self.name, search))
        return release

    def find_tables(self, search: TableSearch) -> FoundTables:
        return page_of(self.host.known_to(self.name), search)

    def people(self) -> tuple[str, ...]:
        return tuple(self.host.people)

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        self.check("follow_table", table)
        release = self.host.follow(self.host._followers, (self.name, table, listener))
        listener(self.host.news(self.name, table))
        return release

    def home(self) -> str | None:
        for table in self.host.tables.values():
            if table.stage == "running" and any(seat.name == self.name for seat in table.seats):
                return table.id
        return None

    def look(self, table: str) -> LobbySnapshot:
        info = self.host.seen_by(self.name, self.host.tables[table])
        return LobbySnapshot(self.name, (), (info,), notice=self.host.notice, draining=self.host.draining)

    async def learn(self, game: str) -> str:
        self.check("learn", game)
        if game not in PLAYABLE:
            raise Refused("no-lesson", {"game": game})
        table = await self.open_table(game, 2, {}, private=True)
        self.host.change(replace(self.host.tables[table], stage="running", options={"lesson": 1}))
        return table

    async def open_table(
        self,
        game: str,
        seats: int,
        options: Asked = NOTHING,
        *,
        private: bool = False,
        clock: str = "none",
        starts: str = "",
    ) -> str:
        self.check("open_table", game, seats, dict(options), private, clock, *filter(None, [starts]))
        number = len(self.host.tables) + 1
        free = (Seat(self.name, "player"), *[Seat()] * (seats - 1))
        self.host.owners[f"t{number}"] = self.name
        if private:
            self.host.codes[f"t{number}"] = f"CODE-000{number}"
        self.host.change(
            TableInfo(
                f"t{number}",
                f"PLUM-{number}",
                game,
                options,
                free,
                "open",
                self.now(),
                private=private,
                clock=clock,
            )
        )
        return f"t{number}"

    def _find(self, table: str) -> str:
        words = table.casefold()
        for info in self.host.tables.values():
            if words in {
                info.id.casefold(),
                info.name.casefold(),
                self.host.codes.get(info.id, "").casefold(),
            }:
                return info.id
        raise Refused("no-table", {"table": table})

    async def match(self, game: str | None = None, bots: bool = True) -> str:
        self.check("match", game, bots)
        return next(iter(self.host.tables))

    async def join(self, table: str) -> str:
        self.check("join", table)
        info = self.host.tables[self._find(table)]
        if info.stage == "open" and all(seat.name != self.name for seat in info.seats):
            self._fill(info.id, Seat(self.name, "player"))
        return info.id

    async def watch(self, table: str) -> str:
        self.check("watch", table)
        return self._find(table)

    async def ladder(self, game: str, *, programs: bool = False) -> Ladder:
        return Ladder(game, "programs" if programs else "people", (), 0)

    async def say(self, table: str | None, text: str) -> None:
        self.check("say", table, text)
        self.host.chat = (*self.host.chat, ChatLine(self.name, text, self.now(), "lobby"))
        asyncio.get_running_loop().call_soon(self.host.tell)

    async def kick(self, table: str, seat: int) -> None:
        self.check("kick", table, seat)
        self._put(self.host.tables[table], seat, Seat())

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        self.check("answer_beforehand", table, word, on)

    async def plan(self, table: str, plan: Plan | None) -> None:
        self.check("plan", table, plan)

    async def concede(self, table: str) -> None:
        self.check("concede", table)

    async def abandon(self, table: str) -> None:
        self.check("abandon", table)

    async def rematch(self, table: str) -> str:
        self.check("rematch", table)
        return table

    async def lend(self, table: str, seat: int) -> None:
        self.check("lend", table, seat)

    async def seat_code(self, table: str) -> str:
        if table not in self.host.tables:
            raise wrong_stage("over")
        self.check("seat_code", table)
        return "SEAT-CODE-0123-4567"

    async def resume(self, code: str) -> str:
        self.check("resume", code)
        return next(iter(self.host.tables))

    async def record(self, table: str) -> str:
        self.check("record", table)
        return "crownhouse record 1"

    async def sit(self, table: str) -> int:
        self.check("sit", table)
        return self._fill(table, Seat(self.name, "player"))

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        self.check("add_bot", table, bot)
        self._check_seat(table)
        taken = {seat.name for seat in self.host.tables[table].seats}
        name = next(name for name in BOTS if name not in taken)
        self._fill(table, Seat(name, "bot", bot=bot or "page"))

    def _fill(self, table: str, seat: Seat) -> int:
        info = self.host.tables[table]
        free = [number for number, other in enumerate(info.seats, 1) if not other.name]
        if not free:
            raise Refused("table-full")
        self._put(info, free[0], seat)
        return free[0]

    def _put(self, info: TableInfo, number: int, seat: Seat) -> None:
        seats = list(info.seats)
        seats[number - 1] = seat
        self.host.change(replace(info, seats=tuple(seats)))

    async def remove_bot(self, table: str) -> None:
        self.check("remove_bot", table)
        self._check_seat(table)
        info = self.host.tables[table]
        bots = [number for number, seat in enumerate(info.seats, 1) if seat.held_by == "bot"]
        if not bots:
            raise Refused("no-bot-here")
        self._put(info, bots[-1], Seat())

    async def start(self, table: str) -> None:
        self.check("start", table)
        info = self.host.tables[table]
        if self.host.owners.get(table) != self.name:
            raise Refused("not-owner")
        free = sum(not seat.name for seat in info.seats)
        if free:
            raise Refused("seats-empty", {"empty": free})
        self.host.change(replace(info, stage="running", round=1))

    async def end_table(self, table: str) -> None:
        self.check("end_table", table)
        self.host.change(replace(self.host.tables[table], stage="over", ending="left"))

    async def leave(self, table: str) -> None:
        self.check("leave", table)
        self._check_seat(table)
        info = self.host.tables[table]
        self._put(info, [seat.name for seat in info.seats].index(self.name) + 1, Seat())

    async def submit(self, table: str, ask: int, move: Any) -> None:
        self.check("submit", table, ask, move)

    async def odds(self, table: str, move: Any = None, effort: int = 0) -> Odds:
        self.check("odds", table, move, *([effort] if effort else []))
        return Odds(1, ())

    async def undo(self, table: str) -> None:
        self.check("undo", table)

    def _check_seat(self, table: str) -> None:
        if all(seat.name != self.name for seat in self.host.tables[table].seats):
            raise Refused("not-seated")

    def check(self, *asked: Any) -> None:
        self.host.asked.append(asked)
        if self.host.refuse_next:
            refused, self.host.refuse_next = self.host.refuse_next, None
            raise refused


def table(
    number: int,
    name: str,
    *seats: Seat,
    stage: Any = "open",
    rounds: int = 0,
    watching: int = 0,
    game: str = "court",
    clock: str = "none",
) -> TableInfo:
    """A table, of court unless another game is said."""
    options = {"edition": "de", "rounds": 100} if game == "court" else {}
    return TableInfo(f"t{number}", name, game, options, seats, stage, 0.0, watching, rounds, clock=clock)


def player(name: str, *, away: bool = False) -> Seat:
    return Seat(name, "player", away_since=0.0 if away else None)


def bot(name: str) -> Seat:
    return Seat(name, "bot", bot="page")
