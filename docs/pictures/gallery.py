"""Draws every screen at every size, in every theme and language: `make pictures`, to be looked through.

    python -m docs.pictures.gallery FOLDER [PART OF A NAME]
    python -m docs.pictures.gallery

Positions stand in here, no host runs; a session takes them over its whole way to a client's terminal. A
picture is called after its scene, size, theme and language. Without a folder the few are drawn that lie
beside this file, for the documentation.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from docs.pictures import tables
from docs.pictures.drawing import CONSOLE, PAPER, PHOSPHOR, WINDOW, Tube, svg
from docs.pictures.emulator import screen_after
from engine import playthrough
from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import Analysis, with_part
from engine.analysis.rounds import SeenStep, curve, rounds
from engine.game import Ask
from engine.registry import GAMES
from tests.engine.seeded_chance import luck
from tests.tui.boards.court import test_looks as court_looks
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.lines import client
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.screens.evening import ended, evening_host, evening_of, ladder
from tests.tui.scripted_port import Hosted
from tests.tui.stage import StagePort, TableStage
from tests.tui.watch import Watching
from tui.host.game_analysis import AnalysisNews
from tui.host.history import SoloLadder
from tui.host.pictures import LessonStep
from tui.host.port import ChatLine
from tui.host.session import ClientInfo
from tui.host.setting_names import HINTS, LANGUAGE, THEME
from tui.presenters.steps import HAND, ONCE, SPEED
from tui.wire.terminal.palette import DARK, LIGHT, MONO, NONE, ROLES

HERE = Path(__file__).parent
SIZES = ((40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (140, 45))
LANGUAGES = ("en", "de", "it", "nl")
BOT = "bot"
"""Stands for the move of a bot that is asked."""
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
    new: bool = False
    """Whether the player is here for the first time."""


def _at(stage: Callable[[], TableStage], name: str = "Amber") -> Callable[[], tuple[Any, TableStage]]:
    def seated() -> tuple[Any, TableStage]:
        there = stage()
        return StagePort(there, name), there

    return seated


def _lobby() -> tuple[Any, None]:
    """Of somebody who is here for the first time."""
    port = Hosted().port("Wren")
    evening_of(port)
    port.me = replace(port.me, settings={}, played=frozenset())
    port.now_shown = replace(port.now_shown, may_play=False)
    return port, None


LATER_TALK = (
    ("Elm", "Dorn shows 8 sixes, help"),
    ("Oak", "no help for that"),
    ("Fern", "good game, Tom"),
    ("Tom", "the Archer was mean"),
    ("Ivy", "OAK-4 wants a fourth"),
    ("Ash", "after this round"),
)


def _evening() -> tuple[Any, None]:
    host = evening_host()
    host.asking["t5"], host.time = Ask(1, 1, "roll"), 120.0
    host.chat += tuple(ChatLine(name, text, 0.0, "lobby") for name, text in LATER_TALK)
    port = host.port("Wren")
    evening_of(port)
    earlier = (
        ended(4, "court", ("Jo", 83), ("Tom", 76)),
        ended(5, "laurin", ("Mia", 29), ("Ash", 28)),
        ended(6, "intrigue", ("Ivy", 12), ("Fern", 9)),
    )
    port.now_shown = replace(port.now_shown, ended=(*port.now_shown.ended, *earlier))
    port.solo_ladders |= {one.game: one for one in port.now_shown.ladders}
    return port, None


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


def _course(key: str, until: Callable[[TableStage], bool]) -> tuple[TableStage, list[SeenStep]]:
    """A game of bots of three seats, as far as that holds for the first time or to its end, and its steps."""
    stage, bot, thoughts = (
        TableStage(GAMES[key], 3, bots=(2, 3)),
        GAMES[key].bots["page"],
        luck(f"shown {key}"),
    )
    stage.chance = luck(DRAWN.get(key, f"drawn {key}"))  # type: ignore[assignment]
    stage.begin()
    now: Any = stage.playthrough
    sitting = ("", "page", "page")
    steps = [SeenStep(None, now, (), sitting)]
    while not (now.over or until(stage)):
        ask = now.asks[0]
        move = bot.choose(stage.game, now.view(ask.seat), ask, thoughts)
        applied = playthrough.apply(now, ask.seat, ask.id, move, stage.chance)
        steps.append(SeenStep(now, applied.playthrough, applied.events, sitting))
        stage.playthrough = now = applied.playthrough
    return stage, steps


DRAWN = {"laurin": "drawn laurin 2"}
"""Draws of a game in which the lead changes hands."""
MINUTES = {"court": 24, "intrigue": 19, "laurin": 38}
"""That the games lasted."""
EARLIER = {"court": 81, "intrigue": 2, "laurin": 22}
PLACES = {True: (1, 2, 1, 1), False: (2, 1, 1, 3)}
"""Of earlier games, newest first: points without their number; places, by whether this one is won."""


def _ended(key: str, place: int) -> Callable[[], tuple[Any, TableStage]]:
    """The result of a whole game against the second opponent, before whoever came in there."""

    def seated() -> tuple[Any, TableStage]:
        stage, steps = _course(key, lambda _: False)
        found, news = curve(list(rounds(steps))), stage.news
        stage.news = lambda *around: replace(news(*around), curve=found)  # type: ignore[method-assign]
        seat = steps[-1].after.standings()[place - 1].seat
        named = {bot: name for name, bot in GAMES[key].opponents.bots.items()}
        against = [*named][1]
        bots = iter((against, GAMES[key].opponents.beside(against)))
        held = [
            replace(one, name="Wren", held_by="player", bot="")
            if at == seat
            else replace(one, held_by="bot", bot=(bot := next(bots)), name=named[bot])
            for at, one in enumerate(stage.info.seats, 1)
        ]
        stage.info = replace(stage.info, seats=tuple(held), lasted=MINUTES[key] * 60.0)
        port = StagePort(stage, "Wren")
        first, next_one, *others = ladder(key).rungs
        won = replace(next_one, games=3, won=2 if place == 1 else 1, open=True)
        port.solo_ladders[key] = SoloLadder(key, (replace(first, games=2, won=2), won, *others))
        port.games = [
            replace(
                ended(n, key, *[("Wren", EARLIER[key] + n) if at == own else ("Elm", n) for at in (1, 2, 3)]),
                seat=own,
            )
            for n, own in enumerate(PLACES[place == 1], 1)
        ]
        return port, stage

    return seated


def _turned_over(key: str, begun: Callable[[Any], bool]) -> Callable[[], tuple[Any, TableStage]]:
    """A game in which others are about to turn something over, step by step."""

    def about_to(stage: TableStage) -> bool:
        now = stage.playthrough
        return now is not None and now.asks[0].seat != 1 and begun(now.state)

    def seated() -> tuple[Any, TableStage]:
        stage, _ = _course(key, about_to)
        port = StagePort(stage, "Amber")
        port.me = replace(port.me, settings={SPEED: HAND})
        return port, stage

    return seated


def play_on(stage: TableStage) -> None:
    """A move of whoever is asked, as a bot makes it."""
    now = stage.playthrough
    if now is not None and not now.over and now.asks[0].seat != 1:
        ask = now.asks[0]
        stage.play(
            ask.seat, stage.game.bots["page"].choose(stage.game, now.view(ask.seat), ask, luck("next"))
        )


RESOLVED = _turned_over("intrigue", lambda one: one.round == 3 and one.resolving)
LAST_TURN = _turned_over("court", lambda one: one.final and one.final.begun)
COURT = Scene(_at(tables.court), tables.COURT, (b"4",))
SCENES = {
    "lobby": Scene(_lobby, new=True),
    "lobby-busy": Scene(_evening, keys=(b"n",)),
    "practice": Scene(_lobby, keys=(b"p",)),
    "aim": Scene(_lobby, keys=(b"\r",), new=True),
    "intrigue-aim": Scene(_lobby, keys=(b"j", b"\r"), new=True),
    "laurin-aim": Scene(_lobby, keys=(b"j", b"j", b"\r"), new=True),
    "ladder": Scene(_evening, keys=(b"n", b"o")),
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
    "result": Scene(_ended("court", 1)),
    "result-lost": Scene(_ended("court", 2)),
    "intrigue-result": Scene(_ended("intrigue", 1)),
    "intrigue-result-lost": Scene(_ended("intrigue", 2)),
    "laurin-result": Scene(_ended("laurin", 1)),
    "laurin-result-lost": Scene(_ended("laurin", 3)),
    "reveal": Scene(RESOLVED, (BOT,) * 3),
    "reveal-2": Scene(RESOLVED, (BOT,) * 3, (b"\r",)),
    "reveal-3": Scene(RESOLVED, (BOT,) * 3, (b"\r",) * 2),
    "last-turn": Scene(LAST_TURN, (BOT,) * 7),
    "last-turn-2": Scene(LAST_TURN, (BOT,) * 7, (b"\r",) * 4),
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
    settings = {SPEED: ONCE, **port.me.settings, LANGUAGE: language, THEME: theme}
    if not scene.new:
        settings[HINTS] = "off"
    port.me = replace(port.me, settings=settings)
    watch = Watching(port, replace(shown, goto=scene.goto or ("join KIWI-7" if stage else "")))
    found = await watch.sent()
    for move in scene.moves:
        seat, _, notation = move.partition(" ")
        if stage is not None and move == BOT:
            play_on(stage)
        elif stage is not None:
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
    term: str = "xterm-direct"
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


class Palette(NamedTuple):
    """Every colour in use, by its meaning: a sample, its 24 bits, its number of the 256 and of sixteen."""

    look: str
    tube: Tube

    def draw(self) -> str:
        """The picture."""
        found, each = f"\x1b[1m Palette\x1b[m  {self.look}: 24 bits, of 256, of 16", -(-len(ROLES) // 3)
        for at, (name, role) in enumerate(ROLES.items()):
            shade, (across, down) = role.light if self.look == LIGHT else role.dark, divmod(at, each)
            sample = f"48;5;{shade.cube}"
            if shade.true != NONE:
                sample = ";".join(map(str, (48, 2, *shade.true.to_bytes(3))))
            bits = f"{shade.true:06x}" if shade.true != NONE else "own"
            few = shade.sixteen if shade.sixteen != NONE else "-"
            place = f"\x1b[{down + 3};{33 * across + 2}H"
            found += f"{place}{name:<14} \x1b[{sample}m  \x1b[m {bits:<6} {shade.cube:<3} {few}"
        return svg(screen_after(found.encode(), 99, each + 3), f"The {self.look} palette", self.tube)


TITLES = {
    "lobby": "The lobby",
    "lobby-busy": "The lobby in the evening",
    "aim": "What To Court the King is about",
    "ladder": "The opponents",
    "room": "A table before the start",
    "court": "A game of To Court the King",
    "court-odds": "The odds, and what the marked dice change",
    "court-explained": "A card is explained",
    "court-power": "A power is being chosen",
    "court-watched": "Somebody else throws",
    "analysis": "The analysis of a game",
    "replay-analysed": "A mistake in a game that is looked at again",
    "result": "The result",
    "reveal": "A card is turned over",
    "intrigue": "A game of Plot for the Crown",
    "laurin": "A game of King Laurin",
}
COMMITTED: Mapping[str, Shot | Palette] = {
    "lobby": Shot("lobby"),
    "lobby-evening": Shot("lobby-busy"),
    "lobby-evening-120x40": Shot("lobby-busy", (120, 40)),
    "lobby-evening-de": Shot("lobby-busy", language="de"),
    "lobby-evening-light": Shot("lobby-busy", look=LIGHT, tube=PAPER),
    "lobby-evening-40x12": Shot("lobby-busy", (40, 12)),
    "room": Shot("room"),
    "court-de": Shot("court", language="de"),
    "court-light": Shot("court", look=LIGHT, tube=PAPER),
    "court-40x12": Shot("court", (40, 12)),
    "court-140x45": Shot("court", (140, 45)),
    "court-power": Shot("court-power"),
    "court-odds": Shot("court-odds"),
    "court-explained": Shot("court-explained"),
    "court-watched": Shot("court-watched"),
    "analysis": Shot("analysis"),
    "analysis-120x40": Shot("analysis", (120, 40)),
    "replay-analysed": Shot("replay-analysed", (120, 40)),
    "aim": Shot("aim"),
    "aim-de": Shot("aim", language="de"),
    "aim-40x12": Shot("aim", (40, 12)),
    "intrigue-aim": Shot("intrigue-aim"),
    "laurin-aim": Shot("laurin-aim"),
    "ladder": Shot("ladder"),
    "result": Shot("result"),
    "result-de": Shot("result", language="de"),
    "result-40x12": Shot("result", (40, 12)),
    "result-lost": Shot("result-lost"),
    "intrigue-result": Shot("intrigue-result"),
    "intrigue-result-lost": Shot("intrigue-result-lost"),
    "laurin-result": Shot("laurin-result"),
    "laurin-result-lost": Shot("laurin-result-lost"),
    "reveal": Shot("reveal"),
    "reveal-2": Shot("reveal-2"),
    "reveal-3": Shot("reveal-3"),
    "last-turn": Shot("last-turn"),
    "last-turn-2": Shot("last-turn-2"),
    "intrigue-120x40": Shot("intrigue", (120, 40)),
    "laurin-120x40": Shot("laurin", (120, 40)),
    "laurin-light": Shot("laurin", look=LIGHT, tube=PAPER),
    "palette-dark": Palette(DARK, WINDOW),
    "palette-light": Palette(LIGHT, PAPER),
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


def draw(folder: Path, pictures: Mapping[str, Shot | Palette]) -> int:
    """Draws pictures by their names; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in pictures.items():
        (folder / f"{name}.svg").write_text(shot.draw(), encoding="utf-8")
    return len(pictures)


def main(words: Sequence[str] | None = None) -> str:
    """Draws what the documentation shows, or into a folder everything with a part of a name."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.gallery")
    parser.add_argument("folder", nargs="?", help="without it the documentation's pictures are drawn")
    parser.add_argument("part", nargs="?", default="", help="only pictures with this in their names")
    given = parser.parse_args(words)
    if not given.folder:
        tables.draw(HERE)
        return f"{draw(HERE, COMMITTED) + len(tables.PICTURES)} pictures in {HERE}"
    found: dict[str, Shot | Palette] = {shot.name: shot for shot in shots(given.part)}
    return f"{draw(Path(given.folder), found)} pictures in {given.folder}"


if __name__ == "__main__":
    sys.stdout.write(f"{main()}\n")
