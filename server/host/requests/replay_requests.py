"""Requests about ended games that are looked at again: their course, its analysis, and playing on from a
position of it. Who may replay a game may have it analysed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from msgspec.structs import replace

from engine.analysis.analyse import begun
from engine.analysis.rounds import Curve
from engine.game import AnyGame
from engine.opponents import seat_name
from engine.options import format_options
from engine.records.course import Course, sitting
from engine.records.record import Record
from engine.records.writing import write
from server.analysis.courses.work import CastTask
from server.analysis.desk import WantedAnalysis
from server.budget.slices import gathered
from server.host.requests.record_requests import RecordRequests
from server.host.requests.table_requests import readable
from server.identity.accounts import Player
from server.identity.names import FORGOTTEN
from server.lobby.completion import carry_out
from server.lobby.opening import OpeningRequest
from server.log import continuation
from server.log.entries import Entry, Opening
from server.log.requests import bot_key
from server.log.table_options import FROM
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import ReplayedGame
from tui.host.port import Release
from tui.host.refusals import ANALYSES, refused


class ReplayRequests(RecordRequests):
    """Carries out a player's requests about the course of ended games. Every method raises Refused."""

    _taken_up: ReplayedGame | None = None

    def take_up(self, game: ReplayedGame) -> None:
        """Let the player look at a game that was never a table here, under its id."""
        self._taken_up = game

    async def replay(self, table: str) -> ReplayedGame:
        if self._taken_up is not None and table == self._taken_up.id:
            return self._taken_up
        member = self._me
        opening, game = await self._ended_game(member, table)
        player, players = member.player.id, game.outcome.players
        seat = players.index(player) + 1 if player in players else None
        course = game.course
        if hidden := await self._hidden_seats(member, opening, game):
            names = enumerate(course.kept.header.seats, start=1)
            course = course.named([FORGOTTEN if seat in hidden else name for seat, name in names])
        return ReplayedGame(opening.id, course, seat, public=not opening.private)

    async def finished(self, table: str) -> tuple[ReplayedGame, Curve | None]:
        opening, game = await self._ended_game(self._me, table, closed=False)
        players, player = game.outcome.players, self._me.player.id
        if player not in players:
            raise refused("not-seated")
        seat = players.index(player) + 1
        chances = await readable(self._services.curves.find(opening))
        return ReplayedGame(opening.id, game.course, seat, public=not opening.private), chances

    async def curve(self, table: str) -> Curve | None:
        if self._taken_up is not None and table == self._taken_up.id:
            return None
        opening, _ = await self._ended_game(self._me, table)
        return await readable(self._services.curves.find(opening))

    async def cast(self, table: str, language: str) -> AsyncGenerator[bytes, None]:
        game = await self.replay(table)
        task = CastTask(game.id, game.course.kept, language)
        async with aclosing(self._services.casts.draw(task, self._asker)) as parts:
            async for part in parts:
                yield part

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Release:
        game, services = await self.replay(table), self._services
        begun(game.course)
        player = self._me.player
        limit = services.limits.guest_analyses if player.guest else services.limits.of(ANALYSES)
        wanted = WantedAnalysis(
            table=game.id,
            record=lambda: services.games.record(game.id) or _record(game.course),
            seat=game.your_seat,
            asker=self._asker,
            charge=lambda: limit.count(player.id, self.now()),
        )
        return await services.analyses.follow(wanted, listener)

    async def odds_then(self, table: str, position: int, seat: int | None, effort: int = 0) -> Any:
        course = (await self.replay(table)).course
        view = course.at(position).view(seat)
        seats = sitting(course, position)
        return await self._services.odds.odds_then(self._player.id, course.game, view, effort, seats)

    async def check_play_on(self, table: str, position: int, seat: int) -> None:
        game = await self.replay(table)
        continuation.check(game.course, position, seat)
        await self._opening_of(game, position)

    async def play_on(self, table: str, position: int, seat: int) -> str:
        return await self.continue_game(await self.replay(table), position, seat)

    async def continue_game(self, game: ReplayedGame, position: int, seat: int) -> str:
        """Open the table for a game that was read already. Raises Refused."""
        continuation.check(game.course, position, seat)
        return await carry_out(self._continue(game, position, seat))

    async def _continue(self, game: ReplayedGame, position: int, seat: int) -> str:
        course, opening = game.course, await self._opening_of(game, position)
        seated = _seated(opening, self._me.player, seat, course.game)
        entries = await gathered(continuation.entries(seated, course, position))
        await self._lobby.add(opening, entries)
        return opening.id

    async def _opening_of(self, game: ReplayedGame, position: int) -> Opening:
        """Return how the table begins that goes on from a position. Raises Refused."""
        course = game.course
        setup = course.end.setup
        request = OpeningRequest(course.game.key, setup.seats, format_options(setup.options), private=True)
        opening = await self._opening(self._me, request)
        options = {**opening.options, FROM: f"{game.id}:{position}"}
        return replace(opening, options=options, rules_version=course.game.rules_version)


def _seated(opening: Opening, player: Player, seat: int, game: AnyGame) -> list[Entry]:
    """Return the entries that give the player their seat, and the usual bots the others."""
    bot, taken, entries = bot_key(game, opening.options), {player.name}, []
    for one in range(1, opening.seats + 1):
        sits = Entry(kind="sit", time=opening.opened, seat=one, by="player", who=player.id, name=player.name)
        if one != seat:
            sits = replace(sits, kind="bot", who=bot, name=seat_name(game.opponents, bot, taken))
            taken.add(sits.name)
        entries.append(sits)
    return entries


def _record(course: Course) -> str:
    """Return the record of a game that was never a table here."""
    return write(Record(course.header, tuple(course.steps), None))
