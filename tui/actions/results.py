"""What one asks of results: ladders, opponents, profiles, trophies, today, the week, ended games."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from tui.actions.action import Action, Place, Shows, Slash, Ssh, Wrong, declared
from tui.actions.typed_words import PROGRAMS, called, one_of, written
from tui.host.history import HIDDEN, PROFILE_SETTING, HistoryFilter, PlayerProfile
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.table_search import RUNNING
from tui.host.trophies import Honours, TrophyCase
from tui.language.texts import NC_
from tui.presenters.people import (
    history_filter,
    history_words,
    ladder_words,
    opponent_words,
    profile_words,
    trophy_words,
)
from tui.presenters.people.history_filter import EVERYBODY
from tui.presenters.people.history_words import FoundGames
from tui.presenters.week import day_page, week_page


async def _profile(port: Port, name: str | None = None, hide: bool | None = None) -> PlayerProfile | bool:
    """With `hide` your own is hidden from others, or shown again; the answer is whether it is `hidden`."""
    if hide is None:
        return await port.profile(name or "")
    if port.account().guest:
        await port.profile()  # which says why they have none
    await port.set(PROFILE_SETTING, HIDDEN if hide else "")
    return hide


async def _trophies(
    port: Port, name: str | None = None, period: str = "", *, everybody: bool = False
) -> TrophyCase | Honours:
    """With `"everybody":true` the `honours` of a `period`, or of this season: of each `trophy` who had it
    `first` and when (`first_at`), and who `most` often, how many `times`.
    """
    return await (port.honours(period) if everybody else port.trophies(name or "", period))


ACTIONS = declared(
    ladder=Shows(
        asks=Port.ladder,
        words=ladder_words.page,
        anywhere={"programs": called(PROGRAMS)},
        slash=Slash(
            "[GAME] [programs]", "the best at a game, by their ratings; programs have a ladder of their own"
        ),
        ssh=Ssh(usage="ladder GAME", for_guests=True),
    ),
    opponents=Shows(
        asks=Port.opponents,
        words=lambda reader, found: "\n".join(opponent_words.in_lines(reader.texts, found)),
        slash=Slash(
            "[GAME]", "the opponents of a game, the weakest first; two wins against one open the next"
        ),
        ssh=Ssh(usage="opponents GAME", for_guests=True),
    ),
    profile=Action(
        run=_profile,
        words=profile_words.page,
        answer=lambda _place, _args, found: {"hidden" if isinstance(found, bool) else "profile": found},
        anywhere={"hide": one_of({True: NC_("typed answer", "hide"), False: NC_("typed answer", "show")})},
        apart=("hide", "name"),
        shows_alone=True,
        slash=Slash("[NAME|hide|show]", "what a player's games add up to; hide yours, or show it again"),
        ssh=Ssh(for_guests=True, is_present=False),
        tells=Port.profile,
    ),
    trophies=Shows(
        run=_trophies,
        words=trophy_words.page,
        answer=lambda _place, _args, found: {"honours" if isinstance(found, Honours) else "trophies": found},
        anywhere={"everybody": called(EVERYBODY), "period": written(r"\d{4}(-.*)?")},
        apart=("name", "everybody"),
        slash=Slash(
            "[NAME|everybody] [2026-11|2026-Q4]",
            "what a player has done that few do; of a month or a season, too",
        ),
        ssh=Ssh(usage="trophies [NAME|everybody]", for_guests=True),
        tells=Port.trophies,
    ),
)
TODAY = declared(
    today=Shows(
        asks=Port.today,
        words=day_page,
        slash=Slash("", "the deals of the day, your next opponents, and what has just ended"),
        ssh=Ssh(for_guests=True),
    ),
    week=Shows(
        asks=Port.week,
        words=week_page,
        slash=Slash("", "your games of seven days, and everybody's"),
        ssh=Ssh(for_guests=True),
    ),
)


def _past_meant(place: Place, words: str) -> HistoryFilter:
    try:
        return history_filter.parse(place.texts, words, place.port.now())
    except history_filter.UnknownWords as usage:
        raise Wrong(str(usage)) from None


async def _past(port: Port, args: HistoryFilter) -> FoundGames:
    if args.now and args != HistoryFilter(now=True):
        raise refused("field-wrong", do="history", field="now", expected="false")
    if args.now:
        return FoundGames(args, tables=port.find_tables(RUNNING).tables)
    return FoundGames(args, await port.history(args))


HISTORY: Action[Any, FoundGames] = Shows(
    name="history",
    run=_past,
    say=lambda place, _, found: history_words.in_lines(place, found, place.words),
    answer=lambda _place, _args, found: asdict(found.page) if found.page else {"tables": found.tables},
    read=_past_meant,
    apart=("player", "everybody"),
    slash=Slash(
        "[GAME] [RESULT] [TIME] [NAME|all|now]",
        "games that have ended: /history court won against Bert 2026-05",
    ),
    ssh=Ssh(usage="history [WORDS]", options=("before",), for_guests=True),
)
