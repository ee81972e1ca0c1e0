"""Laurin positions laid out for a test, and a table that plays steps as records write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import NoChance, ScriptedChance
from engine.game import Ask, Refused, Setup
from engine.laurin.game import GAME
from engine.laurin.model.cards import MAGIC, added, descending, in_order
from engine.laurin.model.components import KING_START, STOCK
from engine.laurin.model.garden import in_place
from engine.laurin.model.state import Dwarf, Options, Piles, Position, State, View
from engine.laurin.phases.rounds import advance


def treasure(values: str) -> tuple[int, ...]:
    """`3 3 1` or `331` as treasure cards."""
    return descending(int(value) for value in values.replace(" ", ""))


def garden(text: str) -> tuple[Dwarf, ...]:
    """`1 5/3 c4, 2 3/2' d5` as dwarfs: seat, kind (' shows the back), square."""
    dwarfs = []
    for one in text.split(",") if text else ():
        seat, kind, square = one.split()
        turned = kind.endswith("'")
        dwarfs.append(Dwarf(square, int(seat), kind.removesuffix("'"), turned))  # type: ignore[arg-type]
    return in_place(dwarfs)


def _stock(dwarfs: tuple[Dwarf, ...], seat: int) -> tuple[Any, ...]:
    left = list(STOCK)
    for dwarf in dwarfs:
        if dwarf.seat == seat:
            left.remove(dwarf.kind)
    return tuple(left)


def _by_seat(text: str, seats: int, read: Callable[[str], Any]) -> tuple[Any, ...]:
    given = [read(one) for one in text.split(",")]
    return tuple(given + [()] * (seats - len(given)))


def layout(
    phase: Any,
    *,
    seats: int = 3,
    starter: int = 1,
    king: tuple[int, int] = KING_START,
    dwarfs: str = "",
    movement: str = "h1a v2a h3a v1e h2e",
    hands: str = "",
    magic: str = "",
    offer: str = "",
    scores: tuple[int, ...] = (),
    reached: tuple[int, ...] = (),
    piles: Piles | None = None,
    known: str = "",
    drawn: str = "",
    round: int = 3,  # noqa: A002  (the field's name)
    rounds: int = 60,
    rules: int = GAME.rules_version,
) -> State:
    """The beginning of a phase, the first question open; `drawn` is what chance gives until then.

    `movement`, `hands`, `known` and `magic` by seat, the last three separated by commas.
    """
    placed = garden(dwarfs)
    held, seen = _by_seat(hands, seats, treasure), _by_seat(known, seats, treasure)
    order = (*range(starter, seats + 1), *range(1, starter))
    open_cards = phase in {"placing", "moving", "auction"}
    position = Position(
        options=Options(rounds=rounds),
        rules=rules,
        number=7,
        round=round,
        starter=starter,
        phase=phase,
        question=None,
        asked=(),
        waiting=() if phase == "auction" else order,
        scores=scores or (0,) * seats,
        reached=reached or (0,) * seats,
        king=king,
        dwarfs=placed,
        stocks=tuple(_stock(placed, seat) for seat in range(1, seats + 1)),
        magic=_by_seat(magic, seats, lambda cards: in_order(cards.split())),  # type: ignore[arg-type]
        offer=in_order(offer.split()),  # type: ignore[arg-type]
        drawn=(),
        movement=tuple(movement.split()[:seats]) if open_cards else (None,) * seats,
        cards=tuple(map(len, held)),
        known=seen,
        piles=piles or Piles(),
    )
    chance = ScriptedChance(drawn.split())
    state = advance(State(position, held, ((),) * seats), chance)[0]
    chance.finish()
    return state


class StepPlayer:
    """Plays steps as in a record without their numbers: `2 king 1 west : 3 1 2`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()
        self.reversible = True

    @classmethod
    def dealt(cls, seats: int, draws: str, **options: Any) -> StepPlayer:
        """A new game in which chance gave this."""
        chance = ScriptedChance(draws.split())
        step = GAME.start(Setup(seats, Options(**options)), chance)
        chance.finish()
        table = cls(step.state)
        table.events = step.events
        return table

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def open(self) -> tuple[str, tuple[int, ...]]:
        """What is asked, and who."""
        return self.position.question or "over", self.position.asked

    def view(self, seat: int | None) -> View:
        return GAME.view(self.state, seat)

    def ask(self, seat: int) -> Ask:
        return next(ask for ask in GAME.asks(self.state) if ask.seat == seat)

    def play(self, *steps: str) -> StepPlayer:
        """Several steps may stand in one text, one a line."""
        self.events = ()
        for step in (line.strip() for text in steps for line in text.strip().splitlines()):
            self._step(step)
        return self

    def _step(self, step: str) -> None:
        text, _, tokens = step.partition(":")
        number, notation = text.split(maxsplit=1)
        seat = int(number)
        assert seat in self.position.asked, (step, self.open)
        chance = ScriptedChance(tokens.split())
        played = GAME.play(self.state, self.ask(seat), GAME.parse(notation, self.view(seat)), chance)
        chance.finish()
        self.state, self.reversible = played.state, played.reversible
        self.events += played.events

    def happened(self, *kinds: type) -> list[Any]:
        """What happened in the last `play`, of these kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    def refusal(self, seat: int, move: Any) -> Refused | None:
        """What a text or move is refused with; checking and playing must agree."""
        view = self.view(seat)
        chosen = GAME.parse(move, view) if isinstance(move, str) else move
        why = GAME.check(view, chosen)
        if why is not None and seat in self.position.asked:
            with pytest.raises(Refused) as played:
                GAME.play(self.state, self.ask(seat), chosen, NoChance())
            assert played.value == why
        return why

    def code(self, seat: int, move: Any) -> str | None:
        why = self.refusal(seat, move)
        return why and why.code

    def texts(self, seat: int) -> list[str]:
        """Every legal move in its notation."""
        return [GAME.notate(move) for move in GAME.legal(self.view(seat))]

    def standing(self) -> list[tuple[int, int, int]]:
        return [(one.seat, one.place, one.score) for one in GAME.standings(self.state)]


def after(state: State, *steps: str) -> StepPlayer:
    return StepPlayer(state).play(*steps)


def free_king(state: State, step: str) -> StepPlayer:
    """Nobody bids, and the start player leads the King: `king 2 north`."""
    table = StepPlayer(state)
    while table.open[0] == "bid":
        table.play(f"{table.open[1][0]} pass")
    return table.play(f"{table.open[1][0]} {step}")


def magic_everywhere(state: State) -> dict[str, int]:
    """How many of each magic card lie open or were discarded (the rest is the pile)."""
    position = state.position
    there = [*position.offer, *position.piles.magic, *(card for own in position.magic for card in own)]
    return {card: there.count(card) for card in MAGIC}


def treasure_everywhere(state: State) -> tuple[int, ...]:
    """Treasure by value in hands, bids and discards."""
    counts = state.position.piles.treasure
    for held in (*state.hands, *state.bids):
        counts = added(counts, held)
    return counts
