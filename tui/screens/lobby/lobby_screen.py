"""The lobby: who is here, which tables there are, and the way to one of them by keys or commands.

What is shown is worked out in `form` and `page`, what can be done is in `lobby_commands`; this screen
keeps what is chosen, takes keys and asks the host.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.events import Key

from engine.game import Refused
from tui.commands.account import HINTS
from tui.host.port import Lobby, TableInfo
from tui.presenters import table_details
from tui.presenters.deep_links import practice, table_for
from tui.presenters.listing import Item, advice, playing, sorted_items
from tui.presenters.lobby_actions import ACTIONS, CHOOSE, available_actions
from tui.presenters.offers import offers
from tui.presenters.turns import Turns
from tui.screens.lobby.form import FORM_ACTIONS, Form, form_for, other_field, other_value, with_seats
from tui.screens.lobby.lobby_commands import LobbyCommands
from tui.screens.lobby.page import LobbyPage, LobbyViewModel, page
from tui.screens.lobby.panel import LobbyPanel
from tui.widgets.actions import by_key, help_lines, labels, no_such_key

BACKWARDS = ("up", "k", "left", "h", "shift+tab")
LEAPS = {"pageup": -8, "pagedown": 8, "home": -9999, "end": 9999}
JOIN, WATCH, HERE = "join ", "watch ", "lobby"
MOST_AHEAD = 16
"""Keys that are kept for a table that is being opened."""


class LobbyScreen(LobbyCommands):
    """Shows the lobby and goes where its player wants. Whoever comes back to it from a table is not
    asked whether to go there: `returning`; and `waits_at` is that table where its game had not begun.
    """

    def __init__(self, goto: str = "", *, returning: bool = False, waits_at: str = "") -> None:
        super().__init__()
        self._goto = goto
        self._returning = returning
        self._waits_at = waits_at
        self._panel = LobbyPanel(self._page)
        self._lobby = Lobby("", (), ())
        self._items: tuple[Item, ...] = ()
        self._chosen = ""
        self._at = 0
        self._awaited = ""
        """A table just opened, to be chosen as soon as a picture shows it."""
        self._waiting = False
        """A table is being opened: the keys typed now are meant for it."""
        self._ahead: list[str] = []
        self._form: Form | None = None
        self._looks_around = self._arrived = False
        """Follows the lobby; has had a picture of it."""
        self._begun = ""
        """A game of the player's that began while they did something here: it is gone to afterwards."""
        self._turns = Turns(self.follow_table, self._turn_changed)

    def compose(self) -> ComposeResult:
        """Yields the widgets of the screen."""
        yield self._panel
        yield self._line

    def on_mount(self) -> None:
        """Shows the lobby, or asks whether to go back to a running game."""
        self.session.your_turn(False)
        home = None if self._goto or self._returning else self._home()
        self._show(home or Lobby(self.session.port.name, (), ()))
        if home:
            self._turns.see(home.tables)
            self._ask_to_return(*home.tables)
        else:
            self._look_around()
        self._prompt()

    # What is shown

    @property
    def _item(self) -> Item | None:
        return self._items[self._at] if self._items else None

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about; None: there is none."""
        return self._item if isinstance(self._item, TableInfo) else None

    @property
    def record(self) -> str:
        """The id of the game whose record is meant; empty: there is none."""
        return self._item.id if self._item else ""

    @property
    def chat_table(self) -> str | None:
        """The id of the table at which one talks here; None: in the lobby."""
        return None

    @property
    def chat_hint(self) -> str:
        """Who will read what is being typed."""
        return self.texts._("Everyone in the lobby will see this.")

    @property
    def names(self) -> Iterable[str]:
        """Names that are completed when they are typed."""
        return (*self._lobby.people, *(table.name for table in self._lobby.tables))

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
            self._lobby, self._items, self._at, self._form, port.now(), account.guest, asking,
            alone=not self._looks_around and bool(self._items),
            new=HINTS not in account.settings,
        )  # fmt: skip
        return page(self.texts, shown, width, height)

    def _prompt(self) -> None:
        """What to do now, and with which keys."""
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
        """Shows the time anew."""
        self._renew()

    def _show(self, lobby: Lobby) -> None:
        self._lobby, self._items = lobby, sorted_items(lobby)
        ids = [item.id for item in self._items]
        if self._awaited in ids:
            self._chosen, self._awaited, self._waiting = self._awaited, "", False
        self._at = ids.index(self._chosen) if self._chosen in ids else min(self._at, max(0, len(ids) - 1))
        self._chosen = ids[self._at] if ids else ""

    def _changed(self, lobby: Lobby) -> None:
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
        """Whether a line, a question or the form is open: whoever is at it finishes first."""
        return self.is_typing or self._form is not None

    def focus_back(self) -> None:
        """Gives the focus back when a line or a question is done."""
        super().focus_back()
        if self._begun:
            self.call_later(self._go_on)

    def _go_on(self) -> None:
        """Goes to a game that began."""
        if self._begun and not self._is_busy:
            self.session.go_table(self._begun)

    def _turn_changed(self, begun: bool) -> None:
        self.session.your_turn(bool(self._turns.asking))
        if begun:
            self.session.ring()
        self._renew()

    # Arriving

    def _arrive(self) -> None:
        """The first picture: where this player wanted to go, or where a seat is waiting."""
        goto, self._goto = self._goto, ""
        port = self.session.port
        if goto.startswith(JOIN):
            self._go(port.join(goto.removeprefix(JOIN).strip()))
        elif goto.startswith(WATCH):
            self._go(port.watch(goto.removeprefix(WATCH).strip()))
        elif goto == HERE:
            return
        elif goto:
            self._go(table_for(port, goto, self._lobby.tables))
        else:
            home = port.home()
            for table in self._lobby.tables:
                if table.id == home:
                    self._choose(table)

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        """Goes to a table as soon as the host says which; until then keys do nothing here."""
        self._waiting = True
        self.session.request(table, self.session.go_table, self.refused)

    def _home(self) -> Lobby | None:
        """The running game at which this player has a seat, and no more of the lobby."""
        home = self.session.port.home()
        try:
            return self.session.port.look(home) if home else None
        except Refused:  # it ended just now
            return None

    def _ask_to_return(self, home: TableInfo) -> None:
        """Asks before the lobby is looked at: nearly everybody goes on to their table at once, and
        after a restart all of them come together.
        """
        question = self.texts._("Your seat at {table} is waiting. Go there now?", table=home.name)
        self.ask(question, lambda: self.session.go_table(home.id))

    def _look_around(self) -> None:
        if not self._looks_around:
            self._looks_around = True
            self.follow_lobby(self._changed)

    def on_command_line_closed(self) -> None:
        """Whoever does not go to their table sees the lobby."""
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
        """Whether it can be done is the host's to say: its picture may be ahead of ours."""
        now = by_key(available_actions(self._item, self.session.port.home(), self._lobby.you))
        action = now.get(key) or by_key(ACTIONS).get(key)
        if action is CHOOSE:
            self._step(LEAPS.get(key) or (-1 if key in BACKWARDS else 1))
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

    def _step(self, step: int) -> None:
        if self._items:
            self._choose(self._items[min(max(self._at + step, 0), len(self._items) - 1)])

    def _choose(self, item: Item) -> None:
        self._at, self._chosen = self._items.index(item), item.id

    def action_new(self) -> None:
        """Opens the form."""
        self._form = form_for()

    def action_practice(self) -> None:
        """A private table, bots at all its other seats, and the deal: of the game of what is chosen."""
        self._go(practice(self.session.port, self._item.game if self._item else offers()[0].game))

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
        self._form, self._awaited = None, table
        self._show(self._lobby)
        self._press_what_was_typed_ahead()
        self._renew()
        self._go_on()

    def refused(self, refusal: Refused) -> None:
        """Words a refusal and forgets what was typed ahead."""
        self._waiting = False
        self._ahead.clear()
        super().refused(refusal)
