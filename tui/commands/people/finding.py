"""Finding people and tables: who is here and where, tables among all of the host's by typed words; and whom
to ignore.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from tui.boards import PLAYABLE
from tui.commands.context import CommandContext, request
from tui.host.port import TableInfo
from tui.host.table_search import ALL_TABLES, FIRST_PAGE, FoundTables, ListedStage, TableSearch
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.presenters.listing import free_seats, stage_words
from tui.presenters.offers import short_title, title

MOST_FOUND = 100
"""The most tables listed on a page away from the lobby."""


def typed_search(texts: Texts, words: str) -> TableSearch:
    """Returns the search that typed words mean, in any order: a game, a stage, parts of the names of a table
    or of those who sit there; without words: all tables.
    """
    text, stage = _stage(texts, f" {words.casefold()} ")
    search = replace(FIRST_PAGE, stage=stage)
    for word in text.split():
        game = game_meant(texts, word)
        if game and not search.game:
            search = replace(search, game=game)
        else:
            search = replace(search, words=(*search.words, word))
    return search


def game_meant(texts: Texts, word: str) -> str:
    """Returns the game that a word means: by its key, or a word of its title; '' if none."""
    for game in PLAYABLE:
        named = f"{title(texts, game)} {short_title(texts, game)}"
        if word in {game, *(spelling for one in named.split() for spelling in spellings(one))}:
            return game
    return ""


def _stage(texts: Texts, text: str) -> tuple[str, ListedStage]:
    """Returns the text without the stage that is named in it, which may be two words, and that stage."""
    stages: tuple[tuple[ListedStage, str], ...] = (
        ("open", texts.pgettext("table", "open")),
        ("running", texts.pgettext("table", "running")),
        ("over", texts.pgettext("table", "over")),
        ("frozen", texts.pgettext("table", "frozen")),
    )
    for stage, said in stages:
        for spelling in {stage, *spellings(said)}:
            if f" {spelling} " in text:
                return text.replace(f" {spelling} ", " "), stage
    return text, ""


def show_tables(context: CommandContext, words: str) -> None:
    """Shows the tables that fit the words as a page."""
    texts = context.session.texts
    search = replace(typed_search(texts, words), count=MOST_FOUND)
    found = context.session.port.find_tables(search)
    if found.tables:
        rows = [(table.name, _facts(texts, table)) for table in found.tables]
        context.show(found_words(texts, found), rows)
    else:
        context.notice(texts._("No table fits that."))


def found_words(texts: Texts, found: FoundTables) -> str:
    """Returns how many tables there are."""
    return texts.ngettext("{number} table", "{number} tables", found.found)


def _facts(texts: Texts, table: TableInfo) -> str:
    names: Sequence[str] = [seat.name for seat in table.seats if seat.name]
    seats = f"{len(table.seats) - free_seats(table)}/{len(table.seats)}"
    return ", ".join((short_title(texts, table.game), stage_words(texts, table), seats, *names))


def who(context: CommandContext, _: str) -> None:
    """Lists everybody who is here, and the tables they sit at."""
    port, texts = context.session.port, context.session.texts
    people, places = port.people(), places_of(port.find_tables(ALL_TABLES).tables)
    heading = texts.ngettext("{number} person here", "{number} people here", len(people))
    context.show(heading, [(name, _where(texts, name, port.name, places.get(name, ()))) for name in people])


def places_of(tables: Iterable[TableInfo]) -> Mapping[str, Sequence[str]]:
    """Returns the names of the tables at which each player sits, by the player's name."""
    places: dict[str, list[str]] = {}
    for table in tables:
        for name in {seat.name for seat in table.seats} if table.stage != "over" else ():
            places.setdefault(name, []).append(table.name)
    return places


def _where(texts: Texts, name: str, you: str, tables: Iterable[str]) -> str:
    who = [texts._("you")] if name == you else []
    return ", ".join([*who, *(texts._("at {table}", table=table) for table in tables)])


def ignore(context: CommandContext, words: str) -> None:
    """Ignores a player, or no longer; without a name, lists who is ignored."""
    port, texts = context.session.port, context.session.texts
    ignored = port.account().ignored
    if not words:
        names = ", ".join(ignored)
        said = (
            texts._("You are ignoring: {names}", names=names)
            if names
            else texts._("You aren't ignoring anyone.")
        )
        context.say(said)
        return
    on = words.casefold() not in {name.casefold() for name in ignored}
    answer = (
        texts._("You are ignoring {name}; the same command ends it.", name=words)
        if on
        else texts._("You are no longer ignoring {name}.", name=words)
    )
    request(context, port.ignore(words, on), lambda _: context.say(answer))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"who": who, "ignore": ignore})
