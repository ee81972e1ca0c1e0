"""The first page: what this is, the line to type, what is played, who waits, what has ended."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards import BOARDS
from tui.boards.kit.html import Child, Html, tag
from tui.boards.kit.page import letters
from tui.host.cups import CupInfo
from tui.host.deals import DailyDeal
from tui.host.history import HistoryGame
from tui.host.pictures import TableInfo
from tui.language.texts import Texts
from tui.language.waiting import start_sentence
from tui.presenters.listing import free_seats
from tui.presenters.offers import about, short_title, title
from tui.presenters.people import dates, deal_words, history_words
from tui.web import cups
from tui.web.boards import seat_names
from tui.web.page import Asked, live, whole

LOOK = (700, 460)
"""The size of the picture of a terminal."""
RUNNING, OPEN, ENDED, CUPS = 12, 8, 8, 4
"""How many of each are shown."""


def front(
    asked: Asked,
    tables: Sequence[TableInfo],
    ended: Sequence[HistoryGame],
    deals: Sequence[DailyDeal],
    near: Sequence[CupInfo],
    version: int = 0,
) -> Html:
    """Return the first page."""
    texts, site = asked.texts, asked.site
    running = [one for one in tables if one.stage == "running"][:RUNNING]
    waiting = [one for one in tables if one.stage == "open" and free_seats(one)][:OPEN]
    said = texts._("Games about crowns, played in a terminal: {line}", line=site.line)
    return whole(
        asked,
        texts._("crownhouse: games in your terminal"),
        said,
        _hero(asked),
        tag("p", live(asked, "/live", version), class_="hold"),
        _part(
            "running", texts._("Being played now"), [_tile(asked, one) for one in running], "tiles",
            texts._("Nobody is playing at the moment."),
        ),
        _part("cups", texts._("Cups"), cups.listed(asked, near[:CUPS]), "rows", "") if near else None,
        tag(
            "div",
            _part(
                "waiting", texts._("Waiting for players"), [_open(asked, one) for one in waiting], "rows",
                texts._("No table waits. The line above opens one."),
            ),
            _part(
                "ended", texts._("Ended lately"), [ended_game(asked, one) for one in ended[:ENDED]], "rows",
                texts._("No game has ended yet."),
            ),
            _part(
                "deals", texts._("Deal of the day"), [_deal(asked, one) for one in deals], "rows",
                texts._("There is none today."),
            ),
            class_="three",
        ),
        indexed=True,
        picture="/og/front.png",
    )  # fmt: skip


def _hero(asked: Asked) -> Html:
    texts, site = asked.texts, asked.site
    games = [
        tag(
            "li",
            tag("a", title(texts, key), href=asked.to(f"/rules/{key}")),
            tag("span", about(texts, key)),
            class_=key,
        )
        for key in BOARDS
    ]
    return tag(
        "section",
        tag("h1", texts._("Games about crowns, played in your terminal.")),
        tag("p", texts._("Type one line. No account, no download, nothing to install.")),
        tag("pre", tag("code", tag("i", "$ "), site.line), tabindex="0"),
        _key(asked),
        tag(
            "img",
            class_="look",
            src="/look.svg",
            width=LOOK[0],
            height=LOOK[1],
            alt=texts._("A table in a terminal: dice, cards, and what happened"),
        ),
        tag("ul", games, class_="games"),
        class_="hero",
    )


def _key(asked: Asked) -> Html | None:
    texts, site = asked.texts, asked.site
    if not site.fingerprint:
        return None
    fetch = f"curl {site.web}/known_hosts >> ~/.ssh/known_hosts" if site.web else ""
    return tag(
        "details",
        tag("summary", texts._("Is it the right host? Its key:"), " ", tag("code", site.fingerprint)),
        tag(
            "p",
            texts._("This is shown once, before you are connected. If anything else is shown, answer no."),
        ),
        [tag("p", texts._("Or fetch the key first:")), tag("pre", tag("code", fetch), tabindex="0")]
        if fetch
        else None,
    )


def _part(name: str, heading: str, rows: Sequence[Html], kind: str, none: str) -> Html:
    shown: Child = tag("ul", rows, class_=kind) if rows else tag("p", none, class_="none")
    return tag("section", tag("h2", heading), shown, data_part=name)


def _tile(asked: Asked, info: TableInfo) -> Html:
    texts = asked.texts
    names = seat_names(texts, info)
    marks = zip(letters(names), names, info.seats, strict=True)
    seats = [
        tag(
            "li", tag("abbr", letter, class_=f"tag s{seat}", aria_hidden="true"), " ", tag("bdi", name),
            tag("small", " ", texts._("bot")) if held.held_by == "bot" else None,
        )
        for seat, (letter, name, held) in enumerate(marks, start=1)
    ]  # fmt: skip
    live = tag("span", texts._("live"), class_="live")
    said = texts._("round {number}", number=info.round) if info.round else ""
    where = asked.to(f"/t/{info.name}")
    top = tag("a", tag("b", title(texts, info.game)), tag("span", info.name), href=where)
    return tag("li", top, tag("ul", seats), tag("p", said, " ", live), class_=f"tile {info.game}")


def _open(asked: Asked, info: TableInfo) -> Html:
    texts = asked.texts
    names = ", ".join(seat.name for seat in info.seats if seat.name)
    free = texts.ngettext("{number} seat free", "{number} seats free", free_seats(info))
    return tag(
        "li",
        tag(
            "a", tag("b", short_title(texts, info.game)), " ", info.name, href=asked.to(f"/t/{info.name}"),
        ),
        " ",
        tag("span", ", ".join(filter(None, (names, free)))),
        tag("span", start_sentence(texts, info, asked.now, "UTC"), class_="starts") if info.starts else None,
        tag("code", asked.site.command(f"join {info.name}")),
        class_=info.game,
    )  # fmt: skip


def ended_game(asked: Asked, game: HistoryGame) -> Html:
    """Return an ended game in a list, as a link to its replay."""
    texts = asked.texts
    return tag(
        "li",
        tag("a", tag("b", short_title(texts, game.game)), " ", game.name, href=asked.to(f"/r/{game.id}")),
        " ",
        tag("span", ended_words(texts, game)),
        tag("small", " ", dates.ago(texts, asked.now, game.ended)),
        class_=game.game,
    )


def ended_words(texts: Texts, game: HistoryGame) -> str:
    said = ", ".join(history_words.standings(texts, game))
    return said if any(seat.place for seat in game.seats) else f"{history_words.result(texts, game)}: {said}"


def _deal(asked: Asked, deal: DailyDeal) -> Html:
    texts = asked.texts
    where = asked.to(f"/day/{deal.game}/{deal.date}")
    return tag(
        "li",
        tag("a", tag("b", short_title(texts, deal.game)), " ", deal.date, href=where),
        " ",
        tag("span", deal_words.players_word(texts, deal.players)),
        class_=deal.game,
    )
