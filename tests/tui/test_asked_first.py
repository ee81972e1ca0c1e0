"""No key acts on what its player has not seen: at questions, confirmations, results, and in the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from importlib import import_module

import pytest

from engine.court.model.state import Turn
from engine.registry import GAMES
from tests.three_games import THREE
from tests.tui.asked_first import GameWalk, LobbyWalk, walked
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordedSession, RecordingLine, client
from tests.tui.scripted_port import Hosted, bot, player, table
from tests.tui.stage import TABLE, StagePort
from tui.actions.catalogue import COMMANDS
from tui.actions.dispatch import acts
from tui.app.terminal_session import TerminalSession
from tui.boards.kit.controller import BoardController
from tui.language.actions import Action
from tui.presenters import lobby_actions, table_actions
from tui.widgets.command_line import CONFIRMING

EARLY = "That key came before this question."
DONE = Turn(1, 0, (), (1, 1, 2), rolled=True)
SHORT, SOME = 4, ("\r", "y", "r", "n", "s", "/lobby\r")
"""Steps of a walk in the suite, and keys that are tried; `make night` tries all, to the end of games."""


@pytest.mark.parametrize("game", list(GAMES))
async def test_no_key_acts_before_its_question_is_seen(game: str):
    """The first questions of a game; `tests.tui.asked_first` says what is tried at each."""
    walk = await walked(GameWalk(game, 1, SOME), SHORT)
    assert len(walk.pairs) > 1
    assert walk.tried > 20


@pytest.mark.parametrize("seed", [8, 17])
async def test_no_key_acts_in_the_lobby_before_its_page_is_seen(seed: int):
    """Without a game to return to, and with one."""
    walk = await walked(LobbyWalk(seed, SOME), 5 * SHORT)
    assert walk.pairs
    assert walk.tried > 20


class Slow(RecordedSession):
    """A session at the court table, whose frames arrive when they are told to."""

    def __init__(self, stage: CourtStage) -> None:
        self.stage, self.line, self.client = stage, RecordingLine(), client()
        self.line.is_long = True
        self.session = TerminalSession(StagePort(stage, "Amber"), self.client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    async def sit(self) -> None:
        await self.sees("Lobby")
        app = self.session._app
        app.call_later(app.go_table, TABLE)
        await self.sees("Jester")
        await self.rest()
        self.line.acknowledge()

    async def rest(self) -> None:
        for _ in range(60):
            await asyncio.sleep(0)


async def test_a_confirmation_needs_its_frame():
    """Both keys in one packet, or one behind the other: the turn is given away by neither."""
    here = Slow(CourtStage(position((), (), turn=DONE)))
    await here.sit()
    here.session.feed(b"n\r")
    await here.sees(EARLY)
    assert "Take no card and end your turn?" in here.terminal.text
    here.session.feed(b"y")
    await here.rest()
    assert here.stage.moves == []
    here.line.acknowledge()
    here.session.feed(b"\r")
    await here.until(lambda: here.stage.moves == ["take nothing"], "the move")
    await here.until(lambda: EARLY not in here.terminal.text, "an answer to what counts")
    await here.leave()


async def test_a_question_that_was_left_is_asked_anew():
    """Whoever went back has not seen it this time."""
    here = Slow(CourtStage(position((), (), turn=DONE)))
    await here.sit()
    here.session.feed(b"n")
    await here.sees("Take no card and end your turn?")
    here.line.acknowledge()
    here.session.feed(b"\x7fn\r")
    await here.sees(EARLY)
    assert here.stage.moves == []
    await here.leave()


async def test_keys_of_one_packet_act_in_order_as_long_as_they_are_shown():
    """The roll is made, the cursor moves among the new dice; what would act on them is dropped, and told."""
    here = Slow(CourtStage(position((), (), turn=Turn(1, 3)), dice="5 5 3"))
    await here.sit()
    here.session.feed(b"r\x1b[C s")
    await here.sees(EARLY)
    assert here.stage.moves == ["roll"]
    here.line.acknowledge()
    here.session.feed(b"s")
    await here.until(lambda: here.stage.moves == ["roll", "keep 5"], "what was marked ahead")
    await here.leave()


async def test_a_roll_is_no_rematch():
    """The game ends while the key is on its way: on the result it means something else."""
    here = Slow(CourtStage(position((), (), turn=Turn(1, 3)), dice="5 5 3"))
    await here.sit()
    here.stage.ended = "conceded"
    here.stage.tell()
    await here.rest()
    for key in b"rnpaRq\r":
        here.session.feed(bytes([key]))
        await here.rest()
    assert set(here.stage.asked) <= {"set"}  # that a game was played
    assert EARLY in here.terminal.text
    here.line.acknowledge()
    here.session.feed(b"r")
    await here.until(lambda: here.stage.asked[-1] == "rematch", "the rematch")
    await here.leave()


async def test_no_typed_command_acts_on_a_page_that_was_not_seen():
    """The game ends while lines are on their way; once the result was seen, the same line counts."""
    here = Slow(CourtStage(position((), (), turn=Turn(1, 3)), dice="5 5 3"))
    await here.sit()
    here.stage.ended = "conceded"
    here.stage.tell()
    await here.rest()
    screen, asked = here.session._app.screen, list(here.stage.asked)
    for name in COMMANDS:
        words = " Birch x" if COMMANDS[name].usage.text else ""
        if not acts(name, words):
            continue
        here.session.feed(f"/{name}{words}\r".encode())
        await here.rest()
        assert (here.session._app.screen, here.stage.asked) == (screen, asked), name
        assert screen._line.question is None, name
    await here.sees(EARLY)
    here.line.acknowledge()
    here.session.feed(b"/rematch\r")
    await here.until(lambda: here.stage.asked[-1] == "rematch", "the rematch")
    await here.leave()


async def test_a_line_that_is_typed_ahead_counts_on_the_page_that_was_seen():
    """All its keys in one packet; and what only shows something counts anywhere."""
    here = Slow(CourtStage(position((), (), turn=Turn(1, 3)), dice="5 5 3"))
    await here.sit()
    here.session.feed(b"/help rematch\r")
    await here.sees("play again with the same players")
    here.session.feed(b"/lobby\r")
    await here.sees("Lobby")
    await here.leave()


async def test_a_command_at_a_question_counts_if_that_was_seen():
    """It closes the question; what only shows something counts at once."""
    for typed, counts in ((b"/bell off\r", False), (b"/bell\r", True)):
        for seen in (False, True):
            here = Slow(CourtStage(position((), (), turn=Turn(1, 3)), dice="5 5 3"))
            await here.sit()
            here.session.feed(b"q")
            await here.sees("Go to the lobby?")
            if seen:
                here.line.acknowledge()
            here.session.feed(typed)
            await here.sees("The bell" if seen or counts else EARLY)
            assert here.session._app.screen._line.question is None
            await here.leave()


async def test_in_the_lobby_too():
    """Neither the first frame, nor a form, nor a question is answered by what came before."""
    hosted = Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm")))
    visit = RecordedSession(hosted, client())
    visit.line.is_long = True
    await visit.sees("KIWI-7")
    visit.session.feed(b"\r")
    await visit.sees(EARLY)
    visit.line.acknowledge()
    visit.session.feed(b"n\r")
    await visit.sees(EARLY)
    assert hosted.asked == []
    visit.line.acknowledge()
    visit.session.feed(b"\x7fq\r")
    await visit.sees("Leave crownhouse?")
    assert not visit.task.done()
    await visit.leave()


def keys_of(actions: Iterable[Action]) -> frozenset[str]:
    """The keys that act at once."""
    return frozenset(key for action in actions if action.acts for key in action.keys)


def of_board(game: str) -> frozenset[str]:
    """The keys that act or begin something on a board, and those that confirm."""
    module = import_module(f"tui.boards.{game}.play.actions")
    controller = import_module(f"tui.boards.{game}.controller")
    handlers = next(
        kind.handlers
        for kind in vars(controller).values()
        if isinstance(kind, type) and issubclass(kind, BoardController) and "handlers" in vars(kind)
    )
    own = (action for action in module.ACTIONS if action.name in handlers and action.name != "back")
    return frozenset(key for action in own for key in action.keys) | set(CONFIRMING)


LOBBY = keys_of(lobby_actions.ACTIONS)
ROOM = keys_of(table_actions.ROOM_ACTIONS)
RUNNING = keys_of((table_actions.UNDO, table_actions.LEND, table_actions.GO_ON))
AFTER = (
    table_actions.REMATCH, table_actions.NEXT, table_actions.REPLAY, table_actions.ANALYSIS,
    table_actions.RECORD, table_actions.HOME, table_actions.PRACTICE, table_actions.SHARE,
    table_actions.CHECK,
)  # fmt: skip
RESULT = keys_of(AFTER)
BOUND = {
    ("court", "result"): "enter n p r s",
    ("intrigue", "result"): "enter r",
    ("laurin", "result"): "a enter n p s",
    ("room", "court"): "enter s",
    ("room", "intrigue"): "enter",
    ("room", "laurin"): "b enter s",
    ("result", "room"): "enter s",
    ("lobby", "room"): "b enter s x",
    ("lobby", "court"): "enter g p s t",
    ("lobby", "intrigue"): "enter",
    ("lobby", "laurin"): "b enter p s t",
}
"""Pages that replace each other by themselves or by a key, and the keys that act on both. They are safe
because each is bound to its page: one that came before the page's first frame does nothing on it. A key that
is added to both sides of a pair is to be weighed, and written down here.
"""


def test_keys_that_act_on_a_page_and_on_the_next_are_known():
    """The law: nothing acts without its frame. These are the keys that would harm if it were broken."""
    pages = {"lobby": LOBBY, "room": ROOM, "result": RESULT}
    pages |= {game: of_board(game) | RUNNING for game in THREE}
    shared = {(one, other): " ".join(sorted(pages[one] & pages[other])) for one, other in BOUND}
    assert shared == BOUND


def test_every_key_that_leaves_or_begins_a_game_is_bound():
    """Whatever a page is left by, and whatever cannot be taken back."""
    assert all(action.acts for action in AFTER)
    bound = {"sit", "bot", "nobot", "start", "leave", "undo", "lend", "go_on"}
    known = (*table_actions.ROOM_ACTIONS, table_actions.UNDO, table_actions.LEND, table_actions.GO_ON)
    assert {action.name for action in known if action.acts} == bound
