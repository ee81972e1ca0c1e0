"""What every request of a player begins with: who it is, and which table is meant; and requests about a
table: its seats before the start, moves and agreements in a game.

What else a player may ask for is in the modules beside this one that end in `_requests`; what each request
takes and refuses is left to `server.log`, and `tui.host.port.Port` says what each is for.
"""

from __future__ import annotations

import logging
from math import ceil
from typing import Any

from msgspec.structs import replace

from engine.game import AnyGame, Refused
from engine.plans import Plan
from server.budget.fair_order import Asker
from server.cluster.talk import SpokenLine
from server.host.account_removal import stored
from server.host.parts import HostParts
from server.identity.accounts import Player
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.names import clean_start, clean_text
from server.log import fair_dice_requests, game_requests, lessons, requests, standing_answers
from server.log.absence import may_be_called
from server.log.entries import By
from server.log.seating import SeatHolder
from server.people.notes import Note
from server.store.clubs import ClubStore
from server.table.table import Table
from tui.host.pictures import HostLine
from tui.host.port import Port
from tui.host.ratings import RATINGS, RATINGS_OFF
from tui.host.refusals import refused, wrong_stage
from tui.host.table_search import normalized
from tui.language.host_lines import worded
from tui.language.texts import texts_in
from tui.language.time_zones import zone_of

log = logging.getLogger(__name__)

ZONE = "zone"
"""The setting with the name of a player's time zone."""


ACCEPTED = "conduct"
"""The setting with the version of the rules that a player has accepted."""


class PlayerRequests(Port):
    """The base of all requests: those of one player, in one session."""

    def __init__(self, services: HostParts, player: Player, by: By = "player", zone: str = "") -> None:
        self._services = services
        self._lobby = services.lobby
        self._player = player
        self._by = by
        self._client_zone = zone

    @property
    def zone(self) -> str:
        named = (self._member.profile.settings.get(ZONE, ""), self._client_zone)
        return next((zone for zone in named if zone and zone_of(zone)), self._services.dependencies.zone)

    def now(self) -> float:
        return self._lobby.dependencies.clock()

    @property
    def name(self) -> str:
        return self._member.player.name

    @property
    def _id(self) -> str:
        return self._player.id

    @property
    def _asker(self) -> Asker:
        """Who takes turns with others: an address, and a player at it."""
        return Asker(self._lobby.presence.address_of_asker(self._id) or self._id, self._id)

    @property
    def _member(self) -> KnownPlayer:
        return self._lobby.members.of(self._player)

    @property
    def _me(self) -> KnownPlayer:
        """Return the player's record. Raises Refused if the account is gone."""
        member = self._member
        member.check()
        return member

    @property
    def _owes_acceptance(self) -> bool:
        """Whether there are rules of conduct that the player has not accepted yet."""
        version = self._services.dependencies.conduct.version
        return bool(version) and self._member.profile.settings.get(ACCEPTED, "") != version

    def _without_account(self) -> Refused:
        """Return why a guest has no account: "no-account", "account-later"."""
        return refused("account-later" if self._player.account_refused else "no-account")

    def _with_account(self) -> KnownPlayer:
        """Return the player's record. Raises Refused ("no-account", "account-later")."""
        member = self._me
        if member.player.guest:
            raise self._without_account()
        return member

    async def _find_named(self, name: str) -> Player | None:
        """Return the player with a name: one who is here or was a moment ago, or has an account."""
        known = self._lobby.members.named(name)
        found = known.player if known else self._lobby.presence.named(name)
        return found or await stored(self._services.stores.accounts.named(skeleton(name)))

    def _is_seen(self, other: str, *, follows: bool) -> bool:
        """Return whether a player is here, as far as this one is told: who hides the profile is here for
        those whom they follow (`follows`), and away for others.
        """
        is_told = follows or not self._lobby.hidden.hides(other)
        return is_told and self._lobby.presence.is_here(other)

    def _check_talk(self) -> None:
        """Raise Refused if the player may not talk: "conduct-first", "muted"."""
        if self._owes_acceptance:
            raise refused("conduct-first")
        self._services.moderation.check_talk(self._id, self._lobby.presence.address_of(self._id))

    @property
    def _clubs(self) -> ClubStore:
        return self._services.stores.clubs

    @property
    def _hides_ratings(self) -> bool:
        """Whether this player's screens show no ratings; programs are always told."""
        return self._by == "player" and self._member.profile.settings.get(RATINGS) == RATINGS_OFF

    def _at(self, name: str) -> Table:
        """A table by id, name or, if private, code, that the player may see. Raises Refused ("no-table")."""
        player = self._me.player.id
        try:
            table = self._lobby.table(name)
        except Refused:
            code = normalized(name)
            coded = [one for one in self._lobby.tables if one.opening.code == code != ""]
            if not coded:
                raise
            table = coded[0]
        if not table.is_known_to(player):
            raise refused("no-table", table=clean_start(name, 40))
        return table


class SeatRequests(PlayerRequests):
    """Carries out a player's requests about a table."""

    # Before the start

    async def sit(self, table: str) -> int:
        at = self._at(table)
        await at.write(game_requests.return_seat(self._id))
        self._services.deals.check_free(self._id, at.opening)
        await at.write(requests.sit(self._id, self.name, self._by))
        return at.state.seat_of(self._id) or 0

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        at = self._at(table)
        await at.write(requests.add_bot(self._id, _game(at), bot))

    async def remove_bot(self, table: str) -> None:
        await self._at(table).write(requests.remove_bot(self._id))

    async def kick(self, table: str, seat: int) -> None:
        at = self._at(table)
        before = at.state.holders
        await at.write(requests.kick(self._id, seat, self._lobby.presence.gone))
        self._tell_table(at, HostLine("kicked", {"player": before[seat - 1].name}))

    def _tell_table(self, at: Table, line: HostLine) -> None:
        """Have the host say of the player what they did, to all who read their chat at a table."""
        said = at.say(self._id, self._me.player.name, worded(texts_in(), line), line)
        self._lobby.nodes.talk.say(SpokenLine(at.opening.id, self._id, said))

    async def start(self, table: str) -> None:
        at = self._at(table)
        if self._lobby.broadcaster.draining:
            raise refused("draining")
        await at.write(requests.start(self._id, self._lobby.absence))

    async def add_to_dice(self, table: str, text: str) -> None:
        at = self._at(table)  # what is added is shown to everybody there
        self._check_talk()
        await at.write(fair_dice_requests.add(self._id, clean_text(text).strip()))

    async def commit_to_dice(self, table: str, hash_: str) -> None:
        await self._at(table).write(fair_dice_requests.commit(self._id, hash_))

    async def leave(self, table: str) -> None:
        await self._at(table).write(requests.stand(self._id))

    async def check_leave(self, table: str) -> None:
        await self._at(table).check(requests.stand(self._id))

    async def end_table(self, table: str) -> None:
        await self._at(table).write(game_requests.end_own(self._id, self._lobby.presence.gone))

    async def check_end_table(self, table: str) -> None:
        await self._at(table).check(game_requests.end_own(self._id, self._lobby.presence.gone))

    # In a game

    async def submit(self, table: str, ask: int, move: Any) -> None:
        await self._at(table).write(game_requests.player_move(self._id, ask, move, self._by))
        if (member := self._member).profile.provisional:
            await self._keep_account(member)

    async def go_on(self, table: str) -> None:
        await self._at(table).write(lessons.go_on(self._id))

    async def odds(self, table: str, move: Any = None, effort: int = 0) -> Any:
        return await self._services.odds.odds(self._at(table), self._id, move, effort)

    async def undo(self, table: str) -> None:
        await self._at(table).write(game_requests.undo(self._id, self._by))

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        at = self._at(table)
        await at.write(standing_answers.set_answer(self._id, word, on=on))
        self._lobby.listeners.tell(at, frozenset({"answers"}))

    async def plan(self, table: str, plan: Plan | None) -> None:
        at = self._at(table)
        if not self._lobby.nodes.alike():
            raise refused("busy")  # an older node would not understand what is written
        await at.write(standing_answers.set_plan(self._id, plan, self._by))
        self._lobby.listeners.tell(at, frozenset({"answers"}))

    async def concede(self, table: str) -> None:
        at = self._at(table)
        await at.write(game_requests.concede(self._id, _game(at)))

    async def check_concede(self, table: str) -> None:
        at = self._at(table)
        await at.check(game_requests.concede(self._id, _game(at)))

    async def abandon(self, table: str) -> None:
        at = self._at(table)
        if self._must_be_ended(at):
            await at.end("abandoned")
        else:
            await at.write(game_requests.abandon(self._id, self._lobby.absence))

    async def check_abandon(self, table: str) -> None:
        at = self._at(table)
        if not self._must_be_ended(at):
            await at.check(game_requests.abandon(self._id, self._lobby.absence))

    def _must_be_ended(self, at: Table) -> bool:
        """Whether a game cannot go on, and so is ended by who may. Raises Refused if that is another one."""
        if at.state.stage not in {"frozen", "damaged"}:
            return False
        if at.state.acting_owner(self._lobby.presence.gone) != self._id:
            raise wrong_stage(at.state.stage)
        return True

    async def lend(self, table: str, seat: int) -> None:
        at = self._at(table)
        before = at.state.called
        if may_be_called(at.state, seat, self._lobby.absence) and not self._lobby.nodes.alike():
            raise refused("busy")  # an older node would not understand what is written
        await at.write(game_requests.lend(self._id, seat, _game(at), self._lobby.absence))
        called = at.state.called.get(seat)
        if called is not None and called != before.get(seat):
            await self._call(at, at.state.holders[seat - 1])

    async def _call(self, at: Table, holder: SeatHolder) -> None:
        """Tell a player by every way that they have that others wait for them."""
        minutes = ceil(self._lobby.dependencies.timeouts.call / 60)
        self._tell_table(at, HostLine("called", {"player": holder.name, "minutes": minutes}))
        note = Note(
            id=self._lobby.dependencies.new_id(),
            to=holder.who,
            kind="called",
            sent=self.now(),
            sender=self._id,
            name=self._me.player.name,
            table=at.opening.name,
        )
        try:
            await self._services.notes.give(note)
        except Exception:
            log.exception("a player could not be told that others wait")
        self._services.notices.call(at, holder.who)

    async def _keep_account(self, member: KnownPlayer) -> None:
        """Keep the member's account, because they have made a move. If that cannot be stored, the next move
        or the game's log shows it before the account would be deleted.
        """
        try:
            await self._services.stores.accounts.played(member.player.id)
        except Exception:
            log.exception("a first move could not be noted")
        else:
            member.profile = replace(member.profile, provisional=False)


def _game(table: Table) -> AnyGame:
    if table.game is None:
        raise refused("table-frozen")
    return table.game
