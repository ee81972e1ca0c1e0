"""A player's week and everybody's in words. Pure."""

from __future__ import annotations

from rich.cells import cell_len

from tui.host.today import Week, WeekOfGame
from tui.language.texts import Texts
from tui.presenters.people import history_words

A_DAY = 4
"""The quarters of a day."""
FEWEST_IN_A_ROW, WIDEST = 2, 78


def of_game(texts: Texts, one: WeekOfGame, width: int = WIDEST) -> str:
    """Return what the games of one kind add up to, in at most `width` cells."""
    played = texts.ngettext("{number} game", "{number} games", one.played)
    said = texts.ngettext("{games}, {number} won", "{games}, {number} won", one.won, games=played)
    if one.best is None:
        return said
    best = history_words.points(texts, one.game, one.best)
    wordings = (texts._("{games}, best {points}", games=said, points=best), f"{said}, {best}")
    return next((words for words in wordings if cell_len(words) <= width), said)


def in_a_row(texts: Texts, week: Week, width: int = WIDEST) -> str:
    """Return how many games were won in a row, and the longest such row if it fits; '' if it is none."""
    if week.streak < FEWEST_IN_A_ROW:
        return ""
    said = texts.ngettext("{number} win in a row.", "{number} wins in a row.", week.streak)
    longest = texts.ngettext("Your longest: {number}.", "Your longest: {number}.", week.longest)
    both = f"{said} {longest}"
    return both if cell_len(both) <= width else said


def by_day(week: Week) -> list[int]:
    """Return how many games ended on each day, oldest first."""
    return [sum(week.ended[first : first + A_DAY]) for first in range(0, len(week.ended), A_DAY)]
