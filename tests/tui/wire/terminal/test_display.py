"""A player's wish for a type of terminal is read, kept and followed; the rest stays as it says itself."""

from __future__ import annotations

import re

import pytest

from tests.tui.lines import RecordedSession, client
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.host.session import ClientInfo
from tui.wire.terminal.display import (
    DisplayWish,
    TerminalDisplay,
    format_wish,
    parse_wish,
    setting_name,
    stored_wish,
)
from tui.wire.terminal.terminals import Depth, terminal_of

SETTING = re.compile(r"[a-z][a-z0-9-]{0,23}")


def host() -> Hosted:
    return Hosted(table(1, "KIWI-7", player("Ämbér"), bot("Elm")))


@pytest.mark.parametrize(
    ("words", "before", "wanted"),
    [
        ("16", DisplayWish(), DisplayWish(Depth.SIXTEEN)),
        ("ASCII", DisplayWish(Depth.SIXTEEN), DisplayWish(Depth.SIXTEEN, utf8=False)),
        ("utf-8 mono", DisplayWish(), DisplayWish(Depth.NONE, utf8=True)),
        ("auto", DisplayWish(Depth.EIGHT, utf8=False), DisplayWish()),
        ("auto true", DisplayWish(Depth.EIGHT, utf8=False), DisplayWish(Depth.TRUE)),
        ("", DisplayWish(Depth.EIGHT), DisplayWish(Depth.EIGHT)),
        ("17", DisplayWish(), None),
        ("colourful", DisplayWish(), None),
    ],
)
def test_words_become_a_wish(words: str, before: DisplayWish, wanted: DisplayWish | None):
    """In any order, over what was wanted before; what cannot be read changes nothing."""
    assert parse_wish(words, before) == wanted
    if wanted is not None:
        assert parse_wish(format_wish(wanted)) == wanted


@pytest.mark.parametrize("term", ["xterm-256color", "VT100", "a.b_c+d" * 9, "", "xterm-kitty"])
def test_a_wish_is_kept_for_a_type_of_terminal(term: str):
    """Under a name that every account can keep."""
    assert SETTING.fullmatch(setting_name(term))
    assert stored_wish({setting_name(term): "8 ascii"}, term) == DisplayWish(Depth.EIGHT, utf8=False)
    assert stored_wish({setting_name(term): "of an older version"}, term) == DisplayWish()
    assert stored_wish({}, term) == DisplayWish()


def test_the_rest_is_as_the_terminal_says():
    """A wish changes colours and signs alone."""
    own = terminal_of(ClientInfo(term="linux", environment={"LANG": "de_DE.ISO-8859-1"}))
    assert TerminalDisplay("linux", own).terminal == own
    shown = TerminalDisplay("linux", own, DisplayWish(utf8=True)).terminal
    assert (shown.utf8, shown.encoding, shown.depth) == (True, "utf-8", Depth.EIGHT)
    assert shown.erases_cells


async def test_display_changes_what_is_sent_and_is_remembered():
    """ASCII and no colours at once, on the same screen; the next session begins so."""
    visit = RecordedSession(host(), client())
    await visit.sees("Ämbér")
    assert "38;5;" in visit.line.text
    visit.line.sent.clear()
    visit.session.feed(b"/display ascii mono\r")
    await visit.sees("Amber")
    port = visit.session._app.port
    assert port.account().settings == {"display-xterm-256color": "mono ascii"}
    assert "38;5;" not in visit.line.text[visit.line.text.index("\x1b[2J") :]
    await visit.sees("no colours, ASCII (your choice)")
    visit.session.feed(b"/display auto\r")
    await visit.sees("256 colours, UTF-8 (detected)")
    await visit.sees("Ämbér")
    await visit.leave()


async def test_a_session_begins_as_its_account_wishes():
    """Without a question to the terminal, where the wish says what it reads."""
    hosted = host()
    port = hosted.port("Wren")
    await port.set("display-xterm-256color", "8 ascii")
    hosted.port = lambda _: port
    visit = RecordedSession(hosted, ClientInfo(term="xterm-256color"))
    await visit.sees("Amber")
    assert visit.line.text.isascii()
    assert "\x1b[6n" not in visit.line.text
    assert "38;5;" not in visit.line.text
    await visit.leave()


async def test_what_cannot_be_read_is_told_how_to_write():
    """Nothing changes, and the form is shown."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    await visit.press(b"/display loud\r", "/display [auto]")
    assert visit.session._app.port.account().settings == {}
    await visit.leave()
