"""Intrigue on one page, in own words."""

from __future__ import annotations

from tui.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Own the most influence after six rounds; what still lies on cards does not count. "
                "Of equals, who has more cards in the queue is ahead."
            ),
        ),
        (
            texts.pgettext("rules", "Cards"),
            texts._(
                "Everybody has the same ten. Three of yours are out of the game, nobody else knows "
                "which; seven are your hand. You begin with 1 influence."
            ),
        ),
        (
            texts.pgettext("rules", "Laying"),
            texts._(
                "From the crown on each lays one card face down: before the queue, behind it, or "
                "onto a stack that has an own card on top."
            ),
        ),
        (
            texts.pgettext("rules", "Resolving"),
            texts._(
                "Then, from the front, the top card of each stack: an open one takes effect. Of a "
                "card face down its owner decides: leave it and put 1 influence on it, or turn it "
                "up, let it take effect, and take what lies on it."
            ),
        ),
        (
            texts.pgettext("rules", "Kinds"),
            texts._(
                "Some cards work once: they are discarded, and the card below comes next. The others "
                "stay and take effect in every round, whether it suits their owner or not."
            ),
        ),
        (
            texts.pgettext("rules", "Rounds"),
            texts._("The crown goes on clockwise. After six rounds one card is left in each hand."),
        ),
    )
