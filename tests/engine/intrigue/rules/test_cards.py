"""The ten cards, each sentence of the rules: what a revealed card does to the queue and to influence.

Seat 1 reveals its card at the place given; others lie face down so that play stops there.
"""

import pytest

from engine.game import Refused
from engine.intrigue.model.cards import KINDS, ONE_TIME
from engine.intrigue.model.events import Copied, Doubled, Gained, Idle, Moved, Returned, Stole
from tests.engine.intrigue.positions import asked, choices, gains, play, position, refused, written

Moves = str
"""What is played, after `reveal`, apart by commas."""


def effect(queue, at, moves="", **kind):
    """Position before, position after, events."""
    before = position(queue, at=at, **kind)
    after, events = play(before, "reveal", *[move.strip() for move in moves.split(",") if move])
    return before, after, events


def test_four_cards_are_discarded_after_their_effect_and_six_stay():
    """Each alone between cards of others, where nothing is chosen but the first."""
    stayed = []
    for kind in KINDS:
        state, _ = play(position(f"2spy | 1{kind} | 3spy", at=2), "reveal")
        if asked(state).startswith("1 "):
            state, _ = play(state, choices(state)[0])
        gone = state.discards[0] == (kind,)
        assert gone == (f"1{kind}" not in written(state.queue))
        assert gone == (kind in ONE_TIME)
        stayed += [] if gone else [kind]
    assert stayed == ["archer", "shapeshifter", "lord", "heir", "soldier", "spy"]


@pytest.mark.parametrize(
    ("queue", "at", "targets"),
    [
        ("2heir | 1lord/3lord | 1assassination | 3heir/1spy", 3, ["remove 1", "remove 2", "remove 4"]),
        ("1assassination/1heir | 2heir | 2spy^", 1, ["remove 2", "remove 3"]),
        # first or last, the own and itself included
        ("2heir | 2lord | 1archer | 3heir", 3, ["remove 1", "remove 4"]),
        ("1archer | 2lord | 3heir", 1, ["remove 1", "remove 3"]),
        ("1lord | 2lord | 1archer", 3, ["remove 1", "remove 3"]),
        # adjacent, own cards included
        ("2heir | 1lord | 1soldier | 3heir | 3spy", 3, ["remove 2", "remove 4"]),
        ("3heir | 1lord^ | 1soldier | 1spy^", 3, ["remove 2", "remove 4"]),
    ],
)
def test_what_assassination_archer_and_soldier_may_remove(queue, at, targets):
    """Top cards, face up or down."""
    state, _ = play(position(queue, at=at), "reveal")
    assert choices(state) == targets


@pytest.mark.parametrize(
    ("queue", "at", "moves", "after"),
    [
        ("2heir | 1assassination | 3heir", 2, "remove 3", "2heir"),
        ("2heir | 1archer | 3heir | 3lord", 2, "remove 4", "2heir | 1archer^ | 3heir"),
        ("2heir | 1soldier | 3heir | 3lord", 2, "remove 3", "2heir | 1soldier^ | 3lord"),
        # one choice is no question
        ("1assassination | 2heir | ", 1, "", ""),
        ("1soldier | 2heir | 3heir", 1, "", "1soldier^ | 3heir"),
        ("2heir | 1lord | 1soldier", 3, "", "2heir | 1soldier^"),
        ("1archer", 1, "", ""),
        # nothing to remove
        ("1assassination", 1, "", ""),
        ("1assassination/1lord", 1, "", "1lord"),
        ("1soldier", 1, "", "1soldier^"),
    ],
)
def test_who_removes_takes_one_even_where_there_was_nothing_to_remove(queue, at, moves, after):
    before, state, events = effect(queue.removesuffix(" | "), at, moves)
    assert written(state.queue) == after
    assert gains(before, state) == {1: 1}
    assert sum(isinstance(event, Gained) for event in events) == 1


@pytest.mark.parametrize(
    ("queue", "at", "move", "why"),
    [
        ("2heir | 1assassination | 3heir", 2, "remove 2", Refused("not-itself", {"card": "assassination"})),
        ("2heir | 1soldier | 3heir", 2, "remove 2", Refused("not-itself", {"card": "soldier"})),
        (
            "2heir | 1soldier | 3heir | 3lord",
            2,
            "remove 4",
            Refused("not-adjacent", {"place": 4, "card": "soldier"}),
        ),
        ("2heir | 1archer | 3heir", 2, "remove 2", Refused("first-or-last", {"place": 2, "last": 3})),
        ("2heir | 1archer | 3heir", 2, "remove 4", Refused("no-such-place", {"place": 4, "last": 3})),
        (
            "2heir | 1archer | 3heir",
            2,
            "copy 1",
            Refused("other-choice", {"card": "archer", "form": "remove 1"}),
        ),
    ],
)
def test_what_cannot_be_removed(queue, at, move, why):
    state, _ = play(position(queue, at=at), "reveal")
    assert refused(state, move) == why


# Archer


@pytest.mark.parametrize(
    ("queue", "at", "after", "then"),
    [
        # the card below is not resolved this round
        ("1archer+3/1lord | 2heir", 1, "1lord | 2heir", "2 reveal"),
        ("1archer+3/1lord^ | 2heir", 1, "1lord^ | 2heir", "2 reveal"),
        # its stack vanished: the next one
        ("1archer+3 | 2heir", 1, "2heir", "2 reveal"),
    ],
)
def test_an_archer_that_removed_itself_ends_its_place(queue, at, after, then):
    """What lay on it is in the supply, but what its effect brings is taken."""
    before, state, _ = effect(queue, at, "remove 1")
    assert written(state.queue) == after
    assert asked(state) == then
    assert gains(before, state) == {1: 1}
    assert state.discards[0] == ("archer",)


# Decree


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("move 2 to 1", "3heir+1 | 2heir | 2lord^ | 1heir"),
        ("move 4 to 1", "1heir | 2heir | 3heir+1/2lord^"),
        ("move 1 to 4", "3heir+1/2lord^ | 1heir | 2heir"),
        ("move 1 to 2", "3heir+1/2lord^ | 2heir | 1heir"),
        ("move 1 to 3", "3heir+1/2lord^ | 2heir | 1heir"),
        ("move 2 to 5", "2heir | 2lord^ | 1heir | 3heir+1"),
        ("move 2 to 2", "2heir | 3heir+1 | 2lord^ | 1heir"),
        ("move 2 to 3", "2heir | 2lord^ | 3heir+1 | 1heir"),
        ("move 2 to end", "2heir | 2lord^ | 1heir | 3heir+1"),
        ("move 1 to end", "3heir+1/2lord^ | 1heir | 2heir"),
        ("move 4 to front", "1heir | 2heir | 3heir+1/2lord^"),
        ("move 4 on 3", "2heir | 3heir+1/2lord^ | 1heir"),
    ],
)
def test_a_decree_moves_one_top_card_with_its_influence_to_another_place(move, after):
    """Front, end, between two places, or on a stack whose top card has the same colour."""
    _, state, events = effect("2heir | 3heir+1/2lord^ | 1decree | 1heir", 3, move)
    assert written(state.queue) == after
    assert sum(isinstance(event, Moved) for event in events) == 1


def test_a_decree_may_move_any_top_card_but_itself_to_any_other_place():
    """Every different outcome once: alone in its place, a card has one new place less."""
    state, _ = play(position("2heir | 3heir/2lord^ | 1decree | 2spy", at=3), "reveal")
    assert choices(state) == [
        *["move 1 to 2", "move 1 to 3", "move 1 to 4", "move 1 on 4"],
        *["move 2 to 1", "move 2 to 2", "move 2 to 3", "move 2 to 4", "move 2 to 5"],
        *["move 4 to 1", "move 4 to 2", "move 4 to 3", "move 4 on 1"],
    ]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("move 3 to 1", Refused("decree-stays", {"place": 3})),
        ("move 1 to 1", Refused("same-place", {"place": 1})),
        ("move 2 on 2", Refused("same-place", {"place": 2})),
        ("move 1 on 2", Refused("not-same-family", {"place": 1, "on": 2})),
        ("move 1 on 3", Refused("not-same-family", {"place": 1, "on": 3})),
        ("move 1 on 5", Refused("no-such-place", {"place": 5, "last": 4})),
        ("move 1 to 5", Refused("no-such-place", {"place": 5, "last": 4})),
        ("move 2 to 6", Refused("no-such-place", {"place": 6, "last": 5})),
        ("move 5 to 1", Refused("no-such-place", {"place": 5, "last": 4})),
        ("remove 1", Refused("other-choice", {"card": "decree", "form": "move 4 to 1"})),
    ],
)
def test_what_a_decree_cannot_do(move, why):
    state, _ = play(position("2heir | 3heir/2lord^ | 1decree | 1spy", at=3), "reveal")
    assert refused(state, move) == why


@pytest.mark.parametrize("queue", ["1decree+2", "1decree+2/2lord"])
def test_where_there_is_no_other_top_card_nothing_happens(queue):
    """The Decree is discarded, and what lay on it taken."""
    before, state, events = effect(queue, 1)
    assert any(isinstance(event, Idle) for event in events)
    assert gains(before, state) == {1: 2}
    assert state.discards[0] == ("decree",)


@pytest.mark.parametrize(
    ("queue", "move", "again"),
    [
        # to a place still to come: resolved, again if it was resolved before
        ("2lord^ | 1decree | 3heir", "move 1 to 2", {2: 1}),
        ("2lord^ | 1decree | 3heir | 2spy", "move 1 on 4", {}),
        ("3heir | 1decree | 2lord^", "move 1 to 3", {2: 1}),
        # to a place already passed: not
        ("3heir | 1decree | 2lord^ | 3spy", "move 3 to 1", {}),
        ("3heir | 1decree | 2lord^ | 3spy", "move 3 to 2", {}),
        ("2heir | 1decree | 2lord^ | 3spy", "move 3 on 1", {}),
        # right before the Decree it is passed, right behind it still to come
        ("2lord^ | 3heir | 1decree | 3spy", "move 1 to 2", {}),
        ("2lord^ | 3heir | 1decree | 3spy", "move 1 to 3", {2: 1}),
    ],
)
def test_a_moved_card_is_resolved_where_its_new_place_is_still_to_come(queue, move, again):
    place = next(n for n, text in enumerate(queue.split("|"), start=1) if "decree" in text)
    before, state, _ = effect(queue, place, move)
    assert gains(before, state) == again


def test_a_card_may_be_resolved_twice_in_a_round():
    """Left once, moved behind the Decree, asked again."""
    before = position("1conspiracy | 1decree | 2heir", at=1)
    state, _ = play(before, "leave", "reveal", "move 1 to 2")
    assert asked(state) == "1 reveal"
    assert written(state.queue) == "1conspiracy+1 | 2heir"
    after, _ = play(state, "reveal")
    assert gains(before, after) == {1: 2}


def test_a_card_may_be_resolved_not_at_all_in_a_round():
    """Moved to a place already passed."""
    state, _ = play(position("1decree | 2heir | 3heir", at=1), "reveal", "move 2 to 1")
    assert asked(state) == "3 reveal"
    assert written(state.queue) == "2heir | 3heir"


@pytest.mark.parametrize(
    ("queue", "at", "moves", "after", "gained", "then"),
    [
        # its owner takes what lies on the Decree, not with the moved card
        ("1lord | 1decree+3 | 2heir", 2, "move 1 on 2", "1lord | 2heir", {1: 3}, "1 reveal"),
        ("2heir | 1decree+3 | 1lord+2", 2, "move 3 on 2", "2heir | 1lord+2", {1: 3}, "1 reveal"),
        # a face-up card is carried out at once, a lasting one ends the place
        ("1lord^ | 1decree+3/1heir | 2heir", 2, "move 1 on 2", "1lord^/1heir | 2heir", {1: 4}, "2 reveal"),
        # only after a one-time card that was discarded, the card beneath is resolved
        ("1ambush | 1decree/1heir | 2heir", 2, "move 1 on 2,reveal", "1heir | 2heir", {1: 1}, "1 reveal"),
        (
            "1ambush | 1decree/1heir | 2heir",
            2,
            "move 1 on 2,leave",
            "1ambush+1/1heir | 2heir",
            {},
            "2 reveal",
        ),
        ("1ambush/3lord | 1decree | 2heir", 2, "move 1 on 2,reveal", "3lord | 2heir", {1: 1}, "2 reveal"),
    ],
)
def test_a_card_moved_onto_the_decree_is_resolved_at_its_place(queue, at, moves, after, gained, then):
    """The Decree is discarded from under it."""
    before, state, _ = effect(queue, at, moves)
    assert written(state.queue) == after
    assert gains(before, state) == gained
    assert asked(state) == then
    assert state.discards[0][0] == "decree"


def test_a_move_names_the_card_only_where_it_lies_open():
    """A face-down card keeps its secret wherever it goes."""
    _, _, events = effect("2heir+1 | 1decree | 3heir", 2, "move 1 to 3")
    assert Moved(1, 1, 3, False, 2, None) in events
    _, _, events = effect("2heir^ | 1decree | 2spy", 2, "move 1 on 3")
    assert Moved(1, 1, 2, True, 2, "heir") in events


# Shapeshifter


@pytest.mark.parametrize(
    ("queue", "at", "moves", "after", "gained"),
    [
        ("2heir^ | 1shapeshifter | 3spy", 2, "", "2heir^ | 1shapeshifter^ | 3spy", {1: 2}),
        ("2lord^ | 1shapeshifter | 1spy", 2, "", "2lord^ | 1shapeshifter^ | 1spy", {1: 2}),
        ("2archer^ | 1shapeshifter | 3spy", 2, "remove 3", "2archer^ | 1shapeshifter^", {1: 1}),
        ("2soldier^ | 1shapeshifter | 3spy", 2, "remove 1", "1shapeshifter^ | 3spy", {1: 1}),
        ("2spy^ | 1shapeshifter | 3spy", 2, "steal 3", "2spy^ | 1shapeshifter^ | 3spy", {1: 1, 3: -1}),
        # two to copy: the owner chooses
        ("2heir^ | 1shapeshifter | 3lord^", 2, "copy 1", "2heir^ | 1shapeshifter^ | 3lord^", {1: 2, 3: 1}),
        ("2heir^ | 1shapeshifter | 3lord^", 2, "copy 3", "2heir^ | 1shapeshifter^ | 3lord^", {1: 1, 3: 1}),
        # the own cards, too
        ("3spy | 1heir^ | 1shapeshifter | 3lord", 3, "", "3spy | 1heir^ | 1shapeshifter^ | 3lord", {1: 2}),
        # two that do the same are no choice
        ("2heir^ | 1shapeshifter | 3heir^", 2, "", "2heir^ | 1shapeshifter^ | 3heir^", {1: 2}),
    ],
)
def test_a_shapeshifter_does_now_what_an_adjacent_face_up_card_does(queue, at, moves, after, gained):
    """Own, adjacent and this card mean the Shapeshifter and its owner."""
    before, state, events = effect(queue, at, moves)
    assert written(state.queue) == after
    assert gains(before, state) == gained
    assert sum(isinstance(event, Copied) for event in events) == 1


@pytest.mark.parametrize(
    ("queue", "at"),
    [
        ("1shapeshifter", 1),
        ("2heir | 1shapeshifter | 3heir", 2),
        ("2heir/2lord^ | 1shapeshifter | 3heir", 2),
        ("2shapeshifter^ | 1shapeshifter | 3heir", 2),
        ("2heir^ | 2spy | 1shapeshifter | 3heir", 3),
    ],
)
def test_a_shapeshifter_without_a_face_up_neighbour_does_nothing(queue, at):
    """Beside face-down cards, no card, or only another Shapeshifter."""
    before, state, events = effect(queue, at)
    assert gains(before, state) == {}
    assert Idle(1, at, "shapeshifter") in events


def test_another_shapeshifter_is_not_chosen_while_another_card_can_be():
    """So there is no question."""
    before, state, events = effect("2shapeshifter^ | 1shapeshifter | 3lord^", 2)
    assert Copied(1, 2, 3, "lord") in events
    assert gains(before, state) == {1: 1, 3: 1}


@pytest.mark.parametrize(
    ("queue", "at", "gained"),
    [
        # the name is not copied: other Heirs do not matter, another Shapeshifter does
        ("2heir^ | 1shapeshifter | 3heir^", 2, 2),
        ("2heir^ | 1shapeshifter | 3spy | 3shapeshifter^", 2, 0),
        ("2heir^ | 1shapeshifter | 3spy | 3shapeshifter", 2, 2),
        ("2heir^ | 1shapeshifter | 3spy | 3lord/3shapeshifter^", 2, 2),
    ],
)
def test_a_copied_heir_checks_for_another_face_up_shapeshifter(queue, at, gained):
    before, state, _ = effect(queue, at)
    assert gains(before, state).get(1, 0) == gained


@pytest.mark.parametrize(
    ("queue", "after", "then"),
    [
        ("1shapeshifter+2/1lord | 2archer^ | 3heir", "1lord | 2archer^ | 3heir", "2 remove"),
        ("1shapeshifter+2 | 2archer^ | 3heir", "2archer^ | 3heir", "2 remove"),
    ],
)
def test_a_shapeshifter_that_removed_itself_ends_its_place_as_an_archer_does(queue, after, then):
    before, state, _ = effect(queue, 1, "remove 1")
    assert written(state.queue) == after
    assert gains(before, state) == {1: 1}
    assert asked(state) == then


def test_a_shapeshifter_chooses_between_its_neighbours_only():
    state, _ = play(position("2heir^ | 1shapeshifter | 3lord^ | 3spy^", at=2), "reveal")
    assert (asked(state), choices(state)) == ("1 copy", ["copy 1", "copy 3"])
    assert refused(state, "copy 4") == Refused("not-adjacent", {"place": 4, "card": "shapeshifter"})
    assert refused(state, "copy 9") == Refused("no-such-place", {"place": 9, "last": 4})


def test_only_lasting_effects_are_ever_copied():
    """A one-time card beside it lies face down, or not at all."""
    _, state, _ = effect("1ambush | 1shapeshifter | 3conspiracy", 2)
    assert asked(state) == "3 reveal"


# Lord, Heir


@pytest.mark.parametrize(
    ("queue", "at", "gained"),
    [
        ("1lord", 1, 1),
        ("2heir | 1lord | 3heir", 2, 1),
        ("1heir | 1lord | 3heir", 2, 2),
        ("1heir^ | 1lord | 3heir", 2, 2),
        ("1heir/2spy | 1lord | 1spy/3heir", 2, 3),
        ("2spy/1heir | 1lord | 3heir", 2, 1),
        ("1spy | 2heir | 1lord/1heir/1archer | 3heir | 1soldier", 3, 1),
    ],
)
def test_a_lord_takes_one_and_one_for_each_adjacent_card_of_its_family(queue, at, gained):
    """Face up or down, on top; at most 3."""
    before, state, _ = effect(queue, at)
    assert gains(before, state) == {1: gained}


@pytest.mark.parametrize(
    ("queue", "at", "gained"),
    [
        ("1heir | 2spy", 1, 2),
        ("1heir | 2heir", 1, 2),
        ("2heir^ | 1heir | 3spy", 2, 0),
        ("3spy | 1heir | 3lord | 2heir^", 2, 0),
        ("3spy | 1heir | 3lord/3heir^", 2, 2),
        ("3spy | 1heir/2heir^ | 3lord", 2, 2),
    ],
)
def test_an_heir_takes_two_if_no_other_face_up_card_of_its_name_is_on_top(queue, at, gained):
    """Of any family; face-down and covered ones do not count."""
    before, state, _ = effect(queue, at)
    assert gains(before, state).get(1, 0) == gained


def test_an_heir_is_judged_when_it_is_resolved():
    """The same card pays in one round and not in another."""
    before = position("1heir^ | 2heir | 3spy", waiting=[3])
    state, _ = play(before, "play ambush end", "reveal")
    assert gains(before, state) == {1: 2}


# Ambush, Conspiracy, Spy


def test_a_revealed_ambush_puts_its_influence_back_and_brings_one():
    before, state, events = effect("1ambush+3 | 2heir", 1)
    assert gains(before, state) == {1: 1}
    assert Returned(1, 3) in events
    assert written(state.queue) == "2heir"


@pytest.mark.parametrize(
    ("queue", "at", "moves", "gained"),
    [
        # by an opponent's card: 4 for its owner
        ("2ambush+2 | 1assassination | 3heir", 2, "remove 1", {1: 1, 2: 4}),
        ("2ambush | 1soldier | 3heir", 2, "remove 1", {1: 1, 2: 4}),
        ("2ambush | 1archer | 3heir", 2, "remove 1", {1: 1, 2: 4}),
        ("3archer^ | 1shapeshifter | 3heir | 2ambush", 2, "remove 4", {1: 1, 2: 4}),
        # by an own card: 1
        ("1ambush+2 | 1assassination | 3heir", 2, "remove 1", {1: 2}),
        ("1ambush | 1soldier | 3heir", 2, "remove 1", {1: 2}),
        ("1ambush | 3archer^ | 1shapeshifter | 2heir", 3, "remove 1", {1: 2}),
    ],
)
def test_a_removed_ambush_pays_its_owner(queue, at, moves, gained):
    """Its influence goes to the supply all the same."""
    before, state, _ = effect(queue, at, moves)
    assert gains(before, state) == gained
    assert "ambush" in {kind for pile in state.discards for kind in pile}


@pytest.mark.parametrize(("on", "gained"), [(0, 0), (1, 2), (3, 6)])
def test_a_conspiracy_doubles_the_influence_on_it(on, gained):
    """Then its owner takes it all."""
    before, state, events = effect(f"1conspiracy+{on} | 2heir", 1)
    assert gains(before, state).get(1, 0) == gained
    assert (Doubled(1, gained) in events) == (on > 0)
    assert state.discards[0] == ("conspiracy",)


@pytest.mark.parametrize(
    ("queue", "at", "influence", "gained"),
    [
        ("2heir | 1spy", 2, None, {1: 1, 2: -1}),
        ("2heir | 1spy | 2lord", 2, None, {1: 1, 2: -1}),
        ("1archer | 1spy/3heir^ | 3lord", 2, None, {1: 1, 3: -1}),
        ("3spy/2heir | 1spy | 1lord", 2, None, {1: 1, 3: -1}),
        ("2heir | 1spy | 3heir", 2, (5, 0, 5), {1: 1, 3: -1}),
        # of none
        ("1spy", 1, None, {}),
        ("1heir | 1spy | 1lord | 2heir", 2, None, {}),
        ("2heir+3 | 1spy", 2, (5, 0, 5), {}),
    ],
)
def test_a_spy_takes_one_from_another_family_beside_it(queue, at, influence, gained):
    """From the family, not from the card; of a family without influence nothing."""
    before, state, events = effect(queue, at, influence=influence)
    assert gains(before, state) == gained
    assert any(isinstance(event, Stole) for event in events) == bool(gained)
    assert any(isinstance(event, Idle) for event in events) == (not gained)


def test_of_two_families_the_spys_owner_chooses():
    state, _ = play(position("3heir | 1spy | 2heir", at=2), "reveal")
    assert (asked(state), choices(state)) == ("1 steal", ["steal 3", "steal 2"])
    before = state
    assert gains(before, play(state, "steal 2")[0]) == {1: 1, 2: -1}
    assert refused(state, "steal 1") == Refused("own-family")
    assert refused(state, "steal 4") == Refused("no-such-seat", {"seat": 4})
    far, _ = play(position("3heir | 1spy | 2heir | 4heir", at=2, seats=4), "reveal")
    assert refused(far, "steal 4") == Refused("family-not-adjacent", {"seat": 4})
