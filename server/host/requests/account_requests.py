"""Requests of a player about themselves: names, settings, whom they ignore, keys, notices while they are
away, deleting the account.

Nobody is shown a change before it is stored. Guests have all of this except keys and notices, for as long as
the host remembers them.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.game import Refused
from server.cluster.signals import Signal
from server.host.account_removal import stored
from server.host.requests.key_moves import move_key, take_games
from server.host.requests.player_requests import PlayerRequests
from server.identity.accounts import NameTaken, Player, with_text
from server.identity.codes import SHORT, KeyOffer, code_of
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.names import clean_name, clean_start, clean_text
from server.lobby.completion import carried_out, carry_out
from server.people.vacations import VACATION, ended, longer, vacation_of
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.notice_events import TIMES, TIMES_LIKE
from tui.host.pictures import NoticeChoice, TimeAway
from tui.host.ratings import RATINGS
from tui.host.refusals import KEY_CODES, RENAMES, refused
from tui.host.setting_names import ZONE
from tui.host.table_search import normalized
from tui.host.turn_clocks import NO_CLOCK, is_slow

SETTING = re.compile(r"[a-z][a-z0-9-]{0,23}")
LONGEST_VALUE = 64
MOST_SETTINGS = 32
MOST_IGNORED = 100


class AccountRequests(PlayerRequests):
    """Carries out a player's requests about themselves."""

    ssh_host: str

    @carried_out
    async def rename(self, name: str) -> None:
        member, name = self._me, clean_name(name)
        player = member.player
        if name == player.name and await self._is_stored(player, name):
            return
        await self._services.limits.of(RENAMES).count(player.id, self.now())
        if not await stored(self._services.name_registry.claim(name, player)):
            raise refused("name-taken")
        try:
            if not player.guest:
                await stored(self._services.stores.accounts.rename(player.id, name, self.now()))
            await self._lobby.rename(member, name)
            await self._adopt_later_name(member)
        except NameTaken as taken:
            raise refused("name-taken") from taken
        finally:
            self._services.name_registry.release(name)

    async def _adopt_later_name(self, member: KnownPlayer) -> None:
        """Show the name that is stored: another node may have given the player one after ours was stored, and
        told us before we showed ours.
        """
        player = member.player
        if player.guest:
            return
        try:
            names = await stored(self._services.stores.accounts.names([player.id]))
        except Refused:  # the new name is stored all the same
            return
        name = names.get(player.id, player.name)
        if name != player.name and member.player is player:
            await self._lobby.rename(member, name)

    async def _is_stored(self, player: Player, name: str) -> bool:
        """Return whether a player has a name also in the store: another node may just have given them one of
        which this one has not heard.
        """
        if player.guest:
            return True
        called = await stored(self._services.stores.accounts.named(skeleton(name)))
        return called is not None and (called.id, called.name) == (player.id, name)

    @carried_out
    async def set(self, setting: str, value: str) -> None:
        member = self._me
        settings = with_text(member.profile.settings, setting, value)
        fits = len(settings) <= MOST_SETTINGS and len(value) <= LONGEST_VALUE and value == clean_text(value)
        no_time = value and setting in TIMES and TIMES[setting](value) is None
        if not SETTING.fullmatch(setting) or not fits or no_time or setting == VACATION:
            values = (TIMES_LIKE[setting],) if no_time else ()
            raise refused("setting-not-possible", setting=clean_start(setting, 24), values=values)
        if value and setting in TIMES and not settings.get(ZONE):
            await self.set(ZONE, self.zone)  # who is away has no client that says in which zone they are
        if not member.player.guest:
            await stored(self._services.stores.accounts.set(member.player.id, setting, value))
        settings = with_text(member.profile.settings, setting, value)  # another session may have set others
        member.profile = replace(member.profile, settings=settings)
        if setting == RATINGS:
            self._lobby.show_to(member.player.id)
        if setting == PROFILE_SETTING:
            self._lobby.hidden.note(member.player.id, hidden=value == HIDDEN)
        await self._tell(member)

    @carried_out
    async def be_away(self, days: int = 0, *, off: bool = False) -> TimeAway:
        member, now, lobby = self._me, self.now(), self._lobby
        vacation = vacation_of(member.profile.settings)
        if not days and (not off or vacation.until <= now):
            return vacation.at(now)
        self._with_account()
        if not lobby.nodes.alike():
            raise refused("busy")  # an older node would not understand what is written
        for table in () if off else lobby.tables_of(self._id):
            if (
                table.state.stage == "running"
                and table.opening.clock != NO_CLOCK
                and not is_slow(table.opening.clock)
            ):
                raise refused("live-clock-runs", table=table.opening.name)
        vacation = ended(vacation, now) if off else longer(vacation, days, now)
        await stored(self._services.vacations.keep(self._id, vacation))
        await self._tell(member)
        return vacation.at(now)

    @carried_out
    async def ignore(self, name: str, on: bool = True) -> None:
        member = self._me
        other = await self._whom(member, name, on)
        ignored = with_text(member.profile.ignored, other.id, other.name if on else "")
        if len(ignored) > MOST_IGNORED:
            raise refused("too-many-ignored", most=MOST_IGNORED)
        if not member.player.guest:
            await stored(
                self._services.stores.accounts.ignore(member.player.id, other.id, ignored.get(other.id, ""))
            )
        ignored = with_text(member.profile.ignored, other.id, ignored.get(other.id, ""))
        member.profile = replace(member.profile, ignored=ignored)
        self._lobby.show_to(member.player.id)
        await self._tell(member)

    async def new_key_code(self) -> str:
        self._me.check()
        player = self._player
        code = code_of(self._lobby.dependencies.secret(SHORT))
        until = self.now() + self._lobby.dependencies.timeouts.key_code
        offered = KeyOffer(player.key, player.id)
        await stored(self._lobby.dependencies.nodes.codes.offer(offered, code, until))
        return code

    @carried_out
    async def add_key(self, code: str) -> bool:
        player = self._with_account().player
        await self._services.limits.of(KEY_CODES).count(player.id, self.now())
        offer = await stored(self._lobby.dependencies.nodes.codes.take(normalized(code), self.now()))
        if offer is None:
            raise refused("code-unknown")
        if offer.player == player.id:
            raise refused("own-key")
        if not offer.key:
            await take_games(self._services, offer.player, player.id)
            return False
        await move_key(self._services, offer.key, offer.player, player.id)
        return True

    async def notices(self) -> NoticeChoice:
        return await self._services.recipients.choice(self._with_account().player.id)

    async def send_notices_to(self, service: str, recipient: str, language: str) -> None:
        begin = self._services.recipients.begin
        await carry_out(begin(self._with_account().player, service, recipient, language, self.ssh_host))

    async def confirm_notices(self, code: str) -> NoticeChoice:
        return await carry_out(self._services.recipients.confirm(self._with_account().player.id, code))

    async def stop_notices(self) -> None:
        await carry_out(self._services.recipients.stop(self._with_account().player.id))

    async def stop_notices_of(self, code: str) -> None:
        await carry_out(self._services.recipients.stop_place(self._me.player.id, code))

    async def check_forget_me(self) -> None:
        self._services.removal.check(self._me.player.id)

    async def forget_me(self) -> None:
        await carry_out(self._services.removal.forget(self._me.player.id))

    async def _tell(self, member: KnownPlayer) -> None:
        """Have the other nodes read the member's account again."""
        if not member.player.guest:
            await self._lobby.tell(Signal("profile", member.player.id))

    async def _whom(self, member: KnownPlayer, name: str, on: bool) -> Player:
        """Return the player with a name; to stop ignoring a player, also the one they had when ignored."""
        look = skeleton(name)
        then = [i for i, called in member.profile.ignored.items() if skeleton(called) == look]
        if then and not on:
            return Player(then[0], name)
        other = await self._find_named(name)
        if other is None:
            raise refused("nobody-called", name=clean_start(name, 40))
        if other.id == member.player.id:
            raise refused("yourself")
        return other
