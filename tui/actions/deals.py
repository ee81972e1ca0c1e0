"""What is asked of deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from tui.actions.action import Action, Nothing, Place, Shows, Slash, Ssh, Wrong, declared
from tui.actions.answers import Json
from tui.actions.context import CommandContext, request
from tui.actions.typed_words import called, sort_words, written
from tui.boards import PLAYABLE
from tui.host.deals import DailyDeal, DealResults
from tui.host.port import Port
from tui.language.texts import NC_, Texts
from tui.presenters.offers import RATED, default_choice
from tui.presenters.people import deal_words
from tui.presenters.reader import Reader

RESULTS = NC_("typed answer", "results")
CHECK = NC_("typed answer", "check")


def _day(texts: Texts, words: str) -> Mapping[str, Any]:
    """Return the game and the day that are named, and whether results are meant, or how to check the luck."""
    date = written(r"\d{4}-\d{2}-\d{2}")
    return sort_words(texts, words, "game", results=called(RESULTS), check=called(CHECK), date=date)


def _results_meant(place: Place, words: str) -> Mapping[str, str]:
    found = _day(place.texts, words)
    if "check" in found:
        raise Wrong
    return {field: found.get(field, "") for field in ("game", "date")}


def _show_day(context: CommandContext, words: str) -> None:
    session = context.session
    port, texts, day = session.port, session.texts, _day(session.texts, words)
    game = day.get("game", "")
    usual = game or context.current_game or next(iter(PLAYABLE))
    if "check" in day and "date" not in day:

        def checks(deals: Sequence[DailyDeal]) -> None:
            rows = [
                deal_words.commitment_rows(texts, deal) for deal in deals if not game or deal.game == game
            ]
            context.show(deal_words.daily_heading(texts, deals, port.now()), [*chain(*rows)])

        request(context, port.daily(), checks)
    elif day.keys() & {"results", "date"}:
        page = partial(deal_words.proof if "check" in day else deal_words.results, Reader(port, texts))
        asked = port.daily_results(usual, day.get("date", ""))
        request(context, asked, lambda found: context.show(*page(found)[:2]))
    elif game:
        request(context, port.play_daily(game), session.go_table)
    else:
        request(context, port.daily(), session.opens)


async def _results_of_day(place: Place, game: str, date: str | None = None) -> Sequence[DealResults]:
    games = [game] if game or not place.in_terminal else PLAYABLE
    return [await place.port.daily_results(one, date or "") for one in games]


def _told(place: Place, _: object, found: Sequence[DealResults]) -> Json | tuple[Json, ...]:
    """A program asks for one game; a terminal gets a line for each."""
    lines = tuple({"results": one} for one in found)
    return lines if place.in_terminal else lines[0]


def _a_size(_: Texts, word: str) -> Sequence[int] | None:
    return [int(word)] if word.isdecimal() and len(word) < 3 else None


def _match(place: Place, words: str) -> Mapping[str, object]:
    found = sort_words(place.texts, words, "options private game", numbers=_a_size)
    match found.pop("numbers", []):
        case [seats, tables] if "game" in found:
            usual = default_choice(found["game"]).options.items()
            options = {name: value for name, value in usual if name != RATED} | found.pop("options", {})
            return {"seats": seats, "tables": tables, "options": options, **found}
    raise Wrong


OF_MATCH: Action[Any, Any] = Action(asks=Port.duplicate_results, words=deal_words.results, answer="results")
ACTIONS = declared(
    daily=Action(
        asks=Port.daily,
        answer="deals",
        optional=("game",),
        on_screen=_show_day,
        slash=Slash(
            "[GAME] [results|check] [DATE]", "the deal of the day: the same luck for everybody, once a day"
        ),
        ssh=Ssh(usage="daily [GAME]", begins=True),
    ),
    play_daily=Action(asks=Port.play_daily, answer="table"),
    daily_results=Shows(
        at=_results_of_day,
        words=lambda reader, found: "\n\n".join(deal_words.results(reader, one).in_lines for one in found),
        answer=_told,
        read=_results_meant,
        ssh=Ssh(
            "how it was played; with a GAME, a DATE, --json",
            usage="daily results [GAME] [DATE]",
            args=Nothing,
            for_guests=True,
        ),
        tells=Port.daily_results,
    ),
    duplicate=Action(
        asks=Port.open_duplicate,
        words=deal_words.match,
        answer="match",
        read=_match,
        behind=(OF_MATCH,),
        called_behind=RESULTS,
        slash=Slash(
            "GAME SEATS TABLES [private] [OPTION=VALUE]",
            "tables with the same luck, compared seat by seat; or results TABLE",
        ),
        ssh=Ssh(usage="duplicate GAME SEATS TABLES [WORDS]"),
    ),
    duplicate_results=OF_MATCH,
)
