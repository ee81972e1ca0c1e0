"""The rules of intrigue in own words, on one page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.intrigue.model.cards import ROUNDS
from tui.language.texts import N_, NC_, Translatable

RULES: Mapping[Translatable, Translatable] = MappingProxyType(
    {
        NC_("rules", "Aim"): N_(
            "You win with the most influence in front of you after {number} rounds.", number=str(ROUNDS)
        ),
        NC_("rules", "Cards"): N_(
            "Everyone has the same ten cards; three of each family are secretly out of the game."
        ),
        NC_("rules", "Playing"): N_(
            "Starting with the crown holder, each player in turn plays one card face down to the queue. "
            "It goes to the front, to the end, or on top of one of your own cards, never between two."
        ),
        NC_("rules", "Resolving"): N_(
            "Then the queue resolves from front to end; in a stack, only the top card. A face-up card "
            "takes effect even if that hurts its owner."
        ),
        NC_("rules", "Face down"): N_(
            "Your face-down card: reveal it, or leave it and put 1 influence on it. A revealed card "
            "takes effect at once, and you take all the influence on it."
        ),
        NC_("rules", "Once"): N_(
            "Some cards work once and are discarded; then the card under them comes next. The other "
            "cards stay face up and work again in every round."
        ),
        NC_("rules", "Removing"): N_(
            "A removed card is discarded face up, and the influence on it is lost. Be careful what you "
            "remove: an Ambush pays its owner 4 if someone else removes it."
        ),
        NC_("rules", "Ending"): N_(
            "After each round the crown goes to the next player. Influence left on cards does not count. "
            "Ties go to whoever has more cards in the queue."
        ),
    }
)
