"""The chances of every card that a turn can still pay for, from a view: now, and after a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine.court.model.cards import CONDITIONS, MOST_DICE
from engine.court.model.dice import FACES, joined, without
from engine.court.model.moves import Concede, Move, Reroll, Roll, Stand, Take
from engine.court.model.refusals import refused
from engine.court.model.state import Final, Kind, State, Turn, View
from engine.court.odds import solver
from engine.court.odds.best_chances import EFFORTS, ChanceEstimate, TurnDice, mean_chances, target_chances
from engine.court.odds.card_effects import UnusedCards, unused_cards
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.same_face import SameFace
from engine.court.odds.targets import CARDS, Target
from engine.court.rules.legal import check
from engine.court.rules.validation import take_refusal
from engine.court.views import preview
from engine.game import Odds
from engine.value.values import Likelihood


class CourtOdds:
    """Chances to pay for each card; in the final round, the King stands for beating the mark."""

    answer = Odds
    dear = False

    def odds(self, view: View, move: Move | None = None) -> Odds:
        """The odds of a view; `what` of each likelihood is a card."""
        return self.better_odds(view, move, 0)

    def better_odds(self, view: View, move: Move | None, effort: int) -> Odds:
        limit = EFFORTS[min(effort, len(EFFORTS) - 1)]
        if move is not None:
            found = odds_with_move(view, move, limit)
        elif view.position.turn is not None:
            found = Odds(view.position.turn.seat, card_chances(view, limit))
        else:
            raise refused("game-over")
        bounded = not all(likely.exact for likely in found.now + found.then)
        return replace(found, more=bounded and effort < len(EFFORTS) - 1)

    def prepare(self) -> None:
        """Fills the caches that depend on no question: about a second's work."""
        prepare()


_OUTCOMES = 21
"""A reroll with up to this many outcomes is averaged over all of them."""


def card_chances(view: View, effort: float = EFFORTS[0]) -> tuple[Likelihood, ...]:
    """Every card that the seat whose turn it is can still pay for, with its chance, in the order of the rows.

    In the final round there is only the King, which stands for beating the mark. Empty once the game is
    over. `effort` limits the work, in about microseconds (`engine.court.odds.best_chances`).
    """
    position, turn = view.position, view.position.turn
    if turn is None:
        return ()
    found = target_chances(targets(position, turn.seat), _lay(turn), unused_cards(position, turn), effort)
    return tuple(_likelihood(kind, one) for kind, one in found.items() if one.chance > 0)


def odds_with_move(view: View, move: Move, effort: float = EFFORTS[0]) -> Odds:
    """The chances of the same cards now and after a legal move of the viewing seat.

    A move that ends the turn changes no chance. Raises Refused as `check` would.
    """
    position, turn = view.position, view.position.turn
    why = check(view, move)
    if turn is None or why is not None:
        raise why or refused("game-over")
    aims = targets(position, turn.seat)
    now = target_chances(aims, _lay(turn), unused_cards(position, turn), effort / 2)
    then = _then(view, turn, move, aims, effort / 2)
    best = {kind: max(now[kind], then[kind], key=lambda found: found.chance) for kind in now}
    likely = [kind for kind, found in best.items() if found.chance > 0]
    return Odds(
        turn.seat,
        tuple(_likelihood(kind, best[kind]._replace(exact=now[kind].exact)) for kind in likely),
        tuple(_likelihood(kind, then[kind]) for kind in likely),
    )


def prepare() -> None:
    """Fills the caches that depend on no question, in a process that waits for one: about a second's work."""
    from engine.court.odds.whole_turn import exact_chances  # arrays are loaded where they are needed

    solver.prepare()
    exact_chances.prepare()
    for target in CARDS.values():
        for dice in range(1, MOST_DICE + 1):
            target.before_roll((), dice, UnusedCards())


def targets(position: State, seat: int) -> Mapping[Kind, Target | None]:
    """The targets of a turn of this seat, by card; None for a card that needs no condition."""
    final = position.final
    if final is not None and final.begun:
        return {"king": beating_target(final, seat)}
    return {kind: CARDS.get(kind) for kind in CONDITIONS if take_refusal(position, seat, kind) is None}


@lru_cache(maxsize=64)
def beating_target(final: Final, seat: int) -> SameFace:
    """The target that beats the mark: as many of a higher face, or more; the Queen's owner may equal it."""
    count, least = final.mark.count, final.mark.face + (seat != final.queen)
    return SameFace(tuple([count if face >= least else count + 1 for face in FACES]))


def _lay(turn: Turn) -> TurnDice:
    if not turn.rolled:
        return TurnDice((), turn.hand)
    return TurnDice(turn.aside, len(turn.active), turn.active, turn.kept)


def _likelihood(kind: Kind, found: ChanceEstimate) -> Likelihood:
    """A mean over many throws of what is certain after each of them may come out a little above 1."""
    return Likelihood(kind, min(found.chance, 1.0), found.exact)


def _then(
    view: View, turn: Turn, move: Move, aims: Mapping[Kind, Target | None], effort: float
) -> dict[Kind, ChanceEstimate]:
    """The chances after a legal move of this turn."""
    held = unused_cards(view.position, turn)
    if isinstance(move, Roll):
        thrown = TurnDice(turn.aside, turn.hand or len(turn.active))
        return target_chances(aims, thrown, held._replace(join=False), effort)
    if isinstance(move, Reroll):
        return _rerolled(view.position, turn, move, aims, effort)
    if isinstance(move, Take | Stand | Concede):
        return target_chances(aims, _lay(turn), held, effort)
    after = preview(view, move)
    assert after is not None and after.position.turn is not None  # noqa: S101, PT018  (only rolls draw)
    later = after.position.turn
    return target_chances(aims, _lay(later), unused_cards(after.position, later), effort)


def _rerolled(
    position: State, turn: Turn, move: Reroll, aims: Mapping[Kind, Target | None], effort: float
) -> dict[Kind, ChanceEstimate]:
    """Mean chances over all rolls; above `_OUTCOMES` rolls that cannot be solved together, a lower bound that
    sets the other dice aside.
    """
    rest = without(turn.active, move.dice) or ()
    spent = replace(turn, used=(*turn.used, move.card))
    held, rolls = unused_cards(position, spent), distinct_rolls(len(move.dice))
    lays = [
        (weight, TurnDice(turn.aside, len(turn.active), joined(rest, fell), turn.kept))
        for weight, fell in rolls
    ]
    solved = mean_chances(aims, lays, held, effort)
    if solved is not None:
        return solved
    if len(rolls) > _OUTCOMES:
        found = target_chances(aims, TurnDice(joined(turn.aside, rest), len(move.dice)), held, effort)
        return {kind: ChanceEstimate(chance, exact=False) for kind, (chance, _) in found.items()}
    means = dict.fromkeys(aims, ChanceEstimate(0.0, exact=True))
    for weight, lay in lays:
        for kind, (chance, exact) in target_chances(aims, lay, held, effort / len(rolls)).items():
            means[kind] = ChanceEstimate(means[kind].chance + weight * chance, means[kind].exact and exact)
    return means
