"""Tables and entries as tests of stores need them, and the thread of a database."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec

from engine.chance import commitment
from server.log.entries import UNDO, Entry, Opening, Outcome
from server.results.rated_games import ENOUGH_MOVES
from server.store.journal.journal import Journal
from server.store.sqlite.database import Join
from tui.host.history import SeatFate


def start_thread(work: Callable[[], None]) -> Join:
    thread = threading.Thread(target=work)
    thread.start()
    return thread.join


def opening(table: str = "t1", opened: float = 1.0) -> Opening:
    return Opening(
        table,
        f"NAME-{table}",
        "toy",
        1,
        2,
        {"edition": "de", "rounds": 9},
        "ada",
        b"\0" * 32,
        commitment(b"\0" * 32, table),
        opened,
    )


def entry(seq: int, kind: str = "move", **more: object) -> Entry:
    return Entry(seq=seq, kind=kind, time=seq + 0.5, **more)  # type: ignore[arg-type]


async def add_ended_game(
    journal: Journal,
    player: str,
    table: str = "",
    *,
    fate: SeatFate = "",
    place: int = 1,
    moves: int = ENOUGH_MOVES,
    undone: int = 0,
) -> str:
    """A game of an account that is over, before the test begins; returns the id of its table."""
    table = table or f"game of {player}"
    places = (place, *(number for number in (1, 2, 3) if number != place))
    outcome = Outcome(
        "played", (player.title(), "Bot", "Bot"), places, (player, "", ""), ("", "page", "page"),
        points=tuple(10 - number for number in places), fates=(fate, "", ""),
        moves=(moves - undone, 0, 0),
    )  # fmt: skip
    await journal.create(opening(table))
    last = moves + undone
    made = [
        entry(number, seat=1, by="player", move=UNDO if number > moves else "")
        for number in range(1, last + 1)
    ]
    ends = entry(last + 1, "end", note=msgspec.json.encode(outcome).decode())
    await journal.append(table, 0, [*made, ends])
    return table
