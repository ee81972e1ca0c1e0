"""What a game means among those that its player ended before: best result, wins in a row, the last places."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Standing
from tui.boards.kit.board import Board
from tui.host.history import HistoryFilter, HistoryGame, HistoryPage
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts

LOOKED_AT = 100
"""So many of the player's games are looked at, of this kind."""
WEEK = 7 * 86_400.0
FEWEST = 3
"""The fewest games of a week whose places are told."""


class Deeds(NamedTuple):
    """A player's earlier games of this kind."""

    best: int | None
    """The best score; None: there is none yet."""
    streak: int
    """The games won in a row just before this one."""
    longest: int
    places: tuple[int, ...]
    """Of this week's games, oldest first."""


class DeedLine(NamedTuple):
    """A sentence about them, and whether it is something to be proud of."""

    proud: bool
    text: str


def wanted(snapshot: TableSnapshot) -> HistoryFilter:
    """Return what is asked of the host."""
    return HistoryFilter(game=snapshot.info.game, count=LOOKED_AT)


def deeds(page: HistoryPage, table: str, now: float) -> Deeds:
    """Return what earlier games add up to; the one of this table is none of them."""
    games = [one for one in page.games if one.id != table and one.place]
    won = [one.won for one in games]
    scores = [points for one in games if (points := _points(one)) is not None]
    week = [one.place for one in games if now - one.ended < WEEK]
    return Deeds(
        max(scores, default=None),
        next((number for number, is_won in enumerate(won) if not is_won), len(won)),
        max(map(len, "".join("x" if is_won else " " for is_won in won).split()), default=0),
        tuple(reversed(week)),
    )


def _points(game: HistoryGame) -> int | None:
    own = game.seats[game.seat - 1] if game.seat else None
    return own.points if own and not own.fate else None  # of who left, a bot's


def deed_lines(texts: Texts, board: Board, own: Standing, known: Deeds, place: str) -> list[DeedLine]:
    """What is to be said to a player, at most three lines; `place` is theirs in words, '' for who has won."""
    lines = list[DeedLine]()
    result = board.points(texts, own.score)
    if place:
        lines.append(DeedLine(False, place))
    if known.best is not None and own.score > known.best:
        before = board.points(texts, known.best)
        said = texts._("Your best: {result}. Before: {before}.", result=result, before=before)
        lines.append(DeedLine(True, said))
    elif known.best is not None:
        best = texts._("Your best so far: {result}.", result=board.points(texts, known.best))
        lines[-1:] = [DeedLine(False, f"{place} {best}".strip())]
    streak = known.streak + 1 if own.place == 1 and not place else 0
    if streak > 1:
        said = texts.ngettext("{number} win in a row.", "{number} wins in a row.", streak)
        longest = max(streak, known.longest)
        most = texts.ngettext("Your longest: {number}.", "Your longest: {number}.", longest)
        lines.append(DeedLine(True, f"{said} {most}"))
    elif len(places := (*known.places, own.place)) >= FEWEST:
        last = ", ".join(map(str, places[-6:]))
        said = texts.ngettext(
            "{number} game this week: place {places}.",
            "{number} games this week: places {places}.",
            len(places),
            places=last,
        )
        lines.append(DeedLine(False, said))
    return lines
