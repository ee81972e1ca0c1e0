"""A turn is played by keys alone, refused keys say why, and no key acts on what it was not meant for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.court.model.state import Final, Result, Turn
from engine.game import Refused
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.stage import StagePlayer, seated
from tui.host.port import ChatLine
from tui.widgets.dice_tray import DiceTray

ROLLED = Turn(1, 0, (1, 3, 5, 5), (), rolled=True)
KEPT = Turn(1, 0, (1, 3), (5, 5), rolled=True, kept=True)
DONE = Turn(1, 0, (), (2, 5, 5, 5), rolled=True, kept=True)
FINAL = Final(queen=2, king=2, mark=Result(2, 7, 4), begun=True)
CROWNED = ("king", "queen")


async def test_a_turn_from_roll_to_card():
    """Roll, set aside a pair, roll, set aside, take: five asks, each answered by what was pressed."""
    stage = CourtStage(position((), (), turn=Turn(1, 3)), "5 5 3 5")
    async with seated(stage) as player:
        assert player.prompt == "Your turn: roll your 3 dice."
        await player.press("enter")
        await player.press("5", "s")
        await player.press("r")
        await player.press("space", "enter")
        await player.press("enter")
        assert player.prompt == "Take the Guard (adds a die showing 2)?"
        await player.press("enter")
        assert stage.moves == ["roll", "keep 5 5", "roll", "keep 5", "take guard"]
        assert [ask for _, ask, _ in stage.submitted] == sorted({ask for _, ask, _ in stage.submitted})
        assert "Amber rolls 5 5 3, sets aside 5 5, rolls 5, sets aside 5, takes the Guard." in player.text
        assert player.prompt == "Birch's turn (just now)."


@pytest.mark.parametrize(
    ("turn", "keys", "sentence"),
    [
        (ROLLED, "r", "Set aside at least one die before you reroll the others."),
        (ROLLED, "up s", "No die is marked: the space bar marks the one at ►."),
        (ROLLED, "enter", "No die is marked: the space bar marks the one at ►."),
        (ROLLED, "t", "Set aside every die to end your turn; still active: 5 5 3 1."),
        (ROLLED, "n", "Set aside every die to end your turn; still active: 5 5 3 1."),
        (ROLLED, "f", "That is only possible in the final round."),
        (ROLLED, "g", "That is only possible in the final round."),
        (ROLLED, "z", "There is nothing to undo."),
        (Turn(1, 3), "space", "You haven't rolled yet: roll your dice first."),
        (Turn(1, 3), "s", "You haven't rolled yet: roll your dice first."),
        (DONE, "r", "No active dice left: all of them are set aside."),
        (DONE, "up left enter", "The dice you set aside don't pay for the Maid."),
        (DONE, "up up up up up home enter", "The dice you set aside don't pay for the King."),
        (DONE, "up up up up up enter", "The Queen comes with the King, never alone."),
        (Turn(2, 3), "r", "It's Birch's turn."),
        (Turn(2, 3), "p", "It's Birch's turn."),
        (Turn(2, 3), "n", "It's Birch's turn."),
        (Turn(2, 3), "space", "It's Birch's turn."),
    ],
)
async def test_a_refused_key_says_why(turn: Turn, keys: str, sentence: str):
    """One sentence in terms of the rules; nothing is submitted, the next key takes it away."""
    stage = CourtStage(position((), (), turn=turn))
    async with seated(stage) as player:
        before = player.prompt
        await player.press(*keys.split())
        assert player.prompt == sentence
        assert stage.submitted == []
        await player.press("end")
        assert player.prompt == before


async def test_taking_nothing_takes_a_confirming_key():
    """n asks, any other key does nothing, Enter does it."""
    stage = CourtStage(position((), (), turn=DONE))
    async with seated(stage) as player:
        await player.press("n")
        assert player.prompt == "Take no card and end your turn?"
        await player.press("backspace")
        assert player.prompt.startswith("All dice are set aside: take a card")
        await player.press("0", "right")
        assert stage.submitted == []
        await player.press("n", "enter")
        assert stage.moves == ["take nothing"]


async def test_a_card_to_take_says_what_it_does():
    """The best card is under the cursor at once; moving shows what others do; a second key takes it."""
    stage = CourtStage(position((), (), turn=DONE))
    async with seated(stage) as player:
        line = player.row_of("worth")
        assert player.rows[line] == " ► adds a die showing 2"
        await player.press("up", "home")
        assert player.rows[line] == " ► one more die a turn"
        await player.press("enter", "y")
        assert stage.moves == ["take farmer"]


@pytest.mark.parametrize(("size", "keys"), [((80, 24), ("question_mark",)), ((120, 40), ())])
async def test_what_a_card_does_is_not_told_twice(size: tuple[int, int], keys: tuple[str, ...]):
    """Where it stands on the cards, or is explained, the worth of the dice stays in sight."""
    stage = CourtStage(position((), (), turn=DONE))
    async with seated(stage, size=size) as player:
        await player.press(*keys)
        line = player.row_of("worth")
        worth = player.rows[line]
        assert worth.strip().startswith("worth now")
        await player.press("up", "home")
        assert player.rows[line] == worth
        assert "one extra die in" in player.text.lower()


async def test_the_final_round_is_stood_or_given_up():
    """What is to be beaten is in sight; finishing and giving up take a confirming key."""
    state = position((), CROWNED, turn=Turn(1, 3), final=FINAL)
    stage = CourtStage(state, "6 6 6")
    async with seated(stage) as player:
        assert "to beat: Birch's 7×4" in player.text
        assert player.prompt == "Your last turn: roll, and beat 7 fours."
        await player.press("g")
        assert player.prompt == "Give up this turn without a roll?"
        await player.press("escape", "r", "6", "s", "enter")
        assert player.prompt == "Finish your turn with 3 sixes?"
        await player.press("enter")
        assert stage.moves == ["roll", "keep 6 6 6", "stand"]


async def test_giving_up_the_final_turn():
    """The confirming key gives up; the game is over, for the Queen's owner still has the King."""
    stage = CourtStage(position((), CROWNED, turn=Turn(1, 3), final=FINAL))
    stage.playthrough = stage.with_waiting(())
    async with seated(stage) as player:
        await player.press("g", "enter")
        assert stage.moves == ["concede"]
        assert player.prompt == "Birch has won."


async def test_s_without_a_mark_sets_the_die_at_the_cursor_aside():
    """Where it is seen; from elsewhere the key goes to the dice."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        await player.press("up", "s")
        assert stage.moves == []
        await player.press("right", "right", "s")
        assert stage.moves == ["keep 3"]


async def test_while_a_move_is_on_its_way_keys_do_nothing():
    """Keys typed ahead were meant for what comes next: they do nothing, and nothing is sent twice."""
    stage = CourtStage(position((), (), turn=Turn(1, 3)), "5 5 3")
    stage.hold = True
    async with seated(stage) as player:
        await player.press("r", "r", "enter", "s", "space", "p", "n", "q")
        assert stage.moves == ["roll"]
        stage.hold = False
        stage.play(1, stage.submitted[0][2])
        await player.pilot.pause()
        assert player.prompt == "Set aside at least one die."
        await player.press("5", "s")
        assert stage.moves == ["roll", "keep 5 5"]


async def test_a_confirming_key_never_answers_another_question():
    """The table went on under the player's hand: what was about to be confirmed is forgotten."""
    stage = CourtStage(position((), (), turn=DONE))
    async with seated(stage) as player:
        await player.press("n")
        stage.read(1, "take guard")
        await player.pilot.pause()
        await player.press("enter")
        assert stage.submitted == []
        assert player.prompt == "It's Birch's turn."


async def test_a_move_the_host_refuses_leaves_the_player_where_they_were():
    """The sentence is said, marks stay, the next try counts."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        stage.refuse_next = Refused("not-saved")
        await player.press("5", "s")
        assert player.prompt == "The host couldn't save that, so it didn't happen. Try again."
        assert player.marked == (5, 5)
        await player.press("s")
        assert stage.moves == ["keep 5 5", "keep 5 5"]


async def test_a_step_can_be_taken_back():
    """z while nothing was rolled since; everybody is told."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        await player.press("5", "s")
        assert "z undo" in player.keys
        await player.press("z")
        assert stage.asked == ["submit", "undo"]
        assert player.prompt == "Set aside at least one die."
        assert "undoes a move" in player.text
        assert "z undo" not in player.keys


async def test_what_others_do_moves_nothing_of_mine():
    """Marks, cursor and explanation stay while somebody comes and goes."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        await player.press("right", "space", "question_mark")
        before = player.rows
        stage.tell()
        await player.pilot.pause()
        assert player.rows == before
        assert player.marked == (5,)


async def test_marks_show_what_they_would_be_worth():
    """Signs in the court and names under the dice, with the dice set aside."""
    stage = CourtStage(position((), (), turn=KEPT))
    async with seated(stage) as player:
        line = player.row_of("worth")
        assert player.rows[line] == " with ►     2×5  sum 13   ✓ Farmer  Maid"
        assert "✓ Farmer" in player.text
        assert "✓ Guard" not in player.text
        await player.press("1")
        assert player.rows[line] == " with ►     2×5  sum 11   ✓ Farmer  Maid"
        await player.press("left")
        assert player.rows[line] == " with ►     2×5  sum 14   ✓ Farmer  Maid"
        await player.press("tab")
        await player.press("shift+tab", "shift+tab")
        assert player.rows[line] == " worth now  2×5  sum 11   ✓ Farmer  Maid"


@pytest.mark.parametrize("opened", ["slash", "quotation_mark", "q"])
async def test_without_a_caret_no_die_counts_for_being_at_it(opened: str):
    """While a line is typed or a question is open the dice have no caret; afterwards they have."""
    stage = CourtStage(position((), (), turn=KEPT))
    async with seated(stage) as player:
        line = player.row_of("worth")
        assert player.rows[line] == " with ►     2×5  sum 13   ✓ Farmer  Maid"
        await player.press(opened)
        assert "►" not in player.text
        assert player.rows[line] == " worth now  2×5  sum 10   ✓ Farmer  Maid"
        await player.press("escape")
        assert player.rows[line] == " with ►     2×5  sum 13   ✓ Farmer  Maid"


async def test_where_nothing_is_chosen_all_dice_are_valued():
    """The first throw of a first game shows at once what it could buy; so does every digit."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        line = player.row_of("worth")
        assert player.rows[line] == " all dice   2×5  sum 14   ✓ Farmer  Maid"
        await player.press("5")
        assert player.rows[line] == " with ►     2×5  sum 10   ✓ Farmer  Maid"
        assert player.app.screen.query_one(DiceTray).cursor == 0


async def test_what_others_lay_aside_is_valued_for_them():
    """Whoever watches sees what the cards of the player allow, not their own."""
    stage = CourtStage(position(("farmer",), (), turn=Turn(2, 0, (1,), (3, 3), rolled=True, kept=True)))
    async with seated(stage) as player:
        assert player.rows[player.row_of("worth")] == " worth now  2×3  sum  6   ✓ Farmer  Maid"


async def test_a_power_says_what_it_could_bring():
    """Before it is used, and with each value; in the final round the best group it could make."""
    turn = Turn(1, 0, (2, 3), (5, 5), rolled=True)
    stage = CourtStage(position(("maid", "hunter"), (), turn=turn))
    async with seated(stage) as player:
        line = player.row_of("worth")
        await player.press("p")
        assert player.rows[line] == " ► adds 1 to 3 to one die   possible: ✓ Guard  Astronomer"
        await player.press("right")
        assert player.rows[line] == " ► adds a die showing 3   possible: ✓ Astronomer"
        await player.press("left", "enter", "3", "enter")
        assert player.rows[line].startswith(" Maid  ►+1   +2   +3    all dice  2×5")
        await player.press("right")
        assert player.rows[line].endswith("all dice  3×5   ✓ Guard")


async def test_what_a_power_does_is_told_on_its_card_alone_where_that_has_room():
    """At 120x40 the line under the dice tells what it could bring, and nothing where that is nothing."""
    turn = Turn(1, 0, (2, 3), (5, 5), rolled=True)
    async with seated(CourtStage(position(("maid", "hunter"), (), turn=turn)), size=(120, 40)) as player:
        line = player.row_of("worth")
        await player.press("p")
        assert player.rows[line].split("│")[0].rstrip() == " ►    possible: ✓ Guard  Astronomer"
    turn = Turn(1, 0, (6, 6), (5, 5), rolled=True)
    async with seated(CourtStage(position(("jester",), (), turn=turn)), size=(120, 40)) as player:
        await player.press("p")
        assert "rerolls one" in player.text
        assert player.rows[line].split("│")[0].strip() == ""


async def test_the_final_round_says_what_is_enough():
    """The mark stands beside the result until it is beaten."""
    state = position((), CROWNED, turn=Turn(1, 0, (4, 1), (6,) * 6, rolled=True), final=FINAL)
    stage = CourtStage(replace(state, final=Final(queen=2, king=2, mark=Result(2, 6, 5), begun=True)))
    async with seated(stage) as player:
        line = player.row_of("worth")
        assert player.rows[line] == " with ►     6×6   enough for the King"
    stage = CourtStage(state)
    async with seated(stage) as player:
        assert player.rows[line] == " with ►     6×6   7×4 to beat"


async def test_the_others_turn_is_seen_as_it_happens():
    """Their dice, what they set aside, every power: live, and the log tells it."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(2, 3)), "6 4 2")
    async with seated(stage) as player:
        stage.read(2, "roll", "use maid 2+2", "keep 4 4")
        await player.pilot.pause()
        assert "Birch rolls 6 4 2, uses the Maid: 2 → 4, sets aside 4 4." in player.text
        assert "(Maid)" in player.text
        dice = player.rows[player.row_of("tray") : player.row_of("worth")]
        assert [row.split() for row in dice if "aside" in row or "4" in row] == [
            ["active", "●", "●", "aside"],
            ["►", "6", "4", "4"],
        ]


@pytest.mark.parametrize(
    ("typed", "moves", "sentence"),
    [
        ("keep 5 5", ["keep 5 5"], None),
        ("KEEP  5  3", ["keep 3 5"], None),
        ("use maid 1+2", ["use maid 1+2"], None),
        ("use Maid 5+2", [], "A 5 would go above 6: the Maid can't change it."),
        ("keep 6", [], "Not among the active dice: 6."),
        ("fly", [], "/fly is neither a command nor a move here. /help lists both."),
        ("move fly", [], "That isn't a move. Try: keep 5, use maid 2+3."),
        ("use dragon", [], "There is no card called dragon."),
        ("use farmer", [], "The Farmer has no power to use."),
        ("keep", [], "Write it like this: keep 3 3"),
        ("roll", [], "Set aside at least one die before you reroll the others."),
    ],
)
async def test_every_action_has_a_typed_form(typed: str, moves: list[str], sentence: str | None):
    """Notation behind the slash; what cannot be read or is not allowed is said in a sentence."""
    stage = CourtStage(position(("maid",), (), turn=ROLLED))
    async with seated(stage) as player:
        await player.type(typed)
        assert stage.moves == moves
        if sentence:
            assert player.prompt == sentence


async def test_moves_can_be_typed_in_the_players_language():
    """Words for moves and cards, as the player's screen shows them."""
    stage = CourtStage(position(("maid",), (), turn=ROLLED))
    async with seated(stage, language="de") as player:
        await player.type("nutze dienstmagd 1+2")
        await player.type("lege 5 5")
        assert stage.moves == ["use maid 1+2", "keep 5 5"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("shift+tab", "Amber: begins a turn with 4 dice. Farmer, Maid."),
        (
            "tab",
            "King: needs seven of a kind; 1 left. Whoever holds the King at the end wins. Nobody owns it.",
        ),
        (
            "tab " + "down " * 5 + "end",
            "Guard: needs three of a kind; 2 left. Adds a die showing 2. Nobody owns it.",
        ),
        ("", "Mark active dice and set them aside; the rest can be rerolled."),
    ],
)
async def test_everything_can_be_explained(keys: str, said: str):
    """? says what is under the cursor, and again puts the log back."""
    stage = CourtStage(position(("maid", "farmer"), (), turn=Turn(2, 0, (1, 3), (), rolled=True)))
    async with seated(stage) as player:
        await player.press(*keys.split(), "question_mark")
        top = player.row_of("log") + 1
        assert " ".join(row.strip() for row in player.rows[top:-2]).startswith(said)
        await player.press("question_mark")
        assert player.rows[top].strip() == ""


async def test_an_explanation_says_who_owns_a_card_and_what_speaks_against_it():
    """Owners by name, and the reason why not now."""
    stage = CourtStage(position(("maid",), ("maid",), turn=Turn(1, 0, (6, 6), (), rolled=True)))
    async with seated(stage) as player:
        await player.press("p", "question_mark")
        assert "Owned by Amber and Birch. The Maid can't be used on any active die now." in " ".join(
            player.text.split()
        )


async def test_spectators_see_everything_and_are_asked_nothing():
    """A table can be watched; keys that would play say whose turn it is."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage, name="Xaver") as player:
        assert player.prompt == "Watching: Amber's turn (just now)."
        await player.press("r")
        assert player.prompt == "It's Amber's turn."
        assert stage.submitted == []


async def test_what_another_players_power_did_is_marked_until_the_next_step():
    """The changed or joined die has a star; talk does not take it away, the next step does."""
    stage = CourtStage(position((), ("maid", "hunter"), turn=Turn(2, 3)), "6 4 2")
    async with seated(stage) as player:
        below = player.row_of("tray") + 4
        stage.read(2, "roll")
        await player.pilot.pause()
        assert "*" not in player.rows[below]
        stage.read(2, "use maid 2+3")
        stage.say(ChatLine("Birch", "oh", 1.0))
        await player.pilot.pause()
        tray = player.app.screen.query_one(DiceTray)
        assert tray.dice == (6, 5, 4)
        assert starred(player) == [5]
        stage.read(2, "use hunter")
        await player.pilot.pause()
        assert starred(player) == [3]
        stage.read(2, "keep 6")
        await player.pilot.pause()
        assert starred(player) == []


def starred(player: StagePlayer) -> list[int]:
    tray = player.app.screen.query_one(DiceTray)
    return [tray.dice[place] for place in tray._notes]
