"""Laurin as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.laurin import notation, views
from engine.laurin.bots.page import Page
from engine.laurin.bots.steward import Steward
from engine.laurin.model import components, events, moves, state
from engine.laurin.phases import standings
from engine.laurin.rules import legal, transitions
from engine.laurin.standing_answers import LaurinStandingAnswers

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="laurin",
    seats=components.SEATS,
    rules_version=1,
    secrets=True,
    Options=state.Options,
    State=state.State,
    Move=moves.Move,
    View=state.View,
    Event=events.Event,
    bots=MappingProxyType({bot.name: bot for bot in (Page(), Steward())}),
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
    round=lambda whole: whole.position.round,
    parse=notation.parse,
    notate=notation.notate,
    standing_answers=LaurinStandingAnswers(),
)
