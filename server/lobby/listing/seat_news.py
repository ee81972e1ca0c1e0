"""Tells players what happens at the tables where they have a seat, wherever they are: `SeatNews`.

A table is compared with what was known of it before; whoever follows it sees the same in its snapshots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from server.store.journal.subscribers import Topics
from server.table.table import Table
from tui.host.pictures import ChatLine, SeatNews
from tui.host.port import Release


class _TableNotes(Struct, frozen=True):
    """What was known of a table: its players by seat, who of them is asked, whether its game is running."""

    seated: Mapping[int, tuple[str, str]]
    """Ids and names."""
    asked: frozenset[str]
    runs: bool
    is_read: bool
    """False as long as only its opening and some entries are known, so that nobody is known to be asked."""


def _notes(table: Table) -> _TableNotes:
    state = table.state
    held = {seat: holder for seat, holder in enumerate(state.holders, 1) if holder.held_by == "player"}
    asked = frozenset(
        held[ask.seat].who for ask in state.asks if ask.seat in held and not held[ask.seat].by_bot
    )
    return _TableNotes(
        {seat: (holder.who, holder.name) for seat, holder in held.items()},
        asked,
        state.stage == "running",
        bool(state.asks) or not table.asleep,
    )


class SeatNewsDesk:
    """Every session that follows its player's seats, and what was known of each table."""

    def __init__(self) -> None:
        self._followers = Topics[SeatNews]("the seats of")
        """By the player's id."""
        self._known: dict[str, _TableNotes] = {}

    def follow(self, player: str, listener: Callable[[SeatNews], None]) -> Release:
        """Call `listener` with the news of a player's seats from now on."""
        return self._followers.add(player, listener)

    def note(self, table: Table) -> None:
        """Take a table as it is, without telling anybody."""
        self._known[table.opening.id] = _notes(table)

    def drop(self, table: Table) -> None:
        self._known.pop(table.opening.id, None)

    def table_changed(self, table: Table) -> None:
        """Tell the players of a noted table what has changed there."""
        before, now = self._known.get(table.opening.id), _notes(table)
        if before is None or before == now:
            return
        self._known[table.opening.id] = now
        for player, news in _changes(table, before, now):
            self.tell(player, news)

    def said(self, table: Table, player: str, name: str, text: str) -> None:
        """Tell the players of a table what was said there, as far as they may read it."""
        watching = table.state.seat_of(player) is None
        news = _news(table, "said", name, text, watching=watching)
        for reader in table.state.players:
            if reader != player and table.may_read(reader, player):
                self.tell(reader, news)

    def taken(self, table: Table, player: str, lines: Sequence[ChatLine]) -> None:
        """Tell the players of a table what was taken away of what a player said there, likewise."""
        for reader in table.state.players:
            if table.may_read(reader, player):
                for line in lines:
                    self.tell(reader, _news(table, "taken", line.name, line.text))

    def has_followers(self, player: str) -> bool:
        """Return whether a session here is told the news of a player."""
        return player in self._followers

    def tell(self, player: str, news: SeatNews) -> None:
        """Tell all sessions of a player here."""
        self._followers.publish(player, news)


def _changes(table: Table, before: _TableNotes, now: _TableNotes) -> Iterator[tuple[str, SeatNews]]:
    here = {who for who, _ in now.seated.values()}
    were = {who for who, _ in before.seated.values()}
    if not before.runs:
        for who, name in now.seated.values():
            if who not in were:
                yield from ((other, _news(table, "sat", name)) for other in here & were)
        for who, name in before.seated.values():
            if who not in here and not now.runs:
                yield from ((other, _news(table, "stood", name)) for other in here)
    if now.runs and not before.runs:
        yield from ((who, _news(table, "began")) for who in here)
    elif now.runs and before.is_read:
        yield from ((who, _news(table, "turn")) for who in now.asked - before.asked)


def _news(table: Table, kind: str, who: str = "", text: str = "", *, watching: bool = False) -> SeatNews:
    return SeatNews(kind, table.opening.id, table.opening.name, who, text, watching)  # type: ignore[arg-type]
