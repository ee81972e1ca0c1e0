"""Textual's parser of the bytes that terminals send for keys, on our clock."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

_PLACES: tuple[tuple[type, str, str], ...] = (
    (XTermParser, "_timeout_time", "a lone ESC is told by our clock"),
    (XTermParser, "_sequence_to_key_events", "sequences that mean nothing would be typed as letters"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, what for)."""


OWN_KEYS = MappingProxyType({"\x1b\t": "shift+tab", "\x1bOM": "enter"})
"""What the Linux console and keypads send."""


WHOLE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-Z\\-~]|\[\[[A-Z]|O[0-9;]*[A-Za-z])")
"""A sequence that cannot go on, so that whatever follows is another key."""


class KeyParser(XTermParser):
    """Textual's parser of what terminals send for keys, on our clock."""

    def __init__(self) -> None:
        super().__init__(debug=False)

    @property
    def waits(self) -> bool:
        """Whether an ESC may be a key or the begin of one."""
        return self._timeout_time is not None

    def give_up_waiting(self) -> Iterable[Message]:
        """What came was all there is: an ESC alone is a key."""
        if self.waits:
            self._timeout_time = 0.0
        return self.tick()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Keys that are missing in Textual's table. A whole sequence that means nothing is nothing:
        it would be typed letter by letter.
        """
        if sequence in OWN_KEYS:
            return [events.Key(OWN_KEYS[sequence], None)]
        found = list(super()._sequence_to_key_events(sequence, alt))
        whole = len(sequence) > 1 and WHOLE.fullmatch(sequence)
        return [events.Key(Keys.Ignore, sequence)] if whole and not found else found
