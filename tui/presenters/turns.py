"""Whose turn it is: the words for the window's title, and what follows the player's running games while they
are in the lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from engine.game import Refused
from tui.boards.kit.board import Names, names_of
from tui.host.port import Release, TableInfo, TableSnapshot
from tui.language import elapsed
from tui.language.texts import Texts
from tui.presenters.listing import against_bots, stage_words

MOST = 8
"""The most games followed at once."""
MOST_NAMED = 2
"""The most players that a title names."""


def title_of_lobby(texts: Texts, asking: Sequence[str]) -> str:
    """Returns the window's title in the lobby; `asking` are the names of tables where the player is asked."""
    return _at(texts._("your turn"), asking[0]) if asking else "crownhouse"


def title_of_table(texts: Texts, snapshot: TableSnapshot, names: Names, *, in_steps: bool = False) -> str:
    """Returns the window's title at a table: whose turn it is, and where. While steps are shown it is the
    turn of nobody who is waited for now, so that a step sends no title.
    """
    if snapshot.ask is not None and not in_steps:
        return _at(texts._("your turn"), snapshot.info.name)
    if in_steps or not snapshot.waiting_for or snapshot.info.stage != "running":
        return _at("crownhouse", snapshot.info.name)
    named = [names(seat) for seat in snapshot.waiting_for[:MOST_NAMED]]
    more = ["…"] if len(snapshot.waiting_for) > MOST_NAMED else []
    return _at(texts._("turn: {names}", names=", ".join([*named, *more])), snapshot.info.name)


def _at(what: str, table: str) -> str:
    return f"{what} · {table}"


class TurnState(NamedTuple):
    """Who is asked at a table, and since when."""

    asked: bool
    """Whether the player is."""
    waiting_for: tuple[int, ...] = ()
    since: float = 0.0
    deadline: float | None = None
    """When the time is up, where a clock runs."""


def turn_words(texts: Texts, table: TableInfo, turn: TurnState | None, now: float) -> tuple[str, ...]:
    """Returns what a player waits for at a table where they sit, the longest wording first; `turn`: who is
    asked there, as far as that is known.
    """
    if table.stage != "running" or turn is None or not (turn.asked or turn.waiting_for):
        return (stage_words(texts, table),)
    time = _time(texts, turn, now)
    if turn.asked:
        brief = texts._("your turn")
        waits = time if turn.deadline is not None or not against_bots(table) else ""
        return (texts._("your turn, {since}", since=time), brief) if waits else (brief,)
    names = ", ".join(map(names_of(texts, table.seats), turn.waiting_for))
    brief = texts._("waiting for {names}", names=names)
    others = stage_words(texts, table)
    return (f"{brief}, {time}", brief, others) if time else (brief, others)


def _time(texts: Texts, turn: TurnState, now: float) -> str:
    """Returns how much time is left or, without a clock, since when somebody is asked; '' for just now."""
    if turn.deadline is not None:
        return elapsed.left_in_words(texts, turn.deadline - now)
    return elapsed.in_coarse_words(texts, now - turn.since)


def until_next(turns: Iterable[TurnState], now: float) -> float | None:
    """Returns the seconds until the words for one of them change; None: never."""
    waits = [
        elapsed.until_next(now - turn.since, elapsed.SLOW_STEPS)
        if turn.deadline is None
        else elapsed.until_countdown_changes(turn.deadline - now)
        for turn in turns
    ]
    return min((wait for wait in waits if wait is not None), default=None)


class TurnTracker:
    """Tracks whose turn it is. `follow` follows a table. `changed(begun)` is called when somebody else is
    asked somewhere; `begun`: a question to the player is new. `clock` is called with
    every snapshot.
    """

    def __init__(
        self,
        follow: Callable[[str, Callable[[TableSnapshot], None]], Release],
        changed: Callable[[bool], None],
        clock: Callable[[TableSnapshot], None],
    ) -> None:
        self._follow, self._changed, self._clock = follow, changed, clock
        self._followed: dict[str, Release] = {}
        self._turns: dict[str, TurnState] = {}

    @property
    def asking(self) -> frozenset[str]:
        """The ids of the tables at which the player is asked."""
        return frozenset(table for table, turn in self._turns.items() if turn.asked)

    @property
    def turns(self) -> Mapping[str, TurnState]:
        """Who is asked, by the id of the table, as far as that is known."""
        return MappingProxyType(self._turns)

    def see(self, tables: Iterable[TableInfo]) -> None:
        """Follows the running games in which the player has a seat, and no others."""
        own = [table.id for table in tables if table.stage == "running" and table.your_seat is not None]
        for table in [known for known in self._followed if known not in own]:
            self._followed.pop(table)()
            self._turns.pop(table, None)
        for table in own[:MOST]:
            if table not in self._followed:
                self._begin(table)

    def _begin(self, table: str) -> None:
        try:
            self._followed[table] = self._follow(table, self._heard)
        except Refused:  # it was closed in between: the next snapshot does not have it
            return

    def _heard(self, snapshot: TableSnapshot) -> None:
        table = snapshot.info.id
        if table not in self._followed:
            return
        self._clock(snapshot)
        turn = TurnState(snapshot.ask is not None, snapshot.waiting_for, snapshot.since, snapshot.deadline)
        before = self._turns.get(table)
        self._turns[table] = turn
        if turn != before:
            self._changed(turn.asked and before is not None and not before.asked)
