"""Requests of a player about other players: following, writing to them, inviting them.

Who may do what to whom is left to `server.people.notes`, bringing it to them to `server.notices.notes`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from server.host.account_removal import stored
from server.host.requests.player_requests import PlayerRequests
from server.identity.accounts import Player, is_guest
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.names import clean_start
from server.lobby.completion import carried_out, carry_out
from server.log import requests
from server.people.notes import Note, NoteKind, may_invite, may_tell
from server.table.chat import clean_line
from server.table.table import Table
from tui.host.pictures import FollowedPlayer, ReceivedNote
from tui.host.refusals import FOLLOWS, INVITATIONS, MESSAGES, refused


class PeopleRequests(PlayerRequests):
    """Carries out a player's requests about others. Every method raises Refused."""

    @carried_out
    async def follow(self, name: str, on: bool = True) -> None:
        member, people = self._with_account(), self._services.stores.people
        other = await self._player_named(name)
        if not on:
            await stored(people.unfollow(self._id, other.id))
            return
        if other.guest:
            raise refused("guest-there", name=other.name)
        if self._id in await stored(people.followers(other.id)):
            return
        if other.id == self._id or self._id in await self._ignored_by(other):
            raise refused("not-followable", name=other.name)
        await self._services.limits.of(FOLLOWS).count(self._id, self.now())
        most = self._lobby.dependencies.limits.now.followed
        if not await stored(people.follow(self._id, other.id, self.now(), most)):
            raise refused("too-many-followed", most=most)
        await self._put(member, other, "followed")  # it counts, whether there is room to tell of it or not

    async def following(self) -> tuple[FollowedPlayer, ...]:
        self._with_account()
        people = self._services.stores.people
        followed = await stored(people.followed(self._id))
        names = await stored(self._services.stores.accounts.names(followed))
        back = frozenset(await stored(people.followers(self._id)))
        found = [
            FollowedPlayer(names[one], self._is_seen(one, follows=one in back), one in back)
            for one in followed
            if one in names
        ]
        return tuple(sorted(found, key=lambda one: (not one.here, one.name.casefold())))

    @carried_out
    async def tell(self, name: str, text: str) -> bool:
        member, line = self._with_account(), clean_line(text)
        self._check_talk()
        other = await self._player_named(name)
        followed = await stored(self._services.stores.people.followed(other.id))
        if not may_tell(self._id, followed, await self._ignored_by(other)):
            raise refused("not-followed-back", name=other.name)
        await self._services.limits.of(MESSAGES).count(self._id, self.now())
        await self._give(member, other, "told", text=line)
        return self._is_seen(other.id, follows=True)

    async def messages(self) -> tuple[ReceivedNote, ...]:
        self._with_account()
        return tuple(await stored(carry_out(self._services.notes.read(self._id))))

    @carried_out
    async def invite(self, table: str, name: str) -> bool:
        member, at = self._me, self._at(table)
        other = await self._player_named(name)
        requests.check_stage(at.state, "open")
        sits, named = other.id in at.state.players, at.audience.is_named(at.state, other.id, self._id)
        if sits and named:
            raise refused("sits-there", name=other.name)
        if not at.state.free_seat and not (at.state.kept_for(other.id) and named):
            raise refused("table-full")
        here = await self._check_invitable(other)
        await self._services.limits.of(INVITATIONS).count(self._id, self.now())
        if at.opening.private:
            await self._lobby.make_known(at, other.id)
        if not sits:  # else it is not told that they do
            await self._give(member, other, "invited", at=at)
        return here

    async def _check_invitable(self, other: Player) -> bool:
        """Return whether somebody is seen to be here. Raises Refused ("not-invitable")."""
        followed = await stored(self._services.stores.people.followed(other.id))
        here = self._is_seen(other.id, follows=self._id in followed)
        settings, ignored = await self._settings_of(other), await self._ignored_by(other)
        if not may_invite(self._id, followed, ignored, settings, is_here=here):
            raise refused("not-invitable", name=other.name)
        return here

    async def _give(
        self, member: KnownPlayer, other: Player, kind: NoteKind, *, at: Table | None = None, text: str = ""
    ) -> None:
        """Give a note to a player. Raises Refused ("notes-full")."""
        if not await self._put(member, other, kind, at=at, text=text):
            raise refused("notes-full", name=other.name)

    async def _put(
        self, member: KnownPlayer, other: Player, kind: NoteKind, *, at: Table | None = None, text: str = ""
    ) -> bool:
        """Give a note to a player; return whether there was room for it."""
        note = Note(
            id=self._lobby.dependencies.new_id(),
            to=other.id,
            kind=kind,
            sent=self.now(),
            sender=self._id,
            name=member.player.name,
            place=at.opening.id if at else "",
            table=at.opening.name if at else "",
            text=text,
        )
        return await stored(self._services.notes.give(note))

    async def _player_named(self, name: str) -> Player:
        """Return another player by name: one who is here, or an account. Raises Refused ("no-player",
        "yourself").
        """
        here = self._lobby.presence.named(name)
        other = here or await stored(self._services.stores.accounts.named(skeleton(name)))
        if other is None:
            raise refused("no-player", name=clean_start(name, 40))
        if other.id == self._id:
            raise refused("yourself")
        return other

    async def _settings_of(self, other: Player) -> Mapping[str, str]:
        """Return the settings of an account; a guest has to be here, where none of them is needed."""
        if is_guest(other.id):
            return {}
        return (await stored(self._services.stores.accounts.profile(other.id))).settings

    async def _ignored_by(self, other: Player) -> Container[str]:
        """Return whom a player ignores. A guest's list is known to the nodes where they are: the note is not
        shown there.
        """
        if is_guest(other.id):
            return self._lobby.members.ignored(other.id)
        return (await stored(self._services.stores.accounts.profile(other.id))).ignored
