"""Chance: fair draws depend on key and place alone, scripts are used up exactly."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from engine.chance import (
    BadDraw,
    FairChance,
    NoChance,
    RecordingChance,
    ScriptedChance,
    commitment,
    table_key,
)
from tests.engine.seeded_chance import luck

SEED = bytes(range(32))


def test_a_draw_depends_on_its_place_alone():
    """Asking again for a draw after a failed write gives the same."""
    key = table_key(SEED, "kiwi-7", 1)
    whole = FairChance(key)
    faces = [whole.dice(1)[0] for _ in range(40)]
    for place in range(40):
        assert FairChance(key, place).dice(1) == (faces[place],)
    assert FairChance(key).dice(40) == tuple(faces)


def test_the_first_die_is_what_the_published_formula_gives():
    def mac(key: bytes, message: bytes) -> bytes:
        return hmac.new(key, message, sha256).digest()

    key = mac(SEED, b"\0\0\0\x06kiwi-7" + b"\0\0\0\x011")
    block = mac(mac(key, b"dice"), bytes(8) + bytes(4))
    assert FairChance(table_key(SEED, "kiwi-7", 1)).dice(1)[0] == next(b for b in block if b < 252) % 6 + 1
    assert commitment(SEED, "kiwi-7") == sha256(b"v1kiwi-7" + SEED).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        table_key(SEED, "kiwi-8", 1),
        table_key(SEED, "kiwi-7", 2),
        table_key(bytes(32), "kiwi-7", 1),
        table_key(SEED, "kiwi-7", 1, {1: "amber"}),
        table_key(SEED, "kiwi-71", 1)[::-1],
    ],
)
def test_other_tables_have_other_dice(other):
    assert FairChance(other).dice(30) != FairChance(table_key(SEED, "kiwi-7", 1)).dice(30)


def test_dice_and_picks_are_even():
    """Each face within three standard deviations or so; the seed is fixed."""
    faces = Counter(luck("dice").dice(12_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 2000) < 130 for count in faces.values())
    chance = luck("picks")
    picked = Counter(chance.pick("abcde") for _ in range(10_000))
    assert sorted(picked) == list("abcde")
    assert all(abs(count - 2000) < 130 for count in picked.values())


def test_what_was_recorded_can_be_scripted():
    source = RecordingChance(luck("tape"))
    drawn = (source.dice(3), source.pick(["x", "y"]), source.pick([7, 8, 9]))
    script = ScriptedChance(source.tokens)
    assert (script.dice(3), script.pick(["x", "y"]), script.pick([7, 8, 9])) == drawn
    script.finish()


@pytest.mark.parametrize(
    ("tokens", "draw", "reason"),
    [
        ("1 2", lambda script: script.dice(3), "missing"),
        ("1 2 7", lambda script: script.dice(3), "impossible"),
        ("1 2 +3", lambda script: script.dice(3), "impossible"),
        ("1 2 ３", lambda script: script.dice(3), "impossible"),
        ("farmer", lambda script: script.pick(["maid", "guard"]), "impossible"),
        ("", lambda script: script.pick(["maid"]), "missing"),
        ("1 2 3", lambda script: (script.dice(2), script.finish()), "left over"),
    ],
)
def test_a_script_that_cannot_be_right_is_refused(tokens, draw, reason):
    with pytest.raises(BadDraw) as bad:
        draw(ScriptedChance(tokens.split()))
    assert bad.value.reason == reason


def test_drawing_where_nothing_may_be_drawn_is_loud():
    with pytest.raises(AssertionError):
        NoChance().dice(1)
    with pytest.raises(AssertionError):
        NoChance().pick("ab")
