"""What screens with a list over the whole window share: moving in it, replays, records, profiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key

from engine.game import Refused
from tui.host.history import HistoryGame
from tui.language.actions import Action, by_key, help_lines, no_such_key
from tui.language.record_words import record_rows
from tui.language.texts import NO_TEXT, Translatable
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.people import history_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.session_screen import SessionScreen
from tui.screens.people import actions
from tui.screens.people.rows_panel import RowsPanel, RowsView
from tui.wire.terminal import palette

PAGE, EVERYTHING = 10, 1 << 20
"""Rows that Page Up and Page Down go, and more rows than a list has."""
STEPS: Mapping[str, int] = {
    "up": -1, "k": -1, "down": 1, "j": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -EVERYTHING,
    "end": EVERYTHING,
}  # fmt: skip


class ListScreen(SessionScreen):
    """Subclasses make the view, and say what their keys do (`keyed`)."""

    BINDINGS = [Binding("f1", "help", priority=True)]  # noqa: RUF012  (Textual's own name and type)
    actions: Sequence[Action] = ()
    called: Translatable = NO_TEXT
    """What the screen is called above its help, if not by its title."""

    def __init__(self) -> None:
        super().__init__()
        self._panel = RowsPanel()

    def view(self) -> RowsView:
        """Returns what is shown now."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Yields the only widget."""
        yield self._panel

    def on_mount(self) -> None:
        """Shows what there is."""
        self._panel.focus()
        self.call_after_refresh(self.renew)

    def on_resize(self) -> None:
        """Lays out for the new size."""
        self.call_after_refresh(self.renew)

    def renew(self) -> None:
        """Shows how things are now."""
        if self.is_attached:
            self._panel.show(self.view())

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal."""
        self._panel.say(any_refusal_text(self.texts, refusal))

    def announce(self, text: str) -> None:
        self._panel.say(text, palette.ACCENT)

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        event.stop()
        self._panel.say("")
        action = by_key(self.actions).get(event.key)
        if action is actions.CHOOSE:
            self._panel.step(STEPS[event.key])
            self.chosen()
        elif action is not None and action.acts and not self.session.counts(self._panel.say):
            return
        elif action is not None:
            self.pressed = event.key
            self.keyed[action.name]()
        else:
            self._panel.say(no_such_key(self.texts, event.key))

    pressed = ""
    """The key of the action that is carried out."""

    def chosen(self) -> None:
        """Called when another row was chosen."""
        self.renew()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        """What is done by the actions that have keys, by their names."""
        return {"help": self.action_help, "back": self.action_back, "way_out": self.action_way_out}

    def action_help(self) -> None:
        """Shows the keys."""
        what = self.view().title if self.called is NO_TEXT else self.texts.of(self.called)
        heading = self.texts._("Help: {what}", what=what)
        self.app.push_screen(HelpScreen(heading, help_lines(self.texts, self.actions)))

    def action_back(self) -> None:
        """Goes back to the screen below."""
        self.dismiss()

    action_way_out = action_back

    def replay(self, game: str) -> None:
        """Looks at an ended game again."""
        self.session.request(self.session.port.replay(game), self.session.show_replay, self.refused)

    @property
    def _chosen_game(self) -> HistoryGame | None:
        return None

    def action_analysis(self) -> None:
        """Shows the analysis of the chosen game."""
        if game := self._chosen_game:
            self.session.request(self.session.port.replay(game.id), self.session.show_analysis, self.refused)

    def action_record(self) -> None:
        """Shows the record of the chosen game."""

        def show(text: str) -> None:
            if self.app.screen is self:  # or it was asked for many times, or something else since
                self.app.push_screen(HelpScreen(self.texts._("Game record"), record_rows(text)))

        if game := self._chosen_game:
            self.session.request(self.session.port.record(game.id), show, self.refused)

    def show_player(self, name: str) -> None:
        """Shows somebody's profile."""
        self.session.request(self.session.port.profile(name), self.session.opens, self.refused)

    def show_player_of(self, game: HistoryGame, number: int) -> None:
        """Shows the profile of the player who had a seat, or says why there is none."""
        seat = game.seats[number - 1] if number <= len(game.seats) else None
        if seat and seat.has_profile:
            self.show_player(seat.name)
        elif seat and seat.hidden:
            self._panel.say(history_words.who(self.texts, seat))
        else:
            self._panel.say(self.texts._("Only players with an account have a profile."))
