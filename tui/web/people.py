"""The ladder of a game, a player's profile, and the results of a deal of the day on pages."""

from __future__ import annotations

from tui.boards import BOARDS
from tui.boards.kit.html import Html, tag
from tui.boards.kit.page import wide
from tui.host.deals import DealResults
from tui.host.history import PlayerProfile
from tui.host.ratings import Ladder
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.presenters.offers import short_title, title
from tui.presenters.people import deal_words, ladder_words, profile_words, trophy_words
from tui.web.front import ended_game
from tui.web.page import Asked, head, player, way, whole


def ladder(asked: Asked, found: Ladder) -> Html:
    texts = asked.texts
    figures = [row.rating.surely for row in found.rows] or [0]
    least, best = min(figures) - 1, max(figures)  # an empty bar, a full one
    rows = [
        tag(
            "tr",
            tag("td", f"{row.rank}."),
            tag("th", player(asked, row.name, ladder_words.row_name(texts, found.game, row)), scope="row"),
            tag("td", tag("meter", min=least, max=best, value=row.rating.surely, aria_hidden="true")),
            tag("td", tag("b", str(row.rating.surely))),
            tag("td", f"{rating_word(row.rating)} ±{row.rating.uncertainty}"),
            tag("td", str(row.rating.games)),
        )
        for row in found.rows
    ]
    columns = (
        "#", texts._("Player"), "", texts._("Points"), texts._("Rating"), texts._("Games"),
    )  # fmt: skip
    heads = [tag("th", one, scope="col") if one else tag("td") for one in columns]
    table = wide(
        tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="ladder"), texts._("Ladder")
    )
    said = ladder_words.heading(texts, found)
    return whole(
        asked,
        texts._("Ladder: {game}", game=title(texts, found.game)),
        said,
        head(texts._("Ladder"), "", said, _games(asked, found.game, "/ladder/")),
        tag("section", table if rows else tag("p", ladder_words.nobody(texts))),
        game=found.game,
    )


def _games(asked: Asked, game: str, before: str, after: str = "") -> Html:
    texts = asked.texts
    links = [
        tag(
            "a", short_title(texts, key), href=asked.to(f"{before}{key}{after}"), class_=key,
            aria_current="page" if key == game else None,
        )
        for key in BOARDS
    ]  # fmt: skip
    return tag("nav", links, class_="tabs", aria_label=texts._("Games"))


def profile(asked: Asked, found: PlayerProfile) -> Html:
    """Return a player's profile; of a hidden one nothing is asked for."""
    texts = asked.texts
    said = ", ".join(profile_words.about(texts, found))
    tallies = [(texts._("all games"), profile_words.tally(texts, found.total))]
    tallies += [(title(texts, one.game), profile_words.tally(texts, one)) for one in found.games]
    if told := trophy_words.in_a_profile(texts, found):
        tallies.append((texts._("trophies"), told))
    against = [(one.name, profile_words.against(texts, one, asked.now)) for one in found.opponents[:10]]
    return whole(
        asked,
        profile_words.heading(texts, found),
        said,
        head(found.name, texts._("Profile"), said),
        tag("section", _rows(tallies)),
        tag("section", tag("h2", texts._("Opponents")), _rows(against)) if against else None,
        tag(
            "section",
            tag("h2", texts._("Ended lately")),
            tag("ul", [ended_game(asked, one) for one in found.recent], class_="rows"),
        )
        if found.recent
        else None,
    )


def _rows(rows: list[tuple[str, str]]) -> Html:
    return tag("dl", [[tag("dt", tag("bdi", word)), tag("dd", said)] for word, said in rows])


def day(asked: Asked, results: DealResults) -> Html:
    """Return the deal of a day: who plays it or, once it has closed, who reached what."""
    texts, key = asked.texts, results.game
    heading = deal_words.results_heading(texts, results)
    said = deal_words.players_word(texts, results.tables)
    if results.open and results.closes is not None:
        left = elapsed.ahead_in_words(texts, max(0.0, results.closes - asked.now))
        said = texts._("{players}, closes in {time}", players=said, time=left)
    rows = [
        tag(
            "tr",
            tag("td", f"{row.rank}." if row.rank else "–"),
            tag("th", tag("bdi", deal_words.row_name(texts, row)), scope="row"),
            tag("td", str(row.place or "–")),
            tag("td", "–" if row.points is None else str(row.points)),
            tag("td", "" if row.better_places is None else deal_words.compared(texts, row.better_places)),
            tag("td", tag("a", texts._("Replay"), href=asked.to(f"/r/{row.table}"))
                if row.table and row.state == "finished" else None),
        )
        for row in results.rows
        if not results.open
    ]  # fmt: skip
    columns = (
        "#",
        texts._("Player"),
        texts._("Place"),
        texts._("Points"),
        texts._("against a strong bot"),
        "",
    )
    heads = [tag("th", one, scope="col") if one else tag("td") for one in columns]
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="ladder")
    compared = deal_words.steward_words(texts, results) if rows else ""
    return whole(
        asked,
        heading,
        deal_words.about(texts),
        head(heading, "", said, _games(asked, key, "/day/", f"/{results.date}")),
        tag("p", deal_words.about(texts)),
        tag("section", wide(table, heading) if rows
            else tag("p", deal_words.nothing_yet(texts, results))),
        tag("p", compared, class_="fact") if compared else None,
        _luck(asked, results),
        way(asked.site.command(f"daily {key}"), texts._("Play it in a terminal:")) if results.open else None,
        game=key,
        indexed=True,
    )  # fmt: skip


def _luck(asked: Asked, results: DealResults) -> Html:
    """Return what lets somebody check the luck of a deal, for who asks."""
    texts = asked.texts
    return tag(
        "details",
        tag("summary", texts._("Fair dice on this host")),
        tag("p", texts._("Commitment: {hash}", hash=results.commitment), class_="fact"),
        tag("p", texts._("Seed: {seed}", seed=results.seed), class_="fact") if results.seed else None,
    )


def rules(asked: Asked, game: str) -> Html:
    """Return the rules of a game, in our own words."""
    texts, board = asked.texts, BOARDS[game]
    paragraphs = [[tag("h2", heading), tag("p", said)] for heading, said in board.rules_in(texts)]
    aim = texts.of(board.aim) if board.aim else texts.of(board.about)
    return whole(
        asked,
        texts._("Rules: {game}", game=title(texts, game)),
        aim,
        head(title(texts, game), texts._("Rules"), aim, _games(asked, game, "/rules/")),
        tag("section", paragraphs, class_="rules"),
        way(asked.site.command(f"learn {game}"), texts._("Learn it in a terminal, step by step:")),
        game=game,
        indexed=True,
    )
