"""Details of the item chosen in the lobby: its seats, its facts, how others get there. Pure."""

from __future__ import annotations

from tui.boards.kit import seat_notes
from tui.boards.kit.board import names_of
from tui.host.port import FinishedGame, Seat, TableInfo
from tui.host.turn_clocks import NO_CLOCK
from tui.language import elapsed, waiting
from tui.language.rating_words import rating_word
from tui.language.texts import N_, Texts
from tui.language.wording import listed
from tui.presenters.listing import Item, OfferedGame
from tui.widgets.panel import Part
from tui.wire.terminal import palette

Line = list[Part]


def details(texts: Texts, item: Item | None, now: float, host: str) -> list[Line]:
    """Returns who sits or sat there, and what others type to get there; `host` as in `Port.ssh_host`."""
    if item is None or isinstance(item, OfferedGame):
        return []
    if isinstance(item, FinishedGame):
        return _result(texts, item, host)
    lines = [_seat(texts, item, number, seat, now) for number, seat in enumerate(item.seats, 1)]
    way_on = nobody_waits(texts, item, f"ssh {host} lend {item.name}") if host else ""
    return [
        *lines,
        *([[(f"   {way_on}", palette.WARNING)]] if way_on else []),
        *(record(host, item.id) if item.stage == "over" and item.round else invitation(texts, item, host)),
    ]


def nobody_waits(texts: Texts, table: TableInfo, lend: str) -> str:
    """Returns for whom nobody at a player's table has to wait, and how a bot plays for them: by the command
    `lend`, which a name follows; '' if there is nobody.
    """
    others = [seat for seat in table.lendable if seat != table.your_seat]
    if not others or table.stage != "running" or table.your_seat is None:
        return ""
    names = listed(texts, map(names_of(texts, table.seats), others))
    typed = f"{lend} {table.seats[others[0] - 1].name}"
    away = N_("{names} away: {lend} calls them, or lets a bot play until they are back.")
    late = N_("Nobody has to wait for {names}: {lend} lets a bot play until they are back.")
    return texts.of(away if table.clock == NO_CLOCK else late, names=names, lend=typed)


def _seat(texts: Texts, table: TableInfo, number: int, seat: Seat, now: float) -> Line:
    yours = table.your_seat == number
    note, style = seat_notes.note(texts, seat, now, you=yours)
    ink = palette.DIM if seat.held_by == "nobody" else palette.MINE if yours else palette.TEXT
    name = (seat_notes.name(texts, seat), ink)
    rating = [(f" {rating_word(seat.rating)}", palette.DIM)] if seat.rating else []
    return [(f"   {number} ", palette.DIM), name, *rating, (" ", palette.TEXT), (note, style)]


def invitation(texts: Texts, table: TableInfo, host: str) -> list[Line]:
    """Returns how others join a private table whose code the player knows."""
    if not (table.code and host) or table.stage not in {"open", "running"}:
        return []
    begun = table.stage == "running"
    others = texts._("others watch with") if begun else texts._("others join with")
    return [
        [(f"   {others}", palette.DIM)],
        [(f"   /{'watch' if begun else 'join'} {table.code}", palette.STRONG)],
        [(f"   ssh -t {host} join {table.code}", palette.STRONG)],
    ]


def _result(texts: Texts, game: FinishedGame, host: str) -> list[Line]:
    seats_in_order = sorted(range(len(game.names)), key=lambda i: game.places[i] if game.places else i)
    lines: list[Line] = [] if game.places else [[("   " + texts._("ended without a result"), palette.DIM)]]
    for i in seats_in_order:
        place = f"{game.places[i]}." if game.places else ""
        mine = i + 1 == game.your_seat
        name = game.names[i] or texts._("a deleted player")
        lines.append([(f"   {place:<3}", palette.DIM), (name, palette.MINE if mine else palette.TEXT)])
    return [*lines, *record(host, game.id)]


def record(host: str, game: str) -> list[Line]:
    """Returns the command that prints the record of a finished game."""
    return [[(f"   ssh {host} record {game}", palette.DIM)]] if host else []


def record_line(texts: Texts, host: str, game: str) -> str:
    """Returns the same as a sentence; '' if nobody can come here to read it."""
    return texts._("Game record: ssh {host} record {game}", host=host, game=game) if host else ""


def until_next(item: Item | None, now: float) -> float | None:
    """Returns the seconds until these words change by themselves; None: never."""
    if not isinstance(item, TableInfo):
        return None
    waits = [
        waiting.until_next(item, now),
        seat_notes.until_next(item.seats, now),
        elapsed.until_next(now - item.since, elapsed.SLOW_STEPS),
    ]
    return min((wait for wait in waits if wait is not None), default=None)
