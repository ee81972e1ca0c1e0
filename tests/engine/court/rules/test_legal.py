"""Legal moves against an oracle that moves single dice about and knows the rules by other words."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.court.game import GAME
from engine.court.model.cards import KINDS
from engine.court.model.moves import (
    AddDie,
    Concede,
    Keep,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
    TurnDie,
)
from engine.court.rules import powers
from tests.cases import cases
from tests.engine.court.positions import StepPlayer, finale, layout

FACES = range(1, 7)
ADDERS = ("craftsman", "guard", "hunter", "pawnbroker", "knight", "bishop")


def groups(active):
    """Every group of dice picked up one by one, by their faces."""
    for size in range(1, len(active) + 1):
        for places in combinations(range(len(active)), size):
            yield tuple(sorted(active[place] for place in places))


def touching(card, active, aside):
    """The ways to use a card on dice that lie in a row, each die by its place."""
    if card == "jester":
        return {Reroll("jester", (face,)) for face in active}
    if card == "merchant":
        return {Reroll("merchant", group) for group in groups(active)}
    if card == "maid":
        return {Raise(face, by) for face in active for by in (1, 2, 3) if face + by in FACES}
    if card == "philosopher":
        return {
            Shift(one, other, pips)
            for one, other in permutations(active, 2)
            for pips in FACES
            if one - pips in FACES and other + pips in FACES
        }
    if card in ("astronomer", "magician"):
        targets = aside if card == "astronomer" else FACES
        return {TurnDie(card, face, to) for face in active for to in targets if to != face}
    if card == "alchemist":
        return {
            Spread(group[::-1], tuple(sorted(to, reverse=True)))
            for group in groups(active)
            if len(group) in (2, 3)
            for to in product(FACES, repeat=len(group))
            if sum(to) == sum(group) and Counter(to) != Counter(group)
        }
    pips = {"lady": 1, "nobleman": 2}.get(card)
    return {RaiseEach(card, g) for g in groups(active) if pips and all(face + pips in FACES for face in g)}


def pays(kind, result):
    """Whether a result pays for a card, by counting faces."""
    counts = sorted(Counter(result).values(), reverse=True)
    pairs, triples = sum(n // 2 for n in counts), sum(n // 3 for n in counts)
    return {
        "jester": True,
        "charlatan": True,
        "farmer": pairs >= 1,
        "maid": all(face in (1, 3, 5) for face in result),
        "philosopher": all(face in (2, 4, 6) for face in result),
        "craftsman": sum(result) >= 15,
        "guard": triples >= 1,
        "hunter": counts[0] >= 4,
        "astronomer": pairs >= 2,
        "merchant": sum(result) >= 20,
        "lady": counts[0] >= 5 or (triples >= 1 and len(counts) > 1 and counts[1] >= 2),
        "magician": {2, 3, 4, 5} <= set(result) and bool({1, 6} & set(result)),
        "pawnbroker": sum(result) >= 30,
        "knight": counts[0] >= 5,
        "bishop": pairs >= 3,
        "alchemist": len(counts) == 6,
        "nobleman": triples >= 2,
        "general": counts[0] >= 6,
        "king": counts[0] >= 7,
        "queen": False,
    }[kind]


def oracle(state):
    """Every legal move of the seat whose turn it is."""
    turn, final = state.turn, state.final is not None and state.final.begun
    own = state.cards[turn.seat - 1]
    ready = [card for card in own if card not in turn.used]
    room = turn.hand + len(turn.active) + len(turn.aside) < 12
    moves = set()
    if room and (turn.rolled or state.options.edition == "de"):
        moves |= {AddDie(card) for card in ready if card in ADDERS}
        if "queen" in ready:
            moves |= {AddDie("queen", face) for face in FACES} if turn.rolled else {AddDie("queen")}
    if not turn.rolled:
        return moves | {Roll()} | ({Concede()} if final else set())
    if turn.active:
        moves |= {Keep(group) for group in groups(turn.active)} | ({Roll()} if turn.kept else set())
        return moves.union(*(touching(card, turn.active, turn.aside) for card in ready))
    if final:
        return moves | {Stand()}
    return moves | {Take(None)} | {Take(kind) for kind in KINDS if takeable(state, own, kind)}


def takeable(state, own, kind):
    if kind == "charlatan":
        return "jester" in own
    return state.stock.get(kind, 1) > 0 and kind not in own and pays(kind, state.turn.aside)


def universe(most):
    """Every move there could be with up to `most` dice, sensible or not."""
    tuples = [dice for size in range(most + 1) for dice in combinations_with_replacement(FACES, size)]
    small = [dice[::-1] for dice in tuples if 1 <= len(dice) <= 3]
    yield from (Roll(), Stand(), Concede(), Take(None), *map(Take, KINDS), *map(Keep, tuples))
    for card, other in (("jester", "lady"), ("merchant", "nobleman")):
        yield from (Reroll(card, dice) for dice in tuples)
        yield from (RaiseEach(other, dice) for dice in tuples)
    yield from (Raise(face, by) for face in FACES for by in range(5))
    yield from (Shift(*choice) for choice in product(FACES, FACES, range(7)))
    yield from (TurnDie(*choice) for choice in product(("astronomer", "magician"), FACES, FACES))
    yield from (Spread(dice, to) for dice, to in product(small, small) if abs(len(dice) - len(to)) <= 1)
    yield from (AddDie(card, face) for card in (*ADDERS, "queen") for face in (None, *FACES))


UNIVERSE = list(universe(5))
few = st.text("123456", max_size=4)
alike = st.builds(
    lambda face, count, rest: face * count + rest, st.sampled_from("1246"), st.integers(3, 7), few
)
results = st.one_of(few, st.text("123456", min_size=5, max_size=8), alike)


@st.composite
def positions(draw):
    cards = draw(st.lists(st.sampled_from(KINDS), unique=True))
    used = [card for card in cards if draw(st.integers(0, 3)) == 0]
    sold = draw(st.lists(st.sampled_from(["farmer", "maid", "guard", "jester", "king"]), unique=True))
    return layout(
        " ".join(cards + ["charlatan"] * draw(st.integers(0, 2))),
        active=draw(few),
        aside=draw(results),
        kept=draw(st.booleans()),
        used=" ".join(used),
        edition=draw(st.sampled_from(["de", "en"])),
        stock_left=dict.fromkeys(sold, 0) if draw(st.booleans()) else None,
        final=draw(st.sampled_from([None, finale()])),
    )


@given(positions())
@settings(max_examples=cases(80))
def test_legal_moves_are_those_of_the_oracle_each_once(state):
    """Complete, canonical, and every other move is refused."""
    view = GAME.view(state, 1)
    found = list(GAME.legal(view))
    expected = oracle(state)
    assert len(found) == len(set(found))
    assert set(found) == expected
    for move in UNIVERSE:
        assert (GAME.check(view, move) is None) == (move in expected), move


def full_table():
    """Twelve active dice and every card that touches them."""
    cards = "jester maid philosopher astronomer merchant lady magician alchemist nobleman"
    return StepPlayer(layout(cards, active="112233445566")).view


def test_twelve_dice_have_more_than_a_thousand_moves_each_once():
    """Far too many to make one where a few are wanted."""
    moves = list(GAME.legal(full_table()))
    assert len(moves) == len(set(moves)) > 1000


def test_the_first_moves_come_without_finding_all(monkeypatch):
    """Legal moves are found when they are asked for."""
    made = []
    monkeypatch.setattr(powers, "Keep", lambda dice: made.append(dice) or Keep(dice))
    monkeypatch.setattr(powers, "choices", lambda *_: pytest.fail("nobody asked for these yet"))
    assert len(list(islice(GAME.legal(full_table()), 3))) == 3
    assert len(made) == 3


@given(st.integers(0, 11))
@settings(max_examples=cases(12), deadline=None)
def test_dice_of_equal_face_are_one_choice(count):
    """A seat with so many 4s may set aside one, two, ... of them."""
    view = StepPlayer(layout(active="4" * (count + 1))).view
    assert list(GAME.legal(view)) == [Keep((4,) * (size + 1)) for size in range(count + 1)]
