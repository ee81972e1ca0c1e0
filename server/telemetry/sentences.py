"""What commands print: refusals in words, and foreign text without control characters."""

from __future__ import annotations

import os

from engine.game import Refused, printable
from tui.language.texts import Texts, language_of, texts_in


def texts() -> Texts:
    """Return the texts in the language of the person who typed the command."""
    return texts_in(language_of(os.environ))


def sentence(refused: Refused, game: str = "") -> str:
    """Return a refusal in words, on one line; `game` is the key of the game whose rules refused."""
    # Only now: the boards know their games' words, and with them Textual.
    from tui.presenters.game_refusals import any_refusal_text

    return printable(any_refusal_text(texts(), refused, game))


def shortened(text: str, most: int) -> str:
    """Return the text, or its beginning and its end where it is longer."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"
