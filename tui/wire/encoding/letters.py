"""The letters of older sets of characters, and how others are spelled with them. Pure."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from types import MappingProxyType

from rich.cells import get_character_cell_size

SYMBOLS = MappingProxyType(
    {"→": "->", "←": "<-", "…": "...", "≥": ">=", "≤": "<=", "±": "+-", "½": "1/2", "€": "EUR"}
)
"""Signs that become longer where there is room for any length."""
LETTERS = MappingProxyType(
    {
        "ß": "ss",
        "ẞ": "SS",
        "æ": "ae",
        "œ": "oe",
        "ø": "oe",
        "þ": "th",
        "ð": "d",
        "đ": "d",
        "ł": "l",
        "ı": "i",
        "ħ": "h",
        "ŋ": "ng",
        "ĳ": "ij",
        "ə": "e",
        **dict(zip("абвгдезийклмнопрстуфыэіў", "abvgdeziyklmnoprstufyeiu", strict=True)),
        "ё": "yo",
        "ж": "zh",
        "х": "kh",
        "ц": "ts",
        "ч": "ch",
        "ш": "sh",
        "щ": "shch",
        "ъ": "'",
        "ь": "'",
        "ю": "yu",
        "я": "ya",
        "є": "ye",
        "ї": "yi",
        "ґ": "g",
        "ј": "j",
        "љ": "lj",
        "њ": "nj",
        "ћ": "c",
        "ђ": "dj",
        "џ": "dz",
        **dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True)),
        "θ": "th",
        "χ": "ch",
        "ψ": "ps",
    }
)
"""Small letters; capitals follow them."""
GERMAN = MappingProxyType({"ä": "ae", "ö": "oe", "ü": "ue"})
ITALIAN = MappingProxyType(
    {
        letter: f"{plain}'"
        for plain, letters in zip("aeiou", ("à", "èé", "ìí", "òó", "ùú"), strict=True)
        for letter in letters
    }
)
"""At the end of a word, where the accent matters."""


def sound_of(letter: str) -> str:
    """How a small letter is spelled in ASCII by its sound, with or without its marks; '' if nobody knows."""
    return LETTERS.get(letter) or LETTERS.get(unicodedata.normalize("NFD", letter)[0], "")


@lru_cache(maxsize=1024)
def is_in(cluster: str, charset: str) -> bool:
    """Returns whether a set of characters has this one, and it can be seen in one cell."""
    if charset == "ascii" or len(cluster) != 1 or not cluster.isprintable():
        return cluster.isascii() and cluster.isprintable()
    if get_character_cell_size(cluster) != 1:
        return False
    try:
        cluster.encode(charset)
    except UnicodeEncodeError:
        return False
    return True
