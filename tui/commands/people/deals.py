"""Commands about deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from tui.actions.context import CommandContext, request
from tui.boards import PLAYABLE
from tui.commands.catalogue import COMMANDS, form
from tui.host.deals import DealResults, DuplicateMatch
from tui.host.refusals import refused
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.people import deal_words
from tui.presenters.offers import default_choice, game_meant

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class DailyWish(NamedTuple):
    """What typed words want of the deal of the day: `game` '': none is named; `wrong`: the word that means
    nothing.
    """

    results: bool = False
    game: str = ""
    date: str = ""
    wrong: str = ""


class DuplicateWish(NamedTuple):
    """A duplicate match that is wanted."""

    game: str
    seats: int
    tables: int
    options: Mapping[str, str]
    private: bool


def typed_daily(texts: Texts, words: Sequence[str]) -> DailyWish:
    """Returns what typed words mean: a game, `results`, a date, in any order."""
    wish = DailyWish()
    for word in (word.casefold() for word in words):
        if word in results_words(texts):
            wish = wish._replace(results=True)
        elif DATE.fullmatch(word):
            wish = wish._replace(date=word, results=True)
        elif (game := game_meant(texts, word)) and not wish.game:
            wish = wish._replace(game=game)
        else:
            return wish._replace(wrong=word)
    return wish


def results_words(texts: Texts) -> frozenset[str]:
    """Returns the words for results."""
    return frozenset(("results", *spellings(texts.pgettext("typed answer", "results"))))


def typed_duplicate(texts: Texts, words: Sequence[str]) -> DuplicateWish | None:
    """Returns the match that typed words mean: a game, seats, tables, `private`, options; None: not that."""
    game, numbers, options, private = "", [], dict[str, str](), False
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name and value:
            options[name] = value
        elif word.isdecimal() and len(word) < 3:
            numbers.append(int(word))
        elif word.casefold() == "private":
            private = True
        elif not game and (meant := game_meant(texts, word.casefold())):
            game = meant
        else:
            return None
    if not game or len(numbers) != 2:
        return None
    usual = {name: value for name, value in default_choice(game).options.items() if name != "rated"}
    return DuplicateWish(game, numbers[0], numbers[1], {**usual, **options}, private)


def daily(context: CommandContext, words: str) -> None:
    """Shows the deals of the day, plays that of a game, or shows results."""
    session = context.session
    texts, port = session.texts, session.port
    wish = typed_daily(texts, words.split())
    if wish.wrong:
        games = ", ".join(PLAYABLE)
        said = texts._("There is no game called {word} here: {games}.", word=wish.wrong, games=games)
        context.notice(said)
    elif wish.results:
        game = wish.game or _game_here(context)
        request(context, port.daily_results(game, wish.date), lambda found: _show(context, found))
    elif wish.game:
        request(context, port.play_daily(wish.game), session.go_table)
    else:
        request(context, port.daily(), session.show_daily)


def duplicate(context: CommandContext, words: str) -> None:
    """Opens the tables of a duplicate match, or shows its results."""
    texts, port = context.session.texts, context.session.port
    first, *rest = words.split() or [""]
    if first.casefold() in results_words(texts):
        table = rest[0] if rest else context.current_table.id if context.current_table else context.record
        if not table:
            context.refused(refused("no-table", table=""))
            return
        request(context, port.duplicate_results(table), lambda found: _show(context, found))
        return
    wish = typed_duplicate(texts, words.split())
    if wish is None:
        context.notice(form(texts, COMMANDS["duplicate"]))
        return

    def opened(match: DuplicateMatch) -> None:
        context.show(deal_words.match_heading(texts, match), deal_words.match_rows(texts, match))

    wanted = port.open_duplicate(wish.game, wish.seats, wish.tables, wish.options, private=wish.private)
    request(context, wanted, opened)


def _game_here(context: CommandContext) -> str:
    table = context.current_table
    return table.game if table else next(iter(PLAYABLE))


def _show(context: CommandContext, results: DealResults) -> None:
    texts = context.session.texts
    context.show(deal_words.results_heading(texts, results), deal_words.results_rows(texts, results))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {"daily": daily, "duplicate": duplicate}
)
