"""Which of the lobby's tables a session looks at: one page of those that fit a search."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tui.host.pictures import FinishedGame, StageName, TableInfo

ListedStage = Literal["", "open", "running", "over", "frozen"]
"""A stage to search for; '': any. A damaged table is found as a frozen one."""
PAGE_SIZE = 40
"""Tables of a page in the lobby."""


class TableSearch(Struct, frozen=True):
    """The tables that fit all that is asked for: `count` of them after the first `skip`.

    Each of the `words`, in lower case, is a part of the table's name, its game or the name of somebody who
    sits there, or a private table's code. Those with a free seat are first, then full ones, running ones and
    others; or simply the `newest`.
    """

    words: tuple[str, ...] = ()
    game: str = ""
    stage: ListedStage = ""
    skip: int = 0
    count: int = PAGE_SIZE
    newest: bool = False
    mine: bool = False
    """Those where the player has a seat."""

    @property
    def is_narrow(self) -> bool:
        """Whether some tables do not fit, wherever they are in the list."""
        return bool(self.words or self.game or self.stage or self.mine)


class FoundTables(Struct, frozen=True):
    """A page of a search: its tables; how many come before them; how many fit in all."""

    tables: tuple[TableInfo, ...] = ()
    first: int = 0
    found: int = 0


FIRST_PAGE = TableSearch()
ALL_TABLES = TableSearch(count=1_000_000, newest=True)
RUNNING = TableSearch(stage="running", count=100, newest=True)
MISREAD = str.maketrans("OIL", "011", "- ")


def normalized(text: str) -> str:
    """Returns a typed code as it is given: upper case, in groups, misread characters replaced."""
    letters = text.upper().translate(MISREAD)
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def is_called(word: str, table: TableInfo | FinishedGame) -> bool:
    """Returns whether a typed word is the id, the name or the code of a table, also of an ended game."""
    return word.lower() == table.id or word.upper() == table.name or normalized(word) == table.code != ""


def listed_stage(stage: StageName) -> ListedStage:
    """Returns the stage by which a table is searched for."""
    return "frozen" if stage == "damaged" else stage


def fits(search: TableSearch, table: TableInfo) -> bool:
    if search.mine and table.your_seat is None:
        return False
    if search.game not in {"", table.game} or search.stage not in {"", listed_stage(table.stage)}:
        return False
    if not search.words:
        return True
    said = "\n".join([table.name, table.game, *(seat.name for seat in table.seats)]).casefold()
    return all(word in said or normalized(word) == table.code != "" for word in search.words)


def rank(table: TableInfo) -> int:
    """Returns where a table of others stands in the lobby: first those with a free seat."""
    if table.stage == "open":
        return 0 if any(seat.held_by == "nobody" for seat in table.seats) else 1
    return 2 if table.stage == "running" else 3
