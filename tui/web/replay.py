"""An ended game on a page, position by position, with the chances over it and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.analysis.rounds import Curve
from tui.boards import BOARDS
from tui.boards.kit.board import Board, EventText, Names
from tui.boards.kit.html import Html, tag
from tui.boards.kit.page import mark, part
from tui.host.pictures import ReplayedGame, TableSnapshot
from tui.language.texts import Texts
from tui.presenters import outcome
from tui.presenters.describe_event import describe_event
from tui.presenters.offers import title
from tui.replay.cursor import OPEN, SPECTATOR, ReplayCursor
from tui.replay.frames import frame, shown
from tui.web.boards import board_page, named
from tui.web.page import Asked, head, log, way, whole

WIDTH, HEIGHT = 300, 90
"""The units of the picture of chances."""
LOG = 5
"""Events that are told, the last ones; those before them are some steps back."""


class Moment(NamedTuple):
    """What decided a game: the address of the position after it, the round, and what happened."""

    path: str
    where: str
    said: str


def replay(asked: Asked, game: ReplayedGame, curve: Curve | None, position: int, *, is_open: bool) -> Html:
    """Return a position of an ended game, as a spectator saw it or with all cards open."""
    texts, course = asked.texts, game.course
    cursor = ReplayCursor(game, position, OPEN if is_open else SPECTATOR)
    snapshot = frame(cursor)
    names = course.header.seats
    key = course.game.key
    board = BOARDS[key]
    end = replace(frame(ReplayCursor(game, course.last, SPECTATOR)), curve=curve)
    result = _result(texts, board, end, names)
    said = result if cursor.is_at_end else board.status(texts, named(names), snapshot.view)
    page = board_page(texts, snapshot, names)
    events = log(named(names), _happened(texts, board, cursor, named(names)))
    moments = _moments(asked, game, end, names, is_open=is_open) if end.standings else []
    side = tag(
        "div",
        page.seats,
        part("log", texts._("What happened"), events, seen=True),
        _curve(texts, names, curve, _rounds_over(cursor)) if curve else None,
        _decided(texts, moments) if moments else None,
        _ways_on(asked, game, position, is_open=is_open),
        class_="side",
    )
    return whole(
        asked,
        f"{title(texts, key)}: {', '.join(names)}",
        result,
        head(title(texts, key), texts._("Replay"), said),
        _steps(asked, cursor, moments, is_open=is_open),
        tag("div", tag("div", page.board), side, class_="board"),
        way(asked.site.command(f"replay {game.id}"), texts._("Look at it and play on in a terminal:")),
        game=key,
        picture=f"/og/r/{game.id}.png",
    )


def _rounds_over(cursor: ReplayCursor) -> int:
    """Return how many rounds are over at a position."""
    number = cursor.course.rounds[cursor.position]
    return number if cursor.is_at_end else max(0, number - 1)


def _result(texts: Texts, board: Board, end: TableSnapshot, names: Sequence[str]) -> str:
    if not end.standings:
        return texts._("The game ended without a result.")
    placed = ", ".join(
        f"{one.place}. {names[one.seat - 1]} ({board.score(texts, end.view, one)})" for one in end.standings
    )
    return " ".join(filter(None, (f"{placed}.", outcome.why(texts, board, end, named(names)))))


def _happened(texts: Texts, board: Board, cursor: ReplayCursor, names: Names) -> list[EventText]:
    """Return the last events up to here, as far as they are seen."""
    found: list[EventText] = []
    for event in reversed(cursor.course.happened(0, cursor.position)):
        seen = shown(cursor, event)
        if seen is not None and (told := describe_event(texts, board, names, seen)):
            found.append(told)
        if len(found) == LOG:
            break
    return found[::-1]


def _address(asked: Asked, game: ReplayedGame, position: int, *, is_open: bool) -> str:
    last = position == game.course.last
    return asked.to(f"/r/{game.id}" if last else f"/r/{game.id}/{position}", "open" if is_open else "")


def _steps(asked: Asked, cursor: ReplayCursor, moments: Sequence[Moment], *, is_open: bool) -> Html:
    texts, course, now = asked.texts, cursor.course, cursor.position

    def step(to: int, sign: str, said: str, rel: str) -> Html:
        if to == now or not 0 <= to <= course.last:
            return tag("span", sign, class_="step off", aria_hidden="true")
        where = _address(asked, cursor.game, to, is_open=is_open)
        return tag("a", sign, class_="step", rel=rel, href=where, aria_label=said)

    said = texts._("position {number} of {last}", number=now, last=course.last)
    return tag(
        "nav",
        step(0, "|◀", texts._("To the start"), "first"),
        step(now - 1, "◀", texts._("Back"), "prev"),
        tag("progress", max=course.last, value=now, aria_label=said),
        tag("span", f"{now} / {course.last}"),
        step(now + 1, "▶", texts._("On"), "next"),
        step(course.last, "▶|", texts._("To the end"), "last"),
        [
            tag("a", "●", class_="moment", href=one.path, aria_label=said, title=said)
            for one in moments
            for said in [f"{one.where}: {one.said}"]
        ],
        class_="steps",
        aria_label=texts._("Replay"),
    )


def _moments(
    asked: Asked, game: ReplayedGame, end: TableSnapshot, names: Sequence[str], *, is_open: bool
) -> list[Moment]:
    texts, course = asked.texts, game.course
    found = []
    for number, said in outcome.decided(texts, BOARDS[course.game.key], end, named(names)):
        at = next((place for place, one in enumerate(course.rounds) if one > number), course.last)
        path = _address(asked, game, at, is_open=is_open)
        found.append(Moment(path, texts._("round {number}", number=number), said))
    return found


def _decided(texts: Texts, moments: Sequence[Moment]) -> Html:
    rows = [tag("li", tag("a", one.where, href=one.path), ": ", one.said) for one in moments]
    return part("decided", texts._("What decided it"), tag("ol", rows, class_="log"), seen=True)


def _ways_on(asked: Asked, game: ReplayedGame, position: int, *, is_open: bool) -> Html:
    texts = asked.texts
    word = texts._("As spectators saw it") if is_open else texts._("All cards open")
    seen = _address(asked, game, position, is_open=not is_open)
    return tag(
        "p",
        tag("a", word, class_="get", href=seen) if game.course.game.secrets else None,
        " ",
        tag("a", texts._("Download the record"), class_="get", href=f"/r/{game.id}.txt", download=True),
    )


def _curve(texts: Texts, names: Sequence[str], curve: Curve, now: int) -> Html | None:
    """Return everybody's chance to win by rounds, as lines, and as numbers for those who see no lines."""
    if len(curve.chances) < 2:
        return None
    last = len(curve.chances) - 1
    lines = []
    for seat in range(1, len(names) + 1):
        points = " ".join(
            f"{WIDTH * number / last:.1f},{HEIGHT * (1 - chance):.1f}"
            for number, chance in enumerate(curve.of(seat))
        )
        lines.append(tag("polyline", points=points, class_=f"line{seat} s{seat}"))
    at = WIDTH * min(now, last) / last
    cursor = tag("line", x1=f"{at:.1f}", x2=f"{at:.1f}", y1=0, y2=HEIGHT, class_="cursor")
    said = texts._("chance to win, by rounds")
    picture = tag(
        "svg", cursor, lines, viewBox=f"-4 -4 {WIDTH + 8} {HEIGHT + 8}", class_="curve", role="img",
        aria_label=said,
    )  # fmt: skip
    chances = curve.chances[min(now, last)]
    keys = [
        tag("li", mark(names, seat), " ", tag("bdi", names[seat - 1]), " ", f"{round(100 * chance)} %")
        for seat, chance in enumerate(chances, start=1)
    ]
    return part("curve", texts._("chance to win"), picture, tag("ul", keys, class_="keys"), seen=True)
