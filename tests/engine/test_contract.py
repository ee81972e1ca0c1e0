"""One contract for every game: these claims hold for each in the registry, and for the test game."""

from functools import cache
from itertools import chain, islice
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from engine.bots import available_bots
from engine.codec import encode
from engine.game import Refused, Setup
from engine.options import defaults, parse_options, text_of
from engine.playthrough import answer_open_ask, start
from engine.registry import GAMES
from tests.cases import cases
from tests.engine import contract
from tests.engine.seeded_chance import luck
from tests.engine.toy.game import GAME as PEARLS

EVERY = {**GAMES, PEARLS.key: PEARLS}
CASES = [(key, seats) for key, game in EVERY.items() for seats in game.seats]
LIMITED = [(key, seats) for key, seats in CASES if "rounds" in defaults(EVERY[key].Options)]
"""Games that nothing but a limit of rounds is sure to end."""
POSITIONS = 50
"""Positions of a game that are looked at closely."""


def variants(game) -> list[dict[str, str]]:
    """The game's default options, and each other choice of an option by itself."""
    choices = [(field.name, value) for field in fields(game.Options) for value in _values(field.type)]
    usual = defaults(game.Options)
    return [{}, *({name: value} for name, value in choices if text_of(usual[name]) != value)]


def _values(kind) -> tuple[str, ...]:
    return ("true", "false") if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()


@cache
def walked(key: str, seats: int) -> tuple[contract.Walk, ...]:
    """A game of one of its own bots alone, and for each choice of options one of theirs against chance."""
    game = EVERY[key]
    own = quick(game)
    mixed = [
        contract.walk(game, seats, f"{key} {seats} {texts}", [own, "random"], texts)
        for texts in variants(game)
    ]
    return (contract.walk(game, seats, f"{key} {seats} own", [own]), *mixed)


def quick(game) -> str:
    """The game's own bot that answers at once, where it has one; those that search come after it."""
    return ["random", *game.bots][:2][-1]


def positions(key: str, seats: int):
    """Some positions of those games, their ends among them."""
    for walk in walked(key, seats):
        stride = 1 + len(walk.steps) // POSITIONS
        yield from (step[0] for step in walk.steps[seats % stride :: stride])
        yield walk.end


@cache
def strangers(key: str) -> list:
    """Moves from all over a game's course, one of each notation."""
    game = EVERY[key]
    walks = chain.from_iterable(walked(key, seats) for seats in game.seats)
    moves = {game.notate(step[2]): step[2] for walk in walks for step in walk.steps}
    return list(moves.values())[::3]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def case(request):
    return request.param


@pytest.fixture(params=EVERY)
def game(request):
    return EVERY[request.param]


@pytest.mark.parametrize(
    "claim",
    [
        contract.legal_moves_are_lazy_distinct_and_play,
        contract.notation_gives_the_move_back,
        contract.reversible_steps_draw_nothing,
        contract.asks_are_one_to_a_seat_and_stable,
        contract.timeout_moves_are_legal,
        contract.what_is_said_beforehand_makes_legal_moves,
        contract.a_sample_gives_the_view_back,
        contract.standings_are_complete,
    ],
)
def test_in_every_position(claim, case):
    key, seats = case
    for playthrough in positions(key, seats):
        claim(EVERY[key], playthrough)


@pytest.mark.parametrize("claim", [contract.check_agrees_with_play, contract.who_is_not_asked_cannot_move])
def test_against_moves_from_anywhere(claim, case):
    key, seats = case
    for playthrough in positions(key, seats):
        claim(EVERY[key], playthrough, strangers(key))


@pytest.mark.parametrize("claim", [contract.preview_agrees_with_play, contract.twins_cannot_be_told_apart])
def test_in_positions_where_it_applies(claim, case):
    """Some positions have nothing to compare; not all of them."""
    key, seats = case
    assert sum(claim(EVERY[key], playthrough) for playthrough in positions(key, seats)) > 20


@pytest.mark.parametrize(
    "claim", [contract.an_ask_is_one_question_and_never_comes_back, contract.everything_survives_encoding]
)
def test_over_whole_games(claim, case):
    key, seats = case
    for walk in walked(key, seats):
        claim(EVERY[key], walk)


RECKONING = [(key, seats) for key, seats in CASES if EVERY[key].odds_calculator is not None]


@pytest.mark.parametrize(("key", "seats"), RECKONING)
def test_odds_are_chances_or_refused(key, seats):
    """Where a game tells chances at all; looked at now and then, because they take their time."""
    every = 28 if EVERY[key].odds_calculator.dear else 16
    playthroughs = list(positions(key, seats))[::every]
    assert (
        sum(contract.odds_are_chances_or_refused(EVERY[key], playthrough) for playthrough in playthroughs) > 3
    )


def test_a_game_says_whether_it_has_secrets(case):
    """Then somebody is shown less than somebody else, and otherwise never."""
    key, seats = case
    game = EVERY[key]
    everybody = (None, *range(1, seats + 1))
    events = [event for walk in walked(key, seats) for step in walk.steps for event in step[3].events]
    assert game.secrets == any(
        len({encode(game.show(event, who)) for who in everybody}) > 1 for event in events
    )


def test_a_record_replays_to_the_same_states_undo_included(case):
    """Steps are taken back wherever the game has any that can be."""
    key, seats = case
    undone = contract.a_record_replays_to_the_same_states(EVERY[key], walked(key, seats)[1])
    walks = walked(key, seats)
    assert (undone > 0) == any(applied.playthrough.past for walk in walks for *_, applied in walk.steps)


def test_games_end(case):
    key, seats = case
    assert all(walk.end.over for walk in walked(key, seats))


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("limited", LIMITED, ids=lambda case: f"{case[0]}-{case[1]}")
def test_the_house_limit_ends_a_game(limited, rounds):
    """However little the players want it to end."""
    key, seats = limited
    walk = contract.walk(EVERY[key], seats, rounds, ["random"], {"rounds": str(rounds)})
    assert walk.end.over
    assert EVERY[key].round(walk.end.state) <= rounds + 1, "a final round may follow"


def test_a_game_ends_though_every_seat_runs_out_of_time(case):
    key, seats = case
    game = EVERY[key]
    table = luck("timeout")
    options = parse_options(game, {"rounds": "2"} if case in LIMITED else {})
    playthrough = start(game, Setup(seats, options), table).playthrough
    for _ in range(2000):
        if playthrough.over:
            break
        ask = playthrough.asks[-1]
        playthrough = answer_open_ask(playthrough, ask.seat, ask.timeout_move, table).playthrough
    assert playthrough.over


def test_every_bot_answers_with_a_legal_move(case):
    key, seats = case
    game = EVERY[key]
    for playthrough in islice(positions(key, seats), None, None, 9):
        for ask in playthrough.asks:
            for bot in available_bots(game).values():
                view = playthrough.view(ask.seat)
                move = bot.choose(game, view, ask, luck(playthrough.steps))
                assert game.check(view, move) is None, (bot.name, move)


def test_a_number_of_seats_outside_the_range_is_refused(game):
    for seats in (0, 1, game.seats[-1] + 1):
        with pytest.raises(Refused) as refused:
            start(game, Setup(seats, game.Options()), luck(0))
        assert refused.value.code == "seats-not-possible"


@pytest.mark.parametrize("key", EVERY)
@given(
    text=st.text(max_size=40)
    | st.from_regex(r"[a-z]{3,6}( [a-z]{3,12})?( [0-9>+-]{1,9}){0,3}", fullmatch=True)
)
@settings(max_examples=cases(60), deadline=None)
def test_any_text_is_a_move_or_refused(key, text):
    """Whatever somebody types, the answer is a move or one refusal."""
    game = EVERY[key]
    playthrough = walked(key, game.seats[0])[0].steps[1][0]
    view = playthrough.view(playthrough.asks[0].seat)
    try:
        move = game.parse(text, view)
    except Refused:
        return
    assert game.parse(game.notate(move), view) == move
