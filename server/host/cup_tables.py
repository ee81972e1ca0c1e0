"""Makes the tables of a cup's round, each once, on whichever node. When a round begins, and what its games
add up to, is left to `server.host.cup_desk`.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec.structs import replace

from engine.chance import commitment
from engine.game import Refused
from engine.records.record import CHANCE, DUPLICATE
from server.lobby.lobby import Lobby
from server.lobby.opening import OpeningRequest, new_opening
from server.log import table_options
from server.log.entries import Entry, Opening
from server.log.table_state import TableState
from server.results.cups.course import round_limit
from server.results.cups.log import Cup, CupRound, CupTable, Entrant
from server.results.deal import Deal
from server.store.journal.rows import DamagedLog, NoTable
from server.table.table import Table


class CupTables:
    """The tables of a host's cups."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._dependencies = lobby, lobby.dependencies
        self._deals = lobby.dependencies.stores.deals

    async def open_last(self, cup: Cup, ended: Container[str]) -> None:
        """Make the tables of the last round that have an id and are not there; `ended` are those of games
        that have a result. Raises Refused.
        """
        if not cup.rounds or cup.ended or (last := cup.rounds[-1]).closed:
            return
        for one in last.tables:
            if one.id and not one.struck and one.id not in ended:
                table = self._lobby.find(one.id) or await self._made(cup, last, one)
                if table and table.state.stage == "open":
                    await table.write(_deal)

    async def _made(self, cup: Cup, of: CupRound, one: CupTable) -> Table | None:
        """Return a table, on whichever node it was made; None: it has ended without a result."""
        await self._lobby.nodes.tables.catch_up()
        if found := self._lobby.find(one.id):
            return found
        try:
            await self._dependencies.journal.find(one.id)
        except NoTable:
            pass
        except DamagedLog:
            return None
        else:
            return None
        deal = await self._deal_of(cup, of, one) if cup.opened.equal else None
        opening = self._opening(cup, one, deal)
        seats = (cup.entrants[number - 1] for number in one.seats)
        entries = tuple(
            Entry(
                seq=seat, kind="sit", time=opening.opened, seat=seat, who=entrant.account,
                name=self._name_of(entrant) or f"entrant {entrant.number}",
            )
            for seat, entrant in enumerate(seats, 1)
        )  # fmt: skip
        try:
            return await self._lobby.add(opening, entries)
        except Refused:
            await self._lobby.nodes.tables.catch_up()
            if found := self._lobby.find(one.id):  # another node has made it a moment ago
                return found
            raise

    def _name_of(self, entrant: Entrant) -> str:
        member = self._lobby.members.find(entrant.account)
        return member.player.name if member else entrant.name

    def _opening(self, cup: Cup, one: CupTable, deal: Deal | None) -> Opening:
        opened, dependencies = cup.opened, self._dependencies
        game = dependencies.games[opened.game]
        texts = table_options.option_texts(game, opened.options)
        wish = OpeningRequest(opened.game, len(one.seats), texts, clock=opened.clock)
        names = {table.opening.name for table in self._lobby.tables}
        opening = new_opening(dependencies, wish, "", names)
        own: dict[str, str | int] = {table_options.CUP: f"{cup.id}/{one.round}/{one.number}"}
        if opened.kind == "evening":
            own[table_options.LIMIT] = round_limit(opened.game)
        if deal is None:
            committed = commitment(opening.seed, one.id)
            return replace(opening, id=one.id, options={**opening.options, **own}, commitment=committed)
        options = {**deal.options, **own, table_options.DEAL: deal.id}
        return replace(
            opening, id=one.id, rules_version=deal.rules_version, options=options, seed=deal.seed,
            commitment=deal.commitment,
        )  # fmt: skip

    async def _deal_of(self, cup: Cup, of: CupRound, one: CupTable) -> Deal:
        """Return the deal that all tables of this size have in the round, and note the table there."""
        opened, seats = cup.opened, len(one.seats)
        game = self._dependencies.games[opened.game]
        id_, seed = f"cup-{cup.id}-{of.number}-{of.again}-{seats}", cup.deal_seed(of, seats)
        texts = {**table_options.option_texts(game, opened.options), CHANCE: DUPLICATE}
        options = table_options.parse_table_options(game, texts)
        deal = Deal(id_, game.key, game.rules_version, seats, options, seed, commitment(seed, id_))
        deal = await self._deals.settle(deal)
        await self._deals.claim(deal.id, str(one.number), one.id)
        return deal


def _deal(state: TableState) -> Sequence[Entry]:
    return (Entry(kind="start"),) if state.stage == "open" else ()
