"""A session's door to the host: `tui.host.port.Port` for one player, and nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Odds
from server.bots.odds import OddsService
from server.host.account_service import AccountService
from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer
from server.identity.word_lists import BOTS
from server.lobby.lobby import Lobby
from server.lobby.opening import OpeningRequest
from server.lobby.table_service import TableService
from server.log import game_requests, requests, standing_answers
from server.settings.rate import RateLimit
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
    chat_limit: RateLimit
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
        self.now = services.lobby.dependencies.clock
        self.home = partial(services.lobby.home, player.id)
        self._scope = SessionScope()

    def close(self) -> None:
        """Ends whatever this session follows, whether its screen did or not."""
        self._scope.close()

    @property
    def name(self) -> str:
        """The player's name as it is now."""
        return self._member.player.name

    def follow_lobby(self, listener: Callable[[Picture], None]) -> Release:
        """Call `listener` with pictures of the lobby, at once and after changes."""
        return self._scope.keep(self._lobby.broadcaster.follow(self._player, listener))

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Call `listener` with snapshots of a table. Raises Refused ("no-table")."""
        return self._scope.keep(self._at(table).follow(self._id, listener))

    def look(self, table: str) -> Picture:
        """Return the lobby with nothing but one table in it. Raises Refused ("no-table")."""
        return self._lobby.broadcaster.look(self._player, self._at(table))

    # Who one is

    def account(self) -> Account:
        """Return the player as the host knows them now."""
        return self._member.account()

    async def rename(self, name: str) -> None:
        """Take another name. Raises Refused as `AccountService.rename`."""
        await self._accounts.rename(self._me, name)

    async def set(self, setting: str, value: str) -> None:
        """Remember a setting. Raises Refused ("setting-not-possible")."""
        await self._accounts.set(self._me, setting, value)

    async def new_key_code(self) -> str:
        """Return a code that adds this session's key to an account. Raises Refused ("no-key")."""
        self._me.check()
        return self._accounts.new_key_code(self._player)

    async def add_key(self, code: str) -> None:
        """Add the key behind a code to the account. Raises Refused as `AccountService.add_key`."""
        await self._accounts.add_key(self._me, code)

    async def forget_me(self) -> None:
        """Delete the account for good. Raises Refused ("still-playing")."""
        await self._accounts.forget(self._me)

    # Talk

    async def say(self, table: str | None, text: str) -> None:
        """Say a line in the lobby (None) or at a table. Raises Refused ("line-empty", ...)."""
        member, line = self._me, clean_line(text)
        at = self._at(table) if table is not None else None
        self._chat_limit.count(self._id, self.now())
        if at is not None:
            at.say(self._id, member.player.name, line)
        else:
            self._lobby.broadcaster.say(member, line)

    async def ignore(self, name: str, on: bool) -> None:
        """Hide what somebody says, or show it again. Raises Refused ("nobody-called")."""
        await self._accounts.ignore(self._me, name, on)

    # Coming to tables

    async def open_table(
        self, game: str, seats: int, options: Mapping[str, str], *, private: bool = False, clock: str = "none"
    ) -> str:
        """Open a table and sit down at it; return its id. Raises Refused as `TableService.open`."""
        return await self._tables.open(self._me, OpeningRequest(game, seats, options, private, clock))

    async def join(self, table: str) -> str:
        """Come to a table and sit down if a seat is free; return its id. Raises Refused."""
        return await self._tables.join(self._me, table)

    async def watch(self, table: str) -> str:
        """Come to a table by id, name or code without sitting down; return its id. Raises Refused."""
        return self._tables.come(self._me, table).opening.id

    async def rematch(self, table: str) -> str:
        """Meet the same players again after a game; return the id of that table. Raises Refused."""
        return await self._tables.rematch(self._me, table)

    async def seat_code(self, table: str) -> str:
        """Return a code that regains a guest's seat. Raises Refused ("account-seat")."""
        return await self._tables.seat_code(self._me, table)

    async def resume(self, code: str) -> str:
        """Take the seat of a code; return the table's id. Raises Refused ("code-unknown")."""
        return await self._tables.resume(self._me, code)

    async def record(self, table: str) -> str:
        """Return a game's record as text. Raises Refused ("no-table")."""
        return await self._tables.record(self._me, table)

    # Before the start

    async def sit(self, table: str) -> int:
        """Take the first free seat; return its number from 1. Raises Refused."""
        at = self._at(table)
        await at.write(requests.sit(self._id, self.name))
        return at.state.seat_of(self._id) or 0

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        """Give the first free seat to a bot. Raises Refused."""
        at = self._at(table)
        await at.write(requests.add_bot(self._id, _game(at), bot, BOTS))

    async def remove_bot(self, table: str) -> None:
        """Send the last bot away. Raises Refused ("no-bot-here")."""
        await self._at(table).write(requests.remove_bot(self._id))

    async def kick(self, table: str, seat: int) -> None:
        """Free another player's seat before the start. Raises Refused."""
        await self._at(table).write(requests.kick(self._id, seat, self._lobby.presence.gone))

    async def start(self, table: str) -> None:
        """Deal. Raises Refused: "draining", "not-owner", "seats-empty"."""
        at = self._at(table)
        if self._lobby.broadcaster.draining:
            raise refused("draining")
        await at.write(requests.start(self._id, self._lobby.presence.gone))

    async def leave(self, table: str) -> None:
        """Free the own seat before the start. Raises Refused."""
        await self._at(table).write(requests.stand(self._id))

    # In a game

    async def submit(self, table: str, ask: int, move: Any) -> None:
        """Answer an ask of the own seat with a move. Raises Refused: the rules' codes too."""
        await self._at(table).write(game_requests.player_move(self._id, ask, move))

    async def odds(self, table: str, move: Any = None) -> Odds:
        """Return the odds of whose turn it is. Raises Refused as `OddsService.odds`."""
        return await self._odds.odds(self._at(table), self._id, move)

    async def undo(self, table: str) -> None:
        """Take the own last step back. Raises Refused ("nothing-to-undo")."""
        await self._at(table).write(game_requests.undo(self._id))

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        """Begin or end a standing answer of the own seat. Raises Refused ("no-such-answer")."""
        at = self._at(table)
        await at.write(standing_answers.say(self._id, word, on=on))
        self._lobby.attend(at)

    async def concede(self, table: str) -> None:
        """Give the own seat up for good. Raises Refused."""
        at = self._at(table)
        await at.write(game_requests.concede(self._id, _game(at)))

    async def abandon(self, table: str) -> None:
        """Agree to end the game without a result. Raises Refused."""
        await self._at(table).write(game_requests.abandon(self._id, self._lobby.presence.gone))

    async def lend(self, table: str, seat: int) -> None:
        """Let a bot play the seat of a player who is away. Raises Refused ("seat-not-away")."""
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
