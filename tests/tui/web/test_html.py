"""What players typed cannot become a part of a page."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.analysis.rounds import Curve
from tests.tui import snapshots
from tui.boards.kit.html import Html, document, element, feed, joined, tag
from tui.boards.kit.page import letters
from tui.language.texts import Texts
from tui.web import replay
from tui.web.pieces import icon, pieces

ROOT = Path(__file__).parents[3]
EVIL = "<img src=x onerror=1>\"'&"
ESCAPED = "&lt;img src=x onerror=1&gt;&quot;&#x27;&amp;"


def test_text_is_escaped_wherever_it_is_put_in() -> None:
    assert tag("b", EVIL) == f"<b>{ESCAPED}</b>"
    assert tag("a", "x", href=EVIL) == f'<a href="{ESCAPED}">x</a>'
    assert tag("ul", [tag("li", EVIL), None]) == f"<ul><li>{ESCAPED}</li></ul>"
    assert feed(element("title", EVIL)).endswith(f"<title>{ESCAPED}</title></feed>")
    assert ESCAPED in document(EVIL, lang="en")


@pytest.mark.parametrize(
    "made",
    [tag("b", "x") + "<i>", f"{tag('b', 'x')}", tag("b", "x").strip(), tag("b", "x").replace("x", "<")],
)
def test_what_is_made_of_a_piece_is_text_again(made: str) -> None:
    assert not isinstance(made, Html)
    assert "<" not in joined(made)


def test_the_pieces_are_drawn_as_they_were_written_down() -> None:
    snapshots.check("web-pieces", f"{pieces()}{icon()}".replace("><", ">\n<"))


def test_nothing_else_writes_html() -> None:
    """Neither the pages nor the boards of games have a < in a text of their own; tags are made by `tag`."""
    files = [*(ROOT / "tui/web").glob("*.py"), *(ROOT / "tui/boards").glob("*/page.py")]
    assert len(files) > 8
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert "<" not in node.value.replace("</", ""), (file, node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Html", file


def test_attributes() -> None:
    assert tag("p", class_="a", data_part="x", hidden=True, off=False, none=None) == (
        '<p class="a" data-part="x" hidden></p>'
    )
    assert tag("meta", name="a") == '<meta name="a">'


def test_seats_have_letters_of_their_own() -> None:
    assert letters(["Ada", "Anna", "علي", "", "A"]) == ("A", "N", "ع", "4", "5")


def test_the_picture_of_a_terminal_is_that_of_the_documentation() -> None:
    assert (ROOT / "tui/web/static/look.svg").read_bytes() == (
        ROOT / "docs/pictures/terminal-true.svg"
    ).read_bytes()


@pytest.mark.parametrize(
    ("position", "is_open", "address"),
    [(3, False, ("/r/abc", "")), (2, False, ("/r/abc/2", "")), (3, True, ("/r/abc", "open"))],
)
def test_the_last_position_of_a_replay_is_its_own_address(
    position: int, is_open: bool, address: tuple[str, str]
) -> None:
    asked: Any = SimpleNamespace(to=lambda *to: to)
    game: Any = SimpleNamespace(id="abc", course=SimpleNamespace(last=3))
    assert replay._address(asked, game, position, is_open=is_open) == address


def test_chances_are_a_line_for_each_seat_up_to_the_rounds_that_are_over() -> None:
    """The last round is over at the end alone."""
    course = SimpleNamespace(rounds=(1, 1, 2, 2))
    cursors: list[Any] = [SimpleNamespace(course=course, position=at, is_at_end=at == 3) for at in range(4)]
    assert [*map(replay._rounds_over, cursors)] == [0, 0, 1, 2]
    drawn = replay._curve(Texts(), ("Ada", "Bert"), Curve(((0.5, 0.5), (0.9, 0.1), (1.0, 0.0))), now=1)
    assert drawn
    assert [drawn.count(f'class="line{seat} s{seat}"') for seat in (1, 2)] == [1, 1]
    assert "90 %" in drawn
