"""Draws every screen at every size, in every theme and language: `make pictures`, to be looked through.

    python -m docs.pictures.gallery FOLDER [PART OF A NAME]
    python -m docs.pictures.gallery

Positions stand in here, no host runs; a session takes them over its whole way to a client's terminal. A
picture is called after its scene, size, theme and language. Without a folder the few are drawn that lie
beside this file, for the documentation.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from docs.pictures import tables
from docs.pictures.drawing import CONSOLE, PAPER, PHOSPHOR, WINDOW, Tube, svg
from docs.pictures.emulator import screen_after
from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import Analysis, with_part
from tests.engine.seeded_chance import luck
from tests.tui.boards.court import test_looks as court_looks
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.lines import client
from tests.tui.plain.test_lobby_shell import evening
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.scripted_port import Hosted
from tests.tui.stage import StagePort, TableStage
from tests.tui.watch import Watching
from tui.commands.account import HINTS, LANGUAGE, THEME
from tui.host.analyses import AnalysisNews
from tui.host.pictures import LessonStep
from tui.host.session import ClientInfo
from tui.wire.terminal.palette import DARK, LIGHT, MONO

HERE = Path(__file__).parent
SIZES = ((40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (140, 45))
LANGUAGES = ("en", "de", "it", "nl")
ANALYSED = "three-in-english"
"""The record of the game whose analysis is shown."""
TERMINALS = (
    (DARK, "xterm-direct", WINDOW),
    (LIGHT, "xterm-direct", PAPER),
    (MONO, "xterm-256color", PHOSPHOR),
    ("linux", "linux", CONSOLE),
    ("vt100", "vt100", PHOSPHOR),
)
"""Themes, and terminals that decide themselves."""


class Scene(NamedTuple):
    """Who sits where, what is played then, and what is pressed."""

    port: Callable[[], tuple[Any, TableStage | None]]
    moves: tuple[str, ...] = ()
    keys: tuple[bytes, ...] = ()
    goto: str = ""
    """Where the session begins, if that is neither the lobby nor the table."""


def _at(stage: Callable[[], TableStage], name: str = "Amber") -> Callable[[], tuple[Any, TableStage]]:
    def seated() -> tuple[Any, TableStage]:
        there = stage()
        return StagePort(there, name), there

    return seated


def _lobby() -> tuple[Any, None]:
    return Hosted().port("Wren"), None


def _evening() -> tuple[Any, None]:
    return evening().port("Wren"), None


def _past_game() -> tuple[Any, None]:
    return ReplayPort(replayed("court"), Hosted(), "Wren"), None


@cache
def _analysis() -> Analysis:
    """The analysis of the game that is shown, made once."""
    course = replayed("court", record=ANALYSED).course
    found = begun(course)
    for part in analyse(course, luck):
        found = with_part(found, part)
    return found


def _analysed() -> tuple[Any, None]:
    port = ReplayPort(replayed("court", record=ANALYSED), Hosted(), "Wren")
    port.analysis = AnalysisNews(0, 1.0, _analysis())
    return port, None


def _lesson(stage: Callable[[], TableStage], step: LessonStep) -> Callable[[], tuple[Any, TableStage]]:
    def taught() -> TableStage:
        there = stage()
        news = there.news
        there.news = lambda *around: replace(news(*around), lesson=step)  # type: ignore[method-assign]
        return there

    return _at(taught)


def _over() -> CourtStage:
    over = CourtStage(
        court_looks.position(
            (), ("king", "queen"), (), turn=court_looks.Turn(2, 3), final=court_looks.ALL_FINAL
        )
    )
    over.playthrough = over.with_waiting(())
    return over


COURT = Scene(_at(tables.court), tables.COURT, (b"4",))
SCENES = {
    "lobby": Scene(_lobby),
    "lobby-busy": Scene(_evening),
    "practice": Scene(_lobby, keys=(b"p",)),
    "form": Scene(_lobby, keys=(b"n",)),
    "help": Scene(_lobby, keys=(b"\x1bOP",)),
    "commands": Scene(_lobby, keys=(b"/help\r",)),
    "rules": Scene(_lobby, keys=(b"r",)),
    "room": Scene(_at(lambda: CourtStage(seats=4, bots=(2,)))),
    "court": COURT,
    "court-card": COURT._replace(keys=(b"\t",)),
    "court-power": COURT._replace(keys=(b"p",)),
    "court-odds": COURT._replace(keys=(b"4", b"o")),
    "court-explained": COURT._replace(keys=(b"\t", b"?")),
    "court-watched": Scene(_at(tables.court), tables.COURT[:3]),
    "court-lesson": Scene(_lesson(tables.court, LessonStep("keep", 3, 26)), tables.COURT),
    "replay": Scene(_past_game, keys=(b"\x1b[C",) * 8, goto="replay 5f0c2a9e"),
    "analysis": Scene(_analysed, keys=(b"a",), goto="replay 5f0c2a9e"),
    "replay-analysed": Scene(_analysed, keys=(b"a", b"\r"), goto="replay 5f0c2a9e"),
    "court-full": Scene(_at(court_looks.middle), keys=(b"\x1b[C", b" ")),
    "result": Scene(_at(_over, "Cedar"), ("2 concede",)),
    "intrigue": Scene(_at(tables.intrigue), tables.INTRIGUE),
    "intrigue-place": Scene(_at(tables.intrigue), tables.INTRIGUE, (b"\r",)),
    "intrigue-lesson": Scene(_lesson(tables.intrigue, LessonStep("ambush", 8, 19)), tables.INTRIGUE),
    "laurin": Scene(_at(tables.laurin), tables.LAURIN),
    "laurin-garden": Scene(_at(tables.laurin), tables.LAURIN, (b"\t", b"\t")),
    "laurin-log": Scene(_at(tables.laurin), tables.LAURIN, (b"/log\r",)),
    "laurin-lesson": Scene(_lesson(tables.laurin, LessonStep("king", 15, 19)), tables.LAURIN),
}


async def sent(scene: Scene, shown: ClientInfo, theme: str, language: str) -> bytes:
    """Everything that the terminal was sent."""
    port, stage = scene.port()
    settings = {**port.me.settings, LANGUAGE: language, THEME: theme, HINTS: "off"}
    port.me = replace(port.me, settings=settings)
    watch = Watching(port, replace(shown, goto=scene.goto or ("join KIWI-7" if stage else "")))
    found = await watch.sent()
    for move in scene.moves:
        seat, notation = move.split(maxsplit=1)
        if stage is not None:
            stage.read(int(seat), notation)
        found += await watch.sent()
    for keys in scene.keys:
        watch.session.feed(keys)
        found += await watch.sent()
    await watch.leave()
    return found


class Shot(NamedTuple):
    """A scene as one terminal shows it."""

    scene: str
    size: tuple[int, int] = (80, 24)
    look: str = DARK
    term: str = "xterm-256color"
    tube: Tube = WINDOW
    language: str = "en"

    @property
    def name(self) -> str:
        """Tells it apart from all others."""
        return f"{self.scene}-{self.size[0]}x{self.size[1]}-{self.look}-{self.language}"

    def draw(self) -> str:
        """The picture."""
        theme = self.look if self.look in {DARK, LIGHT, MONO} else DARK
        shown = client(self.term, columns=self.size[0], rows=self.size[1])
        data = asyncio.run(sent(SCENES[self.scene], shown, theme, self.language))
        return svg(screen_after(data, *self.size), TITLES.get(self.scene, self.scene), self.tube)


TITLES = {
    "lobby": "The lobby",
    "room": "A table before the start",
    "court": "A game of To Court the King",
    "court-odds": "The odds, and what the marked dice change",
    "court-explained": "A card is explained",
    "court-power": "A power is being chosen",
    "court-watched": "Somebody else throws",
    "analysis": "The analysis of a game",
    "replay-analysed": "A mistake in a game that is looked at again",
    "result": "The result",
    "intrigue": "A game of Plot for the Crown",
    "laurin": "A game of King Laurin",
}
COMMITTED = {
    "lobby": Shot("lobby"),
    "room": Shot("room"),
    "court-de": Shot("court", language="de"),
    "court-light": Shot("court", look=LIGHT, tube=PAPER),
    "court-40x12": Shot("court", (40, 12)),
    "court-100x30": Shot("court", (100, 30)),
    "court-140x45": Shot("court", (140, 45)),
    "court-power": Shot("court-power"),
    "court-odds": Shot("court-odds"),
    "court-odds-120x40": Shot("court-odds", (120, 40)),
    "court-explained": Shot("court-explained"),
    "court-watched": Shot("court-watched"),
    "analysis": Shot("analysis"),
    "analysis-120x40": Shot("analysis", (120, 40)),
    "replay-analysed": Shot("replay-analysed", (120, 40)),
    "result": Shot("result"),
    "intrigue-120x40": Shot("intrigue", (120, 40)),
    "laurin-120x40": Shot("laurin", (120, 40)),
    "laurin-light": Shot("laurin", look=LIGHT, tube=PAPER),
}
"""The pictures that lie beside this file, with those of `docs.pictures.tables`."""


def shots(part: str = "") -> Iterator[Shot]:
    """Yields everything that can be drawn and has `part` in its name."""
    for scene in SCENES:
        for size in SIZES:
            for look, term, tube in TERMINALS:
                for language in LANGUAGES:
                    shot = Shot(scene, size, look, term, tube, language)
                    if part in shot.name:
                        yield shot


def draw(folder: Path, pictures: Mapping[str, Shot]) -> int:
    """Draws pictures by their names; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in pictures.items():
        (folder / f"{name}.svg").write_text(shot.draw(), encoding="utf-8")
    return len(pictures)


def main(words: list[str]) -> str:
    """Draws what the documentation shows, or into a folder everything with a part of a name."""
    if not words:
        tables.draw(HERE)
        return f"{draw(HERE, COMMITTED) + len(tables.PICTURES)} pictures in {HERE}"
    found = {shot.name: shot for shot in shots(*words[1:2])}
    return f"{draw(Path(words[0]), found)} pictures in {words[0]}"


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1:])}\n")
