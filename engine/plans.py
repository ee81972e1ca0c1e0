"""Conditional answers: a seat says what it will do if others do this or that, and chains of such answers.

A plan is tried against what the seat is shown and its own view, at each question to it: never against what it
may not know. It is kept until the seat's turn or the phase of the game is over; whatever was not foreseen is
asked as always. The server keeps plans and decides when to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import islice
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.chance import Chance
from engine.game import AnyGame, Refused, Step
from engine.playthrough import Playthrough, Undone, show

ASK = ""
"""In the place of a move: the player is asked."""
MOST = 12
"""The most answers of a chain, and the most that one question has."""
_Notation = Annotated[str, Meta(max_length=200)]
_Words = Annotated[str, Meta(max_length=200)]


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """That something happens: an event that has all the fields of one of `events`, as programs are shown it.
    `words`: the same as its player said it.
    """

    events: Annotated[tuple[Mapping[str, Any], ...], Meta(min_length=1, max_length=100)]
    words: _Words = ""

    def holds(self, happened: Iterable[Mapping[str, Any]]) -> bool:
        """Whether one of the events that a seat was shown is meant."""
        return any(one.items() <= event.items() for event in happened for one in self.events)


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """A move in notation, or ASK, for what has happened."""

    when: Condition
    move: _Notation


class Link(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What answers one question: the move of the first branch whose condition holds by then, else another."""

    branches: Annotated[tuple[Branch, ...], Meta(max_length=MOST)] = ()
    otherwise: _Notation = ASK


class Until(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move for all chances to react where it is possible, or for `every` question, until something happens,
    and until the own turn, the phase, the round or the game is over in any case. What `every` question says
    it to is no own turn.
    """

    move: _Notation
    when: Condition | None = None
    end: Literal["turn", "phase", "round", "game"] = "round"
    every: bool = False


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A chain, of which each link answers one question, and what is answered to all others."""

    chain: Annotated[tuple[Link, ...], Meta(max_length=MOST)] = ()
    until: Until | None = None

    @property
    def is_too_long(self) -> bool:
        """Whether it has more answers than can be kept."""
        return max(len(self.chain), *(len(link.branches) for link in self.chain), 0) > MOST

    @property
    def moves(self) -> Iterable[str]:
        for link in self.chain:
            yield from (branch.move for branch in link.branches)
            yield link.otherwise
        if self.until:
            yield self.until.move


class KeptPlan(Struct, frozen=True):
    """A plan in a game, since the `phase` and `round` that it was made in."""

    plan: Plan
    phase: int
    round: int
    happened: tuple[int, ...] = ()
    """The branches of the first link whose conditions have come true."""
    begun: bool = False
    """Whether the seat's own turn has begun."""
    used: int = 0
    """The ask that it has answered last."""
    left: int = 0
    """The ask that it leaves to the player."""
    by: str = ""
    """Who made it, as moves have it."""


class Undecided(Enum):
    """What a plan says to a question where it says no move."""

    WAITS = auto()
    """Others are still asked, who may do what it is about."""
    ENDS = auto()
    """What happened was not foreseen."""
    SILENT = auto()
    """It says nothing to this question."""


def kept(plan: Plan, playthrough: Playthrough, seat: int, by: str = "") -> KeptPlan:
    game, turns = playthrough.game, _turns(playthrough)
    phase = game.phase(playthrough.view(seat))
    return KeptPlan(plan, phase, game.round(playthrough.state), begun=seat in turns, by=by)


def decision(kept: KeptPlan, playthrough: Playthrough, seat: int) -> Any | Undecided:
    """The move that a plan says to the open question of its seat, or why it says none."""
    ask, (chain, until) = playthrough.ask_of(seat), (kept.plan.chain, kept.plan.until)
    if ask is None:
        return Undecided.SILENT
    if chain:
        link = chain[0]
        foreseen = [link.branches[at].move for at in kept.happened]
        if not foreseen and link.branches and any(one.seat != seat for one in playthrough.asks):
            return Undecided.WAITS
        move = _move(playthrough, seat, (*foreseen, link.otherwise)[0])
        return Undecided.ENDS if move is None else move
    if until and ask.id != kept.left and (until.every or ask.reaction):
        move = _move(playthrough, seat, until.move)
        return Undecided.SILENT if move is None else move
    return Undecided.SILENT


def used(kept: KeptPlan, ask: int) -> KeptPlan:
    """What is left of a plan when it answers this ask."""
    if not kept.plan.chain:
        return replace(kept, used=ask)
    return replace(kept, plan=replace(kept.plan, chain=kept.plan.chain[1:]), happened=(), used=ask)


def after_step(
    kept: KeptPlan, playthrough: Playthrough, seat: int, events: Sequence[Any], mover: int, ask: int
) -> KeptPlan | None:
    """What is left of a plan after a step, in which `mover` answered `ask`; None: nothing. Who answers
    in its place has withdrawn the chain, and what was undone has not happened.
    """
    undone = {event.seat for event in events if isinstance(event, Undone)}
    if seat in undone:
        return None
    game, turns = playthrough.game, _turns(playthrough)
    seen = [msgspec.to_builtins(one) for event in events if (one := show(game, event, seat)) is not None]
    phase, (chain, until) = game.phase(playthrough.view(seat)), (kept.plan.chain, kept.plan.until)
    begun = kept.begun or seat in turns
    if phase != kept.phase or (begun and turns and seat not in turns):
        chain = ()
    if (mover == seat and ask != kept.used) or (undone and kept.happened):
        chain = ()
    if until and _is_over(until, kept, playthrough, seat, seen):
        until = None
    met = {at for at, one in enumerate(chain[0].branches if chain else ()) if one.when.holds(seen)}
    happened = tuple(sorted(met.union(kept.happened))) if chain else ()
    kept = replace(kept, plan=Plan(chain, until), happened=happened, begun=begun)
    if decision(kept, playthrough, seat) is Undecided.ENDS:
        own = playthrough.ask_of(seat)
        kept = replace(kept, plan=Plan((), until), happened=(), left=own.id if own else 0)
    return kept if kept.plan.chain or kept.plan.until else None


def _is_over(
    until: Until, kept: KeptPlan, playthrough: Playthrough, seat: int, seen: Sequence[Mapping[str, Any]]
) -> bool:
    game = playthrough.game
    if until.when and until.when.holds(seen):
        return True
    if until.end != "game" and game.round(playthrough.state) != kept.round:
        return True
    if until.end == "phase":
        return game.phase(playthrough.view(seat)) != kept.phase
    if until.end != "turn" or seat not in _turns(playthrough):
        return False
    return not until.every or _move(playthrough, seat, until.move) is None


def _turns(playthrough: Playthrough) -> Sequence[int]:
    """The seats that are asked otherwise than to react."""
    return [ask.seat for ask in playthrough.asks if not ask.reaction]


def _move(playthrough: Playthrough, seat: int, notation: str) -> Any | None:
    """The move that a seat's notation means, if it may make it now."""
    game: AnyGame = playthrough.game
    view = playthrough.view(seat)
    try:
        move = game.parse(notation, view) if notation != ASK else None
    except Refused:
        return None
    return None if move is None or game.check(view, move) else move


MOST_MOVES, STEPS, COURSES = 24, 40, 4
"""What is looked at to foresee events: so many moves of each who is asked, and so many courses of the game of
so many steps.
"""


def foreseen(game: AnyGame, view: Any, seat: int, chance: Chance) -> Iterator[Any]:
    """Events that a seat may be shown soon, as far as its view tells: what a plan can be about."""
    for _ in range(COURSES):
        state = start = game.sample(view, chance)
        for ask in game.asks(start):
            for move in islice(game.legal(game.view(start, ask.seat)), MOST_MOVES):
                yield from _shown(game, game.play(start, ask, move, chance), seat)
        for _ in range(STEPS):
            asks = game.asks(state)
            if not asks:
                break
            ask = chance.pick(asks)
            moves = tuple(islice(game.legal(game.view(state, ask.seat)), MOST_MOVES))
            step = game.play(state, ask, chance.pick(moves), chance)
            state = step.state
            yield from _shown(game, step, seat)


def _shown(game: AnyGame, step: Step, seat: int) -> Iterator[Any]:
    return (one for event in step.events if (one := game.show(event, seat)) is not None)
