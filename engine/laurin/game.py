"""Laurin as a value of `engine.game.Game`."""

from __future__ import annotations

from types import MappingProxyType
from typing import get_args

from engine.game import Game
from engine.laurin import notation, views
from engine.laurin.lesson import LESSON
from engine.laurin.model import components, events, moves, state
from engine.laurin.model.names import Phase
from engine.laurin.odds import LaurinOddsCalculator
from engine.laurin.opponents import BOTS, OPPONENTS
from engine.laurin.phases import ending
from engine.laurin.phases.rounds import standings
from engine.laurin.rules import legal, transitions
from engine.laurin.standing_answers import LaurinStandingAnswers
from engine.laurin.trophies import TROPHIES
from engine.laurin.value.laurin_values import VALUES

PHASES = get_args(Phase)
GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="laurin",
    seats=components.SEATS,
    rules_version=transitions.RULES_VERSION,
    older_starts=MappingProxyType({1: transitions.start_by_first_rules}),
    secrets=True,
    round=lambda whole: whole.position.round,
    Options=state.Options,
    State=state.State,
    Move=moves.Move,
    View=state.View,
    Event=events.Event,
    bots=MappingProxyType({bot.name: bot for bot in BOTS}),
    opponents=OPPONENTS,
    start=transitions.start,
    asks=transitions.asks,
    play=transitions.play,
    view=views.view,
    show=views.show,
    legal=legal.legal,
    check=legal.check,
    preview=views.preview,
    sample=views.sample,
    standings=standings,
    parse=notation.parse,
    notate=notation.notate,
    verdict=ending.verdict,
    moments=ending.moments,
    value=VALUES,
    odds_calculator=LaurinOddsCalculator(),
    lesson=LESSON,
    trophies=TROPHIES,
    reveal=views.reveal,
    standing_answers=LaurinStandingAnswers(),
    staged=lambda view: view.position.phase == "auction",
    phase=lambda view: len(PHASES) * view.position.round + PHASES.index(view.position.phase),
)
