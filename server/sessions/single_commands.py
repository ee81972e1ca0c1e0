"""Answers the commands of a client that need no screen: actions (`tui.actions`) that answer and end, so that
a whole game can be played in them, and help. Commands that run a screen or a program's session are left to
`server.sessions.session`. It imports the boards, and with them Textual.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.game import Refused
from server.host.host import Host
from server.identity.accounts import GUEST, Player
from server.proofs import sshsig, verify
from server.sessions.api import messages
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
from tui.actions import terminal_words
from tui.actions.action import Lines, Place, Told, Wrong
from tui.actions.answers import Json, which
from tui.actions.followed_table import FollowedTable
from tui.actions.moves import came_of
from tui.actions.registry import ACTIONS, SSH_FORMS
from tui.actions.terminal_help import as_typed, help_text, nearest
from tui.boards import BOARDS
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in
from tui.presenters import position_words as words
from tui.presenters.reader import Data, Page


class Answer(NamedTuple):
    """What a command prints, to stderr if its exit status is FAILED, and that status."""

    text: str
    status: int = DONE
    is_data: bool = False
    """The text is for programs even if it was not asked for as JSON."""
    more: AsyncGenerator[tuple[bytes, bool], None] | None = None
    """What it prints instead, part by part, and beside each whether something waits for the player."""


async def answer(
    port: Port,
    texts: Texts,
    command: Asked,
    tell: Callable[[str], object] = lambda _: None,
    line: Lines | None = None,
) -> Answer:
    """Carry out a command for the player of a port; `tell` is called with lines about how far it is; `line`
    returns what a program sends that goes on. Raises Refused. A guest is somebody else each time, and may do
    what needs no account.
    """
    account, ssh = port.account(), SSH_FORMS[command.name]
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    named = ACTIONS[command.name]
    action, rest = named.behind_word(texts, command.typed.words)
    typed = replace(command.typed, words=rest)
    in_words = partial(as_typed, texts, host=port.ssh_host)
    place = Place(port, texts, in_terminal=True, typed=in_words, words=rest)
    await action.catch_up(port)
    try:
        args: Any = terminal_words.read(action, place, typed)
    except Wrong as why:
        form = partial(terminal_words.form, named.told_of(texts, action), texts, port.ssh_host)
        return Answer(place.typed(str(why)) or form(terminal_words.strange(action, place, typed)), FAILED)
    if account.guest and not ssh.for_guests:
        return Answer(notices.needs_account(texts, account), FAILED)
    if ssh.asks and not command.yes:
        return Answer(terminal_words.needs_yes(texts, await action.question(place, args)), FAILED)
    if action.parts:
        return Answer("", more=_in_parts(action.parts(place, args)))
    if action.goes_on and command.json and line:
        return Answer("", more=_worded(texts, action.goes_on(place, args, line)))
    work = partial(action.awaited, place, args, tell)
    found: Any = await (came_of(place, FollowedTable(port, args.table), work) if ssh.tells_course else work())
    if action.finds_table or ssh.shows_table:
        return await _stands(place, found if action.finds_table else args.table, json=command.json)
    failed = isinstance(found, Told) and found.failed
    status = FAILED if failed else SOME if action.waits(found) else DONE
    if command.json and status != FAILED:
        told = action.told(place, args, found)
        lines = told if isinstance(told, tuple) else (told,)
        return Answer(_in_json(*lines), status, is_data=True)
    said = action.said(place, args, found)
    text = said.in_lines if isinstance(said, Page) else said
    return Answer(text, status, is_data=isinstance(said, Data))


def _in_json(*lines: Json) -> str:
    return b"".join(map(messages.encode, lines)).decode().rstrip("\n")


async def _in_parts(parts: AsyncGenerator[bytes, None]) -> AsyncGenerator[tuple[bytes, bool], None]:
    async with aclosing(parts):
        async for part in parts:
            yield part, False


async def _worded(
    texts: Texts, answers: AsyncGenerator[tuple[Json | Refused, bool], None]
) -> AsyncGenerator[tuple[bytes, bool], None]:
    async with aclosing(answers):
        async for told, waits in answers:
            if isinstance(told, Refused):
                told = {"refused": messages.refusal(texts, told, None)}  # noqa: PLW2901  (as it is sent)
            yield messages.encode(told), waits


async def _stands(place: Place, table: str, *, json: bool) -> Answer:
    snapshot = await place.newest(table)
    if json:
        return Answer(_in_json(which(snapshot.info)))
    return Answer("\n".join(words.look(place, snapshot)))


@dataclass(frozen=True, kw_only=True)
class CommandAnswers:
    """One command of a client. `player()` returns who it is, `key` is the fingerprint of their key,
    `read_more` reads on from the client, `send` sends a part of a long answer and waits until the client has
    taken it; `ssh_host` is what players type after `ssh` to come here.
    """

    host: Host
    text: ClientText
    early: EarlyInput
    read_more: Callable[[], None]
    send: Callable[[bytes], Awaitable[None]]
    player: Callable[[], Awaitable[Player]]
    key: str | None
    address: str
    ssh_host: str

    async def answer(self, command: Command) -> int:
        """Write the answer and return the exit status. Raises Refused."""
        if isinstance(command, Asked):
            return await self._carry_out(command, await self._who(command))
        self.text.language = await self.host.language_of(self.key)
        match command:
            case Helped(about):
                titles = {key: BOARDS[key].title for key in self.host.dependencies.games if key in BOARDS}
                text = help_text(self.text.texts, titles, self.ssh_host, about)
                if not text:
                    return self._nothing_meant(about)
                self.text.write(text)
            case Other.VERIFY:
                self.text.write(_checking_program(), is_data=True)
            case Misspelt("", typed):
                return self._nothing_meant(typed)
            case Misspelt(name, word):
                games = tuple(self.host.dependencies.games)
                if name in OF_GAMES and word and word not in games:
                    raise refused("unknown-game", game=word[:40], games=games)
                self.text.say(partial(terminal_words.form, ACTIONS[name], host=self.ssh_host, wrong=word))
                return FAILED
            case _:
                self.text.say(notices.for_programs)
                return FAILED
        return DONE

    def _nothing_meant(self, typed: str) -> int:
        meant = nearest(typed, (*self.host.dependencies.games, *OF_ONE_WORD, "help"))
        self.text.say(partial(notices.unknown_command, host=self.ssh_host, meant=meant))
        return FAILED

    async def _who(self, command: Asked) -> Player:
        """Return the player; if the host lets no guests in and the command does without, one for all of an
        address, who has their tries.
        """
        try:
            return await self.player()
        except Refused as why:
            if why.code != "no-guests" or not SSH_FORMS[command.name].for_everybody:
                raise
            return Player(f"{GUEST}{self.address}", "")

    async def _carry_out(self, command: Asked, player: Player) -> int:
        """Answer a command about the player's tables and keys. Most show that the player is about."""
        ssh = SSH_FORMS[command.name]
        if ssh.reads:
            sent = await self.early.whole(sshsig.LONGEST, self.read_more)
            options = {**command.typed.options, ssh.reads: sent.decode("ascii", "replace")}
            command = replace(command, typed=replace(command.typed, options=options))
        here = player, network_of(self.address), self.ssh_host
        leave = await self.host.begin(*here) if ACTIONS[command.name].is_present else None
        port = self.host.port(
            player, self.ssh_host, zone=self.text.environment.get("TZ", ""), for_banned=ssh.for_banned
        )
        self.text.language = port.account().settings.get(LANGUAGE, "")
        tell, line = partial(self.text.write, is_error=True), partial(self._line, port, player)
        try:
            found = await answer(port, self.text.texts, command, tell, line)
            if found.more:
                return await self._send_parts(found.more)
        finally:
            port.close()
            if leave:
                leave()
        if found.status == FAILED:
            self.text.say(partial(as_typed, said=found.text, host=self.ssh_host))
        elif found.text:
            self.text.write(found.text, is_data=command.json or found.is_data)
        return found.status

    async def _send_parts(self, parts: AsyncGenerator[tuple[bytes, bool], None]) -> int:
        status = DONE
        async with aclosing(parts):
            async for part, waits in parts:
                await self.send(part.replace(b"\n", b"\r\n") if self.text.has_terminal else part)
                status = SOME if waits else DONE
        return status

    async def _line(self, port: Port, player: Player) -> str | None:
        """Return the next line of a program, as soon as its player's budget of requests allows it."""
        bucket = self.host.request_buckets.of(player.id)
        if not bucket.take(port.now()):
            await asyncio.sleep(bucket.token_time)
        return await self.early.line(self.read_more)


def _checking_program() -> str:
    return Path(verify.__file__).read_text("utf-8").rstrip("\n")
