"""What keys and typed commands do in the lobby, and which table they are about. They send requests to the
host or leave the lobby; what is shown is left to the subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from tui.actions.dispatch import run_command
from tui.host.port import LobbySnapshot, TableInfo
from tui.presenters.listing import Item, OfferedGame
from tui.screens.base.line_screen import LineScreen
from tui.screens.lobby.selection import Selection
from tui.widgets.panel import Part
from tui.wire.terminal import palette


class LobbyCommands(LineScreen, inherit_bindings=False):
    """Subclasses show the lobby, and let keys change what is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._lobby = LobbySnapshot("", (), ())
        self._selection = Selection()

    # What commands are about

    @property
    def _item(self) -> Item | None:
        return self._selection.item

    @property
    def current_table(self) -> TableInfo | None:
        return self._item if isinstance(self._item, TableInfo) else None

    def _chosen_table(self) -> TableInfo | None:
        """Returns the chosen table; if there is none, says so."""
        if self.current_table is None:
            self.notice(self.texts._("Which table? Choose or open one in the lobby."))
        return self.current_table

    @property
    def current_game(self) -> str:
        return self._item.game if self._item else ""

    @property
    def record(self) -> str:
        item = self._item
        return "" if item is None or isinstance(item, OfferedGame) else item.id

    @property
    def chat_hint(self) -> str:
        return self.texts._("Everyone in the lobby will see this.")

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        tables = [table.name for table in self._lobby.tables]
        return {"player": self.session.port.people(), "table": tables}

    def log_paragraphs(self) -> Sequence[tuple[Part, ...]]:
        lobby = self._lobby
        styles = (palette.STRONG, palette.MINE)
        said = (
            ((f"{line.name}:", styles[line.name == lobby.you]), (f" {line.text}", palette.TEXT))
            for line in lobby.chat
        )
        return [*([((lobby.notice, palette.ACCENT),)] if lobby.notice else []), *said]

    # Commands and actions

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "way_out": self.action_way_out,
            "go": self.action_go,
            "watch": self.action_watch,
            "history": self.action_history,
            "practice": self.action_practice,
            "home": self.action_home,
            "kick": partial(self.open_line, "/kick "),
        }

    def action_way_out(self) -> None:
        """Ctrl+C."""
        self.command_quit("")

    def action_go(self) -> None:
        """Goes to the chosen table."""
        table = self._chosen_table()
        if table:
            self.session.go_table(table.id)

    action_watch = action_go

    def action_history(self) -> None:
        """Shows ended games: the player's own; a guest, who has none, sees everybody's."""
        whose = "" if not self.session.port.account().guest else "all"
        run_command(self, "history", whose)

    def action_practice(self) -> None:
        """Plays against bots."""
        raise NotImplementedError

    def command_practice(self, words: str) -> None:
        """Plays against bots as typed; without words as the key does."""
        if words:
            super().command_practice(words)
        else:
            self.action_practice()

    def action_home(self) -> None:
        """Goes to the player's running game."""
        home = self.session.port.home()
        if home:
            self.session.go_table(home)
        else:
            self.notice(self.texts._("You have no running game."))

    def command_lobby(self, _: str) -> None:
        self.say(self.texts._("This is the lobby."))
