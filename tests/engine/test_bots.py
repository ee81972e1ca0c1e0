"""Bots by name: a game's own and those for any game."""

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from msgspec import Struct

from engine.bots import RandomBot, available_bots, bot_named, opponent_named, quick_bot, usual_bot
from engine.game import AnytimeBot, Refused, Setup
from engine.kit.mixture import Mixture
from engine.opponents import ANYBODY, NAMES, seat_name
from engine.registry import GAMES
from engine.selfplay import plies
from tests.engine.seeded_chance import luck
from tests.engine.toy.game import GAME as PEARLS


def test_every_game_can_be_played_by_chance_and_by_its_own_bots():
    for game in GAMES.values():
        assert {"random", *game.bots} == set(available_bots(game))
        assert all(available_bots(game)[name].name == name for name in available_bots(game))


def test_the_usual_bot_is_a_games_own_that_answers_at_once_where_it_has_one():
    assert usual_bot(GAMES["laurin"]).name == "steward"
    assert usual_bot(PEARLS).name == "random"


def test_a_master_plays_only_where_it_was_named():
    """Not for people who left, and not where nobody said which bot."""
    slow = RandomBot()
    slow.name = "master"
    known = GAMES["laurin"]
    assert usual_bot(replace(known, bots={**known.bots, "master": slow})).name == "steward"


def test_a_bot_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(Refused) as refused:
        bot_named(GAMES["court"], "deep")
    assert refused.value == Refused("bot-unknown", {"bot": "deep", "bots": ("random", *GAMES["court"].bots)})


class Extended(Struct, frozen=True):
    """The options of every game, and one that no bot has heard of."""

    edition: str = "de"
    rounds: int = 60
    lantern: int = 0


@pytest.mark.parametrize("key", GAMES)
def test_a_bot_refuses_an_option_that_it_does_not_know(key):
    """It would play as if the option were not there. What has its default does not matter."""
    game, unknown = GAMES[key], Extended(lantern=3)
    for name in game.bots:
        assert bot_named(game, name, Extended()) is game.bots[name]
        with pytest.raises(Refused) as refused:
            bot_named(game, name, unknown)
        assert refused.value == Refused("bot-without-option", {"bot": name, "option": "lantern"})
    assert usual_bot(game, Extended()).name == usual_bot(game).name
    assert usual_bot(game, unknown).name == bot_named(game, "random", unknown).name == "random"


@pytest.mark.parametrize("key", GAMES)
def test_bots_know_only_options_that_there_are(key):
    """And each of them can be seated at some table."""
    for bot in available_bots(GAMES[key]).values():
        assert (bot.known_options or set()) <= set(GAMES[key].Options.__struct_fields__)


@pytest.mark.parametrize(
    ("quick", "slow", "answers"),
    [
        ({"goal"}, {"goal"}, True),
        ({"goal"}, {"goal", "step"}, False),
        ({"goal"}, None, False),
        (None, {"goal"}, True),
    ],
)
def test_a_quick_bot_answers_for_a_slow_one_if_it_knows_as_many_options(quick, slow, answers):
    steward, master = RandomBot(), RandomBot()
    steward.known_options, master.known_options = quick, slow
    game = replace(GAMES["court"], bots={"steward": steward, "master": master})
    assert quick_bot(game, "master") is (steward if answers else None)
    assert quick_bot(game, "steward") is quick_bot(game, "random") is None


def test_random_takes_every_legal_move_equally_often():
    class Three:
        def legal(self, _view):
            return iter("abc")

    chance, bot = luck("uniform"), bot_named(PEARLS, "random")
    counts = Counter(bot.choose(Three(), None, None, chance) for _ in range(3000))
    assert set(counts) == set("abc")
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("key", ["intrigue", "laurin"])
def test_a_master_has_a_legal_move_whenever_its_time_is_up(key):
    """What it finds last is what it answers; court's solves a turn at once."""
    game = GAMES[key]
    master = bot_named(game, "master")
    assert isinstance(master, AnytimeBot)
    several = 0
    bots = [bot_named(game, "page")] * 3
    for ply in islice(plies(game, Setup(3, game.Options()), bots, luck(1), luck(2)), 12):
        now = ply.applied.playthrough
        ask = now.asks[0]
        view = now.view(ask.seat)
        found = list(master.improving(game, view, ask, luck(3)))
        assert all(game.check(view, move) is None for move in dict.fromkeys(found))
        assert found[-1] == master.choose(game, view, ask, luck(3))
        several += len(found) > 1
    assert several


@pytest.mark.parametrize("key", GAMES)
def test_the_opponents_are_named_in_the_order_of_the_alphabet_and_of_strength(key):
    """By bots of the game in their order; the earlier words mean some of them, in the same order."""
    game = GAMES[key]
    names, bots = list(game.opponents.bots), list(game.opponents.bots.values())
    if game.opponents == ANYBODY:
        assert not game.bots
        return
    assert names == list(NAMES[: len(names)])
    assert [bot for bot in game.bots if bot in bots] == bots
    assert "master" not in game.bots or bots[-1] == "master"
    assert [name for name in names if name in game.opponents.words.values()] == list(
        game.opponents.words.values()
    )


@pytest.mark.parametrize(
    ("word", "bot"),
    [
        ("Amber", "beginner"),
        ("dorn", "steward-46"),
        ("page", "steward-14"),
        ("steward-46", "steward-46"),
        ("random", "random"),
    ],
)
def test_a_word_means_the_bot_of_an_opponent(word, bot):
    """A name, the key of its bot, or an earlier word; and any other bot by its key."""
    assert opponent_named(GAMES["court"], word).name == bot


def test_a_second_bot_of_one_name_has_a_number():
    court, taken = GAMES["court"], []
    for bot in ("master", "master", "beginner", "master", "random"):
        taken.append(seat_name(court.opponents, bot, taken))
    assert taken == ["Garnet", "Garnet 2", "Amber", "Garnet 3", "Random"]
    known = [court.opponents.seated_as(name) for name in (*taken, "Garnet Smith", "ada 2", "")]
    assert known == ["master", "master", "beginner", "master", "", "", "", ""]


def test_a_mixture_answers_like_one_of_the_two_as_often_as_it_says():
    class Always:
        known_options = None

        def __init__(self, name):
            self.name = name

        def choose(self, *_):
            return self.name

    mixed, chance = Mixture("mixed", Always("strong"), Always("weak"), 30), luck("mixed")
    counts = Counter(mixed.choose(PEARLS, None, None, chance) for _ in range(1000))
    assert set(counts) == {"strong", "weak"}
    assert 260 < counts["strong"] < 340
