"""Trophies in words: their names, what they are given for, those of a game and all of a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tui.boards import BOARDS
from tui.boards.kit.board import Names, TrophyWords
from tui.host.history import PlayerProfile
from tui.host.pictures import TableSnapshot
from tui.host.trophies import Honour, Honours, SeatTrophy, TrophyCase, WonTrophy
from tui.language.texts import N_, NC_, Texts
from tui.presenters.people import dates
from tui.presenters.reader import Page, Reader

OF_RESULTS: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "giant-killer": TrophyWords(
            NC_("trophy", "Giant Killer"), N_("won against a rating 300 or more above your own")
        ),
        "three-crowns": TrophyWords(
            NC_("trophy", "Three Crowns"), N_("won each of the three games on one day")
        ),
        "faithful": TrophyWords(NC_("trophy", "Faithful"), N_("deals of the day on seven days running")),
        "above-par": TrophyWords(
            NC_("trophy", "Above Par"), N_("beat the strong bot in all three deals of a day")
        ),
        "postmaster": TrophyWords(
            NC_("trophy", "Postmaster"), N_("five slow games of a season, none out of time")
        ),
        "wooden-spoon": TrophyWords(NC_("trophy", "Wooden Spoon"), N_("last in four matches running")),
    }
)
WORDS: Mapping[str, TrophyWords] = MappingProxyType(
    {key: words for board in BOARDS.values() for key, words in board.trophies.items()} | dict(OF_RESULTS)
)
"""Of every trophy, by its key."""


def name(texts: Texts, trophy: str) -> str:
    """Returns the name of a trophy; that of another version is told by its key."""
    return texts.of(WORDS[trophy].name) if trophy in WORDS else trophy


def heading(texts: Texts, case: TrophyCase) -> str:
    if case.period:
        return texts._("Trophies of {name}, {period}", name=case.name, period=case.period)
    return texts._("Trophies of {name}", name=case.name)


def rows(texts: Texts, case: TrophyCase) -> list[tuple[str, str]]:
    """Returns each trophy with how often it was got, and what for and when first."""
    return [(counted(texts, one), _about(texts, one)) for one in case.trophies]


def counted(texts: Texts, one: WonTrophy) -> str:
    """Returns the name of a trophy, and how often it was got if that was more than once."""
    said = name(texts, one.trophy)
    return f"{said} ×{one.times}" if one.times > 1 else said


def _about(texts: Texts, one: WonTrophy) -> str:
    about = [texts.of(WORDS[one.trophy].about)] if one.trophy in WORDS else []
    return ", ".join([*about, dates.date(one.first)])


def honour(texts: Texts, one: Honour) -> str:
    """Returns who had a trophy first, and who most often."""
    former = texts._("a former member")
    first = texts._("first {name}", name=one.first or former)
    if one.times == 1:
        return first
    most = texts._("most often {name}, ×{times}", name=one.most or former, times=one.times)
    return f"{first}, {most}"


def in_a_profile(texts: Texts, profile: PlayerProfile) -> str:
    """Returns the trophies of a profile, without a full stop; '': there are none."""
    return ", ".join(counted(texts, one) for one in profile.trophies)


def own_of_game(texts: Texts, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields what a game has given the player's own seat, a sentence each."""
    for one in snapshot.trophies:
        if one.seat == snapshot.seat:
            said = name(texts, one.trophy)
            yield texts._("Trophy: {trophy}, {times}.", trophy=said, times=_times(texts, one))


def of_game(texts: Texts, snapshot: TableSnapshot, names: Names) -> Iterator[str]:
    """Yields what a game has given its seats, a sentence each."""
    for one in snapshot.trophies:
        yield texts._(
            "Trophy of {name}: {trophy}, {times}.",
            name=names(one.seat), trophy=name(texts, one.trophy), times=_times(texts, one),
        )  # fmt: skip


def _times(texts: Texts, one: SeatTrophy) -> str:
    if one.times == 1:
        return texts._("for the first time")
    return texts.ngettext("{number} time", "{number} times", one.times)


def page(reader: Reader, found: TrophyCase | Honours) -> str | Page:
    """Returns a player's trophies, or who has those of a time."""
    texts = reader.texts
    if isinstance(found, Honours) and found.honours:
        honours = [(name(texts, one.trophy), honour(texts, one)) for one in found.honours]
        return Page(texts._("Trophies of everybody, {period}", period=found.period), honours)
    if isinstance(found, Honours) or not found.trophies:
        return texts._("No trophy yet.")
    return Page(heading(texts, found), rows(texts, found))
