"""The intrigue table looks like this: snapshots at four sizes in two languages, and nothing is ever cut."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Region

from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS
from tests.tui import snapshots
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, longest, position
from tests.tui.lines import client
from tests.tui.stage import LONG_NAMES, NAMES, StagePlayer, seated
from tests.tui.watch import WatchingSession
from tui.boards.intrigue.panels.places import PATTERN
from tui.boards.intrigue.words import cards, names
from tui.host.port import Seat
from tui.language.texts import LANGUAGES, Texts

SIZES = ((80, 24), (100, 30), (120, 40), (140, 45))
MIDDLE = (
    "2lord^ | 1heir | 3archer^ | 2spy+2/2heir^ | 4soldier^ | 1conspiracy+3 | 5spy | "
    "3assassination+1/3lord^/3heir^ | 1lord^ | 5shapeshifter^ | 2ambush | 4heir"
)


def middle(**more: object) -> IntrigueStage:
    """A game in its middle: twelve places in two rows, stacks, discards, everybody is there."""
    state = position(MIDDLE, now=4, seats=5, influence=(7, 3, 11, 0, 5), **more)
    discards = (("assassination", "decree"), (), ("soldier", "ambush", "conspiracy"), ("spy",), ())
    return IntrigueStage(replace(state, crown=3, discards=discards), bots=(5,))


def playing() -> IntrigueStage:
    return middle(waiting=(1, 2))


def revealing() -> IntrigueStage:
    return middle(at=6)


def decreeing() -> IntrigueStage:
    state = position("2lord^ | 1decree^+1 | 2spy/1lord^ | 3soldier^ | 1heir", at=2, effect="decree")
    return IntrigueStage(state)


SCENES: dict[str, tuple[object, Sequence[str]]] = {
    "play": (playing, ()),
    "place": (playing, ("right", "enter", "left", "left")),
    "reveal": (revealing, ("r",)),
    "decree": (decreeing, ("home", "enter", "right", "enter")),
    "explain": (playing, ("tab", "question_mark", "home", "right", "right", "right")),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scene", SCENES)
async def test_a_scene_at_80x24(scene: str, language: str):
    """Everything a decision needs, without scrolling."""
    stage, keys = SCENES[scene]
    async with seated(stage(), language=language) as player:  # type: ignore[operator]
        await player.press(*keys)
        snapshots.check(f"intrigue-{scene}-{language}-80x24", player.text)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES[1:])
async def test_the_middle_of_a_game_in_larger_windows(size: tuple[int, int], language: str):
    """Larger cards, not emptier screens."""
    async with seated(playing(), size=size, language=language) as player:
        snapshots.check(f"intrigue-middle-{language}-{size[0]}x{size[1]}", player.text)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_result(language: str):
    """Places, names, influence, and what decided a tie."""
    state = position("1lord^ | 2heir/2lord^ | 3soldier", influence=(4, 4, 9))
    async with seated(IntrigueStage(state), language=language) as player:
        snapshots.check(f"intrigue-result-{language}-80x24", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_the_worst_fits(size: tuple[int, int], language: str):
    """Thirty places, five long names, everybody away, much influence: nothing is pushed out or cut."""
    stage = IntrigueStage(position(longest(30), waiting=(1,), seats=5, influence=(88,) * 5), LONG_NAMES)
    for seat in range(1, 6):
        stage.seat(seat, Seat(LONG_NAMES[seat - 1], "player", away_since=0.0))
    async with seated(stage, LONG_NAMES[0], size=size, language=language) as player:
        rows = player.rows
        assert len(rows) == size[1]
        assert all(cell_len(row) <= size[0] for row in rows)
        for name in LONG_NAMES:
            assert any(row[:3].strip("▌ »") == "" and row[3:].startswith(name) for row in rows), name
        for place in range(1, 31):
            assert re.search(rf"(^|[ ─┬┼├╭]){place}([ ─»]|$)", player.text, re.MULTILINE), place
        assert player.row_of("hand") < size[1] - 2
        if language in {"en", "de"} and size == (80, 24):
            snapshots.check(f"intrigue-worst-{language}-80x24", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_hand_is_legible(size: tuple[int, int], language: str):
    """Seven cards, whichever they are: each with its whole name and with what it does, uncut."""
    texts = Texts(language)
    for first in (0, 3):
        hand = KINDS[first : first + 7]
        state = position("", waiting=(1,), now=1)
        hands = (hand, *state.hands[1:])
        async with seated(IntrigueStage(replace(state, hands=hands)), size=size, language=language) as player:
            shown = " ".join(player.rows[player.row_of("hand") :])
            for kind in hand:
                called = names.name(texts, kind), *names.split(texts, kind)
                assert called[0] in shown or all(half and half in shown for half in called[1:]), (kind, shown)
                last = cards.short_effect(texts, kind).split()[-1], cards.effect(texts, kind).split()[-1]
                assert any(word in shown for word in last), (kind, shown)
            assert "…" not in shown


@pytest.mark.parametrize("size", [(40, 12), *SIZES])
async def test_a_card_that_is_played_leaves_nothing_behind(size: tuple[int, int]) -> None:
    """The others close up, and the panels share what it leaves."""
    hand = KINDS[-7:]
    state = position("", waiting=(1, 2), now=1)
    stage = IntrigueStage(replace(state, hands=(hand, *state.hands[1:])))
    watch = WatchingSession(stage, "Amber", client(columns=size[0], rows=size[1]))
    await watch.sent()
    stage.read(1, f"play {hand[0]} end")
    await watch.sent()
    assert [watch.text.count(name) for name in ("Lord", "Soldier", "Spy")] == [1, 1, 1], watch.text
    await watch.leave()


@pytest.mark.parametrize("size", [(40, 12), *SIZES])
async def test_panels_stand_as_if_the_table_was_come_to_now(size: tuple[int, int]) -> None:
    """However the queue and the hands have changed since."""
    stage = IntrigueStage(seats=3)
    stage.begin()
    async with seated(stage, size=size) as player:
        for _ in range(12):
            assert stage.playthrough
            [ask] = stage.playthrough.asks
            stage.play(ask.seat, next(iter(GAME.legal(stage.playthrough.view(ask.seat)))))
            await player.pilot.pause()
            async with seated(stage, size=size) as other:
                assert regions(player) == regions(other)


def regions(player: StagePlayer) -> list[Region]:
    return [player.app.screen.query_one(f"#{panel}").region for panel in ("queue", "seats", "hand")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_does_fits_its_two_lines(language: str):
    """In a card at 80 columns, below its name; a longer name has one of them."""
    assert cards.lines_of(language, cards.short_effect, 14, 14) <= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_in_two_lines_is_the_name(language: str):
    """Hyphenated or at its blank; most of them in seven letters a line, with the sign of a face-down card."""
    texts = Texts(language)
    for kind in KINDS:
        first, second = names.split(texts, kind)
        whole = names.name(texts, kind)
        assert whole in {f"{first} {second}".strip(), f"{first.removesuffix('-')}{second}"}
        assert max(cell_len(first) + 1, cell_len(second)) <= 11


async def test_every_face_down_card_of_others_looks_the_same():
    """A pattern; the owner reads the name behind a question mark."""
    stage = IntrigueStage(position("1heir | 2heir", waiting=(1,)))
    async with seated(stage, NAMES[0]) as amber, seated(stage, NAMES[1]) as birch:
        assert amber.text.count("?Heir") == birch.text.count("?Heir") == 1
        assert amber.text.count(PATTERN) == birch.text.count(PATTERN) == 1
    async with seated(stage, "Zoe") as zoe:
        assert "Heir" not in zoe.text
