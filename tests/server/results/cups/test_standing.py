"""What games are worth, and in which order entrants stand."""

from __future__ import annotations

import pytest
from msgspec import json

from server.results.cups.course import due
from server.results.cups.log import (
    Cup,
    CupEntry,
    Drawn,
    Ended,
    Entered,
    Left,
    Opened,
    RoundClosed,
    Struck,
    TableOpened,
)
from server.results.cups.log import cup_of as cup
from server.results.cups.standing import WHOLE, luck, scores, standing
from server.results.of_log import GameResult, SeatResult
from tui.host.history import SeatFate

OPENED = Opened("court-1", "evening", "court", {}, 2, 100.0, "org", "org", bytes(32), "", b"salt", 0.0)


def result(*places: int, table: str = "t", left: tuple[int, ...] = ()) -> GameResult:
    fates: dict[int, SeatFate] = dict.fromkeys(left, "conceded")
    seats = [
        SeatResult(n, "account", f"a{n}", "", place, 0, fates.get(n, "")) for n, place in enumerate(places, 1)
    ]
    return GameResult(table, "", "court", {}, "match", False, 0.0, 0.0, "played", tuple(seats))


def entered(count: int) -> list[CupEntry]:
    return [Entered(f"a{number}", f"name{number}", 0.0) for number in range(1, count + 1)]


def a_cup(*more: CupEntry, entrants: int = 4) -> Cup:
    return cup([OPENED, *entered(entrants), *more])


@pytest.mark.parametrize(
    ("places", "left", "worth"),
    [
        ((1, 2, 3, 4), (), (24, 16, 8, 0)),
        ((3, 1, 2), (), (0, 24, 12)),
        ((1, 2, 3, 4, 5), (), (24, 18, 12, 6, 0)),
        ((1, 1, 3, 4), (), (20, 20, 8, 0)),
        ((1, 1, 1, 1), (), (12, 12, 12, 12)),
        ((1, 2, 2, 2), (), (24, 8, 8, 8)),
        ((1, 2, 4, 4), (3, 4), (24, 16, 0, 0)),
        ((1, 1, 3), (3,), (18, 18, 0)),
        ((0, 0, 0), (), (0, 0, 0)),
    ],
)
def test_a_game_is_worth_its_place(
    places: tuple[int, ...], left: tuple[int, ...], worth: tuple[int, ...]
) -> None:
    assert scores(result(*places, left=left)) == worth


def test_sums_then_games_won_then_opponents_decide_and_equals_share() -> None:
    rows = standing(
        a_cup(
            Drawn(1, ((1, 2, 3), (4, 5, 6)), 1.0),
            TableOpened(1, 1, "a", 1.0),
            TableOpened(1, 2, "b", 1.0),
            entrants=6,
        ),
        {"a": result(1, 2, 3), "b": result(1, 1, 3)},
    )
    assert [(row.entrant.number, row.place, row.sum) for row in rows] == [
        (1, 1, 24), (4, 2, 18), (5, 2, 18), (2, 4, 12), (3, 5, 0), (6, 5, 0),
    ]  # fmt: skip


def test_who_is_late_gone_struck_or_left() -> None:
    made = a_cup(
        Drawn(1, ((1, 2, 3, 4),), 1.0),
        TableOpened(1, 1, "a", 1.0),
        Entered("a5", "late", 2.0),
        RoundClosed(1, 3.0),
        Left(4, "player", 3.0),
        Drawn(2, ((5, 1, 2, 3),), 4.0),
        TableOpened(2, 1, "b", 4.0),
        Struck(2, 1, "why", "org", 5.0),
    )
    rows = {row.entrant.number: row for row in standing(made, {"a": result(1, 2, 4, 4, left=(3, 4))})}
    assert {number: [mark.score for mark in row.marks] for number, row in rows.items()} == {
        1: [24, 12], 2: [16, 12], 3: [0, 12], 4: [0, 0], 5: [6, 12],
    }  # fmt: skip
    assert [mark.left for mark in rows[4].marks] == [True, True]
    assert rows[5].marks[0].table == 0


def test_a_cup_goes_its_course() -> None:
    """From its start to its end, each entry follows from those before and from results."""
    now, results = 100.0, dict[str, GameResult]()
    log: list[CupEntry] = [OPENED, *entered(7)]
    while entry := due(cup(log), results, now, lambda: f"t{len(log)}"):
        log.append(entry)
        if isinstance(entry, TableOpened):
            seats = len(cup(log).rounds[-1].tables[entry.table - 1].seats)
            results[entry.id] = result(*range(1, seats + 1), table=entry.id)
    assert [type(entry).__name__ for entry in log[8:]] == [
        "Drawn", "TableOpened", "TableOpened", "RoundClosed",
        "Drawn", "TableOpened", "TableOpened", "RoundClosed", "Ended",
    ]  # fmt: skip
    assert cup(json.decode(json.encode(log), type=list[CupEntry])) == cup(log)
    assert sum(row.sum for row in standing(cup(log), results)) == 2 * 7 * WHOLE // 2


def test_it_waits_for_its_start_and_for_games_and_ends_without_entrants() -> None:
    assert due(a_cup(), {}, 99.0, str) is None
    assert isinstance(due(a_cup(entrants=2), {}, 100.0, str), Ended)
    running = a_cup(Drawn(1, ((1, 2, 3, 4),), 1.0), TableOpened(1, 1, "a", 1.0))
    assert due(running, {}, 1e9, str) is None


def test_two_games_left_and_somebody_is_out() -> None:
    made = a_cup(
        Drawn(1, ((1, 2, 3, 4),), 1.0),
        TableOpened(1, 1, "a", 1.0),
        RoundClosed(1, 2.0),
        Drawn(2, ((1, 2, 3, 4),), 2.0),
        TableOpened(2, 1, "b", 2.0),
    )
    both = {id_: result(1, 2, 3, 4, left=(4,)) for id_ in "ab"}
    assert due(made, both, 3.0, str) == Left(4, "host", 3.0)


def test_accounts_of_one_address_are_kept_apart() -> None:
    opened = cup([OPENED])
    lines = [opened.line_of(address) for address in ("::1", "::2", "::1", "")]
    made = cup([OPENED, *(Entered(f"a{n}", "", 0.0, line) for n, line in enumerate(lines))])
    assert made.apart == {frozenset((1, 3))}
    assert "::1" not in lines


def test_luck_of_four_rounds() -> None:
    assert round(luck(4), 2) == 1.06


def test_who_left_a_round_that_is_drawn_again_left_before_it() -> None:
    """So the round counts nothing for them; with the first one they are as if they had never entered."""
    tables = ((1, 2, 3), (4, 5, 6))
    again = Drawn(1, ((1, 2, 3), (4, 5)), 1.0, 1)
    first = a_cup(Drawn(1, tables, 0.0), Left(6, "player", 0.5), again, entrants=6)
    assert [one.number for one in first.shown] == [1, 2, 3, 4, 5]
    second = a_cup(
        Drawn(1, tables, 0.0), RoundClosed(1, 0.0), Drawn(2, tables, 0.0), Left(6, "player", 0.5),
        Drawn(2, again.tables, 1.0, 1), entrants=6,
    )  # fmt: skip
    (row,) = (row for row in standing(second, {}) if row.entrant.number == 6)
    assert [(mark.score, mark.left) for mark in row.marks] == [(None, False), (0, True)]
