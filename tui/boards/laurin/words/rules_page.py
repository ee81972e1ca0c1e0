"""Laurin on one page, in own words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.language.texts import N_, NC_, Translatable

RULES: Mapping[Translatable, Translatable] = MappingProxyType(
    {
        NC_("rules", "Aim"): N_(
            "Score with dwarfs next to the King. Reaching 35, 30 or 25 points (with 3, 4 or 5 players) "
            "brings on the last round."
        ),
        NC_("rules", "Treasure"): N_(
            "Each round, everyone draws 3 secret treasure cards worth 1 to 3; in the first round 4."
        ),
        NC_("rules", "Magic"): N_(
            "One magic card per player is turned up. In turn, each may buy one with treasure; no change "
            "is given."
        ),
        NC_("rules", "Movement"): N_(
            "Everyone gets a movement card: the King's distance, placing points, dwarfs to move."
        ),
        NC_("rules", "Placing"): N_(
            "Place dwarfs on empty squares, worth no more than your card's points in all."
        ),
        NC_("rules", "Moving"): N_("Then each player may move some of their dwarfs to any empty squares."),
        NC_("rules", "Auction"): N_(
            "Everyone makes a secret bid for the King's move. The highest bid wins, pays and picks card "
            "and direction; losers take back up to half."
        ),
        NC_("rules", "Scoring"): N_(
            "A dwarf next to the King scores the value it shows, then flips; if already flipped, it goes "
            "home. The last card's owner may move the King for free."
        ),
        NC_("rules", "Reacting"): N_(
            "Everyone with a suitable card is asked. All may answer at once; the first card played counts."
        ),
    }
)
