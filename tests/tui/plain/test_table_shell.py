"""A court table in plain mode: everything is told, asked and answered in lines."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.court.model.events import Kept
from engine.court.model.state import Final, Result, Turn
from engine.game import Refused
from engine.playthrough import Resigned, TimeUp, Undone
from engine.registry import GAMES
from tests.engine.laurin.positions import layout
from tests.engine.seeded_chance import luck
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.intrigue import intrigue_stage
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.plain.typist import Typist
from tests.tui.screens.test_steps import beginning
from tests.tui.scripted_port import Hosted, player, table
from tests.tui.stage import NO_HINTS, TABLE, StagePort, TableStage
from tui.host.port import ChatLine, Proposal, Seat
from tui.host.ratings import RatingChange, ShownRating

HERE = f"watch {TABLE}"


def at(stage: TableStage, name: str = "Amber", *, terminal: bool = False, **env: str) -> Typist:
    port = StagePort(stage, name)
    port.me = replace(port.me, settings=NO_HINTS)
    return Typist(port, terminal=terminal, goto=HERE, **env)


def with_dice(*active: int, aside: tuple[int, ...] = (), kept: bool = False) -> CourtStage:
    turn = Turn(1, 0, tuple(sorted(active)), tuple(sorted(aside)), rolled=True, kept=kept)
    return CourtStage(position(["maid"], [], turn=turn), dice="5 5 2 3 4 1 6")


async def test_a_turn_by_words():
    """Rolling, setting aside, taking: each step is told, and what comes next is asked."""
    stage = CourtStage(dice="6 4 4 2 5 1")
    stage.begin()
    amber = at(stage)
    await amber.settle()
    assert amber.fresh()[-2:] == ["You have 3 dice to roll.", "1: roll 3 dice"]
    assert await amber.enters("roll") == [
        "Amber rolls 6 4 4.",
        "Active: 6 4 4. Set aside at least one die.",
        "1: set aside 6",
        "2: set aside 4 4",
        "3: set aside 4",
        "4: set aside all dice: 6 4 4",
    ]
    told = await amber.enters("keep 4 4")
    assert told[0] == "Amber sets aside 4 4."
    assert "1: roll 1 die" in told
    assert (await amber.enters("keep 6"))[:2] == [
        "Amber sets aside 6.",
        "All dice are set aside: take a card or nothing.",
    ]
    told = await amber.enters("take farmer")
    assert told == ["Amber takes the Farmer.", "Waiting for Birch."]
    assert stage.moves == ["roll", "keep 4 4", "keep 6", "take farmer"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("soldier", "Where do you play the Soldier?"),
        ("the spy", "Where do you play the Spy?"),
        ("the", "the isn't a command here. Did you mean theme?"),
        ("conspirator", "conspirator isn't a move here."),
    ],
)
async def test_a_word_that_one_line_of_the_list_has_chooses_it(typed: str, told: str):
    """One that several have, or none, chooses nothing; of the question behind it each has its word, too."""
    laid = intrigue_stage.position("1lord | 2heir", waiting=[1, 2, 3])
    stage = intrigue_stage.IntrigueStage(laid)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    assert (await amber.enters(typed))[0].startswith(told)
    if told.startswith("Where"):
        await amber.enters("front")
        assert stage.moves[0].startswith("play ")


async def test_a_turn_by_numbers():
    """A list of dice, a power with its questions, and a card that is taken after a yes."""
    stage = with_dice(6, 4, 4)
    amber = at(stage)
    await amber.settle()
    maid = next(line for line in amber.fresh() if "Maid" in line and line[0].isdigit())
    assert await amber.enters(maid[0]) == ["Add to which die?", "1: a 4", "0: back"]
    assert (await amber.enters("1"))[0] == "How much do you add?"
    assert (await amber.enters("0"))[0] == "Add to which die?"
    await amber.enters("1", "2")
    assert stage.moves == ["use maid 4+2"]


async def test_weighty_moves_by_number_are_confirmed():
    """A yes makes them, a no leaves everything as it was, anything else means itself."""
    stage = with_dice(aside=(4, 4, 6), kept=True)
    amber = at(stage)
    await amber.settle()
    number = next(line[0] for line in amber.fresh() if "take the Farmer" in line)
    assert await amber.enters(number) == ["Take the Farmer (one extra die in hand every turn)? Yes or no?"]
    assert await amber.enters("no") == ["Cancelled."]
    await amber.enters(number)
    assert (await amber.enters("who"))[0] == "Cancelled."
    await amber.enters(number)
    assert (await amber.enters("y"))[0] == "Amber takes the Farmer."
    assert stage.moves == ["take farmer"]


@pytest.mark.parametrize(
    "stage",
    [
        lambda: with_dice(6, 4, 4),
        lambda: with_dice(aside=(4, 4, 6), kept=True),
        lambda: LaurinStage(layout("magic", offer="haste fog ban", hands="3 2 1 1,2,2")),
        lambda: LaurinStage(layout("movement", drawn="h1a v2a h3a")),
        lambda: intrigue_stage.IntrigueStage(
            intrigue_stage.position("2soldier | 1heir | 3archer", waiting=(1,))
        ),
    ],
)
@pytest.mark.parametrize("language", ["en_GB", "de_DE"])
async def test_what_a_list_shows_is_accepted_as_it_is_shown(stage: Callable[[], TableStage], language: str):
    """Each option by its words leads where its number leads, or makes its move."""
    amber = at(stage(), LANG=f"{language}.UTF-8")
    await amber.settle()
    shown = [re.fullmatch(r"(\d+): ([^:(]+?)(?: \(.*)?(?::.*)?", line) for line in amber.fresh()]
    options = [(found[1], found[2]) for found in shown if found]
    assert options
    for number, words in options:
        said = stage()
        by_number, by_words = (at(one, LANG=f"{language}.UTF-8") for one in (stage(), said))
        for typist in (by_number, by_words):
            await typist.settle()
            typist.fresh()
        assert await by_words.enters(words) == await by_number.enters(number) or said.moves, words


async def test_the_beginning_of_several_choices_lists_these():
    """With numbers of their own; `back` leads to the whole list."""
    stage = with_dice(aside=(4, 4, 6), kept=True)
    amber = at(stage)
    await amber.settle()
    whole = [line for line in amber.fresh() if line[:1].isdigit()]
    taken = [line for line in whole if ": take the " in line]
    assert 1 < len(taken) < len(whole)
    told = [line for line in await amber.enters("take the") if line[:1].isdigit()]
    assert [line.partition(": ")[2].partition(":")[0] for line in told[: len(taken)]] == [
        line.partition(": ")[2].partition(":")[0] for line in taken
    ]
    assert len([line for line in told if ": take " in line]) == len(taken)


async def test_a_question_is_answered_by_number_too():
    """1 is yes, 2 and 0 are no."""
    stage = with_dice(aside=(4, 4, 6), kept=True)
    amber = at(stage)
    await amber.settle()
    number = next(line[0] for line in amber.fresh() if "take the Farmer" in line)
    for no in ("2", "0"):
        await amber.enters(number)
        assert await amber.enters(no) == ["Cancelled."]
    await amber.enters(number, "1")
    assert stage.moves == ["take farmer"]


async def test_what_a_choice_means_is_said_once():
    """And again whenever the list is asked for."""
    stage = with_dice(6, 4, 4)
    amber = at(stage)
    await amber.settle()
    whole = "use the Maid: adds 1, 2 or 3 to one active die, never above 6"
    assert any(line.endswith(whole) for line in amber.fresh())
    told = await amber.enters("keep 6")
    assert any(line.endswith("use the Maid") for line in told)
    assert not any(line.endswith(whole) for line in told)
    assert any(line.endswith(whole) for line in await amber.enters(""))
    assert any(line.endswith(whole) for line in await amber.enters("look"))


async def test_moves_in_the_players_language():
    """In words of one's own, with articles, in plain spelling; English is understood as well."""
    stage = CourtStage(position([], [], turn=Turn(1, 3)), dice="5 5 2 1")
    amber = at(stage, LANG="de_DE.UTF-8")
    await amber.settle()
    for line in ("wirf", "behalte 5 5", "nimm den Bauern"):
        await amber.enters(line)
    await amber.enters("lege 2", "NIMM den bauern")
    assert stage.moves == ["roll", "keep 5 5", "keep 2", "take farmer"]
    assert "Amber nimmt den Bauern." in amber.lines


async def test_why_a_move_is_not_allowed():
    """The same sentences as on the screen."""
    amber = at(with_dice(6, 4))
    await amber.settle()
    amber.fresh()
    assert await amber.enters("keep 3") == ["Not among the active dice: 3."]
    assert await amber.enters("roll") == ["Set aside at least one die before you reroll the others."]
    assert await amber.enters("keep") == ["Write it like this: keep 3 3"]
    assert await amber.enters("take wizard") == ["There is no card called wizard."]
    assert await amber.enters("keepp 6") == [
        "keepp isn't a move here. You can type: keep 6, use maid 2+3; help has more."
    ]


async def test_words_show_the_table():
    """Look, court, cards, who, help of a card, rules, log."""
    amber = at(with_dice(6, aside=(4, 4)))
    await amber.settle()
    amber.fresh()
    looked = await amber.enters("look")
    assert looked[0] == "KIWI-7, To Court the King, round 9."
    assert "Set aside: 4 4; that is 2 fours, sum 8." in looked
    assert "Your cards: Maid." in looked
    assert "Guard: three of a kind; 2 left." in await amber.enters("court")
    assert (await amber.enters("cards"))[0].startswith("Maid: Adds 1, 2 or 3")
    assert await amber.enters("who") == ["Amber (you): 3 dice. Maid.", "Birch: 3 dice. No cards yet."]
    assert (await amber.enters("help guard"))[0].startswith("Guard: needs three of a kind")
    assert len(await amber.enters("rules")) > 6
    assert (await amber.enters("rules laurin"))[0] == "King Laurin:"
    no_game = f"There is no game called chess here: {', '.join(GAMES)}."
    assert await amber.enters("rules chess") == await amber.enters("/rules chess") == [no_game]
    assert await amber.enters("log chess") == ["Write it like this: /log [NUMBER|all]"]
    assert "keep 5 5: set aside active dice with these faces" in await amber.enters("help")
    assert await amber.enters("help undo") == [
        "undo: undo your last move, if no dice were rolled and no card was shown since."
    ]
    assert await amber.enters("log") == ["Nothing has happened here yet."]


async def test_a_list_that_changed_takes_no_number():
    """Whoever began to type on one list never answers another one."""
    stage = with_dice(6, 4)
    amber = at(stage, terminal=True)
    await amber.settle()
    await amber.types("1")
    stage.read(1, "keep 4")  # from another terminal
    await amber.settle()
    assert stage.moves == []
    told = await amber.types("\r")
    assert "That line came before this question; nothing was done." in told
    assert stage.moves == []


@pytest.mark.parametrize("line", ["lobby", "/leave", "rematch", "concede", "back", "quit"])
async def test_no_word_acts_where_something_else_is_asked_meanwhile(line: str):
    """Words that act are bound as numbers are; what only shows something is not."""
    stage = with_dice(6, 4)
    amber = at(stage, terminal=True)
    await amber.settle()
    await amber.types(line)
    stage.read(1, "keep 4")  # from another terminal
    await amber.settle()
    told = await amber.types("\r")
    assert "That line came before this question; nothing was done." in told
    assert set(stage.asked) <= {"watch"}
    await amber.types("loo")
    stage.read(1, "roll")
    await amber.settle()
    assert "KIWI-7, To Court the King, round 9." in await amber.types("k\r")


async def test_events_wait_while_a_line_is_typed():
    """They are told when it was sent off, before its answer, and nothing is lost."""
    stage = CourtStage(position([], [], turn=Turn(2, 3)), dice="5 5 2 1")
    amber = at(stage, terminal=True)
    await amber.settle()
    await amber.types("say hel")
    stage.read(2, "roll")
    await amber.settle()
    assert amber.lines[-1] == "> say hel"
    assert "Birch rolls 5 5 2." not in amber.lines
    await amber.types("lo\r")
    said = amber.lines
    assert said.index("Birch rolls 5 5 2.") < said.index("Amber says: hello")
    assert said[said.index("Birch rolls 5 5 2.") - 1] == "> say hello"


async def test_what_is_typed_ahead_is_done_in_order():
    """Each line waits until the one before is done and told."""
    stage = CourtStage(position([], [], turn=Turn(1, 3)), dice="5 5 2 1")
    amber = at(stage)
    await amber.enters("roll", "keep 5 5", "keep 2", "take nothing")
    assert stage.moves == ["roll", "keep 5 5", "keep 2", "take nothing"]


async def test_people_come_go_and_wish():
    """Who is away and back, who wants to end, and what is said."""
    stage = with_dice(6, 4)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    stage.seat(2, Seat("Birch", "player", away_since=990.0))
    stage.change(lendable=(1, 2))  # of the own seat, at which no session is, nothing is asked
    stage.seat(2, Seat("Birch", "player"))
    stage.change(lendable=(), proposals=(Proposal("abandon", (2,)),))
    stage.say(ChatLine("Kestrel", "hi", 0.0, "watchers"))
    await amber.settle()
    assert amber.fresh() == [
        "Birch is away.",
        "Birch away: lend Birch calls them, or lets a bot play until they are back.",
        "Birch is back.",
        "Birch: end without a result? To agree type abandon.",
        "Kestrel (watching) says: hi",
    ]
    assert await amber.enters("abandon") == [
        "End the game at KIWI-7 without a result? The others must agree. Yes or no?"
    ]
    await amber.enters("yes")
    assert stage.asked[-1] == "abandon"


async def test_concede_means_the_turn_where_that_is_possible():
    """In the final round before the first roll it is the move, otherwise the command that asks."""
    mark = Result(2, 7, 3)
    final = Final(queen=2, king=2, mark=mark, begun=True)
    stage = CourtStage(position([], ["king", "queen"], turn=Turn(1, 3), final=final))
    amber = at(stage)
    await amber.settle()
    assert "Your last turn: roll, and beat 7 threes." in amber.fresh()
    await amber.enters("concede")
    assert stage.moves == ["concede"]
    other = at(with_dice(6))
    await other.settle()
    other.fresh()
    assert await other.enters("concede") == ["Concede the game at KIWI-7? It ends, and you lose. Yes or no?"]


async def test_the_end_is_told_with_places():
    """Who won, everybody's place and result, and what can be done now."""
    stage = CourtStage(
        position([], ["king", "queen"], turn=Turn(1, 3), final=Final(2, 2, Result(2, 7, 3), begun=True))
    )
    stage.playthrough = stage.with_waiting(())
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    told = await amber.enters("concede", "yes")
    assert "Birch has won." in told
    assert any(line.startswith("1. Birch: ") for line in told)
    assert [line[3:] for line in told if line[0].isdigit() and line[1] == ":"] == [
        "play again", "share", "new game", "replay", "analysis", "lobby", "record",
    ]  # fmt: skip


async def test_ones_rating_is_told_once_it_is_known():
    """Shortly after the end, once; the result has those of all seats."""
    stage = CourtStage(
        position([], ["king", "queen"], turn=Turn(1, 3), final=Final(2, 2, Result(2, 7, 3), begun=True))
    )
    stage.playthrough = stage.with_waiting(())
    amber = at(stage)
    await amber.settle()
    assert not any("rating" in line for line in await amber.enters("concede", "yes"))
    before, after = ShownRating(1500, 350, 0), ShownRating(1516, 340, 1)
    stage.ratings = (RatingChange(1, after, before), RatingChange(2, before, after))
    stage.tell()
    await amber.settle()
    assert amber.fresh() == ["Your rating 1500? (-16)."]
    stage.tell()
    await amber.settle()
    assert amber.fresh() == []
    assert "2. Amber: no result, rating 1500? (-16)." in await amber.enters("look")


async def test_the_room_before_the_game():
    """Seats fill, bots come, and numbers do what can be done."""
    stage = CourtStage(seats=3)
    stage.seat(2, Seat())
    stage.seat(3, Seat())
    amber = at(stage)
    await amber.settle()
    assert "2 seats are still free." in amber.fresh()
    assert "Fern, a bot, sits down." in await amber.enters("bot")
    stage.seat(3, Seat("Kestrel", "player"))
    await amber.settle()
    told = amber.fresh()
    assert "Kestrel sits down." in told
    number = next(line[0] for line in told if line.endswith(": start"))
    assert "The game begins." in await amber.enters(number)


async def test_a_running_clock_is_told():
    """With the turn, and once more when a minute is left."""
    stage = with_dice(6, 4)
    stage.deadline = stage.time + 300
    amber = at(stage)
    await amber.settle()
    assert "It is your turn (5 min left)." in amber.fresh()
    place = amber.session._session.place
    assert place._alarm.seconds == 240
    stage.time += 240
    place._time_passed()
    assert place._alarm.seconds == 30


async def test_who_watches_is_told_all_and_asked_nothing():
    """And a move of theirs is refused in words."""
    stage = with_dice(6, 4)
    kestrel = at(stage, "Kestrel")
    await kestrel.settle()
    looked = kestrel.fresh()
    assert "You are watching." in looked
    assert "Active: 6 4." in looked
    assert not any(line.startswith("1:") for line in looked)
    assert await kestrel.enters("keep 4") == ["It's Amber's turn."]
    assert await kestrel.enters("3") == ["There is no numbered list right now."]
    stage.read(1, "keep 4")
    await kestrel.settle()
    assert kestrel.fresh() == ["Amber sets aside 4."]


async def test_leaving_keeps_the_seat():
    """By quit, by the end of the input, by Ctrl+D: one sentence, status 0, nothing is followed."""
    for way in ("quit\n", "\x04", None):
        stage = with_dice(6, 4)
        amber = at(stage, terminal=way == "\x04")
        await amber.settle()
        if way is None:
            amber.session.end_of_input()
        else:
            amber.session.feed(way.encode())
        assert await amber.task == 0
        assert amber.lines[-2].removeprefix("> ").startswith("Goodbye.")
        assert stage.followed == 0


async def test_the_host_says_goodbye():
    """In one sentence; a lost line gets none."""
    stage = with_dice(6, 4)
    amber = at(stage, terminal=True)
    await amber.types("ke")
    amber.session.say_goodbye("shutdown")
    assert await amber.task == 0
    assert amber.lines[-2] == "The host is going down for a moment. Your seat is kept: come back soon."
    birch = at(stage, "Birch")
    await birch.settle()
    before = birch.raw
    birch.session.hang_up()
    assert await birch.task == 0
    assert birch.raw == before


async def test_a_fault_ends_this_session_with_a_sentence(caplog):
    """It is logged with its trace, the player is told that the game is safe."""
    stage = with_dice(6, 4)
    amber = at(stage)
    await amber.settle()
    amber.session._session.place._tell_event = None
    stage.tell(events=(Undone(2),))
    assert await amber.task == 1
    assert amber.lines[-2].startswith("Something went wrong in this session")
    assert "Traceback" in caplog.text


async def test_an_event_without_words_costs_a_sentence(caplog):
    """The session goes on; the log has the trace."""
    stage = with_dice(6, 4)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    stage.tell(events=("no event", Undone(2)))
    await amber.settle()
    assert amber.fresh() == [
        "This cannot be put into words here; the host's log says why.",
        "Birch undoes a move.",
    ]
    assert "Traceback" in caplog.text
    await amber.leaves()


async def test_a_refusal_of_the_host_changes_nothing():
    """It is told, and the list can still be used."""
    stage = with_dice(6, 4)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    stage.refuse_next = Refused("not-saved")
    told = await amber.enters("keep 4")
    assert told == ["The host couldn't save that, so it didn't happen. Try again."]
    assert (await amber.enters("keep 4"))[0] == "Amber sets aside 4."


@pytest.mark.parametrize(
    ("terminal", "settings", "idle", "rings"),
    [(True, {}, 10, True), (True, {}, 9, False), (True, {"bell": "off"}, 10, False), (False, {}, 10, False)],
)
async def test_the_bell_rings_for_whoever_has_pressed_no_key_for_ten_seconds(
    terminal: bool, settings: dict[str, str], idle: int, rings: bool
):
    """Once when the turn comes, unless it is turned off, and only on a terminal."""
    stage = CourtStage(position([], [], turn=Turn(2, 3)), dice="5 5 2 1")
    port = StagePort(stage, "Amber")
    port.me = replace(port.me, settings=settings)
    amber = Typist(port, terminal=terminal, goto=HERE)
    await amber.settle()
    stage.time += idle
    stage.read(2, "roll", "keep 5 5 2", "take nothing")
    await amber.settle()
    assert amber.raw.count("\a") == rings
    assert "Your turn." in amber.lines


async def test_a_move_that_came_from_the_clock_is_told_as_such():
    """A sentence of its own before what happened."""
    stage = with_dice(6, 4, 4)
    birch = at(stage, "Birch")
    await birch.settle()
    birch.fresh()
    stage.tell((TimeUp(1), Kept(1, (6,), (6,))))
    await birch.settle()
    assert birch.fresh()[:2] == ["Amber runs out of time.", "Amber sets aside 6."]


async def test_the_odds_in_a_sentence():
    """What the turn can still come to, in words; whose turn it is stands before it."""
    stage = with_dice(3, 3, 3)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    told = await amber.enters("odds")
    assert told[0].startswith("Your odds with best play: ")
    assert "Guard 100%" in told[0]
    birch = at(stage, "Birch")
    await birch.settle()
    birch.fresh()
    assert (await birch.enters("odds"))[0].startswith("Amber's odds with best play: Guard 100%")


async def test_the_odds_of_face_down_cards_in_sentences():
    """A sentence for what is in danger, for each family, and for each card that can do harm."""
    stage = intrigue_stage.IntrigueStage(intrigue_stage.position("2soldier | 1heir | 3archer", waiting=(1,)))
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    may_be = "Archer 10/23%, Soldier 10/20%, Heir 10/16%, Spy 10/15%, others 60/27%."
    assert await amber.enters("odds") == [
        "Odds, by the rules alone / as strong players leave cards:",
        "Face-down cards can hit you this round: Heir at place 2 36/40%, influence 19/27%, any of it 51/60%.",
        "Most influence after this round (±3): Amber 70%, Birch 35%, Cedar 25%.",
        "Lose nothing to others in it (±3): Amber 45%, Birch 64%, Cedar 75%.",
        "Birch, hidden: 10% each for every card (1 in the queue, 6 in hand, 3 out).",
        "Cedar, hidden: 10% each for every card (1 in the queue, 6 in hand, 3 out).",
        f"Place 1, Birch's face-down card: can hit you 30/37%. {may_be}",
        f"Place 3, Cedar's face-down card: can hit you 30/37%. {may_be}",
    ]
    birch = at(stage, "Elm")
    await birch.settle()
    birch.fresh()
    assert len(await birch.enters("odds")) == 9


async def test_the_odds_of_a_round_in_sentences(monkeypatch):
    """A sentence for each of the King's ways, the likeliest first, and for each seat."""
    monkeypatch.setattr("engine.laurin.odds.WORK", (500, 2_000))
    state = layout("auction", dwarfs="1 5/3 c4, 2 3/2 d5", movement="h2a v1a v1b", magic="haste")
    amber = at(LaurinStage(state))
    await amber.settle()
    amber.fresh()
    told = await amber.enters("odds")
    assert re.fullmatch(
        r"Odds from \d+ rounds, played on as each seat has played so far; ± says how far off they may be:",
        told[0],
    )
    ways = [line for line in told if "Next King's move: " in line]
    assert len(ways) == 6
    assert any(line.startswith("2 west to b4/c5: Amber +5. Next King's move: ") for line in ways)
    assert re.match(r"None of these is next: <1% ±\d+\.", told[7])
    assert re.fullmatch(
        r"Amber: \d\.\d ±\d\.\d points more this round, any at all \S+% ±\d+, the most \S+% ±\d+\. "
        r"Still to come: Magic Haste\.",
        told[8],
    )
    assert [line.partition(":")[0] for line in told[8:]] == ["Amber", "Birch", "Cedar"]


async def test_of_odds_that_get_better_only_the_best_are_told():
    """One sentence, without lower bounds where the host knows better."""
    state = position(("guard", "hunter", "craftsman", "astronomer", "charlatan"), (), turn=Turn(1, 5))
    stage = CourtStage(state)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    (told,) = await amber.enters("odds")
    assert [words for what, *words in stage.requests if what == "odds"] == [[None], [None, 1]]
    assert "at least" not in told


async def test_the_log_is_told_by_number_or_whole():
    """Ten lines, as many as one says, or all of them; with a slash as well."""
    stage = with_dice(5, 3)
    amber = at(stage)
    await amber.settle()
    for count in range(1, 16):
        stage.say(ChatLine("Birch", f"line {count}", 1000.0 + count))
    await amber.settle()
    amber.fresh()
    told = await amber.enters("log")
    assert told[0] == "Birch says: line 6"
    assert told[-1] == "These were 10 of 15 lines; log all shows all of them."
    assert (await amber.enters("/log 2"))[:2] == ["Birch says: line 14", "Birch says: line 15"]
    whole = await amber.enters("log all")
    assert (whole[0], whole[-1]) == ("Birch says: line 1", "Birch says: line 15")


async def test_the_whole_log_is_told_to_who_came_late():
    """With what the host keeps in its journal alone."""
    stage = with_dice(5, 3)
    stage.forgotten, stage.past = (Resigned(2),) * 2, (Undone(2),)
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    assert (await amber.enters("log 3"))[0].startswith("Birch")
    whole = await amber.enters("log all")
    assert len(whole) == 3
    assert whole[0] == whole[1] != whole[2]


async def test_a_bots_turn_in_one_sentence():
    """After /brief, which is kept: what mattered of it; the log still has every step; /verbose ends it."""
    turn = Turn(2, 3)
    stage = CourtStage(position(["maid"], [], turn=turn), dice="6 4 4 2 5 1 3 3 1 1 1 1 2 2 2", bots=(2,))
    amber = at(stage)
    await amber.settle()
    amber.fresh()
    assert await amber.enters("brief") == [
        "Plain mode now says a bot's turn in one sentence; /verbose: every step."
    ]
    assert amber.session._session.port.account().settings["detail"] == "brief"
    stage.read(2, "roll", "keep 6 4 4")
    await amber.settle()
    assert amber.fresh() == []
    stage.read(2, "take farmer")
    await amber.settle()
    assert amber.fresh()[:2] == ["Birch takes the Farmer.", "Your turn."]
    told = await amber.enters("log")
    assert told == ["Birch rolls 6 4 4.", "Birch sets aside 6 4 4.", "Birch takes the Farmer."]
    assert "every step" in (await amber.enters("verbose"))[0]
    assert amber.session._session.port.account().settings["detail"] == ""


async def test_prompts_can_be_silenced():
    """No list and no sign before what is typed, until an empty line asks for it; kept with the account."""
    stage = with_dice(6, 4, 4)
    amber = at(stage, terminal=True)
    await amber.settle()
    assert amber.raw.endswith("> ")
    await amber.enters("prompts off")
    told = await amber.enters("keep 4 4")
    assert told[-1] == "Active: 6. Set aside more, or reroll the rest."
    assert not amber.raw.endswith("> ")
    assert any(line.startswith("1: ") for line in await amber.enters(""))
    await amber.enters("prompts on")
    assert amber.raw.endswith("> ")


async def test_a_move_typed_before_the_game_begins_is_no_word():
    """At an open table nobody is asked anything yet."""
    host = Hosted(table(1, "KIWI-7", player("Amber"), Seat()))
    amber = Typist(host.port("Amber"), goto="watch t1")
    await amber.settle()
    amber.fresh()
    told = await amber.enters("roll")
    assert told == ["roll isn't a command here. help lists them; to talk, use say."]


async def test_steps_by_hand_go_on_with_an_empty_line():
    """`end` says all the rest; who has chosen no speed is told everything at once."""
    for speed in ("hand", ""):
        stage = beginning("intrigue")
        port = StagePort(stage, "Amber")
        port.me = replace(port.me, settings={**NO_HINTS, "speed": speed})
        amber = Typist(port, terminal=False, goto=HERE)
        await amber.settle()
        stage.begin()
        for _ in range(30):
            ask = stage.playthrough.asks[0] if stage.playthrough else None
            assert ask is not None
            if ask.kind == "reveal" and ask.seat == 1:
                break
            view = stage.playthrough.view(ask.seat) if stage.playthrough else None
            bot, chance = stage.game.bots["page"], luck(f"plain {ask.id}")
            stage.play(ask.seat, bot.choose(stage.game, view, ask, chance))
        stage.read(1, "leave")
        while stage.playthrough and stage.playthrough.asks[0].kind != "play":
            ask = stage.playthrough.asks[0]
            stage.read(ask.seat, "leave")
        await amber.settle()
        told = amber.fresh()
        left = [line for line in told if "face down (" in line]
        begun = [line for line in told if line.startswith("Round 2:")]
        if not speed:
            assert len(left) == 3
            assert begun
            continue
        assert not begun
        assert "An empty line goes on, end to the end." in told
        more = await amber.enters("")
        assert sum("face down (" in line for line in more) <= 1
        rest = await amber.enters("end")
        assert sum("face down (" in line for line in (*left, *more, *rest)) == 3
        assert any(line.startswith("Round 2:") for line in (*more, *rest))


async def test_the_end_of_a_game_of_the_ladder_tells_what_is_missing():
    """Against the opponent who sits behind the player, and the one beside it."""
    final = Final(2, 2, Result(2, 7, 3), begun=True)
    stage = CourtStage(position([], ["king", "queen"], [], turn=Turn(1, 3), final=final), bots=(2, 3))
    bots = list(GAMES["court"].opponents.bots.values())
    seats = [stage.info.seats[0], *(replace(stage.info.seats[at], bot=bots[at - 1]) for at in (1, 2))]
    stage.info = replace(stage.info, seats=tuple(seats))
    stage.playthrough = stage.with_waiting(())
    amber = at(stage)
    await amber.settle()
    await amber.enters("concede", "yes")
    await amber.settle()
    assert any("2 more wins, and Birch sits down." in line for line in amber.lines)


async def test_the_end_of_a_deal_of_the_day_tells_its_place_among_all():
    """To who had a seat; of other games nobody is asked."""
    final = Final(2, 2, Result(2, 7, 3), begun=True)
    for name, deal in (("Amber", "daily-court-2026-11-24"), ("Amber", ""), ("Elm", "daily-court-2026-11-24")):
        state = position([], ["king", "queen"], [], turn=Turn(1, 3), final=final)
        stage = CourtStage(state, bots=(2, 3))
        stage.info = replace(stage.info, options={"deal": deal})
        stage.playthrough = stage.with_waiting(())
        typist = at(stage, name)
        await typist.settle()
        stage.read(1, "concede")
        await typist.settle()
        asked = [one for one in stage.requests if one[0] == "daily_results"]
        is_told = name == "Amber" and bool(deal)
        assert asked == [("daily_results", "court", "2026-11-24")] * is_told
        assert any("The next deal opens in" in line for line in typist.lines) == is_told
