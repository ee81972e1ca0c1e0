"""Court as a value of `engine.game.Game`."""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType

from engine.court import notation, views
from engine.court.lesson import LESSON
from engine.court.model import events, moves, state
from engine.court.odds.card_odds import CourtOdds
from engine.court.opponents import BOTS, OPPONENTS
from engine.court.rules import ending, legal, standings, transitions
from engine.court.rules.validation import final_round
from engine.court.trophies import TROPHIES
from engine.court.value.court_values import VALUES
from engine.game import Game

GAME: Game[state.State, moves.Move, state.View, events.Event, state.Options] = Game(
    key="court",
    seats=transitions.SEATS,
    rules_version=transitions.RULES_VERSION,
    older_starts=MappingProxyType({1: transitions.start_by_first_rules}),
    secrets=False,
    round=attrgetter("round"),
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
    staged=lambda view: final_round(view.position),
    moments=ending.moments,
    odds_calculator=CourtOdds(),
    value=VALUES,
    lesson=LESSON,
    trophies=TROPHIES,
)
