"""The bots of intrigue, and which of them are its opponents.

Those that are called after page or quick play each answer like page, or like a steward that looks at fewer
moves, as often as their key says, so many times of 100: else like the beginner, or like page.
"""

from __future__ import annotations

from types import MappingProxyType

from engine.intrigue.bots.beginner import Beginner, Slips
from engine.intrigue.bots.master import Master
from engine.intrigue.bots.page import Page
from engine.intrigue.bots.steward import Steward
from engine.kit.mixture import Mixture
from engine.opponents import Opponents

BEGINNER, PAGE, QUICK = Beginner(), Page(), Steward("quick", moves=150)
BOTS = (
    Beginner("novice", Slips(saves=90, waits=85)),
    Beginner("learner", Slips(saves=53, waits=43)),
    BEGINNER,
    Mixture("page-55", PAGE, BEGINNER, 55),
    PAGE,
    Mixture("quick-60", QUICK, PAGE, 60),
    Steward(),
    Master(),
)
"""The strongest last. Beginner, page and steward are no opponents: they lie between two that differ."""
OPPONENTS = Opponents(
    bots=MappingProxyType(
        {"Amber": "novice", "Birch": "learner", "Cedar": "page-55", "Dorn": "quick-60", "Elm": "master"}
    ),
    words=MappingProxyType({"beginner": "Birch", "page": "Cedar", "steward": "Dorn", "master": "Elm"}),
)
