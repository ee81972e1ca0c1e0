"""The older forms of keys that terminals also send as numbers, or as those of a keypad.

CSI u (fixterms, Kitty) and modifyOtherKeys (xterm) send a key as the number of its character with its
modifiers; a keypad in application mode sends letters of its own. Here each becomes what any terminal sends
for the same key. Pure.
"""

from __future__ import annotations

import re
from types import MappingProxyType

KITTY = re.compile(
    r"\x1b\[(?P<code>\d{1,7})(?::(?P<shifted>\d{0,7}))?(?::\d*)?"
    r"(?:;(?P<modifiers>\d{0,4})(?::(?P<event>\d))?)?(?:;(?P<text>[\d:]*))?u"
)
XTERM = re.compile(r"\x1b\[27;(?P<modifiers>\d{1,4});(?P<code>\d{1,7})~")
EVENT = re.compile(r"(\x1b\[\d*;\d*):(\d)([~A-Z])")
"""A key that has no character, pressed (1), held (2) or released (3)."""
KEYPAD = re.compile(r"\x1bO\d?([jklmnop-yMXI ])")
RELEASED = "3"
SHIFT, CAPS_LOCK, LOCKS = 1, 64, 64 | 128
LAST = 0x10FFFF
NO_CHARACTERS = range(0xD800, 0xF900)
"""Surrogates, and the numbers of keys that type nothing, as Shift alone."""
CONTROLS = MappingProxyType({"\t": "\x1b[Z"})
"""What Shift makes of a key that types no letter; of others it makes nothing."""
KEYPAD_KEYS = MappingProxyType(
    {
        **dict(zip("jklmnoMXI ", "*+,-./\r=\t ", strict=True)),
        **dict(zip("pqrstuvwxy", "0123456789", strict=True)),
    }
)
KITTY_KEYPAD = MappingProxyType(
    {57399 + at: char for at, char in enumerate("0123456789./*-+\r=,")}
    | {
        57417 + at: f"\x1b[{end}"
        for at, end in enumerate(("D", "C", "A", "B", "5~", "6~", "H", "F", "2~", "3~"))
    }
)
"""Its keys without Num Lock are the arrows and their neighbours."""


def older_form(sequence: str) -> str | None:
    """What any terminal sends for the same key, or the sequence; None: no key that types anything."""
    if keypad := KEYPAD.fullmatch(sequence):
        return KEYPAD_KEYS[keypad[1]]
    if event := EVENT.fullmatch(sequence):
        return None if event[2] == RELEASED else event[1] + event[3]
    if found := KITTY.fullmatch(sequence):
        if found["event"] == RELEASED:
            return None
        return _of_number(found["code"], found["modifiers"], found["shifted"], found["text"])
    if found := XTERM.fullmatch(sequence):
        return _of_number(found["code"], found["modifiers"], None, None)
    return sequence


def _of_number(code: str, modifiers: str | None, shifted: str | None, text: str | None) -> str | None:
    """Returns the older form of a key with a number, if it has one."""
    held = max(0, int(modifiers or 1) - 1)
    number = int(shifted) if shifted and held & SHIFT else int(code)
    if number in KITTY_KEYPAD and not held & ~(SHIFT | LOCKS):
        return KITTY_KEYPAD[number]
    typed = "".join(_character(int(part)) for part in (text or "").split(":") if part)
    if len(typed) == 1 and typed.isprintable():
        return typed
    if number > LAST or number in NO_CHARACTERS:
        return None
    char = chr(number)
    if held & ~(SHIFT | LOCKS):
        return f"\x1b[{number};{(held & ~LOCKS) + 1}u"
    if not char.isprintable():
        return CONTROLS.get(char, char) if held & SHIFT else char
    upper = bool(held & SHIFT) != bool(held & CAPS_LOCK)
    return char.upper() if upper and len(char.upper()) == 1 and not shifted else char


def _character(number: int) -> str:
    return chr(number) if 0 < number <= LAST and number not in NO_CHARACTERS else ""
