"""Laurin as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.laurin import box, events, legal, model, moves, notation, rules, standings, views
from engine.laurin.beforehand import Habits
from engine.laurin.page import Page
from engine.laurin.steward import Steward

GAME: Game[model.State, moves.Move, model.View, events.Event, model.Options] = Game(
    key="laurin",
    seats=box.SEATS,
    rules_version=1,
    secrets=True,
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
    round=lambda state: state.position.round,
    parse=notation.parse,
    notate=notation.notate,
    beforehand=Habits(),
)
