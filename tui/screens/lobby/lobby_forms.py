"""The forms of the lobby, and how a player gets to a table: by opening one, or a game against bots."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from engine.game import Refused
from tui.actions.new_games import begin
from tui.language.actions import by_key, no_such_key
from tui.presenters.listing import OfferedGame, unfinished
from tui.presenters.offers import offers
from tui.presenters.practice_choice import PracticeChoice, usual
from tui.screens.lobby.form import (
    Form,
    explained,
    form_actions,
    form_for,
    match_form,
    other_field,
    other_value,
    practice_form,
    with_seats,
)
from tui.screens.lobby.lobby_commands import LobbyCommands

BACKWARDS = ("up", "k", "left", "h", "shift+tab")


class LobbyForms(LobbyCommands, inherit_bindings=False):
    """Subclasses show the lobby and the open form."""

    def __init__(self) -> None:
        super().__init__()
        self._open_form: Form | None = None
        self._forms = 0
        """How many forms were opened."""
        self._waiting = False
        """True while a table is being opened: nobody has seen what keys would do there."""
        self.drops_keys = False
        """Whether keys came meanwhile, and did nothing."""

    @property
    def _form(self) -> Form | None:
        """The form that is open; None: none is."""
        return self._open_form

    @_form.setter
    def _form(self, form: Form | None) -> None:
        self._forms += self._open_form is None and form is not None
        self._open_form = form

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        """Goes to a table as soon as the host returns its id; until then keys do nothing."""
        self._waiting = True
        self.session.request(table, self.session.go_table, self.refused)

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "sit": self.action_sit,
            "new": self.action_new,
            "play_game": self.action_play_game,
            "learn": self.action_learn,
            "match": self.action_match,
        }

    def action_sit(self) -> None:
        """Takes a seat at the chosen table and goes there."""
        table = self._chosen_table()
        if table:
            self._go(self.session.port.join(table.id))

    # The forms

    def _in_form(self, key: str) -> None:
        if self._form is None:
            return
        step = -1 if key in BACKWARDS else 1
        action = by_key(form_actions(self._form)).get(key)
        if action and action.acts and not self.may_act():
            return
        match action.name if action else "":
            case "field":
                self._form = other_field(self._form, step)
            case "value":
                self._form = other_value(self._form, step)
            case "open":
                self._open(self._form)
            case "explain":
                self.show(self.texts._("What the choices mean"), explained(self.texts, self._form))
            case "back":
                self._form = None
            case _ if key.isdecimal() and int(key) in self._form.offer.seats:
                self._form = with_seats(self._form, int(key))
            case _ if key.isdecimal():
                self.notice(self.texts._("This game can't be played by {number} players.", number=key))
            case _:
                self.notice(no_such_key(self.texts, key))

    def action_new(self) -> None:
        """Opens the form, for the chosen game."""
        self._form = form_for(self._item.game if isinstance(self._item, OfferedGame) else "")

    def action_play_game(self) -> None:
        """Goes on with the chosen game against bots, or begins one."""
        game = self._item.game if self._item else ""
        begun = unfinished(self._lobby.tables, game)
        if begun:
            self.session.go_table(begun.id)
        else:
            self._play_bots(usual(self.session.port.account(), game))

    def action_practice(self) -> None:
        """Goes on with a game against bots; without one, asks which game and how strong the bots are."""
        begun = unfinished(self._lobby.tables)
        if begun:
            self.session.go_table(begun.id)
        else:
            self._form = practice_form(usual(self.session.port.account()))

    def action_learn(self) -> None:
        """Goes to the lesson of the chosen item's game."""
        self._go(self.session.port.learn(self.current_game or offers()[0].game))

    def _play_bots(self, choice: PracticeChoice) -> None:
        """Opens a private table with bots at all other seats and starts it; the choice is kept."""
        begin(self, choice, self._go)

    def action_match(self) -> None:
        """Asks which game to look for people for; the game that is chosen, if one is."""
        self._form = match_form(self._item.game if isinstance(self._item, OfferedGame) else "")

    def _open(self, form: Form) -> None:
        if form.purpose == "practice":
            self._play_bots(form.practice)
            return
        if form.purpose == "match":
            self._go(self.session.port.match(None if form.any_game else form.offer.game, form.with_bots))
            return
        work = self.session.port.open_table(
            form.offer.game,
            form.seats,
            form.table_options,
            private=form.private,
            clock=form.clock,
            starts=form.starts,
        )
        self._go(work)

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal; keys mean something again."""
        self._waiting = self.drops_keys = False
        super().refused(refusal)
