"""Deletes what an account has: its seats at open tables, its name in records, its sessions' rights.

A player asks for it (`server.host.requests.account_requests`), or a day goes by without a move
(`server.host.provisional_accounts`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec.structs import replace

from engine.game import Refused
from server.cluster.signals import Signal
from server.host.bans import Bans
from server.host.moderation import Moderation
from server.identity.accounts import NameTaken, Profile
from server.lobby.lobby import Lobby
from server.log import game_requests, requests
from server.store.journal.journal import save_refusal
from tui.host.refusals import GoneCode, PlayingCode, refused

log = logging.getLogger(__name__)

T = TypeVar("T")


class AccountRemoval:
    """Deletes accounts of a host; `dissolved` is called with each one that was removed, on every node."""

    def __init__(
        self, lobby: Lobby, moderation: Moderation, bans: Bans, *, dissolved: Callable[[str], object]
    ) -> None:
        self._dissolved = dissolved
        self._stores = lobby.dependencies.stores
        self._moderation, self._bans = moderation, bans
        self._lobby = lobby

    async def forget(self, player: str) -> None:
        """Delete the account, its keys, settings and name for good. Who is banned concedes, and the ban holds
        for their keys. Raises Refused ("still-playing").
        """
        is_banned = self._bans.is_banned(player)
        if is_banned:
            await self._concede(player)
        await self.leave_tables(player, "still-playing")
        await stored(self._lobby.dependencies.journal.forget(player))
        await stored(self._lobby.forget(player))
        # Until its log has been read again, a conceded game may have ended and stored the name.
        await stored(self._lobby.dependencies.journal.forget(player))
        await stored(self._moderation.forget(player))
        if is_banned:
            keys = await stored(self._stores.accounts.keys(player))
            await stored(self._bans.keep_for_keys(player, [key.fingerprint for key in keys]))
            await self._lobby.tell(Signal("bans"))
        await stored(self._stores.accounts.forget(player, self._lobby.dependencies.clock()))
        await self._forget_everywhere(player)

    def check(self, player: str) -> None:
        """Raise Refused ("still-playing") if an account cannot be deleted now."""
        if not self._bans.is_banned(player):
            self._check_not_playing(player, "still-playing")

    async def forget_provisional(self, player: str) -> bool:
        """Delete an account that has made no move, and return True. False: it has made a move, has a seat in
        a game that has begun, or the host could not delete it.
        """
        if not await self._stores.accounts.is_provisional(player):
            return False
        try:
            await self.leave_tables(player, "still-playing")
        except Refused:
            return False
        journal = self._lobby.dependencies.journal
        if await journal.finished(player, 1):
            await journal.forget(player)
            await self._lobby.forget(player)
        await journal.forget(player)
        self._lobby.broadcaster.talk.forget(player)
        self._lobby.messages.forget(player)
        if not await self._stores.accounts.forget_provisional(player):
            return False
        await self._moderation.forget(player)
        await self._forget_everywhere(player)
        return True

    async def _forget_everywhere(self, player: str) -> None:
        """Remove a deleted account from the memory of all nodes."""
        await stored(self._stores.cups.forget(player))
        self.dissolve(player, "account-gone")
        await stored(self._stores.notices.forget(player))
        await stored(self._stores.people.forget(player))
        await stored(self._stores.deals.forget(player))
        await stored(self._stores.trophies.forget(player))
        await stored(self._stores.clubs.forget(player))
        await stored(self._lobby.nodes.talk.forget(player))
        await self._lobby.tell(Signal("gone", player, "account-gone"))

    async def leave_tables(self, player: str, code: PlayingCode) -> None:
        """Leave every table whose game has not begun. Raises Refused (the code) if a game has begun."""
        self._check_not_playing(player, code)
        for table in self._lobby.tables_of(player):
            if table.state.stage == "open":
                await table.write(requests.stand(player))

    def _check_not_playing(self, player: str, code: PlayingCode) -> None:
        if any(table.state.stage == "running" for table in self._lobby.tables_of(player)):
            raise refused(code)

    async def _concede(self, player: str) -> None:
        """Have a player concede all games that they are in, because they cannot come and do it."""
        for table in self._lobby.tables_of(player):
            if table.state.stage == "running":
                game = self._lobby.dependencies.games[table.opening.game]
                await table.write(game_requests.concede(player, game))

    def dissolve(self, player: str, code: GoneCode) -> None:
        """Remove an account from memory; all requests of its sessions are then refused with the code."""
        if member := self._lobby.members.find(player):
            member.gone, member.profile, member.finished = code, Profile(), ()
            member.player = replace(member.player, name="")
            self._lobby.presence.rename(member.player)
        self._dissolved(player)
        self._lobby.broadcaster.came_or_went()
        self._lobby.broadcaster.everyone_soon()


async def stored(write: Awaitable[T]) -> T:
    """The result of a read or write. Raises what refuses it, and Refused ("not-saved", "unsure")."""
    try:
        return await write
    except (NameTaken, Refused):
        raise
    except Exception as error:
        log.exception("a change could not be written")
        raise save_refusal(error) from error
