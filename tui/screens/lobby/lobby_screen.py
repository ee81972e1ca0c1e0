"""The lobby: who is here, which tables there are, and how to get to one of them by keys or commands.

What is shown is made in `form` and `page`, what is chosen is kept in `selection`, and what can be done is in
`lobby_commands`; this screen takes keys and asks the host.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.events import Key

from engine.game import Refused
from tui.commands.account import unread_name_note
from tui.commands.catalogue import SLASH, word
from tui.commands.hints import is_new
from tui.host.port import LobbySnapshot, TableInfo, TableSnapshot
from tui.presenters import table_details
from tui.presenters.deep_links import LOBBY, practice, table_of_link
from tui.presenters.listing import advice, playing
from tui.presenters.lobby_actions import ACTIONS, CHOOSE, available_actions
from tui.presenters.offers import offers
from tui.presenters.turns import TurnTracker, title_of_lobby
from tui.screens.lobby.form import FORM_ACTIONS, Form, form_for, other_field, other_value, with_seats
from tui.screens.lobby.lobby_commands import LobbyCommands
from tui.screens.lobby.page import LobbyPage, LobbyViewModel, page
from tui.screens.lobby.panel import LobbyPanel
from tui.widgets.actions import by_key, help_lines, labels, no_such_key

BACKWARDS = ("up", "k", "left", "h", "shift+tab")
LEAPS = {"pageup": -8, "pagedown": 8, "home": -9999, "end": 9999}
MOST_AHEAD = 16
"""The most keys kept while a table is being opened."""


class LobbyScreen(LobbyCommands):
    """Shows the lobby and lets its player go to a table. `returning`: the player comes back from a table and
    is not asked whether to go there. `waits_at` is that table if its game had not begun.
    """

    def __init__(self, goto: str = "", *, returning: bool = False, waits_at: str = "") -> None:
        super().__init__()
        self._goto = goto
        self._returning = returning
        self._waits_at = waits_at
        self._greets = not goto and not returning
        """True until the player has read the host's notice, if they came to the lobby first."""
        self._panel = LobbyPanel(self._page)
        self._waiting = False
        """True while a table is being opened: keys typed now are meant for it."""
        self._ahead: list[str] = []
        self._form: Form | None = None
        self._looks_around = self._arrived = False
        """Whether it follows the lobby; whether it has had a snapshot of it."""
        self._begun = ""
        """The id of a game of the player's that began while they were busy here: they go there afterwards."""
        self._turns = TurnTracker(self.follow_table, self._turn_changed, self._clock_runs)

    def compose(self) -> ComposeResult:
        """Yields the widgets of the screen."""
        yield self._panel
        yield self._line

    def on_mount(self) -> None:
        """Shows the lobby, or asks whether to go back to a running game."""
        self._show_turn()
        home = None if self._goto or self._returning else self._home()
        self._show(home or LobbySnapshot(self.session.port.name, (), ()))
        if home:
            self.session.greeting = home.notice
            self._turns.see(home.tables)
            self._ask_to_return(*home.tables)
        else:
            self._look_around()
        self._prompt()

    # What is shown

    def take_focus(self) -> None:
        """Puts the focus where it belongs when nothing is typed."""
        self._panel.focus()

    def key_pages(self) -> Sequence[tuple[str, str]]:
        """The keys of this screen and what they do."""
        return help_lines(self.texts, ACTIONS)

    def _page(self, width: int, height: int) -> LobbyPage:
        asking = self._turns.asking
        port = self.session.port
        account = port.account()
        shown = LobbyViewModel(
            self._lobby, self._selection.items, self._selection.index, self._form,
            port.now(), account.guest, asking,
            alone=not self._looks_around and bool(self._selection.items),
            new=is_new(account),
            host=port.ssh_host,
            provisional=account.provisional,
        )  # fmt: skip
        return page(self.texts, shown, width, height)

    def _prompt(self) -> None:
        """Shows what to do now, and with which keys."""
        texts = self.texts
        if self._form:
            self._line.prompt(texts._("Choose, then open the table."), labels(texts, FORM_ACTIONS))
            return
        you, item = self._lobby.you, self._item
        asked = item is not None and item.id in self._turns.asking
        actions = available_actions(item, self.session.port.home(), you)
        self._line.prompt(advice(texts, item, you, asked=asked), labels(texts, actions))

    def _renew(self) -> None:
        self._panel.renew()
        self._prompt()
        self.alarm.set(table_details.until_next(self._item, self.session.port.now()))

    def time_passed(self) -> None:
        """Updates the times that are shown."""
        self._renew()

    def _show(self, lobby: LobbySnapshot) -> None:
        self._lobby = lobby
        if self._greets and lobby.people:
            self._greets, self.session.greeting = False, lobby.notice
        if self._selection.update(lobby):
            self._waiting = False

    def _changed(self, lobby: LobbySnapshot) -> None:
        before, first = playing(self._lobby), not self._arrived
        self._show(lobby)
        began = playing(lobby) - before if not first else playing(lobby) & {self._waits_at}
        self._begun = next(iter(began), self._begun)
        if began and not self._is_busy:
            self._go_on()
            return
        self._turns.see(lobby.tables)
        self._arrived = True
        if first:
            self._arrive()
        self._press_what_was_typed_ahead()
        self._renew()
        if began:
            self.say(self.texts._("Your game has started: it opens as soon as you finish here."))

    @property
    def _is_busy(self) -> bool:
        """Whether a line, a question or the form is open, which the player finishes first."""
        return self.is_typing or self._form is not None

    def focus_back(self) -> None:
        """Gives the focus back when a line or a question is done."""
        super().focus_back()
        if self._begun:
            self.call_later(self._go_on)

    def _go_on(self) -> None:
        """Goes to a game that began in the meantime."""
        if self._begun and not self._is_busy:
            self.session.go_table(self._begun)

    def _turn_changed(self, begun: bool) -> None:
        self._show_turn()
        if begun:
            self.session.ring_bell()
        self._renew()

    def _clock_runs(self, table: TableSnapshot) -> None:
        self.session.follow_clock(table)

    def _show_turn(self) -> None:
        asking = [table.name for table in self._lobby.tables if table.id in self._turns.asking]
        self.session.show_turn(title_of_lobby(self.texts, asking), yours=bool(self._turns.asking))

    # Arriving

    def _arrive(self) -> None:
        """Goes where the player wanted to go, with the first snapshot; else chooses the table where they have
        a seat.
        """
        goto, self._goto = self._goto, ""
        port = self.session.port
        if goto and goto != LOBBY:
            self._go(table_of_link(port, goto, self._lobby.tables))
            return
        if note := unread_name_note(self.session, SLASH + word(self.texts, "name")):
            self.notice(note)
        if not goto:
            self._selection.choose(port.home() or "")

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        """Goes to a table as soon as the host returns its id; until then keys are kept."""
        self._waiting = True
        self.session.request(table, self.session.go_table, self.refused)

    def _home(self) -> LobbySnapshot | None:
        """Returns the lobby with only the running game at which this player has a seat; None: there
        is none.
        """
        home = self.session.port.home()
        try:
            return self.session.port.look(home) if home else None
        except Refused:  # it has just ended
            return None

    def _ask_to_return(self, home: TableInfo) -> None:
        """Asks before the lobby is followed: nearly every player returns to their table at once, and after a
        restart all of them come together.
        """
        question = self.texts._("Your seat at {table} is waiting. Go there now?", table=home.name)
        self.ask(question, lambda: self.session.go_table(home.id))

    def _look_around(self) -> None:
        if not self._looks_around:
            self._looks_around = True
            self.follow_lobby(self._changed)

    def on_command_line_closed(self) -> None:
        """Shows the lobby to a player who does not go to their table."""
        self._look_around()

    # Keys

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        if self.is_typing:
            return
        event.stop()
        if self._waiting:
            self._ahead += [event.key][: MOST_AHEAD - len(self._ahead)]
            return
        self._press(event.key)

    def _press(self, key: str) -> None:
        self.notice("")
        if self._form:
            self._in_form(key)
        else:
            self._in_list(key)
        self._renew()
        self._go_on()

    def _in_list(self, key: str) -> None:
        """Does what a key means in the list. Whether it is possible is left to the host, whose state may be
        newer than ours.
        """
        now = by_key(available_actions(self._item, self.session.port.home(), self._lobby.you))
        action = now.get(key) or by_key(ACTIONS).get(key)
        if action is CHOOSE:
            self._selection.step(LEAPS.get(key) or (-1 if key in BACKWARDS else 1))
        elif action:
            getattr(self, f"action_{action.name}")()
        else:
            self.notice(no_such_key(self.texts, key))

    def _press_what_was_typed_ahead(self) -> None:
        while self._ahead and not self._waiting:
            self._press(self._ahead.pop(0))

    def _in_form(self, key: str) -> None:
        if self._form is None:
            return
        step = -1 if key in BACKWARDS else 1
        action = by_key(FORM_ACTIONS).get(key)
        match action.name if action else "":
            case "field":
                self._form = other_field(self._form, step)
            case "value":
                self._form = other_value(self._form, step)
            case "open":
                self._open(self._form)
            case "back":
                self._form = None
            case _ if key.isdecimal() and int(key) in self._form.offer.seats:
                self._form = with_seats(self._form, int(key))
            case _ if key.isdecimal():
                self.notice(self.texts._("This game can't be played by {number} players.", number=key))
            case _:
                self.notice(no_such_key(self.texts, key))

    def action_new(self) -> None:
        """Opens the form."""
        self._form = form_for()

    def action_practice(self) -> None:
        """Opens a private table with bots at all other seats and starts it, for the game of the
        chosen item.
        """
        self._go(practice(self.session.port, self._item.game if self._item else offers()[0].game))

    def action_learn(self) -> None:
        """Goes to the lesson of the chosen item's game."""
        self._go(self.session.port.learn(self._item.game if self._item else offers()[0].game))

    def action_help(self) -> None:
        """Shows the keys."""
        self.show(self.texts._("Help: the lobby"), self.key_pages())

    def _open(self, form: Form) -> None:
        self._waiting = True
        work = self.session.port.open_table(
            form.offer.game, form.seats, form.options, private=form.private, clock=form.clock
        )
        self.session.request(work, self._opened, self.refused)

    def _opened(self, table: str) -> None:
        self._form, self._selection.awaited = None, table
        self._show(self._lobby)
        self._press_what_was_typed_ahead()
        self._renew()
        self._go_on()

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal and drops the keys typed ahead."""
        self._waiting = False
        self._ahead.clear()
        super().refused(refusal)
