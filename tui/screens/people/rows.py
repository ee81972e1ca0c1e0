"""The columns of histories and profiles, and what is said below of what is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len
from rich.style import Style

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
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import fit, some_of
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
    room = width - 1 - NAME - _game_width(width) - WHEN - RESULT
    said = some_of([*history_words.marks(texts, game)[1:], *others], room)
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
    rated, whole = any(one.rating for one in games), width >= NAMED_FROM
    words = {"played": texts._("matches"), "won": texts._("won"), "percent": "%", "rating": texts._("rating"),
             "streak": texts._("in a row"), "best": texts._("best")}  # fmt: skip
    columns = {
        name: cells if whole else cell_len(words[name]) + 1
        for name, cells in TALLIES.items()
        if _has_room(name, width, rated=rated)
    }
    name = TALLIED if whole else width - 1 - sum(columns.values())
    numbers = "".join(f"{words[name]:>{cells}}" for name, cells in columns.items())
    head = _column(texts._("game"), name) + numbers
    rows = [ListRow([("  ".join([head, *([texts._("places")] if whole else [])]), palette.DIM)])]
    shown = [*games, total] if len(games) > 1 else list(games)
    return [*rows, *(ListRow(_tally(texts, one, columns, name, width)) for one in shown)]


def bot_rows(texts: Texts, games: Sequence[GameTally], width: int) -> list[ListRow]:
    """Returns what games against bots add up to, a row for each kind below a heading."""
    room = TALLIED if width >= NAMED_FROM else 1 + max(cell_len(_named(texts, one, 0)) for one in games)
    rows = [ListRow([(texts._("against bots"), palette.DIM)])]
    for one in games:
        name = _column(_named(texts, one, room), room)
        said = wrap([(profile_words.with_bots(texts, one), palette.TEXT)], max(1, width - room - 1))
        rows += [
            ListRow([((name if at == 0 else " " * room), _ink(one)), *line]) for at, line in enumerate(said)
        ]
    return rows


def _named(texts: Texts, one: GameTally, room: int) -> str:
    """Returns the name of a game, the full one where it fits."""
    full = title(texts, one.game) if one.game else texts._("all games")
    return full if not one.game or cell_len(full) < room else short_title(texts, one.game)


def _ink(one: GameTally) -> Style:
    return BOARDS[one.game].accent.ink if one.game in BOARDS else palette.STRONG


def _has_room(column: str, width: int, *, rated: bool) -> bool:
    """Returns whether there is such a column: in a narrow window ratings take the place of shares, and in the
    narrowest nothing else is told.
    """
    if column == "rating":
        return rated
    if width < NAMED_FROM:
        return column in {"played", "won"}
    return column != "percent" or not rated or width >= FULL_FROM


def _tally(texts: Texts, one: GameTally, columns: Mapping[str, int], room: int, width: int) -> list[Part]:
    ink, whole = _ink(one), width >= NAMED_FROM
    name = _named(texts, one, room if whole else 0)
    values: Mapping[str, object] = {
        "played": one.played,
        "won": one.won,
        "percent": profile_words.percent(one),
        "rating": rating_word(one.rating) if one.rating else "",
        "streak": one.streak,
        "best": one.best_streak,
    }
    numbers = "".join(f"{values[name]!s:>{cells}}" for name, cells in columns.items())
    practice = profile_words.other_practice(one)
    more = [texts._("{number} for practice", number=practice)] if practice else []
    more += [texts._("{number} without a result", number=one.unfinished)] if one.unfinished else []
    places = profile_words.places(one)
    said = "   ".join(filter(None, [places, ", ".join(more)]))
    left = width - room - cell_len(numbers) - 3
    said = said if cell_len(said) <= left else places
    shown = (
        [(f"  {fit(said, max(0, left)) if cell_len(said) > left else said}", palette.DIM)] if whole else []
    )
    return [(_column(name, room), ink), (numbers, palette.TEXT), *shown]


def _versus(
    texts: Texts, name: str, numbers: Sequence[object] | None, last: str, width: int
) -> tuple[str, str, str]:
    """Returns the columns of a row about an opponent; without `numbers` they are the headings. A narrow
    window has only how the matches ended.
    """
    heads = texts._("matches"), texts._("better"), texts._("worse"), texts._("level")
    whole = width >= NAMED_FROM
    shown = [*zip(numbers or heads, heads, strict=True)][not whole :]
    widths = [max(NUMBER * whole, cell_len(head) + 1) for _, head in shown]
    said = "".join(f"{number!s:>{cells}}" for (number, _), cells in zip(shown, widths, strict=True))
    room = OPPONENT if whole else width - 1 - sum(widths)
    return _column(name, room), said, f"   {last}" if whole else ""


def opponent_headings(texts: Texts, width: int) -> ListRow:
    return ListRow([("".join(_versus(texts, texts._("against"), None, texts._("last"), width)), palette.DIM)])


def opponent_row(texts: Texts, one: OpponentRecord, now: float, width: int) -> ListRow:
    numbers = one.played, one.better, one.worse, one.level
    name, said, last = _versus(texts, one.name, numbers, dates.ago(texts, now, one.last), width)
    return ListRow([(name, palette.TEXT), (said, palette.TEXT), (last, palette.DIM)], OPPONENT_ROW + one.name)
