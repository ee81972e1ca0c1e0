"""The bot `page`: sets itself a card as goal, collects dice for it, uses what cards help.

It looks at one turn only and answers at once; it is the measure for stronger bots and the one
who steps in where another fails. Goals and their chances are `engine.court.bots.plans`', how cards
turn dice to a wanted face `engine.court.bots.turning`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.chance import Chance
from engine.court.bots.plans import Hand, Plan, alike, plans
from engine.court.bots.turning import TURNERS, turned
from engine.court.model.cards import MOST_DICE, pays_for
from engine.court.model.dice import FACES, best_group, exchanged, joined
from engine.court.model.moves import NOTHING, ROLL, STAND, AddDie, Keep, Move, Reroll, Take, Use
from engine.court.model.state import Dice, Final, Kind, State, Turn, View
from engine.court.rules import powers
from engine.court.rules.judge import dice_in_turn, final_round, take_refusal
from engine.game import AnyGame, Ask

WORTH: Mapping[Kind, float] = MappingProxyType(
    {
        "jester": 4,
        "charlatan": 9,
        "farmer": 14,
        "maid": 5,
        "philosopher": 6,
        "craftsman": 8,
        "guard": 9,
        "hunter": 12,
        "astronomer": 13,
        "merchant": 13,
        "lady": 14,
        "magician": 18,
        "pawnbroker": 16,
        "knight": 20,
        "bishop": 22,
        "alchemist": 17,
        "nobleman": 17,
        "general": 32,
        "king": 90,
    }
)
"""What a card is worth: dice first, then cards that bring or turn dice, then the rest."""
_SPOILT: frozenset[Kind] = frozenset(("maid", "philosopher"))
"""Cards whose condition further dice can break."""
_FEW = 3
"""Up to so many active dice, every power is tried for a finish."""


class Sight(NamedTuple):
    """The turn under way as the bot sees it."""

    position: State
    turn: Turn
    unused: tuple[Kind, ...]
    wanted: Mapping[Kind, float]
    """What can be taken, and its worth; in the final round nothing."""
    hand: Hand


class Page:
    """Plays court by a plan for the turn. Needs no chance of its own."""

    name = "page"

    def choose(self, _game: AnyGame, view: View, _ask: Ask, _chance: Chance) -> Move:
        position, turn = view.position, view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        if not turn.rolled:
            return ROLL
        sight = _sight(position, turn)
        return _with_dice(sight) if turn.active else _at_the_end(sight)


def _sight(position: State, turn: Turn) -> Sight:
    unused = tuple(card for card in position.cards[turn.seat - 1] if card not in turn.used)
    wanted: dict[Kind, float] = {}
    if not final_round(position):
        wanted = {kind: worth for kind, worth in WORTH.items() if not take_refusal(position, turn.seat, kind)}
    room = MOST_DICE - dice_in_turn(turn)
    extra = min(room, sum(card in powers.ADDS for card in unused))
    turns = sum(card in TURNERS for card in unused)
    hand = Hand(turn.aside, turn.active, turn.kept, extra, turns)
    return Sight(position, turn, unused, wanted, hand)


# The end of a turn


def _at_the_end(sight: Sight) -> Move:
    addition = next(_additions(sight), None)
    if final_round(sight.position):
        return addition or STAND
    best = _best_card(sight, sight.turn.aside)
    if addition is not None and _best_plan(sight)[0] > _worth(sight, best) + 1:
        return addition
    return NOTHING if best is None else Take(best)


def _best_card(sight: Sight, result: Dice) -> Kind | None:
    payable = [kind for kind in sight.wanted if kind in pays_for(result)]
    return max(payable, key=WORTH.__getitem__, default=None)


def _worth(sight: Sight, card: Kind | None) -> float:
    return 0.0 if card is None else sight.wanted[card]


def _additions(sight: Sight) -> Iterator[AddDie]:
    """Dice that cards can bring now; the Queen's shows what most dice set aside show."""
    if dice_in_turn(sight.turn) < MOST_DICE:
        for card in sight.unused:
            if card == "queen":
                yield AddDie(card, best_group(sight.turn.aside)[1] or FACES[-1])
            elif card in powers.ADDS:
                yield powers.additions(card, rolled=True)[0]


# Dice are active


def _with_dice(sight: Sight) -> Move:
    score, plan = _best_plan(sight)
    finish = _finish(sight, score)
    if finish is not None:
        return finish
    support = _support(sight, plan)
    if support is not None:
        return support
    if plan.keep:
        return Keep(plan.keep)
    addition = next(_additions(sight), None) if plan.kind not in _SPOILT else None
    return addition or ROLL


def _best_plan(sight: Sight) -> tuple[float, Plan]:
    """The plan with the highest expectation: its goal, or else what is safe already."""
    return max(_scored(sight), key=lambda scored: scored[0])


def _scored(sight: Sight) -> Iterator[tuple[float, Plan]]:
    hand, turn = sight.hand, sight.turn
    final = sight.position.final
    if final is not None and final.begun:
        yield from _against_the_mark(sight, final)
        return
    safe: dict[Dice, float] = {}
    for kind, worth in sight.wanted.items():
        for plan in plans(kind, hand):
            if plan.keep not in safe:
                safe[plan.keep] = _safe(sight, plan.keep)
            yield plan.chance * worth + (1 - plan.chance) * safe[plan.keep], plan
    best = _best_card(sight, joined(turn.aside, turn.active))
    yield _worth(sight, best), Plan(best or "jester", turn.active, 1.0)


def _safe(sight: Sight, keep: Dice) -> float:
    """What the dice aside are worth, whatever comes: the best card that cannot be spoilt."""
    payable = pays_for(joined(sight.turn.aside, keep))
    return max(
        (sight.wanted[kind] for kind in payable if kind in sight.wanted and kind not in _SPOILT), default=0
    )


def _against_the_mark(sight: Sight, final: Final) -> Iterator[tuple[float, Plan]]:
    """More alike than the mark, or as many of a higher face; then as many as possible."""
    mark, equals = final.mark, sight.turn.seat == final.queen
    for face in FACES:
        beats = face > mark.face or (equals and face == mark.face)
        least = mark.count if beats else mark.count + 1
        for more in range(-least + 1, MOST_DICE - least + 1):
            for plan in alike("king", sight.hand, least + more, (face,)):
                yield plan.chance * (10 + more if more >= 0 else 0.01 * (least + more)), plan


# Cards


def _finish(sight: Sight, score: float) -> Use | None:
    """A power that makes the active dice, set aside as they are, worth more than any plan."""
    if len(sight.turn.active) > _FEW:
        return None
    ways = ((_worth_after(sight, use), use) for use in _changes(sight))
    worth, best = max(ways, key=lambda way: way[0], default=(0.0, None))
    return best if worth > score + 0.01 else None


def _changes(sight: Sight) -> Iterator[powers.Change]:
    """Every way to change active dice without throwing them."""
    for card in sight.unused:
        if card in TURNERS:
            for use in powers.choices(card, sight.turn.active, sight.turn.aside):
                assert not isinstance(use, Reroll | AddDie)  # noqa: S101  (no such card turns dice)
                yield use


def _worth_after(sight: Sight, use: powers.Change) -> float:
    active = exchanged(sight.turn.active, *powers.outcome(use))
    return _worth(sight, _best_card(sight, joined(sight.turn.aside, active)))


def _support(sight: Sight, plan: Plan) -> Use | None:
    """A card that brings the collected face, when dice would be lost without or few are left."""
    if plan.face is None or (plan.face in sight.turn.active and len(sight.turn.active) > 2):
        return None
    misses = tuple(face for face in sight.turn.active if face != plan.face)
    if not misses:
        return None
    return _turned(sight, plan.face) or _thrown(sight, misses)


def _turned(sight: Sight, face: int) -> Use | None:
    for card in sight.unused:
        if card in TURNERS:
            use = turned(card, sight.turn.active, sight.turn.aside, face)
            if use is not None:
                return use
    return None


def _thrown(sight: Sight, misses: Dice) -> Reroll | None:
    """Throws again what does not help."""
    if "merchant" in sight.unused:
        return Reroll("merchant", misses)
    return Reroll("jester", misses[:1]) if "jester" in sight.unused else None
