"""Draws the pictures of the documentation from the real program: a host, stock ssh clients, a game under way.

    python -m docs.pictures.make [FOLDER]

The pictures are SVG files in FOLDER (build/pictures/live unless named), one for each scene, size and
language. Two people and three bots play a whole game; whenever a scene comes, further clients
with the key of the first look at it from the same seat. `docs.pictures.gallery` draws what the documentation
shows, without a host.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from docs.pictures.drawing import svg
from docs.pictures.emulator import screen_after
from tests.e2e.court_player import CourtPlayer, most_common, play_on
from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals

HERE = Path("build", "pictures", "live")
SIZES = {"80x24": (80, 24), "100x30": (100, 30), "140x45": (140, 45)}
LANGUAGES = {"en": "en_US.UTF-8", "de": "de_DE.UTF-8"}
DICE = ("\n active", "\n in hand", "\n aktiv", "\n in der Hand")
"""What stands before dice, at a table and nowhere else."""
MOST_GAMES = 8
"""Games that are begun until one has all scenes."""


class MissedError(Exception):
    """A game went by without a scene."""


class Studio:
    """One game, and who draws it."""

    def __init__(self, terminals: PtyTerminals, host: LiveHost, folder: Path) -> None:
        self.terminals, self.host, self.folder = terminals, host, folder
        self.anna, self.bert = host.connect("anna"), host.connect("bert")
        self.people = [CourtPlayer("anna", self.anna), CourtPlayer("bert", self.bert)]

    def draw(self, name: str, title: str, terminal: PtyTerminal) -> None:
        self.terminals.settle()
        size = terminal.screen.columns, terminal.screen.lines
        screen = screen_after(bytes(terminal.received), *size)
        (self.folder / f"{name}.svg").write_text(svg(screen, title), encoding="utf-8")

    def look(self, name: str, title: str, *keys: str, sizes: tuple[str, ...] = ("80x24",)) -> None:
        """Draws what anna sees now, in each language, after further keys."""
        for size in sizes:
            for language, locale in LANGUAGES.items():
                columns, rows = SIZES[size]
                other = self.at_the_table(columns, rows, locale)
                for key in keys:
                    self.press(other, key)
                named = f"{name}-{size}" if len(sizes) > 1 else name
                self.draw(named if language == "en" else f"{named}-{language}", title, other)
                other.hang_up()
        self.terminals.settle()

    def at_the_table(self, columns: int, rows: int, locale: str) -> PtyTerminal:
        """A further client of anna's. It is there when it shows dice: the lobby names the game, too, and
        the header of a table does not where the rest of it needs the room.
        """
        other = self.host.connect("anna", columns=columns, rows=rows, lang=locale)
        self.terminals.see(other, "Go there now?", "wartet auf dich")
        other.press("Enter")
        self.terminals.see(other, *DICE)
        self.terminals.settle()
        return other

    def press(self, terminal: PtyTerminal, key: str) -> None:
        """Presses a key that changes something, and waits until it has."""
        before = terminal.text
        terminal.press(key)
        self.terminals.rest()
        self.terminals.check(terminal.text != before, f"what {key} does")
        self.terminals.settle()

    # The scenes

    def lobby(self) -> None:
        """Some tables, some talk, seen by somebody who has just come."""
        self.terminals.see(self.anna, "No tables of others")
        self.order(self.bert, "/open court 3 5m")
        self.terminals.see(self.bert, "1  bert")
        self.order(self.anna, "/open court 5")
        self.terminals.see(self.anna, "1  anna")
        for line in ("b", "b", "b"):
            self.anna.press(line)
            self.terminals.settle()
        for language, locale in LANGUAGES.items():
            guest = self.host.connect("clara", lang=locale)
            self.terminals.see(guest, "Lobby")
            if language == "en":
                self.order(guest, "Who is in for a game?")
            self.draw("lobby" if language == "en" else f"lobby-{language}", "The lobby", guest)
            guest.hang_up()
        self.terminals.settle()

    def begin(self) -> None:
        """Bert leaves his table and sits down at anna's."""
        self.order(self.bert, "/leave")
        self.terminals.settle()
        name = re.search(r"\b[A-Z]+-\d+\b", self.anna.text)
        self.order(self.bert, f"/join {name[0] if name else ''}")
        self.terminals.see(self.anna, "bert")
        self.terminals.settle()
        self.anna.press("s")
        self.terminals.see(self.anna, "round 1")
        self.terminals.see(self.bert, "round 1")

    def order(self, terminal: PtyTerminal, line: str) -> None:
        """Types a line, a command or talk."""
        terminal.press('"' if not line.startswith("/") else "/", line.lstrip("/"), "Enter")
        self.terminals.settle()

    def play_until(self, scene: Callable[[PtyTerminal], bool], what: str) -> None:
        """Plays on until anna is asked and sees the scene."""
        while True:
            self.terminals.rest()
            self.terminals.check(any(person.asked or person.over for person in self.people), what)
            if self.people[0].asked and scene(self.anna):
                return
            if play_on(self.terminals, self.people, 1) == 0:
                raise MissedError(what)

    def game(self) -> None:
        title = "A game of court: {}".format
        self.play_until(_first_throw, "the first throw")
        self.look("first", title("the first throw of a first game"))
        self.order(self.anna, "/hints off")
        self.play_until(_in_the_middle, "the middle")
        self.look("court", title("the middle"), most_common(self.anna.text), sizes=tuple(SIZES))
        self.look("power", title("a power is being chosen"), "p")
        self.look("odds", title("the odds, and what the die in brackets changes"), "o")
        self.look("explained", title("a card is explained"), "Tab", "?")
        self.play_until(_in_the_final_round, "the final round")
        self.look("final", title("the final round"))
        german = self.at_the_table(*SIZES["80x24"], LANGUAGES["de"])
        while play_on(self.terminals, self.people, 1):
            pass
        self.terminals.rest()
        self.terminals.check(self.people[0].over, "the result")
        self.draw("result", title("the result"), self.anna)
        self.terminals.see(german, "noch einmal")
        self.draw("result-de", title("the result"), german)


def _first_throw(anna: PtyTerminal) -> bool:
    return "space mark" in anna.text.splitlines()[-1]


def _in_the_middle(anna: PtyTerminal) -> bool:
    """Some rounds are played, several dice are active, and a power can be used."""
    lines = anna.text.splitlines()
    late = any(f"round {number}" in lines[0] for number in range(4, 30))
    return late and "space mark" in lines[-1] and "p power" in lines[-1]


def _in_the_final_round(anna: PtyTerminal) -> bool:
    lines = anna.text.splitlines()
    return "final round" in lines[0] and "space mark" in lines[-1]


def main(folder: Path) -> None:
    """Plays until every scene has been seen, and draws each."""
    for _ in range(MOST_GAMES):
        terminals = PtyTerminals()
        with tempfile.TemporaryDirectory() as temporary:
            host = LiveHost(Path(temporary), terminals)
            host.start()
            try:
                studio = Studio(terminals, host, folder)
                studio.lobby()
                studio.begin()
                studio.game()
            except MissedError as missed:
                sys.stderr.write(f"missed {missed}, once more\n")
            else:
                return
            finally:
                terminals.close()
                host.close()
    raise SystemExit("no game had all scenes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
