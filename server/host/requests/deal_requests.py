"""Requests about deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace

from engine.game import AnyGame, Refused
from engine.opponents import seat_name
from engine.options import NOTHING, Asked, as_texts
from server.host.account_removal import stored
from server.host.deal_desk import DealDesk, DealRead
from server.host.requests.table_requests import TableRequests, readable
from server.identity.accounts import AccountFacts, Player
from server.identity.known_players import KnownPlayer
from server.identity.names import clean_start
from server.lobby.completion import carried_out
from server.lobby.opening import SEED_BYTES, OpeningRequest, game_called
from server.log import requests
from server.log.entries import Entry, Opening
from server.log.table_options import DEAL, closes_at, cup_of, deal_of
from server.results.deal import PLAYER_SEAT, Deal, DealtTable, daily_id, day_of, is_date, match_deal
from server.results.deal_results import cut, seat_row, with_means, with_steward
from server.results.of_log import GameResult
from server.results.rated_games import ENOUGH_MOVES
from server.store.journal.rows import DamagedLog, NoTable
from server.table.table import Table
from tui.host.deals import DailyDeal, DealClosed, DealResults, DealRow, DealState, DuplicateMatch, RowState
from tui.host.refusals import refused

MOST_TABLES = 8
"""The most tables of a duplicate match."""
MOST_ROWS = 200
"""The most results of a day that are shown, beside the player's own; all are ranked."""
AT_ONCE = 500
"""The most results that are read by one question to the store."""


class DealRequests(TableRequests):
    """Carries out a player's requests about deals. Every method raises Refused."""

    @property
    def _deals(self) -> DealDesk:
        return self._services.deals

    # The deal of the day

    async def daily(self) -> tuple[DailyDeal, ...]:
        may_play = await self._may_play_deals()
        return tuple(
            [
                await self._daily_shown(await readable(self._deals.lately(game, now=True)), may_play=may_play)
                for game in self._games
            ]
        )

    async def daily_results(self, game: str, date: str = "") -> DealResults:
        rules, today = game_called(self._lobby.dependencies.games, game), day_of(self.now())
        day = date or today
        deal: Deal | None = None
        if day == today:
            deal = await readable(self._deals.daily(rules.key))
        elif is_date(day) and day < today:
            deal = await readable(self._deals.store.find(daily_id(rules.key, day)))
        if deal is None:
            raise refused("no-deal", game=rules.key, date=clean_start(day, 16))
        return await readable(self._daily_results(deal, day))

    async def _may_play_deals(self) -> bool:
        """Return whether the player has an account that has played a game to its end."""
        history = self._lobby.dependencies.journal.history
        return not self._player.guest and await readable(history.has_finished(self._id))

    async def _daily_shown(self, read: DealRead, *, may_play: bool) -> DailyDeal:
        before, deal, following, tables = read
        own = next((one for one in tables if one.who == self._id), None)
        state: DealState = ""
        if own:
            state = "running" if await readable(self._is_playable(own)) else "over"
        return DailyDeal(
            game=deal.game,
            date=day_of(self.now()),
            date_before=day_of(self.now(), -1),
            dealt_before=before is not None,
            seats=deal.seats,
            seat=PLAYER_SEAT,
            bots=deal.bots,
            closes=_closes(deal),
            commitment=deal.commitment,
            next_commitment=following.commitment,
            players=len(tables),
            state=state,
            table=own.table if own else "",
            closed=_closed(deal, state, may_play=may_play),
        )

    async def _is_playable(self, own: DealtTable) -> bool:
        """Return whether an attempt goes on, or was noted and could not be opened yet."""
        return self._deals.is_running(own) or not await self._is_noted(own.table)

    async def _is_noted(self, table: str) -> bool:
        try:
            await self._lobby.dependencies.journal.find(table)
        except NoTable:
            return False
        except DamagedLog:
            return True
        return True

    @carried_out
    async def play_daily(self, game: str) -> str:
        member, key = self._me, game_called(self._lobby.dependencies.games, game).key
        if not await self._may_play_deals():
            raise refused("daily-account", moves=ENOUGH_MOVES)
        store, new_id = self._deals.store, self._lobby.dependencies.new_id()
        deal = await stored(self._deals.daily(key))
        if deal.void:
            raise refused("daily-void")
        claimed = await stored(store.claim(deal.id, member.player.id, new_id, self._network_of(deal)))
        async with self._services.rematches.setdefault(claimed, asyncio.Lock()):  # they may have two sessions
            table = await self._table_of(claimed) or await self._open_daily(member, deal, claimed)
            if table.state.stage == "over":
                raise refused("daily-played")
            if table.state.stage == "open":  # as far as this node knows
                await table.write(requests.start_once(member.player.id))
        self._deals.measure_soon(deal)
        return claimed

    def _network_of(self, deal: Deal) -> str:
        """Return a hash of the player's network that nobody can undo while the deal's seed is secret."""
        network = self._lobby.presence.address_of_asker(self._id)
        if not (network and self._services.bans.address_days):
            return ""
        return hmac.digest(deal.seed, network.encode(), sha256).hex()

    async def _table_of(self, table: str) -> Table | None:
        """Return a table that is not over, on whichever node it was opened; None: there is none."""
        if self._lobby.find(table) is None:
            await readable(self._lobby.nodes.tables.catch_up())
        return self._lobby.find(table)

    async def _open_daily(self, member: KnownPlayer, deal: Deal, claimed: str) -> Table:
        if await readable(self._is_noted(claimed)):
            raise refused("daily-played")
        opening, player = await self._of_deal(member, deal, claimed, private=True), member.player
        game = self._lobby.dependencies.games[deal.game]
        try:
            return await self._lobby.add(opening, tuple(_seated(opening, deal, player, game)))
        except Refused:
            if found := await self._table_of(claimed):  # another node has opened it a moment ago
                return found
            raise

    async def _of_deal(self, member: KnownPlayer, deal: Deal, table: str, *, private: bool) -> Opening:
        """Return the opening of a table that plays a deal. Raises Refused."""
        wish = OpeningRequest(deal.game, deal.seats, {}, private=private)
        is_daily = deal.id == daily_id(deal.game, day_of(self.now()))
        opening = await self._opening(member, wish, is_daily=is_daily)
        return replace(
            opening,
            id=table,
            rules_version=deal.rules_version,
            options={**deal.options, DEAL: deal.id},
            seed=deal.seed,
            commitment=deal.commitment,
        )

    async def _daily_results(self, deal: Deal, day: str) -> DealResults:
        tables = await self._deals.store.tables(deal.id)
        is_open = self.now() < _closes(deal)
        running = sum(map(self._deals.is_running, tables))
        own = next((one for one in tables if one.who == self._id), None)
        rows: tuple[DealRow, ...] = ()
        steward = await self._deals.measured(deal) if tables else None
        if not is_open or (own and not await self._is_playable(own)):
            ranked = with_steward(await self._daily_rows(tables), steward)
            rows = await self._named(cut(ranked, MOST_ROWS))
        return DealResults(
            game=deal.game,
            date=day,
            open=is_open,
            closes=_closes(deal),
            deal=deal.id,
            commitment=deal.commitment,
            seed="" if is_open else deal.seed.hex(),
            tables=len(tables),
            running=running,
            rows=rows,
            steward_place=steward.place if steward and rows else None,
            steward_points=steward.points if steward and rows else None,
            steward_games=steward.games if steward and rows else 0,
            steward_place_error=steward.place_error if steward and rows else None,
            steward_points_error=steward.points_error if steward and rows else None,
        )

    async def _daily_rows(self, tables: Sequence[DealtTable]) -> list[DealRow]:
        """Return a row for each account that has played, by its id instead of its name."""
        history, results = self._lobby.dependencies.journal.history, dict[str, GameResult]()
        for first in range(0, len(tables), AT_ONCE):
            some = [one.table for one in tables[first : first + AT_ONCE]]
            results |= {result.table: result for result in await history.results(some)}
        rows = []
        for one in tables:
            result, you = results.get(one.table), one.who == self._id
            seat = result.seat_of(one.who) if result else None
            if result and seat:
                rows.append(replace(seat_row(result, seat, one.who, you=you), second=one.second))
            else:
                state: RowState = "running" if self._deals.is_running(one) else "left"
                rows.append(DealRow(one.who, state, you=you, second=one.second))
        return rows

    async def _named(self, rows: Sequence[DealRow]) -> tuple[DealRow, ...]:
        """Return rows with names instead of ids, but for those of accounts that are gone."""
        names = await self._names([row.name for row in rows])
        return tuple(_called(row, names[row.name], shown=row.you) for row in rows if row.name in names)

    async def _names(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        wanted = sorted({account for account in accounts if account})
        return await self._services.stores.accounts.facts(wanted) if wanted else {}

    # Duplicate matches

    @carried_out
    async def open_duplicate(
        self, game: str, seats: int, tables: int, options: Asked = NOTHING, *, private: bool = False
    ) -> DuplicateMatch:
        member, rules = self._me, game_called(self._lobby.dependencies.games, game)
        if not 2 <= tables <= MOST_TABLES:
            raise refused("match-tables", most=MOST_TABLES)
        if seats not in rules.seats:
            raise refused("seats-not-possible", seats=seats, least=rules.seats[0], most=rules.seats[-1])
        dependencies = self._lobby.dependencies
        seed = dependencies.secret(SEED_BYTES)
        deal = match_deal(rules, dependencies.new_id(), seats, as_texts(options), seed)
        await stored(self._deals.store.settle(deal))
        opened: list[Opening] = []
        try:
            for number in range(1, tables + 1):
                table = await stored(self._deals.store.claim(deal.id, str(number), dependencies.new_id()))
                opening = await self._of_deal(member, deal, table, private=private)
                opened.append((await self._lobby.add(opening, ())).opening)
        except Refused:
            for opening in opened:
                await self._lobby.table(opening.id).end("closed")
            raise
        ids, names = zip(*((one.id, one.name) for one in opened), strict=True)
        return DuplicateMatch(game, seats, ids, names, deal.commitment, tuple(one.code for one in opened))

    async def duplicate_results(self, table: str) -> DealResults:
        opening = await self._opening_named(self._me, table)
        deal = await readable(self._deals.store.find(deal_of(opening.options) or ""))
        if deal is None or deal.bots or cup_of(opening.options):
            raise refused("no-match", table=opening.name)
        return await readable(self._match_results(deal))

    async def _match_results(self, deal: Deal) -> DealResults:
        tables = await self._deals.store.tables(deal.id)
        running = sum(map(self._deals.is_running, tables))
        rows: list[DealRow] = []
        if not running:
            for one in tables:
                result = await self._lobby.dependencies.journal.history.result(one.table)
                rows += await self._match_rows(result) if result else ()
        return DealResults(
            game=deal.game,
            date="",
            open=bool(running),
            closes=None,
            deal=deal.id,
            commitment=deal.commitment,
            seed="" if running else deal.seed.hex(),
            tables=len(tables),
            running=running,
            rows=with_means(rows),
        )

    async def _match_rows(self, result: GameResult) -> list[DealRow]:
        names = await self._names([seat.who for seat in result.seats if seat.holder == "account"])
        sat_there = result.seat_of(self._id) is not None
        rows = []
        for seat in result.seats:
            account = names.get(seat.who) if seat.holder == "account" else None
            you = seat.holder == "account" and seat.who == self._id
            row = seat_row(result, seat, seat.name, you=you)
            rows.append(_called(row, account, shown=sat_there) if account else row)
        return rows


def _called(row: DealRow, account: AccountFacts, *, shown: bool) -> DealRow:
    """Return a row with the name of its account, if that does not hide its profile or is to be `shown`."""
    hidden = account.hidden and not shown
    return replace(row, name="" if hidden else account.name, hidden=hidden)


def _closed(deal: Deal, state: DealState, *, may_play: bool) -> DealClosed:
    """Return the code with which `play_daily` refuses, in its order."""
    if not may_play:
        return "daily-account"
    if deal.void:
        return "daily-void"
    return "daily-played" if state == "over" else ""


def _closes(deal: Deal) -> float:
    return closes_at({DEAL: deal.id}) or 0.0


def _seated(opening: Opening, deal: Deal, player: Player, game: AnyGame) -> Iterator[Entry]:
    taken = {player.name}
    for seat, bot in enumerate(deal.bots, 1):
        sits = Entry(seq=seat, time=opening.opened, seat=seat, kind="sit", by="player", who=player.id)
        if bot:
            sits = replace(sits, kind="bot", who=bot, name=seat_name(game.opponents, bot, taken))
            taken.add(sits.name)
        else:
            sits = replace(sits, name=player.name)
        yield sits
