"""A table for tests: the real rules of a game behind a port, with dice and cards that are told beforehand.

`TableStage` holds the game, the clock and what was submitted; `StagePort` is one player's door to
it. The app that runs on it is the real one, drawn for the test alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from engine import playthrough
from engine.chance import Chance, FairChance, ScriptedChance
from engine.game import AnyGame, Odds, OddsCalculator, PatientOddsCalculator, Refused, Setup
from tests.tui.table_pages import page_of
from tests.tui.visitor import Visitor
from tui.app.app import CrownApp
from tui.host.port import ChatLine, Ending, LobbySnapshot, Release, Seat, TableInfo, TableSnapshot
from tui.host.ratings import RatingChange
from tui.host.refusals import refused, wrong_stage
from tui.host.table_search import FIRST_PAGE, FoundTables, TableSearch
from tui.language.texts import Texts
from tui.screens.table.table_screen import TableScreen
from tui.widgets.command_line import CommandLine
from tui.widgets.dice_tray import DiceTray

NAMES = ("Amber", "Birch", "Cedar", "Dorn", "Elm")
LONG_NAMES = (
    "Amberwood-Castle",
    "Birchbark-Harbor",
    "Cedarhill-Orchid",
    "Dornröschenturmm",
    "Elmstreet-Number",
)
TABLE = "t1"
NO_HINTS: Mapping[str, str] = MappingProxyType({"hints": "off"})
"""Of somebody who has played before."""


class TableStage:
    """One table of a game. `draws` are the dice and cards that come, in order."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        draws: str = "",
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
    ) -> None:
        self.game = game
        self.time = 1000.0
        self.submitted: list[tuple[str, int, Any]] = []
        self.refused: list[Refused] = []
        """What the rules said to submitted moves that they forbid."""
        self.asked: list[str] = []
        self.requests: list[tuple[Any, ...]] = []
        """The same with their words."""
        self.chat: tuple[ChatLine, ...] = ()
        self.deadline: float | None = None
        self.notice = ""
        self.plans: dict[str, Any] = {}
        """What players have planned, by their names."""
        self.beforehand: dict[str, tuple[str, ...]] = {}
        """What players said beforehand, by their names."""
        self.ended: Ending = ""
        self.ratings: tuple[RatingChange, ...] = ()
        self.refuse_next: Refused | None = None
        self.hold = False
        """Takes moves without playing them: the host is slow."""
        self.hold_odds: asyncio.Event | None = None
        self.hold_better: asyncio.Event | None = None
        """Odds are answered once it is set."""
        self.chance = ScriptedChance(draws.split())
        held = tuple(
            Seat(name, "bot", "page") if seat in bots else Seat(name, "player")
            for seat, name in enumerate(names[:seats], start=1)
        )
        self.info = TableInfo(TABLE, "KIWI-7", game.key, {}, held, "open", 0.0, yours=True)
        self.playthrough: playthrough.Playthrough | None = None
        self.since = self.time
        self.past: tuple[Any, ...] = ()
        self.forgotten: tuple[Any, ...] = ()
        """Events before those; the host has them in its journal alone."""
        self._followers: list[tuple[str, Callable[[TableSnapshot], None]]] = []

    @property
    def followed(self) -> int:
        return len(self._followers)

    @property
    def moves(self) -> list[str]:
        """What was submitted, in notation."""
        return [self.game.notate(move) for _, _, move in self.submitted]

    def seat_of(self, name: str) -> int | None:
        names = [seat.name for seat in self.info.seats]
        return names.index(name) + 1 if name in names else None

    def news(self, name: str, events: tuple[Any, ...] = ()) -> TableSnapshot:
        """What somebody may know, as a host tells it."""
        seat = self.seat_of(name)
        info = replace(self.info, your_seat=seat, yours=seat == 1)
        now = self.playthrough
        shown = (playthrough.show(self.game, event, seat) for event in events)
        if now is None:
            return TableSnapshot(info, 0, seat, chat=self.chat, notice=self.notice)
        return TableSnapshot(
            replace(
                info,
                stage="over" if now.over or self.ended else "running",
                round=now.game.round(now.state),
                ending=self.ended,
            ),
            seq=now.steps,
            seat=seat,
            view=now.view(seat),
            ask=now.ask_of(seat) if seat else None,
            waiting_for=tuple(ask.seat for ask in now.asks),
            since=self.since,
            events=tuple(event for event in shown if event is not None),
            past=self.past,
            earlier=bool(self.forgotten),
            can_undo=seat is not None and now.can_undo(seat),
            standings=now.standings() if now.over else (),
            verdict=now.verdict() if now.over else None,
            moments=now.moments() if now.over else (),
            deadline=self.deadline,
            chat=self.chat,
            notice=self.notice,
            beforehand=self.beforehand.get(name, ()),
            plan=self.plans.get(name),
            ratings=self.ratings,
        )

    def play(self, seat: int, move: Any) -> None:
        """One step, told to everybody."""
        assert self.playthrough is not None
        ask = self.playthrough.ask_of(seat)
        applied = playthrough.apply(self.playthrough, seat, ask.id if ask else None, move, self.chance)
        self.playthrough, self.since = applied.playthrough, self.time
        self.tell(applied.events)

    def read(self, seat: int, *notations: str) -> None:
        """Steps of a seat, in notation."""
        for text in notations:
            assert self.playthrough is not None
            self.play(seat, self.game.parse(text, self.playthrough.view(seat)))

    @property
    def asked_now(self) -> tuple[int, ...]:
        """The seats that have to answer."""
        return tuple(ask.seat for ask in self.playthrough.asks) if self.playthrough else ()

    def lay_out(self, state: Any, options: Any, asked: int) -> None:
        """This position; `asked` is at least the number of its latest question."""
        asks = self.game.asks(state)
        setup = Setup(len(self.info.seats), options)
        self.playthrough = playthrough.Playthrough(self.game, setup, state, asks, asks, asked=asked)

    def begin(self) -> None:
        """Deals what chance gives."""
        self.deal(self.chance)

    def deal(self, chance: Chance) -> None:
        """Deals what this chance gives."""
        applied = playthrough.start(self.game, Setup(len(self.info.seats), self.game.Options()), chance)
        self.playthrough = applied.playthrough
        self.tell(applied.events)

    def tell(self, events: tuple[Any, ...] = ()) -> None:
        for name, follower in tuple(self._followers):
            follower(replace(self.news(name, events), past=()))

    def change(self, **fields: Any) -> None:
        """The table is listed otherwise now."""
        self.info = replace(self.info, **fields)
        self.tell()

    def say(self, line: ChatLine) -> None:
        self.chat = (*self.chat, line)
        self.tell()

    def unsay(self, name: str) -> None:
        self.chat = tuple(line for line in self.chat if line.name != name)
        self.tell()

    def seat(self, number: int, seat: Seat) -> None:
        seats = list(self.info.seats)
        seats[number - 1] = seat
        self.info = replace(self.info, seats=tuple(seats))
        self.tell()


class StagePort(Visitor):
    """One player's door to a stage."""

    def __init__(self, stage: TableStage, name: str) -> None:
        super().__init__(name)
        self.stage = stage

    def check(self, what: str, *words: Any) -> None:
        self.stage.asked.append(what)
        self.stage.requests.append((what, *words))
        if self.stage.refuse_next:
            refused, self.stage.refuse_next = self.stage.refuse_next, None
            raise refused

    def now(self) -> float:
        return self.stage.time

    def follow_lobby(
        self,
        listener: Callable[[LobbySnapshot], None],
        search: TableSearch = FIRST_PAGE,  # noqa: ARG002  (there are no tables to look at)
    ) -> Release:
        listener(LobbySnapshot(self.name, (), ()))
        return lambda: None

    def find_tables(self, search: TableSearch) -> FoundTables:
        return page_of((self.stage.news(self.name).info,), search)

    def people(self) -> tuple[str, ...]:
        return (self.name,)

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        if table != TABLE:
            raise Refused("no-table", {"table": table})
        entry = (self.name, listener)
        self.stage._followers.append(entry)
        listener(self.stage.news(self.name))

        def release() -> None:
            if entry in self.stage._followers:
                self.stage._followers.remove(entry)

        return release

    def look(self, table: str) -> LobbySnapshot:
        if table != TABLE:
            raise Refused("no-such-table", {"table": table})
        return LobbySnapshot(self.name, (), (self.stage.news(self.name).info,))

    def home(self) -> str | None:
        return None

    async def join(self, table: str) -> str:
        self.check("join", table)
        return TABLE

    async def watch(self, table: str) -> str:
        self.check("watch", table)
        return TABLE

    async def past(self, table: str, step: int) -> tuple[Any, ...]:
        self.check("past", table, step)
        return (*self.stage.forgotten, *self.stage.past)

    async def say(self, table: str | None, text: str) -> None:
        self._ask("say", table or "", text)
        place: Any = "table" if self.stage.seat_of(self.name) else "watchers"
        self.stage.say(ChatLine(self.name, text, self.stage.time, place))

    async def kick(self, table: str, seat: int) -> None:
        if (stage := self.stage.news(self.name).info.stage) != "open":
            raise wrong_stage(stage)
        self._ask("kick", table, seat)
        self.stage.seat(seat, Seat())

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        self._ask("answer_beforehand", table, word, on)
        said = self.stage.beforehand.setdefault(self.name, ())
        self.stage.beforehand[self.name] = (*(one for one in said if one != word), *([word] if on else []))
        self.stage.tell()

    async def plan(self, table: str, plan: Any) -> None:
        self._ask("plan", table, plan)
        self.stage.plans[self.name] = plan
        self.stage.tell()

    async def check_end_table(self, table: str) -> None:
        if self.stage.ended and table == TABLE:
            raise wrong_stage("over")

    check_concede = check_abandon = check_end_table

    async def concede(self, table: str) -> None:
        self._ask("concede", table)
        self.stage.play(self.stage.seat_of(self.name) or 0, playthrough.RESIGN)

    async def abandon(self, table: str) -> None:
        self._ask("abandon", table)

    async def rematch(self, table: str) -> str:
        self._ask("rematch", table)
        return TABLE

    async def lend(self, table: str, seat: int) -> None:
        self._ask("lend", table, seat)

    async def seat_code(self, table: str) -> str:
        self._ask("seat_code", table)
        return "ABCD-EFGH-JKMN-PQRS"

    async def sit(self, table: str) -> int:
        self._ask("sit", table)
        free = [number for number, seat in enumerate(self.stage.info.seats, 1) if not seat.name]
        self.stage.seat(free[0], Seat(self.name, "player"))
        return free[0]

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        self._ask("add_bot", table, bot)
        free = [number for number, seat in enumerate(self.stage.info.seats, 1) if not seat.name]
        self.stage.seat(free[0], Seat("Fern", "bot", "page"))

    async def remove_bot(self, table: str) -> None:
        self._ask("remove_bot", table)
        bots = [number for number, seat in enumerate(self.stage.info.seats, 1) if seat.held_by == "bot"]
        self.stage.seat(bots[-1], Seat())

    async def start(self, table: str) -> None:
        self._ask("start", table)
        self.stage.begin()

    async def leave(self, table: str) -> None:
        self._ask("leave", table)
        self.stage.seat(self.stage.seat_of(self.name) or 1, Seat())

    async def submit(self, table: str, ask: int, move: Any) -> None:
        self.stage.submitted.append((self.name, ask, move))
        self._ask("submit", table)
        seat = self.stage.seat_of(self.name)
        assert self.stage.playthrough is not None
        assert seat is not None
        if not self.stage.hold:
            self._play(seat, move)

    def _play(self, seat: int, move: Any) -> None:
        try:
            self.stage.play(seat, move)
        except Refused as refusal:
            self.stage.refused.append(refusal)
            raise

    async def odds(self, table: str, move: Any = None, effort: int = 0) -> Odds:
        if effort and self.stage.hold_better is not None:
            await self.stage.hold_better.wait()
        self._ask("odds", table, move and self.stage.game.notate(move), *([effort] if effort else []))
        if self.stage.hold_odds is not None:
            await self.stage.hold_odds.wait()
        assert self.stage.playthrough is not None
        calculator = self.stage.game.odds_calculator
        if calculator is None:
            raise refused("no-odds", game=self.stage.game.key)
        view = self.stage.playthrough.view(self.stage.seat_of(self.name))
        if move:
            return odds_of(calculator, view, move, effort)
        return odds_before(calculator, Position(repr(view), view), effort)

    async def undo(self, table: str) -> None:
        self._ask("undo", table)
        self.stage.play(self.stage.seat_of(self.name) or 0, playthrough.UNDO)

    def _ask(self, what: str, table: str, *words: Any) -> None:
        assert table == TABLE
        self.check(what, *words)


def odds_of(calculator: OddsCalculator, view: Any, move: Any, effort: int) -> Odds:
    """What a host answers."""
    if effort and isinstance(calculator, PatientOddsCalculator):
        return calculator.better_odds(view, move, effort)
    return calculator.odds(view, move)


@dataclass(frozen=True)
class Position:
    """A view, which is the same as any other that reads like it."""

    text: str
    view: Any = field(compare=False)


@lru_cache(maxsize=128)
def odds_before(calculator: OddsCalculator, position: Position, effort: int) -> Odds:
    """The same before a move is chosen, worked out once for all windows that show one position."""
    return odds_of(calculator, position.view, None, effort)


class StageApp(CrownApp):
    """The real app, which begins at the table."""

    def first_screen(self) -> Any:
        return TableScreen(TABLE)


class StagePlayer:
    """Somebody at the stage: presses keys, reads the screen."""

    def __init__(self, app: StageApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """A line behind the slash."""
        names = {" ": "space", "/": "slash", "+": "plus", ">": "greater_than_sign"}
        await self.press("slash", *[names.get(char, char) for char in text], "enter")

    async def talk(self, text: str) -> None:
        """A line without a slash."""
        await self.press("quotation_mark", *["space" if char == " " else char for char in text], "enter")

    @property
    def rows(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def row_of(self, panel: str) -> int:
        """The screen's row where a panel begins."""
        return self.app.screen.query_one(f"#{panel}").region.y

    @property
    def marked(self) -> tuple[int, ...]:
        """The faces of the dice that are marked."""
        return self.app.screen.query_one(DiceTray).marked_faces

    @property
    def prompt(self) -> str:
        """The sentence above the keys: a row, or two in a narrow window."""
        first, keys = self._line_rows
        return " ".join(row.strip() for row in self.rows[first:keys])

    @property
    def _line_rows(self) -> tuple[int, int]:
        """The first rows of the sentence and of the keys."""
        line = self.app.screen.query_one(CommandLine)
        return line.region.y, line.region.y + len(line._said())

    @property
    def keys(self) -> str:
        return " ".join(self.key_rows).strip()

    @property
    def key_rows(self) -> list[str]:
        return [row.strip() for row in self.rows[self._line_rows[1] :]]

    @property
    def caret(self) -> tuple[int, int] | None:
        """Where the terminal's cursor rests."""
        return self.app._caret()


@asynccontextmanager
async def seated(
    stage: TableStage,
    name: str = "Amber",
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    settings: Mapping[str, str] = NO_HINTS,
) -> AsyncIterator[StagePlayer]:
    """A player at the table, once its first picture is there."""
    port = StagePort(stage, name)
    port.me = replace(port.me, settings=settings)
    app = StageApp(port, Texts(language))
    app.greeting = stage.notice
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield StagePlayer(app, pilot)


async def others_play(stage: TableStage, player: StagePlayer) -> None:
    """Pages answer for everybody but the first seat, until only that is asked."""
    page = stage.game.bots["page"]
    while stage.playthrough and (asks := [ask for ask in stage.playthrough.asks if ask.seat != 1]):
        view = stage.playthrough.view(asks[0].seat)
        stage.play(asks[0].seat, page.choose(stage.game, view, asks[0], FairChance(b"o" * 32)))
        await player.pilot.pause()
