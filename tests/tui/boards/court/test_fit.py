"""At the court table no text is cut at 80x24, in any language, with the longest names."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.chance import FairChance
from engine.court.model.cards import KINDS
from engine.court.model.moves import CONCEDE, STAND, Take
from engine.court.model.state import Final, Kind, Result, Turn
from engine.court.rules.powers import ADDED_FACE
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_any_keys import KEYS
from tests.tui.boards.court.test_looks import RICH
from tests.tui.cuts import Cuts, cuts
from tests.tui.stage import LONG_NAMES, others_play, seated
from tui.boards.court.play.power_questions import STEPS
from tui.boards.court.play.prompts import ROOM, confirmation
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.table import CourtTable
from tui.boards.court.words import cards, names
from tui.boards.kit.view_model import NoIntent
from tui.host.port import ChatLine, Proposal, Seat
from tui.language.texts import LANGUAGES, Texts

__all__ = ["cuts"]

PRESSES = 50
IMPORTANT = 2
"""Keys that the last row shows at least: the two answers of a question."""
TWELVE = Turn(1, 0, (), (4,) * 12, rolled=True, kept=True)


def scene(language: str) -> ViewModel:
    return ViewModel(Texts(language), CourtStage(position((), (), turn=TWELVE)).news("Amber"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_before_moves_of_weight_fit(language: str):
    """For every card, and for the longest results: with what the card does, in full or in short."""
    here = scene(language)
    asked = [confirmation(here, move) for move in (STAND, CONCEDE, Take(None), *map(Take, KINDS))]
    assert all(said.endswith("?") for said in asked)
    assert [said for said in asked if cell_len(said) > ROOM] == []
    assert cards.power(here.texts, "guard") in confirmation(here, Take("guard"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_of_powers_fit(language: str):
    """Every step of every card, and what those do that ask nothing."""
    texts = Texts(language)
    asked = [texts.of(step.question) for steps in STEPS.values() for step in steps]
    asked += [f"{names.subject(texts, kind)} {cards.power(texts, kind)}." for kind in ADDED_FACE]
    assert [said for said in asked if cell_len(said) > ROOM] == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_whatever_is_pressed(language: str, cuts: Cuts):
    """A rich household among three, the others played by a bot."""
    keys = random.Random(language)
    stage = CourtStage(position(RICH, RICH[:3], (), turn=Turn(1, 8)), names=LONG_NAMES)
    stage.chance = FairChance(language.encode() * 16)  # type: ignore[assignment]
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        for _ in range(PRESSES):
            await player.press(keys.choice(KEYS))
            await others_play(stage, player)
            cuts.check(player.text)
            idle = player.app.screen.query_one(CourtTable).controller.intent == NoIntent()
            assert player.keys.count("   ") >= (IMPORTANT - 1 if idle else 1)


def final_round() -> CourtStage:
    """The last turns, twelve dice each, everybody's result of two digits."""
    house: tuple[Kind, ...] = (*("general", "farmer"), *("charlatan",) * 3)
    results = tuple(Result(seat, 12, 4) for seat in (4, 5))
    final = Final(queen=3, king=3, mark=Result(3, 12, 4), begun=True, results=results)
    state = position((), ("farmer",), ("king", "queen"), (), (), turn=Turn(1, 8), final=final)
    return CourtStage(replace(state, cards=(house, *state.cards[1:])), "4 4 4 4 4 4 4 4", names=LONG_NAMES)


def troubles(seats: tuple[Seat, ...]) -> tuple[dict[str, Any], ...]:
    """What stands around a game: watchers, somebody away, wishes to end, seats that others play."""
    you, away, lent, gone, robot = seats
    notes = (
        *(you, replace(away, away_since=300.0), replace(lent, lent=True, away_since=300.0)),
        *(replace(gone, conceded=True, held_by="bot"), replace(robot, held_by="bot")),
    )
    return (
        {"watching": 12},
        {"lendable": (2,)},
        {"proposals": (Proposal("abandon", (2, 4)),)},
        {"proposals": (Proposal("abandon", (1,)),)},
        {"seats": notes},
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_final_round_and_all_questions_of_a_table_fit(language: str, cuts: Cuts):
    """Rolling, giving up, ending together, giving the game up, going away, typing: asked and denied."""
    stage = final_round()
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        for key in ("g", "escape", "A", "n", "C", "n", "q", "n", "slash", "x", "escape", "r", "4", "s", "f"):
            await player.press(key)
            cuts.check(player.text)
        await player.press("enter")
        stage.time += 400
        stage.say(ChatLine(LONG_NAMES[1], "hello", stage.time, "table"))
        for trouble in troubles(stage.info.seats):
            stage.change(**trouble)
            await player.pilot.pause()
            cuts.check(player.text)
        for key in ("f1", "space", "space", "space", "q"):
            await player.press(key)
            cuts.check(player.text)
