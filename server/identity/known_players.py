"""Everyone whom this host has met since its start: their names, profiles and finished games.

There is one live record of each, shared by all sessions of a player.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container

from msgspec import Struct

from server.identity.accounts import Player, Profile
from server.identity.look_alikes import skeleton
from tui.host.pictures import Account, Finished
from tui.host.refusals import Code, refused

MOST_MEMBERS = 10_000
"""Members kept before those who are not here are forgotten."""
MOST_FINISHED = 30
"""Finished games shown in the lobby."""


class KnownPlayer(Struct, eq=False):
    """A player whom the host has met. `gone`: the code of the refusal that all requests get once the account
    is deleted, else "".
    """

    player: Player
    profile: Profile = Profile()
    finished: tuple[Finished, ...] = ()
    gone: Code | None = None

    def check(self) -> None:
        """Raise Refused if the account is deleted."""
        if self.gone:
            raise refused(self.gone)

    def finish(self, game: Finished) -> None:
        """Add a finished game."""
        others = [known for known in self.finished if known.id != game.id]
        self.finished = (game, *others)[:MOST_FINISHED]

    def account(self) -> Account:
        """Return the account as the player sees it."""
        profile = self.profile
        ignored = tuple(sorted(profile.ignored.values()))
        return Account(self.player.name, self.player.guest, profile.keys, dict(profile.settings), ignored)


class KnownPlayers:
    """Members by the player's id. `here(id)` returns whether somebody is connected: they are never
    forgotten.
    """

    def __init__(self, here: Callable[[str], bool]) -> None:
        self._here = here
        self._members: dict[str, KnownPlayer] = {}

    def meet(self, player: Player, profile: Profile, finished: tuple[Finished, ...]) -> None:
        """Add the record of a player who comes in, unless there is one."""
        if player.id not in self._members:
            self._make_room()
            self._members[player.id] = KnownPlayer(player, profile, finished)

    def of(self, player: Player) -> KnownPlayer:
        """Return the record of a player; if it was forgotten, one without a profile."""
        if player.id not in self._members:
            self._members[player.id] = KnownPlayer(player)
        return self._members[player.id]

    def find(self, player: str) -> KnownPlayer | None:
        """Return the record of a player's id, None if there is none."""
        return self._members.get(player)

    def named(self, name: str) -> KnownPlayer | None:
        """Return the member with that name, one who is here first; None if there is none."""
        look = skeleton(name)
        found = [member for member in self._members.values() if skeleton(member.player.name) == look]
        return max(found, key=lambda member: self._here(member.player.id), default=None)

    def ignored(self, player: str) -> Container[str]:
        """Return the ids of the players whom a player ignores."""
        member = self._members.get(player)
        return member.profile.ignored if member else ()

    async def reload_finished(self, load: Callable[[str], Awaitable[tuple[Finished, ...]]]) -> None:
        """Load the finished games of those who are here again and forget the others, which are loaded when
        they come.
        """
        for player, member in tuple(self._members.items()):
            if not self._here(player):
                del self._members[player]
            elif member.finished:
                member.finished = await load(player)

    def _make_room(self) -> None:
        if len(self._members) >= MOST_MEMBERS:
            self._members = {i: member for i, member in self._members.items() if self._here(i)}
