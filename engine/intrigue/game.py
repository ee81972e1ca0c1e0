"""Intrigue as one value of the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Game
from engine.intrigue import notation, views
from engine.intrigue.bots.page import Page
from engine.intrigue.bots.steward import Steward
from engine.intrigue.model import events, moves, state
from engine.intrigue.rules import legal, standings, transitions

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="intrigue",
    seats=transitions.SEATS,
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
    play=lambda state, ask, move, _chance: transitions.play(state, ask, move),
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
)
