"""Pictures of positions for previews of links, 1200 x 630, drawn with Pillow where it is installed."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.court.model.state import View as CourtView
from engine.intrigue.model.state import View as IntrigueView
from engine.laurin import queries as laurin
from engine.laurin.model import components
from engine.laurin.model.state import View as LaurinView
from engine.records.course import Course
from tui.boards import BOARDS
from tui.boards.intrigue.words import names as intrigue_names
from tui.boards.kit.page import letters
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.texts import texts_in
from tui.web.boards import seat_names
from tui.web.page import Site
from tui.web.pieces import PIPS

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
COLOURS = 64
GROUND, INK, DIM, CARD = "#14120f", "#f1ebe0", "#b3a896", "#2a2621"
SEATS = ("#ff7b72", "#6cb6ff", "#8ddb6e", "#ffd54f", "#d79bea")
ACCENTS: Mapping[str, str] = MappingProxyType(
    {"court": "#ffb31a", "intrigue": "#ff5c93", "laurin": "#5fd787"}
)
LONGEST_NAME = 18


def pictures() -> Pictures | None:
    """Return what draws, None where Pillow is not installed (the extra `web`)."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        return None
    return Pictures()


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


def _picture(game: str, title: str, names: Sequence[str], now: Sequence[int], line: str, view: Any) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(picture)
    accent = ACCENTS.get(game, "#ffb31a")
    draw.rectangle((0, 0, 16, HEIGHT), accent)
    _crown(draw, 60, 46, 54)
    draw.text((126, 52), "crownhouse", DIM, ImageFont.load_default(34))
    draw.text((60, 118), title, INK, ImageFont.load_default(60))
    for seat, (letter, name) in enumerate(zip(letters(names), names, strict=True), start=1):
        top = 230 + (seat - 1) * 56
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        if game:
            draw.rounded_rectangle((60, top, 98, top + 38), 10, SEATS[(seat - 1) % 5])
            draw.text((79, top + 19), letter, GROUND, ImageFont.load_default(26), anchor="mm")
        draw.text(
            (114 if game else 60, top), short, accent if seat in now else INK, ImageFont.load_default(32)
        )
    if view is not None and game in _BOARDS:
        _BOARDS[game](draw, view)
    size = 34 if len(line) < 56 else 26
    draw.text((60, 560), line if line[:1].isdigit() else f"$ {line}", accent, ImageFont.load_default(size))
    out = io.BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _crown(draw: ImageDraw, x: float, y: float, size: float) -> None:
    ends = ((8, 28), (29, 50), (50, 14), (71, 50), (92, 28), (84, 76), (16, 76))
    draw.polygon([(x + size * a / 100, y + size * b / 100) for a, b in ends], "#f5b731")
    draw.rounded_rectangle((x + size * 0.16, y + size * 0.8, x + size * 0.84, y + size * 0.91), 3, "#f5b731")


def _die(draw: ImageDraw, x: float, y: float, size: float, face: int) -> None:
    draw.rounded_rectangle((x, y + size * 0.06, x + size, y + size * 1.06), size * 0.2, "#b9ab92")
    draw.rounded_rectangle((x, y, x + size, y + size), size * 0.2, "#f8f2e4")
    for place in PIPS[face]:
        row, column = divmod("abcdefghi".index(place), 3)
        across, down, radius = x + size * (0.26 + 0.24 * column), y + size * (0.26 + 0.24 * row), size * 0.085
        draw.ellipse((across - radius, down - radius, across + radius, down + radius), "#2a211b")


def _court(draw: ImageDraw, view: CourtView) -> None:
    turn = view.position.turn
    active, aside = (sorted(turn.active, reverse=True), turn.aside) if turn else ([], ())
    for number, face in enumerate(active[:8]):
        _die(draw, 560 + number % 4 * 145, 230 + number // 4 * 145, 120, face)
    for number, face in enumerate(aside[:7]):
        _die(draw, 560 + number * 84, 385 + 145 * (len(active) > 4), 66, face)


def _intrigue(draw: ImageDraw, view: IntrigueView) -> None:
    from PIL import ImageFont

    for number, stack in enumerate(view.position.queue[:10]):
        top, x, y = stack[-1], 520 + number % 5 * 130, 220 + number // 5 * 150
        draw.rounded_rectangle((x, y, x + 116, y + 136), 12, CARD, SEATS[(top.owner - 1) % 5], 5)
        said = intrigue_names.name(texts_in(), top.kind)[:10] if top.kind else "?"
        size = 20 if top.kind else 54
        draw.text((x + 58, y + 66), said, INK if top.kind else DIM, ImageFont.load_default(size), anchor="mm")


def _laurin(draw: ImageDraw, view: LaurinView) -> None:
    from PIL import ImageFont

    left, upper, square, side = 690, 120, 50, components.SIZE
    for number in range(side + 1):
        at = number * square
        draw.line((left, upper + at, left + side * square, upper + at), "#3f6b48", 3)
        draw.line((left + at, upper, left + at, upper + side * square), "#3f6b48", 3)
    for dwarf in view.position.dwarfs:
        x = left + (ord(dwarf.square[0]) - ord("a")) * square
        y = upper + (side - int(dwarf.square[1])) * square
        draw.ellipse((x + 6, y + 6, x + square - 6, y + square - 6), SEATS[(dwarf.seat - 1) % 5])
        value = str(laurin.dwarf_value(dwarf))
        draw.text(
            (x + square / 2, y + square / 2), value, GROUND, ImageFont.load_default(26), anchor="mm"
        )  # fmt: skip
    king_x, king_y = view.position.king
    _crown(draw, left + king_x * square - 20, upper + (side - king_y) * square - 22, 40)


_BOARDS: Mapping[str, Callable[[Any, Any], None]] = MappingProxyType(
    {"court": _court, "intrigue": _intrigue, "laurin": _laurin}
)
