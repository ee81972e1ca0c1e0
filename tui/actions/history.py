"""The games that have ended, and those that are being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from tui.actions.action import Action, Api, Place, Slash, Ssh, Wrong
from tui.actions.answers import Json
from tui.host.history import HistoryFilter, HistoryPage
from tui.host.port import Port, TableInfo
from tui.host.table_search import TableSearch
from tui.presenters import lobby_words
from tui.presenters.people import history_filter, history_words

MOST_LISTED = 100
"""The most tables that are listed."""


class Past(Struct, frozen=True, kw_only=True):
    """Ended `games`, newest first: your own, those of a `player`, or with `"everybody":true` all of tables
    that were not private; only those with an `opponent`, of a `game`, with a `result` (`won`, `lost`, or
    `none` at all), that ended from `since` and before `until`; at most `count` (20; at most 100). `more` is
    what to send as `before` for the next page, empty after the last. Private games are shown to those who had
    a seat. A seat is `hidden`, and has no name, if its player hides the profile and you had no seat in that
    game.
    """

    player: str | None = None
    everybody: bool = False
    opponent: str | None = None
    game: str | None = None
    result: Literal["won", "lost", "none"] | None = None
    since: float | None = None
    until: float | None = None
    before: str | None = None
    count: Annotated[int, Meta(ge=1, le=100)] = 20


class TypedPast(Past, frozen=True, kw_only=True):
    """What typed words ask for."""

    words: str
    wanted: history_filter.Wanted


class Found(NamedTuple):
    """What there is of what was `wanted`: a page of ended games, or (None) tables."""

    wanted: history_filter.Wanted
    page: HistoryPage | None = None
    tables: Sequence[TableInfo] = ()


def _typed(place: Place, words: str) -> TypedPast:
    try:
        return TypedPast(words=words, wanted=history_filter.parse(place.texts, words, place.port.now()))
    except history_filter.UnknownWords as usage:
        raise Wrong(str(usage)) from None


async def _past(port: Port, args: Past) -> Found:
    """Return a page of ended games, or the tables where something is being played."""
    wanted = args.wanted if isinstance(args, TypedPast) else history_filter.Wanted(_filter(args))
    if wanted.now:
        search = TableSearch(stage="running", count=MOST_LISTED, newest=True)
        return Found(wanted, tables=port.find_tables(search).tables)
    return Found(wanted, await port.history(replace(wanted.filter, before=args.before or "")))


def _filter(args: Past) -> HistoryFilter:
    asked = {name: value for name, value in asdict(args).items() if value is not None}
    player = asked.pop("player", "")
    whose = None if asked.pop("everybody") else player
    return HistoryFilter(player=whose, most=asked.pop("count"), **asked)


def _said(place: Place, args: TypedPast, found: Found) -> str:
    texts, now = place.texts, place.port.now()
    if found.page is None:
        tables = [lobby_words.line(texts, table, now) for table in found.tables]
        return "\n".join(tables) or history_words.none(texts, now=True)
    games = [f"{game.id}  {history_words.line(texts, game, now)}" for game in found.page.games]
    if found.page.more:
        asked = " ".join(filter(None, ("history", args.words, "--before", found.page.more)))
        games.append(history_words.earlier(texts, f"ssh {place.port.ssh_host} {asked}"))
    return "\n".join(games) or history_words.none(texts)


def _answer(_place: Place, _args: Past, found: Found) -> Json:
    if page := found.page:
        return {"games": page.games, "player": page.player, "more": page.more}
    return {"tables": found.tables}


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="history",
        args=Past,
        run=_past,
        say=_said,
        answer=_answer,
        read=_typed,
        show=lambda context, found: context.session.show_history(found.wanted, found.page),
        only_shows=True,
        slash=Slash(
            "[GAME] [RESULT] [TIME] [NAME|all|now]",
            "games that have ended: /history court won against Bert 2026-05",
        ),
        ssh=Ssh(
            "history [WORDS]",
            "ended games; --before PAGE for earlier ones, /help history",
            options=("before",),
            for_guests=True,
        ),
        api=Api(),
    ),
)
