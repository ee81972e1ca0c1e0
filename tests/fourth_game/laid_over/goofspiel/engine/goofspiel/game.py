"""Goofspiel as one value of the shape that every game has (`engine.game.Game`). It has no bot of its own."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.goofspiel import model, notation, rules

GAME: Game[model.State, model.Move, model.View, model.Event, model.Options] = Game(
    key="goofspiel",
    seats=model.SEATS,
    rules_version=2,
    secrets=True,
    Options=model.Options,
    State=model.State,
    Move=model.Move,
    View=model.View,
    Event=model.Event,
    bots=MappingProxyType({}),
    start=rules.start,
    asks=rules.asks,
    play=rules.play,
    view=rules.view,
    show=rules.show,
    legal=rules.legal,
    check=rules.check,
    preview=rules.preview,
    sample=rules.sample,
    standings=rules.standings,
    round=lambda state: state.round,
    parse=notation.parse,
    notate=notation.notate,
    reveal=lambda state, who: model.View(who, state),
    older_starts=MappingProxyType({1: rules.start_in_order}),
)
