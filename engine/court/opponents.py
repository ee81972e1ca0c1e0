"""The bots of court, and which of them are its opponents.

Those between two others play each answer like the stronger one as often as their key says, so many times
of 100.
"""

from __future__ import annotations

from types import MappingProxyType

from engine.court.bots.beginner import Beginner
from engine.court.bots.master import Master
from engine.court.bots.page import Page
from engine.court.bots.steward import Steward
from engine.kit.mixture import Mixture
from engine.opponents import Opponents

BEGINNER, PAGE, STEWARD, MASTER = Beginner(), Page(), Steward(), Master()
BOTS = (
    BEGINNER,
    Mixture("page-66", PAGE, BEGINNER, 66),
    PAGE,
    Mixture("steward-14", STEWARD, PAGE, 14),
    Mixture("steward-46", STEWARD, PAGE, 46),
    Mixture("steward-72", STEWARD, PAGE, 72),
    Mixture("steward-91", STEWARD, PAGE, 91),
    STEWARD,
    MASTER,
)
"""The strongest last. Page and steward are no opponents: they lie between two that can be told apart."""
OPPONENTS = Opponents(
    bots=MappingProxyType(
        {
            "Amber": "beginner",
            "Birch": "page-66",
            "Cedar": "steward-14",
            "Dorn": "steward-46",
            "Elm": "steward-72",
            "Flint": "steward-91",
            "Garnet": "master",
        }
    ),
    words=MappingProxyType({"beginner": "Amber", "page": "Cedar", "steward": "Flint", "master": "Garnet"}),
)
