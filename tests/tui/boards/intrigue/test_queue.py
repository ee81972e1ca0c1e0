"""The queue's cursor goes where it may, by rows of ten, changes few cells, and takes the real one along."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.intrigue.model.cards import KINDS
from tui.boards.intrigue.panels.hand import HandShape, card_line
from tui.boards.intrigue.panels.places import CHOSEN, PlaceFace, inside, lines_of
from tui.boards.intrigue.panels.queue import Queue, QueueShape
from tui.boards.intrigue.play.intents import QueueSpot
from tui.boards.intrigue.words.cards import short_effect
from tui.language.texts import LANGUAGES, Texts
from tui.widgets.card_faces import CardFace

SHAPES = {9: QueueShape(10, 80), 16: QueueShape(10, 80, 4, framed=True), 3: QueueShape(10, 80)}
"""Three rows of places without and with frames, and one row in a small window, by their height."""


class QueueApp(App[None]):
    """A queue and nothing else."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, places: int, stops: Sequence[QueueSpot], height: int) -> None:
        super().__init__()
        self.queue = Queue(id="queue")
        self.said: list[QueueSpot] = []
        self._places, self._stops = places, stops
        self._height = height

    def compose(self) -> ComposeResult:
        yield self.queue

    def on_mount(self) -> None:
        self.queue.styles.height = self._height
        faces = [
            PlaceFace(number, ("Lord",), ("Amber", "Amb"), up=True) for number in range(1, self._places + 1)
        ]
        self.queue.set_shape(SHAPES[self._height])
        self.queue.show(faces, self._stops or [QueueSpot(number) for number in range(1, self._places + 1)])
        self.queue.focus()

    def on_queue_confirmed(self, event: Queue.Confirmed) -> None:
        self.said.append(event.at)


@asynccontextmanager
async def queue(
    places: int, stops: Sequence[QueueSpot] = (), height: int = 9
) -> AsyncIterator[tuple[QueueApp, Pilot[None]]]:
    app = QueueApp(places, stops, height)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield app, pilot


def rows(app: QueueApp) -> list[str]:
    return [strip.text for strip in app.screen._compositor.render_strips()[: app.queue.size.height]]


@pytest.mark.parametrize(
    ("keys", "stop"),
    [
        ("right right left", 2),
        ("l l h", 2),
        ("down", 11),
        ("j j k", 11),
        ("end", 25),
        ("end up", 15),
        ("end home", 1),
        ("right right right right right right down down", 25),
        ("left up", 1),
    ],
)
async def test_arrows_and_hjkl_go_from_place_to_place(keys: str, stop: int):
    """Along the queue, and to the nearest place of the row above or below."""
    async with queue(25) as (app, pilot):
        await pilot.press(*keys.split())
        assert app.queue.stop == QueueSpot(stop)


async def test_the_cursor_stays_on_what_it_may_stop_at():
    """Gaps and places in any mixture; Enter tells which."""
    stops = (QueueSpot(1, False), QueueSpot(4), QueueSpot(9), QueueSpot(26, False))
    async with queue(25, stops) as (app, pilot):
        await pilot.press("home", "right", "right", "down", "enter")
        assert app.said[-1] == QueueSpot(26, False)
        await pilot.press("up", "enter")
        assert app.said[-1] == QueueSpot(4)


@pytest.mark.parametrize("height", [9, 16])
async def test_a_step_changes_few_cells(height: int):
    """Brackets alone, wherever it leads."""
    async with queue(25, height=height) as (app, pilot):
        for key in ("right", "right", "down", "left", "end"):
            before = rows(app)
            await pilot.press(key)
            pairs = zip("".join(before), "".join(rows(app)), strict=True)
            assert 0 < sum(old != new for old, new in pairs) <= 4


@pytest.mark.parametrize(
    ("places", "stop", "caret"),
    [
        (25, QueueSpot(1), Offset(1, 1)),
        (25, QueueSpot(10), Offset(73, 1)),
        (25, QueueSpot(11), Offset(1, 4)),
        (25, QueueSpot(11, False), Offset(0, 4)),
        (25, QueueSpot(26, False), Offset(40, 7)),
        (30, QueueSpot(31, False), Offset(79, 7)),
        (0, QueueSpot(1, False), Offset(0, 1)),
    ],
)
async def test_the_terminals_cursor_rests_on_the_card_or_between_two(
    places: int, stop: QueueSpot, caret: Offset
):
    """Its first letter, or the sign that stands there."""
    async with queue(places, (stop,)) as (app, _):
        assert app.queue.stop == stop
        assert app.queue.caret() == caret
        cell = rows(app)[caret.y][caret.x]
        assert cell == ("L" if stop.on else "^")


async def test_no_name_is_cut_by_the_sign_of_a_face_down_card_or_the_end_of_a_row():
    """Before the place, where the name fills it; a row of ten has seven cells for each."""
    async with queue(20, (QueueSpot(21, False),)) as (app, _):
        faces = [PlaceFace(at, ("Soldier", "Soldier"), ("Amber", "Amb"), up=at > 2) for at in range(1, 21)]
        app.queue.show(faces, app.queue.stops)
        names = [row for row in rows(app) if "Soldier" in row]
        assert names[0] == "?Soldier?Soldier" + 8 * " Soldier"
        assert names[1] == 9 * " Soldier" + " Soldie^"


async def test_a_queue_that_is_too_long_shows_the_row_of_the_cursor():
    """Of three rows one fits; nothing else changes when the cursor stays in its row."""
    async with queue(25, height=3) as (app, pilot):
        for keys, first in (("right", " 1 "), ("down", " 11 "), ("end", " 21 "), ("home", " 1 ")):
            await pilot.press(*keys.split())
            assert rows(app)[0].startswith(first), keys
            assert app.queue.caret() is not None
            assert app.queue.caret().y == 1


async def test_a_place_that_is_gone_gives_the_cursor_to_its_neighbour():
    """And other stops to the nearest of them."""
    async with queue(5) as (app, pilot):
        await pilot.press("end")
        app.queue.show(app.queue.faces[:3], [QueueSpot(1), QueueSpot(2), QueueSpot(3)])
        assert app.queue.stop == QueueSpot(3)
        app.queue.show(app.queue.faces, [QueueSpot(1, False), QueueSpot(4, False)])
        assert app.queue.stop == QueueSpot(4, False)
        assert "^" in rows(app)[1]
        app.queue.show(app.queue.faces, [QueueSpot(1)])
        assert "^" not in rows(app)[1]


@pytest.mark.parametrize("rows", range(3, 9))
@pytest.mark.parametrize("names", [("Lord",), ("Shapeshifter", "Shift"), ()])
def test_a_tall_place_without_a_frame_has_all_its_lines(rows: int, names: tuple[str, ...]) -> None:
    """A plan can find room for taller places where it finds none for frames."""
    face = PlaceFace(1, names, ("Amber", "Amb"), up=bool(names), split=("Shape-", "shifter"))
    assert len(lines_of(face, 8, rows)) == rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_does_is_told_whole_or_not_at_all(language: str):
    """In a place of any width: half a word, or half of an effect, would be taken for all of it."""
    texts = Texts(language)
    for kind in KINDS:
        does = short_effect(texts, kind)
        for width in range(7, 14):
            rows = inside(PlaceFace(1, ("Lord",), ("Amber", "Amb"), up=True, does=does), width, 9)
            lines = ["".join(text for text, _ in row).strip() for row in rows]
            assert " ".join(filter(None, lines)) in {f"Lord {does} Amber", "Lord Amber"}


def test_what_was_chosen_fills_the_line_of_its_name_alone():
    """In the queue, besides its sign, and in the hand, with frames and without."""
    face = PlaceFace(1, ("Heir",), ("Amber",), influence=2)
    plain, chosen = (lines_of(one, 10, 4) for one in (face, face._replace(sign=CHOSEN)))
    assert [one != its for one, its in zip(plain, chosen, strict=True)] == [True, True, False, False]
    card = CardFace("spy", "Spy", powers=("takes 1 influence",))
    for shape in (HandShape(2, 20, 3), HandShape(2, 40, 6, framed=True)):
        held, taken = (card_line(card, shape, chosen=chosen) for chosen in (False, True))
        assert [one != its for one, its in zip(held, taken, strict=True)] == [True] + [False] * (
            shape.lines - 1
        )
