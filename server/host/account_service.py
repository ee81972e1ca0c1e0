"""What players may do about themselves: names, settings, whom they ignore, keys, being forgotten.

Nothing is told before it is stored. Guests have all this but keys, for as long as the host
remembers them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable
from typing import TypeVar

from msgspec.structs import replace

from server.identity.accounts import Accounts, NameTaken, Player, Profile, with_text
from server.identity.codes import SHORT, KeyCodes, code_of, normalized
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.name_registry import NameRegistry
from server.identity.names import clean_name, clean_text
from server.lobby.lobby import Lobby
from server.log import requests
from tui.host.refusals import Code, refused

log = logging.getLogger(__name__)

T = TypeVar("T")

SETTING = re.compile(r"[a-z][a-z0-9-]{0,23}")
LONGEST_VALUE = 64
MOST_SETTINGS = 32
MOST_IGNORED = 100


class AccountService:
    """What players may do about themselves, for all players of a host."""

    def __init__(self, accounts: Accounts, name_registry: NameRegistry, lobby: Lobby) -> None:
        self._accounts = accounts
        self._name_registry = name_registry
        self._lobby = lobby
        self._secret = lobby.dependencies.secret
        self._clock = lobby.dependencies.clock
        self._key_codes = KeyCodes(lobby.dependencies.timeouts.key_code)
        limits = lobby.dependencies.limits
        self._tries = lobby.shared_limit(
            limits.code_guesses, limits.code_guesses_per_address, 600.0, "too-many-tries"
        )
        self._renames = lobby.shared_limit(limits.renames, limits.renames_per_address, 60.0, "too-many-names")

    async def rename(self, member: KnownPlayer, text: str) -> None:
        """Another name. Raises Refused: "name-taken", or what is wrong with it."""
        player, name = member.player, clean_name(text)
        if name == player.name:
            return
        self._renames.count(player.id, self._clock())
        if skeleton(name) != skeleton(player.name) and not await self._name_registry.claim(name):
            raise refused("name-taken")
        try:
            if not player.guest:
                await _stored(self._accounts.rename(player.id, name))
            await self._lobby.rename(member, name)
        except NameTaken as taken:
            raise refused("name-taken") from taken
        finally:
            self._name_registry.settle(name)

    async def set(self, member: KnownPlayer, setting: str, value: str) -> None:
        """Remembers a setting (empty: forgets it). Raises Refused ("setting-not-possible")."""
        settings = with_text(member.profile.settings, setting, value)
        fits = len(settings) <= MOST_SETTINGS and len(value) <= LONGEST_VALUE and value == clean_text(value)
        if not SETTING.fullmatch(setting) or not fits:
            raise refused("setting-not-possible", setting=clean_text(setting)[:24])
        if not member.player.guest:
            await _stored(self._accounts.set(member.player.id, setting, value))
        member.profile = replace(member.profile, settings=settings)

    async def ignore(self, member: KnownPlayer, name: str, on: bool) -> None:
        """Reads somebody no longer, or again. Raises Refused ("nobody-called")."""
        other = self._whom(member, name, on)
        ignored = with_text(member.profile.ignored, other.id, other.name if on else "")
        if len(ignored) > MOST_IGNORED:
            raise refused("too-many-ignored", most=MOST_IGNORED)
        if not member.player.guest:
            await _stored(self._accounts.ignore(member.player.id, other.id, ignored.get(other.id, "")))
        member.profile = replace(member.profile, ignored=ignored)
        for table in self._lobby.tables:
            if member.player.id in table.followers:
                table.refresh()
        self._lobby.broadcaster.publish_soon()

    def new_key_code(self, player: Player) -> str:
        """A code for the key of this session. Raises Refused ("no-key")."""
        if not player.key:
            raise refused("no-key")
        code = code_of(self._secret(SHORT))
        self._key_codes.offer(player.key, player.id, code, self._clock())
        return code

    async def add_key(self, member: KnownPlayer, text: str) -> None:
        """The key behind a code is the member's. Raises Refused: "no-account" (of a guest),
        "code-unknown", "too-many-tries", "own-key", "key-playing".
        """
        player = member.player
        if player.guest:
            raise refused("no-account")
        self._tries.count(player.id, self._clock())
        offer = self._key_codes.take(normalized(text), self._clock())
        if offer.player == player.id:
            raise refused("own-key")
        last = (await _stored(self._accounts.profile(offer.player))).keys <= 1
        if last:
            await self._leave_tables(offer.player, "key-playing")
            await _stored(self._lobby.dependencies.journal.hand_over(offer.player, player.id))
        await _stored(self._accounts.move_key(offer.key, player.id))
        member.profile = replace(member.profile, keys=member.profile.keys + 1)
        if last:
            self._dissolve(offer.player, "account-moved")
            member.finished = await self._lobby.load_finished(player.id)

    async def forget(self, member: KnownPlayer) -> None:
        """Account, keys, settings and name are gone for good. Raises Refused ("still-playing")."""
        player = member.player
        await self._leave_tables(player.id, "still-playing")
        await _stored(self._lobby.dependencies.journal.forget(player.id))
        await self._lobby.forget(player.id)
        # Until its log was read again, a game that was given up may have ended and told the name.
        await _stored(self._lobby.dependencies.journal.forget(player.id))
        await _stored(self._accounts.forget(player.id))
        self._dissolve(player.id, "account-gone")

    def _whom(self, member: KnownPlayer, name: str, on: bool) -> Player:
        """Somebody by name: as they are called now or, to be read again, were called then."""
        look = skeleton(name)
        then = [i for i, called in member.profile.ignored.items() if skeleton(called) == look]
        if then and not on:
            return Player(then[0], name)
        other = self._lobby.members.named(name)
        if other is None or other is member:
            raise refused("nobody-called", name=clean_text(name)[:40])
        return other.player

    async def _leave_tables(self, player: str, code: Code) -> None:
        """Stands up wherever nothing has begun. Raises Refused (the code) where something has."""
        tables = self._lobby.tables_of(player)
        if any(table.state.stage == "running" for table in tables):
            raise refused(code)
        for table in tables:
            if table.state.stage == "open":
                await table.write(requests.stand(player))

    def _dissolve(self, player: str, code: Code) -> None:
        """There is no such account any more; its sessions are told so whatever they want."""
        if member := self._lobby.members.find(player):
            member.gone, member.profile, member.finished = code, Profile(), ()
            member.player = replace(member.player, name="")
            self._lobby.presence.rename(member.player)
        self._lobby.broadcaster.publish_soon()


async def _stored(write: Awaitable[T]) -> T:
    """What was read or written. Raises Refused ("not-saved") where the host could not."""
    try:
        return await write
    except NameTaken:
        raise
    except Exception as error:
        log.exception("an account could not be written")
        raise refused("not-saved") from error
