"""Ended games in words: how one ended, who sat there, a whole game in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from tui.boards import BOARDS
from tui.host.history import GameKind, HistoryFilter, HistoryGame, HistoryPage, HistorySeat
from tui.host.port import TableInfo
from tui.language.texts import N_, Texts, Translatable
from tui.presenters import lobby_words
from tui.presenters.offers import title
from tui.presenters.people import dates
from tui.presenters.reader import Reader

_KINDS: Mapping[GameKind, Translatable] = MappingProxyType(
    {"practice": N_("against bots"), "continued": N_("played on")}
)
_ENDINGS: Mapping[str, Translatable] = MappingProxyType(
    {"abandoned": N_("abandoned"), "expired": N_("left lying"), "closed": N_("closed by the host")}
)


class FoundGames(NamedTuple):
    """What there is of what was `wanted`: a page of ended games, or (None) tables."""

    wanted: HistoryFilter
    page: HistoryPage | None = None
    tables: Sequence[TableInfo] = ()


def in_lines(reader: Reader, found: FoundGames, asked: str) -> str:
    """What was found in lines, and how a command with the words that were `asked` asks for earlier games."""
    texts, now, page = reader.texts, reader.port.now(), found.page
    if page is None:
        said = [lobby_words.line(texts, table, now) for table in found.tables]
    else:
        said = [f"{game.id}  {line(texts, game, now)}" for game in page.games]
    if page and page.more:
        words = " ".join(filter(None, ("history", asked, "--before", page.more)))
        said.append(earlier(texts, f"ssh {reader.port.ssh_host} {words}"))
    return "\n".join(said) or none(texts, now=found.wanted.now)


def result(texts: Texts, game: HistoryGame) -> str:
    """Returns how a game ended for the player whose games they are; of somebody else's game, who won."""
    if not any(seat.place for seat in game.seats):
        return texts.of(_ENDINGS[game.ending]) if game.ending in _ENDINGS else texts._("no result")
    if not game.seat:
        first = ", ".join(who(texts, seat) for seat in game.seats if seat.place == 1)
        return texts._("{name} won", name=first) if first else texts._("nobody won")
    return place(texts, game.place, len(game.seats), shared=game.place == 1 and not game.won)


def place(texts: Texts, number: int, seats: int, *, shared: bool = False) -> str:
    """Returns a place in a word or two; `shared`: the first one, by several."""
    match number:
        case 1 if shared:
            return texts._("1st of {number}, shared", number=seats)
        case 1:
            return texts.pgettext("result", "won")
        case 2:
            return texts._("2nd of {number}", number=seats)
        case 3:
            return texts._("3rd of {number}", number=seats)
    return texts._("{place}th of {number}", place=number, number=seats)


def who(texts: Texts, seat: HistorySeat) -> str:
    name = texts._("(profile hidden)") if seat.hidden else seat.name or texts._("a deleted player")
    if seat.program:
        return texts._("{name} (program)", name=name)
    match seat.holder:
        case "bot":
            return texts._("{name} (bot)", name=name)
        case "guest":
            return texts._("{name} (guest)", name=name)
    return name


def marks(texts: Texts, game: HistoryGame) -> list[str]:
    """Returns what sets a game apart: that it counts for nothing, or that only its players see it."""
    found = [texts.of(_KINDS[game.kind])] if game.kind in _KINDS else []
    return [*found, texts._("private")] if game.private else found


def standings(texts: Texts, game: HistoryGame) -> list[str]:
    """Returns every seat with its place and points, the best first."""
    return [_standing(texts, game.game, seat) for seat in sorted(game.seats, key=lambda seat: seat.place)]


def seats(texts: Texts, game: HistoryGame) -> list[str]:
    """Returns the same by seat, the first seat first."""
    return [_standing(texts, game.game, seat) for seat in game.seats]


def line(texts: Texts, game: HistoryGame, now: float) -> str:
    when = dates.ago(texts, now, game.ended)
    facts = ", ".join([game.name, title(texts, game.game), when, *marks(texts, game)])
    return f"{facts}: {result(texts, game)}; {', '.join(standings(texts, game))}."


def none(texts: Texts, *, now: bool = False) -> str:
    """Returns that no ended game is listed, or that nothing is being played `now`."""
    if now:
        return texts._("Nothing is being played at tables that you may watch.")
    return texts._("There are no ended games to show.")


def earlier(texts: Texts, command: str) -> str:
    """Returns how games that ended before those of a page are asked for."""
    return texts._("Earlier ones: {command}", command=command)


def added_up(texts: Texts, game: str, played: int, won: int, best: int | None, width: int = 78) -> str:
    """Returns what games of one kind add up to, in at most `width` cells."""
    games = texts.ngettext("{number} game", "{number} games", played)
    said = texts.ngettext("{games}, {number} won", "{games}, {number} won", won, games=games)
    if best is None:
        return said
    most = points(texts, game, best)
    wordings = (texts._("{games}, best {points}", games=said, points=most), f"{said}, {most}")
    return next((words for words in wordings if cell_len(words) <= width), said)


def points(texts: Texts, game: str, score: int) -> str:
    return BOARDS[game].points(texts, score) if game in BOARDS else str(score)


def _standing(texts: Texts, game: str, seat: HistorySeat) -> str:
    name = who(texts, seat)
    said = f"{seat.place}. {name}" if seat.place else name
    if seat.points is not None:
        said = f"{said}: {points(texts, game, seat.points)}"
    match seat.fate:
        case "conceded":
            return texts._("{said} (conceded)", said=said)
        case "replaced":
            return texts._("{said} (stopped playing)", said=said)
    return said
