"""The option `edition`: in `en` a card that removes an Ambush is itself discarded after its effect."""

import pytest

from engine.game import Refused, Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.state import Options
from tests.engine.intrigue.positions import asked, gains, play, position, written
from tests.engine.seeded_chance import luck

CASES = [
    # queue, place, moves, queue in `de`, queue in `en`, influence gained in both, who is asked then
    ("2ambush | 1soldier+2 | 3heir", 2, "remove 1", "1soldier^ | 3heir", "3heir", {1: 3, 2: 4}, "3 reveal"),
    ("2ambush | 1archer+2 | 3heir", 2, "remove 1", "1archer^ | 3heir", "3heir", {1: 3, 2: 4}, "3 reveal"),
    # the own Ambush, too
    ("1ambush | 1soldier | 3heir", 2, "remove 1", "1soldier^ | 3heir", "3heir", {1: 2}, "3 reveal"),
    # a copying Shapeshifter, too
    (
        "3soldier^ | 1shapeshifter+1 | 2ambush | 3heir",
        2,
        "remove 3",
        "3soldier^ | 1shapeshifter^ | 3heir",
        "3soldier^ | 3heir",
        {1: 2, 2: 4},
        "3 reveal",
    ),
    # a lasting attacker still ends its place
    (
        "2ambush | 1soldier/1lord | 3heir",
        2,
        "remove 1",
        "1soldier^/1lord | 3heir",
        "1lord | 3heir",
        {1: 1, 2: 4},
        "3 reveal",
    ),
    # a one-time attacker is discarded anyway, once, and the card below is resolved
    ("2ambush | 1assassination/1lord", 2, "", "1lord", "1lord", {1: 1, 2: 4}, "1 reveal"),
    # nothing changes where no Ambush was removed, or none at all
    ("2heir | 1soldier | 3heir", 2, "remove 1", "1soldier^ | 3heir", "1soldier^ | 3heir", {1: 1}, "3 reveal"),
    ("1ambush+1 | 2heir", 1, "", "2heir", "2heir", {1: 1}, "2 reveal"),
]


@pytest.mark.parametrize("edition", ["de", "en"])
@pytest.mark.parametrize(("queue", "at", "moves", "de", "en", "gained", "then"), CASES)
def test_who_removes_an_ambush(edition, queue, at, moves, de, en, gained, then):
    """Its owner still takes the effect's influence and what lies on it."""
    before = position(queue, at=at, edition=edition)
    after, _ = play(before, "reveal", *[move for move in [moves] if move])
    assert written(after.queue) == (en if edition == "en" else de)
    assert gains(before, after) == gained
    assert asked(after) == then


def test_a_face_up_attacker_is_discarded_too():
    """A Soldier that has stood there for rounds; the place it leaves is not skipped."""
    before = position("2heir | 1soldier^ | 2ambush | 3heir", at=1, edition="en")
    after, _ = play(before, "leave", "remove 3")
    assert written(after.queue) == "2heir+1 | 3heir"
    assert (asked(after), after.discards[0]) == ("3 reveal", ("soldier",))


def test_the_edition_is_de_or_en():
    assert Options().edition == "de"
    with pytest.raises(Refused) as why:
        GAME.start(Setup(3, Options(edition="fr")), luck(0))
    assert why.value == Refused(
        "option-not-possible", {"option": "edition", "value": "fr", "accepted": "de, en"}
    )
