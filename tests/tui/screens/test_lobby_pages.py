"""A lobby with more tables than a page: keys turn pages, words search, and rows stay where they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.tui.screens.lobby_stage import lobby, shown, type_line
from tests.tui.scripted_port import Hosted, Seat, player, table
from tui.host.table_search import PAGE_SIZE
from tui.language.texts import LANGUAGES, Texts
from tui.screens.lobby.selection import in_their_rows

MANY = PAGE_SIZE + 20


def crowded(many: int = MANY) -> Hosted:
    """PEAR-60 is the newest table; at each sits somebody of the same number."""
    tables = [
        table(number, f"PEAR-{number}", player(f"Birch{number}"), Seat()) for number in range(1, many + 1)
    ]
    return Hosted(*tables)


def listed(pilot: Pilot[Any]) -> list[str]:
    """The tables in sight, from top to bottom; the chosen one is told below them once more."""
    return list(dict.fromkeys(re.findall(r"PEAR-\d+", "\n".join(shown(pilot).splitlines()[:-2]))))


def numbers(pilot: Pilot[Any]) -> str:
    found = re.search(r"\d+-\d+ of \d+", shown(pilot))
    return found[0] if found else ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (50, 20)])
async def test_page_down_reaches_every_table_once(size: tuple[int, int]):
    """And Page Up leads back to where one was."""
    async with lobby(crowded(), size=size) as pilot:
        await pilot.press("tab")
        seen, headings = listed(pilot), [numbers(pilot)]
        for _ in range(MANY):
            await pilot.press("pagedown")
            await pilot.pause()
            if numbers(pilot) == headings[-1] and listed(pilot)[-1] == seen[-1]:
                break
            seen += [name for name in listed(pilot) if name not in seen]
            headings.append(numbers(pilot))
        assert seen == [f"PEAR-{number}" for number in range(MANY, 0, -1)]
        for _ in headings[:-1]:
            await pilot.press("pageup")
            await pilot.pause()
        assert listed(pilot)[0] == f"PEAR-{MANY}"


async def test_the_page_down_key_is_offered_only_where_there_is_more():
    async with lobby(crowded()) as pilot:
        await pilot.press("tab")
        assert "Page Down more tables" in re.sub(r" +", " ", shown(pilot))
    async with lobby(crowded(3)) as pilot:
        await pilot.press("tab")
        assert "more tables" not in shown(pilot)


@pytest.mark.parametrize("key", ["pageup", "pagedown", "c"])
async def test_where_nothing_can_be_turned_the_keys_read_the_chat(key: str):
    async with lobby(crowded(3)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert shown(pilot).startswith(" Log")


async def test_words_find_tables_on_any_page():
    """By a player's name, a table's, in any case; the list says what is searched for, and how to end that."""
    async with lobby(crowded(), size=(100, 30)) as pilot:
        await type_line(pilot, "/tables BIRCH7")
        assert listed(pilot) == ["PEAR-7"]
        assert "Tables: BIRCH7" in shown(pilot)
        assert "There is room at PEAR-7" in shown(pilot), "it is chosen"
        await type_line(pilot, "/tables pear-7 nobody")
        assert listed(pilot) == []
        assert "No table fits that; /tables shows all." in shown(pilot)
        await type_line(pilot, "/tables")
        assert listed(pilot)[0] == f"PEAR-{MANY}"


async def test_a_search_hears_of_what_changes():
    host = crowded()
    async with lobby(host) as pilot:
        await type_line(pilot, "/tables running")
        assert listed(pilot) == []
        host.change(replace(host.tables["t5"], stage="running", round=2))
        await pilot.pause()
        assert listed(pilot) == ["PEAR-5"]


async def test_rows_of_a_full_page_stay_where_they_are():
    """A new table takes the row of the one that leaves the page."""
    host = crowded()
    async with lobby(host, size=(120, 60)) as pilot:
        before = listed(pilot)
        host.change(table(MANY + 1, f"PEAR-{MANY + 1}", player("Cedar"), Seat()))
        await pilot.pause()
        assert listed(pilot) == [*before[:-1], f"PEAR-{MANY + 1}"]
        full = replace(host.tables[f"t{MANY - 1}"], seats=(host.tables["t1"].seats[0],) * 2)
        host.change(full)
        await pilot.pause()
        assert listed(pilot) == [before[0], before[-1], *before[2:-1], f"PEAR-{MANY + 1}"]


def test_new_tables_take_the_rows_of_those_that_are_gone():
    tables = [table(number, f"PEAR-{number}", Seat()) for number in range(6)]
    a, b, c, d, e, f = tables
    assert in_their_rows((a, b, c), (d, c, a)) == (a, d, c)
    assert in_their_rows((a, b, c), (c,)) == (c,)
    assert in_their_rows((a,), (d, e, a, f)) == (a, d, e, f)
    assert in_their_rows((), (b, a)) == (b, a)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_away_from_the_lobby_lists_what_is_found(language: str):
    """In the reader's language: the command's word and the heading."""
    host = crowded()
    texts = Texts(language)
    async with lobby(host, language=language) as pilot:
        await type_line(pilot, f"/{texts.pgettext('typed command', 'tables')} birch5")
        assert texts._("Tables: {words}", words="birch5") in shown(pilot)
