"""Court as a value of `engine.game.Game`."""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType

from engine.court import notation, views
from engine.court.bots.playouts import PLAYOUTS
from engine.court.lesson import LESSON
from engine.court.model import events, moves, state
from engine.court.odds.calculator import CourtOdds
from engine.court.opponents import BOTS, OPPONENTS
from engine.court.rules import ending, legal, standings, transitions
from engine.court.trophies import TROPHIES
from engine.court.value.court_values import VALUES
from engine.game import Game
from engine.kit.game_builder import build_game

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = build_game(
    "court",
    seats=transitions.SEATS,
    rules_version=transitions.RULES_VERSION,
    older_starts=MappingProxyType({1: transitions.start_by_first_rules}),
    secrets=False,
    round_of=attrgetter("round"),
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
    odds_calculator=CourtOdds(),
    value=VALUES,
    playouts=PLAYOUTS,
    lesson=LESSON,
    trophies=TROPHIES,
)
