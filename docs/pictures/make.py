"""Draws the README's pictures from the real program: a host, stock ssh clients, a game under way.

    python -m docs.pictures.make [FOLDER]

The pictures are SVG files in FOLDER (docs/pictures unless named), one for each scene.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from docs.pictures.drawing import svg
from tests.e2e.host import LiveHost
from tests.e2e.person import Person, play_on
from tests.terminal import Desk, Terminal

HERE = Path(__file__).parent
SIZES = {"80x24": (80, 24), "100x30": (100, 30), "120x40": (120, 40), "140x45": (140, 45)}


def main(folder: Path) -> None:
    """Plays until every scene has been seen, and draws each."""
    desk = Desk()
    with tempfile.TemporaryDirectory() as temporary:
        host = LiveHost(Path(temporary), desk)
        host.start()
        try:
            _scenes(desk, host, folder)
        finally:
            desk.close()
            host.close()


def _scenes(desk: Desk, host: LiveHost, folder: Path) -> None:
    anna, bert = host.connect("anna"), host.connect("bert")
    desk.see(anna, "There is no table yet")
    anna.press("n")
    desk.see(anna, "A new table")
    anna.press("Enter")
    desk.see(bert, "There is room at")
    _draw(desk, folder, "lobby", bert, "The lobby of crownhouse with one open table")
    anna.press("/", *"bot page", "Enter")  # who takes the King late: there is something to see by then
    desk.see(anna, "(bot)")
    bert.press("Enter")
    desk.see(anna, "3 bert")
    anna.press("s")
    desk.see(anna, "round 1")
    people = [Person("anna", anna), Person("bert", bert)]
    while people[0].asked or "round 6" not in anna.text.splitlines()[0] or "space mark" not in anna.text:
        if play_on(desk, people, 1) == 0:
            raise SystemExit("the game ended before the pictures were taken")
        if "round 6" in anna.text.splitlines()[0] and "space mark" in anna.text:
            break
    for size, (columns, rows) in SIZES.items():
        watcher = host.connect("anna", columns=columns, rows=rows)
        desk.see(watcher, "is waiting. Go there now?")
        watcher.press("Enter")
        desk.see(watcher, "To Court the King ·")
        desk.see(watcher, "space mark")
        _draw(desk, folder, f"court-{size}", watcher, f"A game of court in a terminal of {size}")
    anna.press("p")
    desk.see(anna, "Enter")
    _draw(desk, folder, "power", anna, "A power is being chosen")
    anna.press("Escape")
    desk.see(anna, "space mark")
    anna.press("o")
    desk.see(anna, "your odds")
    _draw(desk, folder, "odds", anna, "The odds of a turn, and what the die under the cursor changes")
    anna.press("o")
    play_on(desk, people, 2000)
    desk.wait(lambda: people[0].over, "the result")
    _draw(desk, folder, "result", anna, "The result of a game")


def _draw(desk: Desk, folder: Path, name: str, terminal: Terminal, title: str) -> None:
    desk.settle()
    (folder / f"{name}.svg").write_text(svg(terminal.screen, title), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
