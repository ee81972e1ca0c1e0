"""Pictures of positions for previews of links, 1200 x 630, drawn with Pillow where it is installed."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.records.course import Course
from tui.boards import BOARDS
from tui.boards.kit.page import letters
from tui.boards.kit.sketch import Sketch
from tui.host.cups import CupPage
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.texts import texts_in
from tui.presenters.people import cup_words
from tui.web.boards import seat_names
from tui.web.page import Site
from tui.web.pieces import PIPS

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
COLOURS = 64
GROUND, INK, DIM, CARD, LAWN = "#14120f", "#f1ebe0", "#b3a896", "#2a2621", "#3f6b48"
SEATS = ("#ff7b72", "#6cb6ff", "#8ddb6e", "#ffd54f", "#d79bea")
ACCENTS: Mapping[str, str] = MappingProxyType(
    {"court": "#ffb31a", "intrigue": "#ff5c93", "laurin": "#5fd787"}
)
LONGEST_NAME = 18


def pictures() -> Pictures | None:
    """Return what draws, None where Pillow is not installed (the extra `web`)."""
    return Pictures() if find_spec("PIL") else None


class Pictures:
    """Draws pictures, each as a PNG of few colours. Their words are English: previews are one for all."""

    def front(self, site: Site) -> bytes:
        """Return the picture of the first page."""
        titles = [texts_in().of(board.title) for board in BOARDS.values()]
        return _picture("", "games in your terminal", titles, (), site.line, None)

    def table(self, site: Site, info: TableInfo, snapshot: TableSnapshot | None) -> bytes:
        """Return the picture of a table."""
        names, now = seat_names(texts_in(), info), snapshot.waiting_for if snapshot else ()
        title = texts_in().of(BOARDS[info.game].title)
        verb = "watch" if snapshot else "join"
        line = site.command(f"{verb} {info.name}")
        return _picture(info.game, title, names, now, line, snapshot.view if snapshot else None)

    def cup(self, site: Site, cup: CupPage) -> bytes:
        """Return the picture of a cup: who is ahead."""
        info, texts = cup.cup, texts_in()
        title = f"{texts.of(BOARDS[info.game].title)} {info.id}"
        ahead = [row for row in cup.rows if not row.left][: len(SEATS)]
        names = [row.name or texts._("a player") for row in ahead]
        first = [number for number, row in enumerate(ahead, start=1) if row.place == 1]
        about = ", ".join([*cup_words.stage(texts, info), cup_words.entered(texts, info)])
        scores = [cup_words.score(texts, row.score) for row in ahead if info.round]
        return _picture(info.game, title, names, first, site.command(f"cup {info.id}"), None, about, scores)

    def ended(self, site: Site, course: Course) -> bytes:
        """Return the picture of the end of a game."""
        key, view = course.game.key, course.end.view(None)
        title, names = texts_in().of(BOARDS[key].title), course.header.seats
        said = [
            f"{one.place}. {names[one.seat - 1]}, {BOARDS[key].score(texts_in(), view, one)}"
            for one in course.end.standings()
        ]
        first = tuple(one.seat for one in course.end.standings() if one.place == 1)
        return _picture(key, title, names, first, said[0] if said else site.line, view)


def _picture(
    game: str,
    title: str,
    names: Sequence[str],
    now: Sequence[int],
    line: str,
    view: Any,
    about: str = "",
    scores: Sequence[str] = (),
) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(picture)
    pieces = _Sketch(draw)
    accent = ACCENTS.get(game, "#ffb31a")
    draw.rectangle((0, 0, 16, HEIGHT), accent)
    pieces.crown(60, 46, 54)
    draw.text((126, 52), "crownhouse", DIM, ImageFont.load_default(34))
    draw.text((60, 118), title, INK, ImageFont.load_default(60))
    draw.text((60, 186), about, DIM, ImageFont.load_default(26))
    for place, score in enumerate(scores):
        draw.text((620, 230 + place * 56), score, INK, ImageFont.load_default(32), anchor="ra")
    for seat, (letter, name) in enumerate(zip(letters(names), names, strict=True), start=1):
        top = 230 + (seat - 1) * 56
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        if game:
            draw.rounded_rectangle((60, top, 98, top + 38), 10, _colour(seat))
            draw.text((79, top + 19), letter, GROUND, ImageFont.load_default(26), anchor="mm")
        draw.text(
            (114 if game else 60, top), short, accent if seat in now else INK, ImageFont.load_default(32)
        )
    if view is not None and (sketch := BOARDS[game].sketch):
        sketch(pieces, view)
    size = 34 if len(line) < 56 else 26
    draw.text((60, 560), line if line[:1].isdigit() else f"$ {line}", accent, ImageFont.load_default(size))
    out = io.BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


class _Sketch(Sketch):
    """Draws the pieces of all games."""

    def __init__(self, draw: ImageDraw) -> None:
        self._draw = draw

    def die(self, x: float, y: float, size: float, face: int) -> None:
        draw = self._draw
        draw.rounded_rectangle((x, y + size * 0.06, x + size, y + size * 1.06), size * 0.2, "#b9ab92")
        draw.rounded_rectangle((x, y, x + size, y + size), size * 0.2, "#f8f2e4")
        for place in PIPS[face]:
            row, column = divmod("abcdefghi".index(place), 3)
            across, down = x + size * (0.26 + 0.24 * column), y + size * (0.26 + 0.24 * row)
            radius = size * 0.085
            draw.ellipse((across - radius, down - radius, across + radius, down + radius), "#2a211b")

    def card(self, x: float, y: float, seat: int, said: str) -> None:
        from PIL import ImageFont

        self._draw.rounded_rectangle((x, y, x + 116, y + 136), 12, CARD, _colour(seat), 5)
        ink, font = (INK, ImageFont.load_default(20)) if said else (DIM, ImageFont.load_default(54))
        self._draw.text((x + 58, y + 66), said or "?", ink, font, anchor="mm")

    def grid(self, x: float, y: float, square: float, side: int) -> None:
        for at in [number * square for number in range(side + 1)]:
            self._draw.line((x, y + at, x + side * square, y + at), LAWN, 3)
            self._draw.line((x + at, y, x + at, y + side * square), LAWN, 3)

    def disc(self, x: float, y: float, size: float, seat: int, said: str) -> None:
        from PIL import ImageFont

        self._draw.ellipse((x, y, x + size, y + size), _colour(seat))
        middle = x + size / 2, y + size / 2
        self._draw.text(middle, said, GROUND, ImageFont.load_default(26), anchor="mm")

    def crown(self, x: float, y: float, size: float) -> None:
        ends = ((8, 28), (29, 50), (50, 14), (71, 50), (92, 28), (84, 76), (16, 76))
        self._draw.polygon([(x + size * a / 100, y + size * b / 100) for a, b in ends], "#f5b731")
        band = x + size * 0.16, y + size * 0.8, x + size * 0.84, y + size * 0.91
        self._draw.rounded_rectangle(band, 3, "#f5b731")


def _colour(seat: int) -> str:
    return SEATS[(seat - 1) % len(SEATS)]
