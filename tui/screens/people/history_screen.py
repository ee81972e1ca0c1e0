"""Ended games, one's own or everybody's, and those that are being played now, as a list with filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.game import Refused
from tui.boards import PLAYABLE
from tui.host.history import HistoryFilter, HistoryGame, HistoryPage, ResultFilter
from tui.host.port import LobbySnapshot, TableInfo
from tui.host.table_search import RUNNING
from tui.language.actions import labels
from tui.presenters.people import history_words
from tui.presenters.people.dates import DAY
from tui.presenters.people.history_filter import described
from tui.screens.people import actions, rows
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.wire.terminal import palette

T = TypeVar("T")
RESULTS: tuple[ResultFilter | None, ...] = ("", "won", "lost", "none")
PERIODS = (None, 7, 30, 365)
"""Days up to now; None: all times."""
OWN, EVERYBODY, NOW = "own", "everybody", "now"
"""The lists, in their order."""
BACKWARDS = frozenset(("shift+tab", "left", "h"))
AHEAD = 5
"""Rows below the chosen one, for which the next page is asked for early."""


class HistoryScreen(ListScreen):
    """Shows the games that are wanted; `page` is the first of them, if the host was asked already."""

    actions = actions.HISTORY_ACTIONS

    def __init__(self, wanted: HistoryFilter, page: HistoryPage | None = None) -> None:
        super().__init__()
        self._filter, self._now = wanted, wanted.now
        self._whose: str | None = wanted.player or ""
        """Whose games the first list has; '': the player's own. None: a guest has none."""
        self._days: int | None = None
        self._games: list[HistoryGame] = []
        self._more, self._player = "", ""
        self._asked = 0
        """The number of the newest question to the host: older answers do not count."""
        self._waits = page is None and not wanted.now
        self._tables: tuple[TableInfo, ...] = ()
        if page is not None:
            self._accept(page)

    def on_mount(self) -> None:
        super().on_mount()
        if not self._whose and self.session.port.account().guest:
            self._whose = None
        self.follow_lobby(self._see)
        if self._waits:
            self._ask()

    # What is shown

    def view(self) -> RowsView:
        texts, port, width = self.texts, self.session.port, self._panel.size.width
        if self._now:
            listed = [rows.table_row(texts, table, width) for table in self._tables]
            nothing = history_words.none(texts, now=True)
            keys = labels(texts, (actions.WATCH, actions.LISTS, actions.HELP, actions.BACK))
            return RowsView(
                texts._("Being played now"), str(len(listed)), rows.table_headings(texts, width),
                listed or [_note(nothing)], (), keys,
            )  # fmt: skip
        listed = [rows.game_row(texts, game, port.now(), width) for game in self._games]
        game = self._chosen_game
        details = rows.game_details(texts, game, port.ssh_host) if game else ()
        nothing = texts._("Asking the host ...") if self._waits else history_words.none(texts)
        offered = (
            *((actions.REPLAY, actions.ANALYSIS, actions.RECORD, actions.PLAYER) if listed else ()),
            *(actions.LISTS, actions.GAME, actions.RESULT, actions.PERIOD, actions.HELP, actions.BACK),
        )
        return RowsView(
            described(texts, self._filter, self._player, port.name),
            f"{len(listed)}{'+' if self._more else ''}",
            rows.game_headings(texts, width),
            listed or [_note(nothing)],
            details,
            labels(texts, offered),
        )

    @property
    def _chosen_game(self) -> HistoryGame | None:
        at = self._panel.at
        return self._games[at] if not self._now and at < len(self._games) else None

    def _see(self, _: LobbySnapshot) -> None:
        if self._now:
            self._find_tables()

    def _find_tables(self) -> None:
        """Shows what is being played: the lobby's snapshot has only a page of it."""
        self._tables = self.session.port.find_tables(RUNNING).tables
        self.renew()

    # Asking the host

    def _ask(self, before: str = "") -> None:
        """Asks for the games that are wanted now, or for those after a place."""
        self._asked += 1
        asked, wanted = self._asked, replace(self._filter, before=before)

        def take(page: HistoryPage) -> None:
            if asked == self._asked:
                self._accept(page, further=bool(before))
                self.renew()

        if not before:
            self._games, self._more, self._waits = [], "", True
        self.session.request(self.session.port.history(wanted), take, self._failed)

    def _failed(self, refusal: Refused) -> None:
        self._waits = False
        self.renew()
        self.refused(refusal)

    def _accept(self, page: HistoryPage, *, further: bool = False) -> None:
        self._games = [*(self._games if further else ()), *page.games]
        self._more, self._player, self._waits = page.more, page.player, False

    def chosen(self) -> None:
        if self._more and self._panel.at >= len(self._games) - AHEAD:
            more, self._more = self._more, ""
            self._ask(more)
        self.renew()

    def _want(self, wanted: HistoryFilter) -> None:
        """Shows other games, from the first."""
        self._now, self._filter = False, wanted
        self._panel.step(-1 << 20)
        self._ask()
        self.renew()

    # Keys

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "open": self.action_open,
            "analysis": self.action_analysis,
            "record": self.action_record,
            "player": self.action_player,
            "lists": self.action_lists,
            "game": self.action_game,
            "result": self.action_result,
            "period": self.action_period,
        }

    def action_open(self) -> None:
        """Looks at the chosen game again, or watches it."""
        kind, _, name = self._panel.choice.partition(":")
        if kind + ":" == rows.TABLE_ROW:
            self.session.go_table(name)
        elif name:
            self.replay(name)

    def action_player(self) -> None:
        """Shows the profile of a player of the chosen game."""
        game, number = self._chosen_game, int(self.pressed)
        if game and number <= len(game.seats):
            self.show_player_of(game, number)

    def action_lists(self) -> None:
        """Goes to the next list, or to the one before."""
        lists = (*(() if self._whose is None else (OWN,)), EVERYBODY, NOW)
        here = NOW if self._now else EVERYBODY if self._filter.everybody else OWN
        by = -1 if self.pressed in BACKWARDS else 1
        there = lists[(lists.index(here) + by) % len(lists)]
        if there == NOW:
            self._now = True
            self._find_tables()
        else:
            self._want(replace(self._filter, player=self._whose, everybody=there != OWN, result=""))

    def action_game(self) -> None:
        """Shows the next kind of game, or all."""
        games: tuple[str | None, ...] = ("", *PLAYABLE)
        self._want(replace(self._filter, game=_next(games, self._filter.game)))

    def action_result(self) -> None:
        """Shows games with the next result, or all."""
        if self._filter.everybody:
            self._panel.say(self.texts._("Everybody's games can't be shown by result."))
            return
        self._want(replace(self._filter, result=_next(RESULTS, self._filter.result)))

    def action_period(self) -> None:
        """Shows the games of the next period, or of all times."""
        self._days = _next(PERIODS, self._days)
        since = self.session.port.now() - self._days * DAY if self._days else None
        self._want(replace(self._filter, since=since, until=None))


def _next(values: tuple[T, ...], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)]


def _note(text: str) -> ListRow:
    return ListRow([(text, palette.DIM)])
