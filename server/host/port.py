"""A session's door to the host: `tui.host.port.Port` for one player, and nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Odds
from server.bots.odds import OddsService
from server.host.account_service import AccountService
from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer
from server.identity.word_lists import BOTS
from server.lobby.addresses import SharedLimit
from server.lobby.lobby import Lobby
from server.lobby.opening import OpeningRequest
from server.lobby.table_service import TableService
from server.log import game_requests, requests, standing_answers
from server.table.chat import clean_line
from server.table.table import Table
from tui.host.pictures import Account, TableSnapshot
from tui.host.pictures import Lobby as Picture
from tui.host.port import Release
from tui.host.refusals import refused
from tui.host.session_scope import SessionScope


class PortServices(Struct, frozen=True, kw_only=True):
    """What all sessions share."""

    lobby: Lobby
    tables: TableService
    accounts: AccountService
    chat_limit: SharedLimit
    """Lines in the lobby and at tables together."""
    odds: OddsService


class HostPort:
    """See `tui.host.port.Port`."""

    def __init__(self, services: PortServices, player: Player) -> None:
        self._lobby = services.lobby
        self._tables = services.tables
        self._accounts = services.accounts
        self._chat_limit = services.chat_limit
        self._odds = services.odds
        self._player = player
        self._scope = SessionScope()

    def close(self) -> None:
        """Ends whatever this session follows, whether its screen did or not."""
        self._scope.close()

    @property
    def name(self) -> str:
        return self._member.player.name

    def now(self) -> float:
        return self._lobby.dependencies.clock()

    def follow_lobby(self, listener: Callable[[Picture], None]) -> Release:
        return self._scope.keep(self._lobby.broadcaster.follow(self._player, listener))

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        return self._scope.keep(self._at(table).follow(self._id, listener))

    def home(self) -> str | None:
        return self._lobby.home(self._id)

    def look(self, table: str) -> Picture:
        return self._lobby.broadcaster.look(self._player, self._at(table))

    # Who one is

    def account(self) -> Account:
        return self._member.account()

    async def rename(self, name: str) -> None:
        await self._accounts.rename(self._me, name)

    async def set(self, setting: str, value: str) -> None:
        await self._accounts.set(self._me, setting, value)

    async def new_key_code(self) -> str:
        self._me.check()
        return self._accounts.new_key_code(self._player)

    async def add_key(self, code: str) -> None:
        await self._accounts.add_key(self._me, code)

    async def forget_me(self) -> None:
        await self._accounts.forget(self._me)

    # Talk

    async def say(self, table: str | None, text: str) -> None:
        member, line = self._me, clean_line(text)
        at = self._at(table) if table is not None else None
        self._chat_limit.count(self._id, self.now())
        if at is not None:
            at.say(self._id, member.player.name, line)
        else:
            self._lobby.broadcaster.say(member, line)

    async def ignore(self, name: str, on: bool) -> None:
        await self._accounts.ignore(self._me, name, on)

    # Coming to tables

    async def open_table(
        self, game: str, seats: int, options: Mapping[str, str], *, private: bool = False, clock: str = "none"
    ) -> str:
        return await self._tables.open(self._me, OpeningRequest(game, seats, options, private, clock))

    async def join(self, table: str) -> str:
        return await self._tables.join(self._me, table)

    async def watch(self, table: str) -> str:
        return self._tables.come(self._me, table).opening.id

    async def rematch(self, table: str) -> str:
        return await self._tables.rematch(self._me, table)

    async def seat_code(self, table: str) -> str:
        return await self._tables.seat_code(self._me, table)

    async def resume(self, code: str) -> str:
        return await self._tables.resume(self._me, code)

    async def record(self, table: str) -> str:
        return await self._tables.record(self._me, table)

    # Before the start

    async def sit(self, table: str) -> int:
        at = self._at(table)
        await at.write(requests.sit(self._id, self.name))
        return at.state.seat_of(self._id) or 0

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        at = self._at(table)
        await at.write(requests.add_bot(self._id, _game(at), bot, BOTS))

    async def remove_bot(self, table: str) -> None:
        await self._at(table).write(requests.remove_bot(self._id))

    async def kick(self, table: str, seat: int) -> None:
        await self._at(table).write(requests.kick(self._id, seat, self._lobby.presence.gone))

    async def start(self, table: str) -> None:
        at = self._at(table)
        if self._lobby.broadcaster.draining:
            raise refused("draining")
        await at.write(requests.start(self._id, self._lobby.presence.gone))

    async def leave(self, table: str) -> None:
        await self._at(table).write(requests.stand(self._id))

    # In a game

    async def submit(self, table: str, ask: int, move: Any) -> None:
        await self._at(table).write(game_requests.player_move(self._id, ask, move))

    async def odds(self, table: str, move: Any = None) -> Odds:
        return await self._odds.odds(self._at(table), self._id, move)

    async def undo(self, table: str) -> None:
        await self._at(table).write(game_requests.undo(self._id))

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        at = self._at(table)
        await at.write(standing_answers.say(self._id, word, on=on))
        self._lobby.attend(at)

    async def concede(self, table: str) -> None:
        at = self._at(table)
        await at.write(game_requests.concede(self._id, _game(at)))

    async def abandon(self, table: str) -> None:
        await self._at(table).write(game_requests.abandon(self._id, self._lobby.presence.gone))

    async def lend(self, table: str, seat: int) -> None:
        at = self._at(table)
        gone = self._lobby.presence.gone
        await at.write(game_requests.lend(self._id, seat, _game(at), gone))

    # ---

    @property
    def _id(self) -> str:
        return self._player.id

    @property
    def _member(self) -> KnownPlayer:
        return self._lobby.members.of(self._player)

    @property
    def _me(self) -> KnownPlayer:
        """The player, for a request. Raises Refused where the account is gone."""
        member = self._member
        member.check()
        return member

    def _at(self, table: str) -> Table:
        """A table the player may know of, for a request. Raises Refused."""
        return self._tables.find(self._me, table)


def _game(table: Table) -> AnyGame:
    if table.game is None:
        raise refused("table-frozen")
    return table.game
