"""The trophies of intrigue in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.boards.kit.board import TrophyWords
from tui.language.texts import N_, NC_

TROPHIES: Mapping[str, TrophyWords] = MappingProxyType(
    {
        "landslide": TrophyWords(NC_("trophy", "Landslide"), N_("won by 8 influence or more")),
        "by-the-queue": TrophyWords(NC_("trophy", "By the Queue"), N_("won by more own cards in the queue")),
        "trap": TrophyWords(NC_("trophy", "Trap"), N_("somebody else removed your Ambush")),
        "hoard": TrophyWords(NC_("trophy", "Hoard"), N_("collected 4 or more from one card")),
        "three-heads": TrophyWords(
            NC_("trophy", "Three Heads"), N_("removed three rival cards in one round")
        ),
        "fine-feathers": TrophyWords(
            NC_("trophy", "Fine Feathers"), N_("a Shapeshifter that gained 3 at once")
        ),
        "own-goal": TrophyWords(NC_("trophy", "Own Goal"), N_("removed an own card with influence on it")),
        "three-blanks": TrophyWords(
            NC_("trophy", "Three Blanks"), N_("three own cards did nothing in one game")
        ),
        "robbed-twice": TrophyWords(
            NC_("trophy", "Robbed Twice"), N_("two families stole from you in one round")
        ),
    }
)
