"""Sentences in ASCII, for clients that show nothing else. They may become longer: cells are not kept."""

from __future__ import annotations

import unicodedata

from tui.wire.encoding.cells import cells

_WIDER = str.maketrans(
    {"→": "->", "←": "<-", "×": "x", "…": "...", "–": "-", "—": "-", "ß": "ss", "æ": "ae", "Æ": "Ae",
     "ø": "oe", "Ø": "Oe", "œ": "oe", "Œ": "Oe", "≥": ">=", "≤": "<=", "±": "+-"}
)  # fmt: skip
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def in_ascii(text: str, *, german: bool) -> str:
    """Returns the text in ASCII; in German, umlauts are spelled out."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text).translate(_WIDER)
    return "".join(cells(text.translate(_UMLAUTS) if german else text, utf8=False))
