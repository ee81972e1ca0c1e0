"""The bots: legal answers from views alone, the same for whatever they cannot see, bounded work."""

import pytest

from engine.bots import bot_named, usual_bot
from engine.game import Setup
from engine.intrigue.bots import steward
from engine.intrigue.bots.page import best_choice, decide, rated_choices
from engine.intrigue.game import GAME
from engine.intrigue.model.state import Options
from engine.intrigue.rules.transitions import after
from engine.playthrough import apply, start
from engine.selfplay import play_out
from tests.engine.intrigue.positions import position
from tests.engine.seeded_chance import luck


def playthroughs(seats, edition, seed):
    """A game in which page and chance take turns."""
    playthrough = start(GAME, Setup(seats, Options(edition=edition)), luck(seed)).playthrough
    thoughts = luck(f"{seed} thoughts")
    while not playthrough.over:
        yield playthrough
        ask = playthrough.asks[0]
        bot = bot_named(GAME, "page" if thoughts.pick(range(2)) else "random")
        move = bot.choose(GAME, playthrough.view(ask.seat), ask, thoughts)
        playthrough = apply(playthrough, ask.seat, ask.id, move, luck(0)).playthrough


def advised(name, state):
    """What a bot answers in a position, in the notation."""
    [ask] = GAME.asks(state)
    move = bot_named(GAME, name).choose(GAME, GAME.view(state, ask.seat), ask, luck("advised"))
    return GAME.notate(move)


def test_the_bots_are_listed_strongest_last():
    assert usual_bot(GAME).name == GAME.opponents.key_of("steward")
    assert list(GAME.bots)[-2:] == ["steward", "master"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_page_decides_alike_whatever_it_cannot_see(seats):
    """From the view, from the state and from any state that gives the view."""
    for playthrough in playthroughs(seats, "en", f"blind {seats}"):
        seat = playthrough.asks[0].seat
        view = playthrough.view(seat)
        move = decide(view.position, seat)
        assert GAME.check(view, move) is None
        assert decide(playthrough.state, seat) == move
        assert decide(GAME.sample(view, luck(playthrough.steps)), seat) == move


def test_a_decree_moves_what_is_the_first_of_the_best_rated():
    """Whatever lies there, though only one new place on each side is rated."""
    tried = 0
    for seed in range(4):
        for playthrough in playthroughs(4, "de", seed):
            state = playthrough.state
            for place, stack in enumerate(state.queue, start=1):
                rated = rated_choices(state, stack[-1].owner, place, "decree")
                if rated:
                    best = max(rated, key=lambda one: one[0])[1]
                    assert best_choice(state, stack[-1].owner, place, "decree") == best
                    tried += 1
    assert tried > 500


def test_a_steward_thinks_alike_with_the_same_chance():
    """Its answer follows from view and chance alone, so it cannot have looked at the state."""
    for playthrough in list(playthroughs(3, "de", "alike"))[::6]:
        ask = playthrough.asks[0]
        view = playthrough.view(ask.seat)
        twin = GAME.view(GAME.sample(view, luck("twin")), ask.seat)
        answers = [bot_named(GAME, "steward").choose(GAME, one, ask, luck("same")) for one in (view, twin)]
        assert answers[0] == answers[1]
        assert GAME.check(view, answers[0]) is None


@pytest.mark.parametrize("seats", [3, 5])
def test_a_stewards_work_is_bounded_by_simulated_moves(seats, monkeypatch):
    """Above the allowance by one sample a stage at most, however long the game still is."""
    count = 0

    def counted(state, move):
        nonlocal count
        count += 1
        return after(state, move)

    monkeypatch.setattr(steward, "after", counted)
    for playthrough in list(playthroughs(seats, "de", "bounded"))[::5]:
        ask = playthrough.asks[0]
        count = 0
        steward.Steward().choose(GAME, playthrough.view(ask.seat), ask, luck("bounded"))
        longest_game = 6 * seats * 6
        assert count <= steward.MOVES + 2 * steward.MOST_CANDIDATES * longest_game
        assert count == 0 or count > steward.MOVES / 4


@pytest.mark.parametrize("bot", ["page", "steward"])
@pytest.mark.parametrize(
    ("queue", "at", "now", "move"),
    [
        # the last chance to take what lies on a card
        ("1conspiracy+3 | 2heir", 1, 6, "reveal"),
        ("1lord+1 | 2heir", 1, 6, "reveal"),
        # a Lord between own cards
        ("1archer | 1lord | 1spy | 2heir | 3heir", 2, 3, "reveal"),
        # an Ambush is no card to show early
        ("2soldier^ | 1ambush+1 | 3soldier^", 2, 2, "leave"),
    ],
)
def test_bots_find_what_is_plain(bot, queue, at, now, move):
    assert advised(bot, position(queue, at=at, now=now)) == move


@pytest.mark.parametrize("bot", ["page", "steward"])
def test_bots_remove_what_hurts_others(bot):
    """Not their own card, and the card with more on it."""
    state = position("1lord^ | 1assassination^ | 3spy+4 | 2heir", at=2, effect="assassination", now=6)
    assert advised(bot, state) == "remove 3"


def test_a_page_beats_chance():
    """Most games of a sample; how many is measured elsewhere."""
    page, chance = bot_named(GAME, "page"), bot_named(GAME, "random")
    setup, won = Setup(3, Options()), 0
    for number in range(45):
        bots = [page if seat == number % 3 else chance for seat in range(3)]
        places = play_out(GAME, setup, bots, luck(f"{number} table"), luck(f"{number} bots")).places
        won += places[number % 3] == 1
    assert won > 30
