"""Cups and clubs on pages: what there is, a standing with every game, the tables of each round."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.kit.html import Child, Html, tag
from tui.boards.kit.page import wide
from tui.host.clubs import ClubPage
from tui.host.cups import CupInfo, CupMark, CupPage, CupStandingRow, CupTableInfo
from tui.language.texts import Texts
from tui.language.waiting import clock_words
from tui.presenters.offers import short_title, title
from tui.presenters.people import club_words, cup_words
from tui.web.page import Asked, head, link_name, live, player, way, whole


def listed(asked: Asked, found: Sequence[CupInfo]) -> list[Html]:
    return [_row(asked, one) for one in found]


def _row(asked: Asked, cup: CupInfo) -> Html:
    texts = asked.texts
    return tag(
        "li",
        tag("a", tag("b", short_title(texts, cup.game)), " ", cup.id, href=asked.to(f"/cup/{cup.id}")),
        " ",
        tag("span", ", ".join(_said(asked, cup))),
        class_=cup.game,
    )


def _said(asked: Asked, cup: CupInfo) -> list[str]:
    """Return when a cup begins, how far it is, and how many take part."""
    texts = asked.texts
    when = [clock_words(texts, cup.starts, asked.now, "UTC")] if cup.state == "open" else []
    return [*when, *cup_words.stage(texts, cup), cup_words.entered(texts, cup)]


def cups(asked: Asked, found: Sequence[CupInfo]) -> Html:
    """Return the cups that others may see."""
    texts = asked.texts
    about = texts._("A cup is some rounds of one game with one standing.")
    rows: Child = tag("ul", listed(asked, found), class_="rows")
    if not found:
        rows = tag("p", texts._("There is no cup at the moment."), class_="none")
    return whole(
        asked,
        texts._("Cups"),
        about,
        head(texts._("Cups"), "", about),
        tag("section", rows),
        way(asked.site.command("cup"), texts._("Take part in a terminal:")),
    )


def cup(asked: Asked, found: CupPage, version: int = 0) -> Html:
    """Return a cup: how it stands, and who sat where."""
    texts, info, said = asked.texts, found.cup, _said(asked, found.cup)
    rounds = dict.fromkeys(one.round for one in found.tables)
    line = f"cup enter {info.id}" if info.takes and not info.club else f"cup {info.id}"
    return whole(
        asked,
        texts._("Cup {cup}", cup=info.id),
        ", ".join([title(texts, info.game), *said]),
        head(title(texts, info.game), info.id, _line(asked, info, said),
             live(asked, f"/live/cup/{info.id}", version)),
        tag("section", _standing(asked, found), data_part="standing"),
        tag("div", [_round(asked, found, one) for one in reversed(rounds)], data_part="rounds"),
        tag("div", _luck(texts, found), data_part="luck"),
        way(asked.site.command(line), texts._("Take part in a terminal:") if info.takes and not info.club
            else texts._("The same in a terminal:")),
        game=info.game,
        picture=f"/og/cup/{info.id}.png",
    )  # fmt: skip


def _line(asked: Asked, info: CupInfo, said: Sequence[str]) -> Child:
    if not info.club:
        return ", ".join(said)
    club = asked.texts._("Club {club}", club=info.club)
    where = asked.to(f"/club/{link_name(info.club)}")
    return [", ".join(one for one in said if one != club), " ", tag("a", tag("bdi", club), href=where)]


def _standing(asked: Asked, found: CupPage) -> Html:
    texts, begun = asked.texts, found.cup.round > 0
    if not found.rows:
        none = texts._("Nobody has entered yet.")
        closed = texts._("Who plays, and how it stands, is shown at the end.")
        return tag("p", closed if found.cup.entrants else none, class_="none")
    games = max(len(row.marks) for row in found.rows)
    tables = {(one.round, one.number): one for one in found.tables}
    heads = [tag("th", "#", scope="col"), tag("th", texts._("Player"), scope="col")]
    heads += [tag("th", str(number), scope="col") for number in range(1, games + 1)]
    heads += [tag("th", texts._("score"), scope="col")] if begun else []
    rows = []
    for row in found.rows:
        marks = [tag("td", _mark(asked, one, tables.get((one.round, one.table)))) for one in row.marks]
        marks += [tag("td")] * (games - len(row.marks))
        rows.append(
            tag(
                "tr",
                tag("td", f"{row.place or row.entrant}."),
                tag("th", _entrant(asked, found.cup, row), scope="row"),
                marks,
                tag("td", tag("b", cup_words.score(texts, row.score))) if begun else None,
            )
        )
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows), class_="ladder cup")
    return wide(table, texts._("Cup {cup}", cup=found.cup.id))


def _entrant(asked: Asked, cup: CupInfo, row: CupStandingRow) -> Child:
    texts = asked.texts
    called = player(asked, row.name, cup_words.entrant(texts, cup, row))
    return [called, " ", tag("small", texts._("has left"))] if row.left else called


def _mark(asked: Asked, mark: CupMark, table: CupTableInfo | None) -> Child:
    """Return a game in a few letters, with a link to it."""
    said, where = cup_words.mark(asked.texts, mark), _where(table) if table else ""
    return tag("a", said, href=asked.to(where)) if where else said


def _where(table: CupTableInfo) -> str:
    if table.state == "over":
        return f"/r/{table.id}"
    return f"/t/{table.name}" if table.state == "running" and table.name else ""


def _round(asked: Asked, found: CupPage, number: int) -> Html:
    tables = [one for one in found.tables if one.round == number]
    rows = tag("ul", [_table(asked, one) for one in tables], class_="rows")
    return tag("section", tag("h2", asked.texts._("Round {number}", number=number)), rows)


def _table(asked: Asked, table: CupTableInfo) -> Html:
    texts, where = asked.texts, _where(table)
    scores = [f" {cup_words.score(texts, one)}" for one in table.scores] or [""] * len(table.seats)
    names = [name or texts._("a player") for name in table.seats]
    said = ", ".join(f"{name}{score}" for name, score in zip(names, scores, strict=True))
    called = texts._("Table {number}", number=table.number)
    how = {
        "running": texts._("round {number}", number=table.game_round) if table.game_round else "",
        "struck": texts._("struck: counts half for everybody"),
    }.get(table.state, "")
    return tag(
        "li",
        tag("a", called, href=asked.to(where)) if where else called,
        " ",
        tag("span", said),
        tag("small", " ", how) if how else None,
    )


def _luck(texts: Texts, found: CupPage) -> list[Html]:
    """Return what is within luck, and what lets somebody check who met whom."""
    within = (
        [tag("p", cup_words.within(texts, found), class_="fact")] if found.cup.round and found.rows else []
    )
    commitment = tag("p", texts._("Commitment: {hash}", hash=found.commitment), class_="fact")
    seed = tag("p", texts._("Seed: {seed}", seed=found.seed), class_="fact") if found.seed else None
    return [*within, tag("details", tag("summary", texts._("Who meets whom was drawn")), commitment, seed)]


def club(asked: Asked, found: ClubPage, given: Sequence[CupInfo]) -> Html:
    """Return what a club shows to others: its members' number, and its cups that are over."""
    texts = asked.texts
    founded = (" ".join(one) for one in club_words.rows(texts, found, asked.now, "UTC"))
    said = ", ".join([club_words.about(texts, found), *founded])
    rows: Child = tag("ul", listed(asked, given), class_="rows")
    if not given:
        rows = tag("p", texts._("No cup of this club has ended lately."), class_="none")
    return whole(
        asked,
        texts._("Club {club}", club=found.name),
        said,
        head(found.name, texts._("club"), said),
        tag("section", tag("h2", texts._("Cups")), rows),
        way(asked.site.command("club"), texts._("Clubs in a terminal:")),
    )
