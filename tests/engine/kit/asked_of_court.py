"""What is worked out with arrays, asked at some positions of court."""

from collections.abc import Iterator
from typing import Any

from engine.court.bots.master import Master
from engine.court.game import GAME
from engine.court.model.state import View
from engine.court.odds import card_chances
from engine.court.value.court_values import lying
from tests.engine.court.positions import finale, layout
from tests.engine.seeded_chance import SeededChance

POSITIONS = (
    layout("jester farmer maid", active="2346", aside="5", kept=True, seats=3, others="farmer guard"),
    layout("astronomer lady guard", active="14", aside="66", kept=True),
    layout("merchant alchemist knight", active="2456"),
    layout("farmer jester", active="5556", rounds=4, others="farmer general"),
    layout("maid farmer", active="3335", final=finale(mark="7x3"), others="farmer"),
    layout("farmer general", final=finale(mark="8x2"), seats=3, others="jester guard knight"),
)


def answers() -> Iterator[list[Any]]:
    """What players are told of the positions, and what the master does there."""
    for state in POSITIONS:
        view, chance = View(1, state), SeededChance(1)
        yield [[likely.what, likely.chance, likely.exact] for likely in card_chances(view, 3e4)]
        yield [repr(Master().choose(GAME, view, None, chance))]  # type: ignore[arg-type]
        yield list(lying(state, None, None))  # type: ignore[arg-type]
