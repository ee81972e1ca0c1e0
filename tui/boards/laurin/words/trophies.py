"""The trophies of laurin in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.boards.kit.board import TrophyWords
from tui.language.texts import N_, NC_

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "all-mine": TrophyWords(
            NC_("trophy", "All Mine"), N_("10 points or more by one King's move, others none")
        ),
        "for-a-penny": TrophyWords(
            NC_("trophy", "For a Penny"), N_("5 points or more by a King's move bought for 1")
        ),
        "grimoire": TrophyWords(NC_("trophy", "Grimoire"), N_("played six magic cards in one game")),
        "no-magic": TrophyWords(NC_("trophy", "No Magic"), N_("won without buying a magic card")),
        "from-last": TrophyWords(NC_("trophy", "From Last"), N_("last before the last round, and won")),
        "by-a-nose": TrophyWords(NC_("trophy", "By a Nose"), N_("won by one point, or by being earlier")),
        "counter-counter": TrophyWords(NC_("trophy", "Counter-Counter"), N_("countered a Counterspell")),
        "dear-nothing": TrophyWords(
            NC_("trophy", "Dear Nothing"), N_("paid 8 or more for a King's move without points")
        ),
        "nobody-home": TrophyWords(
            NC_("trophy", "Nobody Home"), N_("paid 6 or more, and nobody got a point")
        ),
        "chauffeur": TrophyWords(
            NC_("trophy", "Chauffeur"), N_("three King's moves that scored most for others")
        ),
    }
)
