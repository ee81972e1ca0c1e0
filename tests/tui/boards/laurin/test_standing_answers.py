"""What is answered beforehand is chosen in a list, seen beside the own name, and ended there again."""

from __future__ import annotations

from engine.game import Refused
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.boards.laurin.test_reactions import DWARFS, after_the_kings_move
from tests.tui.stage import seated


async def test_a_standing_answer_is_given_and_ended():
    """By the same key and Enter; an x in the list, its sign beside the own name."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.press("s")
        assert player.prompt == "What do you want to auto-pass? An x marks what is on."
        assert "►  pass until the King moves again" in player.text
        await player.press("down", "enter")
        assert stage.requests[-1] == ("answer_beforehand", "haste", True)
        assert "►x Magic Haste: not in this round" in player.text
        assert "(-Has)" in player.text
        await player.press("enter")
        assert stage.requests[-1] == ("answer_beforehand", "haste", False)
        assert "(-Has)" not in player.text
        await player.press("s")
        assert player.prompt == "The King's move scores Cedar +1. React?"


async def test_it_can_be_said_while_others_are_asked():
    """Before the chance comes."""
    stage = LaurinStage(
        layout("moving", dwarfs=DWARFS, starter=2, magic="exchange,ban", movement="h1a v2a h3a")
    )
    stage.read(1, "pass")
    async with seated(stage) as player:
        await player.press("s", "enter")
        assert stage.beforehand == {"Amber": ("pass",)}
        assert "(pass)" in player.text


async def test_a_new_question_closes_the_list():
    """Its keys are meant for the list no more."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3 1,1,1", magic="haste,fog"))
    stage.read(1, "bid 3")
    async with seated(stage) as player:
        await player.press("s")
        stage.read(2, "pass")
        stage.read(3, "pass")
        await player.pilot.pause()
        assert player.prompt == "You won the auction: move the King."


async def test_it_is_typed_in_the_players_language():
    """And the page of the command lists what can be said."""
    stage = after_the_kings_move()
    async with seated(stage, language="de") as player:
        await player.type("vorab passe")
        assert stage.requests[-1] == ("answer_beforehand", "pass", True)
        await player.type("vorab magische hast off")
        assert stage.requests[-1] == ("answer_beforehand", "haste", False)
        await player.type("standing")
        assert "/vorab gegenzauber" in player.text


async def test_what_the_host_refuses_is_said():
    """The list stays open."""
    stage = after_the_kings_move()
    stage.refuse_next = Refused("no-such-answer", {"word": "pass", "words": ("fog",)})
    async with seated(stage) as player:
        await player.press("s", "enter")
        assert player.prompt == "Auto-pass options: fog."
