"""Court as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.court import notation, views
from engine.court.bots.page import Page
from engine.court.bots.steward import Steward
from engine.court.model import events, moves, state
from engine.court.odds.calculator import CourtOdds
from engine.court.rules import legal, standings, transitions
from engine.game import Game

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="court",
    seats=transitions.SEATS,
    rules_version=1,
    secrets=False,
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
    round=lambda whole: whole.round,
    parse=notation.parse,
    notate=notation.notate,
    odds_calculator=CourtOdds(),
)
