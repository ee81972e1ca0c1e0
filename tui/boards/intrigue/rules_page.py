"""Intrigue on one page, in own words."""

from __future__ import annotations

from tui.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Have the most influence after six rounds. What still lies on cards "
                "does not count; then more own cards in the queue decide."
            ),
        ),
        (
            texts.pgettext("rules", "Cards"),
            texts._(
                "All have the same ten cards; three of each family, nobody sees which, are out of the game."
            ),
        ),
        (
            texts.pgettext("rules", "Playing"),
            texts._(
                "From the crown on, each plays one card face down: to the front, "
                "to the end or onto an own card, never between two."
            ),
        ),
        (
            texts.pgettext("rules", "Queue"),
            texts._("Then the queue is resolved from its front to its end; of a stack, only the top card."),
        ),
        (
            texts.pgettext("rules", "Face down"),
            texts._(
                "Leave your card and put 1 influence on it, or reveal it: it "
                "works at once, and all influence on it is yours."
            ),
        ),
        (
            texts.pgettext("rules", "Face up"),
            texts._("A face-up card works again in every round, even if that hurts its owner."),
        ),
        (
            texts.pgettext("rules", "Once"),
            texts._("Some cards work once and are discarded; then the card under them is resolved."),
        ),
        (
            texts.pgettext("rules", "Removed"),
            texts._(
                "A removed card is discarded face up, and the influence on it is "
                "lost. An Ambush that another card removes pays its owner 4."
            ),
        ),
        (
            texts.pgettext("rules", "Crown"),
            texts._("After each round the crown goes to the next player, who then plays first."),
        ),
    )
