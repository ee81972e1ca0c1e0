"""Bytes of any terminal, in any chopping, are keys and pastes, and nothing else."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import Key, Paste

from tests.cases import cases
from tests.tui.lines import rested
from tui.wire.line.keyboard import LONGEST_PASTE, PASTE_END, PASTE_START, Keyboard, PasteLimit


class TypedKeys:
    """Keys as their names, pastes as what was pasted."""

    def __init__(self, escape_delay: float = 0.0) -> None:
        self.heard: list[str | tuple[str]] = []
        self.keyboard = Keyboard(self.take, escape_delay)

    def take(self, event: Key | Paste) -> None:
        self.heard.append((event.text,) if isinstance(event, Paste) else event.key)


async def typed(*chunks: bytes) -> list[str | tuple[str]]:
    """What is heard of chunks that come one after the other, and then nothing for a while."""
    hands = TypedKeys(escape_delay=60)
    for chunk in chunks:
        hands.keyboard.feed(chunk)
    hands.keyboard._tick()
    hands.keyboard.close()
    return hands.heard


KEYS = [
    (b"\x1b[A", "up"), (b"\x1bOA", "up"), (b"\x1b[D", "left"), (b"\x1bOD", "left"),
    (b"\x1b[H", "home"), (b"\x1bOH", "home"), (b"\x1b[1~", "home"), (b"\x1b[7~", "home"),
    (b"\x1b[F", "end"), (b"\x1bOF", "end"), (b"\x1b[4~", "end"), (b"\x1b[8~", "end"),
    (b"\x7f", "backspace"), (b"\x08", "backspace"), (b"\r", "enter"), (b"\n", "enter"), (b"\t", "tab"),
    (b"\x1b[Z", "shift+tab"), (b"\x1bOP", "f1"), (b"\x1b[11~", "f1"), (b"\x1b[[A", "f1"), (b" ", "space"),
    (b"?", "question_mark"), (b"/", "slash"), ("ü".encode(), "ü"), ("漢".encode(), "漢"), (b"\x03", "ctrl+c"),
    (b"\x1b[5~", "pageup"), (b"\x1b[3~", "delete"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "key"), KEYS, ids=repr)
async def test_the_keys_of_all_terminals(data: bytes, key: str):
    """Arrows in both modes, Home and End in all their forms, both Backspaces, letters of any script."""
    assert await typed(data) == [key]


@pytest.mark.parametrize(("data", "key"), [pair for pair in KEYS if len(pair[0]) > 1], ids=repr)
async def test_a_key_may_come_in_pieces(data: bytes, key: str):
    """However the line cuts a sequence or a character, it is one key."""
    assert await typed(*[bytes([byte]) for byte in data]) == [key]


@pytest.mark.parametrize(
    ("encoding", "data", "keys"),
    [
        ("latin-1", "ö".encode("latin-1"), ["ö"]),
        ("utf-8", "ö".encode(), ["ö"]),
        ("latin-1", b"\x1b[A", ["up"]),
        ("utf-8", "漢字".encode(), ["漢", "字"]),
        ("utf-8", b"\xf6q", ["replacement_character", "q"]),
    ],
)
async def test_letters_are_read_as_the_terminal_writes_them(encoding: str, data: bytes, keys: list[str]):
    """An umlaut of a terminal before UTF-8 is there at once, not with the key after it."""
    hands = TypedKeys()
    hands.keyboard.read_as(encoding)
    hands.keyboard.feed(data)
    hands.keyboard.close()
    assert hands.heard == keys


async def test_where_the_cursor_is_goes_to_whoever_asked():
    """An answer of the terminal is no key."""
    told: list[tuple[int, int]] = []
    keyboard = Keyboard(lambda event: pytest.fail(str(event)), 0.0, hear=lambda x, y: told.append((x, y)))
    keyboard.feed(b"\x1b[2;")
    keyboard.feed(b"3R")
    keyboard.close()
    assert told == [(2, 1)]


async def test_a_lone_escape_is_a_key_after_a_moment():
    """ESC alone is a key once nothing follows, and does not swallow what comes later."""
    hands = TypedKeys(escape_delay=0.001)
    heard = asyncio.Event()
    take = hands.take
    hands.keyboard._send = lambda event: (take(event), heard.set())
    hands.keyboard.feed(b"\x1b")
    assert hands.heard == []
    await rested(heard.is_set, lambda: str(hands.heard))
    hands.keyboard.feed(b"q")
    hands.keyboard.close()
    assert hands.heard == ["escape", "q"]


async def test_a_paste_is_one_paste_and_is_capped():
    """Of 20,000 pasted characters 4,096 are read; what follows is typed again."""
    data = f"{PASTE_START}{'x' * 20_000}{PASTE_END}q".encode()
    chunks = [data[at : at + 777] for at in range(0, len(data), 777)]
    assert await typed(*chunks) == [("x" * LONGEST_PASTE,), "q"]


async def test_a_paste_whose_end_is_lost_ends_after_a_pause():
    """A broken paste does not make the keyboard deaf."""
    hands = TypedKeys()
    hands.keyboard.feed(f"{PASTE_START}abc".encode())
    hands.keyboard._end_paste()
    hands.keyboard.feed(b"q")
    hands.keyboard.close()
    assert hands.heard == [("abc",), "q"]


async def test_what_is_pasted_is_never_a_key():
    """ESC inside a paste cannot press keys, however the paste is built."""
    evil = "a\x1b" + "q" * 40 + "\r\x1b[A\x1b[20"
    heard = await typed(f"{PASTE_START}{evil}{PASTE_END}".encode())
    assert heard == [(evil.replace("\x1b", ""),)]


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[<0;5;5M", b"\x1b[<64;5;5M", b"\x1b[48;5000;5000;1;1t", b"\x1b[12;40R", b"\x1b[I", b"\x1b[O",
        b"\x1b[?2026;2$y", b"\x1b[?2048;2$y",
    ],
    ids=repr,
)  # fmt: skip
async def test_a_client_cannot_send_anything_but_keys(data: bytes):
    """Mouse, window sizes, reports of focus, cursor and modes inside the stream are not heard."""
    assert await typed(data, b"q") == ["q"]


async def test_nonsense_does_not_end_the_keyboard():
    """Key numbers that are no characters, surrogates and broken UTF-8 leave later keys working."""
    for bad in (
        b"\x1b[9999999999999u",
        b"\x1b[1114112u",
        b"\x1b[55296u",
        b"\xff\xfe\x80",
        b"\x1b[" + b"1;" * 40 + b"u",
    ):
        heard = await typed(bad, b"\x1b[A", b"q")
        assert heard[-2:] == ["up", "q"], bad


@given(
    st.lists(
        st.one_of(st.binary(max_size=12), st.sampled_from([b"\x1b[200~", b"\x1b[201~", b"\x1b", b"\x1b[A"])),
        max_size=12,
    )
)
@settings(max_examples=cases(150), deadline=None)
def test_no_bytes_raise(chunks: list[bytes]):
    """Whatever a client sends, in whatever chopping, the session goes on."""

    async def feed() -> None:
        hands = TypedKeys()
        for chunk in chunks:
            hands.keyboard.feed(chunk)
        hands.keyboard._tick()
        hands.keyboard.close()

    asyncio.run(feed())


@given(st.lists(st.integers(1, 9), max_size=20), st.text("ax\x1b[201~", max_size=30))
@settings(max_examples=cases(150), deadline=None)
def test_the_cap_passes_everything_on_that_is_no_paste(cuts: list[int], inside: str):
    """Outside of pastes not one character is held back or lost; a paste keeps its two marks."""
    cap, passed = PasteLimit(), ""
    inside = inside.replace(PASTE_END, "")
    if any(inside.endswith(PASTE_END[:n]) for n in range(1, len(PASTE_END))):
        inside += "."
    text = f"before{PASTE_START}{inside}{PASTE_END}after\x1b"
    at = 0
    for cut in [*cuts, len(text)]:
        passed += cap.filter(text[at : at + cut])
        at += cut
    assert passed == f"before{PASTE_START}{inside.replace(chr(27), '')}{PASTE_END}after\x1b"
