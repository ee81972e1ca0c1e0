"""The odds at the table: every card that can still be reached, and what a choice does to its chance."""

from __future__ import annotations

import asyncio
import re

import pytest
from rich.cells import cell_len

from engine.court.game import GAME
from engine.court.model.cards import KINDS
from engine.court.model.state import Final, Result, Turn
from engine.game import Odds, Refused
from engine.value.values import Likelihood
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_looks import middle, worst
from tests.tui.cuts import is_cut
from tests.tui.stage import LONG_NAMES, StagePlayer, seated
from tui.boards.court.words import names
from tui.language.odds_words import percent
from tui.language.texts import LANGUAGES, Texts

FOUR = Turn(1, 0, (2, 3, 5, 5), rolled=True)
SIZES = ((80, 24), (100, 30), (120, 40), (140, 45))


def four(**more: object) -> CourtStage:
    return CourtStage(position((), (), turn=FOUR), **more)  # type: ignore[arg-type]


def chances(player: StagePlayer) -> dict[str, str]:
    """What stands behind each card's name where the log is."""
    log = "\n".join(row[player.app.screen.query_one("#log").region.x :] for row in player.rows)
    found = re.findall(r"(\w+) +[■· ]*((?:[≥<>]?\d+→ *)?[≥<>]?\d+)%", log)
    return {name: chance.replace(" ", "") for name, chance in found}


def heading(player: StagePlayer) -> str:
    return player.rows[player.row_of("log")].strip("─ ")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_odds_look_like_this(language: str):
    """In the middle of a game with five seats and twelve dice, two of them marked: all in 80x24."""
    async with seated(middle(), language=language) as player:
        await player.press("o", "6")
        await settle(player)
        snapshots.check(f"court-odds-{language}-80x24", player.text)


async def test_a_choice_shows_what_it_changes():
    """The die under the cursor, marked dice instead of it; what stays as it is gets no arrow."""
    async with seated(four()) as player:
        await player.press("o")
        view = player.app.screen.query_one("CourtTable").controller.model.view
        best = {one.what: percent(one) for one in GAME.odds_calculator.odds(view).now}
        assert heading(player) == "your odds → 5 aside"
        assert chances(player)["Hunter"] == best["hunter"]
        assert chances(player)["Philosopher"].startswith(best["philosopher"] + "→0")
        await player.press("right", "right")
        assert heading(player) == "your odds → 3 aside"
        assert chances(player)["Hunter"].startswith(best["hunter"] + "→")
        await player.press("5")
        assert heading(player) == "your odds → 5 5 aside"
        assert chances(player)["Hunter"] == best["hunter"]


async def test_a_power_shows_what_its_use_would_change():
    """As soon as it is clear what Enter would do."""
    stage = CourtStage(position(("magician",), (), turn=Turn(1, 0, (1, 4, 4), (4, 4), rolled=True)))
    async with seated(stage) as player:
        await player.press("o", "p", "enter", "enter")
        assert heading(player).startswith("your odds → Magician")
        assert chances(player)["Knight"].endswith("→0") is False


@pytest.mark.parametrize("close", ["o", "escape", "backspace", "question_mark"])
async def test_the_key_closes_again_and_esc_too(close: str):
    """Then the log is back, or the explanation that was asked for."""
    async with seated(four()) as player:
        await player.press("o")
        assert "%" in player.text
        await player.press(close)
        assert "%" not in player.text
        assert heading(player) == ""
        await player.press("o")
        assert "%" in player.text


async def test_the_typed_form_does_the_same():
    """/odds shows them, and once more hides them."""
    async with seated(four()) as player:
        await player.type("odds")
        assert "Hunter" in chances(player)
        await player.type("odds")
        assert chances(player) == {}


async def test_a_slow_host_is_asked_one_question_at_a_time():
    """Of choices that came and went only the last; what is known already is not asked again."""
    stage = CourtStage(position((), (), turn=Turn(1, 0, (2, 3, 5, 6), rolled=True)))
    async with seated(stage) as player:
        await player.press("o")
        stage.hold_odds = asyncio.Event()
        await player.press("right", "right", "right")
        assert heading(player) == "your odds → 6 aside"
        stage.hold_odds.set()
        await player.pilot.pause()
        await player.pilot.pause()
        assert heading(player) == "your odds → 2 aside"
        await player.press("left", "left", "left")
        assert heading(player) == "your odds → 6 aside"
        asked = [move for what, *words in stage.requests if what == "odds" for move in words]
        assert asked == ["keep 6", "keep 5", "keep 2", "keep 3"]


HARD = position(("guard", "hunter", "craftsman", "astronomer", "charlatan"), (), turn=Turn(1, 5))


async def test_lower_bounds_are_asked_for_again_until_all_is_exact():
    """Meanwhile the heading says that there is more to come, afterwards nothing."""
    stage = CourtStage(HARD)
    stage.hold_better = asyncio.Event()
    async with seated(stage) as player:
        await player.press("o")
        await settle(player)
        first, last = (
            GAME.odds_calculator.better_odds(stage.playthrough.view(1), None, effort) for effort in (0, 1)
        )
        assert heading(player) == "your odds with best play   ≥ at least so far"
        bounded = [likely.what for likely in first.now if not likely.exact]
        shown = chances(player)
        assert {shown[what.title()] for what in bounded} == {percent(named(first, what)) for what in bounded}
        stage.hold_better.set()
        await settle(player)
        assert [words for what, *words in stage.requests if what == "odds"] == [[None], [None, 1]]
        assert heading(player) == "your odds with best play"
        shown = chances(player)
        assert {shown[what.title()] for what in bounded} == {percent(named(last, what)) for what in bounded}


async def test_a_better_answer_is_not_waited_for_once_the_position_has_changed():
    """What comes too late is dropped, and asked for no further."""
    stage = CourtStage(HARD, "1 2 3 4 5")
    stage.hold_better = asyncio.Event()
    async with seated(stage) as player:
        await player.press("o")
        stage.read(1, "roll")
        await settle(player)
        stage.hold_better.set()
        await settle(player)
        assert "aside" in heading(player)
        asked = [words for what, *words in stage.requests if what == "odds"]
        assert [None, 1] in asked
        assert [None, 2] not in asked


async def test_what_the_host_has_no_better_answer_for_stays_a_lower_bound():
    """Refused once, it is not asked for again, and the heading promises no more."""
    stage = CourtStage(HARD)
    stage.hold_better = asyncio.Event()
    async with seated(stage) as player:
        await player.press("o")
        await settle(player)
        stage.refuse_next = Refused("too-many-odds", {"most": 12, "seconds": 10, "wait": 3})
        stage.hold_better.set()
        await settle(player)
        assert heading(player) == "your odds with best play   ≥ at least"
        assert len([words for what, *words in stage.requests if what == "odds"]) == 2


def named(odds: Odds, what: str) -> Likelihood:
    return next(likely for likely in odds.now if likely.what == what)


async def settle(player: StagePlayer) -> None:
    """Lets answers come, and what follows from them."""
    for _ in range(6):
        await player.pilot.pause()


async def test_they_go_with_the_turn_and_come_back_with_the_own_one():
    """Others' turns are for the log; whoever wants to sees their odds, until the turn ends."""
    stage = CourtStage(
        position((), (), turn=Turn(1, 0, (), (2, 5, 5), rolled=True, kept=True)), "6 6 1 5 5 4"
    )
    async with seated(stage) as player:
        await player.press("o")
        assert chances(player) == {"Farmer": "100"}
        stage.read(1, "take farmer")
        await player.pilot.pause()
        assert "%" not in player.text
        assert "takes the Farmer" in player.text
        await player.press("o")
        assert heading(player) == "Birch's odds with best play"
        stage.read(2, "roll", "keep 6 6 1", "take nothing")
        await player.pilot.pause()
        await player.pilot.pause()
        assert heading(player) == "Birch's odds with best play"
        stage.read(2, "roll", "keep 5 5 4", "take nothing")
        await player.pilot.pause()
        await player.pilot.pause()
        assert heading(player) == "your odds with best play"


async def test_in_the_final_round_it_is_the_king():
    """How likely the mark is beaten, and nothing else; the heading says what is to be beaten."""
    final = Final(queen=2, king=2, mark=Result(2, 3, 4), begun=True)
    async with seated(CourtStage(position((), ("king", "queen"), turn=FOUR, final=final))) as player:
        await player.press("o")
        assert list(chances(player)) == ["King"]
        assert heading(player) == "your odds → 5 aside   3×4 to beat"


async def test_when_nothing_else_can_be_reached_that_is_said():
    """A turn that is as good as lost is no empty screen."""
    lost = Turn(1, 0, (6,), (1, 3), rolled=True)
    async with seated(CourtStage(position((), (), turn=lost))) as player:
        await player.press("o")
        assert "No card is within reach this turn, except perhaps a Jester." in player.text


@pytest.mark.parametrize("code", ["odds-off", "odds-failed", "table-over"])
async def test_a_refusal_is_one_sentence(code: str):
    """At a table without odds the log stays as it is."""
    stage = CourtStage(position((), (), turn=Turn(1, 3)))
    async with seated(stage) as player:
        stage.refuse_next = Refused(code)
        await player.press("o")
        await player.pilot.pause()
        assert player.prompt.endswith(".")
        assert "roll your 3 dice" not in player.prompt
        assert heading(player) == ""


async def test_where_they_stay_hidden_the_key_is_not_offered():
    """But it still has an answer."""
    stage = CourtStage(position((), (), turn=Turn(2, 3)))
    async with seated(stage) as player:
        assert "o odds" in player.keys
        stage.change(options={"odds": "off"})
        await player.pilot.pause()
        assert "o odds" not in player.keys
        stage.refuse_next = Refused("odds-off")
        await player.press("o")
        await player.pilot.pause()
        assert player.prompt == "At this table the odds stay hidden."


async def test_a_choice_that_came_too_late_is_forgotten():
    """The host is further already and refuses the move: the odds of the position are asked for instead."""
    stage = four()
    async with seated(stage) as player:
        stage.refuse_next = Refused("must-keep-first")
        await player.press("o")
        await player.pilot.pause()
        asked = [move for what, *words in stage.requests if what == "odds" for move in words]
        assert asked[:2] == ["keep 5", None]
        assert "Hunter" in chances(player)


async def test_after_the_game_there_are_none():
    """The key says so."""
    stage = CourtStage(position((), (), turn=None))
    async with seated(stage) as player:
        await player.press("v", "o")
        assert "over" in player.prompt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_cut(language: str, size: tuple[int, int]):
    """Every card that can be reached, by its name or three letters of it, within the log, in one row each."""
    texts = Texts(language)
    turn = Turn(1, 6)
    stage = CourtStage(position((), (), (), (), (), turn=turn), names=LONG_NAMES)
    async with seated(stage, name=LONG_NAMES[0], size=size, language=language) as player:
        await player.press("o")
        log = player.app.screen.query_one("#log").region
        rows = [row[log.x :] for row in player.rows[log.y : log.bottom]]
        assert max(map(cell_len, player.rows)) <= size[0]
        assert not is_cut(player.text)
        reached = [kind for kind in KINDS if kind not in {"king", "queen", "jester", "charlatan"}]
        for kind in reached:
            words = names.name(texts, kind), names.short(texts, kind)
            assert any(re.search(rf"\b{word} +[■· ]*[≥<>]?\d+%", "\n".join(rows)) for word in words), kind


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_heading_fits(language: str):
    """With all dice but one marked, and with the longest name."""
    turn = Turn(1, 0, (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6), (6,), rolled=True)
    stage = CourtStage(position(("general",), (), turn=turn), "1 1 1", names=LONG_NAMES)
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        await player.press("o", *"123456")
        await player.pilot.pause()
        assert "6 5 5 4 4 3 3 2 2 1 1" in heading(player)
        assert player.rows[player.row_of("log")].endswith("──")
        stage.read(1, "keep 1 1 2 2 3 3 4 4 5 5 6", "take nothing")
        await player.pilot.pause()
        await player.press("o")
        assert LONG_NAMES[1] in heading(player)


async def test_every_dice_and_power_at_once_fits():
    """The fullest of all tables, where every card is somebody's already."""
    async with seated(worst(), name=LONG_NAMES[0]) as player:
        await player.press("o")
        await player.pilot.pause()
        assert "except perhaps a Jester" in player.text
        assert max(map(cell_len, player.rows)) <= 80
