"""What `given_face` looks up: its chances before a roll, for all faces and numbers of dice at once.

A table is for some cards, and made from the last die on, out of those for fewer cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.court.model.cards import MOST_DICE
from engine.court.model.dice import FACES
from engine.court.model.state import Kind
from engine.court.odds.dice.rolls import hit_chances
from engine.court.odds.dice.turning_cards import FaceEffects, after_cards, expected_turned, looked_at
from engine.kit.arrays import Floats, Numbers, np

Chances = Floats
_NEVER = MOST_DICE + 1
"""The row that stands for what is not allowed."""
_WIDTH = 2 * MOST_DICE + 1


@lru_cache(maxsize=256)
def chances(effects: FaceEffects) -> Chances:
    """The chances before a roll: by whether a die of the face is aside, face - 1, dice, and how many are
    wanted, from -MOST_DICE on.
    """
    found = np.zeros((2, len(FACES), _NEVER + 1, _WIDTH))
    found[:, :, :_NEVER, : MOST_DICE + 1] = 1.0
    for dice in range(1, MOST_DICE + 1):
        for there in (True, False):
            found[int(there), :, dice, MOST_DICE + 1 : MOST_DICE + dice + 1] = _row(
                effects, dice, 0, found, there=there
            )
    return found


@lru_cache(maxsize=1 << 8)
def late_row(effects: FaceEffects, dice: int, late: int, *, there: bool) -> Chances:
    """The chances by face - 1 and how many are wanted, from one on, if `late` dice join after the roll."""
    return _row(effects, dice, late, chances(effects), there=there)


def _row(effects: FaceEffects, dice: int, late: int, own: Chances, *, there: bool) -> Chances:
    """The chances of a row from those of fewer dice (`own`) and fewer cards."""
    case, active = _thrown(effects.chain, dice, there=there), dice + late
    wanted = np.arange(MOST_DICE + 1, MOST_DICE + active + 1)

    def looked_up(table: Chances, rows: Numbers, found: Numbers, plane: Numbers | int = 1) -> Chances:
        places = ((plane * len(FACES) + case.face) * (_NEVER + 1) + rows) * _WIDTH - found
        values: Chances = table.reshape(-1)[places[:, None] + wanted]
        return values

    hit = case.hit
    best = looked_up(own, active - np.maximum(hit, 1), hit, np.where(hit > 0, 1, int(there)))
    before = np.zeros_like(hit)
    for turned, left in zip(case.turned, after_cards(effects), strict=True):
        rows = np.where(turned != before, active - hit - turned, _NEVER)  # what turns nothing is better saved
        np.maximum(best, looked_up(chances(left), rows, hit + turned), out=best)
        before = turned
    again = effects.again(active)
    if again:
        np.maximum(best, chances(again)[int(there), case.face, active][:, wanted], out=best)
    weights = np.zeros((len(FACES), len(hit)))
    weights[case.face, np.arange(len(hit))] = case.chance
    found: Chances = weights @ best
    return found


class _Cases(NamedTuple):
    """How a roll can fall for each face, an entry for each case: face - 1, chance, how many dice show the
    face, and by card how many it and those before it turn.
    """

    face: Numbers
    chance: Chances
    hit: Numbers
    turned: Numbers


@lru_cache(maxsize=64)
def _thrown(chain: tuple[Kind, ...], dice: int, *, there: bool) -> _Cases:
    most, always = looked_at(chain), there or "astronomer" not in chain  # nobody else asks for it
    parts = [_missed(chain, min(dice - hit, most), there=always or hit > 0) for hit in range(dice + 1)]
    sizes = [len(part.face) for part in parts]
    hits = np.repeat(np.arange(dice + 1), sizes)
    return _Cases(
        np.concatenate([part.face for part in parts]),
        np.concatenate([part.chance for part in parts]) * np.array(hit_chances(dice))[hits],
        hits,
        np.concatenate([part.turned for part in parts], axis=1),
    )


@lru_cache(maxsize=1 << 9)
def _missed(chain: tuple[Kind, ...], misses: int, *, there: bool) -> _Cases:
    """The same for dice that show other faces."""
    found = [
        (place, chance, turned)
        for place, face in enumerate(FACES)
        for chance, turned in (expected_turned(face, chain, misses, there=there) if chain else ((1.0, ()),))
    ]
    turned = np.array([one for _, _, one in found], dtype=np.intp).reshape(len(found), len(chain))
    faces: Sequence[int] = [place for place, _, _ in found]
    return _Cases(
        np.array(faces), np.array([chance for _, chance, _ in found]), np.zeros(0, np.intp), turned.T
    )
