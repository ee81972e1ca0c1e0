"""Opens tables: checks a request, and gives the table a name, a seed and, if it is private, a code."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from engine.chance import commitment
from engine.game import AnyGame
from server.identity.codes import SHORT, code_of
from server.identity.names import TABLES, clean_start
from server.lobby.dependencies import LobbyDependencies
from server.log.clocks import check_clock
from server.log.entries import Opening
from server.log.table_options import LATE, check_programs, is_rated, parse_table_options
from tui.host.refusals import refused
from tui.host.turn_clocks import NAMED, NO_CLOCK

SEED_BYTES = 32


class OpeningRequest(Struct, frozen=True):
    """A request for a new table."""

    game: str
    seats: int
    options: Mapping[str, str]
    private: bool = False
    clock: str = "none"
    rematch_of: str = ""
    by_program: bool = False
    starts: float = 0.0
    matching: str = ""


def game_called(games: Mapping[str, AnyGame], name: str) -> AnyGame:
    """Return a game of a host by its key. Raises Refused ("unknown-game")."""
    if name not in games:
        raise refused("unknown-game", game=clean_start(name, 40), games=tuple(games))
    return games[name]


def new_opening(
    dependencies: LobbyDependencies, wish: OpeningRequest, owner: str, names: Collection[str]
) -> Opening:
    """Return the opening of a table for a request; `names` are taken. Raises Refused."""
    game = game_called(dependencies.games, wish.game)
    if wish.seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise refused("seats-not-possible", seats=wish.seats, least=least, most=most)
    options = parse_table_options(game, wish.options, private=wish.private, by_program=wish.by_program)
    if wish.by_program:
        check_programs(options, private=wish.private)
    clock = NAMED.get(wish.clock, wish.clock)
    alike = dependencies.nodes.alike()
    check_clock(clock, alike=alike)
    if LATE in options and not alike:
        raise refused("busy")  # an older node would not know what its entries mean
    if is_rated(options) and clock == NO_CLOCK:
        raise refused("rated-without-clock")
    table, seed = dependencies.new_id(), dependencies.secret(SEED_BYTES)
    return Opening(
        id=table,
        name=free_name(dependencies, names),
        game=wish.game,
        rules_version=game.rules_version,
        seats=wish.seats,
        options=options,
        owner=owner,
        seed=seed,
        commitment=commitment(seed, table),
        opened=dependencies.clock(),
        private=wish.private,
        code=code_of(dependencies.secret(SHORT)) if wish.private else "",
        clock=clock,
        rematch_of=wish.rematch_of,
        starts=wish.starts,
        matching=wish.matching,
    )


def free_name(dependencies: LobbyDependencies, names: Collection[str]) -> str:
    """Return a short name that no table has."""
    most = 9 + len(names)
    while True:
        name = f"{TABLES[dependencies.pick(len(TABLES))]}-{dependencies.pick(most) + 1}"
        if name not in names:
            return name
