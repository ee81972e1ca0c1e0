"""Intrigue as a value of `engine.game.Game`."""

from __future__ import annotations

from engine.game import Game
from engine.intrigue import notation, views
from engine.intrigue.bots.playouts import PLAYOUTS
from engine.intrigue.lesson import LESSON
from engine.intrigue.model import events, moves, state
from engine.intrigue.odds import IntrigueOddsCalculator
from engine.intrigue.opponents import BOTS, OPPONENTS
from engine.intrigue.rules import ending, legal, standings, transitions
from engine.intrigue.trophies import TROPHIES
from engine.intrigue.value.intrigue_values import VALUES
from engine.kit.game_builder import build_game

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = build_game(
    "intrigue",
    seats=transitions.SEATS,
    secrets=True,
    round_of=lambda position: position.round,
    state=state,
    moves=moves,
    events=events,
    transitions=transitions,
    views=views,
    legal=legal,
    standings=standings,
    notation=notation,
    ending=ending,
    bots=BOTS,
    opponents=OPPONENTS,
    odds_calculator=IntrigueOddsCalculator(),
    playouts=PLAYOUTS,
    value=VALUES,
    lesson=LESSON,
    trophies=TROPHIES,
    reveal=views.reveal,
)
