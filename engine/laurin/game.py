"""Laurin as one value of the protocol that every game fulfils (`engine.game.Game`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.beforehand import Beforehand
from engine.chance import Chance
from engine.game import Ask, Bot, Game, Reckoner, Refused, Setup, Standing, Step
from engine.laurin import box, events, legal, model, moves, notation, rules, standings, views
from engine.laurin.beforehand import Habits
from engine.laurin.page import Page
from engine.laurin.steward import Steward


class Laurin:
    """The rules of laurin behind the common protocol; it holds nothing."""

    key = "laurin"
    seats = box.SEATS
    rules_version = 1
    secrets = True
    Options = model.Options
    State: Any = model.State
    Move: Any = moves.Move
    View: Any = model.View
    Event: Any = events.Event
    bots: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in (Page(), Steward())})
    beforehand: Beforehand = Habits()
    reckoner: Reckoner | None = None

    def start(self, setup: Setup, chance: Chance) -> Step:
        return rules.start(setup, chance)

    def asks(self, state: model.State) -> tuple[Ask, ...]:
        return rules.asks(state)

    def play(self, state: model.State, ask: Ask, move: moves.Move, chance: Chance) -> Step:
        return rules.play(state, ask, move, chance)

    def view(self, state: model.State, who: int | None) -> model.View:
        return views.view(state, who)

    def show(self, event: events.Event, who: int | None) -> events.Event | None:
        return views.show(event, who)

    def legal(self, view: model.View) -> Iterator[moves.Move]:
        return legal.legal(view)

    def check(self, view: model.View, move: moves.Move) -> Refused | None:
        return legal.check(view, move)

    def preview(self, view: model.View, move: moves.Move) -> model.View | None:
        return views.preview(view, move)

    def sample(self, view: model.View, chance: Chance) -> model.State:
        return views.sample(view, chance)

    def standings(self, state: model.State) -> tuple[Standing, ...]:
        return standings.standings(state)

    def round(self, state: model.State) -> int:
        return state.position.round

    def parse(self, text: str, view: model.View) -> moves.Move:
        return notation.parse(text, view)

    def notate(self, move: moves.Move) -> str:
        return notation.notate(move)


GAME: Game[model.State, moves.Move, model.View, events.Event, model.Options] = Laurin()
