"""The standings, at the end of a game and during it (court.md, "End" and "House limit")."""

from __future__ import annotations

from collections.abc import Iterable

from engine.court.model.cards import hand_size
from engine.court.model.state import Final, Result, State
from engine.court.rules.rounds import final_order
from engine.game import Standing
from engine.kit.seats import rank


def standings(state: State) -> tuple[Standing, ...]:
    """Every seat's standing, best first.

    Once the King was taken, `score` is count x 10 + face of the seat's roll of the final round
    (0: empty or still to come; the King's holder without a roll of it: the mark's). Before, and
    at the house limit, it is the dice in hand at the start of a turn.
    """
    return _by_household(state) if state.final is None else _by_results(state, state.final)


def _by_household(state: State) -> tuple[Standing, ...]:
    """By dice in hand, then by number of cards; equals share a place."""
    worth = {seat: (hand_size(own), len(own)) for seat, own in enumerate(state.cards, start=1)}
    return rank(worth, [dice for dice, _ in worth.values()])


def _by_results(state: State, final: Final) -> tuple[Standing, ...]:
    """The King's holder, then by results, earlier first; nobody shares a place."""
    scores = {result.seat: _score(result) for result in final.results}
    scores[final.king] = _score(final.mark)
    others = [seat for seat in _turns(state, final) if seat != final.king]
    order = [final.king, *sorted(others, key=lambda seat: -scores.get(seat, 0))]
    return tuple(Standing(seat, place, scores.get(seat, 0)) for place, seat in enumerate(order, start=1))


def _score(result: Result) -> int:
    return result.count * 10 + result.face


def _turns(state: State, final: Final) -> Iterable[int]:
    """Seats in the order of their turns of the final round, played or still to come."""
    if not final.begun:
        return final_order(state, final)
    played = [result.seat for result in final.results]
    now = () if state.turn is None else (state.turn.seat, *state.waiting)
    return (*played, *now)
