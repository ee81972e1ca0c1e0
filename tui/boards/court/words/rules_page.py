"""Court on one page, in own words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.language.texts import N_, NC_, Translatable

RULES: Mapping[Translatable, Translatable] = MappingProxyType(
    {
        NC_("rules", "Aim"): N_(
            "Hold the King at the end. The first player to show seven of a kind may take him; then "
            "everyone else gets one last turn to beat that."
        ),
        NC_("rules", "Turn"): N_(
            "Roll your dice, set at least one aside and reroll the rest, until all are set aside. Dice "
            "set aside never change again."
        ),
        NC_("rules", "Card"): N_(
            "Then you may take one card your dice pay for. Only the Maid and the Philosopher count every "
            "die. You can own just one of a kind."
        ),
        NC_("rules", "Powers"): N_(
            "From your next turn on, each card works once a turn: it adds a die, rerolls active dice, or "
            "changes them."
        ),
        NC_("rules", "Dice"): N_(
            "You start with 3. A Farmer adds 1, the General 2, a Charlatan (a flipped Jester) 1. At most "
            "12 in a turn."
        ),
        NC_("rules", "Rounds"): N_(
            "Whoever was last in a round begins the next one, and so plays twice in a row."
        ),
        NC_("rules", "Ending"): N_(
            "Whoever first takes the King gets the Queen too. The round is finished; then comes a final "
            "round without cards. The Queen's owner plays last."
        ),
        NC_("rules", "Contest"): N_(
            "More of a kind wins, then the higher face. Beat the King's holder and you take him at once; "
            "for the Queen's owner a tie is enough."
        ),
        NC_("rules", "Symbols"): N_(
            "2= a pair, 3+2 groups, 1-6 a straight, 15+ a sum; then how many are left. ✓ you can take "
            "it, • yours, ◦ used."
        ),
    }
)
