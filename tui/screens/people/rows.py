"""The columns of histories and profiles, and what is said below of what is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len

from tui.boards import BOARDS
from tui.host.history import GameTally, HistoryGame, OpponentRecord
from tui.host.port import TableInfo
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.presenters.listing import SEPARATOR, stage_words
from tui.presenters.offers import short_title, title, unusual_options
from tui.presenters.people import dates, history_words, profile_words
from tui.screens.people.rows_panel import ListRow
from tui.widgets.panel import Part
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

NAME, SHORT, FULL, WHEN, RESULT = 11, 11, 22, 16, 17
"""Cells of the columns."""
NAMED_FROM = 60
"""Columns of the window from which a game is told with its table and its players."""
FULL_FROM = 100
"""Columns of the window from which a game is called by its full name."""
NUMBER, OPPONENT = 9, 22
TALLIED = 20
"""Cells of a game's name beside what its games add up to."""
TALLIES: Mapping[str, int] = MappingProxyType(
    {"played": 9, "won": 9, "percent": 5, "rating": 8, "streak": 9, "best": 8}
)
"""Cells of what games add up to."""
GAME_ROW, OPPONENT_ROW, TABLE_ROW = "game:", "opponent:", "table:"
"""What a row's choice begins with; its id, or a name, stands behind."""


def _game_width(width: int) -> int:
    return FULL if width >= FULL_FROM else SHORT


def _called(texts: Texts, game: str, width: int) -> Part:
    ink = BOARDS[game].accent.ink if game in BOARDS else palette.TEXT
    name = title(texts, game) if width >= FULL_FROM else short_title(texts, game)
    return fit(name, _game_width(width) - 1) + " ", ink


def _column(words: str, width: int) -> str:
    return fit(words, width - 1) + " "


def game_headings(texts: Texts, width: int) -> list[Part]:
    """Returns the headings above games that have ended."""
    words = (
        *(((texts._("table"), NAME),) if width >= NAMED_FROM else ()),
        (texts._("game"), _game_width(width)),
        (texts._("ended"), WHEN),
        (texts._("result"), RESULT),
    )
    said = "".join(_column(word, cells) for word, cells in words)
    return [(said + texts._("players") if width >= NAMED_FROM else said.rstrip(), palette.DIM)]


def game_row(texts: Texts, game: HistoryGame, now: float, width: int) -> ListRow:
    result = history_words.result(texts, game)
    ink = palette.GOOD if game.place == 1 else palette.TEXT
    ink = ink if game.kind == "match" else palette.DIM
    others = [
        history_words.who(texts, seat) for number, seat in enumerate(game.seats, 1) if number != game.seat
    ]
    said = ", ".join([*history_words.marks(texts, game)[1:], *others])
    return ListRow(
        [
            *([(_column(game.name, NAME), palette.TEXT)] if width >= NAMED_FROM else []),
            _called(texts, game.game, width),
            (_column(dates.ago(texts, now, game.ended), WHEN), palette.DIM),
            (_column(result, RESULT) if width >= NAMED_FROM else result, ink),
            (said if width >= NAMED_FROM else "", palette.DIM),
        ],
        GAME_ROW + game.id,
    )


def game_details(texts: Texts, game: HistoryGame, host: str) -> list[list[Part]]:
    """Returns who sat where in a game, with points, and what else there is to know of it."""
    numbered = [f"{number} {one}" for number, one in enumerate(history_words.seats(texts, game), 1)]
    facts = [title(texts, game.game), *unusual_options(texts, game.game, game.options)]
    facts = list(dict.fromkeys([*facts, *history_words.marks(texts, game)]))
    if game.started:
        lasted = elapsed.in_coarse_words(texts, game.ended - game.started)
        facts += [texts._("took {time}", time=lasted)] if lasted else []
    facts += [dates.date(game.ended)]
    record = f" ssh {host} record {game.id}" if host else ""
    return [
        [],
        [(f" {SEPARATOR.join(numbered)}", palette.STRONG)],
        [(f" {SEPARATOR.join(facts)}", palette.TEXT)],
        [(record, palette.DIM)],
    ]


def table_headings(texts: Texts, width: int) -> list[Part]:
    """Returns the headings above games that are being played."""
    words = ((texts._("table"), NAME), (texts._("game"), _game_width(width)), (texts._("stands at"), RESULT))
    said = "".join(_column(word, cells) for word, cells in words)
    return [(said + texts._("players"), palette.DIM)]


def table_row(texts: Texts, table: TableInfo, width: int) -> ListRow:
    """Returns a game that is being played."""
    names = ", ".join(seat.name for seat in table.seats if seat.name)
    return ListRow(
        [
            (_column(table.name, NAME), palette.TEXT),
            _called(texts, table.game, width),
            (_column(stage_words(texts, table), RESULT), palette.TEXT),
            (names, palette.DIM),
        ],
        TABLE_ROW + table.id,
    )


def tally_rows(texts: Texts, total: GameTally, games: Sequence[GameTally], width: int) -> list[ListRow]:
    """Returns what games add up to, a row for each kind and one for all, below their headings."""
    rated = any(one.rating for one in games)
    words = {"played": texts._("matches"), "won": texts._("won"), "percent": "%", "rating": texts._("rating"),
             "streak": texts._("in a row"), "best": texts._("best")}  # fmt: skip
    columns = [name for name in TALLIES if _has_room(name, width, rated=rated)]
    head = _column(texts._("game"), TALLIED) + "".join(f"{words[name]:>{TALLIES[name]}}" for name in columns)
    rows = [ListRow([("  ".join((head, texts._("places"))), palette.DIM)])]
    shown = [*games, total] if len(games) != 1 else list(games)
    return [*rows, *(ListRow(_tally(texts, one, columns, width)) for one in shown)]


def _has_room(column: str, width: int, *, rated: bool) -> bool:
    """Returns whether there is such a column: in a narrow window ratings take the place of shares."""
    if column == "rating":
        return rated
    return column != "percent" or not rated or width >= FULL_FROM


def _tally(texts: Texts, one: GameTally, columns: Sequence[str], width: int) -> list[Part]:
    ink = BOARDS[one.game].accent.ink if one.game in BOARDS else palette.STRONG
    name = title(texts, one.game) if one.game else texts._("all games")
    values: Mapping[str, object] = {
        "played": one.played,
        "won": one.won,
        "percent": profile_words.percent(one),
        "rating": rating_word(one.rating) if one.rating else "",
        "streak": one.streak,
        "best": one.best_streak,
    }
    numbers = "".join(f"{values[name]!s:>{TALLIES[name]}}" for name in columns)
    more = [texts._("{number} for practice", number=one.practice)] if one.practice else []
    more += [texts._("{number} without a result", number=one.unfinished)] if one.unfinished else []
    places = profile_words.places(one)
    said = "   ".join(filter(None, [places, ", ".join(more)]))
    left = width - TALLIED - cell_len(numbers) - 3
    said = said if cell_len(said) <= left else places
    return [
        (_column(name, TALLIED), ink),
        (numbers, palette.TEXT),
        (f"  {fit(said, max(0, left)) if cell_len(said) > left else said}", palette.DIM),
    ]


def _tallied(texts: Texts) -> tuple[str, ...]:
    return texts._("matches"), texts._("better"), texts._("worse"), texts._("level")


def _widths(texts: Texts) -> Sequence[int]:
    """Returns the widths of the columns of numbers: a blank at least between two headings."""
    return [max(NUMBER, cell_len(word) + 1) for word in _tallied(texts)]


def opponent_headings(texts: Texts) -> ListRow:
    widths = zip(_tallied(texts), _widths(texts), strict=True)
    head = _column(texts._("against"), OPPONENT) + "".join(f"{word:>{width}}" for word, width in widths)
    return ListRow([("   ".join((head, texts._("last"))), palette.DIM)])


def opponent_row(texts: Texts, one: OpponentRecord, now: float) -> ListRow:
    tallies = zip((one.played, one.better, one.worse, one.level), _widths(texts), strict=True)
    numbers = "".join(f"{number:>{width}}" for number, width in tallies)
    last = dates.ago(texts, now, one.last)
    return ListRow(
        [(_column(one.name, OPPONENT), palette.TEXT), (numbers, palette.TEXT), (f"   {last}", palette.DIM)],
        OPPONENT_ROW + one.name,
    )
