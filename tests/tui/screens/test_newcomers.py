"""Somebody who is here for the first time reads how to get into a game, others do not."""

from __future__ import annotations

import pytest

from tests.tui.cuts import Cuts, cuts
from tests.tui.screens.lobby_stage import lobby, shown
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tui.commands.account import HINTS, OFF
from tui.host.port import ChatLine, FinishedGame
from tui.language.texts import LANGUAGES

__all__ = ["cuts"]

BOTS, JOIN = "   p      play against bots at once", "   Enter  join the people at the table marked >"


def open_table(*others: Seat) -> Hosted:
    return Hosted(table(1, "KIWI-7", player("Amber"), *others))


async def test_the_first_one_reads_how_to_play():
    """Against bots, with others, and where everything stands."""
    async with lobby(Hosted()) as pilot:
        rows = shown(pilot).splitlines()
        at = rows.index(" New here?")
        assert [row[:10].split() for row in rows[at + 1 : at + 4]] == [["p"], ["n"], ["?"]]
        assert rows[at + 1] == BOTS


@pytest.mark.parametrize(("other", "told"), [(Seat(), True), (bot("Elm"), False)])
async def test_joining_is_told_of_where_there_is_a_seat(other: Seat, told: bool):
    """And of nothing that cannot be done."""
    async with lobby(open_table(other)) as pilot:
        assert (JOIN in shown(pilot)) is told
        assert BOTS in shown(pilot)


async def test_whoever_sits_or_fills_in_the_form_is_told_nothing_else():
    """What to do next stands in the prompt then."""
    async with lobby(open_table(Seat())) as pilot:
        await pilot.press("n")
        assert "New here?" not in shown(pilot)
        await pilot.press("q")
        assert "New here?" in shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "New here?" not in shown(pilot)


async def test_whoever_has_played_is_told_nothing():
    """Nor whoever has turned hints off."""
    for setting, value in (("finished-court", "1"), (HINTS, OFF)):
        async with lobby(open_table(Seat())) as pilot:
            await pilot.app.port.set(setting, value)
            await pilot.press("down")
            assert "New here?" not in shown(pilot)


async def test_tables_come_first():
    """Where they need the rows, nothing is explained."""
    host = Hosted(*(table(n, f"KIWI-{n}", player("Amber"), Seat()) for n in range(8)))
    async with lobby(host) as pilot:
        assert "New here?" not in shown(pilot)
        assert "KIWI-0" in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_wide_lobby_has_talk_and_games_beside_and_below(language: str, cuts: Cuts):
    """At 120x40: what was said has a side of its own, games that are over a heading, and nothing is cut."""
    host = open_table(Seat())
    host.finished = (FinishedGame("g1", "PLUM-9", "court", ("Wren", "Amber", "Birch"), (2, 1, 3), 1, 20.0),)
    async with lobby(host, language=language, size=(120, 40)) as pilot:
        cuts.check(shown(pilot))
        host.chat = (ChatLine("Amber", "Who is in for a game of To Court the King tonight?", 0.0, "lobby"),)
        host.tell()
        await pilot.pause()
        rows = shown(pilot).splitlines()
        said = [row.partition("│")[2].strip() for row in rows if "│" in row]
        assert " ".join(said[:3]).strip() == "Amber: Who is in for a game of To Court the King tonight?"
        listed = [number for number, row in enumerate(rows) if "PLUM-9" in row]
        assert rows[listed[0] - 1].startswith("── ")
        await pilot.press("down")
        cuts.check(shown(pilot))
        chosen = shown(pilot).splitlines()[listed[0]]
        assert chosen.startswith(" > PLUM-9")
