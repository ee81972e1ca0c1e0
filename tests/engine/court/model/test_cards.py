"""What a result must show for each card, how many cards there are, how many dice a hand has."""

import pytest

from engine.court import queries
from engine.court.model.cards import CONDITIONS, KINDS, ROWS, hand_size, stock
from tests.engine.court.positions import dice

CONDITION_TABLE = [
    # card, results that pay for it, results that just do not
    ("jester", ["1", "123", ""], []),
    ("charlatan", ["1", "642"], []),
    ("farmer", ["22", "1233", "555"], ["123", "654321"]),
    ("maid", ["1", "135", "1113335"], ["1352", "2", ""]),
    ("philosopher", ["2", "246", "222446"], ["2461", "1", ""]),
    ("craftsman", ["555", "663", "1122333", "66666"], ["554", "662", "11111"]),
    ("guard", ["333", "12333", "6666"], ["33", "112233"]),
    ("hunter", ["4444", "124444", "44444"], ["444", "444555"]),
    ("astronomer", ["1122", "1111", "11222", "551136"], ["1112", "112", "11123456"]),
    ("merchant", ["6662", "55555", "66662"], ["6661", "44443", "1"]),
    ("lady", ["33322", "55522", "44444", "222333", "1112234", "2222255"], ["3334", "2222", "222456"]),
    ("magician", ["12345", "23456", "123456", "1122334455", "223456"], ["12346", "13456", "1234", "1234466"]),
    ("pawnbroker", ["66666", "666651", "555555"], ["66665", "55554"]),
    ("knight", ["22222", "1222226"], ["2222", "22223333"]),
    ("bishop", ["112233", "222244", "666666", "4444422", "11224455"], ["22222", "111223", "2222234"]),
    ("alchemist", ["123456", "1123456", "112233445566"], ["12345", "223456", "1234455"]),
    ("nobleman", ["111222", "333333", "1113336", "3333333"], ["111122", "33333", "1112233"]),
    ("general", ["444444", "1444444"], ["44444", "44444555"]),
    ("king", ["1111111", "66666665", "22222222"], ["111111", "111111222222"]),
]  # fmt: skip


def test_a_result_that_shows_what_a_card_demands_pays_for_it():
    """Dice beyond the condition do no harm, save for the Maid and the Philosopher."""
    for card, result in [(card, result) for card, paid, _ in CONDITION_TABLE for result in paid]:
        assert queries.meets(card, dice(result)), (card, result)


def test_a_result_that_just_misses_a_condition_does_not_pay():
    """Every condition has its edge."""
    for card, result in [(card, result) for card, _, short in CONDITION_TABLE for result in short]:
        assert not queries.meets(card, dice(result)), (card, result)


def test_every_card_but_the_queen_has_a_condition():
    """The Queen comes with the King and is never paid for."""
    assert [kind for kind in KINDS if kind not in CONDITIONS] == ["queen"]
    assert [card for card, _, _ in CONDITION_TABLE] == list(CONDITIONS)
    assert not queries.meets("queen", dice("666666666666"))


def test_the_order_in_which_dice_are_named_does_not_matter():
    """A board may ask with dice as they fell."""
    assert queries.meets("hunter", (4, 1, 4, 4, 4))
    assert queries.best((4, 1, 4, 6, 1)) == (2, 4)


@pytest.mark.parametrize(
    ("players", "by_row"),
    [(2, (2, 2, 1, 1, 1)), (3, (3, 2, 2, 2, 2)), (4, (4, 3, 3, 2, 2)), (5, (5, 4, 3, 3, 3))],
)
def test_the_stock_follows_the_number_of_players(players, by_row):
    """The table of the rulebook; one King and one Queen always."""
    cards = stock(players, "de")
    assert cards.pop("king") == cards.pop("queen") == 1
    assert cards == {
        kind: count for row, count in zip(ROWS, by_row, strict=False) for kind in row if kind != "charlatan"
    }


def test_five_players_use_all_sixty_cards():
    """Five two-sided Jesters and fifty-five others are in the box."""
    assert sum(stock(5, "de").values()) == 60


def test_jesters_never_run_out_in_the_english_edition():
    """What cannot run out is not counted."""
    assert set(stock(4, "de")) - set(stock(4, "en")) == {"jester"}


@pytest.mark.parametrize(
    ("cards", "dice_in_hand"),
    [
        ("", 3),
        ("farmer", 4),
        ("charlatan", 4),
        ("general", 5),
        ("farmer general", 6),
        ("farmer charlatan charlatan general", 8),
        ("jester maid king queen bishop craftsman", 3),
        ("farmer general" + " charlatan" * 6, 12),
        ("farmer general" + " charlatan" * 9, 12),
    ],
)
def test_a_hand_grows_with_farmer_charlatan_and_general_up_to_twelve(cards, dice_in_hand):
    """Three dice and the mandatory ones; the box has twelve."""
    assert hand_size(cards.split()) == dice_in_hand


@pytest.mark.parametrize(
    ("result", "group"),
    [("", (0, 0)), ("36", (1, 6)), ("3366", (2, 6)), ("1112266", (3, 1)), ("11111111", (8, 1))],
)
def test_the_best_group_is_most_dice_alike_then_the_higher_face(result, group):
    """Eight 1s are better than seven 6s."""
    assert queries.best(dice(result)) == group
