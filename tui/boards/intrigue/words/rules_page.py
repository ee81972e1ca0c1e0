"""The rules of intrigue in own words, on one page."""

from __future__ import annotations

from engine.intrigue.model.cards import ROUNDS
from tui.language.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return tuple((heading, " ".join(sentences)) for heading, sentences in _page(texts))


def _page(texts: Texts) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Headings of a word or two, and the sentences under each."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            (
                texts._(
                    "You win with the most influence in front of you after {number} rounds.", number=ROUNDS
                ),
            ),
        ),
        (
            texts.pgettext("rules", "Cards"),
            (texts._("Everyone has the same ten cards; three of each family are secretly out of the game."),),
        ),
        (
            texts.pgettext("rules", "Playing"),
            (
                texts._(
                    "Starting with the crown holder, each player in turn plays one card face down to "
                    "the queue."
                ),
                texts._(
                    "It goes to the front, to the end, or on top of one of your own cards, never between two."
                ),
            ),
        ),
        (
            texts.pgettext("rules", "Resolving"),
            (
                texts._("Then the queue resolves from front to end; in a stack, only the top card."),
                texts._("A face-up card takes effect even if that hurts its owner."),
            ),
        ),
        (
            texts.pgettext("rules", "Face down"),
            (
                texts._("Your face-down card: reveal it, or leave it and put 1 influence on it."),
                texts._("A revealed card takes effect at once, and you take all the influence on it."),
            ),
        ),
        (
            texts.pgettext("rules", "Once"),
            (
                texts._("Some cards work once and are discarded; then the card under them comes next."),
                texts._("The other cards stay face up and work again in every round."),
            ),
        ),
        (
            texts.pgettext("rules", "Removing"),
            (
                texts._("A removed card is discarded face up, and the influence on it is lost."),
                texts._("Be careful what you remove: an Ambush pays its owner 4 if someone else removes it."),
            ),
        ),
        (
            texts.pgettext("rules", "Ending"),
            (
                texts._("After each round the crown goes to the next player."),
                texts._(
                    "Influence left on cards does not count. Ties go to whoever has more cards in the queue."
                ),
            ),
        ),
    )
