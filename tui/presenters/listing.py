"""The tables of the lobby and finished games as a list: their order, and the words for each. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import chain
from typing import NamedTuple

from msgspec import Struct
from rich.cells import cell_len

from tui.host.port import FinishedGame, LobbySnapshot, TableInfo
from tui.language import elapsed, waiting
from tui.language.actions import key_name
from tui.language.texts import N_, Texts
from tui.presenters.offers import (
    RATED,
    aim,
    brief_clock,
    clock_word,
    offers,
    size_words,
    title,
    unusual_options,
)


class OfferedGame(Struct, frozen=True):
    """A game of this host, to be played."""

    game: str

    @property
    def id(self) -> str:
        """What it is called among the items; no table has such an id."""
        return f"game {self.game}"


Item = OfferedGame | TableInfo | FinishedGame
"""An item of the lobby."""
SEPARATOR = " · "
STAGE_CELLS = 15
"""What a column of stages is wide."""


class Sections(NamedTuple):
    """What the lobby lists, in this order."""

    seats: tuple[TableInfo, ...] = ()
    """Tables where the player has a seat: those where they are asked first, then other running ones."""
    games: tuple[OfferedGame, ...] = ()
    tables: tuple[TableInfo, ...] = ()
    """All others; those with a free seat first, of these the ones without a start time."""
    past: tuple[FinishedGame, ...] = ()

    @property
    def items(self) -> tuple[Item, ...]:
        return (*self.seats, *self.games, *self.tables, *self.past)


def sections_of(lobby: LobbySnapshot, asking: Container[str] = ()) -> Sections:
    """All that can be chosen in the lobby; `asking`: the ids of the tables where the player is asked."""
    ranks: tuple[list[TableInfo], ...] = ([], [], [], [], [], [])
    for table in lobby.tables:
        ranks[_rank(table)].append(table)
    listed = {table.id for table in lobby.tables}
    running = sorted(ranks[0], key=lambda table: table.id not in asking)
    ranks[2].sort(key=lambda table: table.starts or 0.0)
    return Sections(
        (*running, *ranks[1]),
        tuple(OfferedGame(offer.game) for offer in offers()),
        tuple(chain.from_iterable(ranks[2:])),
        tuple(game for game in lobby.finished if game.id not in listed),
    )


def _rank(table: TableInfo) -> int:
    stage = table.stage
    if table.your_seat is not None:
        return 0 if stage == "running" else 1
    if stage == "running":
        return 4
    if stage == "open":
        return 2 if free_seats(table) else 3
    return 5


def playing(lobby: LobbySnapshot) -> frozenset[str]:
    """Returns the ids of the running tables at which the player has a seat."""
    return frozenset(table.id for table in lobby.tables if table.your_seat and table.stage == "running")


def waiting_table(table: TableInfo | None) -> str:
    """Returns the id of the table if the player sits there and waits for the start, else ''."""
    return table.id if table and table.your_seat is not None and table.stage == "open" else ""


def free_seats(table: TableInfo) -> int:
    return sum(seat.held_by == "nobody" for seat in table.seats)


def may_sit(table: TableInfo, you: str) -> bool:
    """Returns whether there is a seat that the player may take."""
    return any(seat.held_by == "nobody" and seat.kept_for in {"", you} for seat in table.seats)


def against_bots(table: TableInfo) -> bool:
    """Returns whether the player plays there against bots alone."""
    if table.your_seat is None or table.stage != "running":
        return False
    return sum(seat.held_by == "player" for seat in table.seats) == 1


def unfinished(tables: Iterable[TableInfo], game: str = "") -> TableInfo | None:
    """The player's newest running game against bots, of this kind if one is named; `tables` newest first."""
    return next((table for table in tables if against_bots(table) and game in {"", table.game}), None)


def advice(
    texts: Texts,
    item: Item | None,
    you: str,
    *,
    asked: bool = False,
    practice: TableInfo | None = None,
    new: bool = False,
    learned: bool = False,
) -> str:
    """Returns what `you` should do now, in a sentence; `asked`: it is their turn at that table; `practice`:
    their unfinished game against bots, if a game is meant; `new`: they have not played here before;
    `learned`: they come from its lesson.
    """
    if item is None:
        return texts._("There is no table yet: open one, or play against bots at once.")
    if isinstance(item, OfferedGame):
        if learned and not practice:
            enter, game = key_name(texts, "Enter"), title(texts, item.game)
            return texts._("{game}: {enter} plays it for real.", game=game, enter=enter)
        return _to_begin(texts) if new and not practice else _of_game(texts, item.game, practice)
    if isinstance(item, FinishedGame):
        return texts._("You have played this; open a table to play again.")
    return _of_table(texts, item, you, asked=asked)


def brief_advice(texts: Texts, item: Item | None, *, asked: bool, practice: TableInfo | None) -> str:
    """Returns the same in as few words as it takes, for narrow windows."""
    if isinstance(item, TableInfo):
        said = texts._("your turn") if asked else stage_words(texts, item)
        return f"{item.name}: {said}"
    if not isinstance(item, OfferedGame):
        return item.name if item else ""
    enter = key_name(texts, "Enter")
    if practice:
        return texts._("{enter} goes on at {table}.", enter=enter, table=practice.name)
    return texts._("{enter} plays against bots.", enter=enter)


def _to_begin(texts: Texts) -> str:
    enter = key_name(texts, "Enter")
    return texts._("{enter} plays the marked game. t teaches it in ten minutes.", enter=enter)


def _of_game(texts: Texts, game: str, practice: TableInfo | None) -> str:
    name, enter = title(texts, game), key_name(texts, "Enter")
    if practice:
        return texts._(
            "{game}: {enter} goes on against the bots at {table}.",
            game=name,
            enter=enter,
            table=practice.name,
        )
    return texts._("{enter} plays the marked game against bots. n opens a table for people.", enter=enter)


def _of_table(texts: Texts, table: TableInfo, you: str, *, asked: bool) -> str:
    name = table.name
    match table.stage:
        case "running" if asked:
            enter, game = key_name(texts, "Enter"), title(texts, table.game)
            return texts._(
                "{table}, {game}: your turn. {enter} goes there.", table=name, game=game, enter=enter
            )
        case "running" if late := [one for one in table.lendable if one != table.your_seat]:
            names = ", ".join(table.seats[seat - 1].name for seat in late)
            said = N_("{table}: nobody has to wait for {names}; there L lets a bot play.")
            return texts.of(said, table=name, names=names)
        case "running" if table.your_seat is not None:
            return texts._("Your game at {table} is running.", table=name)
        case "running":
            return texts._("A game is on at {table}: you can watch.", table=name)
        case "over":
            return texts._("The game at {table} is over: see how it ended.", table=name)
        case "frozen":
            return texts._("{table} is frozen: the host no longer has its rules.", table=name)
        case "damaged":
            return texts._("{table} is set aside: what the host stored of it is damaged.", table=name)
    return _before_the_start(texts, table, you)


def _before_the_start(texts: Texts, table: TableInfo, you: str) -> str:
    free = free_seats(table)
    if table.your_seat is None:
        if not may_sit(table, you):
            return texts._("{table} is full and about to start.", table=table.name)
        return texts._("There is room at {table}: sit down, or open a table of your own.", table=table.name)
    if table.searching:
        return texts._("{table} looks for people, and begins by itself.", table=table.name)
    if free:
        return texts.ngettext(
            "{number} seat at {table} is free: wait for people or add a bot.",
            "{number} seats at {table} are free: wait for people or add bots.",
            free,
            table=table.name,
        )
    if table.may_start:
        return texts._("Every seat at {table} is taken: start the game.", table=table.name)
    return texts._("All seats at {table} are taken; its owner starts the game.", table=table.name)


def stage_words(texts: Texts, table: TableInfo, *, spoken: bool = False) -> str:
    """Returns the stage of a table, with its turn clock if it is open or running: in brief, or `spoken`."""
    said = _stage(texts, table)
    if table.stage not in {"open", "running"} or not (clock := brief_clock(table.clock)):
        return said
    if spoken:
        return f"{said}, {clock_word(texts, table.clock)}"
    brief = f"{said}, {clock}"
    return brief if cell_len(brief) <= STAGE_CELLS else f"{said}, {clock.replace(' ', '')}"


def _stage(texts: Texts, table: TableInfo) -> str:
    match table.stage:
        case "running" if not table.round:
            return texts.pgettext("table", "running")
        case "running":
            return texts._("round {number}", number=table.round)
        case "over":
            return texts.pgettext("table", "over")
        case "frozen":
            return texts.pgettext("table", "frozen")
        case "damaged":
            return texts.pgettext("table", "damaged")
    return texts.pgettext("table", "open") if free_seats(table) else texts.pgettext("table", "full")


def heading(texts: Texts, item: Item, now: float) -> str:
    """Returns the name of an item and its facts."""
    return SEPARATOR.join([brief_heading(texts, item), *facts(texts, item, now)])


def brief_heading(texts: Texts, item: Item) -> str:
    """Returns the name of an item and its game."""
    game = title(texts, item.game)
    return game if isinstance(item, OfferedGame) else SEPARATOR.join([item.name, game])


def explained(texts: Texts, item: Item, now: float) -> tuple[str, str]:
    """Returns the name of an item, and what it is in a sentence or more: of a game its aim."""
    told = SEPARATOR.join(facts(texts, item, now))
    said = f"{aim(texts, item.game)} {told}" if isinstance(item, OfferedGame) else told
    return brief_heading(texts, item), said.strip()


def facts(texts: Texts, item: Item, now: float) -> list[str]:
    """Returns its options, its number of spectators, and since when it is at its stage."""
    if isinstance(item, OfferedGame):
        return [size_words(texts, item.game)]
    if isinstance(item, FinishedGame):
        return [texts._("over")]
    found = [*options(texts, item)]
    if said := waiting.search_words(texts, item, now):
        found.append(said.rstrip("."))
    if said := waiting.start_words(texts, item, now):
        found.append(said)
    if item.clock != "none":
        found.append(clock_word(texts, item.clock))
    if item.private:
        found.append(texts._("private"))
    if item.watching:
        found.append(texts.ngettext("{number} watching", "{number} watching", item.watching))
    return [*found, *_since(texts, item, now)]


def _since(texts: Texts, table: TableInfo, now: float) -> list[str]:
    time = elapsed.in_coarse_words(texts, now - table.since)
    if not time:
        return []
    match table.stage:
        case "open":
            return [texts._("open for {time}", time=time)]
        case "running":
            return [texts._("running for {time}", time=time)]
    return [texts._("for {time}", time=time)]


def options(texts: Texts, table: TableInfo) -> tuple[str, ...]:
    """Returns the options of a table that differ from the defaults."""
    found = list(unusual_options(texts, table.game, table.options))
    if table.options.get("odds") == "off":
        found.append(texts._("odds hidden"))
    if is_rated(table):
        found.append(texts._("rated"))
    if programs := table.options.get("programs"):
        found.append(texts._("programs welcome") if programs == "on" else texts._("no programs"))
    return tuple(found)


def is_rated(table: TableInfo) -> bool:
    """Whether the result of a table changes ratings, as far as can be seen: two people have to play then."""
    people = sum(seat.held_by == "player" or seat.conceded for seat in table.seats)
    return table.options.get(RATED) == "on" and (table.stage == "open" or people > 1)
