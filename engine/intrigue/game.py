"""Intrigue as a value of `engine.game.Game`."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.intrigue import notation, views
from engine.intrigue.lesson import LESSON
from engine.intrigue.model import events, moves, state
from engine.intrigue.odds import IntrigueOddsCalculator
from engine.intrigue.opponents import BOTS, OPPONENTS
from engine.intrigue.rules import ending, legal, standings, transitions
from engine.intrigue.trophies import TROPHIES
from engine.intrigue.value.intrigue_values import VALUES

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="intrigue",
    seats=transitions.SEATS,
    rules_version=1,
    secrets=True,
    round=lambda position: position.round,
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
    standings=standings.standings,
    parse=notation.parse,
    notate=notation.notate,
    verdict=ending.verdict,
    staged=lambda view: view.position.resolving is not None,
    moments=ending.moments,
    odds_calculator=IntrigueOddsCalculator(),
    value=VALUES,
    lesson=LESSON,
    trophies=TROPHIES,
    reveal=views.reveal,
)
