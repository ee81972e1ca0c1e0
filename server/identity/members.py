"""Everybody this host has met since it began: what they are called now, what is remembered of
them, which games they finished. One live record each, shared by all sessions of a player.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container

from msgspec import Struct

from engine.game import Refused
from server.identity.accounts import Player, Profile
from server.identity.look_alikes import skeleton
from tui.host.pictures import Account, Finished

MOST_MEMBERS = 10_000
MOST_FINISHED = 30
"""Finished games shown in the lobby."""


class Member(Struct, eq=False):
    """A player. `gone` is the refusal all requests get once the account is no more."""

    player: Player
    profile: Profile = Profile()
    finished: tuple[Finished, ...] = ()
    gone: str = ""

    def check(self) -> None:
        """Raises Refused where the account is gone."""
        if self.gone:
            raise Refused(self.gone)

    def finish(self, game: Finished) -> None:
        """One more game of theirs is over."""
        others = [known for known in self.finished if known.id != game.id]
        self.finished = (game, *others)[:MOST_FINISHED]

    def account(self) -> Account:
        """Who the player is to the host."""
        profile = self.profile
        ignored = tuple(sorted(profile.ignored.values()))
        return Account(self.player.name, self.player.guest, profile.keys, dict(profile.settings), ignored)


class Members:
    """By id. `here(id)` says who is connected: only others are ever forgotten, and only when
    there are many.
    """

    def __init__(self, here: Callable[[str], bool]) -> None:
        self._here = here
        self._members: dict[str, Member] = {}

    def meet(self, player: Player, profile: Profile, finished: tuple[Finished, ...]) -> None:
        """Somebody comes in, whom the host may know already."""
        if player.id not in self._members:
            self._make_room()
            self._members[player.id] = Member(player, profile, finished)

    def of(self, player: Player) -> Member:
        """The record of a player; where it was forgotten, a bare one."""
        if player.id not in self._members:
            self._members[player.id] = Member(player)
        return self._members[player.id]

    def find(self, player: str) -> Member | None:
        """By id."""
        return self._members.get(player)

    def named(self, name: str) -> Member | None:
        """Whoever is called so now, those who are here first."""
        look = skeleton(name)
        found = [member for member in self._members.values() if skeleton(member.player.name) == look]
        return max(found, key=lambda member: self._here(member.player.id), default=None)

    def ignored(self, player: str) -> Container[str]:
        """Whom a player does not read."""
        member = self._members.get(player)
        return member.profile.ignored if member else ()

    async def reload_finished(self, load: Callable[[str], Awaitable[tuple[Finished, ...]]]) -> None:
        """Reads the finished games of those who are here again; the others' when they come."""
        for player, member in tuple(self._members.items()):
            if not self._here(player):
                del self._members[player]
            elif member.finished:
                member.finished = await load(player)

    def _make_room(self) -> None:
        if len(self._members) >= MOST_MEMBERS:
            self._members = {i: member for i, member in self._members.items() if self._here(i)}
