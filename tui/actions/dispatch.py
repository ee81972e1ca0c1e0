"""Carries typed commands out, for the place where they were typed, a screen or plain mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from engine.game import Refused
from tui.actions import typed_words
from tui.actions.action import Action, Place, Told, Wrong
from tui.actions.context import CommandContext, WithWords, request
from tui.actions.new_games import begin, chosen
from tui.actions.registry import ACTIONS
from tui.host.pictures import TableInfo, TableSnapshot
from tui.language.texts import NO_TEXT
from tui.presenters.reader import Page


def acts(name: str, words: str) -> bool:
    """Return whether a command does something, so that it counts only if the question had been seen."""
    return not (ACTIONS[name].only_shows or (ACTIONS[name].shows_alone and not words))


def run_command(context: CommandPlace, name: str, words: str = "") -> None:
    """Carries a command out."""
    action, own = ACTIONS[name], context.own.get(name)
    try:
        if own:
            own(words)
        elif action.on_screen:
            action.on_screen(context, words)
        else:
            ask_for(action, context, words)
    except Wrong as why:
        context.notice(str(why) or action.form(context.session.texts))


def ask_for(action: Action[Any, Any], context: CommandContext, words: str) -> None:
    """Asks the host for it, whatever else the place where it was typed may do."""
    session = context.session
    place = Place(
        session.port, session.texts, context.current_table, context.chat_table, context.current_game,
        context.record,
    )  # fmt: skip
    whole = action
    action, words = whole.behind_word(place.texts, words)
    try:
        args = typed_words.read(action, place, words)
    except Wrong as why:
        context.notice(str(why) or whole.form(place.texts, action))
    except Refused as why:
        context.refused(why)
    else:
        if action.ask is NO_TEXT:
            _do(action, context, place, args)
        else:
            act = partial(_do, action, context, place, args)
            request(context, action.question(place, args), lambda said: context.ask(said, act))


def _do(action: Action[Any, Any], context: CommandContext, place: Place, args: Any) -> None:
    def shown(found: Any) -> None:
        own = action.show(context, args, found) is not False if action.show else context.session.opens(found)
        said = "" if own else action.said(place, args, found)
        if isinstance(said, Page):
            context.show(said.heading, said.rows, said.game)
        elif said:
            failed = isinstance(found, Told) and found.failed
            (context.notice if failed else context.say)(said)

    work = action.awaited(place, args, context.say)
    request(context, work, context.session.go_table if action.finds_table else shown)


class CommandPlace(CommandContext):
    """What a place does in its own way where commands are typed, as most places do it."""

    command_help: WithWords
    command_log: WithWords
    command_plain: WithWords
    command_quit: WithWords
    command_screen: WithWords

    @property
    def own(self) -> Mapping[str, WithWords]:
        """What this place does in its own way, by the names of commands."""
        return {
            "analyse": self.command_analyse, "help": self.command_help, "hint": self.command_hint,
            "leave": self.command_leave, "lobby": self.command_lobby, "log": self.command_log,
            "move": self.command_move, "odds": self.command_odds, "plain": self.command_plain,
            "practice": self.command_practice, "quit": self.command_quit, "screen": self.command_screen,
            "tables": self.command_tables, "undo": self.command_undo,
        }  # fmt: skip

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        """Names that are completed when they are typed, by what they are of."""
        raise NotImplementedError

    def command_say(self, text: str) -> None:
        if text:
            request(self, self.session.port.say(self.chat_table, text))

    def command_tables(self, words: str) -> None:
        ask_for(ACTIONS["tables"], self, words)

    def command_leave(self, words: str) -> None:
        ask_for(ACTIONS["leave"], self, words)

    def command_practice(self, words: str) -> None:
        begin(self, chosen(self.session.texts, self.session.port, words))

    def command_analyse(self, words: str) -> None:
        if game := words or self.record:
            request(self, self.session.port.replay(game), self.session.show_analysis)
        else:
            self.notice(typed_words.which_game(self.session.texts, ACTIONS["analyse"]))

    def command_lobby(self, _: str) -> None:
        self.session.go_lobby()

    def command_odds(self, _: str) -> None:
        self.notice(self.session.texts._("Odds are only shown during a game."))

    def command_hint(self, _: str) -> None:
        self.notice(self.session.texts._("Hints are only given during a game."))

    def command_undo(self, _: str) -> None:
        self.notice(self.session.texts._("You can only do that at the table: go there first."))

    def command_move(self, words: str) -> None:
        self.command_undo(words)


class TablePlace(CommandPlace):
    """A place at one table, of which it has the newest snapshot."""

    table: str
    """The table's id."""
    _snapshot: TableSnapshot | None

    @property
    def current_table(self) -> TableInfo | None:
        return self._snapshot.info if self._snapshot else None

    @property
    def record(self) -> str:
        return self.table

    @property
    def chat_table(self) -> str | None:
        return self.table

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        seats = self._snapshot.info.seats if self._snapshot else ()
        return {"player": [seat.name for seat in seats if seat.name]}

    def command_undo(self, _: str) -> None:
        request(self, self.session.port.undo(self.table))
