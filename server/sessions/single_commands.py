"""Actions (`tui.actions`) as commands that answer and end, so that a whole game can be played in them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Refused
from server.sessions.api import messages
from server.sessions.commands import DONE, FAILED, SOME, Asked
from tui.actions.action import Data, Known, Lines, Page, Place, Typed, Wrong, needs_yes
from tui.actions.answers import Json, which
from tui.actions.registry import ACTIONS, SSH_FORMS
from tui.actions.terminal_help import as_typed
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in
from tui.presenters import position_words as words
from tui.presenters.share import on_the_web


class Answer(NamedTuple):
    """What a command prints, to stderr if it `failed`, and its exit status."""

    text: str
    status: int = DONE
    is_data: bool = False
    """The text is for programs even if it was not asked for as JSON."""

    @property
    def failed(self) -> bool:
        return self.status == FAILED


def _place(port: Port, texts: Texts) -> Place:
    return Place(port, texts, in_terminal=True, typed=partial(as_typed, texts, host=port.ssh_host))


async def answer(
    port: Port, texts: Texts, command: Asked, tell: Callable[[str], object] = lambda _: None
) -> Answer:
    """Carry out a command for the player of a port; `tell` is called with lines about how far it is. Raises
    Refused. A guest is somebody else each time, and may do what needs no account.
    """
    account, ssh = port.account(), SSH_FORMS[command.name]
    if account.guest and not ssh.for_guests:
        return Answer(notices.needs_account(texts, account), FAILED)
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    action, place, typed = ACTIONS[command.name], _place(port, texts), command.args
    form = action.terminal_form(texts, port.ssh_host)
    if isinstance(typed, Typed):
        action, words = action.behind_word(texts, typed.words)
        typed = replace(typed, words=words)
    try:
        args = action.read_in_terminal(place, typed)
    except Wrong as why:
        return Answer(place.typed(str(why)) or form, FAILED)
    except Known as known:
        return Answer(place.typed(str(known)))
    question = action.question(place, args)
    if question and ssh.asks and not command.yes:
        return Answer(needs_yes(texts, question), FAILED)
    found = await action.awaited(place, args, tell)
    if action.finds_table or ssh.shows_table:
        return await _stands(place, found if action.finds_table else args.table, json=command.json)
    status = FAILED if action.fails(found) else SOME if action.waits(found) else DONE
    if command.json and status != FAILED:
        told = action.told(place, args, found)
        lines = told if isinstance(told, tuple) else (told,)
        return Answer("\n".join(map(messages.line, lines)), status, is_data=True)
    said = action.said(place, args, found)
    text = said.in_lines if isinstance(said, Page) else said
    return Answer(text, status, is_data=isinstance(said, Data))


def parts(port: Port, texts: Texts, command: Asked) -> AsyncGenerator[bytes, None] | None:
    """Return what yields a long answer, part by part; None: it is none."""
    action = ACTIONS[command.name]
    return action.parts(_place(port, texts), command.args) if action.parts else None


def conversation(
    port: Port, texts: Texts, command: Asked, line: Lines
) -> AsyncGenerator[tuple[str, bool], None] | None:
    """Return what yields the answers to a program that goes on with each line that it sends, and whether
    something still waits for its player; None: it is none.
    """
    action, place = ACTIONS[command.name], _place(port, texts)
    if not (action.goes_on and command.json) or port.account().guest:
        return None
    return _worded(texts, action.goes_on(place, action.read_in_terminal(place, command.args), line))


async def _worded(
    texts: Texts, answers: AsyncGenerator[tuple[Json | Refused, bool], None]
) -> AsyncGenerator[tuple[str, bool], None]:
    async with aclosing(answers):
        async for told, waits in answers:
            if isinstance(told, Refused):
                yield messages.line({"refused": messages.refusal(texts, told, None)}), waits
            else:
                yield messages.line(told), waits


def with_input(command: Asked, read: bytes) -> Asked:
    """Return a command with what its client sends."""
    field = {SSH_FORMS[command.name].reads: read.decode("ascii", "replace")}
    return replace(command, args=replace(command.args, **field))


async def _stands(place: Place, table: str, *, json: bool) -> Answer:
    port, snapshot = place.port, await place.newest(table)
    if json:
        return Answer(messages.line(which(snapshot.info)))
    lines = [*words.look(place.texts, snapshot, port.now(), port.ssh_host, port.zone)]
    lines += words.before_the_start(place.texts, snapshot, port.ssh_host)
    if snapshot.info.stage == "open" and not snapshot.info.private:  # a line to pass on
        lines.append(
            on_the_web(port.web, snapshot.info) or f"ssh -t {port.ssh_host} join {snapshot.info.name}"
        )
    return Answer("\n".join(lines))
