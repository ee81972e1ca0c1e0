"""The bots `beginner`: mistakes that people make, now and then; blunders never; between chance and page."""

from collections import Counter

import pytest

from engine.bots import bot_named
from engine.game import Setup
from engine.kit.mixture import slips
from engine.playthrough import apply, start
from engine.registry import GAMES
from engine.selfplay import play_out
from tests.engine.court.positions import finale
from tests.engine.court.positions import layout as court
from tests.engine.intrigue.positions import position as intrigue
from tests.engine.laurin.positions import layout as laurin
from tests.engine.seeded_chance import luck

BEGINNERS = [key for key, game in GAMES.items() if "beginner" in game.bots]
"""Games that have one; none needs to."""
ASKED = 60
"""How often a position is put to a bot, each time with another chance."""
NO_SUMS = dict.fromkeys(("craftsman", "merchant", "pawnbroker"), 0)
AUCTION = {"movement": "v2a h1a h1b", "dwarfs": "1 5/3 d6, 1 3/2 e7, 2 5/3 c5, 2 1/1 c4"}


def answers(key: str, state) -> Counter[str]:
    """How often a beginner gives which answer in a position, in the notation."""
    game = GAMES[key]
    ask = game.asks(state)[0]
    view, bot = game.view(state, ask.seat), bot_named(game, "beginner")
    given = [bot.choose(game, view, ask, luck(f"beginner {number}")) for number in range(ASKED)]
    assert all(game.check(view, move) is None for move in given)
    return Counter(map(game.notate, given))


@pytest.mark.parametrize(
    ("key", "state", "right", "mistake"),
    [
        # stops with a Guard's dice, where more threes may still come
        ("court", court("farmer farmer", active="12333"), "keep 3", "keep 1 2 3 3 3"),
        # keeps a six that threes do not need
        ("court", court("farmer", active="1336", stock_left=NO_SUMS), "keep 3 3", "keep 3 3 6"),
        # overlooks the Magician, who would make the King's seven of six threes
        ("court", court("magician", active="1", aside="333333"), "use magician 1>3", "keep 1"),
        # is ahead of the mark, and content with that
        (
            "court",
            court("farmer", active="1555", kept=True, final=finale(mark="2x6")),
            "keep 5 5 5",
            "keep 1 5 5 5",
        ),
        # waits until more lies on a Lord
        ("intrigue", intrigue("1lord | 2heir^ | 3spy", at=1), "reveal", "leave"),
        # opens an Ambush for the influence on it, which may still be worth a place
        ("intrigue", intrigue("2soldier^ | 1ambush+1 | 3soldier^", at=2), "leave", "reveal"),
        # a Soldier hits in every round, a Spy lies nearer
        (
            "intrigue",
            intrigue("1assassination^ | 3spy+1 | 2soldier^", at=1, effect="assassination"),
            "remove 3",
            "remove 2",
        ),
        # everything on one King's move
        ("laurin", laurin("auction", hands="33221, 33221, 33221", **AUCTION), "bid 3 2", "bid 3 3 2 2 1"),
    ],
)
def test_a_mistake_is_made_now_and_then(key, state, right, mistake):
    given = answers(key, state)
    assert min(given[right], given[mistake]) > ASKED / 20, given


@pytest.mark.parametrize(
    ("key", "state", "plain"),
    [
        # the King, however the dice were got, and the last die towards him
        ("court", court("magician maid", aside="2222222"), {"take king"}),
        ("court", court("farmer general", active="3333336"), {"keep 3 3 3 3 3 3", "keep 3 3 3 3 3 3 6"}),
        # a card rather than none
        ("court", court("farmer", aside="134"), {"take jester"}),
        # a power that is left, when it would lose without
        ("court", court("knight", aside="5555", final=finale(mark="5x4")), {"use knight"}),
        # what lies on a card in the last round
        ("intrigue", intrigue("1lord+1 | 2heir", at=1, now=6), {"reveal"}),
        # an empty Ambush does not lie there to be shown, nor an empty Conspiracy
        ("intrigue", intrigue("2soldier^ | 1ambush | 3soldier^", at=2), {"leave"}),
        ("intrigue", intrigue("2soldier^ | 1conspiracy | 3soldier^", at=2), {"leave"}),
        # a Soldier between own cards alone stays down, and a face-up one hits the stranger
        ("intrigue", intrigue("1lord^ | 1soldier | 1spy^ | 2heir", at=2), {"leave"}),
        ("intrigue", intrigue("1lord^ | 1soldier^ | 2spy", at=2, effect="soldier"), {"remove 3"}),
        # no treasure for a King's move that brings nothing
        ("laurin", laurin("auction", hands="33221", movement="v2a h1a h1b"), {"pass"}),
        # the King goes where there is something to gain
        ("laurin", laurin("auction", **AUCTION), {"king 1 north"}),
    ],
)
def test_a_blunder_is_never_made(key, state, plain):
    assert set(answers(key, state)) <= plain


def test_laurin_is_played_near_the_king_more_often_than_where_he_can_go():
    """One step beside him is as far as a beginner looks, and a strong dwarf is saved."""
    given = answers("laurin", laurin("placing", movement="v1a h3a h3b"))
    near = sum(count for move, count in given.items() if move.split()[-1] in {"d4", "d5", "e4", "e5"})
    weak = sum(count for move, count in given.items() if "5/3" not in move)
    assert min(near, weak, ASKED - near, ASKED - weak) > ASKED / 20


@pytest.mark.parametrize("key", BEGINNERS)
def test_what_a_beginner_does_follows_from_its_view_and_chance(key):
    """A whole game: legal moves, and the same ones where something hidden is otherwise."""
    game = GAMES[key]
    bot, thoughts = bot_named(game, "beginner"), luck("thoughts")
    playthrough = start(game, Setup(3, game.Options()), luck("whole game")).playthrough
    while not playthrough.over:
        ask = playthrough.asks[0]
        view = playthrough.view(ask.seat)
        twin = game.view(game.sample(view, luck("twin")), ask.seat)
        seed = thoughts.pick(range(10**6))
        move = bot.choose(game, view, ask, luck(seed))
        assert bot.choose(game, twin, ask, luck(seed)) == move
        playthrough = apply(playthrough, ask.seat, ask.id, move, thoughts).playthrough


@pytest.mark.parametrize("key", BEGINNERS)
def test_a_beginner_is_between_chance_and_page(key):
    """Of a few games, four seats each; docs/bots.md has the measured ratings."""
    assert wins(key, "beginner", against="random") >= 9
    assert wins(key, "beginner", against="page") <= 5


def wins(key: str, name: str, *, against: str) -> float:
    """Of twelve games against three others; an even bot wins three."""
    game, won = GAMES[key], 0.0
    for number in range(12):
        own = number % 4
        bots = [bot_named(game, name if seat == own else against) for seat in range(4)]
        places = play_out(game, Setup(4, game.Options()), bots, luck(f"t{number}"), luck(f"b{number}")).places
        won += (places[own] == 1) / places.count(1)
    return won


def test_a_mistake_is_as_frequent_as_it_says():
    chance = luck("slips")
    assert 260 < sum(slips(chance, 30) for _ in range(1000)) < 340
    assert not any(slips(chance, 0) for _ in range(100))
