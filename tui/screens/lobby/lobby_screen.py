"""The lobby: who is here, which tables there are, and how to get to one of them by keys or commands.

What is shown is made in `form` and `page`, what is chosen is kept in `selection`, and what can be done is in
`lobby_commands`; this screen takes keys and asks the host.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key

from engine.game import Refused
from tui.actions.catalogue import SLASH, word
from tui.actions.dispatch import run_command
from tui.host.alarm import Alarm
from tui.host.port import LobbySnapshot, Port, TableInfo, TableSnapshot
from tui.language.actions import answer_keys, by_key, help_lines, labels, no_such_key
from tui.language.notices import slow_line, unchosen_name_note
from tui.language.texts import N_, Texts, Translatable
from tui.presenters import table_details, turns
from tui.presenters.area import signs_of
from tui.presenters.deep_links import DAILY_LIST, LOBBY, PLAY, REPLAY, table_of_link
from tui.presenters.hints import is_new
from tui.presenters.listing import Item, OfferedGame, advice, brief_advice, explained, playing, unfinished
from tui.presenters.lobby_actions import ACTIONS, CHOOSE, PAGE, PAGE_UP, SECTION, TAKE_NAME, available_actions
from tui.presenters.turns import TurnTracker, title_of_lobby
from tui.screens.lobby.form import form_actions
from tui.screens.lobby.lists import LobbyViewModel
from tui.screens.lobby.lobby_forms import BACKWARDS
from tui.screens.lobby.lobby_pages import LobbyPages
from tui.screens.lobby.news_of_day import NewsOfDay
from tui.screens.lobby.page import THREE_FROM, LobbyPage, page
from tui.screens.lobby.panel import LobbyPanel
from tui.widgets.command_line import Keys

RETURNING = "to the table"
"""The question whether to go back to a running game, as in `tui.wire.line.questions`."""
LINE_ROWS = 2
"""Rows of the line at the bottom."""
REST = 0.4
"""Seconds after which a choice that has not moved is told at length."""
FORM_PROMPTS: Mapping[str, Translatable] = MappingProxyType(
    {
        "table": N_("Choose, then open the table."),
        "practice": N_("Choose, then play."),
        "match": N_("Look for people who want to play now."),
    }
)
LEAPS = {"K": -8, "J": 8, "home": -9999, "end": 9999}


class LobbyScreen(LobbyPages):
    """Shows the lobby and lets its player go to a table. `returning`: the player comes back from a table and
    is not asked whether to go there. `waits_at` is that table if its game had not begun; `played` is its game
    if that was over, `learned` if that was a lesson.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "help", priority=True)]

    def __init__(
        self,
        goto: str = "",
        *,
        returning: bool = False,
        waits_at: str = "",
        played: str = "",
        learned: bool = False,
    ) -> None:
        super().__init__()
        self._goto = goto
        self._returning = returning
        self._waits_at = waits_at
        self._played, self._learned = played, learned
        self._greets = not goto and not returning
        """True until the player has read the host's notice, if they came to the lobby first."""
        self._panel = LobbyPanel(self._page)
        self._arrived = False
        """Whether it has had a snapshot of the lobby."""
        self._begun = ""
        """The id of a game of the player's that began while they were busy here: they go there afterwards."""
        self._told: Item | None = None
        self._returns: int | None = None
        """The number of the line's question whether to go back to a running game."""
        self._moved = 0
        """How often the keys of what is chosen have got another meaning by themselves."""
        self._news = NewsOfDay(self._renew)
        self._rests = True
        """Whether the choice has not moved for a while."""
        self._resting = Alarm(lambda: self.call_later(self._rested))
        self._turns = TurnTracker(self.follow_table, self._turn_changed, self._clock_runs)

    def compose(self) -> ComposeResult:
        yield self._panel
        yield self._line

    def on_mount(self) -> None:
        """Shows the lobby, or asks whether to go back to a running game."""
        self._show_turn()
        home = None if self._goto or self._returning else home_of(self.session.port)
        self._show(home or LobbySnapshot(self.session.port.name, (), ()))
        if home:
            self._selection.choose(home.tables[0].id)
            self.session.greeting = home.notice
            self._turns.see(home.tables)
            self._ask_to_return(home)
        else:
            self._look_around()
        self._prompt()

    # What is shown

    def take_focus(self) -> None:
        self._panel.focus()

    def key_pages(self) -> Sequence[tuple[str, str]]:
        offered = (TAKE_NAME,) if self.session.port.account().login_name else ()
        return help_lines(self.texts, (*offered, *ACTIONS))

    def _page(self, width: int, height: int) -> LobbyPage:
        port = self.session.port
        account = port.account()
        shown = LobbyViewModel(
            self._lobby, self._selection.sections, self._selection.index, self._form,
            port.now(), self._turns.turns, account.guest,
            alone=self._looks_around is None and bool(self._lobby.tables),
            new=is_new(account),
            host=port.ssh_host,
            provisional=account.provisional,
            named=unchosen_name_note(self.texts, account, SLASH + word(self.texts, "name"), TAKE_NAME.shown)
            if is_new(account) else "",
            searched=self._searched,
            told=self._told,
            today=self._news.today,
            week=self._news.week,
            results=self._news.results,
            signs=signs_of(self.session.showing),
            unread={table.id: self.session.unread_at(table.id) for table in self._selection.sections.seats},
        )  # fmt: skip
        return page(self.texts, shown, width, height)

    def _prompt(self) -> None:
        """Shows what to do now, and with which keys."""
        texts = self.texts
        if self._form:
            said = texts.of(FORM_PROMPTS[self._form.purpose])
            self._line.prompt(said, labels(texts, form_actions(self._form)), asked=True)
            return
        you, item = self._lobby.you, self._item
        asked = item is not None and item.id in self._turns.asking
        new = is_new(self.session.port.account())
        actions = available_actions(item, self.session.port.home(), you, new=new)
        if isinstance(item, TableInfo) and self._has_pages(self._panel.tables):
            actions = (*actions[:2], PAGE, *actions[2:])
        if self.session.port.account().login_name:
            actions = (*actions[:1], TAKE_NAME, *actions[1:])
        game = item.game if isinstance(item, OfferedGame) else ""
        begun = unfinished(self._lobby.tables, game)
        learned = self._learned and game == self._played
        said = advice(texts, item, you, asked=asked, practice=begun, new=new, learned=learned)
        if cell_len(said) > self.size.width - 2:
            said = brief_advice(texts, item, asked=asked, practice=begun)
        self._line.prompt(said, labels(texts, actions), asked=True)

    def _renew(self) -> None:
        self._tell()
        self._panel.renew()
        self._prompt()
        now = self.session.port.now()
        waits = table_details.until_next(self._item, now), turns.until_next(self._turns.turns.values(), now)
        self.alarm.set(min((wait for wait in waits if wait is not None), default=None))

    def time_passed(self) -> None:
        self._renew()

    def _tell(self) -> None:
        """Follows the choice with the rules of a game, which are long, once it rests."""
        if self._rests or not isinstance(self._item, OfferedGame):
            self._told = self._item

    def _rested(self) -> None:
        self._rests = True
        self._renew()

    def _show(self, lobby: LobbySnapshot) -> None:
        if self._greets and lobby.people:
            self._greets, self.session.greeting = False, lobby.notice
        self._list(lobby, self._turns.asking)
        self._tell()

    @property
    def question(self) -> Hashable:
        """What keys act on: whether to go back to a running game is asked before there is a screen, too."""
        asked = self._line.question
        return super().question if asked is None or asked != self._returns else RETURNING

    @property
    def asked(self) -> Hashable:
        """The form, or what is chosen: going to something else is no question, its coming by itself is."""
        return self._forms if self._form else 0, self._moved

    @property
    def _offered(self) -> tuple[str, ...]:
        """What is chosen, and the names of what acting keys do with it."""
        item = self._item
        actions = available_actions(item, self.session.port.home(), self._lobby.you)
        return item.id if item else "", *(action.name for action in actions if action.acts)

    def _changed(self, lobby: LobbySnapshot) -> None:
        offered = self._offered
        self._take_news(lobby)
        if self._offered != offered:
            self._moved += 1

    def _take_news(self, lobby: LobbySnapshot) -> None:
        before, first = playing(self._lobby), not self._arrived
        is_said = lobby.chat != self._lobby.chat
        self._show(lobby)
        if is_said:
            self.renew_log()
        began = playing(lobby) - before if not first else playing(lobby) & {self._waits_at}
        self._begun = next(iter(began), self._begun)
        if began and not self._is_busy:
            self._go_on()
            return
        self._turns.see(lobby.tables)
        self._arrived = True
        if first:
            self._arrive()
        self._renew()
        self._ask_for_news()
        if began:
            self.say(self.texts._("Your game has started: it opens as soon as you finish here."))

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= THREE_FROM[0]

    def _ask_for_news(self) -> None:
        self._news.ask(self.session, [game.id for game in self._lobby.finished], wide=self._is_wide)

    def on_resize(self) -> None:
        """Says what to do in as many words as have room, and asks for what only wide windows show."""
        if self._arrived:
            self._prompt()
        if self._arrived and self._news.week is None and self._is_wide:
            self._news.ask_for_week(self.session)

    @property
    def _is_busy(self) -> bool:
        """Whether a line, a question or the form is open, which the player finishes first."""
        return self.is_typing or self._form is not None

    def focus_back(self) -> None:
        super().focus_back()
        if self._begun:
            self.call_later(self._go_on)

    def _go_on(self) -> None:
        """Goes to a game that began in the meantime."""
        if self._begun and not self._is_busy:
            self.session.go_table(self._begun)

    def _turn_changed(self, begun: bool) -> None:
        self._show_turn()
        self._list(self._lobby, self._turns.asking)
        if begun:
            self.session.bells.turn_begins()
        self._renew()

    def _clock_runs(self, table: TableSnapshot) -> None:
        self.session.bells.follow_clock(table)

    def _show_turn(self) -> None:
        asking = [table.name for table in self._lobby.tables if table.id in self._turns.asking]
        self.session.show_turn(title_of_lobby(self.texts, asking), yours=bool(self._turns.asking))

    # Arriving

    def _arrive(self) -> None:
        """Goes where the player wanted to go, with the first snapshot; else chooses the table of a seat."""
        goto, self._goto = self._goto, ""
        session, port = self.session, self.session.port
        if goto.startswith(REPLAY):
            session.request(port.replay(goto.removeprefix(REPLAY).strip()), session.go_replay, self.refused)
            return
        if goto == DAILY_LIST:
            run_command(self, "daily")
            return
        if goto and goto not in {LOBBY, PLAY}:
            self._go(table_of_link(port, goto))
            return
        helps = slow_line(self.texts) if session.is_slow and not self._returning else ""
        if not self._line.has_notice:  # a guest may be reading of the rules of conduct
            self.notice(helps)
        if goto == PLAY:
            self.action_practice()
        else:
            again = OfferedGame(self._played).id if self._played else ""
            waiting = next((table.id for table in self._selection.sections.seats), "")
            self._selection.choose(self._waits_at or port.home() or again or waiting)

    def _ask_to_return(self, home: LobbySnapshot) -> None:
        """Asks before the lobby is followed: nearly every player returns to their table at once, and after a
        restart all of them come together. (`tui.app.way_back` asks the same before there is a screen.)
        """
        self.ask(question_to_return(self.texts, home)[0], lambda: self.session.go_table(home.tables[0].id))
        self._returns = self._line.question

    def on_unmount(self) -> None:
        self._resting.stop()

    def on_command_line_closed(self) -> None:
        """Shows the lobby to a player who does not go to their table."""
        self._look_around()

    # Keys

    def on_key(self, event: Key) -> None:
        """Does what the key means here: where nothing has pages, their keys show what was said."""
        shows_log = event.key in PAGE.keys and (not self._has_pages(self._panel.tables) or self._is_busy)
        if shows_log:
            self.command_log("")
        if shows_log or self.is_typing:
            return
        event.stop()
        if self._waiting:
            self.drops_keys = True
            return
        self._press(event.key)

    def _press(self, key: str) -> None:
        self.notice("")
        before = self._item
        if self._form:
            self._in_form(key)
        else:
            self._in_list(key)
        if self._item is not before:
            self._rests = False
            self._resting.set(REST)
        self._renew()
        self._go_on()

    def _in_list(self, key: str) -> None:
        """Does what a key means in the list. Whether it is possible is left to the host, whose state may be
        newer than ours.
        """
        now = by_key(available_actions(self._item, self.session.port.home(), self._lobby.you))
        action = now.get(key) or by_key(ACTIONS).get(key)
        if self.takes_login_name(key):
            return
        if action is SECTION:
            self._selection.leap(-1 if key in BACKWARDS else 1)
        elif action is PAGE:
            self._turn_page(-1 if key == PAGE_UP else 1, self._panel.tables, self._panel.before)
        elif action is CHOOSE:
            self._selection.step(LEAPS.get(key) or (-1 if key in BACKWARDS else 1))
        elif action:
            self.press(key, (action,))
        else:
            self.notice(no_such_key(self.texts, key))

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {**super().keyed, "help": self.action_help}

    def announce(self, text: str) -> None:
        """Shows news, and the number of unread chat lines at the player's tables; news may be of a cup."""
        super().announce(text)
        self._renew()
        if self._news.today and self._news.today.cup:
            self._news.is_old()
            self._ask_for_news()

    def action_help(self) -> None:
        """Explains what is chosen, then shows the keys."""
        item, now = self._item, self.session.port.now()
        about = [explained(self.texts, item, now), ("", "")] if item else []
        self.show(self.texts._("Help: the lobby"), [*about, *self.key_pages()])


def home_of(port: Port) -> LobbySnapshot | None:
    """Returns the lobby with only the running game at which the player has a seat; None: there is none."""
    home = port.home()
    try:
        return port.look(home) if home else None
    except Refused:  # it has just ended
        return None


def question_to_return(texts: Texts, home: LobbySnapshot) -> tuple[str, Keys]:
    """Returns the question whether to go to the only table of `home_of`, and the keys that answer it."""
    name = home.tables[0].name
    return texts._("Your seat at {table} is waiting. Go there now?", table=name), answer_keys(texts)
