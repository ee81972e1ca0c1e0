"""Who is away holds up no chance to react; what was said beforehand answers it, and nobody else can tell."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine import codec
from engine.laurin.game import GAME
from engine.laurin.model.moves import Buy, Lead, Pass
from engine.playthrough import TimeUp
from server.bots.standing_answers import SHORTEST, SPREAD
from server.host.port import HostPort
from server.log import standing_answers
from server.log.entries import Entry
from server.settings.timeouts import Timeouts
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    ReceivedSnapshots,
    SimulatedTime,
    Simulation,
    refusal,
    settled,
)

PLAYERS = (ADA, BERT, CY)
AWAY = Timeouts().reaction


class LaurinHost(Simulation):
    """A host with laurin, whose pauses are its clock's."""

    def __init__(
        self, journal: Any = None, time: SimulatedTime | None = None, timeouts: Timeouts | None = None
    ) -> None:
        time = time or SimulatedTime()

        async def pause(seconds: float) -> None:
            over = asyncio.Event()
            time.timer(seconds, over.set)
            await over.wait()

        super().__init__(
            journal, time=time, games={"laurin": GAME}, pause=pause, timeouts=timeouts or Timeouts()
        )
        self.ports: list[HostPort] = []
        self.leave: list[Any] = []
        self.table = ""

    async def killed(self) -> LaurinHost:
        """The host that is started on the same journal and the same clock; everybody is back."""
        await self.host.standing_answers.close()
        self.journal._listeners.clear()
        again = LaurinHost(self.journal, self.time)
        await again.host.open()
        again.table = self.table
        again.ports = [again.enter(player)[0] for player in PLAYERS]
        await again.lobby.table(self.table).reading.begin()
        return again

    async def play(self, clock: str = "none", asked: int = 2) -> None:
        """Three players, up to a chance to react for so many of them."""
        for player in PLAYERS:
            port, leave = self.enter(player)
            self.ports.append(port)
            self.leave.append(leave)
        self.table = await self.ports[0].open_table("laurin", 3, {}, clock=clock)
        for port in self.ports[1:]:
            await port.sit(self.table)
        await self.ports[0].start(self.table)
        while len(self.reacting) < asked:
            await self.go_on()

    @property
    def state(self) -> Any:
        return self.lobby.table(self.table).state

    @property
    def reacting(self) -> list[Any]:
        return [ask for ask in self.state.asks if ask.reaction]

    def view(self, seat: int) -> Any:
        return self.state.playthrough.view(seat)

    async def go_on(self) -> None:
        """Whoever is asked first does the plain thing: buys magic, leads the King, does not react."""
        ask = self.state.asks[0]
        moves = list(GAME.legal(self.view(ask.seat))) if ask.kind != "move" else []
        wanted = [move for move in moves if isinstance(move, Buy | Lead)]
        await self.ports[ask.seat - 1].submit(self.table, ask.id, (wanted or [ask.timeout_move])[0])

    async def log(self, kind: str = "move") -> list[Entry]:
        return [entry for entry in await self.journal.read(self.table) if entry.kind == kind]


async def test_who_said_so_passes_after_a_while() -> None:
    """Not at once, and as a move of the player's own."""
    host = LaurinHost()
    await host.play()
    seat = host.reacting[0].seat
    await host.ports[seat - 1].answer_beforehand(host.table, "pass", True)
    await host.time.pass_by(SHORTEST - 0.01)
    assert seat in [ask.seat for ask in host.reacting]
    await host.time.pass_by(SPREAD + 0.02)
    assert seat not in [ask.seat for ask in host.reacting]
    last = (await host.log())[-1]
    assert (last.seat, last.by, last.move) == (seat, "player", '{"type":"pass"}')


async def test_nobody_else_is_told_what_was_said() -> None:
    """Neither a picture nor a word of it reaches another seat or a spectator."""
    host, eyes = LaurinHost(), [ReceivedSnapshots() for _ in range(4)]
    await host.play()
    watching, _ = host.enter(type(ADA)("dora", "Dora"))
    for port, seen in zip((*host.ports, watching), eyes, strict=True):
        port.follow_table(host.table, seen.see)
    await settled()
    seat = host.reacting[0].seat
    before = [len(seen) for seen in eyes]
    await host.ports[seat - 1].answer_beforehand(host.table, "pass", True)
    await settled()
    assert [len(seen) - count for seen, count in zip(eyes, before, strict=True)] == [
        int(number == seat) for number in range(1, 5)
    ]
    assert [seen.last.beforehand for seen in eyes] == [
        ("pass",) if number == seat else () for number in range(1, 5)
    ]


async def test_a_word_is_taken_back() -> None:
    """Then the player is asked as always, also where the answer was under way."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    seat = host.reacting[0].seat
    port = host.ports[seat - 1]
    port.follow_table(host.table, eyes.see)
    await port.answer_beforehand(host.table, "pass", True)
    await port.answer_beforehand(host.table, "pass", False)
    await host.time.pass_by(60)
    assert seat in [ask.seat for ask in host.reacting]
    assert eyes.last.beforehand == ()


async def test_only_what_the_game_knows_can_be_said() -> None:
    """The refusal names the words there are; spectators and other games have none."""
    host = LaurinHost()
    await host.play()
    seat = host.reacting[0].seat
    why = await refusal(host.ports[seat - 1].answer_beforehand(host.table, "win", True))
    assert (why.code, why.params["word"]) == ("no-such-answer", "win")
    assert why.params["words"] == GAME.standing_answers.words(host.view(seat))
    watching, _ = host.enter(type(ADA)("dora", "Dora"))
    assert (await refusal(watching.answer_beforehand(host.table, "pass", True))).code == "not-seated"


async def test_a_pass_that_is_taken_back_is_not_given_again() -> None:
    """Who undoes it wants to be asked."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    seat = host.reacting[0].seat
    port = host.ports[seat - 1]
    port.follow_table(host.table, eyes.see)
    await port.answer_beforehand(host.table, "pass", True)
    await host.time.pass_by(SHORTEST + SPREAD)
    assert eyes.last.can_undo
    await port.undo(host.table)
    await host.time.pass_by(60)
    assert seat in [ask.seat for ask in host.reacting]
    assert eyes.last.beforehand == ()


async def test_what_was_said_survives_a_lost_line() -> None:
    """It belongs to the seat, and waits there for its player."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    seat = host.reacting[0].seat
    port = host.ports[seat - 1]
    await port.answer_beforehand(host.table, "pass", True)
    host.leave[seat - 1]()
    again, _ = host.enter(PLAYERS[seat - 1])
    again.follow_table(host.table, eyes.see)
    await settled()
    assert eyes.last.beforehand == ("pass",)


async def test_what_was_said_survives_the_host() -> None:
    """Killed and started again, it shows the seat its words, holds them as long, and answers by them."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    seat, other = (ask.seat for ask in host.reacting[:2])
    magic = GAME.standing_answers.words(host.view(other))[-1]
    await host.ports[seat - 1].answer_beforehand(host.table, "pass", True)
    await host.ports[other - 1].answer_beforehand(host.table, "pass", True)
    await host.ports[other - 1].answer_beforehand(host.table, magic, True)
    await host.ports[other - 1].answer_beforehand(host.table, "pass", False)
    before = host.state
    host = await host.killed()
    assert host.state == before
    host.ports[other - 1].follow_table(host.table, eyes.see)
    await settled()
    assert eyes.last.beforehand == (magic,)
    known = len(await host.log())
    await host.time.pass_by(SHORTEST + SPREAD)
    assert seat not in [ask.seat for ask in host.reacting]
    assert (seat, "player", '{"type":"pass"}') in [(e.seat, e.by, e.move) for e in (await host.log())[known:]]
    while standing_answers.words_of(host.state, seat):
        await host.go_on()
    assert standing_answers.words_of((await host.killed()).state, seat) == ()


async def test_an_undo_ends_it_for_good() -> None:
    """A host that begins afterwards knows no more of it."""
    host = LaurinHost()
    await host.play()
    seat = host.reacting[0].seat
    await host.ports[seat - 1].answer_beforehand(host.table, "pass", True)
    await host.time.pass_by(SHORTEST + SPREAD)
    await host.ports[seat - 1].undo(host.table)
    assert standing_answers.words_of((await host.killed()).state, seat) == ()


async def test_saying_it_twice_writes_nothing() -> None:
    """Nor does taking back what was not said."""
    host = LaurinHost()
    await host.play()
    port = host.ports[host.reacting[0].seat - 1]
    await port.answer_beforehand(host.table, "pass", False)
    lengths = [host.state.seq]
    for _ in range(2):
        await port.answer_beforehand(host.table, "pass", True)
        lengths.append(host.state.seq)
    assert [seq - lengths[0] for seq in lengths] == [0, 1, 1]


async def test_no_record_tells_it() -> None:
    """Neither the own one in the midst of the game nor, after its end, the whole one."""
    said, unsaid = LaurinHost(), LaurinHost()
    texts = []
    for host in (said, unsaid):
        await host.play()
        ports = host.ports
        if host is said:
            for port in ports:
                await port.answer_beforehand(host.table, "pass", True)
        records = [await port.record(host.table) for port in ports]
        for port in ports:
            await port.abandon(host.table)
        texts.append([*records, await ports[0].record(host.table)])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("said", [True, False])
async def test_a_seat_at_which_nobody_is_passes_when_its_time_is_up(said: bool) -> None:
    """Not a moment sooner where something was said beforehand; everybody sees how much time is left."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    first, second = (ask.seat for ask in host.reacting[:2])
    host.ports[second - 1].follow_table(host.table, eyes.see)
    if said:
        await host.ports[first - 1].answer_beforehand(host.table, "pass", True)
    left = host.time.now
    host.leave[first - 1]()
    await settled()
    ask = next(ask for ask in host.reacting if ask.seat == second)
    await host.ports[second - 1].submit(host.table, ask.id, Pass())
    assert eyes.last.deadline == left + AWAY
    await host.time.pass_by(AWAY - 0.01)
    assert first in [ask.seat for ask in host.reacting]
    await host.time.pass_by(0.02)
    passed = [entry for entry in await host.log() if entry.by == "timeout"]
    assert [(entry.seat, entry.move) for entry in passed] == [(first, '{"type":"pass"}')]
    told = [event for picture in eyes for event in picture.events if isinstance(event, TimeUp)]
    assert told == [TimeUp(first, reaction=True)]


async def test_who_comes_back_in_time_is_still_asked() -> None:
    """And has as much time as anybody who is here."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play()
    seat = host.reacting[0].seat
    host.leave[seat - 1]()
    await host.time.pass_by(AWAY - 1)
    again, _ = host.enter(PLAYERS[seat - 1])
    again.follow_table(host.table, eyes.see)
    await host.time.pass_by(600)
    assert seat in [ask.seat for ask in host.reacting]
    assert eyes.last.deadline is None


async def test_a_host_may_limit_chances_for_everybody() -> None:
    """Then the time left is shown from the beginning, to those who are here as well."""
    host, eyes = LaurinHost(timeouts=Timeouts(reaction_here=15.0)), ReceivedSnapshots()
    await host.play()
    asked = [ask.seat for ask in host.reacting]
    host.ports[asked[0] - 1].follow_table(host.table, eyes.see)
    await settled()
    assert eyes.last.deadline == host.time.now + 15
    await host.time.pass_by(15)
    assert [entry.seat for entry in await host.log() if entry.by == "timeout"][: len(asked)] == asked


async def test_where_a_clock_counts_in_days_it_alone_limits_chances() -> None:
    """Nobody is expected to be there; what was said beforehand keeps such a game quick."""
    host, eyes = LaurinHost(), ReceivedSnapshots()
    await host.play(clock="1d")
    first, second = (ask.seat for ask in host.reacting[:2])
    host.ports[second - 1].follow_table(host.table, eyes.see)
    await host.ports[first - 1].answer_beforehand(host.table, "pass", True)
    host.leave[first - 1]()
    await settled()
    assert eyes.last.deadline == host.state.clock_from[second] + 86_400
    await host.time.pass_by(SHORTEST + SPREAD)
    assert first not in [ask.seat for ask in host.reacting]
    assert (await host.log())[-1].by == "player"


async def test_a_pass_said_beforehand_looks_like_a_key() -> None:
    """Two hosts: in one the seat said so, in the other its player presses a key at the same moment."""
    told = []
    for said in (True, False):
        host, eyes = LaurinHost(), ReceivedSnapshots()
        await host.play()
        seat, other = (ask.seat for ask in host.reacting[:2])
        port = host.ports[seat - 1]
        host.ports[other - 1].follow_table(host.table, eyes.see)
        await settled()
        eyes.clear()
        if said:
            await port.answer_beforehand(host.table, "pass", True)
            while seat in [ask.seat for ask in host.reacting]:
                await host.time.pass_by(0.01)
            took = host.time.now
        else:
            await host.time.pass_by(took - host.time.now)
            ask = next(ask for ask in host.reacting if ask.seat == seat)
            await port.submit(host.table, ask.id, Pass())
        await settled()
        told.append([codec.encode(picture) for picture in eyes])
    assert told[0] == told[1]
    assert told[0]
