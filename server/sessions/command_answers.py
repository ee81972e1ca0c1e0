"""Answers the commands of a client that need no screen.

The texts are in `server.sessions.answers` and `server.sessions.single_commands`; commands that run a screen
or a program's session are left to `server.sessions.session`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING

from server.host.host import Host
from server.identity.accounts import Player
from server.proofs import armor
from server.sessions import answers
from server.sessions.client_text import ClientText
from server.sessions.commands import AT_ONCE, SVG, SshCommand
from server.sessions.early_input import EarlyInput
from server.transport.connection_limiter import network_of
from tui.host.setting_names import LANGUAGE
from tui.language import notices

if TYPE_CHECKING:
    from server.sessions.answer import Answer

DONE, FAILED = 0, 1
"""Exit statuses."""


class CommandAnswers:
    """One command of a client. `player()` returns who it is, `read_more` reads on from the client, `send`
    sends a part of a long answer and waits until the client has taken it; `ssh_host` is what players type
    after `ssh` to come here.
    """

    def __init__(
        self,
        host: Host,
        text: ClientText,
        early: EarlyInput,
        read_more: Callable[[], None],
        send: Callable[[bytes], Awaitable[None]],
        player: Callable[[], Awaitable[Player]],
        address: str,
        ssh_host: str,
    ) -> None:
        self._host = host
        self._text = text
        self._early = early
        self._read_more = read_more
        self._send = send
        self._player = player
        self._address = address
        self._ssh_host = ssh_host

    async def answer(self, command: SshCommand) -> int:
        """Write the answer and return the exit status. Raises Refused."""
        host, texts = self._host, self._text.texts
        match command.kind:
            case "help":
                self._text.write(answers.help_text(host, texts, self._ssh_host))
            case "verify":
                self._text.write(answers.checking_program(), is_data=True)
            case "cast":
                await self._cast(command, await self._player())
            case "sign":
                player = await self._player()
                signature = await self._early.whole(armor.LONGEST, self._read_more)
                answer = await answers.sign(host, texts, player, command.goto, signature)
                self._text.write(answer, is_data=not signature)
            case "analyse":
                return await self._analyse(command, await self._player())
            case kind if kind in AT_ONCE:
                return await self._answer_at_once(command, await self._player())
            case "api":
                self._text.say(notices.for_programs)
                return FAILED
            case _:
                self._text.say(partial(notices.unknown_command, host=self._ssh_host))
                return FAILED
        return DONE

    async def _cast(self, command: SshCommand, player: Player) -> None:
        """Send a cast part by part, as fast as the client takes it."""
        language = self._text.texts.language
        async with aclosing(answers.cast(self._host, language, player, command)) as parts:
            async for part in parts:
                await self._send(part.replace(b"\n", b"\r\n") if self._text.has_terminal else part)

    async def _answer_at_once(self, command: SshCommand, player: Player) -> int:
        """Answer a command about the player's tables and keys. Most show that the player is about."""
        from server.sessions import single_commands  # it imports the boards, and with them Textual
        from server.sessions.at_once import actions  # likewise

        is_about = actions.is_present(command)
        leave = await self._host.begin(player, network_of(self._address)) if is_about else None
        port = self._host.port(
            player,
            self._ssh_host,
            zone=self._text.environment.get("TZ", ""),
            for_banned=actions.is_for_banned(command),
        )
        self._text.language = port.account().settings.get(LANGUAGE, "")
        try:
            answer = await single_commands.answer(port, self._text.texts, command)
        finally:
            port.close()
            if leave:
                leave()
        return self._write(answer, command)

    async def _analyse(self, command: SshCommand, player: Player) -> int:
        """Answer once a game is analysed. Who waits counts as being here: the guests of an address share."""
        from server.sessions import analysis_command  # it imports the boards, and with them Textual

        leave = await self._host.begin(player, network_of(self._address))
        port = self._host.port(player, self._ssh_host)
        try:
            tell = partial(self._text.write, is_error=True)
            return self._write(await analysis_command.answer(port, self._text.texts, command, tell), command)
        finally:
            port.close()
            leave()

    def _write(self, answer: Answer, command: SshCommand) -> int:
        if answer.text:
            self._text.write(answer.text, is_error=answer.failed, is_data=_is_data(command, answer))
        return answer.status


def _is_data(command: SshCommand, answer: Answer) -> bool:
    """Return whether an answer is for programs."""
    wanted = command.json or command.move == SVG or answer.is_data
    return wanted and not answer.failed
