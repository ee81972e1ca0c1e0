"""Answers the commands of a client that need no screen.

Actions are left to `server.sessions.single_commands`, commands that run a screen or a program's session to
`server.sessions.session`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game import Refused
from server.host.host import Host
from server.identity.accounts import GUEST, Player
from server.proofs import armor, verify
from server.sessions.client_text import ClientText
from server.sessions.commands import (
    DONE,
    FAILED,
    OF_GAMES,
    OF_ONE_WORD,
    SOME,
    Asked,
    Command,
    Helped,
    Misspelt,
    Other,
)
from server.sessions.early_input import EarlyInput
from server.transport.connection_limiter import network_of
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.setting_names import LANGUAGE
from tui.language import notices

if TYPE_CHECKING:
    from server.sessions.single_commands import Answer


@dataclass(frozen=True, kw_only=True)
class CommandAnswers:
    """One command of a client. `player()` returns who it is, `read_more` reads on from the client, `send`
    sends a part of a long answer and waits until the client has taken it; `ssh_host` is what players type
    after `ssh` to come here.
    """

    host: Host
    text: ClientText
    early: EarlyInput
    read_more: Callable[[], None]
    send: Callable[[bytes], Awaitable[None]]
    player: Callable[[], Awaitable[Player]]
    address: str
    ssh_host: str

    async def answer(self, command: Command) -> int:
        """Write the answer and return the exit status. Raises Refused."""
        match command:
            case Helped(about):
                if text := self._help(about):
                    self.text.write(text)
                else:
                    return self._nothing_meant(about)
            case Other.VERIFY:
                self.text.write(_checking_program(), is_data=True)
            case Asked():
                return await self._carry_out(command, await self._who(command))
            case Misspelt("", typed):
                return self._nothing_meant(" ".join(typed))
            case Misspelt(name, typed):
                games = self.host.dependencies.games
                if name in OF_GAMES and (strange := next((word for word in typed if word not in games), "")):
                    raise refused("unknown-game", game=strange[:40], games=tuple(games))
                from tui.actions.registry import ACTIONS  # it imports the boards, and with them Textual

                self.text.say(partial(ACTIONS[name].terminal_form, host=self.ssh_host, typed=typed))
                return FAILED
            case _:
                self.text.say(notices.for_programs)
                return FAILED
        return DONE

    def _nothing_meant(self, typed: str) -> int:
        from tui.actions.terminal_help import nearest  # it imports the boards, and with them Textual

        meant = nearest(typed, (*self.host.dependencies.games, *OF_ONE_WORD, "help"))
        self.text.say(partial(notices.unknown_command, host=self.ssh_host, meant=meant))
        return FAILED

    def _help(self, about: str) -> str:
        """Return the commands that there are, or those that words are about; '': none."""
        from tui.actions import terminal_help  # it imports the boards, and with them Textual
        from tui.boards import BOARDS

        titles = {key: BOARDS[key].title for key in self.host.dependencies.games if key in BOARDS}
        return terminal_help.help_text(self.text.texts, titles, self.ssh_host, about)

    async def _who(self, command: Asked) -> Player:
        """Return the player; if the host lets no guests in and the command does without, one for all of an
        address, who has their tries.
        """
        from tui.actions.registry import SSH_FORMS  # it imports the boards, and with them Textual

        try:
            return await self.player()
        except Refused as why:
            if why.code != "no-guests" or not SSH_FORMS[command.name].for_everybody:
                raise
            return Player(f"{GUEST}{self.address}", "")

    async def _carry_out(self, command: Asked, player: Player) -> int:
        """Answer a command about the player's tables and keys. Most show that the player is about."""
        from server.sessions import single_commands  # it imports the boards, and with them Textual
        from tui.actions.registry import ACTIONS, SSH_FORMS  # likewise

        ssh = SSH_FORMS[command.name]
        if ssh.reads:
            command = single_commands.with_input(
                command, await self.early.whole(armor.LONGEST, self.read_more)
            )
        here = player, network_of(self.address), self.ssh_host
        leave = await self.host.begin(*here) if ACTIONS[command.name].is_present else None
        port = self.host.port(
            player, self.ssh_host, zone=self.text.environment.get("TZ", ""), for_banned=ssh.for_banned
        )
        self.text.language = port.account().settings.get(LANGUAGE, "")
        try:
            if parts := single_commands.parts(port, self.text.texts, command):
                return await self._send_parts(parts)
            line = partial(self._line, port, player)
            if answers := single_commands.conversation(port, self.text.texts, command, line):
                return await self._converse(answers)
            tell = partial(self.text.write, is_error=True)
            answer = await single_commands.answer(port, self.text.texts, command, tell)
        finally:
            port.close()
            if leave:
                leave()
        return self._write(answer, command)

    async def _send_parts(self, parts: AsyncGenerator[bytes, None]) -> int:
        """Send a long answer part by part, as fast as the client takes it."""
        async with aclosing(parts):
            async for part in parts:
                await self.send(part.replace(b"\n", b"\r\n") if self.text.has_terminal else part)
        return DONE

    async def _line(self, port: Port, player: Player) -> str | None:
        """Return the next line of a program, as soon as its player's budget of requests allows it."""
        bucket = self.host.request_buckets.of(player.id)
        if not bucket.take(port.now()):
            await asyncio.sleep(bucket.token_time)
        return await self.early.line(self.read_more)

    async def _converse(self, answers: AsyncGenerator[tuple[str, bool], None]) -> int:
        """Answer a program line by line."""
        status = DONE
        async with aclosing(answers):
            async for told, waits in answers:
                await self.send(f"{told}\n".encode())
                status = SOME if waits else DONE
        return status

    def _write(self, answer: Answer, command: Asked) -> int:
        from tui.actions import terminal_help  # it imports the boards, and with them Textual

        if answer.failed:
            self.text.say(partial(terminal_help.as_typed, said=answer.text, host=self.ssh_host))
        elif answer.text:
            is_data = (command.json or answer.is_data) and not answer.failed
            self.text.write(answer.text, is_error=answer.failed, is_data=is_data)
        return answer.status


def _checking_program() -> str:
    return Path(verify.__file__).read_text("utf-8").rstrip("\n")
