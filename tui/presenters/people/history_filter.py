"""The words by which ended games are asked for: `/history court won against Bert 2026-05`. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from tui.boards import BOARDS
from tui.host.history import HistoryFilter, ResultFilter
from tui.language.spelling import is_word, shown
from tui.language.texts import NC_, Texts, Translatable
from tui.presenters.offers import short_title, title
from tui.presenters.people import dates

WON, LOST = NC_("history word", "won"), NC_("history word", "lost")
UNFINISHED = NC_("history word", "unfinished")
AGAINST = NC_("history word", "against|vs")
EVERYBODY = NC_("history word", "everybody|all")
NOW = NC_("history word", "now")
TODAY, WEEK = NC_("history word", "today"), NC_("history word", "week")
MONTH, YEAR = NC_("history word", "month"), NC_("history word", "year")
_RESULTS: Mapping[ResultFilter, Translatable] = MappingProxyType(
    {"won": WON, "lost": LOST, "none": UNFINISHED}
)
_DAYS = ((TODAY, 1), (WEEK, 7), (MONTH, 30), (YEAR, 365))
"""Periods up to now, in days."""
ALL_WORDS = (WON, LOST, UNFINISHED, AGAINST, EVERYBODY, NOW, TODAY, WEEK, MONTH, YEAR)


class UnknownWords(Exception):  # noqa: N818  (what was typed)
    """What was typed asks for nothing; the message is a sentence that says what can be asked for."""


def parse(texts: Texts, words: str, now: float) -> HistoryFilter:
    """Returns what the words ask for; a word that is none of ours is a player's name. Raises UnknownWords."""
    wanted = HistoryFilter()
    left = words.split()
    while left:
        word = left.pop(0)
        if is_word(texts, NOW, word):
            if left or wanted != HistoryFilter():
                raise UnknownWords(usage(texts))
            return HistoryFilter(now=True)
        if is_word(texts, AGAINST, word):
            if not left or wanted.opponent:
                raise UnknownWords(usage(texts))
            wanted = replace(wanted, opponent=left.pop(0))
        else:
            wanted = _with(texts, wanted, word, now)
    if wanted.everybody and wanted.player:
        raise UnknownWords(usage(texts))
    return wanted


def usage(texts: Texts) -> str:
    """Returns the sentence that says what can be asked for."""
    won, lost, none, against, everybody, *_ = (shown(texts.of(word)) for word in ALL_WORDS)
    return texts._(
        "You can ask for: a game, {won}, {lost}, {none}, {against} NAME, 7d, 2026-05, {everybody}, NAME.",
        won=won,
        lost=lost,
        none=none,
        against=against,
        everybody=everybody,
    )


def described(texts: Texts, wanted: HistoryFilter, player: str, you: str) -> str:
    """Returns whose games a filter asks for, and which: Your games · court · won · against Bert."""
    if wanted.everybody:
        said = [texts._("Everybody's games")]
    elif player == you:
        said = [texts._("Your games")]
    else:
        said = [texts._("Games of {name}", name=player)]
    said += [title(texts, wanted.game)] if wanted.game else []
    said += [shown(texts.of(_RESULTS[wanted.result]))] if wanted.result else []
    said += [texts._("against {name}", name=wanted.opponent)] if wanted.opponent else []
    if wanted.since is not None and wanted.until is not None:
        said.append(texts._("{first} to {last}", first=dates.date(wanted.since),
                            last=dates.date(wanted.until - 1)))  # fmt: skip
    elif wanted.since is not None:
        said.append(texts._("since {date}", date=dates.date(wanted.since)))
    return " · ".join(said)


def _with(texts: Texts, wanted: HistoryFilter, word: str, now: float) -> HistoryFilter:
    """Returns a filter with one word more. Raises UnknownWords if it says the same twice."""
    game = next((key for key in BOARDS if word.casefold() in {key, short_title(texts, key).casefold()}), "")
    if game:
        return _once(texts, wanted, "game", game)
    for result, name in _RESULTS.items():
        if is_word(texts, name, word):
            return _once(texts, wanted, "result", result)
    if is_word(texts, EVERYBODY, word):
        return _once(texts, wanted, "everybody", True)
    days = next((days for name, days in _DAYS if is_word(texts, name, word)), dates.last_days(word))
    if days is not None:
        return _once(texts, wanted, "since", max(0.0, now - days * dates.DAY))
    if found := dates.period(word):
        return replace(_once(texts, wanted, "since", found[0]), until=found[1])
    return _once(texts, wanted, "player", word)


def _once(texts: Texts, wanted: HistoryFilter, field: str, value: object) -> HistoryFilter:
    """Returns a filter with a field that was not given before."""
    if getattr(wanted, field) != getattr(HistoryFilter(), field):
        raise UnknownWords(usage(texts))
    return replace(wanted, **{field: value})
