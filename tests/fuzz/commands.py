"""What is typed at a host: commands in every language, talk and moves, in plain mode and on the screen.

Another player looks on: only clean text reaches them, and the typist's session answers to the end.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.host import nothing_fails, simulation
from tests.fuzz.keys import SEQUENCES, silence
from tests.fuzz.target import LENGTHS, ODD_TEXT, FuzzTarget, cut, mutated, odd_bytes, on_a_loop
from tests.tui.lines import RecordingLine
from tests.waiting import WITHIN
from tui.actions import catalogue
from tui.actions.catalogue import by_word
from tui.app.mode_switch import make_screen
from tui.host.session import ClientInfo
from tui.language.texts import LANGUAGES, Texts
from tui.plain.line_session import LineSession

WORDS = sorted({word for language in LANGUAGES for word in by_word(language)})
LINES = [
    "open court 2", "open laurin 3 private 5m", "open intrigue 3 x=y", "bot page", "bot", "start", "roll",
    "keep 1", "look", "lobby", "1",
    "2", "3", "yes", "ja", "help", "say hello", "name Wren-7", "ignore Bert", "join KIWI-7", "watch",
    "record", "seat", "key", "undo",
    "plan pass until my turn", "plan if Bert passes then pass", "plan off",
    "standing pass", "concede", "abandon", "rematch", "lend 2", "kick 2", "forget", "lang de", "lang xx",
    "odds", "leave", "plain",
]  # fmt: skip
LINE = (
    st.sampled_from(LINES)
    | st.builds("{} {}".format, st.sampled_from(WORDS), ODD_TEXT)
    | mutated([*LINES, *WORDS], ODD_TEXT)
)
TYPED = st.lists(
    st.builds("{}{}\n".format, st.sampled_from(["", "/", '"', "/move "]), LINE), max_size=14
).map("".join)
LANGUAGE = st.sampled_from(LANGUAGES)
KEYS = st.lists(
    st.sampled_from([*SEQUENCES, *(text.encode() for text in LINES), b"\r", b"\x1b", b"/", b"?", b"n", b"s",
    b"r", b"y", b" " ]) | odd_bytes(),
    max_size=20,
).map(b"".join)  # fmt: skip
SHOWN = re.compile(r"[\r\n\b\a]")
SETTLED = 40
LONGEST_LINE = 2000
"""Characters in a line of plain mode: the longest are lists of moves and of people."""


def _commands(line: str) -> None:
    """Whatever is behind a slash is one of four things in every language, and said on one line."""
    for language in LANGUAGES:
        texts = Texts(language)
        typed = catalogue.parse(texts, line)
        if isinstance(typed, catalogue.UnknownInput):
            assert "\n" not in catalogue.no_such(texts, typed.text)
        elif isinstance(typed, catalogue.WrongUsage):
            assert "\n" not in typed.sentence
        elif isinstance(typed, catalogue.CommandInput):
            assert typed.name in by_word(language)


async def _plain(case: tuple[str, str, bool, list[int]]) -> None:
    """A session in plain mode obeys or answers every line, and nobody sees what nobody may."""
    text, language, terminal, lengths = case
    at = simulation()
    with nothing_fails():
        mine, leave = await at.come(None, "Wren")
        theirs, leave_other = await at.come(None, "Bert")
        me, them = _Typist(mine, language, terminal=terminal), _Typist(theirs, "en", terminal=False)
        await them.types(b"open court 2\n")
        data = text.replace("\n", "\r" if terminal else "\n").encode("utf-8", "surrogatepass")
        for part in cut(data, lengths):
            await me.types(part)
        silence(me.session._keyboard)
        for _ in range(100):
            if me.task.done() or me.rests:
                break
            await at.time.pass_by(1.0)
        before = len(me.line.sent)
        if not me.task.done():
            await me.types(b"\x03lobby\r" if terminal else b"lobby\n")
            await at.time.pass_by(60.0)
            assert len(me.line.sent) > before or me.task.done()
        for typist in (me, them):
            typist.session.hang_up()
            assert await asyncio.wait_for(typist.task, WITHIN) == 0
        leave()
        leave_other()
        await at.host.bots.close()
        await at.host.standing_answers.close()
    for typist in (me, them):
        _check_shown(typist.line.text)


def _check_shown(text: str) -> None:
    assert SHOWN.sub("", text).isprintable()
    assert max(map(len, text.split("\n"))) <= LONGEST_LINE


class _Typist:
    def __init__(self, port: Any, language: str, *, terminal: bool) -> None:
        self.line = RecordingLine()
        environment = {"LANG": f"{language}.UTF-8"}
        client = ClientInfo("dumb", 80, 24, environment, "", terminal=terminal, plain=True)
        self.session = LineSession(port, client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    @property
    def rests(self) -> bool:
        """Whether everything that was typed is obeyed."""
        return not self.session._ahead and self.session._work.empty()

    async def types(self, data: bytes) -> None:
        self.session.feed(data)
        for _ in range(SETTLED):
            await asyncio.sleep(0)


async def _screen(case: tuple[bytes, str, list[int]]) -> None:
    """A session on the screen takes any keys and any size, and ends when its client is gone."""
    data, language, lengths = case
    at = simulation()
    with nothing_fails():
        port, leave = await at.come(None, "Wren")
        line = RecordingLine()
        client = ClientInfo(columns=80, rows=24, environment={"LANG": f"{language}.UTF-8"})
        session = make_screen(port, client, line)
        task = asyncio.get_running_loop().create_task(session.run())
        for number, part in enumerate(cut(data, lengths)):
            session.feed(part)
            await asyncio.sleep(0.001)
            session.resize(20 + number * 37 % 200, 10 + number * 11 % 60)
            session.drained()
        await at.time.pass_by(1.0)
        session.hang_up()
        assert await asyncio.wait_for(task, WITHIN) == 0
        leave()
        await at.host.bots.close()
        await at.host.standing_answers.close()
    shown = b"".join(line.sent).decode()
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x80-\x9f]", shown)


TARGETS = [
    FuzzTarget("commands", LINE.map("/{}".format) | LINE, _commands),
    FuzzTarget("plain", st.tuples(TYPED, LANGUAGE, st.booleans(), LENGTHS), on_a_loop(_plain)),
    FuzzTarget("screen", st.tuples(KEYS, LANGUAGE, LENGTHS), on_a_loop(_screen)),
]
