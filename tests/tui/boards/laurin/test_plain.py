"""Laurin in plain mode: lists, topics, typed moves and standing answers, line by line."""

from __future__ import annotations

from engine.game import Refused
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.boards.laurin.test_reactions import DWARFS, after_the_kings_move
from tests.tui.plain.typist import Typist
from tests.tui.stage import StagePort


def at(stage: LaurinStage, name: str = "Amber", **environment: str) -> Typist:
    return Typist(StagePort(stage, name), goto="join KIWI-7", **environment)


async def test_a_reaction_by_numbers():
    """What the King's move scores, each card with what it does, then where it would lead."""
    stage = after_the_kings_move()
    amber = at(stage)
    await amber.settle()
    told = amber.fresh()
    assert "The King's move scores Cedar +1. React?" in told
    assert "1: play the Magic Haste: the King moves one extra step" in told
    asked = await amber.enters("1")
    assert asked[0] == "Where does the Magic Haste take the King?"
    assert "2: east: c4/d5, Amber +5, Cedar +1" in asked
    await amber.enters("2")
    assert stage.moves == ["haste east"]


async def test_a_bid_by_numbers_is_confirmed():
    """Card by card where there are many; what it is worth is asked before."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3 3 2 2 1 1,2 2 1,1 1"))
    amber = at(stage)
    await amber.settle()
    assert "1: bid" in amber.fresh()
    assert (await amber.enters("1"))[0] == "How many cards of value 3?"
    assert (await amber.enters("3"))[0] == "How many cards of value 2? So far: 3 3."
    await amber.enters("1")
    assert (await amber.enters("2"))[0].startswith("Bid 3 3 1 (7): all gone if you win, 1 card back if not?")
    await amber.enters("yes")
    assert stage.moves == ["bid 3 3 1"]


async def test_two_dwarfs_trade_squares_by_numbers():
    """Which are lifted, then where each goes: one move."""
    stage = LaurinStage(layout("moving", dwarfs="1 5/3 d5, 1 3/2 d4", movement="h1a v2a h3a"))
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    lifted = await amber.enters("1")
    assert lifted[:2] == ["Which of your dwarfs do you lift?", "1: lift the 3 on d4"]
    await amber.enters("1")
    await amber.enters("2")
    where = await amber.enters("1")
    assert where[0] == "Where does the dwarf from d4 go?"
    for line in ("4", "4", "4", "4"):
        await amber.enters(line)
    assert stage.moves == ["move d4>d5 d5>d4"]


async def test_words_show_the_garden():
    """The garden, the King's ways, magic, everybody, a card, the rules."""
    stage = LaurinStage(
        layout("auction", dwarfs=DWARFS, hands="3 2,1,1", magic="haste,fog", movement="h2a v2a h3a")
    )
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    looked = await amber.enters("look")
    assert "The King stands on d4/e5." in looked
    assert "Your treasure: 3 2, worth 5." in looked
    assert "Amber: 5 on d5." in await amber.enters("garden")
    assert "Amber's card: 2 west to b4/c5: Cedar +1." in await amber.enters("ways")
    assert await amber.enters("magic") == ["You have Magic Haste: the King moves one extra step."]
    assert "Birch: 0 points, 1 treasure card, Magic Fog, dwarfs at home: 5/3, 3/2, 1/1, 1/1, 1/1." in (
        await amber.enters("who")
    )
    assert (await amber.enters("help dwarf revolt"))[0] == "Dwarf Revolt: costs 3."
    assert len(await amber.enters("rules")) > 5


async def test_standing_answers_are_typed():
    """Given, confirmed, seen, and ended, in the player's words; what can be said is listed in them, too."""
    stage = after_the_kings_move()
    amber = at(stage, LANG="de_DE.UTF-8")
    await amber.settle()
    amber.fresh()
    holds = "Vorab beantwortet: Magischer Nebel: nicht in dieser Runde."
    assert await amber.enters("vorab magischer nebel") == [holds]
    assert stage.requests[-1] == ("answer_beforehand", "fog", True)
    assert holds in await amber.enters("schau")
    ended = "Nicht mehr vorab beantwortet: Magischer Nebel: nicht in dieser Runde."
    assert await amber.enters("vorab magischer nebel off") == [ended]
    assert stage.requests[-1] == ("answer_beforehand", "fog", False)
    assert "/vorab passe: passen, bis der König wieder zieht" in await amber.enters("vorab")


async def test_what_can_be_said_beforehand_is_named_as_the_player_calls_it():
    """Also where the host refuses another word."""
    stage = after_the_kings_move()
    amber = at(stage, LANG="de_DE.UTF-8")
    await amber.settle()
    amber.fresh()
    stage.refuse_next = Refused("no-such-answer", {"word": "hof", "words": ("pass", "haste")})
    assert await amber.enters("vorab hof") == ["Vorab kannst du sagen: passe, magische hast."]


async def test_players_are_named_in_typed_moves():
    """By a name or its beginning; what is nobody's, or a line that is no move, gets one sentence."""
    stage = after_the_kings_move()
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    assert await amber.enters("fog zed") == ["Nobody here is called zed."]
    (fly,) = await amber.enters("fly away")
    assert fly.startswith("fly isn't a move here. You can type: magic haste west")
    (form,) = await amber.enters("fog 1 2")
    assert form == "Write it like this: magic fog 3"
    await amber.enters("fog ced")
    assert stage.moves == ["fog 3"]
