"""Every phase of a round is played by keys alone, and shows what a move does before it is made."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.stage import seated

DWARFS = "1 5/3 d5, 2 3/2 e4, 3 1/1 c4"


async def test_magic_is_bought():
    """A card, then a way to pay for it; nothing else is asked."""
    stage = LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2"))
    async with seated(stage) as player:
        assert player.prompt == "Buy one magic card, or pass. Your treasure is worth 7."
        assert "a►Magic Ban      costs 2" in player.text
        await player.press("down", "enter")
        assert player.prompt == "Which treasure do you spend on the Magic Haste?"
        await player.press("down", "enter")
        assert stage.moves == ["buy haste 2 1"]


@pytest.mark.parametrize("back", ["escape", "backspace"])
@pytest.mark.parametrize("begun", ["c", "down enter"])
async def test_who_does_not_pay_is_where_the_cards_are(begun: str, back: str):
    """However the purchase was begun, Enter chooses a card again; Tab goes away from the list as ever."""
    stage = LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2"))
    async with seated(stage) as player:
        await player.press(*begun.split(), back)
        assert "Enter choose" in player.rows[-1]
        await player.press("enter")
        assert player.prompt.startswith("Which treasure do you spend on")
        await player.press("tab")
        assert "Enter choose" not in player.rows[-1]


async def test_a_letter_in_the_shop_buys_its_card():
    """Each does what Enter does at its row, though one owns such a card; others say what is for sale."""
    stage = LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2", magic="haste"))
    async with seated(stage) as player:
        await player.press("d")
        assert player.prompt == "The Dwarf Revolt isn't for sale."
        await player.press("c")
        assert player.prompt == "Which treasure do you spend on the Magic Haste?"
        await player.press("down", "enter")
        assert stage.moves == ["buy haste 2 1"]


async def test_a_letter_in_the_shop_says_whose_turn_it_is():
    """While others buy: the card is not one's own yet, but it is for sale."""
    stage = LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2", starter=2))
    async with seated(stage) as player:
        await player.press("c")
        assert player.prompt == "It isn't your turn: waiting for Birch."


async def test_nothing_is_bought_with_a_confirming_key():
    """p asks, any other key goes back."""
    stage = LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2"))
    async with seated(stage) as player:
        await player.press("p")
        assert player.prompt == "Buy nothing in this round?"
        await player.press("escape")
        assert player.prompt.startswith("Buy one magic card")
        await player.press("p", "enter")
        assert stage.moves == ["pass"]


async def test_movement_cards_are_handed_out():
    """A card, then a player; the last one goes by itself."""
    stage = LaurinStage(layout("movement", drawn="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.prompt == "Give everyone a movement card: choose a card, then a player."
        await player.press("enter")
        assert player.prompt == "Who gets this movement card?"
        await player.press("down", "enter")
        await player.press("enter", "enter")
        assert stage.moves == ["give h1a 2", "give h3a 1"]
        assert player.prompt == "Place a 5/3 dwarf (5 points left), or end your turn."


async def test_dwarfs_are_placed():
    """Digits choose which; what is left is shown before; ending a turn too early is asked."""
    stage = LaurinStage(layout("placing", dwarfs=DWARFS, movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.prompt == "Place a 3/2 dwarf (9 points left), or end your turn."
        await player.press("up", "up")
        assert "placing 3/2; 6 left after that" in player.text
        await player.press("1")
        assert "placing 1/1; 8 left after that" in player.text
        await player.press("enter")
        assert stage.moves == ["place 1/1 c7"]
        assert player.prompt == "Place a 3/2 dwarf (8 points left), or end your turn."
        await player.press("t")
        assert player.prompt == "You could still place dwarfs. End your turn?"
        await player.press("enter")
        assert stage.moves == ["place 1/1 c7", "done"]
        assert stage.asked_now == (2,)


async def test_the_cursor_begins_on_a_free_square():
    """Enter places a dwarf there, whatever stands in the middle; the arrows that lead elsewhere are named."""
    stage = LaurinStage(layout("placing", dwarfs=DWARFS, movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert "arrows move" in player.keys
        await player.press("tab")
        assert "arrows move" in player.keys
        assert "place" not in player.keys
        await player.press("shift+tab", "enter")
        assert stage.moves == ["place 3/2 c5"]


async def test_who_can_place_no_more_is_offered_to_end_the_turn_and_no_dwarfs():
    """No key that places stands beside it, and such a key says why it does nothing."""
    stage = LaurinStage(layout("placing", dwarfs=DWARFS, movement="h3e v2a h3a"))
    async with seated(stage) as player:
        assert player.keys.startswith("Enter place   t end turn   3 1 which dwarf")
        await player.press("3", "up", "up", "enter")
        assert player.prompt == "You can't place any more dwarfs: end your turn."
        assert player.keys.startswith("t end turn")
        assert "which dwarf" not in player.keys
        assert "Enter" not in player.keys
        await player.press("up", "enter", "1")
        assert stage.moves == ["place 3/2 c7"]
        await player.press("t")
        assert stage.moves == ["place 3/2 c7", "done"]


async def test_a_single_dwarf_is_asked_for_as_one():
    """Where the movement card lifts no more."""
    async with seated(LaurinStage(layout("moving", dwarfs=DWARFS, movement="h3e v2a h3a"))) as player:
        assert player.prompt == "Move one of your dwarfs, or end your turn."


async def test_dwarfs_are_moved_all_at_once():
    """Lifted, set down, shown where they will stand, then moved by one key."""
    stage = LaurinStage(layout("moving", dwarfs=DWARFS + ", 1 3/2 a1", movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.prompt == "Move up to 3 of your dwarfs, or end your turn."
        await player.press("enter")
        assert player.prompt == "Where does the dwarf from d5 go?"
        await player.press("up", "enter")
        assert player.prompt == "d5 → d6: move them, or lift another one."
        assert player.rows[6].startswith("6 │   │   │   ►A5 │")
        await player.press("m")
        assert stage.moves == ["move d5>d6"]
        assert player.prompt == "Your dwarfs have moved: end your turn."
        await player.press("t")
        assert stage.moves == ["move d5>d6", "done"]


async def test_two_own_dwarfs_trade_squares():
    """Setting down on an own dwarf lifts that one."""
    stage = LaurinStage(layout("moving", dwarfs="1 5/3 d5, 1 3/2 d4", movement="h1a v2a h3a"))
    async with seated(stage) as player:
        await player.press("enter", "down", "enter")
        assert player.prompt == "Where does the dwarf from d4 go?"
        await player.press("up", "enter", "m")
        assert stage.moves == ["move d4>d5 d5>d4"]


async def test_an_auction_by_keys():
    """Digits lay out treasure, what it is worth is shown; the bid takes a confirming key."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3 3 2 1,2 2 1,1 1"))
    async with seated(stage) as player:
        await player.press("3", "1")
        assert "3 1: worth 4" in player.text
        await player.press("enter")
        assert player.prompt == "Bid 3 1 (4): all gone if you win, 1 card back if not?"
        await player.press("enter")
        assert stage.moves == ["bid 3 1"]
        stage.read(2, "bid 2 2 1")
        stage.read(3, "bid 1 1")
        await player.pilot.pause()
        assert player.prompt == "You lost the auction: take back up to 1 card."
        assert "keep 3, lose 1" in player.text
        assert player.keys.startswith("3 1 choose   Enter take back")
        await player.press("enter")
        assert stage.moves[-1] == "take back 3"


async def test_a_bid_of_one_card_says_that_it_does_not_come_back():
    """Half of one card, rounded down, is none."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3 3 2 1,2 2 1,1 1"))
    async with seated(stage) as player:
        await player.press("3", "enter")
        assert player.prompt == "Bid 3 (3), gone even if you don't win?"


async def test_whoever_looks_on_is_shown_no_treasure_of_their_own():
    """There is none, not an empty hand."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3 3 2 1,2 2 1,1 1"))
    async with seated(stage, name="Zoe") as player:
        assert "treasure" not in player.text
        assert player.prompt.startswith("Watching: ")


@pytest.mark.parametrize("keys", [("1",), ("up", "up", "left")])
async def test_the_king_is_led(keys: tuple[str, ...]):
    """By the number of a way, or by choosing it in the list; who would score is asked before."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands="3,1,1"))
    async with seated(stage) as player:
        stage.read(1, "bid 3")
        stage.read(2, "pass")
        stage.read(3, "pass")
        await player.pilot.pause()
        assert player.prompt == "You won the auction: move the King."
        await player.press(*keys, *(["enter"] if len(keys) > 1 else []))
        assert player.prompt == "Move the King 1 west to c4/d5: Amber +5, Cedar +1?"
        await player.press("enter")
        assert stage.moves == ["king 1 west"]
        assert "Points: you +5, Cedar +1." in player.text


@pytest.mark.parametrize(
    ("movement", "named"),
    [
        (("h1a", "v2a", "h3a"), "1-6"),
        ((None, "v2a", "h3a"), "3-6"),
        (("h1a", None, "h3a"), "1-2 5-6"),
        ((None, None, "h3a"), "5-6"),
        ((None, None, None, None, "h3a"), "9-0"),
    ],
)
async def test_the_ways_of_the_king_are_named_by_the_digits_that_choose_them(
    movement: tuple[str | None, ...], named: str
):
    """They keep theirs once the card of another seat is gone."""
    seats = len(movement)
    start = layout("auction", seats=seats, dwarfs=DWARFS, hands=",".join("1" * seats))
    position = replace(start.position, movement=movement, question="king-free", asked=(1,), auction=None)
    stage = LaurinStage(replace(start, position=position))
    async with seated(stage) as player:
        assert f"   {named} move the King   " in player.keys
        await player.press("tab")
        assert f" {named} move the King   " in player.rows[-1]
        await player.press(named[0])
        assert player.prompt.startswith("Move the King ")


async def test_enter_is_named_at_every_square_and_says_why_a_taken_one_is_none_to_place_on():
    """In another panel its place is blank, and every other key stays where it was."""
    stage = LaurinStage(layout("placing", dwarfs=DWARFS, movement="h1a v2a h3a"))
    async with seated(stage) as player:
        named = player.rows[-1]
        assert player.keys.startswith("Enter place   t end turn")
        assert "arrows move" in named
        await player.press("right")
        assert player.rows[-1] == named
        await player.press("enter")
        assert player.prompt == "A dwarf stands on d5 already."
        await player.press("tab")
        assert player.rows[-1].startswith(" " * len(" Enter place") + "   t end turn")
        assert "   3 1 which dwarf   " in player.rows[-1]
        assert player.rows[-1].index("arrows move") == named.index("arrows move")


async def test_enter_lifts_a_dwarf_and_sets_it_down():
    """At a square where it can do neither it says why."""
    stage = LaurinStage(layout("moving", dwarfs=DWARFS, movement="h1a v2a h3a"))
    async with seated(stage) as player:
        assert player.keys.startswith("Enter pick up   t end turn")
        await player.press("up")
        assert player.keys.startswith("Enter pick up   t end turn")
        await player.press("down", "enter", "left")
        assert player.keys.startswith("Enter set down")
        await player.press("down", "enter")
        assert "c4" in player.prompt
