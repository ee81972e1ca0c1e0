"""The standings, at the end of a game and during it (intrigue.md, "End")."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Standing
from engine.intrigue.model.state import Stack, State
from engine.kit.seats import rank


def standings(state: State) -> tuple[Standing, ...]:
    """Every seat's standing, best first; `score` is the influence in front of it.

    At equal influence, the seat with more own cards in the queue (covered ones included) is first; if these
    are equal too, the place is shared.
    """
    return rank(_worth(state.influence, state.queue), state.influence)


def winners(influence: Sequence[int], queue: Sequence[Stack]) -> tuple[int, ...]:
    """The seats that share the first place."""
    worth = _worth(influence, queue)
    best = max(worth.values())
    return tuple(seat for seat, own in worth.items() if own == best)


def _worth(influence: Sequence[int], queue: Sequence[Stack]) -> dict[int, tuple[int, int]]:
    owners = [card.owner for stack in queue for card in stack]
    return {seat: (own, owners.count(seat)) for seat, own in enumerate(influence, start=1)}
