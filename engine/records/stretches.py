"""A stretch of a recorded game in few bytes: a position, and the steps that follow it.

Its other positions come from playing those steps again. What only draws need of a position is not kept
(`Playthrough.throws`): nothing is drawn from it but what the steps say.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.structs import replace

from engine import codec
from engine.game import AnyGame, Moment, Setup
from engine.playthrough import Playthrough
from engine.records.record import RecordStep
from engine.records.replay import follow


class Stretch(NamedTuple):
    """Positions, one after the other; the steps that led from each to the next, and their events."""

    positions: tuple[Playthrough, ...]
    steps: tuple[RecordStep, ...]
    events: tuple[tuple[Any, ...], ...]


class _KeptPosition(Struct, frozen=True, array_like=True):
    """What a position cannot be without. Its questions follow from the state, except for their ids."""

    state: Raw
    asks: tuple[int, ...]
    asked: int
    steps: int
    draws: int
    past: tuple[Raw, ...]
    undoer: int | None
    resigned: tuple[int, ...]
    kept: tuple[Moment, ...]
    kept_before: tuple[tuple[Moment, ...], ...]


class _KeptStretch(Struct, frozen=True, array_like=True):
    first: _KeptPosition
    steps: tuple[RecordStep, ...]


def packed(first: Playthrough, steps: Sequence[RecordStep]) -> bytes:
    """A stretch as bytes: its first position, and the steps from there on."""
    return zlib.compress(codec.encode(_KeptStretch(_kept(first), tuple(steps))))


def unpacked(game: AnyGame, setup: Setup, data: bytes) -> Stretch:
    kept: _KeptStretch = codec.decode(_KeptStretch, zlib.decompress(data))
    positions, events = [_restored(game, setup, kept.first)], []
    for step in kept.steps:
        applied = follow(positions[-1], step)
        positions.append(applied.playthrough)
        events.append(applied.events)
    return Stretch(tuple(positions), kept.steps, tuple(events))


def _kept(at: Playthrough) -> _KeptPosition:
    return _KeptPosition(
        state=Raw(codec.encode(at.state)),
        asks=tuple(ask.id for ask in at.asks),
        asked=at.asked,
        steps=at.steps,
        draws=at.draws,
        past=tuple(Raw(codec.encode(state)) for state in at.past),
        undoer=at.undoer,
        resigned=at.resigned,
        kept=at.kept,
        kept_before=at.kept_before,
    )


def _restored(game: AnyGame, setup: Setup, kept: _KeptPosition) -> Playthrough:
    state = codec.decode(game.State, bytes(kept.state))
    own = tuple(game.asks(state)) if kept.asks else ()
    return Playthrough(
        game,
        setup,
        state,
        asks=tuple(replace(ask, id=number) for ask, number in zip(own, kept.asks, strict=True)),
        game_asks=own,
        asked=kept.asked,
        steps=kept.steps,
        draws=kept.draws,
        past=tuple(codec.decode(game.State, bytes(one)) for one in kept.past),
        undoer=kept.undoer,
        resigned=kept.resigned,
        kept=kept.kept,
        kept_before=kept.kept_before,
    )
