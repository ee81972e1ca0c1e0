"""Cups in words: lists of them, a standing, tables, seats compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len

from tui.host.cups import CupInfo, CupMark, CupPage, CupSeat, CupStandingRow, CupState, CupTableInfo
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.language.waiting import clock_words
from tui.language.wording import hundredths
from tui.presenters.offers import title
from tui.presenters.people import trophy_words
from tui.presenters.reader import Page, Reader

Row = tuple[str, str]
STATES: Mapping[CupState, Translatable] = MappingProxyType(
    {"open": NC_("cup", "open"), "running": N_("running"), "over": N_("over"), "cancelled": N_("cancelled")}
)


def heading(texts: Texts, cup: CupInfo, room: int | None = None) -> str:
    """Returns what a cup is called, its game, and how far it is. The game, after which the cup is called, is
    left out where not all of it has room, and then what is told last.
    """
    called, known = texts._("Cup {cup}", cup=cup.id), [*stage(texts, cup)]
    wishes = [[title(texts, cup.game), *known], *(known[:number] for number in range(len(known), -1, -1))]
    said = ["  ".join([called, *wish]) for wish in wishes]
    return next((one for one in said if room is None or cell_len(one) <= room), called)


def stage(texts: Texts, cup: CupInfo) -> Iterator[str]:
    """Yields how far a cup is, and what is special about it."""
    if cup.state != "running":
        yield texts.of(STATES[cup.state])
    elif cup.kind == "evening":
        yield texts._("round {round} of {rounds}", round=cup.round, rounds=cup.rounds)
    if cup.kind == "league":
        yield texts._("league")
    if cup.equal:
        yield texts._("equal luck")
    if cup.against:
        yield texts._("match: {club} - {other}", club=cup.club, other=cup.against)
    elif cup.club:
        yield texts._("Club {club}", club=cup.club)


def listed(texts: Texts, cup: CupInfo, now: float, zone: str) -> Row:
    parts = [title(texts, cup.game), *stage(texts, cup)]
    if cup.state == "open":
        parts.append(clock_words(texts, cup.starts, now, zone))
    parts.append(entered(texts, cup))
    if cup.entered:
        parts.append(texts._("you too"))
    return cup.id, ", ".join(parts)


def entered(texts: Texts, cup: CupInfo) -> str:
    """Returns how many take part."""
    return texts.ngettext("{number} entered", "{number} entered", cup.entrants)


def score(texts: Texts, value: float) -> str:
    """Returns a score or a sum of them."""
    return hundredths(texts, value)


def mark(texts: Texts, one: CupMark) -> str:
    """Returns a game of an entrant in a few letters."""
    if one.score is None:
        return f"t{one.table}"
    return score(texts, one.score) if one.table or one.score else "-"


def entrant(texts: Texts, cup: CupInfo, row: CupStandingRow) -> str:
    """What an entrant is called: also who is gone, left the club and asked for it, or hides the profile."""
    if row.name or not row.former:
        return row.name or texts._("a player")
    return texts._("a former member") if cup.club else texts._("a former player")


def name(texts: Texts, cup: CupInfo, row: CupStandingRow) -> str:
    """Returns an entrant, and whether they have left."""
    called = entrant(texts, cup, row)
    called = f"{called} ({row.side})" if row.side else called
    return texts._("{name}, left", name=called) if row.left else called


def line(texts: Texts, cup: CupInfo, row: CupStandingRow) -> str:
    """Returns an entrant's row as a sentence."""
    if not cup.round:
        return f"{row.entrant}. {name(texts, cup, row)}"
    games = ", ".join(_game(texts, one) for one in row.marks)
    return f"{row.place}. {name(texts, cup, row)}, {score(texts, row.score)}: {games}."


def _game(texts: Texts, one: CupMark) -> str:
    if one.score is None:
        return texts._("now at table {table}", table=one.table)
    return score(texts, one.score)


def rows(texts: Texts, page: CupPage, now: float, zone: str) -> list[Row]:
    """Returns a whole cup for who reads lines."""
    cup = page.cup
    found = [listed(texts, cup, now, zone)]
    found += [("", sides(texts, page))] if cup.against else []
    found += [("", line(texts, cup, row)) for row in page.rows]
    found += tables(texts, page)
    found += trophies(texts, page)
    if cup.round:
        found.append(("", within(texts, page)))
    for names in page.same_address:
        found.append(("", texts._("One address: {names}.", names=", ".join(names))))
    return found


def sides(texts: Texts, page: CupPage) -> str:
    """Returns what the two clubs of a match have."""
    return ", ".join(f"{one.club} {score(texts, one.score)}" for one in page.sides)


def within(texts: Texts, page: CupPage) -> str:
    """Returns which differences mean nothing."""
    return texts._("closer than {number} is within luck", number=score(texts, page.luck))


def tables(texts: Texts, page: CupPage) -> list[Row]:
    """Returns the tables of the last round."""
    return [(f"t{one.number}", table(texts, one)) for one in _last(page)]


def _last(page: CupPage) -> list[CupTableInfo]:
    return [one for one in page.tables if one.round == page.cup.round]


def table(texts: Texts, one: CupTableInfo) -> str:
    """Returns a table: who sits there, and how far it is."""
    seats = [name or texts._("a player") for name in one.seats]
    if one.state == "struck":
        return texts._("{names}: struck ({why})", names=", ".join(seats), why=one.why)
    if one.state == "over":
        return ", ".join(f"{name} {score(texts, of)}" for name, of in zip(seats, one.scores, strict=True))
    names = ", ".join(seats)
    if one.game_round:
        return texts._("{table}, round {round}: {names}", table=one.name, round=one.game_round, names=names)
    return f"{one.name}: {names}" if one.name else names


def trophies(texts: Texts, page: CupPage) -> list[Row]:
    """Returns what games of the cup have given."""
    named = [(one, one.name or texts._("a player")) for one in page.trophies]
    return [
        (f"{one.round}/t{one.table}", f"{name}: {trophy_words.name(texts, one.trophy)}")
        for one, name in named
    ]


def rounds(texts: Texts, page: CupPage) -> list[Row]:
    """Returns every round with its tables."""
    return [(f"{one.round}/t{one.number}", table(texts, one)) for one in page.tables]


def in_short(texts: Texts, page: CupPage, room: int) -> list[str]:
    """Returns what two clubs have, and of the last round's tables the rounds of their games, or that they are
    over, and which differences mean nothing: in as few lines as have room.
    """
    over, lines = {"over", "struck"}, list[str]()
    said = [sides(texts, page)] if page.sides else []
    if page.cup.round:
        said += [
            f"t{one.number} {'✓' if one.state in over else one.game_round or '-'}" for one in _last(page)
        ]
        said.append(within(texts, page))
    for one in said:
        if lines and cell_len(f"{lines[-1]}   {one}") <= room:
            lines[-1] += f"   {one}"
        else:
            lines.append(one)
    return lines


def compared(texts: Texts, found: Sequence[tuple[int, Sequence[CupSeat]]]) -> list[Row]:
    """Returns what was reached at each seat by those who had the same luck."""
    unnamed = texts._("a player")
    return [
        (
            texts._("Seat {seat}", seat=seat),
            ", ".join(f"{one.name or unnamed} (t{one.table}) {score(texts, one.score)}" for one in seats),
        )
        for seat, seats in found
    ]


def page(reader: Reader, found: CupPage | Sequence[CupInfo]) -> str | Page:
    """Returns a cup, or all of them."""
    texts, port = reader.texts, reader.port
    if isinstance(found, CupPage):
        return Page(heading(texts, found.cup), rows(texts, found, port.now(), port.zone))
    if not found:
        command = reader.command("cup")
        return texts._("There is no cup: {command} open court 20:00 opens one.", command=command)
    return Page(texts._("Cups"), [listed(texts, one, port.now(), port.zone) for one in found])


def compared_page(reader: Reader, found: Sequence[tuple[int, Sequence[CupSeat]]]) -> Page:
    return Page(reader.texts._("Seats compared"), compared(reader.texts, found))
