"""A session on a line: what every terminal shows, and how it is given back, whatever happens."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
import weakref
from typing import Any, get_args

import pytest
from textual.events import Key

from tests.tui import snapshots
from tests.tui.lines import RecordedSession, client, ended
from tests.tui.screens.lobby_stage import lobby
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tui.app import terminal_session
from tui.app.terminal_session import FEWEST, MOST, _drawable
from tui.host.session import GoodbyeReason
from tui.language.notices import goodbye
from tui.presenters.turn_bell import IDLE
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.lobby.panel import LobbyPanel
from tui.wire.terminal.probe import COLOUR_QUESTION

pytestmark = pytest.mark.usefixtures("three_games")

LOBBY = "Lobby"
SEQUENCE = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")


def host() -> Hosted:
    return Hosted(table(1, "KIWI-7", player("Ämbér"), bot("Elm"), Seat()))


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100", "no-such-terminal"])
@pytest.mark.parametrize(
    ("lang", "shows"),
    [
        ("en_US.UTF-8", "utf8"),
        ("de_DE.ISO-8859-1", "latin"),
        ("de_DE", "ascii"),
        ("de_DE.ISO-8859-15", "latin"),
    ],
)
async def test_every_terminal_shows_the_lobby(term: str, lang: str, shows: str):
    """Through driver and encoder: with UTF-8 as drawn or in the signs of a console's fonts, without it in
    the letters that it has, in place.
    """
    shows = "console" if (term, shows) == ("linux", "utf8") else shows
    visit = RecordedSession(host(), client(term, LANG=lang))
    await visit.sees("KIWI-7")
    snapshots.check(f"session-{shows}", visit.terminal.text)
    assert visit.line.text.isascii() == (shows == "ascii")
    form = {"utf8": "◄To Court the King►", "console": "◀To Court the King▶"}
    await visit.press(b"n", form.get(shows, "<Um Krone und Kragen>"))
    assert visit.terminal.cursor == (1, 4)
    await visit.leave()


async def test_the_cursor_rests_on_what_is_chosen():
    """Braille lines and speech follow the real cursor; it is never hidden."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    assert visit.terminal.cursor == (0, 2)
    assert not visit.terminal.screen.cursor.hidden
    await visit.leave()


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100"])
@pytest.mark.parametrize(
    ("way", "status", "words"),
    [
        ("leave", 0, ""),
        ("shutdown", 0, "going down"),
        ("kicked", 0, "ended this session"),
        ("banned", 0, "Connect again to read more"),
        ("crash", 1, "Something went wrong"),
    ],
)
async def test_the_terminal_is_given_back(term: str, way: str, status: int, words: str):
    """Attributes, wrap, paste marks, alternate screen, cursor, title: all as before, and one sentence."""
    visit = RecordedSession(host(), client(term))
    await visit.sees("KIWI-7")
    if way == "leave":
        await visit.press(b"q", "Leave crownhouse?")
        visit.session.feed(b"\r")
    elif way == "crash":
        visit.session._app.screen.call_later(lambda: 1 / 0)
    else:
        visit.session.say_goodbye(way)
    assert await visit.task == status
    sent = visit.line.text
    modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", sent))
    assert {mode: state for mode, state in modes.items() if state == "h" and mode not in ("7", "25")} == {}
    assert modes.get("7") == "h"
    assert sent.count("\x1b[22;2t") == sent.count("\x1b[23;2t") == (term == "xterm-256color")
    tail = sent[sent.rindex("\x1b") :]
    assert words in tail
    assert "Traceback" not in sent
    assert "ZeroDivision" not in sent
    assert visit.terminal.screen.cursor.attrs.bold is False


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
@pytest.mark.parametrize("way", ["crash", *get_args(GoodbyeReason)])
async def test_the_last_sentence_breaks_no_word_in_a_narrow_window(way: str, language: str):
    """Its rows end between words, by the width that the window has then."""
    visit = RecordedSession(host(), client(LANG=f"{language}.UTF-8"))
    await visit.sees("KIWI-7")
    visit.session.resize(40, 12)
    texts = visit.session._app.texts
    if way == "crash":
        sentence = texts._("Something went wrong on this screen. Your game is safe: reconnect to go on.")
        visit.session._app.screen.call_later(lambda: 1 / 0)
    else:
        sentence = goodbye(texts, way, visit.session._ssh_host)
        visit.session.say_goodbye(way)
    await visit.task
    assert texts.language == language
    rows = SEQUENCE.split(visit.line.text)[-1].removesuffix("\r\n").split("\r\n")
    assert max(map(len, rows)) <= 40
    assert " ".join(rows).split() == sentence.split()


async def test_a_crash_is_logged_and_harms_nobody_else(caplog: pytest.LogCaptureFixture):
    """The trace is in the log, the player gets a sentence, the session beside it goes on."""
    hosted = host()
    broken, well = RecordedSession(hosted, client(), "Wren"), RecordedSession(hosted, client(), "Heron")
    await broken.sees("KIWI-7")
    await well.sees("KIWI-7")
    with caplog.at_level(logging.ERROR):
        broken.session._app.query_one(LobbyPanel)._draw = lambda *size: 1 / 0 * sum(size)
        broken.session.feed(b"n")
        assert await broken.task == 1
    assert "ZeroDivisionError" in caplog.text
    await well.press(b"n", "A new table")
    await well.leave()


async def test_a_lost_line_ends_the_session_without_a_word():
    """Nothing is written any more, the task ends, nothing of the host stays asked for."""
    hosted = host()
    visit = RecordedSession(hosted, client())
    await visit.sees("KIWI-7")
    written = len(visit.line.sent)
    visit.session.hang_up()
    await ended(visit.task)
    assert not visit.session._is_cut_off
    assert len(visit.line.sent) == written
    assert hosted.followed == 0


async def test_a_request_the_host_never_answers_does_not_keep_a_session():
    """Hanging up does not wait for the host."""
    hosted = host()
    visit = RecordedSession(hosted, client())
    await visit.sees("KIWI-7")
    asked = asyncio.Event()

    async def never(_: str) -> int:
        asked.set()
        await asyncio.Event().wait()
        return 0

    visit.session._app.port.join = never
    visit.session.feed(b"\t\r")
    await visit.until(asked.is_set, "the request")
    visit.session.hang_up()
    await ended(visit.task)


async def test_an_app_that_is_cut_off_is_left_whole():
    """What it left behind may still come to an end by itself: nothing is logged as a failure."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    app = visit.session._app
    visit.session._cut_off(visit.session._work)
    await visit.task
    assert app.features is not None


async def test_a_session_may_end_before_it_begins(monkeypatch: pytest.MonkeyPatch):
    """Hung up between its making and its run, it ends at once, and begins no app."""
    monkeypatch.setattr(terminal_session, "run_app", lambda *_: pytest.fail("an app begins"))
    visit = RecordedSession(host(), client())
    visit.session.hang_up()
    assert await ended(visit.task) == 0
    assert visit.line.sent == []


async def test_a_dead_session_leaves_no_trace_in_memory():
    """App, screen, driver and parser of a session that ended are collected."""
    hosted = host()
    visit = RecordedSession(hosted, client())
    await visit.sees("KIWI-7")
    visit.session.feed(b"\x1b[1;5C\x1b[A")
    app = visit.session._app
    parts = (app, app.screen, app.query_one(LobbyPanel), app._driver, visit.session._keyboard)
    traces = [weakref.ref(part) for part in (*parts, visit.session._output.encoder)]
    del parts
    await visit.leave()
    del app, visit
    await asyncio.sleep(0)
    gc.collect()
    assert [trace() for trace in traces] == [None] * len(traces)


async def test_a_client_that_is_behind_gets_the_newest_screen():
    """Frames are skipped while too much waits; when the client has caught up it sees what is now."""
    hosted = host()
    visit = RecordedSession(hosted, client())
    await visit.sees("KIWI-7")
    visit.line.behind = 1
    sent = len(visit.line.sent)
    app = visit.session._app
    visit.session.feed(b"n")
    await visit.until(lambda: app.screen._form is not None, "the form")
    visit.session.feed(b"\x1b[B")
    await visit.until(lambda: app.screen._form.field == 1, "the second line")
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(visit.line.sent) == sent
    visit.line.behind = 0
    visit.session.drained()
    assert "▌  Seats       ◄3►" in visit.terminal.text
    assert len(visit.line.sent) == sent + 1
    await visit.leave()


async def test_the_window_may_change_its_size():
    """Sizes are followed, the last one for certain, and absurd ones are clamped."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    app, output = visit.session._app, visit.session._output
    for columns, rows in [(100000, 100000), (0, 0), (1, 1), (100, 30), (120, 40)]:
        visit.session.resize(columns, rows)
    await visit.until(lambda: tuple(app.size) == (120, 40), "the last size")
    assert output.encoder.size == (120, 40)
    visit.session.resize(5000, 5000)
    await visit.until(lambda: tuple(app.size) == (300, 100), "the largest size")
    visit.session.resize(1, 1)
    await visit.until(lambda: tuple(app.size) == (20, 10), "the smallest size")
    await visit.leave()


async def test_sessions_share_a_process_without_touching_it():
    """Neither the streams nor the loop of the process are changed by sessions that overlap."""
    hosted, out, err = host(), sys.stdout, sys.stderr
    factory = asyncio.get_running_loop().get_task_factory()
    first = RecordedSession(hosted, client(), "Wren")
    await first.sees("KIWI-7")
    second = RecordedSession(hosted, client(LANG="de_DE.UTF-8"), "Heron")
    await second.sees("KIWI-7")
    assert "Tisch" in second.terminal.text
    assert "Tisch" not in first.terminal.text
    await first.leave()
    await second.leave()
    assert (sys.stdout, sys.stderr) == (out, err)
    assert asyncio.get_running_loop().get_task_factory() is factory


async def test_the_title_says_whose_turn_it_is():
    """On terminals that have one; it is taken back at the end."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    visit.session._app.show_turn("your turn · KIWI-7", yours=True)
    await visit.until(lambda: "\x1b]2;your turn · KIWI-7\x07" in visit.line.text, "the title")
    before = len(visit.line.text)
    visit.session._app.show_turn("your turn · KIWI-7", yours=True)
    visit.session._app._send()
    assert len(visit.line.text) == before, "it is sent when it changes"
    await visit.leave()
    old = RecordedSession(host(), client("linux"))
    await old.sees("KIWI-7")
    old.session._app.show_turn("your turn", yours=True)
    old.session._app._send()
    assert "\x1b]" not in old.line.text
    await old.leave()


async def test_the_first_screen_is_one_frame():
    """A session begins with one write for the title and the whole picture, after the modes and what the
    terminal is asked.
    """
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    for _ in range(50):
        await asyncio.sleep(0)
    asking, frame = visit.line.sent
    assert asking.decode().endswith(COLOUR_QUESTION)
    assert b"KIWI-7" in frame
    await visit.leave()


async def test_a_page_over_the_lobby_costs_nothing_while_it_is_read():
    """What changes below it paints nothing, again and again least of all; it is there afterwards."""
    hosted = host()
    visit = RecordedSession(hosted, client())
    await visit.sees("KIWI-7")
    await visit.press(b"?", "Space for more")
    painted: list[object] = []
    visit.session._app.shown = painted.append
    hosted.change(table(2, "PLUM-4", player("Heron"), Seat()))
    for _ in range(500):
        await asyncio.sleep(0)
    assert painted == []
    del visit.session._app.shown
    await visit.press(b"x", "PLUM-4")
    assert "Space for more" not in visit.terminal.text
    await visit.leave()


async def test_a_line_lost_while_a_page_is_read_leaves_nothing_to_work_on():
    """What waited for the app to be idle no longer asks the screens that are gone."""
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    await visit.press(b"?", "Space for more")
    await visit.leave()
    for _ in range(200):
        await asyncio.sleep(0)
    assert faults == []


async def test_the_lobby_is_the_first_screen():
    """Whoever connects sees the lobby."""
    visit = RecordedSession(host(), client())
    await visit.sees(LOBBY)
    assert isinstance(visit.session._app.screen, LobbyScreen)
    await visit.leave()


@pytest.mark.parametrize(("theme", "inks"), [("light", {"38;5;94"}), ("mono", set())])
async def test_a_theme_is_worn_at_once_and_next_time(
    theme: str, inks: set[str], monkeypatch: pytest.MonkeyPatch
):
    """/theme draws the same picture in other colours, the account remembers it; no screen begins anew."""
    hosted = host()
    visit = RecordedSession(hosted, client(), "Wren")
    await visit.sees("KIWI-7")
    picture, screen = visit.terminal.text, visit.session._app.screen
    sent = len(visit.line.text)
    for char in f"/theme {theme}":
        visit.session.feed(char.encode())
    await visit.press(b"\r", "without colours" if theme == "mono" else "for a light background")
    assert visit.session._app.screen is screen
    assert colours(visit.line.text[sent:]) >= inks
    assert visit.terminal.text.splitlines()[:-2] == picture.splitlines()[:-2]
    port = visit.session._app.port
    await visit.leave()
    monkeypatch.setattr(hosted, "port", lambda _: port)
    again = RecordedSession(hosted, client(), "Wren")
    await again.sees("KIWI-7")
    assert "93" not in colours(again.line.text)
    assert again.terminal.text.splitlines()[:-2] == picture.splitlines()[:-2]
    assert bool(colours(again.line.text)) == bool(inks)
    await again.leave()


def colours(sent: str) -> set[str]:
    """The inks that were sent, as SGR parameters."""
    found = re.findall(r"\x1b\[([0-9;]*)m", sent)
    return {ink for sgr in found for ink in re.findall(r"38;5;\d+|(?<!\d)[39][0-7](?!\d)", sgr)}


@pytest.mark.parametrize(
    ("term", "called"),
    [
        ("xterm-256color", "\x07"),
        ("vt100", "\x07"),
        ("xterm-kitty", "\x1b]9;crownhouse: your turn\x07"),
        ("foot", "\x1b]777;notify;crownhouse;your turn\x07"),
    ],
)
async def test_a_turn_calls_whoever_is_not_looking(term: str, called: str):
    """With a notification where the terminal has them; after a key, and with the bell off, with nothing."""
    visit = RecordedSession(host(), client(term))
    await visit.sees("KIWI-7")
    app = visit.session._app
    app.port.host.time += IDLE
    app.bells.turn_begins()
    await visit.until(lambda: visit.line.text.endswith(called), "the call")
    before = len(visit.line.text)
    visit.session.feed(b"j")
    app.bells.turn_begins()
    app.show_turn("crownhouse", yours=False)
    await app.port.set("bell", "off")
    app.port.host.time += IDLE
    app.bells.turn_begins()
    app._send()
    assert called not in visit.line.text[before:]
    await visit.leave()


def test_what_is_drawn_has_bounds() -> None:
    assert _drawable(10**6, 10**6) == MOST
    assert _drawable(0, 0) == FEWEST


async def test_only_what_a_key_does_is_waited_for() -> None:
    """The frame after a key that acts has the host's answer in it; what a page looks up delays nothing."""
    async with lobby(Hosted()) as pilot:
        app: Any = pilot.app
        for acts in (True, False):
            answered = asyncio.Event()
            app.note_key(Key("n", "n"))
            assert not acts or app.counts(str)
            app.request(answered.wait())
            assert (app.waits_for_answer, app.waits_for_host) == (acts, True)
            answered.set()
            await pilot.pause()
            assert not app.waits_for_host


async def test_without_a_screen_nothing_is_asked():
    """What waits for its turn of the loop may find an app that has ended."""
    visit = RecordedSession(host(), client("xterm-256color"))
    await visit.sees("KIWI-7")
    app: Any = visit.session._app
    screens = app._screen_stack[:]
    app._screen_stack.clear()
    app._ask()
    assert app.question is None
    assert app.is_at_rest
    visit.session.input_dropped()
    visit.session._reads_utf8(False)
    visit.session._hear_colours("")
    app._screen_stack.extend(screens)
    assert await visit.leave() == 0
