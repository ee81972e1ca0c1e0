"""Textual's parser of the bytes that terminals send for keys, with our clock."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

from tui.wire.terminal.key_forms import older_form

_PLACES: tuple[tuple[type, str, str], ...] = (
    (XTermParser, "_timeout_time", "a lone ESC is told by our clock"),
    (XTermParser, "_gen", "a dead parser holds on to itself"),
    (XTermParser, "_parse_extended_key", "a cache of all sessions holds on to dead parsers"),
    (XTermParser, "_sequence_to_key_events", "sequences that mean nothing would be typed as letters"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason)."""


OWN_KEYS = MappingProxyType({"\x1b\t": "shift+tab"})
"""Sequences that the Linux console sends."""


WHOLE = re.compile(r"\x1b(\[(?!M)[0-?]*[ -/]*[@-Z\\-~]|\[\[[A-Z]|O[0-9;]*[ A-Za-z])")
"""A complete sequence, so that whatever follows is another key. After `CSI M` there are three characters of a
mouse report (`tui.wire.line.reports`).
"""


MOST_CHARACTERS = 8
"""The characters of the longest input that is looked up instead of parsed."""


def keys_of(text: str) -> tuple[tuple[str, str | None], ...]:
    """Returns the key that this input is, as names and characters of `Key`, if nothing came before it that it
    could belong to. Empty: it is no single key, and a parser has to read it.
    """
    return (
        _keys_of(text) if len(text) == 1 or (len(text) <= MOST_CHARACTERS and WHOLE.fullmatch(text)) else ()
    )


@lru_cache(maxsize=512)
def _keys_of(text: str) -> tuple[tuple[str, str | None], ...]:
    if "\x80" <= text <= "\x9f":
        return ()
    parser = KeyParser()
    try:
        found = list(parser.feed(text))
    except (ValueError, OverflowError):
        return ()
    finally:
        parser.close()
    keys = tuple((event.key, event.character) for event in found if isinstance(event, events.Key))
    return keys if len(keys) == len(found) and not parser.waits else ()


class KeyParser(XTermParser):
    """Textual's parser of the bytes that terminals send for keys, with our clock."""

    def __init__(self) -> None:
        super().__init__(debug=False)

    @property
    def waits(self) -> bool:
        """True if an ESC may be a key or the beginning of a sequence."""
        return self._timeout_time is not None

    def give_up_waiting(self) -> Iterable[Message]:
        """Yields the keys of what has come so far, as nothing follows: an ESC alone is a key."""
        if self.waits:
            self._timeout_time = 0.0
        return self.tick()

    def close(self) -> None:
        """Parses nothing more. Its generator holds on to the parser, and the parser to it, until it ends."""
        self._gen.close()

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[events.Key] | None:
        """Parses a key of the Kitty protocol; None for a number that is no character. Textual raises for such
        a number, and the parser with all that follows would be lost. Textual's cache of this method keeps the
        last thousand parsers alive, with all that was typed.
        """
        try:
            return XTermParser._parse_extended_key.__wrapped__(self, sequence)  # noqa: SLF001
        except (ValueError, OverflowError):
            return None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Yields the keys of all forms in which terminals send them, and those that are missing in Textual's
        table. A complete sequence without a meaning yields nothing; otherwise it would be typed letter by
        letter.
        """
        older = older_form(sequence) if len(sequence) > 2 else sequence
        if older is None:
            return [events.Key(Keys.Ignore, sequence)]
        if older != sequence:
            return super()._sequence_to_key_events(older, alt)
        if sequence in OWN_KEYS:
            return [events.Key(OWN_KEYS[sequence], None)]
        found = list(super()._sequence_to_key_events(sequence, alt))
        whole = len(sequence) > 1 and WHOLE.fullmatch(sequence)
        return [events.Key(Keys.Ignore, sequence)] if whole and not found else found
