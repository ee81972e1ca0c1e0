"""Who looks at which page of the lobby, and the pulses in which they are sent something."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from server.identity.accounts import Player
from server.table.dependencies import TableDependencies
from tui.host.pictures import LobbySnapshot
from tui.host.port import Release
from tui.host.table_search import FoundTables, TableSearch


class LobbyPace(Struct, frozen=True):
    """Seconds: after a change until it is sent, so that several go together; between two pages of tables, or
    two lines of talk in a large crowd; between two counts.
    """

    soon: float = 0.1
    pages: float = 2.0
    counts: float = 10.0
    crowd: int = 25
    """Number of viewers from which on talk is sent less often, so that it costs the host no more."""
    batch: int = 60
    """The most viewers that are sent something before others of the host's tasks have their turn."""
    named: int = 100
    """The most people who are named; of more, only the number is sent."""

    def talk(self, viewers: int) -> float:
        """Return the least time between two lines of talk."""
        return min(self.pages, self.soon * max(1.0, viewers / self.crowd))


class Counts(Struct, frozen=True):
    """How much is going on: the number of people and the names of the first of them; the number of tables."""

    people: tuple[str, ...] = ()
    here: int = 0
    tables: int = 0


class SharedPage(Struct, eq=False):
    """A page that several sessions look at. `tables` is what it was when it was sent last."""

    search: TableSearch
    tables: FoundTables
    viewers: dict[Viewer, None] = {}
    ahead: set[Viewer] = set()
    """Those who were sent a newer one since: they came later, or something of their own changed."""


class Viewer(Struct, eq=False):
    """One session that looks at the lobby; a player may have several."""

    player: Player
    listener: Callable[[LobbySnapshot], None]
    page: SharedPage
    tables: FoundTables
    """The page as this session was shown it last."""
    counts: Counts
    shown: LobbySnapshot | None = None
    """What this session was sent last."""


class Viewers:
    """All of them, by player and by page."""

    def __init__(self) -> None:
        self._all: dict[Viewer, None] = {}
        self._of: dict[str, dict[Viewer, None]] = {}
        self._pages: dict[TableSearch, SharedPage] = {}

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._all))

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._all

    @property
    def pages(self) -> tuple[SharedPage, ...]:
        return tuple(self._pages.values())

    def of(self, player: str) -> tuple[Viewer, ...]:
        return tuple(self._of.get(player, ()))

    def page(self, search: TableSearch, find: Callable[[TableSearch], FoundTables]) -> SharedPage:
        """Return the page of a search; one that nobody looks at yet is looked up."""
        return self._pages.get(search) or SharedPage(search, find(search))

    def add(self, viewer: Viewer) -> None:
        self._all[viewer] = None
        self._of.setdefault(viewer.player.id, {})[viewer] = None
        self._pages[viewer.page.search] = viewer.page
        viewer.page.viewers[viewer] = None

    def remove(self, viewer: Viewer) -> None:
        """Remove a session; nothing happens if it was removed before."""
        if viewer not in self._all:
            return
        del self._all[viewer]
        own, page = self._of[viewer.player.id], viewer.page
        del own[viewer], page.viewers[viewer]
        page.ahead.discard(viewer)
        if not own:
            del self._of[viewer.player.id]
        if not page.viewers:
            del self._pages[page.search]

    def clear(self) -> None:
        self._all.clear()
        self._of.clear()
        self._pages.clear()


class Pulse:
    """Calls `act` `soon` seconds after `ask`, and never less than `apart()` seconds after the last time.
    However often it is asked until then, it calls once.
    """

    def __init__(
        self,
        dependencies: TableDependencies,
        act: Callable[[], None],
        soon: float,
        apart: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._dependencies = dependencies
        self._act = act
        self._soon = soon
        self._apart = apart
        self._last: float | None = None
        self._waiting: Release | None = None

    def ask(self) -> None:
        """Act soon."""
        if self._waiting is None:
            apart = self._apart()
            left = 0.0 if self._last is None else self._last + apart - self._dependencies.clock()
            wait = max(self._soon, min(left, apart))  # also if the clock was set back
            self._waiting = self._dependencies.timer(wait, self._due)

    def stop(self) -> None:
        """Act no more for what was asked."""
        if self._waiting:
            self._waiting()
            self._waiting = None

    def _due(self) -> None:
        self._waiting, self._last = None, self._dependencies.clock()
        self._act()
