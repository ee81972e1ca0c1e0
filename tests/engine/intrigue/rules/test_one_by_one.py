"""What a move led to, card by card, is what the rules have made of it in one go."""

from __future__ import annotations

import pytest

from engine import playthrough
from engine.game import Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Ended, RoundBegan
from engine.intrigue.model.state import Options, View
from engine.intrigue.rules.mutable_position import MutablePosition
from engine.intrigue.rules.one_by_one import _by_card, _carry_out, one_by_one
from tests.cases import cases
from tests.engine.seeded_chance import luck


@pytest.mark.parametrize("number", range(max(3, cases(200) // 3)))
def test_cards_lead_one_after_another_to_the_position_behind_them(number: int) -> None:
    """For every seat and a spectator; the events are told once, in order, card by card."""
    options, random = Options(edition=("de", "en")[number % 2]), luck(f"one by one {number}")
    seats = 3 + number % 3
    now = playthrough.start(GAME, Setup(seats, options), random).playthrough
    while not now.over:
        ask = now.asks[0]
        move = random.pick([*GAME.legal(now.view(ask.seat))])
        after = playthrough.apply(now, ask.seat, ask.id, move, random)
        for seat in (None, *range(1, seats + 1)):
            events = tuple(filter(None, (playthrough.show(GAME, one, seat) for one in after.events)))
            before, behind = now.view(seat), after.playthrough.view(seat)
            parts = one_by_one(before, behind, events)
            assert [one for _, part in parts for one in part] == [*events]
            assert parts[-1][0] == behind
            _check(before, behind, events)
        now = after.playthrough


def _check(before: View, behind: View, events: tuple[object, ...]) -> None:
    position = MutablePosition(before.position)
    for part in _by_card(events):
        _carry_out(position, [one for one in part if not isinstance(one, RoundBegan | Ended)])
    reached, wanted = position.state(), behind.position
    assert (reached.influence, reached.queue, reached.discards) == (
        wanted.influence,
        wanted.queue,
        wanted.discards,
    )
    assert reached.hands == wanted.hands
    if wanted.resolving and wanted.resolving.effect is None:
        assert position.place == wanted.resolving.place
