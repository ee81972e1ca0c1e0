"""The trophies of court in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.boards.kit.board import TrophyWords
from tui.language.texts import N_, NC_

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "usurper": TrophyWords(NC_("trophy", "Usurper"), N_("crowned in the final round, and won")),
        "unshaken": TrophyWords(NC_("trophy", "Unshaken"), N_("took the King first, and won")),
        "early-king": TrophyWords(NC_("trophy", "Early King"), N_("took the King in round 6 or earlier")),
        "nine-alike": TrophyWords(NC_("trophy", "Nine Alike"), N_("nine equal dice or more as a result")),
        "small-court": TrophyWords(
            NC_("trophy", "Small Court"), N_("won with at most five cards; the King was taken")
        ),
        "early-bishop": TrophyWords(
            NC_("trophy", "Early Bishop"), N_("a card of the fourth row in round 4 or earlier")
        ),
        "rainbow": TrophyWords(NC_("trophy", "Rainbow"), N_("took a card with all six faces")),
        "one-pip-short": TrophyWords(
            NC_("trophy", "One Pip Short"), N_("as many dice as the King, one pip lower")
        ),
        "second-charlatan": TrophyWords(NC_("trophy", "Second Charlatan"), N_("two Charlatans in one game")),
        "two-left-hands": TrophyWords(
            NC_("trophy", "Two Left Hands"), N_("took nothing in two turns of one game")
        ),
    }
)
