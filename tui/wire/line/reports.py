"""Drops what a terminal tells by itself or as an answer: strings and mouse reports. They are no keys. What it
answers about its settings goes to whoever asked.

A program that ran before, or a multiplexer, may have asked for them: colours (OSC), settings (DCS), pictures
(APC), clicks. Each is dropped whole, in whatever pieces it comes. A sequence is held back until it is
complete, so that no part of it is ever read as letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable

OPENS = {
    0x90: "\x1bP",
    0x98: "\x1bX",
    0x9B: "\x1b[",
    0x9C: "\x1b\\",
    0x9D: "\x1b]",
    0x9E: "\x1b^",
    0x9F: "\x1b_",
}
"""The controls of one character, as ESC and a letter."""
ONE_CHARACTER = re.compile("[\x90\x98\x9b-\x9f]")
STRING = re.compile(r"\x1b[PX\]^_]")
"""The beginning of a string: DCS, SOS, OSC, PM, APC."""
SETTINGS = "\x1bP"
STRING_END = re.compile(r"\x1b+\\|[\x18\x1a]|\x1b*(?=\x1b[^\\\x1b])")
"""CAN and SUB break a string off, and so does any other sequence, which is read. A multiplexer doubles ESC in
what it wraps.
"""
LATE_END = "\x1b\\"
"""The end of a string that was given up."""
BELL = "\x07"
"""It ends an OSC, and no other string."""
WHOLE_CSI = re.compile(r"\x1b\[(?:\[|\d+\$|[ -?]*[@-~])")
"""A complete sequence that begins with CSI; of a function key of the Linux console its beginning, and rxvt's
keys with Shift, which end in a dollar sign.
"""
KEY = re.compile(r"\x1b\[(?:\d+\$|(?!<)[0-?]*[ -/]*[@-~])")
"""A sequence that is no report of a mouse."""
BEGUN_CSI = re.compile(r"\x1b\[[ -?]*\Z")
BROKEN_CSI = re.compile(r"\x1b\[[ -?]+")
MOUSE = "\x1b[M"
"""The beginning of a mouse report of the first kind: three characters follow, none of them a control."""
MOUSE_REST = re.compile(r"[^\x00-\x1f]{0,3}")
LONGEST_KEY = 32
"""The most characters of a sequence that may be a key; a longer one is an answer."""
LONGEST_STRING = 4096
"""The most characters of a string for whose rest the keyboard is silent through a pause."""
PAUSE = 1.0
"""Seconds of silence after which the rest of a string or report counts as lost."""


class ReportFilter:
    """Passes keys on, and drops what terminals report."""

    def __init__(self, hear: Callable[[str], object] = lambda _: None) -> None:
        self._hear = hear
        """Called with what a terminal answers to a question about its settings."""
        self.is_inside = False
        """Whether what comes next may belong to what came before."""
        self._held = ""
        """What may be the beginning of a report, or of a key."""
        self._string = ""
        """The beginning of the string that goes on; '': none does."""
        self._said = ""
        """The first characters of it, if it is an answer about settings."""
        self._swallowed = 0
        """The characters of that string so far."""
        self._mouse = 0
        """The characters of a mouse report that are still to come."""

    def patience(self, escape_delay: float) -> float:
        """Returns the seconds of silence after which `give_up` is to be called."""
        may_be_key = self._held in {"\x1b", "\x1b["} and not self._string
        return escape_delay if may_be_key or self._swallowed > LONGEST_STRING else PAUSE

    def filter(self, text: str) -> str:
        """Returns the part of `text` that is read as keys, each sequence as a whole."""
        if ONE_CHARACTER.search(text):
            text = text.translate(OPENS)
        text, self._held = self._held + text, ""
        passed = []
        while text:
            step = self._in_string if self._string else self._in_mouse if self._mouse else self._outside
            part, text = step(text)
            passed.append(part)
        self.is_inside = bool(self._held or self._string or self._mouse)
        return "".join(passed)

    def give_up(self) -> str:
        """Forgets what has begun, as nothing follows; returns what of it is read as keys: ESC alone, or ESC
        and a bracket.
        """
        held = self._held if self._held in {"\x1b", "\x1b["} and not self._string else ""
        self._held = self._string = ""
        self._swallowed = self._mouse = 0
        self.is_inside = False
        return held

    def _outside(self, text: str) -> tuple[str, str]:
        at = text.find("\x1b")
        if at:
            return (text, "") if at < 0 else (text[:at], text[at:])
        if text.startswith(MOUSE):
            self._mouse = 3
            return "", text[len(MOUSE) :]
        whole = WHOLE_CSI.match(text)
        if len(text) == 1 or (not whole and BEGUN_CSI.match(text)):
            self._held = text[: LONGEST_KEY + 1]
            return "", ""
        if whole:
            is_key = len(whole[0]) <= LONGEST_KEY and KEY.fullmatch(whole[0])
            return whole[0] if is_key else "", text[whole.end() :]
        if broken := BROKEN_CSI.match(text):
            return "", text[broken.end() :]
        if STRING.match(text):
            self._string, self._swallowed, self._said = text[:2], 0, ""
            return "", text[2:]
        if text.startswith(LATE_END):
            return "", text[2:]
        return text[0], text[1:]

    def _in_string(self, text: str) -> tuple[str, str]:
        end = STRING_END.search(text)
        bell = text.find(BELL) if self._string == "\x1b]" else -1
        if bell >= 0 and (end is None or bell < end.start()):
            self._string, self._swallowed = "", 0
            return "", text[bell + 1 :]
        if self._string == SETTINGS:
            self._said = (self._said + text[: end.start() if end else None].rstrip("\x1b"))[:LONGEST_KEY]
        if end:
            if self._string == SETTINGS and end[0].endswith(LATE_END):
                self._hear(self._said)
            self._string, self._swallowed = "", 0
            return "", text[end.end() :]
        self._held = "\x1b" if text.endswith("\x1b") else ""
        self._swallowed += len(text)
        return "", ""

    def _in_mouse(self, text: str) -> tuple[str, str]:
        rest = MOUSE_REST.match(text[: self._mouse])
        count = rest.end() if rest else 0
        self._mouse -= count
        if count < len(text[: self._mouse + count]):
            self._mouse = 0
        return "", text[count:]
