"""The questions of a power, in order: which dice, then which face or how many pips.

Every legal use of a card is written as the answers that lead to it, and each choice narrows them down. So the
dice that can be chosen and the next question follow from the engine's legal uses alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

from engine.court import queries
from engine.court.model.moves import AddDie, Adder, Raise, RaiseEach, Reroll, Shift, Spread, TurnDie, Use
from engine.court.model.state import Kind, View
from engine.court.rules.powers import outcome
from tui.language.texts import N_, Texts, Translatable

Answer = tuple[int, ...]
"""The faces of chosen dice, from the highest down, or the value chosen for them."""


class PowerStep(NamedTuple):
    """One question of a power."""

    of: Literal["dice", "value"]
    question: Translatable
    label: Callable[[Texts, Answer], str] = lambda _texts, value: " ".join(map(str, value))
    """Returns the text of a value in the list of values."""
    spoken: Callable[[Texts, int], str] = lambda texts, face: texts._("a {face}", face=face)
    """Returns a number of it in words: alone it would read like one of a numbered list."""


class PowerChoice(NamedTuple):
    """An answer that was given; for dice also their places in the tray."""

    answer: Answer
    places: tuple[int, ...] = ()


STEPS: Mapping[Kind, tuple[PowerStep, ...]] = MappingProxyType(
    {
        "jester": (PowerStep("dice", N_("Which die do you reroll?")),),
        "merchant": (PowerStep("dice", N_("Which dice do you reroll?")),),
        "maid": (
            PowerStep("dice", N_("Add to which die?")),
            PowerStep("value", N_("How much do you add?"), lambda _texts, value: f"+{value[0]}"),
        ),
        "philosopher": (
            PowerStep("dice", N_("Take pips from which die?")),
            PowerStep("dice", N_("Move them to which die?")),
            PowerStep(
                "value",
                N_("How many pips do you move?"),
                spoken=lambda texts, number: texts.ngettext("{number} pip", "{number} pips", number),
            ),
        ),
        "astronomer": (
            PowerStep("dice", N_("Which die do you turn?")),
            PowerStep("value", N_("Match which of the dice set aside?")),
        ),
        "magician": (
            PowerStep("dice", N_("Which die do you turn?")),
            PowerStep("value", N_("To which face?")),
        ),
        "alchemist": (
            PowerStep("dice", N_("Split the pips of which two or three dice?")),
            PowerStep("value", N_("How do you split the pips?")),
        ),
        "lady": (PowerStep("dice", N_("Add 1 to which dice?")),),
        "nobleman": (PowerStep("dice", N_("Add 2 to which dice?")),),
        "queen": (PowerStep("value", N_("Which face does the Queen's die show?")),),
    }
)
"""The questions of every power that has any."""


def answers_of(use: Use) -> tuple[Answer, ...]:
    """Return the answers that lead to this use, one for each of its card's questions."""
    match use:
        case Reroll(_, dice) | RaiseEach(_, dice):
            return (dice[::-1],)
        case Raise(face, by):
            return (face,), (by,)
        case Shift(source, target, pips):
            return (source,), (target,), (pips,)
        case TurnDie(_, face, to):
            return (face,), (to,)
        case Spread(dice, to):
            return dice, to
        case AddDie(_, face):
            return () if face is None else ((face,),)


class PowerQuestions(NamedTuple):
    """The questions of a power, and every legal way to answer them."""

    card: Kind
    steps: tuple[PowerStep, ...]
    ways: tuple[tuple[tuple[Answer, ...], Use], ...]

    def open(self, given: Sequence[PowerChoice]) -> tuple[tuple[tuple[Answer, ...], Use], ...]:
        """Return the ways that begin with these answers."""
        begin = tuple(choice.answer for choice in given)
        return tuple(way for way in self.ways if way[0][: len(begin)] == begin)

    def answers(self, given: Sequence[PowerChoice]) -> tuple[Answer, ...]:
        """Return the possible next answers, each once, in order."""
        return tuple(dict.fromkeys(way[len(given)] for way, _ in self.open(given) if len(way) > len(given)))

    def most(self, given: Sequence[PowerChoice]) -> int:
        """Return how many dice the next answer has at most."""
        return max(map(len, self.answers(given)), default=0)

    def faces(self, given: Sequence[PowerChoice]) -> frozenset[int]:
        """Return the faces that dice of the next answer can show."""
        return frozenset(face for answer in self.answers(given) for face in answer)

    def use(self, given: Sequence[PowerChoice]) -> Use | None:
        """Return the move that these answers make; None: a question is still open, or they make none."""
        complete = [use for way, use in self.open(given) if len(way) == len(given)]
        return complete[0] if complete else None


def power_questions(view: View, card: Kind) -> PowerQuestions:
    """Return the questions for using `card` now; without ways if it cannot be used."""
    ways = tuple((answers_of(use), use) for use in queries.uses(view, card))
    asked = max((len(way) for way, _ in ways), default=0)
    return PowerQuestions(card, STEPS.get(card, ())[:asked], ways)


def becomes(use: Use, dice: Sequence[int], places: Iterable[int]) -> dict[int, str]:
    """Return what the dice at these places would show: a face, or ? for dice that are rolled again."""
    if isinstance(use, Reroll):
        return dict.fromkeys(places, "?")
    if isinstance(use, AddDie):
        return {}
    free = list(places)
    found = {}
    for before, after in zip(*outcome(use), strict=True):
        place = next(place for place in free if dice[place] == before)
        free.remove(place)
        found[place] = str(after)
    return found


def probe(view: View, card: Kind, given: Sequence[PowerChoice], faces: Answer) -> Use:
    """Return a use that begins like this, for which the engine says what is wrong."""
    turn = view.position.turn
    active = turn.active if turn else ()
    first = given[0].answer[0] if given else (faces or (1,))[0]
    match card:
        case "jester" | "merchant":
            return Reroll(card, tuple(sorted(faces)))
        case "lady" | "nobleman":
            return RaiseEach(card, tuple(sorted(faces)))
        case "maid":
            return Raise(first, 1)
        case "philosopher":
            other = next((face for face in active if face != first), first)
            return Shift(first, faces[0] if given else other, 1)
        case "astronomer" | "magician":
            return TurnDie(card, first, next(iter(turn.aside), first) if turn else first)
        case "alchemist":
            return Spread(faces, faces)
        case _:
            return AddDie(cast("Adder", card))
