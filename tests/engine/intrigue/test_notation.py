"""The notation: one text per move, read tolerantly, refused with an example of how it is written."""

import pytest

from engine.game import Refused
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE, REVEAL, Copy, MoveOn, MoveTo, Play, Remove, Steal
from tests.engine.intrigue.positions import position

VIEW = GAME.view(position("2heir | 3heir/2lord^ | 1decree | 1heir", at=3), 1)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play soldier front", Play("soldier", "front")),
        ("play soldier end", Play("soldier", "end")),
        ("play heir on 3", Play("heir", 3)),
        ("reveal", REVEAL),
        ("leave", LEAVE),
        ("remove 2", Remove(2)),
        ("move 4 to 1", MoveTo(4, 1)),
        ("move 4 on 2", MoveOn(4, 2)),
        ("copy 3", Copy(3)),
        ("steal 2", Steal(2)),
    ],
)
def test_every_move_has_one_text(text, move):
    assert GAME.notate(move) == text
    assert GAME.parse(text, VIEW) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("  play   heir  on 12 ", Play("heir", 12)),
        ("move 1 to front", MoveTo(1, 1)),
        ("move 1 to end", MoveTo(1, 4)),
        ("move 2 to end", MoveTo(2, 5)),
    ],
)
def test_reading_is_tolerant(text, move):
    """Blanks, and words for the first and last place."""
    assert GAME.parse(text, VIEW) == move


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", Refused("unreadable", {"text": ""})),
        ("pass", Refused("unreadable", {"text": "pass"})),
        ("Reveal", Refused("unreadable", {"text": "Reveal"})),
        ("play duke end", Refused("unknown-card", {"card": "duke"})),
        ("play", Refused("wrong-form", {"text": "play", "form": "play soldier front"})),
        ("play heir", Refused("wrong-form", {"text": "play heir", "form": "play soldier front"})),
        ("play heir on x", Refused("wrong-form", {"text": "play heir on x", "form": "play soldier front"})),
        ("play heir 3", Refused("wrong-form", {"text": "play heir 3", "form": "play soldier front"})),
        ("reveal it", Refused("wrong-form", {"text": "reveal it", "form": "reveal"})),
        ("remove", Refused("wrong-form", {"text": "remove", "form": "remove 2"})),
        ("remove 1 2", Refused("wrong-form", {"text": "remove 1 2", "form": "remove 2"})),
        ("remove 02", Refused("wrong-form", {"text": "remove 02", "form": "remove 2"})),
        ("play heir on 03", Refused("wrong-form", {"text": "play heir on 03", "form": "play soldier front"})),
        ("move 04 to 1", Refused("wrong-form", {"text": "move 04 to 1", "form": "move 4 to 1"})),
        ("move 4 on 02", Refused("wrong-form", {"text": "move 4 on 02", "form": "move 4 to 1"})),
        ("move 04 to end", Refused("wrong-form", {"text": "move 04 to end", "form": "move 4 to 1"})),
        ("copy 03", Refused("wrong-form", {"text": "copy 03", "form": "copy 3"})),
        ("steal 00", Refused("wrong-form", {"text": "steal 00", "form": "steal 2"})),
        ("remove -1", Refused("wrong-form", {"text": "remove -1", "form": "remove 2"})),
        ("copy ٣", Refused("wrong-form", {"text": "copy ٣", "form": "copy 3"})),
        ("steal seat", Refused("wrong-form", {"text": "steal seat", "form": "steal 2"})),
        ("move 4", Refused("wrong-form", {"text": "move 4", "form": "move 4 to 1"})),
        ("move 4 to x", Refused("wrong-form", {"text": "move 4 to x", "form": "move 4 to 1"})),
        ("move 4 under 2", Refused("wrong-form", {"text": "move 4 under 2", "form": "move 4 to 1"})),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(text, why):
    with pytest.raises(Refused) as refused:
        GAME.parse(text, VIEW)
    assert refused.value == why
