"""What commands print: refusals in words, and foreign text that cannot steer a terminal."""

from __future__ import annotations

from engine.game import Param, Refused


def sentence(refused: Refused) -> str:
    """A refusal in words, on one line."""
    told = ", ".join(f"{name} {_told(value)}" for name, value in refused.params.items() if value != "")
    words = refused.code.replace("-", " ")
    return plain(f"{words} ({told})" if told else words)


def _told(value: Param) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def plain(text: str) -> str:
    """The text without characters that are not to be seen; they would reach the terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
