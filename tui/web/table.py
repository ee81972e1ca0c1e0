"""A table on a page: running, or waiting for players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.boards import BOARDS
from tui.boards.kit.html import Html, tag
from tui.boards.kit.page import mark, part
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.waiting import start_sentence, unrated_sentence
from tui.presenters.listing import free_seats, options
from tui.presenters.offers import clock_word, short_title, title
from tui.web.boards import board_page, named, seat_names, told
from tui.web.page import Asked, head, live, log, way, whole


def running(asked: Asked, snapshot: TableSnapshot, events: Sequence[Any], version: int = 0) -> Html:
    """Return a table whose game goes on, with the events of the last steps; `version`: of this news."""
    texts, info = asked.texts, snapshot.info
    board, names = BOARDS[info.game], seat_names(texts, info)
    status = board.status(texts, named(names), snapshot.view)
    turn = ", ".join(names[seat - 1] for seat in snapshot.waiting_for)
    said = texts._("{status}. To move: {names}", status=status, names=turn) if turn else status
    shown = board_page(texts, snapshot, names)
    happened = tag("div", log(named(names), told(texts, board, named(names), events)), role="log")
    side = tag(
        "div", shown.seats, part("log", texts._("What happened"), happened, seen=True), class_="side"
    )  # fmt: skip
    watch = asked.site.command(f"watch {info.name}")
    return whole(
        asked,
        f"{title(texts, info.game)}: {', '.join(names)}",
        texts._("{status}. Watch: {line}", status=said, line=watch),
        head(
            title(texts, info.game),
            info.name,
            [said, " ", tag("span", texts._("live"), class_="live")],
            live(asked, f"/live/{info.id}", version),
        ),
        tag("div", tag("div", shown.board), side, class_="board"),
        way(watch, texts._("Watch it in a terminal:")),
        game=info.game,
        picture=f"/og/t/{info.name}.png",
    )


def waiting(asked: Asked, info: TableInfo, version: int = 0) -> Html:
    """Return a table whose game has not begun."""
    texts, names = asked.texts, seat_names(asked.texts, info)
    free = free_seats(info)
    said = texts.ngettext("{number} seat free", "{number} seats free", free)
    marked = ["" if seat.held_by == "nobody" else name for seat, name in zip(info.seats, names, strict=True)]
    rows = [
        tag(
            "li",
            mark(marked, seat),
            " ",
            tag("bdi", name),
            tag("small", " ", texts._("bot")) if held.held_by == "bot" else None,
        )
        for seat, (name, held) in enumerate(zip(names, info.seats, strict=True), start=1)
    ]
    facts = [*options(texts, info)]
    if info.clock != "none":
        facts.append(clock_word(texts, info.clock))
    ahead = filter(None, (start_sentence(texts, info, asked.now, "UTC"), unrated_sentence(texts, info)))
    join = asked.site.command(f"join {info.name}")
    players = part("seats", texts._("Players"), tag("ul", rows, class_="rows"), seen=True)
    how = tag(
        "section",
        [tag("p", sentence) for sentence in ahead],
        tag("p", ", ".join(facts)) if facts else None,
        tag("p", texts._("Sit down at it in a terminal:")),
        tag("pre", tag("code", tag("i", "$ "), join), tabindex="0"),
    )
    return whole(
        asked,
        f"{title(texts, info.game)} {info.name}",
        texts._(
            "{game}: {free}. Join: {line}", game=short_title(texts, info.game), free=said, line=join
        ),
        head(title(texts, info.game), info.name, said, live(asked, f"/live/t/{info.name}", version)),
        tag("div", players, how, class_="board even"),
        game=info.game,
        picture=f"/og/t/{info.name}.png",
    )  # fmt: skip


def closed(asked: Asked, info: TableInfo) -> Html:
    """Return that a table shows no game: its rules are not here, or its log is not whole."""
    texts = asked.texts
    said = texts._("This game cannot be shown at the moment.")
    heading = f"{title(texts, info.game)} {info.name}"
    return whole(asked, heading, said, head(info.name, "", said), game=info.game)
