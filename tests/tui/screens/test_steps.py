"""Steps: what is turned over is shown one thing at a time, at each session's own speed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from docs.pictures import gallery
from docs.pictures.emulator import screen_after
from engine import playthrough
from engine.bots import available_bots
from engine.chance import FairChance
from engine.game import Refused, Setup
from engine.registry import GAMES
from tests.cases import cases
from tests.engine.seeded_chance import luck
from tests.tui.stage import NAMES, StagePlayer, StagePort, TableStage, seated
from tests.tui.watch import Watching
from tests.tui.wire.line.test_output import client
from tui.boards import BOARDS
from tui.boards.kit.view_model import NoIntent
from tui.boards.laurin.panels.garden_picture import garden_picture
from tui.host.pictures import Seat, TableSnapshot
from tui.language.texts import LANGUAGES, Texts
from tui.presenters import steps
from tui.presenters.steps import CALM, HAND, ONCE, QUICK, HeldStep, Steps
from tui.screens.table.event_log import EventLog
from tui.wire.terminal.palette import DARK

GAMES_PLAYED = cases(200)
THREE = ("court", "intrigue", "laurin")


def snapshots(key: str, number: int, seat: int | None, seats: int = 3) -> list[TableSnapshot]:
    """What a seat is shown of a whole game of quick bots, a snapshot for each move."""
    game = GAMES[key]
    bot = available_bots(game)["page"]
    names = NAMES[:seats]
    held = tuple(Seat(name, "player" if seat == at else "bot") for at, name in enumerate(names, 1))
    stage = TableStage(game, seats, names=names)
    stage.info = replace(stage.info, seats=held)
    stage.chance = FairChance(bytes([number % 256, number // 256]) * 16)  # type: ignore[assignment]
    found = list[TableSnapshot]()
    me = names[seat - 1] if seat else "Fox"
    stage._followers.append((me, found.append))
    stage.begin()
    thoughts = luck(f"steps {key} {number}")
    while stage.playthrough and not stage.playthrough.over:
        ask = stage.playthrough.asks[0]
        stage.play(ask.seat, bot.choose(game, stage.playthrough.view(ask.seat), ask, thoughts))
    return found


def read(held: Sequence[HeldStep]) -> list[Any]:
    """The events that are told where these are shown."""
    return [event for one in held if not one.is_rest for event in one.snapshot.events]


@pytest.mark.parametrize("speed", [HAND, QUICK, ONCE])
@pytest.mark.parametrize("number", range(max(1, GAMES_PLAYED // 3)))
def test_steps_name_every_event_of_intrigue_once_in_order(number: int, speed: str) -> None:
    """Whoever goes on early or late, from a seat or as a spectator; and the result comes last, once."""
    random, seat = luck(f"reader {number}"), (None, 1, 2)[number % 3]
    game = snapshots("intrigue", number, seat, 3 + number % 3)
    reader, told, now = Steps(speed), list[HeldStep](), 0.0
    for snapshot in game:
        told += reader.hear(snapshot, now)
        now += random.pick((0.0, 0.3, 2.5))
        if random.pick((True, False)):
            told += reader.go_on(now)
        if random.pick(range(12)) == 0:
            told += reader.end()
    while reader.waits:
        told += reader.go_on(now)
    assert read(told) == [event for snapshot in game for event in snapshot.events]
    assert [*dict.fromkeys(one.snapshot.seq for one in told if not one.is_rest)] == [one.seq for one in game]
    assert [one.snapshot.ask for one in told if one.snapshot.ask] == [one.ask for one in game if one.ask]
    assert sum(one.is_rest and bool(one.snapshot.standings) for one in told) <= 1
    assert not told or told[-1].snapshot.standings


@pytest.mark.parametrize("key", THREE)
def test_what_is_a_step_follows_from_what_everybody_saw(key: str) -> None:
    """A twin game with other hidden cards that has shown the same gives the same steps: a step is made from
    the snapshot alone, and a snapshot of a view that could be either game's.
    """
    game, found = GAMES[key], 0
    begun = playthrough.start(game, Setup(3, game.Options()), luck(f"twin {key}")).playthrough
    bot, thoughts = available_bots(game)["page"], luck("twins")
    while not begun.over and found < 12:
        ask = begun.asks[0]
        move = bot.choose(game, begun.view(ask.seat), ask, thoughts)
        watcher = ask.seat % 3 + 1
        twin = replace(begun, state=game.sample(begun.view(watcher), luck(f"hidden {found}")))
        assert twin.view(watcher) == begun.view(watcher)
        shown = list[tuple[bool, Any]]()
        for one in (begun, twin):
            try:
                after = playthrough.apply(one, ask.seat, ask.id, move, luck(f"draw {begun.steps}"))
            except Refused:  # the twin has not got that card
                continue
            events = tuple(filter(None, (playthrough.show(game, event, watcher) for event in after.events)))
            table = TableStage(game, 3)
            table.playthrough = after.playthrough
            snapshot = replace(table.news(NAMES[watcher - 1]), events=events)
            shown.append((steps.is_step(snapshot), events))
        if len(shown) == 2 and shown[0][1] == shown[1][1]:
            assert shown[0] == shown[1]
            found += 1
        begun = playthrough.apply(begun, ask.seat, ask.id, move, luck(f"draw {begun.steps}")).playthrough
    assert found


def test_each_speed_has_its_time() -> None:
    """By hand none; a step that comes later than its time is shown at once."""
    game = [one for one in snapshots("intrigue", 1, None) if steps.is_step(one)]
    for speed, seconds in ((CALM, 2.0), (QUICK, 0.8)):
        reader = Steps(speed)
        assert reader.hear(game[0], 10.0)
        assert not reader.hear(game[1], 10.1)
        assert reader.due(10.1) == pytest.approx(seconds - 0.1)
        assert reader.go_on(10.0 + seconds)
        assert reader.hear(game[2], 20.0)
        assert reader.due(20.0) is None
    reader = Steps(HAND)
    assert reader.hear(game[0], 10.0)
    assert not reader.hear(game[1], 99.0)
    assert reader.due(99.0) is None
    assert not Steps(ONCE).is_on


def test_a_clock_of_one_s_own_ends_them() -> None:
    """What is asked is there with its time."""
    game = [one for one in snapshots("intrigue", 1, None) if steps.is_step(one)]
    asked = replace(snapshots("intrigue", 1, 1)[0], deadline=5.0, ask=snapshots_ask())
    reader = Steps(HAND)
    reader.hear(game[0], 0.0)
    reader.hear(game[1], 0.0)
    assert [one.snapshot for one in reader.hear(asked, 0.0)] == [game[1], asked]
    assert not reader.is_on


def test_what_nobody_reads_is_shown_after_a_while() -> None:
    """A session that is left alone by hand holds no whole game back."""
    game = [one for number in range(6) for one in snapshots("intrigue", number, None)]
    reader, most, shown = Steps(HAND), 0, list[HeldStep]()
    for snapshot in game:
        shown += reader.hear(snapshot, 0.0)
        most = max(most, len(reader._waiting))
    shown += reader._waiting
    assert most == steps.MOST_WAITING
    assert read(shown) == [event for snapshot in game for event in snapshot.events]
    assert len(shown) > len(game)  # of cards that resolve of themselves, each is a step


def snapshots_ask() -> Any:
    """A question to seat 1."""
    return next(one.ask for one in snapshots("intrigue", 1, 1) if one.ask)


def test_who_has_chosen_no_speed_has_one_by_the_others() -> None:
    """By hand against bots, quick with people and for spectators; a chosen one holds."""
    bots = (Seat("Amber", "player"), Seat("Birch", "bot"), Seat("Cedar", "bot"))
    people = (*bots[:2], Seat("Dorn", "player"))
    with pytest.MonkeyPatch.context() as patch:
        patch.undo()
    usual = steps_usual()
    assert usual(bots, 1) == HAND
    assert usual(people, 1) == usual(bots, None) == QUICK
    table = snapshots("intrigue", 1, 1)[0]
    assert steps.speed_of({"speed": CALM}, table) == CALM


def steps_usual() -> Any:
    """The speed of who has chosen none: tests of screens have all at once."""
    from importlib import util

    spec = util.find_spec("tui.presenters.steps")
    assert spec is not None
    assert spec.loader is not None
    fresh = util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return fresh.usual


async def until_steps(stage: TableStage, player: StagePlayer) -> None:
    """Bots play until something waits, and the player answers what they are asked as a page would."""
    bot, thoughts = stage.game.bots["page"], luck("until steps")
    screen: Any = player.app.screen
    for _ in range(400):
        now = stage.playthrough
        assert now is not None
        if now.over or len(screen._steps_shown._waiting) > 1:
            break
        ask = now.asks[0]
        stage.play(ask.seat, bot.choose(stage.game, now.view(ask.seat), ask, thoughts))
        await player.pilot.pause()


def beginning(key: str) -> TableStage:
    stage = TableStage(GAMES[key], 3, bots=(2, 3))
    stage.chance = luck(f"steps of {key}")  # type: ignore[assignment]
    return stage


@pytest.mark.parametrize("key", ["intrigue", "laurin"])
async def test_steps_come_before_the_log_is_laid_out(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy host, which may hear of a game before a screen's first layout: the picture is left out."""
    monkeypatch.setattr(EventLog, "room", Size(0, 0))
    stage = beginning(key)
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        screen: Any = player.app.screen
        shown = 0
        for _ in range(30):
            if not screen._steps_shown.waits:
                await until_steps(stage, player)
            shown += screen._is_stepping
            await player.press("enter")
        await player.press("e")
        assert not screen._steps_shown.waits
        assert shown > 10
        assert not screen._acting


@pytest.mark.parametrize("key", ["intrigue", "laurin"])
async def test_by_hand_each_step_waits_for_enter(key: str) -> None:
    """Then e shows the rest. The host is told nothing of it."""
    stage = beginning(key)
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        await until_steps(stage, player)
        screen: Any = player.app.screen
        waiting = len(screen._steps_shown._waiting)
        assert waiting > 1
        assert player.prompt.startswith(("Enter shows what", "Enter goes on"))
        assert "speed: by hand" in player.keys
        before = screen._snapshot.seq
        await player.press("enter")
        assert screen._snapshot.seq > before
        assert len(screen._steps_shown._waiting) < waiting
        await player.press("left")
        await player.press("e")
        assert stage.playthrough is not None
        assert screen._snapshot.seq == stage.playthrough.steps
        assert not screen._steps_shown.is_on
        assert stage.submitted == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_says_at_which_place_or_of_which_card_enter_shows_more(language: str) -> None:
    """In Plot, of every step of a game: what comes is never told, and it fits a line."""
    board, texts, told = BOARDS["intrigue"], Texts(language), list[str]()
    game = snapshots("intrigue", 4, None, 5)
    for before, after in pairwise(game):
        if before.view and before.view.position.resolving and steps.is_step(after):
            said = board.following(texts, lambda seat: NAMES[seat - 1], before.view, after.events)
            asked = before.view.position.resolving
            if said and asked.effect is None:
                owner = before.view.position.queue[asked.place - 1][-1].owner
                assert f"{asked.place} " in f"{said.replace('.', ' ')} "
                assert NAMES[owner - 1] in said
            told.append(said)
            assert cell_len(said) <= 78
    assert len(set(filter(None, told))) > 10


async def test_a_step_of_the_last_round_is_counted_in_the_header() -> None:
    """From the second on, for each turn from its beginning."""
    stage = beginning("court")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        seen = list[str]()
        for _ in range(3000):
            await until_steps(stage, player)
            assert stage.playthrough is not None
            screen: Any = player.app.screen
            if screen._is_stepping and "last turn" in player.rows[0]:
                seen.append(player.rows[0].partition("  ")[2].split("   ")[-1].strip())
                await player.press("enter")
            elif stage.playthrough.over:
                break
            else:
                await player.press("e")
        numbers = [int(found[1]) if (found := re.search(r"step (\d+)", row)) else 1 for row in seen]
        assert max(numbers) > 3
        assert all(after in {before + 1, 1} for before, after in pairwise(numbers)), seen


async def test_how_many_steps_there_are_is_said_once_all_have_come() -> None:
    """Where bids are turned over: Enter leads to the last of them, and Left says which one is shown again."""
    stage = beginning("laurin")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        counted = 0
        for _ in range(60):
            await until_steps(stage, player)
            screen: Any = player.app.screen
            found = re.search(r"bids and the King, step (\d+) of (\d+)", player.rows[0])
            if found and stage.playthrough and stage.playthrough.asks[0].seat == 1:
                number, total = int(found[1]), int(found[2])
                assert number == 1 < total
                for shown in range(2, total + 1):
                    await player.press("enter")
                    assert f"step {shown} of {total}" in player.rows[0]
                await player.press("left")
                assert f"step {total - 1} of {total}" in player.rows[0]
                counted += 1
            await player.press("e")
            assert "step" not in player.rows[0] or screen._is_stepping
        assert counted > 1


async def test_a_key_of_the_board_ends_them_and_does_nothing_else() -> None:
    """What it would act on had not been seen."""
    stage = beginning("intrigue")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        await until_steps(stage, player)
        await player.press("r")
        screen: Any = player.app.screen
        assert not screen._steps_shown.waits
        assert "once the game is over" not in player.text
        assert stage.submitted == []


async def test_a_line_is_typed_on_while_steps_come() -> None:
    """Closed, it leaves the keys to the steps."""
    stage = beginning("intrigue")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        await player.press("quotation_mark", "h")
        await until_steps(stage, player)
        await player.press("i")
        screen: Any = player.app.screen
        assert screen._line.text == "hi"
        await player.press("escape")
        waiting = len(screen._steps_shown._waiting)
        await player.press("enter")
        assert len(screen._steps_shown._waiting) < waiting
        assert stage.submitted == []


async def test_the_speed_is_changed_by_a_key_and_kept_by_the_account() -> None:
    """+ is faster, - slower, /speed says it."""
    stage = beginning("intrigue")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        await until_steps(stage, player)
        await player.press("plus")
        assert player.app.port.account().settings["speed"] == CALM
        assert "speed: calm" in player.keys
        await player.press("minus")
        assert player.app.port.account().settings["speed"] == HAND
        await player.press("plus", "plus", "plus")
        screen: Any = player.app.screen
        assert not screen._steps_shown.waits
        await player.type("speed hand")
        assert player.app.port.account().settings["speed"] == HAND


async def test_sessions_at_different_speeds_never_delay_each_other() -> None:
    """One reads by hand, the other sees everything at once; the game is the same and has gone on."""
    stage = beginning("intrigue")
    async with (
        seated(stage, settings={"hints": "off", "speed": HAND}) as slow,
        seated(stage, "Fox", settings={"hints": "off", "speed": ONCE}) as quick,
    ):
        stage.begin()
        await until_steps(stage, slow)
        await quick.pilot.pause()
        assert stage.playthrough is not None
        late, early = (player.app.screen._snapshot for player in (slow, quick))  # type: ignore[attr-defined]
        assert late.seq < early.seq == stage.playthrough.steps
        await slow.press("e")
        assert slow.app.screen._snapshot.seq == early.seq  # type: ignore[attr-defined]
        await asyncio.sleep(0)


async def test_the_last_step_comes_before_the_result() -> None:
    """The board with what ended the game, then, by Enter, the page of the result."""
    stage = beginning("court")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        for _ in range(3000):
            await until_steps(stage, player)
            assert stage.playthrough is not None
            if stage.playthrough.over:
                break
            await player.press("e")
        screen: Any = player.app.screen
        for _ in range(200):
            if "Enter shows the result" in player.prompt or "play again" in player.keys:
                break
            await player.press("enter")
        assert "Enter shows the result of the game." in player.prompt
        assert screen._board.display
        await player.press("enter")
        assert "♛" in player.text
        assert "play again" in player.keys


async def test_no_tip_stands_beside_what_ended_the_game() -> None:
    """It says what may still be done."""
    stage = beginning("laurin")
    bot, thoughts, tips = stage.game.bots["page"], luck("no tip"), 0
    async with seated(stage, settings={"hints": "on", "speed": HAND}) as player:
        stage.begin()
        while stage.playthrough and not stage.playthrough.over:
            ask = stage.playthrough.asks[0]
            if ask.seat == 1:
                await player.pilot.pause()
                await player.press("e")
                tips += "Hint: " in player.text
            stage.play(ask.seat, bot.choose(stage.game, stage.playthrough.view(ask.seat), ask, thoughts))
        await player.pilot.pause()
        for _ in range(200):
            if "Enter shows the result" in player.prompt:
                break
            await player.press("enter")
        assert tips
        assert "Enter shows the result of the game." in player.prompt
        assert "Hint: " not in player.text


async def test_the_keys_of_the_result_are_shown_whatever_waits() -> None:
    """Among it a question that the player has answered elsewhere: it takes the board to the dice."""
    stage = beginning("court")
    bot, thoughts = stage.game.bots["page"], luck("elsewhere")
    async with seated(stage, settings={"hints": "off", "speed": HAND}) as player:
        stage.begin()
        while stage.playthrough and not stage.playthrough.over:
            ask = stage.playthrough.asks[0]
            stage.play(ask.seat, bot.choose(stage.game, stage.playthrough.view(ask.seat), ask, thoughts))
        await player.pilot.pause()
        await player.press("e")
        assert "play again" in player.keys


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", THREE)
def test_progress_and_speeds_have_words(key: str, language: str) -> None:
    """In every language, for every position of a game."""
    texts, board = Texts(language), BOARDS[key]
    told = {
        found.what
        for one in snapshots(key, 3, 1)
        if (found := board.progress(texts, lambda seat: NAMES[seat - 1], one.view))
    }
    assert told
    assert all(len(what) < 30 for what in told)
    assert len({steps.speed_word(texts, speed) for speed in steps.SPEEDS}) == len(steps.SPEEDS)


@pytest.mark.parametrize(("seats", "size"), [(4, (80, 24)), (5, (80, 24)), (4, (120, 40))])
async def test_a_step_sends_few_bytes(seats: int, size: tuple[int, int]) -> None:
    """A revealed card at most 1,000, on average at most 800; in a wide window some are longer, with which the
    log begins anew. The cursor of nobody moves meanwhile. Each of them draws the card that acts, though with
    five seats four rows are left for it.
    """
    stage = TableStage(GAMES["intrigue"], seats, names=NAMES[:seats], bots=tuple(range(2, seats + 1)))
    stage.chance = luck("bytes of steps")  # type: ignore[assignment]
    port = StagePort(stage, "Amber")
    port.me = replace(port.me, settings={"hints": "off", "speed": HAND})
    terminal = Watching(port, replace(client("xterm-256color", *size), goto="watch t1"))
    await terminal.sent()
    stage.begin()
    await terminal.sent()
    bot, thoughts, sizes = stage.game.bots["page"], luck("page"), list[int]()
    while stage.playthrough and not stage.playthrough.over:
        ask = stage.playthrough.asks[0]
        stage.play(ask.seat, bot.choose(stage.game, stage.playthrough.view(ask.seat), ask, thoughts))
        await terminal.sent()
        app: Any = terminal.session._app
        while (shown := app.screen._steps_shown).waits:
            is_rest = not shown.next[-1].is_step
            is_last = bool(shown.next[-1].snapshot.standings)
            terminal.session.feed(b"\r")
            sent = len(await terminal.sent())
            if not (is_rest or is_last):
                assert app.screen._acting, terminal.text
                sizes.append(sent)
    await terminal.leave()
    assert len(sizes) > 10
    assert sum(sizes) / len(sizes) <= 800
    assert max(sizes) <= 1000 or size > (80, 24), sizes


async def test_on_a_slow_line_the_log_tells_a_step() -> None:
    """Nothing is drawn in its place."""
    stage = TableStage(GAMES["intrigue"], 4, names=NAMES[:4], bots=(2, 3, 4))
    stage.chance = luck("bytes of steps")  # type: ignore[assignment]
    port = StagePort(stage, "Amber")
    port.me = replace(port.me, settings={"hints": "off", "speed": HAND})
    terminal = Watching(port, replace(client("xterm-256color"), goto="watch t1"))
    await terminal.sent()
    stage.begin()
    await terminal.sent()
    bot, thoughts, told = stage.game.bots["page"], luck("page"), 0
    app: Any = terminal.session._app
    while told < 3:
        assert stage.playthrough
        ask = stage.playthrough.asks[0]
        stage.play(ask.seat, bot.choose(stage.game, stage.playthrough.view(ask.seat), ask, thoughts))
        await terminal.sent()
        while (shown := app.screen._steps_shown).waits:
            terminal.line.slow = bool(told)
            is_step = shown.next[-1].is_step
            terminal.session.feed(b"\r")
            await terminal.sent()
            if is_step:
                assert app.screen._acting == (not told), terminal.text
                told += 1
    await terminal.leave()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("height", [4, 6, 9])
def test_a_card_that_does_much_is_drawn_in_few_rows(height: int, language: str) -> None:
    """With the names of both cards, and all that happens: what is drawn beside the card is not cut."""
    board, texts, names = (
        BOARDS["intrigue"],
        Texts(language),
        ("Bartholomew", "Ferdinand", "Wilhelm", "Max", "Dorn"),
    )
    drawn = 0
    for number in range(3):
        for before, after in pairwise(snapshots("intrigue", number, None, 5)):
            if before.view is None:
                continue
            for step in filter(steps.is_step, steps.divided(before.view, after)):
                happened = [one for one in step.events if not isinstance(one, steps.OF_ANY_GAME)]
                rows = board.acting(
                    texts, lambda seat: names[seat - 1], step.view, happened, Size(78, height)
                )
                said = " ".join("".join(text for text, _ in row).strip(" █") for row in rows)
                assert 0 < len(rows) <= height
                assert "…" not in said, said
                assert all(cell_len("".join(text for text, _ in row)) <= 78 for row in rows)
                assert said.count(".") >= len([one for one in happened if getattr(one, "seat", 0)]) - 1
                drawn += 1
    assert drawn > 100


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_each_step_of_a_last_turn_is_drawn_at_once(size: tuple[int, int]) -> None:
    """Though the dice of a turn that is only watched are drawn together when they come quickly. What there is
    to beat stands in the place of the log, below the board and beside it.
    """
    port, stage = gallery.SCENES["last-turn"].port()
    shown = client("xterm-256color", columns=size[0], rows=size[1])
    terminal = Watching(port, replace(shown, goto="join KIWI-7"))
    await terminal.sent()
    for _ in range(7):
        gallery.play_on(stage)
        await terminal.sent()
    drawn = []
    for _ in range(6):
        terminal.session.feed(b"\r")
        assert await terminal.sent(), terminal.text
        drawn.append(terminal.text)
    assert len(set(drawn)) == len(drawn)
    assert "5 of 9" in drawn[-1]
    await terminal.leave()


async def test_a_window_without_a_log_says_what_happened_in_the_prompt() -> None:
    """As much as fits beside the keys."""
    shown = client(columns=40, rows=12)
    for scene, said in (
        ("reveal", "Cedar leaves the card at place 1 face down (1 influence on it)."),
        ("reveal-2", "Birch reveals the Archer at place 2."),
    ):
        data = await gallery.sent(gallery.SCENES[scene], shown, DARK, "en")
        rows = " ".join(" ".join(screen_after(data, 40, 12).display[-3:]).split())
        assert said in rows
        assert "Enter next" in rows


@pytest.mark.parametrize("game", ["intrigue", "laurin"])
async def test_a_step_sends_few_bytes_on_a_slow_line(game: str) -> None:
    """What changed and the log, no more; once the steps are over, all is drawn that they left out."""
    stage = TableStage(GAMES[game], 4, names=NAMES[:4], bots=(2, 3, 4))
    stage.chance = luck("bytes of slow steps")  # type: ignore[assignment]
    port = StagePort(stage, "Amber")
    port.me = replace(port.me, settings={"hints": "off", "speed": HAND})
    terminal = Watching(port, replace(client("xterm-256color"), goto="watch t1"))
    await terminal.sent()
    terminal.line.slow = True
    stage.begin()
    await terminal.sent()
    bot, thoughts, sizes = stage.game.bots["page"], luck("page"), list[int]()
    app: Any = terminal.session._app
    while stage.playthrough and not stage.playthrough.over and len(sizes) < 12:
        ask = stage.playthrough.asks[0]
        stage.play(ask.seat, bot.choose(stage.game, stage.playthrough.view(ask.seat), ask, thoughts))
        await terminal.sent()
        while (shown := app.screen._steps_shown).waits:
            is_step = shown.next[-1].is_step
            terminal.session.feed(b"\r")
            sent = await terminal.sent()
            sizes += [len(sent)] * is_step
            assert "step 2" not in terminal.text
        if game == "laurin" and not app.screen.is_brief and (model := app.screen._board.model):
            marks = garden_picture(model, NoIntent(), None).marks
            assert app.screen._board.panels.garden.picture.marks == marks
    await terminal.leave()
    assert sizes
    assert sum(sizes) / len(sizes) <= 330, sizes
