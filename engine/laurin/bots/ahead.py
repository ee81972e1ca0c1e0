"""Places and moves dwarfs with a view to how the others answer, until the auctions begin.

What seems best at once is often undone by those who come later. So the moves that seem best are tried: the
seats that follow place and move as stewards do, and what the rest of the round is worth then decides. Magic
is left out, except for that of a steward in its own turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.chance import NoChance
from engine.laurin.bots import magic_choice, steward
from engine.laurin.bots.evaluation import Evaluation
from engine.laurin.model.moves import Move, Relocate
from engine.laurin.model.state import Dwarf, State, View
from engine.laurin.rules.legal import DONE, PASS
from engine.laurin.rules.relocating import ordered
from engine.laurin.rules.transitions import successor

TRIED = 6
"""How many moves are tried."""
AT_ONCE = 0.3
"""The weight of what a move seems to be worth at once, compared with what it is worth in the end."""
PLANS = 4
"""How many plans to move dwarfs are kept while one dwarf more is moved."""
_BRANCHES = 2
"""How many ways to go on are kept of a plan."""


def place(evaluation: Evaluation) -> Iterator[Move]:
    """Places the dwarf that is worth most once all have placed and moved: the best so far, the best last."""
    values = steward.placements(evaluation)
    if values:
        yield from _improving(evaluation, values)
    else:
        yield steward.place(evaluation)


def move(evaluation: Evaluation) -> Iterator[Move]:
    """Moves the dwarfs whose move is worth most once all have moved: the best so far, the best last."""
    plans = _plans(evaluation)
    best: Move = DONE
    if len(plans) > 1:
        for best in _improving(evaluation, plans):
            yield best
    if best == DONE:
        yield magic_choice.exchange(evaluation, DONE)


def _plans(evaluation: Evaluation) -> dict[Move, float]:
    """Moves of one dwarf or more, and to move none, with what they are worth at once."""
    position = evaluation.position
    left = position.turn.left if position.turn else 0
    now = evaluation.rest_by(evaluation.there)
    found: dict[Move, float] = {DONE: now}
    beam: list[tuple[float, tuple[Dwarf, ...], dict[str, str]]] = [(now, position.dwarfs, {})]
    for number in range(1, left + 1):
        longer = []
        for _, dwarfs, made in beam:
            tries = steward.next_steps(evaluation, dwarfs, made)
            kept = sorted(tries, key=tries.__getitem__, reverse=True)[: PLANS if number == 1 else _BRANCHES]
            longer += [
                (tries[step], steward.moved(dwarfs, *step), {**made, step[0]: step[1]}) for step in kept
            ]
        beam = sorted(longer, key=lambda plan: plan[0], reverse=True)[:PLANS]
        for worth, _, made in beam:
            plan = Relocate(ordered(position.dwarfs, made.items()))
            found[plan] = worth - steward.WORTH_THE_WALK * number
    return found


def _improving(evaluation: Evaluation, values: Mapping[Move, float]) -> Iterator[Move]:
    """The best move at once; then the best in the end, so far, of those with the highest values at once."""
    position = evaluation.position
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(position.scores)
    state, chance = State(position, nothing, nothing), NoChance()
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    yield ranked[0]
    in_the_end: dict[Move, float] = {}
    for tried in ranked[:TRIED]:
        dwarfs = _settled(successor(state, evaluation.seat, tried, chance))
        in_the_end[tried] = evaluation.rest_of_round(dwarfs) + AT_ONCE * values[tried]
        yield max(in_the_end, key=in_the_end.__getitem__)


def _settled(state: State) -> tuple[Dwarf, ...]:
    """The garden when the auctions begin, if all go on as stewards."""
    chance = NoChance()
    while state.position.phase in {"placing", "moving"}:
        seat, kind = state.position.asked[0], state.position.question
        turns = kind in {"place", "move"}
        answer = steward.decide(View(seat, state.position), kind or "", seat) if turns else PASS
        state = successor(state, seat, answer, chance)
    return state.position.dwarfs
