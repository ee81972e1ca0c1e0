"""The bots: `page` does what anybody would do, the others look ahead; each beats the one below."""

import pytest

from engine.bots import bot_named
from engine.game import Setup
from engine.laurin.bots import steward
from engine.laurin.bots.evaluation import FAR, NEAR, Evaluation
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid, Pass, Place
from engine.laurin.model.state import Dwarf
from engine.selfplay import play_out
from tests.engine.laurin.positions import StepPlayer, free_king, layout
from tests.engine.seeded_chance import luck

BOTS = ["page", "steward", "master"]
AUCTION = {"movement": "v2a h1a h1b", "dwarfs": "1 5/3 d6, 1 3/2 e7, 2 5/3 c5, 2 1/1 c4"}


def chosen(bot: str, table: StepPlayer) -> str:
    seat = table.open[1][0]
    return GAME.notate(bot_named(GAME, bot).choose(GAME, table.view(seat), table.ask(seat), luck(0)))


def test_bots_are_listed_by_strength():
    """The weakest first."""
    assert list(GAME.bots) == ["beginner", "page", "steward-20", "steward-51", "steward", "master"]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (StepPlayer(layout("auction", **AUCTION)), "king 1 north"),
        (StepPlayer(layout("auction", starter=2, **AUCTION)), "king 2 west"),
        (free_king(layout("auction", magic=",fog", **AUCTION), "king 1 north"), "fog 1"),
        (free_king(layout("auction", magic="fog", **AUCTION), "king 1 north"), "pass"),
    ],
)
def test_plain_choices(bot, table, expected):
    """The King goes where the own dwarfs are; a Fog is for who scores."""
    assert chosen(bot, table) == expected


@pytest.mark.parametrize("bot", BOTS)
def test_losers_take_back_the_best(bot):
    """Half of three cards is one."""
    table = StepPlayer(layout("auction", hands="332, 311", movement="v2a h1a h1b"))
    assert chosen(bot, table.play("1 bid 3 3", "2 bid 3 1 1")) == "take back 3"


@pytest.mark.parametrize("bot", BOTS)
def test_it_places_where_the_king_can_come(bot):
    """Beside a point that one of the open cards leads to."""
    table = StepPlayer(layout("placing", movement="v2a h1a h1b"))
    move = GAME.parse(chosen(bot, table), table.view(1))
    assert isinstance(move, Place)
    assert move.dwarf == "5/3"
    near = {"c4", "c5", "d4", "d5", "e4", "e5", "f4", "f5", "d6", "d7", "e6", "e7", "d2", "d3", "e2", "e3"}
    assert move.square in near


@pytest.mark.parametrize("bot", BOTS)
def test_it_bids_where_a_move_brings_much_and_passes_where_none_brings_anything(bot):
    """By what can be won."""
    rich = StepPlayer(layout("auction", hands="33221, 33221, 33221", **AUCTION))
    poor = StepPlayer(layout("auction", hands="33221, 33221, 33221", movement="v2a h1a h1b"))
    bids = [type(GAME.parse(chosen(bot, table), table.view(1))) for table in (rich, poor)]
    assert bids == [Bid, Pass]


def test_places_and_steps_are_worth_what_their_gardens_are():
    """Each is valued by a change of the garden that was."""
    table = StepPlayer(layout("placing", movement="v2a h1a h1b", dwarfs="1 5/3 d6, 1 3/2 e7, 2 5/3 c5"))
    evaluation, dwarfs = Evaluation(table.position, 1), table.position.dwarfs
    placed, walked = steward.placements(evaluation), steward.next_steps(evaluation, dwarfs, {})
    assert len(set(placed.values()) | set(walked.values())) > 8
    for move, worth in placed.items():
        assert worth == evaluation.rest_of_round((*dwarfs, Dwarf(move.square, 1, move.dwarf)))
    for step, worth in walked.items():
        assert worth == evaluation.rest_of_round(steward.moved(dwarfs, *step))


def test_who_does_not_look_far_sees_what_one_move_brings():
    """Two of the King's moves bring him beside the dwarf, and only the likeliest squares are looked at."""
    table = StepPlayer(layout("placing", movement="h3a v3a h1b", dwarfs="1 5/3 g7"))
    far, near = (Evaluation(table.position, 1, sight) for sight in (FAR, NEAR))
    assert near.likely_squares() == far.likely_squares()[: NEAR.squares]
    dwarfs = table.position.dwarfs
    lasting = far.rest_by(far.there, ())
    assert near.rest_of_round(dwarfs) == lasting
    assert far.rest_of_round(dwarfs) > lasting + 1


def test_the_steward_plays_and_counters_the_magic_that_matters():
    """A Haste beside the own dwarfs, and a counterspell to what the leader gains by."""
    sale = {"magic": "haste, counter", "movement": "h2a h1a v2a", "scores": (20, 0, 0)}
    near = free_king(layout("auction", dwarfs="1 5/3 b4, 1 3/2 b5, 2 1/1 h8", **sale), "king 1 west")
    assert near.position.king == (2, 4)
    assert chosen("steward", near) == "pass", "they are beside him already"
    far = free_king(layout("auction", dwarfs="1 5/3 a4, 1 3/2 a5", **sale), "king 1 west")
    assert chosen("steward", far) == "haste west"
    assert chosen("steward", far.play("1 haste west")) == "counter"


def test_the_steward_swaps_dwarfs_in_its_own_turn():
    """Others' strong dwarfs where the King comes, own ones far away."""
    state = layout(
        "placing",
        magic="exchange",
        movement="h1a h1b v1a",
        dwarfs="1 5/3 h8, 1 3/2 h7, 1 3/2 h6, 1 1/1 h5, 1 1/1 h4, 1 1/1 h3, 2 5/3 d5, 2 3/2 d4",
    )
    table = StepPlayer(state).play("1 pass")
    assert chosen("steward", table) == "exchange d5 h8"


def play(bots: list[str], seed: object):
    seated = [bot_named(GAME, name) for name in bots]
    return play_out(
        GAME, Setup(len(bots), GAME.Options()), seated, luck(f"{seed} table"), luck(f"{seed} bots")
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_end_by_points_long_before_the_house_limit(seats):
    """Also those of the weaker ones; the strongest, which takes its time, with as few as may play."""
    bots = ["random", *BOTS] if seats == GAME.seats[0] else ["random", *BOTS[:-1]]
    assert all(play([bot] * seats, f"{seats} {bot}").rounds < 40 for bot in bots)


@pytest.mark.parametrize(
    ("bot", "weaker", "games", "least"),
    [("page", "random", 15, 9), ("steward", "page", 9, 5), ("master", "page", 6, 4)],
)
def test_it_beats_two_of_the_weaker(bot, weaker, games, least):
    """At every seat in turn; the benchmark plays two hundred games."""
    wins = 0
    for number in range(games):
        bots, seat = [weaker] * 3, number % 3
        bots[seat] = bot
        wins += play(bots, number).places[seat] == 1
    assert wins >= least


@pytest.mark.parametrize("bot", ["steward", "master"])
def test_it_does_the_same_in_the_same_position(bot):
    """Whatever its luck: what it says can be explained."""
    table = StepPlayer(layout("auction", hands="33221, 33221, 33221", **AUCTION))
    chooser = bot_named(GAME, bot)
    moves = {chooser.choose(GAME, table.view(1), table.ask(1), luck(seed)) for seed in range(5)}
    assert len(moves) == 1
