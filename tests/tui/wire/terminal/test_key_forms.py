"""A key that is sent as a number, or as that of a keypad, is the key that types the same."""

from __future__ import annotations

import pytest

from tests.tui.wire.line.test_keyboard import typed
from tui.wire.private.keys import keys_of

PRINTABLE = [chr(number) for number in range(0x20, 0x7F)] + list("äöüßéñçøæœ€漢")
KEYPAD = dict(zip("jklmnopqrstuvwxyX ", "*+,-./0123456789= ", strict=True))


async def test_printable_keys_are_their_characters():
    """In the forms of fixterms, Kitty and modifyOtherKeys: bare, with Shift or locks, held, with its text."""
    for char in PRINTABLE:
        (plain,) = keys_of(char)
        code, small = ord(char), ord(char.lower()) if len(char.lower()) == 1 else ord(char)
        forms = [
            f"\x1b[{code}u", f"\x1b[{code};1u", f"\x1b[{code};129u", f"\x1b[{code};1:1u", f"\x1b[{code};1:2u",
            f"\x1b[27;1;{code}~", f"\x1b[{code};;{code}u",
        ]  # fmt: skip
        if char == char.upper():
            forms += [
                f"\x1b[{code};2u", f"\x1b[27;2;{code}~", f"\x1b[{small}:{code};2u", f"\x1b[{small};2;{code}u",
                f"\x1b[{code};130u",
            ]  # fmt: skip
        for form in forms:
            data = form.encode()
            assert await typed(data) == [plain[0]], form
            assert await typed(*[bytes([byte]) for byte in data], b"q") == [plain[0], "q"], form
            heard = keys_of(form) or ((plain[0], plain[1]),)
            assert heard == (plain,), form


@pytest.mark.parametrize(
    ("form", "key"),
    [
        ("\x1b[63;2u", "question_mark"), ("\x1b[97;2u", "A"), ("\x1b[97;65u", "A"), ("\x1b[97;66u", "a"),
        ("\x1b[108;5u", "ctrl+l"), ("\x1b[27;5;108~", "ctrl+l"), ("\x1b[108;133u", "ctrl+l"),
        ("\x1b[13;2u", "enter"), ("\x1b[27;2;13~", "enter"), ("\x1b[32;2u", "space"),
        ("\x1b[9;2u", "shift+tab"), ("\x1b[27;2;9~", "shift+tab"),
        ("\x1b[127;2u", "backspace"), ("\x1b[27;2u", "escape"),
        ("\x1b[97;3u", "alt+a"), ("\x1b[27;3;97~", "alt+a"), ("\x1b[1;1:1A", "up"), ("\x1b[1;1:2B", "down"),
        ("\x1b[3;1:1~", "delete"), ("\x1b[3$", "shift+delete"),
    ],
)  # fmt: skip
async def test_keys_with_modifiers(form: str, key: str):
    """Shift alone makes another character, or nothing of a key that types none."""
    assert await typed(form.encode()) == [key]


@pytest.mark.parametrize(
    "form", ["\x1b[97;1:3u", "\x1b[1;1:3A", "\x1b[57358u", "\x1b[57441;2u", "\x1b[57427u", "\x1bOE"]
)
async def test_what_types_nothing_is_no_letter(form: str):
    """A key that is let go, a modifier alone, the middle of a keypad."""
    heard = await typed(form.encode(), b"q")
    assert heard[-1] == "q"
    assert all(len(key) > 1 for key in heard[:-1]), heard


@pytest.mark.parametrize(("letter", "char"), KEYPAD.items())
async def test_a_keypad_types_its_characters(letter: str, char: str):
    """In application mode, with Shift and without."""
    ((name, _),) = keys_of(char)
    assert await typed(f"\x1bO{letter}".encode()) == [name]
    assert await typed(f"\x1bO2{letter}".encode()) == [name]


KITTY = dict(zip(range(57399, 57417), "0123456789./*-+\r=,", strict=True))
NAMES = ("left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete")
MOVES = dict(zip(range(57417, 57427), NAMES, strict=True))


async def test_kittys_keypad():
    """Digits and signs, and without Num Lock arrows and their neighbours."""
    for number, char in KITTY.items():
        ((name, _),) = keys_of(char)
        assert await typed(f"\x1b[{number}u".encode()) == [name]
        assert await typed(f"\x1b[{number};129u".encode()) == [name]
    for number, name in MOVES.items():
        assert await typed(f"\x1b[{number}u".encode()) == [name]
