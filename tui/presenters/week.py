"""What there is today, a player's week and everybody's in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from tui.host.history import SoloLadder
from tui.host.today import Today, TodaysDeal, Week, WeekOfGame
from tui.language import elapsed
from tui.language.spelling import command_word
from tui.language.texts import Texts
from tui.presenters.offers import short_title
from tui.presenters.people import cup_words, history_words
from tui.presenters.people.deal_words import STATES, players_word
from tui.presenters.people.profile_words import named
from tui.presenters.reader import Page, Reader
from tui.presenters.share import ordinal

A_DAY = 4
"""The quarters of a day."""
FEWEST_IN_A_ROW, WIDEST = 2, 78


def of_game(texts: Texts, one: WeekOfGame, width: int = WIDEST) -> str:
    """Return what the games of one kind add up to, in at most `width` cells."""
    return history_words.added_up(texts, one.game, one.played, one.won, one.best, width)


def in_a_row(texts: Texts, week: Week, width: int = WIDEST) -> str:
    """Return how many games were won in a row, and the longest such row if it fits; '' if it is none."""
    if week.streak < FEWEST_IN_A_ROW:
        return ""
    said = texts.ngettext("{number} win in a row.", "{number} wins in a row.", week.streak)
    longest = texts.ngettext("Your longest: {number}.", "Your longest: {number}.", week.longest)
    both = f"{said} {longest}"
    return both if cell_len(both) <= width else said


def week_rows(texts: Texts, week: Week) -> Sequence[tuple[str, str]]:
    """Return the rows of a page about seven days."""
    rows = [(short_title(texts, one.game), of_game(texts, one)) for one in week.games]
    rows = rows or [("", texts._("No game of yours ended in the last seven days."))]
    streak = in_a_row(texts, week)
    days = [sum(week.ended[first : first + A_DAY]) for first in range(0, len(week.ended), A_DAY)]
    everybody = texts.ngettext("{number} game", "{number} games", sum(days))
    each = ", ".join(map(str, days))
    said = texts._("{games}; by day: {numbers}", games=everybody, numbers=each)
    return [*rows, *([("", streak)] if streak else []), ("", ""), (texts._("Everybody"), said)]


def day_rows(texts: Texts, today: Today, now: float, zone: str) -> Sequence[tuple[str, str]]:
    """Return the rows of a page about today."""
    near = [cup_words.listed(texts, today.cup, now, zone)] if today.cup else []
    ended = [("", history_words.line(texts, game, now)) for game in today.ended]
    if ended:
        ended = [("", ""), (texts._("Just in"), ended[0][1]), *ended[1:]]
    return [*near, *_deals(texts, today, now), ("", ""), *_opponents(texts, today.ladders), *ended]


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


def day_page(reader: Reader, found: Today) -> Page:
    rows = day_rows(reader.texts, found, reader.port.now(), reader.port.zone)
    return Page(reader.texts._("Today"), rows)


def week_page(reader: Reader, found: Week) -> Page:
    return Page(reader.texts._("Seven days"), week_rows(reader.texts, found))
