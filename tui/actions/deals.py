"""What is asked of deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tui.actions.action import Action, Api, Nothing, Place, Slash, Ssh, Wrong, form
from tui.actions.context import CommandContext, request
from tui.actions.follows import Json
from tui.actions.results import OfGame
from tui.actions.table_seats import AtTable
from tui.boards import PLAYABLE
from tui.host.deals import DealResults, DuplicateMatch
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.spelling import spellings
from tui.language.texts import N_, NC_, Texts
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.offers import default_choice, game_meant
from tui.presenters.people import deal_words

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
MOST_WORDS = 8
RESULTS = NC_("typed answer", "results")
DAILY = Slash(
    "daily", "[GAME] [results] [DATE]", "the deal of the day: the same luck for everybody, once a day"
)
DUPLICATE = Slash(
    "duplicate",
    "GAME SEATS TABLES [private] [OPTION=VALUE]",
    "tables with the same luck, compared seat by seat; or results TABLE",
)


class DayOfGame(Struct, frozen=True, kw_only=True):
    """The deals of the day, or that of a game."""

    game: str | None = None


class OfDay(Struct, frozen=True, kw_only=True):
    """The results of a deal of the day; `date` such as 2026-11-24, None: today."""

    game: str
    date: str | None = None


class TypedDay(Struct, frozen=True, kw_only=True):
    """What typed words want of the deals of the day: `game` '': none is named."""

    results: bool = False
    game: str = ""
    date: str = ""


class Duplicate(Struct, frozen=True, kw_only=True):
    """Tables with the same luck."""

    game: str
    seats: int
    tables: int
    options: Mapping[str, str | int | bool] = {}
    private: bool = False


# The deal of the day


def _day(texts: Texts, words: str) -> TypedDay:
    """Return what typed words mean: a game, `results`, a date, in any order. Raises Wrong (with the word
    that means nothing).
    """
    results, game, date = False, "", ""
    for word in words.casefold().split():
        if word in _results_words(texts):
            results = True
        elif DATE.fullmatch(word):
            date, results = word, True
        elif (meant := game_meant(texts, word)) and not game:
            game = meant
        else:
            raise Wrong(word)
    return TypedDay(results=results, game=game, date=date)


def _results_words(texts: Texts) -> set[str]:
    return {RESULTS.text, *spellings(texts.of(RESULTS))}


def _show_day(context: CommandContext, words: str) -> None:
    """Shows the deals of the day, plays that of a game, or shows results."""
    session = context.session
    texts, port = session.texts, session.port
    try:
        wish = _day(texts, words)
    except Wrong as word:
        games = ", ".join(PLAYABLE)
        context.notice(texts._("There is no game called {word} here: {games}.", word=str(word), games=games))
        return
    if wish.results:
        here = context.current_table.game if context.current_table else next(iter(PLAYABLE))
        request(
            context,
            port.daily_results(wish.game or here, wish.date),
            lambda found: context.show(*_results(texts, found)),
        )
    elif wish.game:
        request(context, port.play_daily(wish.game), session.go_table)
    else:
        request(context, port.daily(), session.show_daily)


def _typed_day(place: Place, words: str) -> TypedDay:
    try:
        return _day(place.texts, words)
    except Wrong:
        raise Wrong(form(place.texts, DAILY.word, DAILY.usage)) from None


async def _results_of_day(port: Port, args: OfDay | TypedDay) -> Sequence[DealResults]:
    games = [args.game] if args.game else list(PLAYABLE)
    return [await port.daily_results(game, args.date or "") for game in games]


def _results(texts: Texts, found: DealResults) -> tuple[str, list[tuple[str, str]]]:
    return deal_words.results_heading(texts, found), deal_words.results_rows(texts, found)


def _in_lines(place: Place, _: object, found: Sequence[DealResults]) -> str:
    return "\n\n".join("\n".join(deal_words.in_lines(*_results(place.texts, one))) for one in found)


def _told(_place: Place, args: OfDay | TypedDay, found: Sequence[DealResults]) -> Json | tuple[Json, ...]:
    """A program asks for one game; a terminal gets a line for each."""
    lines = tuple({"results": one} for one in found)
    return lines[0] if isinstance(args, OfDay) else lines


# Duplicate matches


def _of_match(place: Place, words: str) -> AtTable:
    """The table that was named, or the one before the player."""
    table = words or (place.table.id if place.table else place.record)
    if not table:
        raise Wrong(any_refusal_text(place.texts, refused("no-table", table="")))
    return AtTable(table=table)


def _match(place: Place, words: str) -> Duplicate:
    """A game, seats, tables, `private` and options, in any order."""
    game, numbers, options, private = "", [], dict[str, str | int | bool](), False
    for word in words.split():
        name, equals, value = word.partition("=")
        if equals and name and value:
            options[name] = value
        elif word.isdecimal() and len(word) < 3:
            numbers.append(int(word))
        elif word.casefold() == "private":
            private = True
        elif not game and (meant := game_meant(place.texts, word.casefold())):
            game = meant
        else:
            raise Wrong
    if not game or len(numbers) != 2:
        raise Wrong
    usual = {name: value for name, value in default_choice(game).options.items() if name != "rated"}
    seats, tables = numbers
    return Duplicate(game=game, seats=seats, tables=tables, options={**usual, **options}, private=private)


async def _opened(port: Port, args: Duplicate) -> DuplicateMatch:
    options = {name: str(value).lower() for name, value in args.options.items()}
    return await port.open_duplicate(args.game, args.seats, args.tables, options, private=args.private)


def _opened_page(texts: Texts, found: DuplicateMatch) -> tuple[str, list[tuple[str, str]]]:
    return deal_words.match_heading(texts, found), deal_words.match_rows(texts, found)


OF_MATCH = Action(
    name="duplicate_results",
    args=AtTable,
    run=lambda port, args: port.duplicate_results(args.table),
    say=lambda place, _, found: "\n".join(deal_words.in_lines(*_results(place.texts, found))),
    answer=lambda _place, _args, found: {"results": found},
    read=_of_match,
    show=lambda context, found: context.show(*_results(context.session.texts, found)),
    api=Api(
        "the `results` of the match that a table belongs to; `rows` once all its tables are over, by "
        "`seat`, each compared with the mean of its seat"
    ),
)
ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="daily",
        args=Nothing,
        run=lambda port, _: port.daily(),
        answer=lambda _place, _args, deals: {"deals": deals},
        optional="game",
        on_screen=_show_day,
        slash=DAILY,
        ssh=Ssh(
            "daily [GAME]",
            N_("the deal of the day: the same luck for everybody"),
            args=DayOfGame,
            begins=True,
        ),
        api=Api(
            "the deal of the day of each game as `deals`: `game`, `date` and `date_before`, `seats`, your "
            "`seat`, the `bots` by seat, when it `closes`, the `commitment` to its seed and the "
            '`next_commitment` to tomorrow\'s, how many `players` have begun, and your `state` (`""`, '
            "`running`, `over`) and `table`"
        ),
    ),
    Action(
        name="play_daily",
        args=OfGame,
        run=lambda port, args: port.play_daily(args.game),
        answer=lambda _place, _args, table: {"table": table},
        api=Api(
            "begins your game of today's deal, or goes on with it: the id of its `table`. For accounts that "
            "have played a game to its end (`daily-account`), once (`daily-played`); not after a backup of "
            "the same day was restored (`daily-void`)"
        ),
    ),
    Action(
        name="daily_results",
        args=OfDay,
        run=_results_of_day,
        say=_in_lines,
        answer=_told,
        read=_typed_day,
        only_shows=True,
        ssh=Ssh(
            "daily results",
            N_("how it was played; with a GAME, a DATE, --json"),
            args=TypedDay,
            freely=MOST_WORDS,
            for_guests=True,
        ),
        api=Api(
            "the `results` of a day, or of today. While it is `open` only who has played gets `rows`. Each "
            "has `name`, `state` (`finished`, `running`, `left`), `rank` (0: none; `second`: true where "
            "another account had begun it from the same network), `place`, `points`, and how many places and "
            "points better it is than the steward's (`better_places`, `better_points`); `table` is "
            "the id of its record. The steward's means of `steward_games` games are `steward_place` and "
            "`steward_points`, with their standard errors (`steward_place_error`, `steward_points_error`), "
            "which are those of the comparisons, too. With the `seed` once the deal has closed"
        ),
    ),
    Action(
        name="duplicate",
        args=Duplicate,
        run=_opened,
        say=lambda place, _, found: "\n".join(deal_words.in_lines(*_opened_page(place.texts, found))),
        answer=lambda _place, _args, found: {"match": found},
        read=_match,
        behind=((RESULTS, OF_MATCH),),
        show=lambda context, found: context.show(*_opened_page(context.session.texts, found)),
        slash=DUPLICATE,
        ssh=Ssh(
            "duplicate GAME SEATS TABLES", N_("tables with the same luck, for a match"), freely=MOST_WORDS
        ),
        api=Api(
            "opens 2 to 8 tables with the same luck, at which you do not sit: a `match` with the ids of its "
            "`tables`, their `names` and `codes`, and the `commitment`"
        ),
    ),
    OF_MATCH,
)
