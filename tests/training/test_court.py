from collections import Counter
from random import Random

from engine.court.model.cards import stock
from training.court.candidate import Candidate
from training.court.households import MARKS, beating, household, with_card
from training.court.learning import CrownSample, Sample, crown_samples, fitted, log_likelihood, samples
from training.court.plans import noise, steward_plan
from training.court.races import SEATS, Plan, Race, race
from training.court.values import NAMES, Learned, king_chance, king_features, seat_features, waits
from training.court.wishes import Place, wishes
from training.matches import play_match

RICH = household(("farmer", "craftsman", "guard", "hunter", "general"))
POOR = household(("jester", "farmer"))
FLAT = Learned((0.0,) * len(NAMES), (0.0, 1.0, 0.0, 0.0, 0.0, 0.0))


def stewards(random: Random) -> list[Plan]:
    return [steward_plan(noise(random)) for _ in range(SEATS)]


def races(seed: str, number: int = 20) -> list[Race]:
    random = Random(seed)
    found = [race(stewards(random), random.random, exploring=True) for _ in range(number)]
    return [one for one in found if one is not None]


def test_more_dice_reach_more_and_a_higher_mark_is_reached_less() -> None:
    reached = [RICH.reach(mark) for mark in MARKS]
    assert reached == sorted(reached, reverse=True)
    assert reached[0] > 0 == POOR.reach(MARKS[0])
    assert RICH.with_queen.reach((8, 1)) > RICH.reach((8, 1))


def test_a_turn_of_better_luck_reaches_the_higher_mark() -> None:
    assert RICH.result(RICH.reach((8, 3))) == (8, 3)
    assert RICH.result(1.0) is None
    assert beating((7, 6)) == (8, 1)


def test_a_charlatan_is_a_flipped_jester() -> None:
    assert with_card(POOR.cards, "charlatan").cards == ("charlatan", "farmer")


def test_whoever_ends_a_round_begins_the_next() -> None:
    """Seats 1 and 2 are to play in this round after seat 0; seat 2 ends it and begins the next."""
    assert waits(4, 0, (1, 2)) == (4, 0, 1, 3)
    assert waits(4, 2, ()) == (2, 3, 0, 1)


def test_no_race_sells_more_cards_than_there_are() -> None:
    there = stock(SEATS, "de")
    for one in races("sold"):
        taken = Counter(card for house in one.places[-1].houses for card in house.cards)
        assert all(count <= there[card] for card, count in taken.items() if card in there)


def test_without_exploring_every_turn_that_pays_for_a_card_brings_one() -> None:
    random = Random("paid")
    played = race(stewards(random), random.random, exploring=False)
    assert played is not None
    assert all(place.houses[place.seat].cards for place in played.places)


def test_the_king_with_a_higher_mark_is_the_safer_king() -> None:
    houses = (RICH,) * SEATS
    low, high = (king_chance(FLAT, king_features(houses, 0, mark, ())) for mark in ((7, 1), (8, 6)))
    assert low < high


def test_a_card_that_makes_no_seat_stronger_is_worth_the_least() -> None:
    found = wishes(FLAT, Place((RICH, POOR, POOR, POOR), 0, (1, 2)), ["maid", "knight"], king=True)
    kings = [wish for wish in found if wish.card == "king"]
    cards = [wish for wish in found if wish.card != "king"]
    assert found == [*kings, *cards]
    assert {wish.worth for wish in cards} == {1e-4}


def test_what_wins_is_learned() -> None:
    seats = tuple(seat_features(house, turns) for turns, house in enumerate((RICH, POOR, POOR, POOR)))
    crowns = [CrownSample([1.0, 2.0, 0.0, 0.0, 0.0, 0.0], won=True)]
    learned = fitted(None, [Sample(seats, 0)] * 50, crowns, Random("won"))
    assert learned.weights[NAMES.index("general")] > 0 > learned.weights[NAMES.index("jester")]
    assert king_chance(learned, crowns[0].features) > 0.8


def test_what_is_learned_from_races_tells_more_than_an_even_chance() -> None:
    random = Random("told")
    seen = races("seen", 60)
    learned = fitted(None, samples(seen, random), crown_samples(seen), random)
    unseen = samples(races("unseen", 40), random)
    assert log_likelihood(learned, unseen) > log_likelihood(FLAT, unseen)


def test_the_candidate_plays_whole_games() -> None:
    name = "training.court.candidate:Candidate"
    played = play_match("court", (name, "page", "page", "page"), "whole", 1)
    assert 1 in played.places
    assert Candidate().name == "candidate"
