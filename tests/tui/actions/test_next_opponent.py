"""After a game of the ladder: `r` plays again, or against the next opponent once one was beaten twice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from tests.tui.screens.evening import ladder
from tests.tui.screens.lobby_stage import lobby, type_line
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.host.history import SoloLadder
from tui.language.texts import Texts
from tui.presenters.practice_choice import following, opponent_at, result_words

COURT = GAMES["court"].opponents
AMBER, BIRCH, CEDAR = (COURT.bots[name] for name in ("Amber", "Birch", "Cedar"))


def standing(*wins: int) -> SoloLadder:
    """A ladder with so many wins against the first opponents."""
    found = ladder("court")
    rungs = tuple(
        replace(one, won=wins[number] if number < len(wins) else 0) for number, one in enumerate(found.rungs)
    )
    return replace(found, rungs=rungs)


@pytest.mark.parametrize(
    ("bots", "against"),
    [
        ((AMBER, BIRCH), AMBER),
        ((BIRCH, AMBER), BIRCH),
        ((CEDAR, BIRCH), CEDAR),
        ((AMBER, AMBER), ""),
        ((AMBER,), ""),
        ((AMBER, BIRCH, AMBER), ""),
        (("page", "page"), ""),
    ],
)
def test_a_ladder_game_is_told_by_its_seats(bots: tuple[str, ...], against: str) -> None:
    """Three seats: the player, an opponent, and the one beside it."""
    seats = (player("Wren"), *(replace(bot("Elm"), bot=key) for key in bots))
    assert opponent_at(table(1, "KIWI-7", *seats)) == against


@pytest.mark.parametrize(
    ("wins", "against", "name"),
    [
        ((1,), AMBER, ""),
        ((2,), AMBER, "Birch"),
        ((2, 1), BIRCH, ""),
        ((2, 2), BIRCH, "Cedar"),
        ((2, 2), AMBER, "Cedar"),
        ((2,) * 7, COURT.bots["Garnet"], ""),
    ],
)
def test_whoever_was_beaten_twice_makes_room(wins: tuple[int, ...], against: str, name: str) -> None:
    """For the first one who was not; once all are beaten, nobody does."""
    rung = following(standing(*wins), against)
    assert (rung.name if rung else "") == name


def test_the_result_says_who_sits_down_next() -> None:
    """Or how many wins are missing."""
    assert result_words(Texts(), standing(2), AMBER) == "Amber is beaten twice: Birch, 1222, sits down next."
    assert result_words(Texts(), standing(1), AMBER) == "Amber, 1000: 1 more win, and Birch sits down."


@pytest.mark.parametrize(
    ("won", "asked"),
    [(1, [("rematch", "t1")]), (2, [("add_bot", "t2", BIRCH), ("add_bot", "t2", AMBER), ("start", "t2")])],
)
async def test_playing_again_meets_the_next_opponent(won: int, asked: list[tuple[str, ...]]) -> None:
    """At a new table, at once."""
    seats = (player("Wren"), replace(bot("Amber"), bot=AMBER), replace(bot("Birch"), bot=BIRCH))
    host = Hosted(table(1, "KIWI-7", *seats, stage="over", rounds=9))
    async with lobby(host) as pilot:
        pilot.app.port.solo_ladders["court"] = standing(won)
        await type_line(pilot, "/rematch")
        await pilot.pause()
        done = [one for one in host.asked if isinstance(one, tuple)]
        assert [one for one in done if one[0] in {"rematch", "add_bot", "start"}] == asked
