"""What notations share: a card by its exact name, and refusals that carry what was typed."""

import pytest

from engine.game import Refused
from engine.kit.notation import card_named, join_numbers, unreadable, wrong_form


def test_a_card_is_known_by_its_exact_name():
    assert card_named("guard", ("maid", "guard")) == "guard"
    with pytest.raises(Refused) as refused:
        card_named("Guard", ("maid", "guard"))
    assert refused.value == Refused("unknown-card", {"card": "Guard"})


def test_refusals_carry_what_was_typed():
    assert unreadable("fly") == Refused("unreadable", {"text": "fly"})
    with pytest.raises(Refused) as refused:
        wrong_form("roll 3", "roll")
    assert refused.value == Refused("wrong-form", {"text": "roll 3", "form": "roll"})


def test_numbers_stand_apart():
    assert join_numbers((3, 3, 1)) == "3 3 1"
    assert join_numbers(()) == ""
