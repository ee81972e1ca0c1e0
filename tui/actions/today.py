"""What a host has for a player today: deals, next opponents, what has just ended; and the player's week."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from tui.actions.action import Action, Api, Nothing, Page, Place, Slash, Ssh
from tui.host.history import SoloLadder
from tui.host.today import Today, TodaysDeal, Week
from tui.language import elapsed
from tui.language.spelling import command_word
from tui.language.texts import Texts
from tui.presenters.offers import short_title
from tui.presenters.people import cup_words, history_words
from tui.presenters.people.deal_words import STATES, players_word
from tui.presenters.people.profile_words import named
from tui.presenters.share import ordinal
from tui.presenters.week import by_day, in_a_row, of_game


def _said(place: Place, _: Nothing, found: Today) -> Page:
    texts, now = place.texts, place.port.now()
    near = [cup_words.listed(texts, found.cup, now, place.port.zone)] if found.cup else []
    rows = [*near, *_deals(texts, found, now), ("", ""), *_opponents(texts, found.ladders)]
    for number, game in enumerate(found.ended):
        rows += [] if number else [("", "")]
        rows.append(("" if number else texts._("Just in"), history_words.line(texts, game, now)))
    return Page(texts._("Today"), rows)


def _deals(texts: Texts, found: Today, now: float) -> Iterator[tuple[str, str]]:
    for one in found.deals[:1]:
        left = elapsed.ahead_in_words(texts, one.deal.closes - now)
        yield texts._("Deal of the day"), texts._("closes in {time}", time=left)
    for one in found.deals:
        yield short_title(texts, one.deal.game), _deal(texts, one)


def _deal(texts: Texts, one: TodaysDeal) -> str:
    state, players = texts.of(STATES[one.deal.state]), players_word(texts, one.deal.players)
    if not one.rank:
        return f"{state}, {players}"
    rank = texts._("{place} of {number}", place=ordinal(texts, one.rank), number=one.ranked)
    return f"{state}: {rank}"


def _opponents(texts: Texts, ladders: Sequence[SoloLadder]) -> Iterator[tuple[str, str]]:
    yield texts._("Next opponent"), texts._("two wins each")
    for ladder in ladders:
        if rung := ladder.next:
            wins = texts.ngettext("{number} win", "{number} wins", rung.won)
            yield short_title(texts, ladder.game), f"{named(rung)}; {wins}"


def day(texts: Texts, today: Today) -> Iterator[str]:
    """Yields what there is to play today besides the tables, each with the word that leads there."""
    left = [one for one in today.deals if one.deal.state != "over"]
    if today.may_play and left:
        games = ", ".join(short_title(texts, one.deal.game) for one in left)
        daily = command_word(texts, "daily")
        yield texts._("Deal of the day: {games}; type {word}.", games=games, word=daily)
    if today.cup:
        word = command_word(texts, "cup")
        yield texts._("Cup {cup}: type {word}.", cup=today.cup.id, word=word)
    if found := [(ladder.game, ladder.next) for ladder in today.ladders if ladder.next]:
        names = "; ".join(f"{short_title(texts, game)}: {named(rung)}" for game, rung in found)
        opponents = command_word(texts, "opponents")
        yield texts._("Your next opponents: {names}; type {word}.", names=names, word=opponents)


def _week_said(place: Place, _: Nothing, found: Week) -> Page:
    texts = place.texts
    rows = [(short_title(texts, one.game), of_game(texts, one)) for one in found.games]
    if not rows:
        rows = [("", texts._("No game of yours ended in the last seven days."))]
    rows += [("", said)] if (said := in_a_row(texts, found)) else []
    days = by_day(found)
    everybody = texts.ngettext("{number} game", "{number} games", sum(days))
    each = ", ".join(map(str, days))
    said = texts._("{games}; by day: {numbers}", games=everybody, numbers=each)
    rows += [("", ""), (texts._("Everybody"), said)]
    return Page(texts._("Seven days"), rows)


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="today",
        run=lambda port, _: port.today(),
        say=_said,
        answer=lambda _place, _args, found: {"today": to_builtins(found)},
        only_shows=True,
        slash=Slash("today", "", "the deals of the day, your next opponents, and what has just ended"),
        ssh=Ssh("today", "the deals of the day, your next opponents, what has just ended", for_guests=True),
        api=Api(
            "what there is `today`: the `deals` of the day, each with the `deal` as `daily` tells it and "
            "your `rank` of `ranked` and `points`; the `ladders` as `opponents` tells them; the games that "
            "have just `ended` as `history` does; whether you `may_play` deals; the `cup` that is near, as "
            "`cup` lists it"
        ),
    ),
    Action(
        name="week",
        run=lambda port, _: port.week(),
        say=_week_said,
        answer=lambda _place, _args, found: {"week": to_builtins(found)},
        only_shows=True,
        slash=Slash("week", "", "your games of seven days, and everybody's"),
        ssh=Ssh("week", for_guests=True),
        api=Api(
            "your last seven days: your `games` by kind, each with how many you have `played` and `won` and "
            "the `best` points; how many you have won in a row (`streak`), and the `longest` such row; how "
            "many public games of everybody `ended` in each quarter of a day, oldest first"
        ),
    ),
)
