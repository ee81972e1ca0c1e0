"""Why a key that does something at other times does nothing now."""

from __future__ import annotations

from datetime import datetime

import pytest
from msgspec.structs import replace

from engine.game import Standing
from tests.tui.scripted_port import bot, player, table
from tui.host.pictures import Account, TableSnapshot
from tui.host.port import Seat
from tui.language.texts import Texts
from tui.presenters import hints, lobby_actions, outcome
from tui.presenters.table_actions import available_actions, is_played_on, why_not

OPEN = replace(table(1, "KIWI-7", player("Amber"), player("Birch"), Seat()), your_seat=1)


@pytest.mark.parametrize(
    ("yours", "why"), [(True, "Some seats are still free."), (False, "Only the table's owner can do that.")]
)
def test_before_all_seats_are_taken_nobody_starts_and_others_than_the_owner_never(
    yours: bool, why: str
) -> None:
    snapshot = TableSnapshot(replace(OPEN, yours=yours), seq=0, seat=1)
    assert why_not(Texts(), snapshot, "s") == why


@pytest.mark.parametrize(("other", "offered"), [(player("Birch"), True), (Seat(), False)])
def test_an_owner_can_remove_somebody_once_there_is_somebody(other: Seat, offered: bool) -> None:
    own = replace(OPEN, seats=(OPEN.seats[0], other, Seat()), yours=True)
    assert (lobby_actions.KICK in lobby_actions.available_actions(own, None, "Amber")) == offered


@pytest.mark.parametrize("may_start", [True, False])
@pytest.mark.parametrize(("other", "is_full"), [(player("Birch"), True), (Seat(), False)])
def test_who_may_start_does_so_once_all_seats_are_taken(other: Seat, is_full: bool, may_start: bool) -> None:
    own = replace(OPEN, seats=(OPEN.seats[0], other), yours=may_start)
    offered = lobby_actions.available_actions(own, None, "Amber")
    assert (lobby_actions.START in offered) == (is_full and may_start)


@pytest.mark.parametrize(
    ("seat", "names"),
    [(1, "rematch next replay analyse lobby record look"), (None, "next replay analyse lobby record look")],
)
def test_after_a_game_what_comes_next_stands_before_what_can_be_looked_up(
    seat: int | None, names: str
) -> None:
    """A short line of keys leaves out from the end."""
    over = TableSnapshot(replace(OPEN, stage="over", your_seat=seat), seq=9, seat=seat, view=object())
    offered = [action.name for action in available_actions(over)]
    assert offered[: len(names.split())] == [*names.split()]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((player("Amber"), bot("Elm")), "You ended this game without a result."),
        ((player("Amber"), player("Birch")), "The game ended without a result: everyone agreed."),
    ],
)
def test_who_plays_bots_alone_agrees_with_nobody_and_has_finished_no_game(
    seats: tuple[Seat, ...], said: str
) -> None:
    over = replace(OPEN, seats=seats, stage="over", ending="abandoned")
    ended = TableSnapshot(over, seq=9, seat=1, view=object())
    assert outcome.how_it_ended(Texts(), ended, str) == said
    assert hints.counted(Account("Amber", guest=False), ended) is None
    won = replace(ended, standings=(Standing(1, 1, ()),))
    assert hints.counted(Account("Amber", guest=False), won) == ("finished-court", "1")


@pytest.mark.parametrize(
    ("deal", "now", "held_back"),
    [
        ("daily-court-2026-11-24", "2026-11-24T23:59:59", True),
        ("daily-court-2026-11-24", "2026-11-25T00:00:00", False),
        ("match-7f", "2026-11-24T12:00:00", False),
        ("", "2026-11-24T12:00:00", False),
    ],
)
def test_what_needs_the_record_is_offered_once_the_deal_has_closed(
    deal: str, now: str, held_back: bool
) -> None:
    info = replace(OPEN, stage="over", your_seat=1, options={"deal": deal} if deal else {})
    time = datetime.fromisoformat(f"{now}+00:00").timestamp()
    assert is_played_on(info, time) == held_back
    over = TableSnapshot(info, seq=9, seat=1, view=object())
    offered = {action.name for action in available_actions(over, held_back=held_back)}
    assert ({"replay", "analyse", "record"} & offered == set()) == held_back
    assert {"next", "lobby", "look"} <= offered
