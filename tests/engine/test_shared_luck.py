"""Tables with one key meet the same luck, in whatever order their moves come, in every game."""

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.chance import DrawPlace, KeyedChance, PlacedChance, RecordingChance, chance_at, table_key
from engine.game import Setup, with_rules
from engine.playthrough import UNDO, answer_open_ask, chance_of_step, start
from engine.registry import GAMES
from tests.cases import cases
from tests.engine.seeded_chance import SeededChance

KEY = table_key(bytes(range(32)), "deal-1", 1)
STEPS = 120


class Heard(PlacedChance):
    """Keeps what was drawn by its place: dice as they fell, picks with what there was to pick from."""

    def __init__(self, place, kept):
        self.place, self.kept = place, kept
        self.source = KeyedChance(KEY, place)

    def at(self, place):
        return Heard(place, self.kept)

    def dice(self, count):
        fell = self.source.dice(count)
        self.kept.setdefault(("dice", self.place), []).extend(fell)
        return fell

    def pick(self, options):
        picks = self.kept.setdefault(("pick", self.place), [])
        picks.append((tuple(sorted(map(str, options))), str(self.source.pick(options))))
        return next(option for option in options if str(option) == picks[-1][1])


def played(game, seats, seed):
    """What random moves drew, by place: of those asked, and of the undos they may make, any may come next."""
    kept, moves = {}, SeededChance(seed)
    now = start(game, Setup(seats, game.Options()), Heard(DrawPlace(), kept)).playthrough
    for _ in range(STEPS):
        if now.over:
            break
        ask = moves.pick(now.asks)
        undo = now.can_undo(ask.seat) and moves.pick((True, False, False))
        move = UNDO if undo else moves.pick(tuple(islice(game.legal(now.view(ask.seat)), 300)))
        now = answer_open_ask(now, ask.seat, move, Heard(now.next_throw(ask.seat), kept)).playthrough
    return kept


@pytest.mark.parametrize("key", GAMES)
@given(seeds=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), more=st.integers(0, 4))
@settings(max_examples=cases(15), deadline=None)
def test_two_tables_meet_the_same_luck(key, seeds, more):
    """Dice of a throw agree as far as both have them; so do picks from the same cards, until other cards have
    been picked there.
    """
    game = GAMES[key]
    seats = game.seats[min(more, len(game.seats) - 1)]
    here, there = (played(game, seats, seed) for seed in seeds)
    shared = here.keys() & there.keys()
    assert ("pick", DrawPlace()) in shared
    for place in shared:
        for one, other in zip(here[place], there[place], strict=False):
            if place[0] == "dice" or one[0] == other[0]:
                assert one == other, place


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_no_step_draws_where_another_has_drawn(key, seed):
    """Else somebody could know what comes."""
    game, moves, seen = GAMES[key], SeededChance(seed), Counter()

    class Once(PlacedChance):
        def __init__(self, place):
            self.place = place

        def at(self, place):
            return Once(place)

        def dice(self, count):
            seen[now and now.steps, self.place] += 1
            return KeyedChance(KEY, self.place).dice(count)

        def pick(self, options):
            seen[now and now.steps, self.place] += 1
            return moves.pick(options)

    now = None
    now = start(game, Setup(game.seats[0], game.Options()), Once(DrawPlace())).playthrough
    for _ in range(400):
        if now.over:
            break
        ask = moves.pick(now.asks)
        undo = now.can_undo(ask.seat) and moves.pick((True, False))
        move = UNDO if undo else moves.pick(tuple(islice(game.legal(now.view(ask.seat)), 300)))
        now = answer_open_ask(now, ask.seat, move, Once(now.next_throw(ask.seat))).playthrough
    places = Counter(place for _, place in seen)
    assert max(places.values()) == 1, places.most_common(1)


def test_the_first_die_does_not_depend_on_how_many_are_thrown():
    place = DrawPlace(2, 5, 1)
    assert KeyedChance(KEY, place).dice(3) == KeyedChance(KEY, place).dice(8)[:3]
    chance = KeyedChance(KEY, place)
    assert chance.dice(1) + chance.dice(7) == KeyedChance(KEY, place).dice(8)


@pytest.mark.parametrize(
    "other",
    [
        DrawPlace(1, 5, 1),
        DrawPlace(2, 6, 1),
        DrawPlace(2, 5, 2),
        DrawPlace(2, 5, 1, "pile"),
        DrawPlace(5, 2, 1),
    ],
)
def test_other_places_have_other_dice(other):
    assert KeyedChance(KEY, other).dice(20) != KeyedChance(KEY, DrawPlace(2, 5, 1)).dice(20)


def test_the_same_card_is_picked_as_long_as_it_is_there():
    """Whatever the order of the cards, and whichever others are missing."""
    cards = ["lord", "spy", "heir", "decree", "archer"]
    for round_ in range(40):
        place = DrawPlace(1, round_)
        picked = KeyedChance(KEY, place).pick(cards)
        for missing in set(cards) - {picked}:
            left = [card for card in reversed(cards) if card != missing]
            assert KeyedChance(KEY, place).pick(left) == picked


def test_dice_and_picks_are_even():
    """Within three standard deviations or so; the key is fixed. A card that is there twice comes twice as
    often.
    """
    faces = Counter(
        face for round_ in range(2_000) for face in KeyedChance(KEY, DrawPlace(1, round_)).dice(6)
    )
    assert all(abs(number - 2_000) < 130 for number in faces.values()), faces
    picks = Counter(KeyedChance(KEY, DrawPlace(1, round_)).pick("aabc") for round_ in range(8_000))
    assert abs(picks["a"] - 4_000) < 140
    assert abs(picks["b"] - 2_000) < 120


def test_a_recording_keeps_draws_of_every_place_in_order():
    drawn = RecordingChance(KeyedChance(KEY))
    faces = drawn.dice(2)
    elsewhere = chance_at(drawn, DrawPlace(1, 1)).dice(2)
    assert elsewhere == KeyedChance(KEY, DrawPlace(1, 1)).dice(2)
    assert drawn.tokens == tuple(map(str, (*faces, *elsewhere)))


def test_the_usual_chance_does_not_know_places():
    game = GAMES["court"]
    now = start(game, Setup(2, game.Options()), chance_of_step(KEY, None, 0)).playthrough
    chance = chance_of_step(KEY, now, 1)
    assert chance_at(chance, DrawPlace(1, 1)) is chance


def dice_met(version: int, uses: bool) -> list[tuple[str, ...]]:
    """What the rolls of a first turn of court show, with or without a Jester's reroll in between."""
    game = with_rules(GAMES["court"], version)
    assert game is not None
    now = start(game, Setup(2, game.Options()), chance_of_step(KEY, None, 0, is_duplicate=True)).playthrough
    seat = now.asks[0].seat
    own = tuple(("jester",) if one == seat else () for one in (1, 2))
    now = replace(now, state=replace(now.state, cards=own))
    found = []
    for text in ("roll", "use jester 1", "keep 1", "roll"):
        move = game.parse(text, now.view(seat))
        if text.startswith("use"):
            if not uses:
                continue
            move = replace(move, dice=now.state.turn.active[:1])
        elif text.startswith("keep"):
            move = replace(move, dice=now.state.turn.active[-1:])
        chance = chance_of_step(KEY, now, seat, is_duplicate=True)
        step = answer_open_ask(now, seat, move, chance)
        now = step.playthrough
        found += [step.draws] if text == "roll" else []
    return found


def test_what_a_card_rerolls_shifts_no_later_roll() -> None:
    """Only by the first version of the rules, by which games that began with it go on, is it a throw."""
    assert dice_met(2, uses=True) == dice_met(2, uses=False)
    assert dice_met(1, uses=True) != dice_met(1, uses=False)
    assert dice_met(1, uses=False) == dice_met(2, uses=False)
