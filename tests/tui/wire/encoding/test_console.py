"""What the Linux console is shown stands in the fonts that it has."""

from __future__ import annotations

import ast
import unicodedata
from pathlib import Path

import pytest
from rich.segment import Segment

import tui
from tests.tui.emulator import EmulatedTerminal
from tui.host.session import ClientInfo
from tui.presenters.area import EIGHTHS
from tui.wire.encoding.cells import cells
from tui.wire.encoding.encoder import Encoder
from tui.wire.terminal.terminals import terminal_of

IN_FONTS = frozenset(
    "¡£¤¦§¨©«¬®°±´¶·¸»¿×÷‐‑‒–—―‘’‚“”„•‹›€™←↑→↓−≈≠≤≥≪≫⊕⊖⊘⊙⊛⊜─━│┃┄┅┆┇┈┉┊┋┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡"
    "┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╌╍╎╏═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰╱╲╳╴╵╶╷╸╹"
    "╺╻╼╽╾╿█░▒■▮▲▴▶▸▼▾◀◂◈●☐☑☒♦✗✘"
)
"""The signs that each font of Debian's console-setup 1.221 for the codesets Lat15, Lat2, Uni2 and Uni3 has:
what their tables of Unicode have in common, without letters and digits.
"""
ROOM = Path(tui.__file__).parent
ELSEWHERE = {"cells.py", "letters.py", "page.py"}
"""Modules whose signs are shown by no terminal: tables of them, and pages of the web."""


def _is_sign(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char)[0] not in "LMCN"


def _texts(module: Path) -> str:
    tree = ast.parse(module.read_text("utf-8"))
    return "".join(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_every_sign_of_the_screens_is_in_its_fonts() -> None:
    """As it is, or by another one that stands for it; blocks of every height are drawn by other terminals."""
    modules = [module for module in ROOM.rglob("*.py") if module.name not in ELSEWHERE]
    catalogues = [file.read_text("utf-8") for file in ROOM.rglob("*.po")]
    signs = {char for text in (*map(_texts, modules), *catalogues) for char in text if _is_sign(char)}
    assert len(signs) > 20
    shown = {sign: "".join(cells(sign, "console")) for sign in signs - {*EIGHTHS}}
    assert {sign for sign, cell in shown.items() if not cell.isascii() and cell not in IN_FONTS} == set()


@pytest.mark.parametrize(("term", "shown"), [("linux", "█ Amber K o + ■"), ("xterm", "▌ Amber ♛ ○ ✓ ▄")])
def test_a_sign_stands_for_what_its_fonts_lack(term: str, shown: str) -> None:
    terminal = terminal_of(ClientInfo(term=term, environment={"LANG": "en_GB.UTF-8"}))
    encoder, screen = Encoder(terminal, 20, 1), EmulatedTerminal(20, 1)
    encoder.put(0, 0, [Segment("▌ Amber ♛ ○ ✓ ▄")])
    screen.feed(encoder.frame(None))
    assert screen.text.rstrip() == shown
