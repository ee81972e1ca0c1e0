"""Finds names that look alike: by Unicode's confusables, and by other characters that people confuse in
names.

The tables are data of a pinned version (`unicode/confusables.txt`); which names are allowed is left to
`server.identity.names`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

TABLE = Path(__file__).parent / "unicode" / "confusables.txt"
ALSO = str.maketrans(
    "абвгеёзиікмнорстухѕјһԁԛԝαβγεηικνορτυχω0135689|!łøđħŧ",
    "abbreeenikmhopctyxsjhdqwabyenikvoptuxwolescbglllodht",
)
"""Look-alikes of small letters and digits that are missing in Unicode's table, which was made for
identifiers.
"""
DIGRAPHS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_VARIANT = re.compile(r"LATIN (?:LETTER SMALL CAPITAL|SMALL LETTER|CAPITAL LETTER) ([A-Z])(?: WITH .*)?")
LONGEST_TYPED = 100
"""Characters that may be typed for a name; what is longer is nobody's, and costs no more to look at."""
FILLED = "o"
"""Makes the skeleton of what is longer one character longer than that of any name."""


def skeleton(name: str) -> str:
    """Return what a name looks like in small letters: two names with one skeleton are one name.

    This is UTS 39's skeleton, made coarser: case, accents, hooks and small capitals do not tell names apart.
    The skeleton of a skeleton is itself.
    """
    look = _skeleton(name[:LONGEST_TYPED])
    if max(len(name), len(look)) > LONGEST_TYPED:
        return look[:LONGEST_TYPED].ljust(LONGEST_TYPED + 1, FILLED)
    return look


@lru_cache(maxsize=16_384)
def _skeleton(name: str) -> str:
    return _look(name.casefold())


@lru_cache(maxsize=16_384)
def skeletons(name: str) -> frozenset[str]:
    """Return what a clean name looks like as it is written, in small letters and in capitals: names that have
    one of these in common can be mistaken for each other. Greek `ΗΑΝΝΑ` is Latin `HANNA`, and so is `ηαννα`.
    In ASCII all three are the same.
    """
    if name.isascii():
        return frozenset({skeleton(name)})
    return frozenset({skeleton(name), _look(name), _look(name.upper())})


def _look(text: str) -> str:
    """Return what is taken for the same text; a capital that looks like none is taken as a small letter."""
    before, look = "", text
    while look != before:  # the look-alike of a letter may have a look-alike itself
        before, look = look, _once(look)
    return look


def _once(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text).translate(ALSO)
    shown = (parts if parts.isascii() else "".join(map(_prototype, parts))).casefold()
    bare = "".join([c for c in unicodedata.normalize("NFKD", shown) if c.isalnum() or c in "|!"])
    look = "".join(map(_plain, bare)).replace("i", "l").translate(ALSO).replace("i", "l")
    for pair, single in DIGRAPHS:
        look = look.replace(pair, single)
    return look


def _prototype(character: str) -> str:
    return character if character.isascii() else confusables().get(character, character)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """A Latin letter without its hooks and strokes; small capitals as small letters."""
    variant = None if character.isascii() else _VARIANT.fullmatch(unicodedata.name(character, ""))
    return variant.group(1).lower() if variant else character


@cache
def confusables() -> Mapping[str, str]:
    """Return every character of Unicode's table with what it looks like."""
    lines = (line.split(";") for line in TABLE.read_text("ascii").splitlines() if not line.startswith("#"))
    return MappingProxyType({chr(int(one, 16)): _text(shown) for one, shown in lines})


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
