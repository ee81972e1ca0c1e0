"""The bot `page`: picks a card as its goal, collects dice for it, and uses the cards that help.

It looks at one turn only and answers at once. It is the baseline for stronger bots and replaces one that
fails. `engine.court.bots.plans` knows goals and their chances, `engine.court.bots.turning` how cards turn
dice to a wanted face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.chance import Chance
from engine.court.bots.plans import CardPlan, PlanDice, alike, plans
from engine.court.bots.turning import TURNERS, turned
from engine.court.model.cards import MOST_DICE, pays_for
from engine.court.model.dice import FACES, best_group, exchanged, joined
from engine.court.model.moves import NOTHING, ROLL, STAND, AddDie, Keep, Move, Reroll, Take, Use
from engine.court.model.state import Dice, Final, Kind, State, Turn, View
from engine.court.rules import powers
from engine.court.rules.validation import dice_in_turn, final_round, take_refusal
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
"""What a card is worth, in points of the bot's own: dice first, then cards that add or turn dice."""
_SPOILT: frozenset[Kind] = frozenset(("maid", "philosopher"))
"""Cards whose condition one more die can spoil."""
_FEW = 3
"""Up to this many active dice, every power is tried to finish the turn."""


class TurnContext(NamedTuple):
    """The current turn, and what the bot works out once for it."""

    position: State
    turn: Turn
    unused: tuple[Kind, ...]
    wanted: Mapping[Kind, float]
    """The worth of each card that can be taken; empty in the final round."""
    hand: PlanDice


class Page:
    """Plays court by a plan for each turn."""

    name = "page"
    known_options = frozenset(("edition", "rounds"))

    def choose(self, _game: AnyGame, view: View, _ask: Ask, _chance: Chance) -> Move:
        """A legal move by the plan that promises most for this turn. Draws nothing."""
        return decide(view.position, WORTH)


def decide(position: State, worth: Mapping[Kind, float]) -> Move:
    """The move by the plan that promises most for this turn, if cards are worth so much."""
    turn = position.turn
    assert turn is not None  # noqa: S101  (nobody is asked after the end)
    if not turn.rolled:
        return ROLL
    context = _context(position, turn, worth)
    return _with_dice(context) if turn.active else _at_the_end(context)


def _context(position: State, turn: Turn, worth: Mapping[Kind, float]) -> TurnContext:
    unused = tuple(card for card in position.cards[turn.seat - 1] if card not in turn.used)
    wanted: dict[Kind, float] = {}
    if not final_round(position):
        free = (kind for kind in worth if not take_refusal(position, turn.seat, kind))
        wanted = {kind: worth[kind] for kind in free}
    room = MOST_DICE - dice_in_turn(turn)
    extra = min(room, sum(card in powers.ADDED_FACE for card in unused))
    turns = sum(card in TURNERS for card in unused)
    hand = PlanDice(turn.aside, turn.active, turn.kept, extra, turns)
    return TurnContext(position, turn, unused, wanted, hand)


# The end of a turn


def _at_the_end(context: TurnContext) -> Move:
    addition = next(_additions(context), None)
    if final_round(context.position):
        return addition or STAND
    best = _best_card(context, context.turn.aside)
    if addition is not None and _best_plan(context)[0] > _worth(context, best) + 1:
        return addition
    return NOTHING if best is None else Take(best)


def _best_card(context: TurnContext, result: Dice) -> Kind | None:
    payable = [kind for kind in context.wanted if kind in pays_for(result)]
    return max(payable, key=context.wanted.__getitem__, default=None)


def _worth(context: TurnContext, card: Kind | None) -> float:
    return 0.0 if card is None else context.wanted[card]


def _additions(context: TurnContext) -> Iterator[AddDie]:
    """Dice that cards can add now; the Queen's shows the most frequent face set aside."""
    if dice_in_turn(context.turn) < MOST_DICE:
        for card in context.unused:
            if card == "queen":
                yield AddDie(card, best_group(context.turn.aside)[1] or FACES[-1])
            elif card in powers.ADDED_FACE:
                yield powers.additions(card, rolled=True)[0]


# Dice are active


def _with_dice(context: TurnContext) -> Move:
    score, plan = _best_plan(context)
    finish = _finish(context, score)
    if finish is not None:
        return finish
    support = _support(context, plan)
    if support is not None:
        return support
    if plan.keep:
        return Keep(plan.keep)
    addition = next(_additions(context), None) if plan.kind not in _SPOILT else None
    return addition or ROLL


def _best_plan(context: TurnContext) -> tuple[float, CardPlan]:
    """The plan with the highest expected worth: that of its goal, or else of what is safe already."""
    return max(_scored(context), key=lambda scored: scored[0])


def _scored(context: TurnContext) -> Iterator[tuple[float, CardPlan]]:
    hand, turn = context.hand, context.turn
    final = context.position.final
    if final is not None and final.begun:
        yield from _against_the_mark(context, final)
        return
    safe: dict[Dice, float] = {}
    for kind, worth in context.wanted.items():
        for plan in plans(kind, hand):
            if plan.keep not in safe:
                safe[plan.keep] = _safe(context, plan.keep)
            yield plan.chance * worth + (1 - plan.chance) * safe[plan.keep], plan
    best = _best_card(context, joined(turn.aside, turn.active))
    yield _worth(context, best), CardPlan(best or "jester", turn.active, 1.0)


def _safe(context: TurnContext, keep: Dice) -> float:
    """What the dice aside are worth in any case: the best card that cannot be spoilt."""
    payable = pays_for(joined(context.turn.aside, keep))
    return max(
        (context.wanted[kind] for kind in payable if kind in context.wanted and kind not in _SPOILT),
        default=0,
    )


def _against_the_mark(context: TurnContext, final: Final) -> Iterator[tuple[float, CardPlan]]:
    """Plans to beat the mark, or else to get as many of a kind as possible."""
    mark, equals = final.mark, context.turn.seat == final.queen
    for face in FACES:
        beats = face > mark.face or (equals and face == mark.face)
        least = mark.count if beats else mark.count + 1
        for more in range(-least + 1, MOST_DICE - least + 1):
            for plan in alike("king", context.hand, least + more, (face,)):
                yield plan.chance * (10 + more if more >= 0 else 0.01 * (least + more)), plan


# Cards


def _finish(context: TurnContext, score: float) -> Use | None:
    """A power after which setting all active dice aside is worth more than any plan."""
    if len(context.turn.active) > _FEW:
        return None
    ways = ((_worth_after(context, use), use) for use in _changes(context))
    worth, best = max(ways, key=lambda way: way[0], default=(0.0, None))
    return best if worth > score + 0.01 else None


def _changes(context: TurnContext) -> Iterator[powers.Change]:
    """Every way to change active dice without rolling them."""
    for card in context.unused:
        if card in TURNERS:
            for use in powers.choices(card, context.turn.active, context.turn.aside):
                assert not isinstance(use, Reroll | AddDie)  # noqa: S101  (no such card turns dice)
                yield use


def _worth_after(context: TurnContext, use: powers.Change) -> float:
    active = exchanged(context.turn.active, *powers.outcome(use))
    return _worth(context, _best_card(context, joined(context.turn.aside, active)))


def _support(context: TurnContext, plan: CardPlan) -> Use | None:
    """A card that helps to collect the face, if dice would be lost without it or few are left."""
    if plan.face is None or (plan.face in context.turn.active and len(context.turn.active) > 2):
        return None
    misses = tuple(face for face in context.turn.active if face != plan.face)
    if not misses:
        return None
    return _turned(context, plan.face) or _thrown(context, misses)


def _turned(context: TurnContext, face: int) -> Use | None:
    for card in context.unused:
        if card in TURNERS:
            use = turned(card, context.turn.active, context.turn.aside, face)
            if use is not None:
                return use
    return None


def _thrown(context: TurnContext, misses: Dice) -> Reroll | None:
    """A reroll of dice that do not help, if a card allows one."""
    if "merchant" in context.unused:
        return Reroll("merchant", misses)
    return Reroll("jester", misses[:1]) if "jester" in context.unused else None
