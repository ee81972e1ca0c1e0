"""The bot `page`: reveals what pays, removes what hurts others most, and plays by rules of thumb.

It looks one card ahead and answers at once. It is the baseline for stronger bots and replaces one that
fails. `decide` works on any position in which the seat's own cards are known and uses nothing that the
seat may not know, so a search can let it play for every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.intrigue.bots.plays import best_play
from engine.intrigue.bots.worth import YIELD, beside, removal, rounds_left
from engine.intrigue.model.moves import LEAVE, REVEAL, Choice, Copy, Move, MoveOn, MoveTo, Remove, Steal
from engine.intrigue.model.state import Card, Kind, State, View
from engine.intrigue.rules.choices import choices


class Page:
    """Plays intrigue by rules of thumb."""

    name = "page"
    known_options = frozenset(("edition",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, _chance: Chance) -> Move:
        """A legal move by rules of thumb (`decide`). Draws nothing."""
        return decide(view.position, ask.seat)


def decide(position: State, seat: int) -> Move:
    resolving = position.resolving
    if resolving is None:
        return best_play(position, seat)
    if resolving.effect is None:
        return REVEAL if reveals(position, seat) else LEAVE
    return best_choice(position, seat, resolving.place, resolving.effect)


# To reveal or to leave


def reveals(position: State, seat: int) -> bool:
    """True if the card being resolved should be revealed."""
    resolving = position.resolving
    assert resolving is not None  # noqa: S101  (somebody is asked)
    card = position.queue[resolving.place - 1][-1]
    assert card.kind is not None  # noqa: S101  (it is the own)
    gain = REVEALED[card.kind](position, seat, resolving.place, card)
    if not rounds_left(position):
        return gain + card.influence > 0
    return gain >= 1.0


def _removing(position: State, seat: int, place: int, card: Card) -> float:
    assert card.kind is not None  # noqa: S101  (it is the own)
    found = choices(card.kind, position.queue, place, position.influence)
    best = max((removal(position, one.place, seat) for one in found if isinstance(one, Remove)), default=0.0)
    return 1.0 + best


def _assassination(position: State, seat: int, place: int, card: Card) -> float:
    """The card is spent, so it must remove something valuable."""
    return _removing(position, seat, place, card) - min(2.0, rounds_left(position))


def _lord(position: State, seat: int, place: int, _card: Card) -> float:
    return 1.0 + sum(other.owner == seat for other in beside(position.queue, place))


def _heir(position: State, _seat: int, place: int, card: Card) -> float:
    return 0.0 if _named_alike(position, place, card) else 2.0


def _named_alike(position: State, place: int, card: Card) -> bool:
    tops = [stack[-1] for number, stack in enumerate(position.queue, start=1) if number != place]
    return any(top.up and top.kind == card.kind for top in tops)


def _spy(position: State, seat: int, place: int, _card: Card) -> float:
    others = [other.owner for other in beside(position.queue, place) if other.owner != seat]
    return 1.5 if any(position.influence[owner - 1] for owner in others) else 0.0


def _shapeshifter(position: State, seat: int, place: int, card: Card) -> float:
    kinds = {other.kind for other in beside(position.queue, place) if other.up}
    return max((_copied(position, seat, place, card, kind) for kind in kinds if kind), default=0.0)


def _copied(position: State, seat: int, place: int, card: Card, kind: Kind) -> float:
    """What copying this effect brings at once."""
    if kind == "shapeshifter":
        return 0.0
    if kind in {"archer", "soldier"}:
        found = choices(kind, position.queue, place, position.influence)
        return 1.0 + max(removal(position, one.place, seat) for one in found if isinstance(one, Remove))
    return REVEALED[kind](position, seat, place, card)


def _ambush(_position: State, _seat: int, _place: int, card: Card) -> float:
    return 1.0 - card.influence - 0.5


def _conspiracy(position: State, _seat: int, _place: int, card: Card) -> float:
    """It grows by two a round, until it is worth removing."""
    ripe = 3 if rounds_left(position) > 1 else 4
    return float(card.influence) if card.influence >= ripe or not rounds_left(position) else 0.0


def _decree(position: State, seat: int, place: int, card: Card) -> float:
    """Reveals it to take the influence on it; what it moves is a bonus."""
    if card.influence >= 2:
        return 1.0
    return _best_moving(position, seat, place)[0]


REVEALED: Mapping[Kind, Callable[[State, int, int, Card], float]] = MappingProxyType(
    {
        "assassination": _assassination,
        "archer": _removing,
        "decree": _decree,
        "shapeshifter": _shapeshifter,
        "lord": _lord,
        "ambush": _ambush,
        "conspiracy": _conspiracy,
        "heir": _heir,
        "soldier": _removing,
        "spy": _spy,
    }
)
"""What revealing a card gains beside the influence on it; below 1, it should stay face down."""


# What to choose


def best_choice(position: State, seat: int, place: int, effect: Kind) -> Choice:
    """What to choose for an effect carried out by the top card of `place`: the first of the best rated."""
    if effect == "decree":
        _, best = _best_moving(position, seat, place)
        assert best is not None  # noqa: S101  (it is asked only with a choice)
        return best
    return max(rated_choices(position, seat, place, effect), key=_first)[1]


def rated_choices(position: State, seat: int, place: int, effect: Kind) -> list[tuple[float, Choice]]:
    found = choices(effect, position.queue, place, position.influence)
    return [(_liking(position, seat, place, choice), choice) for choice in found]


def _first(liking: tuple[float, Choice]) -> float:
    return liking[0]


def _liking(position: State, seat: int, place: int, choice: Choice) -> float:
    match choice:
        case Remove(target):
            return removal(position, target, seat)
        case Steal(victim):
            return position.influence[victim - 1]
        case Copy(source):
            card, copied = position.queue[place - 1][-1], position.queue[source - 1][-1]
            return _copied(position, seat, place, card, copied.kind) if copied.kind else 0.0
        case _:
            return _moving(position, seat, place, choice)


def _best_moving(position: State, seat: int, place: int) -> tuple[float, MoveTo | MoveOn | None]:
    """The first of the best rated choices of a Decree, and its rating; None: there is no choice.

    New places on one side of the Decree are alike, so only the first of each side is rated.
    """
    queue, best, rating = position.queue, None, 0.0
    for source, stack in enumerate(queue, start=1):
        if source == place:
            continue
        alone, owner = len(stack) == 1, stack[-1].owner
        edge, last = place - (source < place and alone), len(queue) + (not alone)
        before, behind = 1 + (alone and source == 1), edge + 1 + (alone and source == edge + 1)
        found: list[MoveTo | MoveOn] = [MoveTo(source, before)] if before <= edge else []
        if behind <= last:
            found.append(MoveTo(source, behind))
        found += [
            MoveOn(source, on)
            for on, other in enumerate(queue, start=1)
            if on != source and other[-1].owner == owner
        ]
        for choice in found:
            gained = _moving(position, seat, place, choice)
            if best is None or gained > rating:
                rating, best = gained, choice
    return rating, best


def _moving(position: State, seat: int, place: int, choice: MoveTo | MoveOn) -> float:
    """What moving a card gains: own cards are resolved once more, others' cards are left out."""
    source, stack = choice.place, position.queue[choice.place - 1]
    card, sign = stack[-1], 1 if stack[-1].owner == seat else -1
    if isinstance(choice, MoveTo):
        again, covers = choice.to > place - (source < place and len(stack) == 1), False
    else:
        again, covers = choice.on >= place, choice.on != place
    pays = YIELD.get(card.kind, 0.0) if card.up and card.kind else 0.4
    gained = pays if again and source < place else -pays if not again and source > place else 0.0
    return sign * (gained - (1.0 if covers else 0.0))
