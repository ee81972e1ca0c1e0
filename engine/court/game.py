"""Court as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.court import events, legal, model, moves, notation, rules, standings, views
from engine.court.odds.reckoner import CourtReckoner
from engine.court.page import Page
from engine.court.steward import Steward
from engine.game import Game

GAME: Game[model.State, moves.Move, model.View, events.Event, model.Options] = Game(
    key="court",
    seats=rules.SEATS,
    rules_version=1,
    secrets=False,
    Options=model.Options,
    State=model.State,
    Move=moves.Move,
    View=model.View,
    Event=events.Event,
    bots=MappingProxyType({bot.name: bot for bot in (Page(), Steward())}),
    start=rules.start,
    asks=rules.asks,
    play=rules.play,
    view=views.view,
    show=views.show,
    legal=legal.legal,
    check=legal.check,
    preview=views.preview,
    sample=views.sample,
    standings=standings.standings,
    round=lambda state: state.round,
    parse=notation.parse,
    notate=notation.notate,
    reckoner=CourtReckoner(),
)
