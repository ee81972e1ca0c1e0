"""Requests about ended games and what they add up to: histories and profiles.

Private tables stay private: only who had a seat there is shown their games. Who hides the profile is shown
by name to those alone who sat at the same table. What results are is left to `server.results`, storing them
to `server.store.history`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import inf

from msgspec.structs import replace

from engine.bot_ratings import MEASURED
from server.host.requests.player_requests import PlayerRequests
from server.host.requests.table_requests import readable
from server.identity.accounts import AccountFacts
from server.identity.look_alikes import skeleton
from server.identity.names import clean_start
from server.lobby.opening import game_called
from server.log.table_options import listed_options
from server.results.of_log import GameResult, SeatResult, result_of
from server.results.queries import Cursor, HistoryQuery, cursor_text, parse_cursor
from server.results.rating import shown_rating
from server.results.solo import rungs
from server.results.tallies import overall, tallies
from server.results.trophies import season_of
from server.store.history import HistoryStore
from tui.host.history import (
    GameTally,
    HistoryFilter,
    HistoryGame,
    HistoryPage,
    HistorySeat,
    OpponentRecord,
    PlayerProfile,
    SoloLadder,
)
from tui.host.refusals import refused
from tui.host.trophies import Honour, Honours, TrophyCase, WonTrophy
from tui.presenters.people import dates

MOST_ON_A_PAGE = 100
MOST_LOOKED_AT = 2000
"""Of how many games of a kind a player's wins against opponents are counted, the newest ones."""
RECENT = 10
OPPONENTS = 50
"""Opponents in a profile, at most."""
LONGEST_NAME = 40


class HistoryRequests(PlayerRequests):
    """Carries out a player's requests about ended games. Every method raises Refused."""

    @property
    def _history(self) -> HistoryStore:
        return self._lobby.dependencies.journal.history

    async def history(self, wanted: HistoryFilter) -> HistoryPage:
        viewer = self._me.player.id
        player = "" if wanted.everybody else await self._whose(wanted.player or "")
        opponent = await self._account_of(wanted.opponent) if wanted.opponent else ""
        await self._check_shown(player)
        if player != viewer:  # in their own games players know who sat there
            await self._check_shown(opponent)
        query = HistoryQuery(
            player=player,
            viewer=viewer,
            opponent=opponent,
            game=game_called(self._lobby.dependencies.games, wanted.game).key if wanted.game else "",
            result=wanted.result or "",
            since=wanted.since,
            until=wanted.until,
            before=_place(wanted.before or ""),
            most=min(max(1, wanted.count), MOST_ON_A_PAGE) + 1,
        )
        found = await readable(self._history.page(query))
        shown, more = found[: query.most - 1], found[query.most - 1 :]
        last = cursor_text(Cursor(shown[-1].ended, shown[-1].table)) if more else ""
        shown = await self._told(shown, player, opponent)
        names = await self._facts([player, *_accounts(shown)])
        name = names[player].name if player in names else ""
        games = tuple([await self._shown_game(one, player, viewer, names) for one in shown])
        return HistoryPage(games, name, last)

    async def profile(self, name: str = "") -> PlayerProfile:
        viewer = self._me.player.id
        account = await self._whose(name)
        own = account == viewer
        facts = (await self._facts([account])).get(account)
        if facts is None:
            raise refused("no-account-called", name=clean_start(name, LONGEST_NAME))
        here = self._lobby.presence.is_here(account)
        if facts.hidden and not own:
            return PlayerProfile(facts.name, hidden=True)
        played = await readable(self._history.played(account, private=own))
        against = await readable(self._history.against(account, OPPONENTS + 1, private=own))
        query = HistoryQuery(player=account, viewer=viewer, most=RECENT)
        recent = await self._told(await readable(self._history.page(query)), account)
        names = await self._facts([*_accounts(recent), *(one.opponent for one in against)])
        return PlayerProfile(
            name=facts.name,
            you=own,
            hidden=facts.hidden,
            here=here,
            since=facts.created,
            total=overall(played),
            games=await self._rated(account, tallies(played)),
            opponents=tuple(
                OpponentRecord(names[one.opponent].name, one.played, one.better, one.worse, one.last)
                for one in against[:OPPONENTS]
                if one.opponent in names and (own or one.opponent == viewer or not names[one.opponent].hidden)
            ),
            more_opponents=len(against) > OPPONENTS,
            recent=tuple([await self._shown_game(one, account, viewer, names) for one in recent]),
            trophies=await self._trophies(account, -inf, inf),
        )

    async def trophies(self, name: str = "", period: str = "") -> TrophyCase:
        account = await self._whose(name)
        await self._check_shown(account)
        found = times_of(period) if period else (-inf, inf)
        facts = (await self._facts([account])).get(account)
        return TrophyCase(facts.name if facts else "", period.upper(), await self._trophies(account, *found))

    async def honours(self, period: str = "") -> Honours:
        period = (period or season_of(self.now())).upper()
        found = times_of(period)
        rows = await readable(self._services.stores.trophies.honours(*found, ""))
        return Honours(period, honours_of(rows, await self._facts(account for _, account, _, _ in rows)))

    async def _trophies(self, account: str, since: float, until: float) -> tuple[WonTrophy, ...]:
        """Return what an account has got in a time, the last first; tables are told to nobody else."""
        own, rows = (
            account == self._me.player.id,
            await readable(self._services.stores.trophies.of(account, since, until)),
        )
        found = dict[str, WonTrophy]()
        for row in rows:
            before = found.pop(row.trophy, None)
            new = WonTrophy(row.trophy, 1, row.ended, row.ended, row.table if own else "")
            found[row.trophy] = replace(before, times=before.times + 1, last=row.ended) if before else new
        return tuple(reversed(found.values()))

    async def opponents(self, game: str) -> SoloLadder:
        game_called(self._lobby.dependencies.games, game)
        return self._ladder(game, await self._all_games(game))

    def _ladder(self, game: str, results: Iterable[GameResult] = ()) -> SoloLadder:
        """Return the opponents of a game as the player stands to them by these results."""
        known = self._lobby.dependencies.games[game].opponents
        found = rungs(results, known, MEASURED.get(game, {}))
        return SoloLadder(game, found, kept=not self._player.guest)

    async def _all_games(self, game: str) -> Sequence[GameResult]:
        """Return the player's ended games of a kind that are looked at, the newest first."""
        account, games, before = self._player.id, list[GameResult](), None
        if self._player.guest:  # in results guests are nobody
            ended = await readable(self._lobby.dependencies.journal.finished(account, MOST_LOOKED_AT))
            of_kind = [one for one in ended if one.opening.game == game]
            return list(filter(None, (result_of(one.opening, one.time, one.outcome) for one in of_kind)))
        while len(games) < MOST_LOOKED_AT:
            query = HistoryQuery(
                player=account, viewer=account, game=game, before=before, most=MOST_ON_A_PAGE
            )
            page = await readable(self._history.page(query))
            games += page
            if len(page) < MOST_ON_A_PAGE:
                break
            before = Cursor(page[-1].ended, page[-1].table)
        return games

    async def _rated(self, account: str, games: Sequence[GameTally]) -> tuple[GameTally, ...]:
        """Return what games add up to with the account's rating at each, unless the viewer wants none."""
        if self._hides_ratings:
            return tuple(games)
        found = await readable(self._lobby.dependencies.journal.ratings.of([account]))
        # Who has played in person and by a program has two ratings: the person's counts here.
        best = dict(sorted(((game, one.kind != "person"), rating) for game, one, rating in found))
        shown = {game: shown_rating(best[game, by]) for game, by in sorted(best, reverse=True)}
        return tuple(replace(one, rating=shown.get(one.game)) for one in games)

    async def _whose(self, name: str) -> str:
        """Return the id of the account that is meant. Raises Refused."""
        if name:
            return await self._account_of(name)
        if self._player.account_refused:
            raise self._without_account()
        if self._player.guest:
            raise refused("guest-history")
        return self._player.id

    async def _account_of(self, name: str) -> str:
        """Return the id of the account with a name. Raises Refused: "no-account-called"."""
        account = await readable(self._services.stores.accounts.named(skeleton(name)))
        if account is not None:
            return account.id
        raise refused("no-account-called", name=clean_start(name, LONGEST_NAME))

    async def _check_shown(self, account: str) -> None:
        """Raise Refused ("profile-hidden") if an account hides its profile from this player; '': nobody."""
        facts = (await self._facts([account])).get(account)
        if facts is not None and facts.hidden and account != self._me.player.id:
            raise refused("profile-hidden", name=facts.name)

    async def _shown_game(
        self, result: GameResult, player: str, viewer: str, names: Mapping[str, AccountFacts]
    ) -> HistoryGame:
        own = result.seat_of(player) if player else None
        hidden = {account for account, now in names.items() if now.hidden} | await self._unnamed(result)
        hidden = hidden if result.seat_of(viewer) is None else set()
        return HistoryGame(
            id=result.table,
            name=result.name,
            game=result.game,
            options=listed_options(self._lobby.dependencies.games.get(result.game), result.options),
            kind=result.kind,
            private=result.private,
            started=result.started,
            ended=result.ended,
            ending=result.ending,
            seats=tuple(_seat(seat, names, hidden) for seat in result.seats),
            seat=own.seat if own else None,
        )

    async def _told(self, results: Sequence[GameResult], *about: str) -> Sequence[GameResult]:
        """Return games without those of others whose deal can still be played, since results tell of its
        luck, and those where one of the accounts that they are asked for is not named.
        """
        found, is_open = list[GameResult](), self._services.deals.is_open
        for one in results:
            if not one.seat_of(self._me.player.id):
                unnamed = await self._unnamed(one)
                if any(who in unnamed for who in about) or await readable(is_open(one.table, one.options)):
                    continue
            found.append(one)
        return found

    async def _unnamed(self, result: GameResult) -> frozenset[str]:
        """Return the accounts that others do not read in a game's cup."""
        return await readable(self._services.cups.unnamed(result.options))

    async def _facts(self, accounts: Iterable[str]) -> Mapping[str, AccountFacts]:
        wanted = sorted({account for account in accounts if account})
        return await readable(self._services.stores.accounts.facts(wanted)) if wanted else {}


def times_of(period: str) -> tuple[float, float]:
    """Return when a year, a season, a month or a day begins and ends. Raises Refused ("no-period")."""
    found = dates.period(period)
    if found is None:
        raise refused("no-period", period=clean_start(period, LONGEST_NAME))
    return found


def honours_of(
    rows: Iterable[tuple[str, str, int, float]], names: Mapping[str, AccountFacts]
) -> tuple[Honour, ...]:
    """Return who had each trophy first and who most often, as `TrophyStore.honours` tells it."""
    first, most = dict[str, tuple[str, float]](), dict[str, tuple[str, int]]()
    for trophy, account, times, when in rows:
        name = names[account].name if account in names else ""
        first.setdefault(trophy, (name, when))
        most[trophy] = max(most.get(trophy, ("", 0)), (name, times), key=lambda one: one[1])
    return tuple(Honour(one, *first[one], *most[one]) for one in first)


def _place(text: str) -> Cursor | None:
    if not text:
        return None
    place = parse_cursor(text)
    if place is None:
        raise refused("no-page")
    return place


def _accounts(results: Sequence[GameResult]) -> Iterable[str]:
    return (seat.who for result in results for seat in result.seats if seat.holder == "account")


def _seat(seat: SeatResult, names: Mapping[str, AccountFacts], hidden: Container[str]) -> HistorySeat:
    now = names.get(seat.who) if seat.holder == "account" else None
    is_hidden = now is not None and seat.who in hidden
    name = "" if is_hidden else now.name if now else seat.name
    return HistorySeat(name, seat.holder, seat.place, seat.points, seat.fate, seat.program, is_hidden)
