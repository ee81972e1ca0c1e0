"""What stewards do, as chances: a mixed policy for simulated games, and what a face-down card may be.

The tables were counted in 163 games of four stewards, and what was never seen got a small number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log
from types import MappingProxyType

from engine.intrigue.bots.page import best_choice, reveals
from engine.intrigue.bots.plays import EARLIER, LATE, rated_plays
from engine.intrigue.bots.worth import rounds_left
from engine.intrigue.model.cards import in_order, missing
from engine.intrigue.model.moves import LEAVE, REVEAL, Move
from engine.intrigue.model.state import Card, Cards, Kind, State, View
from engine.intrigue.rules.choices import choices

Random = Callable[[], float]
"""Gives numbers from 0 up to 1."""

PLAYED: Mapping[Kind, tuple[int, ...]] = MappingProxyType(
    {
        "assassination": (13, 12, 43, 85, 85, 184),
        "archer": (148, 129, 85, 56, 32, 23),
        "decree": (9, 4, 6, 19, 81, 165),
        "shapeshifter": (53, 61, 108, 88, 75, 34),
        "lord": (29, 53, 74, 105, 67, 76),
        "ambush": (57, 50, 48, 95, 128, 64),
        "conspiracy": (14, 20, 35, 57, 50, 6),
        "heir": (102, 104, 84, 59, 52, 38),
        "soldier": (132, 126, 84, 42, 28, 25),
        "spy": (95, 97, 91, 46, 54, 37),
    }
)
"""How often each card was played in each round."""
LEFT: Mapping[Kind, tuple[float, float, float]] = MappingProxyType(
    {
        "assassination": (0.17, 0.15, 0.1),
        "archer": (0.36, 0.28, 0.15),
        "decree": (0.11, 0.14, 0.1),
        "shapeshifter": (0.38, 0.22, 0.22),
        "lord": (0.19, 0.24, 0.2),
        "ambush": (0.78, 0.72, 0.82),
        "conspiracy": (0.71, 0.22, 0.08),
        "heir": (0.27, 0.14, 0.15),
        "soldier": (0.4, 0.3, 0.14),
        "spy": (0.33, 0.24, 0.16),
    }
)
"""How likely a card was to be left face down, with no influence on it, one, or more."""
LIKING: Mapping[Kind, tuple[float, ...]] = MappingProxyType(
    {
        kind: tuple(
            log(count) - (LATE[kind] + EARLIER[kind] * rest) * 0.5
            for count, rest in zip(counts, (5, 4, 3, 2, 1, 0), strict=True)
        )
        for kind, counts in PLAYED.items()
    }
)
"""What a card's rating by the rules of thumb, halved, has to be corrected by to be played as often."""
TOLD: Mapping[Kind, tuple[tuple[float, ...], ...]] = MappingProxyType(
    {
        kind: tuple(
            tuple(
                played * (1, one[0], one[0] * one[1], one[0] * one[1] * one[2])[min(left, 3)]
                for left in range(4)
            )
            for played in PLAYED[kind]
        )
        for kind, one in LEFT.items()
    }
)
"""How likely a face-down card is a kind, by the round it was played in and the influence on it: not yet
divided by the sum over all kinds.
"""


def usual_move(state: State, seat: int, random: Random) -> Move:
    """What a steward might do, from all cards that the seat knows."""
    resolving = state.resolving
    if resolving is None:
        now = state.round - 1
        best, found = -99.0, None
        for rating, play in rated_plays(state, seat):
            liked = LIKING[play.card][now] + 0.5 * rating - log(-log(random() or 0.5))
            if found is None or liked > best:
                best, found = liked, play
        assert found is not None  # noqa: S101  (every hand has a card)
        return found
    if resolving.effect is None:
        return REVEAL if _revealed(state, seat, resolving.place, random()) else LEAVE
    if random() < 0.15:
        found_all = tuple(choices(resolving.effect, state.queue, resolving.place, state.influence))
        return found_all[int(random() * len(found_all))]
    return best_choice(state, seat, resolving.place, resolving.effect)


def _revealed(state: State, seat: int, place: int, drawn: float) -> bool:
    """Half by habit, half by the rules of thumb; in the last round by these alone."""
    by_rule = reveals(state, seat)
    if not rounds_left(state):
        return by_rule
    card = state.queue[place - 1][-1]
    assert card.kind is not None  # noqa: S101  (it is the own)
    leaving = LEFT[card.kind][min(card.influence, 2)]
    return drawn > 0.5 * leaving + 0.5 * (not by_rule)


def likely_sample(view: View, random: Random) -> State:
    """A state that gives this view; a face-down card is the likelier a kind, the more often stewards play it
    in that round and leave it so often.
    """
    position = view.position
    rests = [list(missing(_known(position, seat))) for seat in range(1, len(position.hands) + 1)]

    def turned(card: Card) -> Card:
        if card.kind is not None:
            return card
        rest, left = rests[card.owner - 1], min(card.influence, 3)
        weights = [TOLD[kind][card.round - 1][left] for kind in rest]
        at, drawn = 0, random() * sum(weights)
        while at < len(rest) - 1 and drawn >= weights[at]:
            drawn -= weights[at]
            at += 1
        return Card(card.owner, card.round, rest.pop(at), card.up, card.influence)

    def dealt(seat: int, cards: Cards) -> Cards:
        rest = rests[seat]
        return in_order(rest.pop(int(random() * len(rest))) if kind is None else kind for kind in cards)

    queue = tuple([tuple([turned(card) for card in stack]) for stack in position.queue])
    hands = tuple([dealt(seat, hand) for seat, hand in enumerate(position.hands)])
    out = tuple([dealt(seat, gone) for seat, gone in enumerate(position.out)])
    return State(
        position.options, position.number, position.round, position.crown, position.waiting,
        position.influence, hands, out, position.discards, queue, position.resolving,
    )  # fmt: skip


def _known(position: State, seat: int) -> list[Kind | None]:
    own = [card.kind for stack in position.queue for card in stack if card.owner == seat]
    return [*position.discards[seat - 1], *position.hands[seat - 1], *position.out[seat - 1], *own]
