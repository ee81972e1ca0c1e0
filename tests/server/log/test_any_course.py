"""Whatever players do, in whatever order, and whenever the host is killed: nothing is lost or made up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Refused
from server.host.port import HostPort
from server.identity.accounts import Player
from tests.cases import cases
from tests.server.simulation import ADA, BERT, CY, GUEST, Simulation, settled
from tests.server.toy import Roll, Think

PLAYERS = (ADA, BERT, CY, GUEST)
Deed = Callable[[HostPort, str, int], Awaitable[object]]
DEEDS: dict[str, Deed] = {
    "sit": lambda port, table, _: port.sit(table),
    "leave": lambda port, table, _: port.leave(table),
    "bot": lambda port, table, _: port.add_bot(table, "first"),
    "no bot": lambda port, table, _: port.remove_bot(table),
    "kick": lambda port, table, number: port.kick(table, number % 4),
    "start": lambda port, table, _: port.start(table),
    "roll": lambda port, table, number: port.submit(table, number, Roll()),
    "think": lambda port, table, number: port.submit(table, number, Think()),
    "undo": lambda port, table, _: port.undo(table),
    "concede": lambda port, table, _: port.concede(table),
    "abandon": lambda port, table, _: port.abandon(table),
    "lend": lambda port, table, number: port.lend(table, number % 4),
    "rename": lambda port, _, number: port.rename(f"Name-{number % 9}"),
    "code": lambda port, table, _: port.seat_code(table),
    "rematch": lambda port, table, _: port.rematch(table),
}
SURROUNDINGS = ("come", "go", "minutes", "kill")
STEPS = st.tuples(
    st.sampled_from([*DEEDS, *["roll", "think", "start", "sit", "bot"] * 3, *SURROUNDINGS]),
    st.sampled_from(range(len(PLAYERS))),
    st.integers(0, 99),
)


class RandomTable:
    """A host on which random requests come to one table, or to its rematch."""

    def __init__(self) -> None:
        self.stage = Simulation()
        self.leaving: dict[Player, Callable[[], None]] = {}
        self.done: list[str] = []

    async def begin(self, clock: str, players: int) -> None:
        """A table, with so many more players, at which a game runs if that fills it."""
        await self.stage.host.open()
        for number in range(players + 1):
            await self.step("come", number, 0)
        ada, *others = (self.stage.port(player) for player in PLAYERS)
        self.table = await ada.open_table("toy", 3, {"goal": "30"}, private=True, clock=clock)
        for port in others[:players]:
            await port.join(self.stage.lobby.table(self.table).opening.code)
        if players == 2:
            await ada.start(self.table)

    async def step(self, what: str, who: int, number: int) -> None:
        player = PLAYERS[who]
        match what:
            case "come":
                self.leaving.setdefault(player, self.stage.enter(player)[1])
            case "go":
                self.leaving.pop(player, lambda: None)()
            case "minutes":
                await self.stage.time.pass_by(60 * (number % 5))
            case "kill":
                self.stage, self.leaving = await self.stage.restarted(after=number), {}
            case _:
                await self.do(what, self.stage.port(player), number)
        await settled()
        await self.check()

    async def do(self, what: str, port: HostPort, number: int) -> None:
        """A request, refused or not; questions are answered by who is asked, mostly."""
        try:
            table = self.stage.lobby.table(self.table)
        except Refused:
            if what != "rematch":
                return
        else:
            if what in {"roll", "think"} and number % 5 and table.state.asks:
                (ask,) = table.state.asks
                holder, number = table.state.holders[ask.seat - 1], ask.id
                port = self.stage.port(next((p for p in PLAYERS if p.id == holder.who), ADA))
        try:
            done = await DEEDS[what](port, self.table, number)
        except Refused as refused:
            if refused.code in {"broken", "not-saved", "busy"}:
                raise
        else:
            self.done.append(what)
            self.table = str(done) if what == "rematch" else self.table

    async def check(self) -> None:
        """The log gives the very state that is shown."""
        for table in self.stage.lobby.tables:
            state, asleep = table.state, table.asleep
            await table.reread()
            assert asleep or table.state == state
            players = [holder.who for holder in state.holders if holder.held_by == "player"]
            assert len(set(players)) == len(players), "nobody sits twice"


@given(
    clock=st.sampled_from(["none", "2m", "1d"]), players=st.integers(0, 2),
    steps=st.lists(STEPS, min_size=20, max_size=80),
)  # fmt: skip
@settings(deadline=None, max_examples=cases(100))
def test_the_log_always_gives_back_the_table(
    clock: str, players: int, steps: list[tuple[str, int, int]]
) -> None:
    """States are equal, nothing breaks, nobody sits twice."""

    async def run() -> None:
        course = RandomTable()
        await course.begin(clock, players)
        for step in steps:
            await course.step(*step)
        await course.stage.host.close()

    asyncio.run(run())
