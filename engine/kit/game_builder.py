"""Builds the `Game` value of a game whose rooms are laid out like those of court, intrigue and laurin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from engine.game import AnyGame, Bot, Game, OddsCalculator, Step, Trophies
from engine.lessons import Lesson
from engine.opponents import NOBODY, Opponents
from engine.playouts import Playouts
from engine.standing_answers import NO_STANDING_ANSWERS, StandingAnswers
from engine.value.values import Values


def build_game(
    key: str,
    *,
    seats: range,
    secrets: bool,
    round_of: Callable[[Any], int],
    state: ModuleType,
    moves: ModuleType,
    events: ModuleType,
    transitions: ModuleType,
    views: ModuleType,
    legal: ModuleType,
    standings: ModuleType,
    notation: ModuleType,
    ending: ModuleType,
    bots: Iterable[Bot],
    opponents: Opponents = NOBODY,
    rules_version: int = 1,
    older_starts: Mapping[int, Callable[[Any, Any], Step]] = MappingProxyType({}),
    standing_answers: StandingAnswers = NO_STANDING_ANSWERS,
    phase: Callable[[Any], int] = lambda _: 0,
    value: Values | None = None,
    odds_calculator: OddsCalculator | None = None,
    playouts: Playouts | None = None,
    lesson: Lesson | None = None,
    trophies: Trophies | None = None,
    reveal: Callable[[Any, int | None], Any] | None = None,
) -> AnyGame:
    """The game whose types and functions lie in these modules, under the names of `Game`'s fields.

    `state` has Options, State and View, `moves` Move, `events` Event; `transitions` has start, asks and
    play, `views` view, show, preview and sample, `legal` legal and check, `standings` standings,
    `ending` verdict and moments, `notation` parse and notate. `round_of` gives the number of a state's
    round, `bots` come strongest last; unless `opponents` says otherwise, all of them are opponents. Raises
    AttributeError if a module lacks one of them.
    """
    return Game(
        key=key,
        seats=seats,
        rules_version=rules_version,
        older_starts=older_starts,
        secrets=secrets,
        Options=state.Options,
        State=state.State,
        Move=moves.Move,
        View=state.View,
        Event=events.Event,
        bots=MappingProxyType({bot.name: bot for bot in bots}),
        opponents=opponents,
        start=transitions.start,
        asks=transitions.asks,
        play=transitions.play,
        view=views.view,
        show=views.show,
        legal=legal.legal,
        check=legal.check,
        preview=views.preview,
        sample=views.sample,
        standings=standings.standings,
        round=round_of,
        parse=notation.parse,
        notate=notation.notate,
        verdict=ending.verdict,
        moments=ending.moments,
        standing_answers=standing_answers,
        phase=phase,
        value=value,
        odds_calculator=odds_calculator,
        playouts=playouts,
        lesson=lesson,
        trophies=trophies,
        reveal=reveal,
    )
