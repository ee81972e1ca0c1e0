"""The steward: legal everywhere, the obvious where something is obvious, and stronger than the page."""

import random
from itertools import pairwise

import pytest

from engine.bots import bot_named
from engine.chance import NoChance
from engine.court.bots.king_distance import distance, turns_saved
from engine.court.game import GAME
from engine.court.model.state import Options, View
from engine.game import Setup
from engine.selfplay import play_out, plies
from tests.engine.court.positions import StepPlayer, finale, layout
from tests.engine.seeded_chance import luck

STEWARD = bot_named(GAME, "steward")
PAGE = bot_named(GAME, "page")
DICE_AND_CARDS = "farmer craftsman guard hunter"


def answer(state):
    """The steward's move for the seat whose turn it is, as notation."""
    [ask] = GAME.asks(state)
    move = STEWARD.choose(GAME, View(ask.seat, state), ask, NoChance())
    assert GAME.check(View(ask.seat, state), move) is None
    return GAME.notate(move)


def positions(seats, edition, number):
    """Positions of a game in which everybody moves at random, but takes cards, so that many are used."""
    rng, chance = random.Random(f"{seats}{edition}"), luck(f"steward {seats} {edition}")
    state = GAME.start(Setup(seats, Options(edition=edition, rounds=14)), chance).state
    found = []
    while asks := GAME.asks(state):
        found.append(state)
        moves = list(GAME.legal(GAME.view(state, asks[0].seat)))
        state = GAME.play(state, asks[0], rng.choice(moves[-3:] + moves), chance).state
    return rng.sample(found, min(number, len(found)))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("edition", ["de", "en"])
def test_it_answers_every_position_by_a_legal_move_always_the_same(seats, edition):
    """Any position that any play can lead to, judged as a player's move would be."""
    for state in positions(seats, edition, 25):
        assert answer(state) == answer(state)


@pytest.mark.parametrize("seats", [2, 5])
def test_it_answers_every_position_of_its_own_games(seats):
    """A whole game among stewards is played by legal moves to its end, well within thirty rounds."""
    bots = [STEWARD] * seats
    *_, last = plies(GAME, Setup(seats, Options()), bots, luck(f"own {seats}"), luck("idle"))
    assert last.applied.playthrough.over
    assert GAME.round(last.applied.playthrough.state) <= 30


@pytest.mark.parametrize(
    ("state", "move"),
    [
        # seven alike: the King, whatever else they pay for
        (layout(DICE_AND_CARDS, aside="5555555"), "take king"),
        # the last die can be turned: seven alike at once
        (layout("farmer general magician", active="3", aside="555555"), "use magician 3>5"),
        # six fives lie aside: nothing to lose by throwing on for a seventh
        (layout("farmer general", active="3", aside="555555", kept=True), "roll"),
        # nothing but a Jester is left to take
        (layout("farmer", aside="1246", stock_left={"craftsman": 0, "philosopher": 0}), "take jester"),
        # three fives at the very first throw stay, and bring a card that brings a die
        (layout(active="555"), "keep 5 5 5"),
        (layout(active="", aside="555"), "take farmer"),
    ],
)
def test_it_does_what_is_obvious(state, move):
    """Positions with one best move."""
    assert answer(state) == move


@pytest.mark.parametrize(
    ("cards", "lay", "mark", "queen", "move"),
    [
        # four dice will never be eight alike
        ("farmer", {}, "8x2", 2, "concede"),
        # seven dice could be, with a die that a card brings
        ("farmer general guard", {}, "7x2", 2, "use guard"),
        # the mark is equalled, which is enough for the Queen's owner
        ("farmer general knight queen", {"aside": "5555555", "used": "knight queen"}, "7x5", 1, "stand"),
        # the last die beats it, once it is turned
        ("farmer general magician", {"aside": "66666", "active": "1"}, "5x6", 2, "use magician 1>6"),
        # of four dice the fives are kept, the 2 is thrown again
        ("farmer", {"active": "2555"}, "3x6", 2, "keep 5 5 5"),
        # sixes beat 4x5 with four dice, fives do not
        ("farmer", {"active": "5566"}, "4x5", 2, "keep 6 6"),
    ],
)
def test_in_the_final_round_it_plays_by_the_mark(cards, lay, mark, queen, move):
    """Beat it, equal it where that is enough, give up where it cannot be reached."""
    assert answer(layout(cards, final=finale(queen=queen, king=2, mark=mark), **lay)) == move


def test_of_three_seats_nobody_gives_up_a_place():
    """With the mark out of reach the results still rank those behind the King."""
    assert answer(layout("farmer", seats=3, final=finale(queen=3, king=3, mark="9x2"))) == "roll"


def test_a_weak_mark_is_no_reason_to_take_the_king_against_strong_households():
    """Seven 1s of somebody whom four neighbours with twelve dice beat for certain: a card is better."""
    strong = "farmer craftsman guard hunter knight bishop pawnbroker lady magician alchemist general"
    state = layout(DICE_AND_CARDS, aside="1111111", seats=5, others=strong)
    assert answer(state).startswith("take")
    assert answer(state) != "take king"


def test_it_finishes_a_turn_with_the_powers_it_has():
    """Four dice aside and active become the straight of six with Maid and Philosopher."""
    table = StepPlayer(
        layout("farmer maid philosopher", active="1", aside="23456", stock_left={"general": 0})
    )
    assert answer(table.state) == "keep 1"


def test_more_dice_and_more_jokers_are_never_further_from_the_king():
    """The distance falls with every die and every joker, and no card lengthens it."""
    for dice in range(3, 12):
        assert distance(dice + 1, 1) <= distance(dice, 1)
    for fewer, more in pairwise(range(5)):
        assert distance(8, more) <= distance(8, (fewer + more) / 2) <= distance(8, fewer)
    for card in ("jester", "farmer", "general", "alchemist", "merchant"):
        assert turns_saved(("farmer", "guard"), card) >= 0
    assert (
        turns_saved((), "general")
        > turns_saved((), "farmer")
        > turns_saved((), "merchant")
        > turns_saved((), "jester")
    )


def test_it_beats_the_page():
    """Five games of six, where the benchmark sees far more than four of five."""
    won = 0
    for game in range(6):
        bots = [STEWARD, PAGE] if game % 2 else [PAGE, STEWARD]
        outcome = play_out(GAME, Setup(2, Options()), bots, luck(("duel", game)), luck("idle"))
        won += outcome.places[bots.index(STEWARD)] == 1
    assert won >= 5
