"""The lobby: who is here, which tables there are, and the way to one of them."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.strip import Strip

from tui import palette
from tui.port import Lobby
from tui.screens.base import HouseScreen
from tui.widgets.panel import Panel, line_of


class LobbyPanel(Panel):
    """People and tables."""

    can_focus = True
    DEFAULT_CSS = "LobbyPanel { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.lobby: Lobby | None = None

    def render_line(self, y: int) -> Strip:
        if y == 0:
            return line_of([("Lobby", palette.STRONG)], self.size.width)
        return Strip.blank(self.size.width)


class LobbyScreen(HouseScreen):
    """Shows the lobby and goes where its player wants."""

    def __init__(self, goto: str = "") -> None:
        super().__init__()
        self._goto = goto

    def compose(self) -> ComposeResult:
        yield LobbyPanel()

    def on_mount(self) -> None:
        self.follow_lobby(self._shown)

    def _shown(self, lobby: Lobby) -> None:
        panel = self.query_one(LobbyPanel)
        panel.lobby = lobby
        panel.refresh()
