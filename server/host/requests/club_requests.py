"""Requests of a player about clubs. Members alone are shown more than a name and a number; keeping clubs is
left to `server.store.clubs`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Mapping, Sequence
from datetime import UTC
from typing import NamedTuple

from msgspec.structs import asdict

from server.host import cup_options
from server.host.account_removal import stored
from server.host.requests.deal_requests import DealRequests
from server.host.requests.history_requests import honours_of
from server.host.requests.people_requests import PeopleRequests
from server.host.requests.table_requests import readable
from server.identity.accounts import AccountFacts, is_guest
from server.identity.codes import SHORT, code_of, digest
from server.identity.look_alikes import skeleton
from server.identity.names import clean_name, clean_start, clean_text
from server.lobby.completion import carried_out, carry_out
from server.lobby.start_times import parse_start
from server.people.notes import Note, NoteKind
from server.results.cups.calendar import CalendarEntry, Planned, next_time
from server.results.cups.log import Cup, CupEntry, Ended
from server.results.cups.standing import season_rows
from server.results.deal import daily_id, day_of
from server.results.rating import shown_rating
from server.results.trophies import began_quarter, season_of
from server.store.clubs import Left, StoredClub, StoredMember
from server.table.chat import clean_line
from tui.host.clubs import (
    MOST_CLUBS,
    MOST_EVENTS,
    MOST_MEMBERS,
    ClubDeal,
    ClubDealRow,
    ClubEvening,
    ClubEvent,
    ClubInvitation,
    ClubMember,
    ClubNote,
    ClubPage,
    ClubRating,
    ClubRepeats,
    ClubRole,
    Clubs,
    ClubSeason,
    OwnClub,
)
from tui.host.cups import CupOfSort, CupWish
from tui.host.refusals import CHAT, INVITATIONS, TABLE_CODES, refused
from tui.host.table_search import normalized
from tui.host.trophies import Honour
from tui.language.time_zones import zone_of
from tui.presenters.people import dates

MOST_TEXT = 60
"""Characters of an entry of a calendar."""


class Own(NamedTuple):
    """A club, and what the player is there."""

    club: StoredClub
    role: ClubRole


class ClubRequests(PeopleRequests, DealRequests):
    """Carries out a player's requests about clubs. Every method raises Refused."""

    async def clubs(self) -> Clubs:
        self._with_account()
        own = [Own(*one) for one in await readable(self._clubs.of(self._id))]
        invitations = await readable(self._clubs.invitations(self._id, self.now()))
        counts = [len(await readable(self._clubs.members(one.club.id))) for one in own]
        return Clubs(
            tuple(OwnClub(one.club.name, one.role, count) for one, count in zip(own, counts, strict=True)),
            tuple(ClubInvitation(club.name, until) for club, until in invitations),
        )

    async def club(self, club: str = "") -> ClubPage:
        self._with_account()
        found = await self._club(club)
        members = await readable(self._clubs.members(found.club.id))
        page = ClubPage(found.club.name, found.club.founded, len(members))
        return await self._for_members(found, members) if found.role else page

    async def _for_members(self, found: Own, members: Sequence[StoredMember]) -> ClubPage:
        notes = await readable(self._clubs.notes(found.club.id))
        names = await readable(self._services.stores.accounts.facts([one.account for one in members]))
        season = began_quarter(self.now())
        given = await self._honours(found.club, (season, self.now() + 1), names)
        back = frozenset(await readable(self._services.stores.people.followers(self._id)))
        return ClubPage(
            name=found.club.name,
            founded=found.club.founded,
            members=len(members),
            role=found.role,
            people=tuple(self._member_shown(one, names, back) for one in members if one.account in names),
            notes=tuple(
                ClubNote(one.number, names[one.author].name if one.author in names else "", one.text, one.at)
                for one in notes
                if not self._services.bans.is_banned(one.author)  # what they say is read nowhere meanwhile
            ),
            ratings=await self._ratings_of(names),
            deals=tuple([await self._deal_of(game, names) for game in self._games]),
            season=season_of(season),
            honours=given,
            calendar=tuple([self._event(one) for one in await readable(self._clubs.calendar(found.club.id))]),
        )

    async def _honours(
        self, club: StoredClub, times: tuple[float, float], names: Mapping[str, AccountFacts]
    ) -> tuple[Honour, ...]:
        given = self._services.stores.trophies.honours(*times, self._id, club.id)
        return honours_of(await readable(given), names)

    def _event(self, one: CalendarEntry) -> ClubEvent:
        cup = next((cup for cup in self._services.cups.cups if cup.id == one.cup and not cup.ended), None)
        return ClubEvent(
            one.number,
            one.starts,
            self._services.calendar.words_of(one),
            one.planned.every,
            one.planned.wish.game if one.planned.wish else "",
            cup.id if cup else "",
            len(cup.shown) if cup else 0,
            cup is not None and cup.entrant_of(self._id) is not None,
        )

    def _member_shown(
        self, one: StoredMember, names: Mapping[str, AccountFacts], back: Container[str]
    ) -> ClubMember:
        here = one.account == self._id or self._is_seen(one.account, follows=one.account in back)
        return ClubMember(names[one.account].name, one.role, one.since, here, one.account == self._id)

    async def _ratings_of(self, names: Mapping[str, AccountFacts]) -> tuple[ClubRating, ...]:
        if self._hides_ratings:
            return ()
        found = await readable(self._lobby.dependencies.journal.ratings.of(names))
        rated = [
            ClubRating(game, names[entrant.who].name, shown_rating(rating))
            for game, entrant, rating in found
            if entrant.kind == "person"
        ]
        order = list(self._games)
        return tuple(
            sorted(
                (one for one in rated if one.game in order),
                key=lambda one: (order.index(one.game), -one.rating.points, one.name),
            )
        )

    async def _deal_of(self, game: str, names: Mapping[str, AccountFacts]) -> ClubDeal:
        """Return today's deal among members; results to who has played it, as everywhere."""
        tables = await readable(self._deals.store.tables(daily_id(game, day_of(self.now()))))
        played = sum(one.who in names for one in tables)
        called = {one.name for one in names.values()}
        rows = (await self.daily_results(game)).rows if played else ()
        return ClubDeal(
            game,
            played,
            tuple(ClubDealRow(row.name, row.place, row.points) for row in rows if row.name in called),
        )

    async def club_season(self, season: str = "", club: str = "") -> ClubSeason:
        self._with_account()
        found = await self._club(club, member=True)
        period = (season or season_of(self.now())).upper()
        times = dates.period(period) if "-Q" in period else None
        if times is None:
            raise refused("no-period", period=clean_start(period, 40))
        members = await readable(self._clubs.members(found.club.id))
        names = await readable(self._services.stores.accounts.facts([one.account for one in members]))
        evenings = [cup async for cup in self._evenings(found.club, times)]
        return ClubSeason(
            found.club.name,
            period,
            tuple(season_rows(map(self._services.cups.standing, evenings), names, self._id)),
            tuple(self._evening(cup, names) for cup in evenings),
            await self._honours(found.club, times, names),
        )

    async def _evenings(self, club: StoredClub, times: tuple[float, float]) -> AsyncIterator[Cup]:
        """Yield the evening cups of a club that came to their end in a time; matches are none."""
        cups = self._services.cups
        for one in await readable(cups.store.ended(*times)):
            if one.club == club.name and one.kind == "evening" and not one.against and one.at >= club.founded:
                cup = await readable(cups.find(one.id))
                if cup and cup.ended and cup.ended.why == "over":
                    yield cup

    def _evening(self, cup: Cup, names: Mapping[str, AccountFacts]) -> ClubEvening:
        won = [row.entrant.account for row in self._services.cups.standing(cup) if row.place == 1]
        winners = tuple(names[who].name if who in names else "" for who in won)
        ended = cup.ended.at if cup.ended else 0.0
        return ClubEvening(cup.id, cup.opened.game, ended, len(cup.shown), winners)

    async def found_club(self, name: str) -> str:
        self._with_account()
        club = StoredClub(self._lobby.dependencies.new_id(), clean_name(name), self.now())
        became = await stored(carry_out(self._clubs.found(club, skeleton(club.name), self._id)))
        if became == "name taken":
            raise refused("club-name-taken", name=club.name)
        if became == "too many clubs":
            raise refused("too-many-clubs", most=MOST_CLUBS)
        return club.name

    @carried_out
    async def invite_to_club(self, name: str = "", club: str = "") -> str:
        member, found = self._with_account(), await self._club(club, officer=True)
        if not name:
            await self._services.limits.of(INVITATIONS).count(self._id, self.now())
            code = code_of(self._lobby.dependencies.secret(SHORT))
            await stored(self._clubs.invite(found.club.id, "", digest(code), self.now()))
            return code
        other = await self._player_named(name)
        if is_guest(other.id):
            raise refused("guest-there", name=other.name)
        if other.id in {one.account for one in await stored(self._clubs.members(found.club.id))}:
            raise refused("member-already", name=other.name)
        await self._check_invitable(other)
        await self._services.limits.of(INVITATIONS).count(self._id, self.now())
        by_name = digest(f"{found.club.id} {other.id}")
        await stored(self._clubs.invite(found.club.id, other.id, by_name, self.now()))
        await self._tell_of_club(found, "club-invited", other.id, member.player.name)
        return ""

    @carried_out
    async def join_club(self, club: str) -> str:
        member, code = self._with_account(), ""
        found = await stored(self._clubs.find(skeleton(club), self.now()))
        if found is None:
            await self._services.limits.of(TABLE_CODES).count(self._id, self.now())
            code = digest(normalized(club))
            found = await stored(self._clubs.of_code(code, self.now()))
        if found is None:
            raise refused("no-club", club=clean_start(club, 40))
        match await stored(self._clubs.join(found.id, self._id, code, self.now())):
            case "not invited":
                raise refused("not-invited", club=found.name)
            case "member already":
                raise refused("member-already", name=member.player.name)
            case "club full":
                raise refused("club-full", most=MOST_MEMBERS)
            case "too many clubs":
                raise refused("too-many-clubs", most=MOST_CLUBS)
        return found.name

    async def check_leave_club(self, club: str = "", *, unnamed: bool = False) -> str:
        self._with_account()
        found = await self._club(club, member=not unnamed)
        if found.role:
            await self._check_others_lead(found.club, self._id)
        elif not await readable(self._services.cups.store.entered(self._id, found.club.name)):
            raise refused("no-club", club=found.club.name)
        return found.club.name

    async def _check_others_lead(self, club: StoredClub, account: str) -> None:
        """Raise Refused ("last-officer") if others would be left without an officer."""
        members = await readable(self._clubs.members(club.id))
        officers = {one.account for one in members if one.role != "member"}
        if len(members) > 1 and officers == {account}:
            raise refused("last-officer")

    @carried_out
    async def leave_club(self, club: str = "", *, unnamed: bool = False) -> str:
        self._with_account()
        found = await self._club(club, member=not unnamed)
        if found.role:
            _check(await stored(self._clubs.leave(found.club.id, self._id, self.now())), self.name)
        was_there = unnamed and await stored(self._services.cups.unname(self._id, found.club.name))
        if not (found.role or was_there):
            raise refused("no-club", club=found.club.name)
        return found.club.name

    async def make_officer(self, name: str, on: bool = True, club: str = "") -> None:
        found, one = await self._member_meant(name, club)
        if not on and one.role == "founder":
            raise refused("founder-stays", name=clean_start(name, 40))
        role: ClubRole = "founder" if one.role == "founder" else "officer" if on else "member"
        _check(await stored(carry_out(self._clubs.set_role(found.club.id, one.account, role))), name)

    async def check_remove_from_club(self, name: str, club: str = "") -> None:
        found, one = await self._removable(name, club)
        await self._check_others_lead(found.club, one.account)

    async def _removable(self, name: str, club: str) -> tuple[Own, StoredMember]:
        found, one = await self._member_meant(name, club)
        if one.role == "founder":
            raise refused("founder-stays", name=clean_start(name, 40))
        return found, one

    async def remove_from_club(self, name: str, club: str = "") -> None:
        found, one = await self._removable(name, club)
        _check(await stored(carry_out(self._clubs.leave(found.club.id, one.account, self.now()))), name)

    @carried_out
    async def note_in_club(self, text: str, club: str = "") -> None:
        member, found, line = self._with_account(), await self._club(club, officer=True), clean_line(text)
        self._check_talk()
        await self._services.limits.of(CHAT).count(self._id, self.now())
        if not await stored(self._clubs.note(found.club.id, self._id, line, self.now())):
            return
        for one in await stored(self._clubs.members(found.club.id)):
            if one.account != self._id:
                await self._tell_of_club(found, "club-note", one.account, member.player.name, line)

    @carried_out
    async def plan_in_club(
        self,
        starts: str,
        text: str = "",
        every: ClubRepeats = "",
        cup: CupOfSort | None = None,
        club: str = "",
    ) -> ClubPage:
        member, found = self._with_account(), await self._club(club, officer=True)
        zone = self.zone
        first = parse_start(starts, self.now(), zone_of(zone) or UTC)
        wish = CupWish(**{"starts": "", **asdict(cup)}) if cup else None
        if wish:
            cup_options.check(wish)
            self._services.cups.prepared(wish, first, self._id, member.player.name, found.club.name)
        if line := clean_text(text).strip():
            self._check_talk()
        if len(line) > MOST_TEXT:
            raise refused("line-long", most=MOST_TEXT)
        if not (line or wish):
            raise refused("line-empty")
        await self._services.limits.of(INVITATIONS).count(self._id, self.now())
        planned = Planned(text=line, first=first, zone=zone, every=every, wish=wish)
        if not await stored(self._clubs.plan(found.club.id, self._id, planned)):
            raise refused("calendar-full", most=MOST_EVENTS)
        await self._services.calendar.changed()
        return await self.club(found.club.name)

    @carried_out
    async def unplan_in_club(self, number: int, *, once: bool = False, club: str = "") -> ClubPage:
        self._with_account()
        found = await self._club(club, officer=True)
        entries = await stored(self._clubs.calendar(found.club.id))
        entry = next((one for one in entries if one.number == number), None)
        if entry is None:
            raise refused("no-calendar-entry", number=number)
        time = next_time(entry.planned, max(entry.starts, self.now())) if once else None
        await stored(self._clubs.move_on(entry, time))
        cup = await readable(self._services.cups.find(entry.cup))
        if cup:
            await stored(self._services.cups.append(entry.cup, self._cancelled))
        await self._services.calendar.changed()
        return await self.club(found.club.name)

    def _cancelled(self, cup: Cup) -> CupEntry | None:
        return None if cup.begun or cup.ended else Ended("cancelled", self.now(), self._id)

    async def _tell_of_club(self, found: Own, kind: NoteKind, to: str, name: str, text: str = "") -> None:
        note = Note(
            id=self._lobby.dependencies.new_id(), to=to, kind=kind, sent=self.now(), sender=self._id,
            name=name, table=found.club.name, text=text,
        )  # fmt: skip
        await stored(self._services.notes.give(note))

    async def _club(self, club: str, *, member: bool = False, officer: bool = False) -> Own:
        """The club that is meant, '': the only one. Raises Refused: no-club, which-club, officers-only."""
        own = [Own(*one) for one in await stored(self._clubs.of(self._id))]
        if not club and len(own) != 1:
            names = ", ".join(one.club.name for one in own)
            raise refused("which-club", clubs=names) if own else refused("no-club", club="")
        look = skeleton(club or own[0].club.name)
        found = await stored(self._clubs.find(look, self.now()))
        role: ClubRole = next((one.role for one in own if found and one.club.id == found.id), "")
        if found is None:
            raise refused("no-club", club=clean_start(club, 40))
        if member and not role:
            raise refused("no-member", name=self.name)
        if officer and role not in {"officer", "founder"}:
            raise refused("officers-only")
        return Own(found, role)

    async def _member_meant(self, name: str, club: str) -> tuple[Own, StoredMember]:
        self._with_account()
        found = await self._club(club, officer=True)
        account = await stored(self._services.stores.accounts.named(skeleton(name)))
        members = await stored(self._clubs.members(found.club.id))
        one = next((one for one in members if account and one.account == account.id), None)
        if one is None:
            raise refused("no-member", name=clean_start(name, 40))
        return found, one


def _check(became: Left, name: str) -> None:
    if became == "last officer":
        raise refused("last-officer")
    if became == "no member":
        raise refused("no-member", name=clean_start(name, 40))
