"""A game so small that tests can foresee it: roll a die or wait; six points win."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Ask, Bot, Refused, Setup, Standing, Step
from engine.opponents import in_order
from engine.standing_answers import NO_STANDING_ANSWERS


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 6


class Roll(Struct, frozen=True, tag="roll"):
    """A point for every pip."""


class Think(Struct, frozen=True, tag="think"):
    """Changes nothing but a note; can be undone."""


class Crash(Struct, frozen=True, tag="crash"):
    """Makes the rules fail."""


class State(Struct, frozen=True):
    goal: int
    number: int
    turn: int
    points: tuple[int, ...]
    thoughts: int = 0


class View(Struct, frozen=True):
    seat: int | None
    state: State


class Rolled(Struct, frozen=True, tag="rolled"):
    seat: int
    face: int


class Thought(Struct, frozen=True, tag="thought"):
    """Only the seat itself is shown this."""

    seat: int


class FirstMoveBot:
    """Makes the first legal move."""

    name = "first"
    known_options: frozenset[str] | None = frozenset({"goal"})

    def choose(self, game: Any, view: Any, ask: Ask, chance: Chance) -> Any:  # noqa: ARG002
        return next(game.legal(view))


class CheatingBot:
    """Answers with a move that is none."""

    name = "cheat"
    known_options = None

    def choose(self, game: Any, view: Any, ask: Ask, chance: Chance) -> Any:  # noqa: ARG002
        return Crash()


class FailingBot:
    name = "failing"
    known_options = None

    def choose(self, game: Any, view: Any, ask: Ask, chance: Chance) -> Any:  # noqa: ARG002
        raise ZeroDivisionError


class Toy:
    key = "toy"
    seats = range(2, 5)
    rules_version = 1
    older_starts: Mapping[int, Any] = MappingProxyType({})
    secrets = False
    Options = Options
    State: Any = State
    Move: Any = Roll | Think | Crash
    View: Any = View
    Event: Any = Rolled | Thought
    bots: Mapping[str, Bot] = MappingProxyType(
        {"cheat": CheatingBot(), "failing": FailingBot(), "first": FirstMoveBot()}
    )
    opponents = in_order(bots)
    beforehand = NO_STANDING_ANSWERS
    odds_calculator = None
    value = None
    verdict = None
    moments = None
    trophies = None
    lesson = None

    def start(self, setup: Setup, chance: Chance) -> Step:
        starter = chance.pick(range(1, setup.seats + 1))
        return Step(State(setup.options.goal, 0, starter, (0,) * setup.seats), (), False)

    def asks(self, state: State) -> tuple[Ask, ...]:
        over = max(state.points) >= state.goal
        return () if over else (Ask(state.number, state.turn, "turn"),)

    def play(self, state: State, ask: Ask, move: Any, chance: Chance) -> Step:
        if isinstance(move, Crash):
            raise ZeroDivisionError
        after = replace(state, number=state.number + 1)
        if isinstance(move, Think):
            if state.thoughts == 2:
                raise Refused("toy.enough")
            return Step(replace(after, thoughts=state.thoughts + 1), (Thought(ask.seat),), True)
        (face,) = chance.dice(1)
        points = tuple(p + face if s == ask.seat else p for s, p in enumerate(state.points, 1))
        turn = ask.seat % len(points) + 1
        return Step(replace(after, points=points, turn=turn, thoughts=0), (Rolled(ask.seat, face),), False)

    def view(self, state: State, who: int | None) -> View:
        return View(who, state)

    def show(self, event: Any, who: int | None) -> Any:
        return event if not isinstance(event, Thought) or event.seat == who else None

    def legal(self, view: View) -> Iterator[Any]:
        yield Roll()
        if view.state.thoughts < 2:
            yield Think()

    def check(self, view: View, move: Any) -> Refused | None:
        return None if move in self.legal(view) else Refused("toy.no")

    def preview(self, view: View, move: Any) -> None:  # noqa: ARG002
        return None

    def sample(self, view: View, chance: Chance) -> State:  # noqa: ARG002
        return view.state

    def standings(self, state: State) -> tuple[Standing, ...]:
        ranked = sorted(range(1, len(state.points) + 1), key=lambda seat: -state.points[seat - 1])
        return tuple(Standing(seat, place, state.points[seat - 1]) for place, seat in enumerate(ranked, 1))

    def round(self, state: State) -> int:
        return state.number // len(state.points) + 1

    def phase(self, _: View) -> int:
        return 0

    def staged(self, _: View) -> bool:
        return False

    def parse(self, text: str, view: View) -> Any:  # noqa: ARG002
        return {"roll": Roll(), "think": Think()}[text]

    def notate(self, move: Any) -> str:
        return type(move).__name__.lower()


class StagedToy(Toy):
    """The same as a game that turns things over all the time."""

    def staged(self, _: View) -> bool:
        return True


class SecretToy(Toy):
    """The same as a game with secrets."""

    secrets = True


TOY = Toy()
GAMES = {"toy": TOY}


def die(question: object) -> bytes:  # noqa: ARG001
    """A worker's job that ends its process."""
    os._exit(3)


def sleep(question: object) -> bytes:  # noqa: ARG001
    """A worker's job that does not stop."""
    time.sleep(600)
    return b""
