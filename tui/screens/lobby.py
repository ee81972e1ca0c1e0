"""The lobby: who is here, which tables there are, and the way to one of them by keys.

What can be done and what is shown is worked out in `lobby_tables`, `lobby_form` and
`lobby_page`; this screen keeps what is chosen, hears keys and asks the host.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual.app import ComposeResult
from textual.events import Key

from engine.game import Refused
from tui.actions import by_key, help_lines, key_name, labels
from tui.port import Lobby, TableInfo
from tui.refusals import refusal_text
from tui.screens.arriving import table_for
from tui.screens.base import HouseScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby_form import FORM_ACTIONS, Form, form_for, other_field, other_value, with_seats
from tui.screens.lobby_page import Page, Shown, page
from tui.screens.lobby_panel import LobbyPanel
from tui.screens.lobby_tables import ACTIONS, CHOOSE, advice, ordered, possible

BACKWARDS = ("up", "k", "left", "h", "shift+tab")
JOIN = "join "
MOST_AHEAD = 16
"""Keys that are kept for a table that is being opened."""


class LobbyScreen(HouseScreen):
    """Shows the lobby and goes where its player wants."""

    def __init__(self, goto: str = "") -> None:
        super().__init__()
        self._goto = goto
        self._lobby = Lobby("", (), ())
        self._tables: tuple[TableInfo, ...] = ()
        self._chosen = ""
        self._at = 0
        self._awaited = ""
        """A table just opened, to be chosen as soon as a picture shows it."""
        self._waiting = False
        """A table is being opened: the keys typed now are meant for it."""
        self._ahead: list[str] = []
        self._form: Form | None = None
        self._notice = ""
        self._pending: Callable[[], None] | None = None
        self._arrived = False

    def compose(self) -> ComposeResult:
        yield LobbyPanel(self._page)

    def on_mount(self) -> None:
        self.house.your_turn(False)
        self._show(Lobby(self.house.port.name, (), ()))
        self.follow_lobby(self._changed)

    # What is shown

    @property
    def _table(self) -> TableInfo | None:
        return self._tables[self._at] if self._tables else None

    def _page(self, width: int, height: int) -> Page:
        texts = self.house.texts
        sentence = texts._("Choose, then open the table.") if self._form else advice(texts, self._table)
        refusal = bool(self._notice) and self._pending is None
        shown = Shown(
            self._lobby,
            self._tables,
            self._table,
            self._form,
            self._notice or sentence,
            refusal,
            self._keys(),
        )
        return page(texts, shown, width, height)

    def _keys(self) -> tuple[tuple[str, str], ...]:
        """Which keys do something now, and what."""
        texts = self.house.texts
        if self._pending:
            yes = (key_name(texts, "Enter"), texts._("yes"))
            return (yes, (texts._("any other key"), texts._("no")))
        if self._form:
            return labels(texts, FORM_ACTIONS)
        return labels(texts, possible(self._table, self.house.port.home()))

    def _renew(self) -> None:
        self.query_one(LobbyPanel).renew()

    def _show(self, lobby: Lobby) -> None:
        self._lobby, self._tables = lobby, ordered(lobby)
        ids = [table.id for table in self._tables]
        if self._awaited in ids:
            self._chosen, self._awaited, self._waiting = self._awaited, "", False
        self._at = ids.index(self._chosen) if self._chosen in ids else min(self._at, max(0, len(ids) - 1))
        self._chosen = ids[self._at] if ids else ""

    def _changed(self, lobby: Lobby) -> None:
        seated = {table.id for table in self._tables if table.your_seat and table.stage == "open"}
        self._show(lobby)
        begun = [table.id for table in self._tables if table.id in seated and table.stage == "running"]
        if not self._arrived:
            self._arrived = True
            self._arrive()
        elif begun and not self._form:
            self.house.go_table(begun[0])
            return
        self._press_what_was_typed_ahead()
        self._renew()

    def _say(self, notice: str) -> None:
        self._notice = notice
        self._renew()

    # Arriving

    def _arrive(self) -> None:
        """The first picture: where this player wanted to go, or where a seat is waiting."""
        goto, self._goto = self._goto, ""
        port = self.house.port
        if goto.startswith(JOIN):
            self._go(port.join(goto.removeprefix(JOIN).strip()))
        elif goto:
            self._go(table_for(port, goto, self._lobby.tables))
        else:
            self._ask_to_return()

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        """Goes to a table as soon as the host says which; until then keys do nothing here."""
        self._waiting = True
        self.house.request(table, self.house.go_table, self._refused)

    def _ask_to_return(self) -> None:
        home = self.house.port.home()
        table = next((table for table in self._tables if table.id == home), None)
        if table:
            self._choose(table)
            self._confirm(
                self.house.texts._("Your seat at {table} is waiting. Go there now?", table=table.name),
                lambda: self.house.go_table(table.id),
            )

    # Keys

    def on_key(self, event: Key) -> None:
        event.stop()
        if self._waiting:
            self._ahead += [event.key][: MOST_AHEAD - len(self._ahead)]
            return
        self._press(event.key)
        self._renew()

    def _press(self, key: str) -> None:
        pending, self._pending, self._notice = self._pending, None, ""
        if pending:
            if key == "enter":
                pending()
        elif self._form:
            self._in_form(key)
        else:
            self._in_list(key)

    def _in_list(self, key: str) -> None:
        """Whether it can be done is the host's to say: its picture may be ahead of ours."""
        now = by_key(possible(self._table, self.house.port.home()))
        action = now.get(key) or by_key(ACTIONS).get(key)
        if action is CHOOSE:
            self._step(-1 if key in BACKWARDS else 1)
        elif action:
            getattr(self, f"do_{action.name}")()

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
            case _ if key.isdecimal():
                self._form = with_seats(self._form, int(key))

    def _step(self, step: int) -> None:
        if self._tables:
            self._choose(self._tables[min(max(self._at + step, 0), len(self._tables) - 1)])

    def _choose(self, table: TableInfo) -> None:
        self._at, self._chosen = self._tables.index(table), table.id

    def _confirm(self, question: str, act: Callable[[], None]) -> None:
        self._notice, self._pending = question, act

    def action_way_out(self) -> None:
        """Ctrl+C."""
        self.do_quit()
        self._renew()

    # Actions

    def do_sit(self) -> None:
        """Takes a seat at the chosen table."""
        self._request(lambda port, table: port.sit(table))

    def do_go(self) -> None:
        """Goes to the chosen table."""
        if self._table:
            self.house.go_table(self._table.id)

    def do_home(self) -> None:
        """Goes to the own running game."""
        home = self.house.port.home()
        if home:
            self.house.go_table(home)
        else:
            self._notice = self.house.texts._("You have no running game.")

    def do_new(self) -> None:
        """Opens the form."""
        self._form = form_for()

    def do_add_bot(self) -> None:
        """Gives a free seat to a bot."""
        self._request(lambda port, table: port.add_bot(table))

    def do_remove_bot(self) -> None:
        """Sends a bot away."""
        self._request(lambda port, table: port.remove_bot(table))

    def do_start(self) -> None:
        """Starts the game; the picture of the lobby that follows leads to it."""
        self._request(lambda port, table: port.start(table))

    def do_stand_up(self) -> None:
        """Leaves the seat, after a second key."""
        if self._table:
            question = self.house.texts._("Leave your seat at {table}?", table=self._table.name)
            self._confirm(question, lambda: self._request(lambda port, table: port.leave(table)))

    def do_quit(self) -> None:
        """Leaves, after a second key."""
        self._confirm(self.house.texts._("Leave crownhouse?"), self.house.leave)

    def do_help(self) -> None:
        """Shows the keys."""
        texts = self.house.texts
        self.app.push_screen(HelpScreen(texts._("Help: the lobby"), help_lines(texts, ACTIONS)))

    def _open(self, form: Form) -> None:
        self._waiting = True
        work = self.house.port.open_table(form.offer.game, form.seats, form.options)
        self.house.request(work, self._opened, self._refused)

    def _opened(self, table: str) -> None:
        self._form, self._awaited = None, table
        self._show(self._lobby)
        self._press_what_was_typed_ahead()
        self._renew()

    def _request(self, ask: Callable[[Any, str], Coroutine[Any, Any, Any]]) -> None:
        if self._table:
            self.house.request(ask(self.house.port, self._table.id), None, self._refused)

    def _refused(self, refused: Refused) -> None:
        self._waiting = False
        self._ahead.clear()
        self._say(refusal_text(self.house.texts, refused))
