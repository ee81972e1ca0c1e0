"""The bots of laurin, and which of them are its opponents.

Those between page and steward play each answer like the steward as often as their key says, so many times
of 100.
"""

from __future__ import annotations

from types import MappingProxyType

from engine.kit.mixture import Mixture
from engine.laurin.bots.beginner import Beginner
from engine.laurin.bots.master import Master
from engine.laurin.bots.page import Page
from engine.laurin.bots.steward import Steward
from engine.opponents import Opponents

PAGE, STEWARD = Page(), Steward()
BOTS = (
    Beginner(),
    PAGE,
    Mixture("steward-20", STEWARD, PAGE, 20),
    Mixture("steward-51", STEWARD, PAGE, 51),
    STEWARD,
    Master(),
)
"""The strongest last."""
OPPONENTS = Opponents(
    bots=MappingProxyType(
        {
            "Amber": "beginner",
            "Birch": "page",
            "Cedar": "steward-20",
            "Dorn": "steward-51",
            "Elm": "steward",
            "Flint": "master",
        }
    ),
    words=MappingProxyType({"beginner": "Amber", "page": "Birch", "steward": "Elm", "master": "Flint"}),
)
