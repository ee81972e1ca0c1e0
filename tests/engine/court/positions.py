"""Court positions laid out for a test, and a table that plays notation as records write it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import ScriptedChance
from engine.court.game import GAME
from engine.court.model.cards import hand_size, in_rows, stock
from engine.court.model.state import Final, Options, Result, State, Turn, View
from engine.game import Refused, Setup


def dice(faces: str) -> tuple[int, ...]:
    """`5 3 1` or `531` as dice, ascending."""
    return tuple(sorted(int(face) for face in faces.replace(" ", "")))


def layout(
    cards: str = "",
    *,
    active: str = "",
    aside: str = "",
    hand: int | None = None,
    kept: bool = False,
    used: str = "",
    seats: int = 2,
    edition: Any = "de",
    rounds: int = 100,
    others: str = "",
    stock_left: dict[Any, int] | None = None,
    final: Final | None = None,
) -> State:
    """Seat 1's turn: before the first roll where no dice lie, else with these dice.

    `cards` are seat 1's, `others` every other seat's.
    """
    own, rest = in_rows(cards.split()), in_rows(others.split())
    rolled = bool(active or aside)
    in_hand = 0 if rolled else hand_size(own) if hand is None else hand
    return State(
        options=Options(edition=edition, rounds=rounds),
        number=7,
        round=3,
        starter=1,
        waiting=tuple(range(2, seats + 1)),
        stock=stock(seats, edition) | (stock_left or {}) | ({"king": 0, "queen": 0} if final else {}),
        cards=(own, *[rest] * (seats - 1)),
        turn=Turn(1, in_hand, dice(active), dice(aside), rolled, kept, tuple(used.split())),
        final=final,
    )


def finale(queen: int = 2, king: int | None = None, mark: str = "7x2", *, begun: bool = True) -> Final:
    """The end of the game; `mark` as 7x2 (seven 2s)."""
    holder = queen if king is None else king
    count, face = map(int, mark.split("x"))
    return Final(queen, holder, Result(holder, count, face), begun)


class StepPlayer:
    """Plays moves as a record's steps, `roll : 6 5 2`, for whoever is asked."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()
        self.reversible = True

    @classmethod
    def dealt(cls, seats: int, starter: int = 1, **options: Any) -> StepPlayer:
        """A new game in which chance gave the start marker to this seat."""
        step = GAME.start(Setup(seats, Options(**options)), ScriptedChance([str(starter)]))
        table = cls(step.state)
        table.events = step.events
        return table

    @property
    def turn(self) -> Turn:
        assert self.state.turn is not None
        return self.state.turn

    @property
    def view(self) -> View:
        """What the seat asked sees (a spectator, when the game is over)."""
        return GAME.view(self.state, self.state.turn and self.state.turn.seat)

    def play(self, *steps: str) -> StepPlayer:
        for step in steps:
            text, _, tokens = step.partition(":")
            [ask] = GAME.asks(self.state)
            chance = ScriptedChance(tokens.split())
            played = GAME.play(self.state, ask, GAME.parse(text, self.view), chance)
            chance.finish()
            self.state, self.events, self.reversible = played.state, played.events, played.reversible
        return self

    def refusal(self, move: Any) -> Refused | None:
        """What a text or move is refused with; checking and playing must agree."""
        chosen = GAME.parse(move, self.view) if isinstance(move, str) else move
        why = GAME.check(self.view, chosen)
        if why is not None and self.state.turn is not None:
            [ask] = GAME.asks(self.state)
            with pytest.raises(Refused) as played:
                GAME.play(self.state, ask, chosen, ScriptedChance([]))
            assert played.value == why
        return why

    def code(self, move: Any) -> str | None:
        why = self.refusal(move)
        return why and why.code

    def own(self, seat: int) -> tuple[str, ...]:
        return self.state.cards[seat - 1]


def after(state: State, *steps: str) -> StepPlayer:
    return StepPlayer(state).play(*steps)
