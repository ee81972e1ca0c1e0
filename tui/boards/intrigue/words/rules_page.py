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
            (texts._("All have the same ten cards; three of each family, unseen, are out of the game."),),
        ),
        (
            texts.pgettext("rules", "Playing"),
            (
                texts._(
                    "A round begins with the crown: in turn, each plays one card face down to the queue."
                ),
                texts._(
                    "It goes to the front, to the end, or on top of a card of your own, never between two."
                ),
            ),
        ),
        (
            texts.pgettext("rules", "Resolving"),
            (
                texts._(
                    "Then the queue is resolved from the front to the end; of a stack, only the top card."
                ),
                texts._("A face-up card does what it says, even if that hurts its owner."),
            ),
        ),
        (
            texts.pgettext("rules", "Face down"),
            (
                texts._("Your own face-down card you leave, and 1 influence is put on it, or reveal."),
                texts._(
                    "A revealed card does what it says at once, and you take all influence that lies on it."
                ),
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
                texts._(
                    "Who removes cards should beware: an Ambush pays its owner 4 when another removes it."
                ),
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
