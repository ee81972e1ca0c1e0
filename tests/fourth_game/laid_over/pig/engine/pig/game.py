"""Pig as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.pig import model, notation, rules
from engine.pig.bots import Page

GAME: Game[model.State, model.Move, model.View, model.Event, model.Options] = Game(
    key="pig",
    seats=model.SEATS,
    rules_version=1,
    secrets=False,
    Options=model.Options,
    State=model.State,
    Move=model.Move,
    View=model.View,
    Event=model.Event,
    bots=MappingProxyType({"page": Page()}),
    start=rules.start,
    asks=rules.asks,
    play=rules.play,
    view=lambda state, who: model.View(who, state),
    show=lambda event, _who: event,
    legal=rules.legal,
    check=rules.check,
    preview=rules.preview,
    sample=lambda view, _chance: view.position,
    standings=rules.standings,
    round=rules.rounds,
    parse=notation.parse,
    notate=notation.notate,
)
