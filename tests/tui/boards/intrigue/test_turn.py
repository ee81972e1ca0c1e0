"""A round is played by keys alone in the queue, what comes of it is said before, refused keys say why."""

from __future__ import annotations

import re

import pytest

from engine.game import Refused
from engine.intrigue.model.state import State
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, position
from tests.tui.stage import StagePlayer, seated
from tui.boards.intrigue.panels.queue import Queue
from tui.boards.intrigue.play.intents import QueueSpot

QUEUE = "2lord^ | 1heir | 2spy+2/2heir^ | 3soldier^"
HAND = ("shapeshifter", "lord", "ambush", "conspiracy", "soldier", "spy")


def laying(queue: str = QUEUE) -> State:
    """Amber is to play a card, as the first of all."""
    return position(queue, waiting=[1, 2, 3])


def choosing(effect: str, queue: str, at: int) -> IntrigueStage:
    """Amber has revealed a card and is to choose for its effect."""
    return IntrigueStage(position(queue, at=at, effect=effect))


def stop(player: StagePlayer) -> QueueSpot:
    """Where the cursor is in the queue."""
    return player.app.screen.query_one(Queue).stop


async def test_a_card_is_played_where_the_cursor_is():
    """Enter takes it from the hand, the arrows go from spot to spot, Enter lays it."""
    stage = IntrigueStage(laying())
    async with seated(stage) as player:
        assert player.prompt == "Choose a card from your hand to play face down."
        await player.press("right", "enter")
        assert player.prompt == "Where do you play the Lord?"
        assert stop(player) == QueueSpot(5, on=False)
        await player.press("left")
        assert stop(player) == QueueSpot(2)
        await player.press("home")
        assert stop(player) == QueueSpot(1, on=False)
        await player.press("right", "enter")
        assert stage.moves == ["play lord on 2"]
        assert "Amber plays the Lord face down onto place 2." in player.text
        assert player.prompt == "Birch's turn (just now)."


async def test_a_question_mark_says_where_a_card_would_go():
    """In words, with every step of the cursor; the queue shows it anyway."""
    stage = IntrigueStage(laying())
    async with seated(stage) as player:
        await player.press("right", "enter", "question_mark")
        for key, said in (("end", "To the end."), ("left", "Onto place 2."), ("left", "To the front.")):
            await player.press(key)
            assert f" {said}" in player.rows


async def test_going_back_plays_nothing():
    """To the hand, with the cursor on the card; Escape alone is never needed."""
    stage = IntrigueStage(laying())
    async with seated(stage) as player:
        for back in ("backspace", "q", "escape", "z"):
            await player.press("right", "enter", "left", back)
            assert player.prompt == "Choose a card from your hand to play face down."
            await player.press("home")
        assert stage.submitted == []


async def test_the_first_card_opens_the_queue():
    """There is one spot only, and it is shown."""
    stage = IntrigueStage(laying(""))
    async with seated(stage) as player:
        assert "The queue is empty." in player.text
        await player.press("enter", "right")
        queue = player.app.screen.query_one(Queue)
        assert (queue.stops, queue.stop) == ((QueueSpot(1, False),), QueueSpot(1, False))
        await player.press("enter")
        assert [text.split()[2] for text in stage.moves] == ["front"]


async def test_a_card_is_revealed_or_left():
    """What it does and what is known to follow stand where the log is, until it is confirmed."""
    stage = IntrigueStage(position("1lord+2 | 1heir | 2spy", at=1))
    async with seated(stage) as player:
        assert player.prompt == "Place 1: reveal the Lord, or leave it face down?"
        await player.press("r")
        assert player.prompt == "Reveal the Lord?"
        assert "Lord: Take 1 influence, and 1 more for each card of your family" in player.text
        assert (
            "Then: Amber takes 2 influence for the Lord, takes the 2 influence that lay on it."
            in " ".join(player.text.split())
        )
        await player.press("backspace", "f")
        assert player.prompt == "Leave it face down, bringing it to 3 influence?"
        await player.press("enter")
        assert stage.moves == ["leave"]
        assert "Amber leaves the card at place 1 face down (3 influence on it)." in player.text
        await player.press("enter", "enter")
        assert stage.moves == ["leave", "reveal"]


@pytest.mark.parametrize(
    ("effect", "queue", "at", "keys", "question", "move"),
    [
        (
            "assassination",
            "2heir | 1assassination^ | 3spy",
            2,
            "right right",
            "Place 3: remove Cedar's face-down card?",
            "remove 3",
        ),
        (
            "archer",
            "2heir^ | 1archer^ | 3spy | 3heir^",
            2,
            "end",
            "Place 4: remove Cedar's Heir?",
            "remove 4",
        ),
        ("soldier", "2heir^ | 1soldier^ | 3spy | 3heir^", 2, "", "Place 1: remove Birch's Heir?", "remove 1"),
        ("shapeshifter", "2heir^ | 1shapeshifter^ | 3spy^", 2, "end", "Place 3: copy Cedar's Spy?", "copy 3"),
        ("spy", "2heir | 1spy^ | 3spy^", 2, "end", "Steal 1 influence from Cedar?", "steal 3"),
    ],
)
async def test_a_target_is_chosen_in_the_queue(
    effect: str, queue: str, at: int, keys: str, question: str, move: str
):
    """The cursor goes from one that can be chosen to the next; all of those have a +."""
    stage = choosing(effect, queue, at)
    async with seated(stage) as player:
        await player.press(*keys.split(), "enter")
        assert player.prompt == question
        assert stage.submitted == []
        await player.press("enter")
        assert stage.moves == [move]


@pytest.mark.parametrize(
    ("keys", "spot", "move"),
    [
        ("enter", "Birch's Heir onto place 3", "move 1 on 3"),
        ("enter left", "Birch's Heir between places 2 and 3", "move 1 to 2"),
        ("enter end", "Birch's Heir to the end", "move 1 to 4"),
        ("end enter home", "Cedar's face-down card to the front", "move 4 to 1"),
        ("end enter", "Cedar's face-down card between places 2 and 3", "move 4 to 3"),
    ],
)
async def test_a_decree_moves_a_card_in_the_queue(keys: str, spot: str, move: str):
    """First which, then where to: into gaps and onto its own family's cards alone."""
    stage = choosing("decree", "2heir^ | 1decree^ | 2lord^ | 3spy", 2)
    async with seated(stage) as player:
        await player.press(*keys.split(), "enter")
        assert player.prompt == f"Move {spot}?"
        await player.press("enter")
        assert stage.moves == [move]


@pytest.mark.parametrize(
    ("queue", "effect", "move", "heads"),
    [
        ("2heir^ | 1archer^ | 3spy | 3heir^", "archer", "remove 1", ["✗ gone", "1", "2»", "3"]),
        ("2heir^ | 1archer^ | 3spy | 3heir^", "archer", "remove 4", ["1", "2", "3»", "✗ gone"]),
        ("2lord/2heir^ | 1archer^ | 3spy | 3heir^", "archer", "remove 1", ["1", "2", "3»", "4"]),
        ("2heir^ | 1assassination^ | 3spy | 3heir", "assassination", "remove 3", ["1", "✗ gone", "2»"]),
    ],
)
async def test_a_removed_card_is_shown_as_gone_until_the_next_thing_happens(
    queue: str, effect: str, move: str, heads: list[str]
):
    """In its place, without a number; a card under it is seen instead. Who is asked chooses among others."""
    stage = choosing(effect, queue, 2)
    async with seated(stage, "Birch") as player:
        stage.read(1, move)
        await player.pilot.pause()
        assert re.split(r"\s{2,}", player.rows[1].strip()) == heads
        await player.press("end")
        assert stop(player).place == len(stage.state.queue)
    async with seated(stage, "Cedar") as player:
        assert "✗ gone" not in player.text


async def test_moving_on_takes_the_confirmation_back():
    """What is about to be confirmed is always what the cursor is on."""
    stage = choosing("soldier", "2heir^ | 1soldier^ | 3spy", 2)
    async with seated(stage) as player:
        await player.press("enter", "end")
        assert player.prompt == "Which of the two cards next to the Soldier do you remove?"
        await player.press("enter", "y")
        assert stage.moves == ["remove 3"]


@pytest.mark.parametrize(
    ("state", "keys", "sentence"),
    [
        (laying(), "r", "Everyone plays a card now: choose one from your hand."),
        (laying(), "f", "Everyone plays a card now: choose one from your hand."),
        (laying(), "z", "There is nothing to undo."),
        (position(QUEUE, waiting=[2]), "c enter", "It's Birch's turn."),
        (position(QUEUE, waiting=[2]), "r", "It's Birch's turn."),
        (
            position(QUEUE, at=2),
            "c enter",
            "The queue is being resolved: you can play a card again next round.",
        ),
        (
            position("1heir | 1archer^ | 3spy | 2spy", at=2, effect="archer"),
            "question_mark right enter",
            "The Archer removes the first or the last card: place 1 or 4.",
        ),
        (
            position("1heir | 1archer^ | 3spy | 2spy", at=2, effect="archer"),
            "r",
            "The Archer is already resolving: make its choice.",
        ),
        (
            position("1heir | 1soldier^ | 3spy | 2spy", at=2, effect="soldier"),
            "question_mark end enter",
            "The Soldier only reaches the cards right next to it, not place 4.",
        ),
        (
            position("1heir | 1soldier^ | 3spy | 2spy", at=2, effect="soldier"),
            "question_mark right enter",
            "The Soldier never removes itself.",
        ),
        (
            position("1heir | 1decree^ | 3spy | 2spy", at=2, effect="decree"),
            "question_mark right enter",
            "The Royal Decree moves another card, not itself.",
        ),
    ],
)
async def test_a_refused_key_says_why(state: State, keys: str, sentence: str):
    """One sentence in terms of the rules; nothing is submitted, the next key takes it away. With ?
    the cursor goes to everything.
    """
    stage = IntrigueStage(state)
    async with seated(stage) as player:
        before = player.prompt
        await player.press(*keys.split())
        assert player.prompt == sentence
        assert stage.submitted == []
        await player.press("shift+tab")
        assert player.prompt == before


async def test_moves_are_typed_in_words():
    """In the player's language and in the notation."""
    stage = IntrigueStage(laying())
    async with seated(stage, language="de") as player:
        await player.type("spiele gebieter hinten")
        stage.read(2, "play ambush end")
        stage.read(3, "play heir end")
        await player.pilot.pause()
        await player.type("warte")
        assert stage.moves == ["play lord end", "leave"]


async def test_while_a_move_is_on_its_way_keys_do_nothing():
    """Keys typed ahead were meant for what comes next: they do nothing, and nothing is sent twice."""
    stage = IntrigueStage(position("1lord | 1heir | 2spy", at=1))
    stage.hold = True
    async with seated(stage) as player:
        await player.press("f", "enter", "enter", "r", "y", "c")
        assert stage.moves == ["leave"]
        stage.hold = False
        stage.play(1, stage.submitted[0][2])
        await player.pilot.pause()
        assert player.prompt == "Place 2: reveal the Heir, or leave it face down?"


async def test_a_move_the_host_refuses_can_be_tried_again():
    """The sentence is said, the next try counts."""
    stage = IntrigueStage(position("1lord | 1heir | 2spy", at=1))
    stage.refuse_next = Refused("not-saved")
    async with seated(stage) as player:
        await player.press("r", "enter")
        assert "couldn't save that" in player.prompt
        await player.press("r", "enter")
        assert stage.moves == ["reveal", "reveal"]


async def test_a_confirming_key_never_answers_another_question():
    """The table went on under the player's hand: what was about to be confirmed is forgotten."""
    stage = IntrigueStage(position("1lord | 1heir | 2spy", at=1))
    async with seated(stage) as player:
        await player.press("f")
        stage.read(1, "leave")
        await player.pilot.pause()
        await player.press("enter")
        assert stage.submitted == []
        assert player.prompt == "Reveal the Heir?"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("question_mark", "Shapeshifter: Copy the effect of a face-up card next to it"),
        ("question_mark right", "Lord: Take 1 influence, and 1 more for each"),
        ("tab question_mark", "Place 1, Birch's Lord: Face up. Take 1 influence"),
        ("tab question_mark right", "Place 2, Amber's Heir: Face down: only you know it. Take 2"),
        (
            "tab question_mark right right",
            "Birch's face-down card: Only its owner knows it. 2 influence on it.",
        ),
        ("tab question_mark right right", "Under it: Heir."),
        ("tab tab question_mark", "6 in hand, 1 in the queue. Nothing discarded. Not in this game:"),
        ("tab tab question_mark down", "Birch: 5 influence"),
        ("enter question_mark", "Shapeshifter: Copy the effect"),
    ],
)
async def test_a_question_mark_explains_anything(keys: str, said: str):
    """Cards of the hand, places of the queue and what lies under them, players."""
    stage = IntrigueStage(laying())
    async with seated(stage) as player:
        await player.press(*keys.split())
        assert said in " ".join(player.text.split())


async def test_spectators_see_backs_and_no_hand():
    """Nothing to press that acts; the prompt says who plays."""
    stage = IntrigueStage(laying())
    async with seated(stage, name="Zoe") as player:
        assert player.prompt == "Watching: Amber's turn (just now)."
        assert "Shapeshifter" not in player.text
        assert "Spy" not in player.text
        await player.press("enter", "r", "c", "right", "question_mark")
        assert stage.submitted == []
