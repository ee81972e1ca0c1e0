"""The rules of laurin in a few sentences, enough to begin with."""

from __future__ import annotations

from collections.abc import Sequence

from tui.texts import Texts


def rules(texts: Texts) -> Sequence[str]:
    """A sentence or two a line."""
    return (
        texts._("King Laurin walks on the corners of the squares; dwarfs beside him score for their owners."),
        texts._("Each round begins with treasure cards for everybody. Their values are secret."),
        texts._("Treasure buys magic: as many cards as players are for sale, one for each at most."),
        texts._("Then everybody gets a movement card. It lies open, with three numbers on it."),
        texts._("First you place dwarfs: their front values add up to its placing points at most."),
        texts._("Then you may move as many of your dwarfs as its second number says, all at once."),
        texts._("At last the King's moves are auctioned, one movement card after the other."),
        texts._("The highest bid chooses an open card and one of its two directions, and is lost."),
        texts._("The others take back half of the cards of their bids at most."),
        texts._("The King goes as far as the card says. The up to four dwarfs that he touches score."),
        texts._("A dwarf that scored is turned and worth less; when it scores again, it goes home."),
        texts._("The last card is not auctioned: its owner leads the King with it, or does not."),
        texts._("Magic stirs dwarfs and bends the King's moves; a counterspell undoes other magic."),
        texts._("Once somebody has enough points the round is finished, and most points win."),
    )
