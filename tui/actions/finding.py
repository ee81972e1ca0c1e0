"""Finding tables among all of the host's by typed words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tui.actions.context import CommandContext
from tui.host.port import TableInfo
from tui.host.table_search import FIRST_PAGE, FoundTables, ListedStage, TableSearch
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.presenters.listing import free_seats, stage_words
from tui.presenters.offers import game_meant, short_title

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
        rows = [(table.name, table_facts(texts, table)) for table in found.tables]
        context.show(found_words(texts, found), rows)
    else:
        context.notice(texts._("No table fits that."))


def found_words(texts: Texts, found: FoundTables) -> str:
    """Returns how many tables there are."""
    return texts.ngettext("{number} table", "{number} tables", found.found)


def table_facts(texts: Texts, table: TableInfo) -> str:
    """Returns a table's game, stage, seats and players, in a line."""
    names: Sequence[str] = [seat.name for seat in table.seats if seat.name]
    seats = f"{len(table.seats) - free_seats(table)}/{len(table.seats)}"
    return ", ".join((short_title(texts, table.game), stage_words(texts, table), seats, *names))
