"""What a player is shown of cups: no more of who plays than they may see. What may be asked for is left to
`server.host.requests.cup_requests`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Container, Iterator, Sequence
from dataclasses import dataclass

from server.host.cup_desk import CupDesk
from server.host.requests.table_requests import readable
from server.lobby.lobby import Lobby
from server.results.cups.log import Cup, CupTable, Entrant
from server.results.cups.seating import MOST_ENTRANTS, SIDE
from server.results.cups.standing import WHOLE, CupRow, luck, table_scores
from server.store.stores import Stores
from tui.host.cups import (
    CupInfo,
    CupMark,
    CupPage,
    CupSeat,
    CupSide,
    CupStandingRow,
    CupState,
    CupTableInfo,
    CupTableState,
    CupTrophy,
)


@dataclass(eq=False)
class ShownCups:
    """The cups as one account is shown them. `hides` says who is not named at all, `moderates` whether it is
    a moderator's.
    """

    viewer: str
    cups: CupDesk
    lobby: Lobby
    stores: Stores
    hides: Callable[[str], bool]
    moderates: bool

    def info(self, cup: Cup) -> CupInfo:
        opened, entrant = cup.opened, cup.entrant_of(self.viewer)
        own = [one for one in cup.tables if entrant and entrant.number in one.seats and not one.struck]
        state: CupState = "open" if not cup.begun else "running"
        if cup.ended:
            state = "over" if cup.ended.why == "over" else "cancelled"
        return CupInfo(
            id=cup.id,
            kind=opened.kind,
            game=opened.game,
            options=opened.options,
            rounds=opened.rounds,
            round=len(cup.rounds),
            starts=opened.starts,
            owner="" if opened.unnamed else self.called(opened.owner, opened.owner_name),
            state=state,
            entrants=len(cup.shown),
            clock=opened.clock,
            takes=cup.takes_entrants and self._has_room(cup),
            club=opened.club,
            against=opened.against,
            equal=opened.equal,
            programs=opened.programs,
            entered=entrant is not None,
            table=next((one.id for one in own if self._state(cup, one) == "running"), ""),
        )

    def _has_room(self, cup: Cup) -> bool:
        """Return whether a cup has a place for this account, or somebody who would give way to it."""
        if len(cup.here) < (2 * SIDE if cup.opened.against else MOST_ENTRANTS):
            return True
        line = cup.line_of(self.lobby.presence.address_of_asker(self.viewer))
        return cup.gives_way(line) is not None

    def called(self, account: str, name: str) -> str:
        """Return the present name of somebody in a cup who was called that when they came."""
        if self.hides(account):
            return ""
        member = self.lobby.members.find(account)
        return member.player.name if member and member.player.name else name

    def sees(self, cup: Cup, clubs: Collection[str]) -> bool:
        """Return whether somebody in these clubs may see who plays in a cup: of other clubs they see results
        alone.
        """
        opened, is_over = cup.opened, cup.ended is not None and cup.ended.why == "over"
        own = {opened.club, opened.against} & {*clubs} or self.organises(cup)
        return (
            not opened.club or is_over or bool(own) or any(one.account == self.viewer for one in cup.entrants)
        )

    def organises(self, cup: Cup) -> bool:
        return cup.opened.owner == self.viewer or self.moderates

    async def hidden_in(self, cup: Cup, clubs: Collection[str]) -> frozenset[str]:
        """Return the accounts in a cup that hide their profile from somebody in these clubs who has no part
        in it.
        """
        own = {cup.opened.club, cup.opened.against} & {*clubs}
        if own or self.organises(cup) or cup.entrant_of(self.viewer):
            return frozenset()
        accounts = sorted({one.account for one in cup.entrants} - {""})
        facts = await readable(self.stores.accounts.facts(accounts)) if accounts else {}
        return frozenset(account for account, known in facts.items() if known.hidden)

    async def page(self, cup: Cup, hidden: Container[str] = ()) -> CupPage:
        opened = cup.opened
        organises = self.organises(cup)
        return CupPage(
            cup=self.info(cup),
            rows=tuple(self._row(cup, row, hidden) for row in self.cups.standing(cup)),
            tables=tuple(self._table(cup, one, hidden) for one in cup.tables),
            commitment=opened.commitment,
            seed=opened.seed.hex() if cup.is_settled else "",
            luck=round(luck(len(cup.rounds) if opened.kind == "evening" else 4), 2),
            organiser=organises,
            sides=tuple(self._sides(cup)),
            trophies=tuple([one async for one in self._trophies_of(cup)]),
            same_address=tuple(self._same_address(cup)) if organises else (),
        )

    def _row(self, cup: Cup, row: CupRow, hidden: Container[str]) -> CupStandingRow:
        entrant = row.entrant
        is_own = entrant.account == self.viewer
        return CupStandingRow(
            entrant=entrant.number,
            place=row.place if cup.begun else 0,
            name=self._entrant(entrant, hidden),
            score=round(row.sum / WHOLE, 4),
            won=row.won,
            opponents=round(row.opponents / WHOLE, 4),
            marks=tuple(
                CupMark(
                    mark.round,
                    mark.table,
                    None if mark.score is None else round(mark.score / WHOLE, 4),
                    mark.struck,
                    mark.left,
                )
                for mark in row.marks
            ),
            you=is_own,
            left=entrant.left is not None,
            side=entrant.side,
            former=self._is_former(entrant),
            asked=(is_own or not cup.opened.equal)
            and any(self._is_asked(cup, one, entrant.number) for one in cup.tables),
        )

    def _is_asked(self, cup: Cup, one: CupTable, entrant: int) -> bool:
        if entrant not in one.seats or self._state(cup, one) != "running":
            return False
        table, seat = self.lobby.find(one.id), one.seats.index(entrant) + 1
        return table is not None and any(ask.seat == seat for ask in table.state.asks)

    def _table(self, cup: Cup, one: CupTable, hidden: Container[str]) -> CupTableInfo:
        table = self.lobby.find(one.id) if one.id else None
        playthrough = table.state.playthrough if table else None
        scores = table_scores(one, self.cups.results(cup)) or ()
        return CupTableInfo(
            round=one.round,
            number=one.number,
            id=one.id,
            name=table.opening.name if table else "",
            state=self._state(cup, one),
            seats=tuple(self._entrant(cup.entrants[number - 1], hidden) for number in one.seats),
            scores=tuple(round(score / WHOLE, 4) for score in scores),
            game_round=playthrough.game.round(playthrough.state) if playthrough else 0,
            why=one.struck,
        )

    def _state(self, cup: Cup, one: CupTable) -> CupTableState:
        if one.struck:
            return "struck"
        if not one.id:
            return "waiting"
        return "over" if one.id in self.cups.results(cup) else "running"

    def _entrant(self, one: Entrant, hidden: Container[str]) -> str:
        is_named = not self._is_former(one) and one.account not in hidden
        return self.called(one.account, one.name) if is_named else ""

    def _is_former(self, one: Entrant) -> bool:
        return one.account != self.viewer and (one.unnamed or not one.name)

    async def _trophies_of(self, cup: Cup) -> AsyncIterator[CupTrophy]:
        """Yield what games of a cup have given; nothing of who hides the profile, but to themselves."""
        by_id = {one.id: one for one in cup.tables if one.id}
        stores = self.stores
        found = await readable(stores.trophies.of_tables(list(by_id))) if by_id else ()
        facts = await readable(stores.accounts.facts(sorted({account for _, _, _, account in found})))
        former = {one.account for one in cup.entrants if self._is_former(one)}
        for table, _, trophy, account in found:
            if account in facts and (account == self.viewer or not facts[account].hidden):
                one, name = by_id[table], "" if account in former else facts[account].name
                yield CupTrophy(one.round, one.number, name, trophy)

    def _sides(self, cup: Cup) -> Iterator[CupSide]:
        rows = self.cups.standing(cup)
        for club in (cup.opened.club, cup.opened.against) if cup.opened.against else ():
            total = sum(row.sum for row in rows if row.entrant.side == club)
            yield CupSide(club, round(total / WHOLE, 4))

    def _same_address(self, cup: Cup) -> Iterator[tuple[str, ...]]:
        named = [one for one in cup.here if one.line and not self._is_former(one)]
        for line in dict.fromkeys(one.line for one in named):
            same = [self.called(one.account, one.name) for one in named if one.line == line]
            if len(same) > 1:
                yield tuple(same)

    def compared(
        self, cup: Cup, tables: Sequence[CupTable], hidden: Container[str]
    ) -> Iterator[tuple[int, tuple[CupSeat, ...]]]:
        """Yield the seats of each size of tables of which there are several, by what was reached there."""
        results = self.cups.results(cup)
        for size in sorted({len(one.seats) for one in tables}, reverse=True):
            same = [one for one in tables if len(one.seats) == size]
            for seat in range(size) if len(same) > 1 else ():
                found = []
                for one in same:
                    scores = table_scores(one, results) or ()
                    name = self._entrant(cup.entrants[one.seats[seat] - 1], hidden)
                    found.append(CupSeat(one.number, name, round(scores[seat] / WHOLE, 4) if scores else 0.0))
                yield seat + 1, tuple(sorted(found, key=lambda one: -one.score))
