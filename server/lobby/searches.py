"""Searches for a game, one at a time over all nodes: of two seekers at the same moment, the second finds the
table that the first has opened. Bots that take a free seat are about as strong as the seeker.

Which table suits a seeker is left to `server.lobby.candidates`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager

from engine.bot_ratings import MEASURED
from engine.bots import usual_bot
from engine.game import AnyGame
from server.budget.slices import gathered
from server.cluster.shares import HeldShare
from server.identity.accounts import Player
from server.lobby.candidates import Candidate, Seeker, best_tables
from server.lobby.dependencies import LobbyDependencies
from server.lobby.lobby import Lobby
from server.log.entries import PEOPLE_ONLY
from server.log.seating import SeatHolder
from server.results.rated_games import Entrant, EntrantKind
from server.results.rating import shown_rating
from server.table.filling import is_search
from server.table.table import Table
from tui.host.ratings import ENOUGH_GAMES, ShownRating
from tui.host.refusals import refused
from tui.host.turn_clocks import is_slow

NEW_BELOW, LEARNING_BELOW = 3, 10
"""Finished games of a kind below which a player is new to it, and still learns it."""


def fitting_bot(
    game: AnyGame, played: int, rating: ShownRating | None, bots: Mapping[str, ShownRating]
) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: that opponent of
    the game whose rating is nearest to theirs. `bots` are their ratings among people here.

    Without enough rated games of both it is the weakest one for who is new to the game, the one
    below the usual one for who still learns it, for others the usual one.
    """
    own, usual = list(game.opponents.bots.values()), usual_bot(game).name
    if rating is not None and rating.games >= ENOUGH_GAMES:
        known = _among_people(game, own, bots)
        if known:
            return min(known, key=lambda key: abs(known[key] - rating.points))
    if played < NEW_BELOW:
        return own[0]
    return own[max(0, own.index(usual) - 1)] if played < LEARNING_BELOW else usual


def _among_people(game: AnyGame, own: Sequence[str], bots: Mapping[str, ShownRating]) -> Mapping[str, float]:
    """Return what is known of how strong bots are among people, by key. What was measured between bots has
    another scale: it tells how far bots that have played too little here are from those that have not.
    """
    here = {key: bots[key].points for key in own if key in bots and bots[key].games >= ENOUGH_GAMES}
    measured = {key: one.points for key, one in MEASURED.get(game.key, {}).items() if key in own}
    shifts = [here[key] - measured[key] for key in here.keys() & measured.keys()]
    if not shifts:
        return here
    shift = sum(shifts) / len(shifts)
    return {key: measured[key] + shift for key in measured} | here


SEARCH = "search"
"""The share that one search at a time has, whoever asks for it."""
TRIES, PAUSE = 200, 0.05
"""How often a search asks for its turn, and the seconds between two times."""
SOON = 600.0
"""Seconds from which on a table's start time is too far ahead for somebody who wants to play now."""


class Searches:
    """The searches of one node."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._dependencies: LobbyDependencies = lobby.dependencies
        self._one = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Let nobody else search meanwhile, on any node. Raises Refused ("busy")."""
        shares, holder = self._lobby.nodes.shares, self._dependencies.new_id()
        async with self._one:
            for _ in range(TRIES):
                if await shares.take(HeldShare(SEARCH, SEARCH, holder, 1)) is None:
                    break
                await self._pause()
            else:
                raise refused("busy")
            try:
                await self._lobby.nodes.tables.catch_up()
                yield
            finally:
                shares.give_back(SEARCH, holder)

    async def _pause(self) -> None:
        passed = asyncio.Event()
        self._dependencies.timer(PAUSE, passed.set)
        await passed.wait()

    def own(self, player: str) -> Iterator[Table]:
        """Yield the tables at which a player waits since an earlier search."""
        return (table for table in self._lobby.tables_of(player) if is_search(table.state))

    async def suitable(self, seeker: Seeker) -> Sequence[Table]:
        """Return the open tables that suit a seeker, the best first; a turn looks at a few of them."""
        tables = {table.opening.id: table for table in self._lobby.tables if table.state.stage == "open"}
        looked_at = await gathered(
            self._candidate(table) if self._takes(table, seeker.player) else None for table in tables.values()
        )
        return [tables[one.table] for one in best_tables(filter(None, looked_at), seeker)]

    def _takes(self, table: Table, player: str) -> bool:
        """Return whether a player may sit down at a table that is about to begin: public, with people who
        are here, none of whom ignores the player or is ignored.
        """
        state, opening, members = table.state, table.opening, self._lobby.members
        is_open = state.stage == "open" and not opening.private and state.dice.locked_at is None
        if not is_open or state.free_seat is None or player in state.kicked or is_slow(opening.clock):
            return False
        if opening.starts > self._dependencies.clock() + SOON or player in state.players:
            return False
        ignored = members.ignored(player)
        welcome = all(who not in ignored and player not in members.ignored(who) for who in state.players)
        return welcome and any(map(self._lobby.presence.is_here, state.players))

    def _candidate(self, table: Table) -> Candidate:
        state, game = table.state, table.opening.game
        known = (self._lobby.ratings.of(game, holder) for holder in state.holders)
        return Candidate(
            table=table.opening.id,
            game=game,
            people=len(state.players),
            free=sum(holder.held_by == "nobody" for holder in state.holders),
            opened=table.opening.opened,
            bots=table.opening.matching not in {"", PEOPLE_ONLY}
            or any(holder.held_by == "bot" for holder in state.holders),
            ratings=tuple(rating.points for rating in known if rating),
        )

    async def bot_for(self, player: Player, game: AnyGame, played: int, kind: EntrantKind) -> str:
        """Return the bot to join a player who has finished so many games. Raises what stores raise."""
        store, own = self._dependencies.journal.ratings, Entrant(player.id, kind)
        found = await store.of([player.id, *game.opponents.bots.values()])
        here = {one: shown_rating(rating) for key, one, rating in found if key == game.key}
        bots = {one.who: rating for one, rating in here.items() if one.kind == "bot"}
        return fitting_bot(game, played, here.get(own), bots)

    def ratings_of(self, player: Player) -> Mapping[str, float]:
        """Return a player's ratings by game, as far as they are known by now."""
        holder = SeatHolder("player", player.id, player.name)
        known = {game: self._lobby.ratings.of(game, holder) for game in self._dependencies.games}
        return {game: rating.points for game, rating in known.items() if rating}
