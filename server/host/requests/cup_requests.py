"""Requests about cups: what a player may see of them, and what entrants, organisers and moderators may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from server.host import cup_options
from server.host.account_removal import stored
from server.host.cup_desk import CupDesk
from server.host.requests.club_requests import ClubRequests, Own
from server.host.requests.shown_cups import ShownCups
from server.host.requests.table_requests import readable
from server.identity.names import clean_start, clean_text
from server.lobby.completion import carried_out
from server.lobby.start_times import parse_start
from server.results.cups.course import DAY, due
from server.results.cups.log import Cup, CupEntry, Ended, Entered, Left, Struck
from server.results.cups.seating import LEAST_ENTRANTS, MOST_ENTRANTS, OF_AN_ADDRESS, SIDE
from server.results.queries import HistoryQuery
from tui.host.cups import CupDeed, CupInfo, CupPage, CupSeat, CupWish
from tui.host.refusals import INVITATIONS, refused
from tui.language.time_zones import zone_of

OWN_CUPS = 2
"""The most cups of one organiser that have not begun."""
ENTRIES = 3
"""How often somebody may enter one cup."""
COUNTED_GAMES, OWN_MOVES, OLD_DAYS = 5, 20, 7
"""What an account must have played, and how old it must be, for public cups."""
OUT_DAYS = 7
"""Days without public cups for who has left two games of one."""


class CupRequests(ClubRequests):
    """Carries out a player's requests about cups. Every method raises Refused."""

    @property
    def _cups(self) -> CupDesk:
        return self._services.cups

    @property
    def _views(self) -> ShownCups:
        services = self._services
        return ShownCups(
            self._id, services.cups, self._lobby, services.stores, self._hides, moderates=self._is_moderator
        )

    def _hides(self, _account: str) -> bool:
        """Return whether somebody in a cup is not named here at all."""
        return False

    async def cups(self) -> tuple[CupInfo, ...]:
        clubs = await self._own_clubs()
        seen = {cup.id: self._views.sees(cup, clubs) for cup in self._cups.cups}
        told = [cup for cup in self._cups.cups if seen[cup.id] or not cup.ended]
        return tuple(
            self._views.info(cup) if seen[cup.id] else replace(self._views.info(cup), owner="")
            for cup in told
        )

    async def _own_clubs(self) -> frozenset[str]:
        """Return the names of the player's clubs."""
        return frozenset(one.name for one, _ in await readable(self._clubs.of(self._id)))

    async def cup_near(self) -> CupInfo | None:
        """Return the player's cup, or another one that is theirs to enter and runs or begins within a day;
        None: there is none. Raises Refused.
        """
        cups = [cup for cup in self._cups.cups if not cup.ended]
        clubs = await self._own_clubs() if any(cup.opened.club for cup in cups) else ()
        own = (cup for cup in cups if cup.entrant_of(self._id))
        near = next(own, None) or next((cup for cup in cups if self._is_near(cup, clubs)), None)
        return self._views.info(near) if near else None

    def _may_be_meant(self, cup: Cup, deed: CupDeed, clubs: Collection[str]) -> bool:
        """Return whether somebody in these clubs may do that with a cup."""
        entered, opened = cup.entrant_of(self._id) is not None, cup.opened
        match deed:
            case "enter":
                is_theirs = not opened.club or opened.club in clubs or opened.against in clubs
                return not entered and is_theirs and self._views.info(cup).takes
            case "leave":
                return entered and not cup.ended
            case "start" | "end":
                return opened.owner == self._id and not cup.ended and (deed == "end" or not cup.begun)

    def _is_near(self, cup: Cup, clubs: Collection[str]) -> bool:
        opened = cup.opened
        if opened.starts > self.now() + DAY or not self._views.info(cup).takes:
            return False
        if not opened.against:
            return opened.club in {"", *clubs}
        sides = Counter(one.side for one in cup.here)
        return any(one in clubs and sides[one] < SIDE for one in (opened.club, opened.against))

    async def cup(self, cup: str = "") -> CupPage:
        found, clubs = await self._cup_named(cup), await self._own_clubs()
        if self._views.sees(found, clubs):
            return await self._views.page(found, await self._views.hidden_in(found, clubs))
        if found.ended:
            raise refused("no-cup", cup=found.id)
        return CupPage(replace(self._views.info(found), owner=""), (), (), found.opened.commitment)

    @carried_out
    async def open_cup(self, wish: CupWish) -> CupPage:
        member = self._with_account()
        own = [one for one in self._cups.cups if one.opened.owner == self._id and not one.opened.planned]
        if sum(not (one.begun or one.ended) for one in own) >= OWN_CUPS:
            raise refused("cup-limit", most=OWN_CUPS)
        starts = parse_start(wish.starts, self.now(), zone_of(self.zone) or UTC)
        clubs = await self._clubs_of(wish)
        club, against = (*(one.club.name for one in clubs), "", "")[:2]
        meant = replace(wish, against=against)
        cup_options.check(meant)
        opened = self._cups.prepared(meant, starts, self._id, member.player.name, club)
        await self._services.limits.of(INVITATIONS).count(self._id, self.now())
        cup = await stored(self._cups.begin(opened))
        if cup and against:
            await self._tell_officers(cup, clubs[1])
        return await self.cup(cup.id if cup else "")

    @carried_out
    async def change_cup(self, cup: str, deed: CupDeed) -> CupPage:
        clubs = await self._own_clubs() if deed == "enter" else ()
        found = await self._cup_named(cup, lambda one: self._may_be_meant(one, deed, clubs))
        side = await self._side_of(found) if deed == "enter" else ""

        def made(now: Cup) -> CupEntry | None:
            match deed:
                case "enter":
                    return self._entered(now, side)
                case "leave":
                    return self._left(now)
                case "start":
                    return self._started(now)
                case "end":
                    return self._ended_by(now)

        return await self._appended(found, made)

    async def cup_seats(
        self,
        cup: str = "",
        round: int = 0,  # noqa: A002
    ) -> tuple[tuple[int, tuple[CupSeat, ...]], ...]:
        found, clubs = await self._cup_named(cup), await self._own_clubs()
        if not (found.opened.equal and self._views.sees(found, clubs)):
            raise refused("no-cup-seats")
        closed = [one for one in found.rounds if one.closed and round in {0, one.number}]
        hidden = await self._views.hidden_in(found, clubs)
        rows = tuple(self._views.compared(found, closed[-1].tables, hidden)) if closed else ()
        if not rows:
            raise refused("no-cup-seats")
        return rows

    # What is shown

    async def _cup_named(self, name: str, meant: Callable[[Cup], object] | None = None) -> Cup:
        """Return a cup by its id; '': one that is `meant` (None: where the player has a table now), the
        player's own, else the next one. Raises Refused ("no-cup").
        """
        if word := name.strip().casefold():
            found = await readable(self._cups.find(word))
        else:
            is_meant = meant or (lambda cup: self._views.info(cup).table)

            def order(cup: Cup) -> tuple[bool, bool, bool]:
                return not is_meant(cup), not cup.entrant_of(self._id), cup.opened.owner != self._id

            found = min(self._cups.cups, key=order, default=None)
        if found is None:
            raise refused("no-cup", cup=clean_start(name, 40))
        return found

    # What is done

    async def _clubs_of(self, wish: CupWish) -> Sequence[Own]:
        """Return the club of a cup, or the two of a match, which an officer opens."""
        if not wish.against:
            return [await self._club(wish.club, member=True)] if wish.club else []
        own, other = await self._club(wish.club, officer=True), await self._club(wish.against)
        if own.club.id == other.club.id:
            raise refused("cup-match")
        return [own, other]

    async def _tell_officers(self, cup: Cup, other: Own) -> None:
        starts = datetime.fromtimestamp(cup.opened.starts, zone_of(self.zone) or UTC)
        text = f"{starts:%Y-%m-%d %H:%M} ({self.zone}), {cup.opened.club} - {cup.opened.against}"
        for one in await readable(self._clubs.members(other.club.id)):
            if one.role != "member":
                await self._tell_of_club(other, "club-event", one.account, cup.id, text)

    async def _appended(self, cup: Cup, made: Callable[[Cup], CupEntry | None]) -> CupPage:
        return await self._views.page(await stored(self._cups.append(cup.id, made)))

    def _entered(self, cup: Cup, side: str) -> CupEntry:
        if cup.entrant_of(self._id):
            raise refused("cup-entered")
        if not cup.takes_entrants:
            raise refused("cup-closed")
        line = cup.line_of(self._lobby.presence.address_of_asker(self._id))
        most = SIDE if side else MOST_ENTRANTS
        is_full = sum(one.side == side for one in cup.here) >= most
        instead = cup.gives_way(line) if is_full else None
        if is_full and instead is None:
            raise refused("cup-full", most=most)
        if sum(one.account == self._id and one.left_by != "room" for one in cup.entrants) >= ENTRIES:
            raise refused("cup-often")
        if line and not cup.opened.club and sum(one.line == line for one in cup.here) >= OF_AN_ADDRESS:
            raise refused("cup-address", most=OF_AN_ADDRESS)
        number = instead.number if instead else 0
        return Entered(self._id, self._me.player.name, self.now(), line, side, instead=number)

    def _left(self, cup: Cup) -> CupEntry:
        entrant = cup.entrant_of(self._id)
        if entrant is None or cup.ended:
            raise refused("not-entered")
        return Left(entrant.number, "player", self.now())

    def _started(self, cup: Cup) -> CupEntry | None:
        self._check_organises(cup)
        if cup.begun:
            raise refused("cup-begun")
        least = 2 * SIDE if cup.opened.against else LEAST_ENTRANTS
        if len(cup.here) < least:
            raise refused("cup-few", least=least)
        return due(cup, {}, max(self.now(), cup.opened.starts), str)

    def _ended_by(self, cup: Cup) -> CupEntry:
        self._check_organises(cup)
        return Ended("cancelled", self.now(), self._id)

    @property
    def _is_moderator(self) -> bool:
        return self._id in self._services.moderation.standing.moderators

    def _check_organises(self, cup: Cup) -> None:
        if cup.ended:
            raise refused("cup-over")
        if not self._views.organises(cup):
            raise refused("not-organiser")

    async def _side_of(self, cup: Cup) -> str:
        """The club that this account plays for in a match, else ''. Raises Refused if it may not enter."""
        player = self._with_account().player
        if against := cup.opened.against:
            own = await self._own_clubs()
            sides = [one for one in (cup.opened.club, against) if one in own]
            if not sides:
                raise refused("no-member", name=player.name)
            return min(sides, key=lambda club: sum(one.side == club for one in cup.here))
        if club := cup.opened.club:
            await self._club(club, member=True)
            return ""
        for other in self._cups.cups:
            out = [one for one in other.entrants if one.account == player.id and one.left_by == "host"]
            if out and not other.opened.club:
                raise refused("cup-out", days=OUT_DAYS)
        facts = await readable(self._services.stores.accounts.facts([player.id]))
        since = facts[player.id].created if player.id in facts else self.now()
        if since > self.now() - OLD_DAYS * DAY or not await self._has_played():
            raise refused("cup-new", games=COUNTED_GAMES, moves=OWN_MOVES, days=OLD_DAYS)
        return ""

    async def _has_played(self) -> bool:
        """Return whether this account has played enough counted games of some length."""
        query = HistoryQuery(player=self._id, viewer=self._id, most=200)
        found = await readable(self._lobby.dependencies.journal.history.page(query))
        own = [result.seat_of(self._id) for result in found if result.counts]
        return sum(seat is not None and (seat.moves or 0) >= OWN_MOVES for seat in own) >= COUNTED_GAMES

    @carried_out
    async def strike_cup(self, cup: str, table_number: int, why: str) -> CupPage:
        found, said = await self._cup_named(cup), clean_text(why).strip()[:200]
        return await self._strike(found, table_number, said)

    async def _strike(self, cup: Cup, table: int, why: str) -> CupPage:
        self._check_organises(cup)
        one = cup.table_of(table)
        if one is None or one.struck or not why:
            raise refused("no-cup-table")
        entrant = cup.entrant_of(self._id)
        if entrant and entrant.number in one.seats and not self._is_moderator:
            raise refused("cup-own")
        last = len(cup.rounds)

        def made(now: Cup) -> CupEntry | None:
            found = now.table_of(table)
            is_there = found and not found.struck and len(now.rounds) == last and not now.ended
            return Struck(last, table, why, self._id, self.now()) if is_there else None

        page = await self._appended(cup, made)
        names = ", ".join(self._views.called(cup.entrants[n - 1].account, "") for n in one.seats)
        moderation = self._services.moderation
        entry = moderation.entry("strike", None, f"{cup.id}/{last}/{table}, {names}: {why}", self._me.player)
        await stored(moderation.store.note(entry))
        return page
