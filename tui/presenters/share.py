"""The card by which a player tells others of a game: five lines of text at most, with nobody's name.

That of the deal of the day tells nothing of the deal: it is the same for any two games with the same place,
the same rank and the same chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from engine.analysis.rounds import Curve
from engine.playthrough import Playthrough
from tui.boards import BOARDS
from tui.boards.kit.board import Board
from tui.host.deals import DealResults
from tui.host.pictures import ReplayedGame, TableInfo
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.texts import N_, Texts, Translatable
from tui.presenters.area import Signs, at, spark
from tui.presenters.reader import Reader
from tui.widgets.pieces import fit

WIDTH = 64
LONGEST_SPARK = 32
DAILY = "daily-"
"""What the name of a deal of the day begins with; its date stands at the end."""
PLACES: tuple[Translatable, ...] = (
    N_("1st of {number}"),
    N_("2nd of {number}"),
    N_("3rd of {number}"),
    N_("4th of {number}"),
    N_("5th of {number}"),
)


def placed(texts: Texts, game: ReplayedGame) -> str:
    """Return the own place of an ended game, short."""
    end, own = game.course.end, game.your_seat or 1
    places = {one.seat: one.place for one in end.standings()}
    place, number = places[own], end.setup.seats
    if place == 1 and [*places.values()].count(1) > 1:
        return texts._("1st of {number}, shared", number=number)
    if place <= len(PLACES):
        return texts.of(PLACES[place - 1], number=number)
    return texts._("place {place} of {number}", place=place, number=number)


def day_of(deal: object) -> str:
    """Return the date of a deal of the day by its name; '' for other deals."""
    return str(deal)[-10:] if str(deal).startswith(DAILY) else ""


class SharedGame(NamedTuple):
    """What a card tells of: an ended game, its chances, and the results of its deal of the day."""

    game: ReplayedGame
    curve: Curve | None
    results: DealResults | None


async def shared(port: Port, table: str) -> SharedGame:
    """The card of an ended game that the player had a seat in, to be shown to others: `share`, at most five
    lines of text.

    Returns what it tells of. Raises Refused, as `Port.finished` does, and "no-result".
    """
    game, curve = await port.finished(table)
    if not game.course.end.over:
        raise refused("no-result")
    day = day_of(game.course.header.deal)
    results = await port.daily_results(game.course.game.key, day) if day else None
    return SharedGame(game, curve, results)


def card(reader: Reader, game: SharedGame, signs: Signs = "eighths") -> Sequence[str]:
    """Returns the lines of the card for its player."""
    return card_lines(reader.texts, *game, reader.port.ssh_host, signs, reader.port.web)


def card_lines(
    texts: Texts,
    game: ReplayedGame,
    curve: Curve | None,
    results: DealResults | None,
    host: str,
    signs: Signs = "eighths",
    web: str = "",
) -> tuple[str, ...]:
    """Return the lines of the card. The last one is where others see the game: on the web (`web` as in
    `Port`), else what they type.
    """
    key, seat = game.course.game.key, game.your_seat or 1
    title = texts.of(BOARDS[key].title) if key in BOARDS else key
    if results:
        head = texts._("deal of the day {date}", date=results.date)
        lines = [f"crownhouse  {head}  {title}", _ranked(texts, game, results)]
    else:
        lines = [f"crownhouse  {title}", _result(texts, game)]
    if curve and curve.chances:
        line = spark(_few(curve.of(seat)), signs)
        said = texts._("chance to win") if signs == "eighths" else texts._("chance to win, 0-8")
        lines.append(f"{line}  {said}")
    if results:
        lines.append(texts._("everyone has the same luck and one try"))
    lines = [fit(line, WIDTH).rstrip() for line in lines]
    way = f"ssh -t {host} {f'daily {key}' if results else key}" if host else ""
    if web and results:
        way = f"{web}/day/{key}/{results.date}"
    elif web and game.public:
        way = web_address(web, "r", game.id)
    return (*lines, way) if way else tuple(lines)


def web_address(web: str, kind: str, name: str) -> str:
    """Return where the window on the web shows a table (`t`, by its name) or an ended game (`r`, by id)."""
    return f"{web}/{kind}/{name}"


def on_the_web(web: str, info: TableInfo) -> str:
    """Return where the window shows a table; '' for a private one, and without a window."""
    if not web or info.private:
        return ""
    if info.stage == "over":
        return web_address(web, "r", info.id) if info.round else ""
    return web_address(web, "t", info.name)


def _result(texts: Texts, game: ReplayedGame) -> str:
    """Return place, result and rounds, as far as there is room."""
    end, key, seat = game.course.end, game.course.game.key, game.your_seat or 1
    place = placed(texts, game)
    rounds = end.game.round(end.state)
    parts = [place]
    board = BOARDS.get(key)
    if board and seat not in end.resigned:  # else a bot came that far
        parts.append(_own_result(texts, board, end, seat))
    parts.append(texts.ngettext("{number} round", "{number} rounds", rounds))
    while len(parts) > 1 and cell_len("  ".join(parts)) > WIDTH:
        parts.pop()
    return "  ".join(parts)


def _own_result(texts: Texts, board: Board, end: Playthrough, seat: int) -> str:
    """Return a seat's result, and how much it was short of the best one."""
    standings, view = end.standings(), end.view(seat)
    own = next(one for one in standings if one.seat == seat)
    best = next(one.score for one in standings if one.place == 1)
    missing = 0 if own.place == 1 or end.resigned else board.shortfall(view, own, best)
    if missing <= 0:
        return board.score(texts, view, own)
    had = board.points(texts, own.score)
    return texts.ngettext("{result}, {number} short", "{result}, {number} short", missing, result=had)


def _ranked(texts: Texts, game: ReplayedGame, results: DealResults) -> str:
    place = texts._("{place} at the table", place=placed(texts, game))
    rank = rank_words(texts, results)
    return f"{place}, {rank}" if rank else place


def rank_words(texts: Texts, results: DealResults) -> str:
    """Return the own rank among all who have a result; '' if there is none."""
    own = next((row.rank for row in results.rows if row.you and row.rank), 0)
    number = sum(row.rank > 0 for row in results.rows)
    if not own:
        return ""
    return texts.ngettext(
        "{place} of {number} player", "{place} of {number} players", number, place=ordinal(texts, own)
    )


ORDINALS: tuple[Translatable, ...] = (N_("1st"), N_("2nd"), N_("3rd"))


def ordinal(texts: Texts, number: int) -> str:
    """Return a rank, short."""
    if number % 100 not in {11, 12, 13} and 1 <= number % 10 <= len(ORDINALS):
        return texts.of(ORDINALS[number % 10 - 1]).replace(str(number % 10), str(number), 1)
    return texts._("{number}th", number=number)


def _few(values: Sequence[float]) -> Sequence[float]:
    """Return the values of a long game at some of its rounds."""
    if len(values) <= LONGEST_SPARK:
        return values
    return [at(values, number / (LONGEST_SPARK - 1)) for number in range(LONGEST_SPARK)]
