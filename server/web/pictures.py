"""Pictures of positions for previews of links, 1200 x 630, drawn with Pillow where it is installed."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.records.course import Course
from tui.boards import BOARDS
from tui.boards.kit.board import Board
from tui.boards.kit.page import Sketch, letters
from tui.host.cups import CupPage
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.texts import texts_in
from tui.presenters.listing import free_seats
from tui.presenters.people import cup_words
from tui.web.boards import named, seat_names
from tui.web.page import Site
from tui.web.pieces import PIPS
from tui.wire.encoding.spelling import spelled

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
COLOURS = 64
GROUND, INK, DIM, CARD, LAWN = "#14120f", "#f1ebe0", "#b3a896", "#2a2621", "#3f6b48"
SEATS = ("#ff7b72", "#6cb6ff", "#8ddb6e", "#ffd54f", "#d79bea")
ACCENTS: Mapping[str, str] = MappingProxyType(
    {"court": "#ffb31a", "intrigue": "#ff5c93", "laurin": "#5fd787"}
)
LONGEST_NAME, TOP = 18, 250
FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "Arial.ttf")
"""What names that are not in ASCII are written in, as far as they are installed."""


def pictures() -> Pictures | None:
    """Return what draws, None where Pillow is not installed (the extra `web`)."""
    return Pictures() if find_spec("PIL") else None


class Pictures:
    """Draws pictures, each as a PNG of few colours. Their words are English: previews are one for all."""

    def front(self, site: Site) -> bytes:
        """Return the picture of the first page."""
        titles = [texts_in().of(board.title) for board in BOARDS.values()]
        crown = partial(_Sketch.crown, x=720, y=130, size=380)
        return _picture("", "games in your terminal", titles, (), f"$ {site.line}", crown)

    def table(self, site: Site, info: TableInfo, snapshot: TableSnapshot | None) -> bytes:
        texts, board = texts_in(), BOARDS[info.game]
        names = seat_names(texts, info)
        verb = "watch" if snapshot else "join"
        line = f"$ {site.command(f'{verb} {info.name}')}"
        if snapshot is None:
            free = texts.ngettext("{number} seat free", "{number} seats free", free_seats(info))
            return _picture(info.game, texts.of(board.title), names, (), line, None, free)
        said = board.status(texts, named(names), snapshot.view)
        shown = _sketched(board, snapshot.view)
        return _picture(info.game, texts.of(board.title), names, snapshot.waiting_for, line, shown, said)

    def cup(self, site: Site, cup: CupPage) -> bytes:
        """Return the picture of a cup: who is ahead."""
        info, texts = cup.cup, texts_in()
        title = f"{texts.of(BOARDS[info.game].title)} {info.id}"
        ahead = [row for row in cup.rows if not row.left][: len(SEATS)]
        names = [row.name or texts._("a player") for row in ahead]
        first = [number for number, row in enumerate(ahead, start=1) if row.place == 1]
        about = ", ".join([*cup_words.stage(texts, info), cup_words.entered(texts, info)])
        scores = [cup_words.score(texts, row.score) for row in ahead if info.round]
        line = f"$ {site.command(f'cup {info.id}')}"
        return _picture(info.game, title, names, first, line, None, about, scores)

    def ended(self, site: Site, course: Course) -> bytes:
        board, view = BOARDS[course.game.key], course.end.view(None)
        names, standings = course.header.seats, course.end.standings()
        said = [
            f"{one.place}. {names[one.seat - 1]}, {board.score(texts_in(), view, one)}" for one in standings
        ]
        first = tuple(one.seat for one in standings if one.place == 1)
        title, line = texts_in().of(board.title), said[0] if said else f"$ {site.line}"
        return _picture(board.key, title, names, first, line, _sketched(board, view), crowned=first)


def _sketched(board: Board, view: Any) -> Callable[[_Sketch], None] | None:
    sketch = board.sketch
    return (lambda pieces: sketch(pieces, view)) if sketch else None


def _picture(
    game: str,
    title: str,
    names: Sequence[str],
    now: Sequence[int],
    line: str,
    shown: Callable[[_Sketch], None] | None,
    about: str = "",
    scores: Sequence[str] = (),
    crowned: Sequence[int] = (),
) -> bytes:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(picture)
    names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]
    font, write = _typeface("".join((title, *names, line, about)))
    pieces = _Sketch(draw, font)
    accent = ACCENTS.get(game, "#ffb31a")
    draw.rectangle((0, 0, 16, HEIGHT), accent)
    pieces.crown(60, 46, 54)
    draw.text((126, 52), "crownhouse", DIM, font(34))
    draw.text((60, 104), write(title), INK, font(66))
    draw.text((60, 188), write(about), DIM, font(28))
    for place, score in enumerate(scores):
        draw.text((620, TOP + place * 56), score, INK, font(32), anchor="ra")
    for seat, (letter, name) in enumerate(zip(letters(names), names, strict=True), start=1):
        top, left, ink = TOP + (seat - 1) * 56, 114 if game else 60, accent if seat in now else INK
        if game:
            draw.rounded_rectangle((60, top, 98, top + 38), 10, _colour(seat))
            draw.text((79, top + 19), write(letter), GROUND, font(26), anchor="mm")
        draw.text((left, top + 19), write(name), ink, font(32), anchor="lm")
        if seat in crowned:
            pieces.crown(left + 14 + draw.textlength(write(name), font(32)), top - 2, 40)
    if shown:
        shown(pieces)
    draw.text((60, 560), write(line), accent, font(34 if len(line) < 56 else 26))
    out = io.BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _typeface(said: str) -> tuple[Callable[[float], FreeTypeFont], Callable[[str], str]]:
    """Return a font by its size that has all letters of a text, and how a text is written in it. Pillow's own
    has ASCII alone; where this machine has none with all of them, every text is spelled in it.
    """
    from PIL import ImageFont

    def has_all(font: FreeTypeFont) -> bool:
        lacking = bytes(font.getmask("\uffff"))
        return not any(bytes(font.getmask(letter)) == lacking for letter in set(said) if letter > " ")

    fonts: list[Callable[[float], Any]] = [ImageFont.load_default]
    fonts += [partial(ImageFont.truetype, name) for name in FONTS]
    for font in fonts:
        with suppress(OSError):
            if has_all(font(20)):
                return font, str
    return fonts[0], lambda text: spelled(text, "ascii", "en")


class _Sketch(Sketch):
    """Draws the pieces of all games."""

    def __init__(self, draw: ImageDraw, font: Callable[[float], FreeTypeFont]) -> None:
        self._draw, self._font = draw, font

    def die(self, x: float, y: float, size: float, face: int) -> None:
        draw = self._draw
        if not face:
            draw.rounded_rectangle((x, y, x + size, y + size), size * 0.2, None, DIM, 4)
            return
        draw.rounded_rectangle((x, y + size * 0.06, x + size, y + size * 1.06), size * 0.2, "#b9ab92")
        draw.rounded_rectangle((x, y, x + size, y + size), size * 0.2, "#f8f2e4")
        for place in PIPS[face]:
            row, column = divmod("abcdefghi".index(place), 3)
            across, down = x + size * (0.26 + 0.24 * column), y + size * (0.26 + 0.24 * row)
            radius = size * 0.085
            draw.ellipse((across - radius, down - radius, across + radius, down + radius), "#2a211b")

    def card(self, x: float, y: float, seat: int, said: str) -> None:
        self._draw.rounded_rectangle((x, y, x + 116, y + 136), 12, CARD, _colour(seat), 5)
        room = next((size for size in range(26, 14, -1) if self._font(size).getlength(said) <= 102), 14)
        ink, font = (INK, self._font(room)) if said else (DIM, self._font(54))
        self._draw.text((x + 58, y + 66), said or "?", ink, font, anchor="mm")

    def grid(self, x: float, y: float, square: float, side: int) -> None:
        for at in [number * square for number in range(side + 1)]:
            self._draw.line((x, y + at, x + side * square, y + at), LAWN, 3)
            self._draw.line((x + at, y, x + at, y + side * square), LAWN, 3)

    def disc(self, x: float, y: float, size: float, seat: int, said: str) -> None:
        self._draw.ellipse((x, y, x + size, y + size), _colour(seat))
        middle = x + size / 2, y + size / 2
        self._draw.text(middle, said, GROUND, self._font(26), anchor="mm")

    def crown(self, x: float, y: float, size: float) -> None:
        ends = ((8, 28), (29, 50), (50, 14), (71, 50), (92, 28), (84, 76), (16, 76))
        self._draw.polygon([(x + size * a / 100, y + size * b / 100) for a, b in ends], "#f5b731")
        band = x + size * 0.16, y + size * 0.8, x + size * 0.84, y + size * 0.91
        self._draw.rounded_rectangle(band, 3, "#f5b731")


def _colour(seat: int) -> str:
    return SEATS[(seat - 1) % len(SEATS)]
