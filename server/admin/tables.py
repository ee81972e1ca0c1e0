"""Operators' commands about tables and games that have ended."""

from __future__ import annotations

import logging
from typing import Any

from msgspec import to_builtins

from engine.game import Refused
from server.admin import protocol
from server.admin.people import AWAY, PeopleCommands, as_lines
from server.host.moderation import checked
from server.log.entries import outcome_of
from server.log.table_options import is_rated
from server.results.of_log import GameResult
from server.results.queries import HistoryQuery
from server.table.table import Table
from tui.language.moderation_words import when
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

log = logging.getLogger(__name__)


class TableCommands(PeopleCommands):
    """Carries these commands out at a host."""

    async def close_table(self, request: protocol.CloseRequest) -> protocol.AnyAnswer:
        """End a table, by id or name."""
        name = request.table
        try:
            table = self._host.lobby.table(name)
        except Refused:
            return protocol.CommandDeclined(f"There is no table called {name}: admin who lists them.")
        try:
            await table.end("closed")
        except Refused as why:
            return protocol.CommandDeclined(
                f"{table.opening.name} is not closed. {any_refusal_text(texts_in(), why)}"
            )
        log.info("table closed by an operator", extra={"table": table.opening.name})
        return protocol.CommandDone((f"{table.opening.name} has ended without a result.",))

    async def table(self, request: protocol.TableRequest) -> protocol.AnyAnswer:
        """Show a table, by id or name, or a game that has ended."""
        name = request.table
        try:
            table = self._host.lobby.table(name)
            elsewhere = self._host.lobby.nodes.audiences.elsewhere(table.opening.id)
            facts = {**_facts(table), "watching": table.audience.watching(table.state) + elsewhere.watching}
        except Refused:
            if not self._is_reached():
                return protocol.CommandDeclined(AWAY)
            journal = self._host.dependencies.journal
            result = await journal.history.result(name)
            if result is None:
                return protocol.CommandDeclined(f"There is no table or ended game called {name}.")
            facts = to_builtins(result)
            facts["void"] = outcome_of((await journal.read(name))[-1]).void
        return protocol.CommandDone(as_lines(facts), facts)

    async def games(self, request: protocol.GamesRequest) -> protocol.AnyAnswer:
        """List the last games of an account, or of everybody at public tables."""
        query = HistoryQuery(most=request.most)
        if request.name:
            player = await self._named(request.name)
            query = HistoryQuery(player=player.id, viewer=player.id, most=request.most)
        found = await self._host.dependencies.journal.history.page(query)
        lines = tuple(map(_game_line, found)) or ("No game has ended.",)
        facts = [{part: value for part, value in to_builtins(one).items() if part != "void"} for one in found]
        return protocol.CommandDone(lines, facts)

    async def void(self, request: protocol.VoidRequest) -> protocol.AnyAnswer:
        """Have an ended game change no ratings, or change them after all."""
        lobby, journal = self._host.lobby, self._host.dependencies.journal
        checked(request.reason)
        try:
            table = lobby.table(request.table).opening.id
        except Refused:
            table = request.table
        result = await journal.history.result(table)
        if result is None:
            return protocol.CommandDeclined(
                f"There is no ended game {request.table}: admin games lists them."
            )
        if not (result.counts and is_rated((await journal.find(table)).options)):
            return protocol.CommandDeclined("That game has changed no ratings.")
        await lobby.void(table, request.void)
        changes = "no ratings any more" if request.void else "ratings again"
        return protocol.CommandDone((f"The game of {result.name} changes {changes}.",))


def _facts(table: Table) -> dict[str, Any]:
    state, opening = table.state, table.opening
    return {
        "id": opening.id,
        "name": opening.name,
        "game": opening.game,
        "options": dict(opening.options),
        "clock": opening.clock,
        "private": opening.private,
        "code": opening.code,
        "opened": opening.opened,
        "stage": state.stage,
        "since": state.since,
        "entries": state.seq,
        "damage": table.damage,
        "seats": [
            {"seat": seat, "held_by": one.held_by, "name": one.name, "program": one.program}
            for seat, one in enumerate(state.holders, 1)
        ],
        "asked": sorted({ask.seat for ask in state.asks}),
    }


def _game_line(game: GameResult) -> str:
    seats = ", ".join(f"{seat.place or '-'} {seat.name or seat.who}" for seat in game.seats)
    return f"{when(game.ended)}  {game.table}  {game.name} ({game.game}, {game.ending}): {seats}"
