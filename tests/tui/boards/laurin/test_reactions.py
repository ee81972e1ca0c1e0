"""A chance to react is one line with its keys; several people react at once, nobody's typing is disturbed."""

from __future__ import annotations

import pytest

from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.stage import seated
from tui.boards.laurin.panels.garden import Garden as GardenPanel

DWARFS = "1 5/3 d5, 2 3/2 e4, 3 1/1 c4"
MAGIC = "haste revolt fog counter,haste counter,fog"


def after_the_kings_move(magic: str = MAGIC, movement: str = "h2a v2a h3a") -> LaurinStage:
    """Seat 1 won the auction and led the King 2 west."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3,1,1", magic=magic, movement=movement))
    stage.read(1, "bid 3")
    stage.read(2, "pass")
    stage.read(3, "pass")
    stage.read(1, "king 1 west")
    return stage


async def test_a_chance_is_one_line_with_its_keys():
    """What the King's move scores, and a key for every card that fits; passing is one key."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        assert player.prompt == "The King's move scores Cedar +1. React?"
        assert player.keys.startswith("c Haste   d Revolt   e Fog   p pass")
        await player.press("p")
        assert stage.moves == ["pass"]
        assert stage.asked_now == (2, 3)
        assert player.prompt == "Birch and Cedar decide (just now)."


async def test_a_haste_shows_what_each_direction_brings():
    """In the list, and where the King would stand in the garden."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.press("c")
        assert player.prompt == "Where does the Magic Haste take the King?"
        assert "►north  b5/c6: nobody scores" in player.text
        await player.press("down")
        assert "►east  c4/d5: Amber +5, Cedar +1" in player.text
        await player.press("enter")
        assert stage.moves == ["haste east"]
        assert stage.asked_now == (1, 2)


async def test_a_revolt_and_a_fog_show_their_outcome():
    """How far straight on, to which side, what it brings; who would be left out."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.press("d")
        assert "►1 straight, then north  c5/d6: Amber +5" in player.text
        await player.press("escape", "e")
        assert player.prompt == "Who is left out of the scoring?"
        await player.press("down", "down", "enter")
        assert stage.moves == ["fog 3"]


async def test_two_people_react_at_once():
    """Both see the same chance; the first card counts, and the other one is asked anew."""
    stage = after_the_kings_move()
    async with seated(stage) as amber, seated(stage, name="Birch") as birch:
        await amber.press("c", "down")
        await birch.press("c", "enter")
        assert stage.moves == ["haste north"]
        assert amber.prompt == "Birch plays the Magic Haste (north). Counter it?"
        await amber.press("f")
        assert amber.prompt == "Counter the Magic Haste from Birch?"
        await amber.press("enter")
        assert stage.moves == ["haste north", "counter"]
        assert "The Magic Haste from Birch has no effect." in amber.text
        assert amber.prompt == "The King's move scores Cedar +1. React?"
    assert stage.refused == []


async def test_a_chance_never_takes_the_focus_from_who_is_typing():
    """The line goes on as it was; the question waits behind it."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3,1,1", magic=MAGIC, movement="h2a v2a h3a"))
    stage.read(1, "bid 3")
    stage.read(2, "pass")
    stage.read(3, "pass")
    async with seated(stage, name="Birch") as player:
        await player.press("quotation_mark", "h", "i")
        stage.read(1, "king 1 west")
        await player.pilot.pause()
        await player.press("p")
        assert player.rows[-1] == " > hip"
        assert stage.moves == []
        await player.press("enter")
        assert stage.chat[-1].text == "hip"
        assert player.prompt == "The King's move scores Cedar +1. React?"


async def test_a_chance_leaves_the_focus_where_it_is():
    """Who looks at the players goes on doing so."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3,1,1", magic=MAGIC, movement="h2a v2a h3a"))
    stage.read(1, "bid 3")
    stage.read(2, "pass")
    stage.read(3, "pass")
    async with seated(stage, name="Birch") as player:
        await player.press("tab")
        before = player.app.focused
        assert before is not None
        stage.read(1, "king 1 west")
        await player.pilot.pause()
        assert player.app.focused is before


async def test_an_exchange_picks_two_dwarfs_in_the_garden():
    """The first stays marked; the question names both."""
    stage = LaurinStage(layout("moving", dwarfs=DWARFS, magic="exchange", movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.prompt == "Your turn is next. React first?"
        await player.press("b")
        assert isinstance(player.app.focused, GardenPanel)
        await player.press("enter", "right", "down", "enter")
        assert player.prompt == "Exchange d5 (Amber 5) and e4 (Birch 3)?"
        await player.press("enter")
        assert stage.moves == ["exchange d5 e4"]


@pytest.mark.parametrize(
    ("away", "nearest"),
    [(("up",), "d5"), (("left", "left", "left", "down"), "c4"), (("right", "right", "down", "down"), "e4")],
)
async def test_an_exchange_begins_at_a_dwarf(away: tuple[str, ...], nearest: str):
    """The cursor goes to the nearest one if its square is empty."""
    stage = LaurinStage(layout("moving", dwarfs=DWARFS, magic="exchange", movement="h1a v2a h3a"))
    async with seated(stage) as player:
        player.app.screen.query_one(GardenPanel).focus()
        await player.press(*away)
        await player.press("b")
        assert player.app.screen.query_one(GardenPanel).cursor == nearest
        await player.press("enter")
        assert player.prompt == f"The dwarf on {nearest} trades squares with which one?"


async def test_a_ban_names_whose_turn_it_skips():
    """One question, one confirming key."""
    stage = LaurinStage(layout("placing", starter=2, magic="ban", movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.prompt == "Birch is about to place dwarfs. React first?"
        await player.press("a")
        assert player.prompt == "Play the Magic Ban and skip Birch's turn?"
        await player.press("enter")
        assert stage.moves == ["ban 2"]


async def test_the_time_that_is_left_is_shown():
    """Where the time for a chance is limited."""
    stage = after_the_kings_move()
    stage.deadline = stage.time + 20
    async with seated(stage) as player:
        assert player.prompt == "The King's move scores Cedar +1. React? (20 s left)"


async def test_a_typed_move_may_name_a_player():
    """By the beginning of a name or the letter of the dwarfs; a wrong name is said so."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.type("fog zed")
        assert player.prompt == "Nobody here is called zed."
        assert stage.moves == []
        await player.type("move fly")
        assert player.prompt.startswith("That isn't a move. Try: magic haste west, ")
        await player.type("move fog ced")
        assert stage.moves == ["fog 3"]


async def test_a_card_half_played_is_taken_back_when_the_garden_changes():
    """Another seat's answer changes what is known: nothing is played that was chosen before it."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.press("c")
        assert player.prompt == "Where does the Magic Haste take the King?"
        stage.read(2, "pass")
        await player.pilot.pause()
        assert player.prompt == "The King's move scores Cedar +1. React?"
        assert stage.moves == []
