"""What commands print: refusals in words, and foreign text that cannot steer a terminal."""

from __future__ import annotations

import os

from engine.game import Refused
from tui.language.texts import Texts, language_of


def texts() -> Texts:
    """The words of whoever typed the command."""
    return Texts(language_of(os.environ))


def sentence(refused: Refused, game: str = "") -> str:
    """A refusal in words, on one line; `game`: whose rules refused."""
    # Only now: the boards know their games' words, and with them Textual.
    from tui.presenters.game_refusals import any_refusal_text

    return printable(any_refusal_text(texts(), refused, game))


def printable(text: str) -> str:
    """The text without characters that are not to be seen; they would reach the terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
