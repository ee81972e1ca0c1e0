"""Everybody sits in every round, at tables of three to five, and meets whom the rules say."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest

from server.results.cups.seating import DESIGNS, PlayedTable, Tables, draw, draw_league, table_sizes

SEED = bytes(range(32))


def met(tables: Tables) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def seats_held(tables: Tables) -> Counter[tuple[int, int]]:
    return Counter((one, seat) for table in tables for seat, one in enumerate(table))


def everybody(tables: Tables) -> list[int]:
    return sorted(one for table in tables for one in table)


@pytest.mark.parametrize("entrants", range(3, 41))
def test_all_sit_at_tables_of_three_to_five(entrants: int) -> None:
    sizes = table_sizes(entrants)
    assert sum(sizes) == entrants
    assert set(sizes) <= ({3, 4} if entrants != 5 else {5})
    assert len(sizes) == 1 or entrants > 5


@pytest.mark.parametrize("entrants", [3, 5, 6, 11, 16, 40])
def test_every_round_of_an_evening_seats_everybody_once(entrants: int) -> None:
    here, past, sums = range(1, entrants + 1), list[PlayedTable](), dict.fromkeys(range(1, entrants + 1), 0)
    for number in (1, 2, 3):
        tables = draw(SEED, number, here, past, sums)
        assert everybody(tables) == list(here)
        for table in tables:
            for seat, one in enumerate(table):
                sums[one] += 24 - 6 * seat
            past.append(PlayedTable(table, tuple(24 - 6 * seat for seat in range(len(table)))))


def test_neighbours_in_the_standing_meet() -> None:
    sums = {one: 24 * ((16 - one) // 4) for one in range(1, 17)}
    tables = draw(SEED, 2, range(1, 17), (), sums)
    assert [len({sums[one] for one in table}) for table in tables] == [1, 1, 1, 1]
    assert [sums[table[0]] for table in tables] == sorted({*sums.values()}, reverse=True)


def test_among_equals_those_meet_who_met_least() -> None:
    first = draw(SEED, 1, range(1, 17), ())
    second = draw(SEED, 2, range(1, 17), [PlayedTable(table) for table in first], {})
    assert max(met(first + second).values()) == 1
    assert max(seats_held(first + second).values()) == 1


@pytest.mark.parametrize("entrants", DESIGNS)
def test_a_design_has_every_pair_meet_equally_often(entrants: int) -> None:
    tables = draw_league(SEED, range(1, entrants + 1))
    pairs = met(tables)
    assert set(pairs.values()) == {2 if entrants == 7 else 1}
    assert len(pairs) == entrants * (entrants - 1) // 2
    assert set(Counter(everybody(tables)).values()) == {4}
    if entrants != 12:
        assert set(seats_held(tables).values()) == {1}
    assert sorted(map(len, tables)) == ([3] * 4 + [4] * 9 if entrants == 12 else [4] * len(tables))


@pytest.mark.parametrize(("entrants", "most"), [(14, 2), (16, 2), (24, 1), (25, 1), (40, 1)])
def test_other_leagues_are_balanced(entrants: int, most: int) -> None:
    tables = draw_league(SEED, range(1, entrants + 1))
    assert set(Counter(everybody(tables)).values()) == {4}
    assert max(met(tables).values()) <= most


@pytest.mark.parametrize("entrants", [6, 7, 13, 32])
def test_who_must_not_meet_never_does(entrants: int) -> None:
    apart = frozenset(map(frozenset, ((1, 2), (2, 3), (1, 3)) if entrants > 7 else ((1, 2),)))
    sums = {1: 24, 2: 24, 3: 24}
    for tables in (
        draw(SEED, 1, range(1, entrants + 1), (), sums, apart),
        draw_league(SEED, range(1, 14), apart),
    ):
        assert not apart & set(met(tables))
        assert {1, 2, 3} <= set(everybody(tables))


def test_of_two_whom_no_seating_keeps_apart_the_later_one_waits() -> None:
    assert everybody(draw(SEED, 1, (1, 2, 3, 4), (), {}, {frozenset((2, 3))})) == [1, 2, 4]
    assert draw(SEED, 1, (1, 2, 3), (), {}, {frozenset((2, 3))}) == ()


def test_another_process_draws_the_same_bytes() -> None:
    script = (
        "from server.results.cups.seating import *; "
        "print(draw(bytes(range(32)), 2, range(1, 12), [PlayedTable((1, 2, 3))], {4: 8}), end='')"
    )
    env = {"PYTHONHASHSEED": "1"}
    told = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, check=True, text=True)
    assert told.stdout == str(draw(SEED, 2, range(1, 12), [PlayedTable((1, 2, 3))], {4: 8}))
