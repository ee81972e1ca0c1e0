"""One channel's session: runs what the client asked for, and releases everything at the end.

The layers, in order: the command (`server.sessions.commands`), a terminal if one is needed, the player, the
port, the screen. asyncssh swallows what its callbacks raise, so errors of a screen are caught here.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

import asyncssh

from engine.game import Refused
from server.host.host import Host
from server.host.port import HostPort
from server.identity.accounts import Player
from server.sessions import commands
from server.sessions.client_input import ClientInput
from server.sessions.client_text import ClientText
from server.sessions.commands import FAILED, Asked, Begun, Other
from server.telemetry.logs import bind_facts
from server.telemetry.metrics_sink import REASONS
from server.transport.channel import HardenedChannel
from server.transport.connection_limiter import network_of
from server.transport.hardened import HardenedConnection
from server.transport.line import SshLine, how_line_ended
from server.transport.terminal_size import TerminalSize
from tui.host.notice_events import UNKNOWN_HOST
from tui.host.session import ClientInfo, GoodbyeReason, MakeScreen, Screen
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text

if TYPE_CHECKING:
    from server.sessions.api.session import ApiSession

log = logging.getLogger(__name__)

NOT_LET_IN = ("busy", "account-not-saved")
"""Why nobody new gets in while the store cannot be asked, or not written."""

TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
GOODBYE_TIMEOUT = 2.0
"""Seconds that a client gets to receive its goodbye before the connection is aborted."""


class PlayerSession(asyncssh.SSHServerSession[bytes]):
    """One session of a client, with its `number` in the connection. `player()` returns the player when a
    screen is to begin; `ended` is called when the channel is closed. `ssh_host` is what players type after
    `ssh` to come here.
    """

    __slots__ = ("_abort_timer", "_broken", "_finished", "_gone", "number", "opened", "since", "why")
    """Plain values: Python makes the dictionary of attributes five times as big for more than thirty."""

    def __init__(
        self,
        host: Host,
        make_screen: MakeScreen,
        connection: HardenedConnection,
        channel: HardenedChannel,
        *,
        player: Callable[[], Awaitable[Player]],
        key: str | None = None,
        ended: Callable[[PlayerSession], None],
        number: int = 1,
        ssh_host: str = UNKNOWN_HOST,
    ) -> None:
        self.player: Player | None = None
        """The player, once known."""
        self.since = 0.0
        """When the session began, by the host's clock."""
        self.why = ""
        """Why it has ended: a reason of `GoodbyeReason`, the code of a refusal, "quit" by its player,
        "answered", "failed", or how its line ended.
        """
        self._reason: GoodbyeReason = "shutdown"
        self._host = host
        self._dependencies = dependencies = host.dependencies
        self._make_screen = make_screen
        self._connection = connection
        self._channel = channel
        self._admitted = player
        self._key = key
        self._ended = ended
        self.number = number
        self._ssh_host = ssh_host
        limits = dependencies.limits
        self.opened = asyncio.get_running_loop().time()
        self._share = dependencies.work.share(network_of(connection.address))
        self._input = ClientInput(dependencies, channel, self._share, self._guarded)
        self._line = SshLine(
            channel, connection, limits, self._sent, lambda: self.say_goodbye("slow"), self._caught_up,
            self._input.behind,
        )  # fmt: skip
        self._size = TerminalSize(limits, self._resize)
        self._term: str | None = None
        self._command: commands.Command = commands.LOBBY
        self._screen: Screen | None = None
        self._program: ApiSession | None = None
        """The screen of a program's session."""
        self._text = ClientText(channel, self._size)
        self._task: asyncio.Task[None] | None = None
        self._broken = self._finished = False
        self._gone = False
        self._taken = asyncio.Event()
        """Set once the client has taken everything."""
        self._abort_timer: asyncio.TimerHandle | None = None

    # --- requests of the client

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], _: object) -> bool:
        """Accept a terminal; its type and size are checked."""
        if len(term_type) > self._dependencies.limits.now.terminal_bytes:
            self._connection.refused("terminal")
            self._connection.disconnect(asyncssh.DISC_PROTOCOL_ERROR, "Terminal type too long")
            return False
        # A round trip, as no relay answers for a client.
        self._connection.speed.answered(asyncio.get_running_loop().time() - self.opened)
        self._term = term_type if TERM.fullmatch(term_type) else "dumb"
        self._text.has_terminal = True
        self._size.begin(term_size[0], term_size[1])
        self._input.of_terminal()
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command; an unknown one is answered with a sentence."""
        self._command = commands.parse(command, self._dependencies.games)
        return True

    def subsystem_requested(self, _: str) -> bool:
        """Accept a subsystem, to answer with the sentence that there is none."""
        self._command = commands.Misspelt("", "")
        return True

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._serve(), context=self._share.new_context())

    # --- during the session

    def data_received(self, data: bytes, _: asyncssh.DataType) -> None:
        """Pass input on to the screen, at a bounded rate."""
        self._dependencies.metrics.received(len(data))
        if self._program:
            self._guarded(self._program.feed, data)
        elif self._term is None and not (self._screen or self._finished):
            self._input.keep(data)
        elif not self._finished:
            self._input.take(data)

    def eof_received(self) -> bool:
        """Pass the end of the input on; the channel stays open for output."""
        if self._program:
            self._guarded(self._program.end_of_input)
        elif not self._finished:
            self._input.end()
        return True  # a client that sends no more may still read

    def terminal_size_changed(self, width: int, height: int, *_: int) -> None:
        self._size.change(width, height)

    def resume_writing(self) -> None:
        self.drained()

    def drained(self) -> None:
        """Let the screen draw again; the client has taken everything."""
        self._line.drained()
        if self._line.backlog() == 0:
            self._taken.set()
            self._caught_up()

    async def _send(self, data: bytes) -> None:
        """Send a part of an answer and wait until the client has taken it. A session whose client takes too
        little for too long is ended.
        """
        self._line.write(data)
        while self._line.backlog():
            self._taken.clear()
            await self._taken.wait()

    def _caught_up(self) -> None:
        """Let the screen draw again: nearly all output has reached the client."""
        if self._screen:
            self._guarded(self._screen.drained)

    @property
    def stays(self) -> bool:
        """Whether it goes on until its client leaves: no command that is answered."""
        return self._task is not None and (isinstance(self._command, Begun) or self._command is Other.API)

    @property
    def is_asking(self) -> bool:
        """Whether nobody plays in it: it has not begun, or is a command that is answered."""
        return self.player is None and not self.why

    @property
    def address(self) -> str:
        return self._connection.address

    def connection_lost(self, exc: Exception | None) -> None:
        """End the screen; the channel is closed."""
        self._gone = True
        self.why = self.why or how_line_ended(exc)
        if self._abort_timer:
            self._abort_timer.cancel()
        self._line.close()
        if self._screen:
            self._guarded(self._screen.hang_up)
        elif self._task:
            self._task.cancel()
        self._ended(self)

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """End the session with the sentence for `reason`, and abort the connection if that is not received
        within GOODBYE_TIMEOUT.
        """
        self.why, self._reason = self.why or reason, reason
        if reason == "slow":
            self._dependencies.metrics.refused("slow")
        if self._screen:
            self._guarded(self._screen.say_goodbye, reason)
        elif self._task:
            self._task.cancel()
        self._abort_after(GOODBYE_TIMEOUT)

    async def wait_ended(self) -> None:
        """Wait until the session has released everything."""
        if self._task:
            await asyncio.wait([self._task])

    def _abort_after(self, seconds: float) -> None:
        """Abort the connection after some seconds, even if the client has not received everything."""
        if not (self._gone or self._abort_timer):
            self._abort_timer = asyncio.get_running_loop().call_later(seconds, self._connection.abort)

    def _sent(self, count: int) -> None:
        self._dependencies.metrics.sent(count)
        self._input.latency.output_sent()

    def _resize(self, columns: int, rows: int) -> None:
        if self._screen:
            self._guarded(self._screen.resize, columns, rows)

    def _guarded(self, call: Callable[..., None], *arguments: object) -> None:
        """Call the screen; if it raises, end this session and no other."""
        try:
            call(*arguments)
        except Exception:
            log.exception("a screen failed")
            self.why, self._broken = "failed", True
            if self._task:
                self._task.cancel()

    # --- the session's task

    async def _serve(self) -> None:
        bind_facts(session=self.number)
        status = FAILED
        try:
            status = await self._answer()
            self.why = self.why or "answered"
        except asyncio.CancelledError:
            goodbye = partial(notices.goodbye, reason=self._reason, host=self._ssh_host, code=None)
            self._text.say(notices.failed if self._broken else goodbye)
        except Refused as refused:
            if refused.code in REASONS:  # any other answers what was asked for
                self._dependencies.metrics.refused(refused.code)
            is_why = refused.code in REASONS or (self.player is None and refused.code in NOT_LET_IN)
            self.why = self.why or (refused.code if is_why else "answered")
            await self._learn_language()
            self._text.say(partial(self._refusal, refused=refused))
        except Exception:
            self.why = "failed"
            log.exception("a session failed")
            self._text.say(notices.failed)
        finally:
            self._finish(status)

    def _refusal(self, texts: Texts, refused: Refused) -> str:
        said = any_refusal_text(texts, refused)
        if isinstance(self._command, Asked):
            from tui.actions import terminal_help  # it imports the boards, and with them Textual

            said = terminal_help.as_typed(texts, said, self._ssh_host)
        return said

    async def _answer(self) -> int:
        """Run the command and return the exit status."""
        match self._command:
            case Other.API if self._term is None:
                player = await self._admitted()
                if player.key in self._dependencies.window_keys:
                    return await self._show_window()
                return await self._play(player, self._begin_program, "program")
            case Begun(goto) if await self._leads_nowhere(goto):
                await self._learn_language()
                self._text.say(notices.no_input)
                return FAILED
            case Begun() as begun:
                return await self._play(await self._admitted(), partial(self._begin_screen, begun))
            case _:
                from server.sessions.single_commands import CommandAnswers  # it imports the boards, likewise

                answers = CommandAnswers(
                    host=self._host, text=self._text, early=self._input.early,
                    read_more=self._channel.resume_reading, send=self._send, player=self._admitted,
                    key=self._key, address=self.address, ssh_host=self._ssh_host,
                )  # fmt: skip
                return await answers.answer(self._command)

    async def _learn_language(self) -> None:
        """People are told in the language of their account why they are not let in; a program in its own."""
        if not self._text.language and self._command is not Other.API:
            self._text.language = await self._host.language_of(self._key)

    async def _leads_nowhere(self, goto: str) -> bool:
        """Return whether who comes there opens a table, without a terminal and without a byte of input."""
        opens = goto.startswith("match") or goto.removeprefix("learn ") in self._dependencies.games
        return opens and self._term is None and await self._input.early.is_empty()

    async def _play(
        self,
        player: Player,
        begin: Callable[[Player, HostPort], Screen],
        by: Literal["player", "program"] = "player",
    ) -> int:
        """Run a screen and release everything at its end."""
        leave = await self._host.begin(
            player, network_of(self.address), self._ssh_host, partial(self.say_goodbye, "crowded")
        )
        forget_line = self._host.lobby.lines.add(player.id, self._connection)
        port = self._host.port(player, self._ssh_host, by, self._text.environment.get("TZ", ""))
        self.player, self.since = player, port.now()
        try:
            self._screen = begin(player, port)
            self._input.begin(self._screen)
            status = await self._screen.run()
            self.why = self.why or ("failed" if status == FAILED else "quit")
            return status
        finally:
            self._screen = self._program = None
            self._input.leave()
            if by == "player":
                self._text.language = port.account().settings.get(LANGUAGE, "")
            port.close()
            forget_line()
            leave()

    async def _show_window(self) -> int:
        """Serve a window on the web, which is nobody."""
        from server.sessions.window import window_session  # imported for the first window, not at the start

        port = self._host.window_port(self._ssh_host)
        try:
            self._screen = self._program = window_session(self._host, port, self._line, self._channel)
            self._input.begin(self._screen)
            return await self._screen.run()
        finally:
            self._screen = self._program = None
            self._input.leave()
            port.close()

    def _begin_screen(self, begun: Begun, _: Player, port: HostPort) -> Screen:
        term = self._term or "dumb"
        client = ClientInfo(
            term, *self._size.size, self._text.environment, begun.goto,
            terminal=self._term is not None, plain=begun.plain,
            compresses=self._connection.get_extra_info("send_compression", "none") != "none",
            escape_delay=self._dependencies.limits.now.escape_delay,
        )  # fmt: skip
        return self._make_screen(port, client, self._line)

    def _begin_program(self, player: Player, port: HostPort) -> Screen:
        from server.sessions.api.session import ApiSession  # imported for the first program, not at the start

        host = self._dependencies
        self._program = ApiSession(
            port, self._text.texts, self._line, self._channel, host.games, host.limits,
            self._host.request_buckets.of(player.id), host.metrics.refused,
        )  # fmt: skip
        return self._program

    def _finish(self, status: int) -> None:
        self._finished = True
        self._input.close()
        self._size.close()
        self._line.close()
        if not self._gone:
            self._channel.resume_reading()  # a channel that holds input back is never closed
            self._channel.exit(status)
            self._abort_after(self._dependencies.limits.now.slow_time)
