"""Actions (`tui.actions`) as commands that answer at once."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable

from msgspec.structs import replace

from server.api import messages
from server.sessions.answer import DONE, FAILED, SOME, Answer
from server.sessions.commands import SshCommand
from tui.actions import position_words as words
from tui.actions.action import Data, Known, Nothing, Page, Place, Wrong, form, needs_yes
from tui.actions.answers import which
from tui.actions.registry import ACTIONS, SLASH_FORMS, SSH_FORMS
from tui.host.port import Port
from tui.language.texts import Texts


def is_present(command: SshCommand) -> bool:
    """Return whether a command is an action that shows that its player is here."""
    return command.kind == "action" and SSH_FORMS[command.name].is_present


def is_for_banned(command: SshCommand) -> bool:
    """Return whether a command is an action for banned players, too."""
    return command.kind == "action" and SSH_FORMS[command.name].for_banned


def is_for_guests(command: SshCommand) -> bool:
    """Return whether a command is an action that needs no account."""
    return command.kind == "action" and SSH_FORMS[command.name].for_guests


async def answer(
    port: Port, texts: Texts, command: SshCommand, tell: Callable[[str], object] = lambda _: None
) -> Answer:
    """Carry out a command for the player of a port; `tell` is called with lines about how far it is. Raises
    Refused.
    """
    action, place = ACTIONS[command.name], Place(port, texts, in_terminal=True)
    try:
        args = action.read_in_terminal(place, command.args or Nothing())
    except Wrong as why:
        return Answer(str(why) or _form(texts, command.name), FAILED)
    except Known as known:
        return Answer(str(known))
    question = action.ask(place, args)
    if question and SSH_FORMS[command.name].asks and not command.yes:
        return Answer(needs_yes(texts, question), FAILED)
    found = await action.awaited(place, args, tell)
    if action.finds_table or SSH_FORMS[command.name].shows_table:
        return await _stands(place, found if action.finds_table else args.table, json=command.json)
    status = FAILED if action.fails(found) else SOME if action.waits(found) else DONE
    if command.json and status != FAILED:
        told = action.answer(place, args, found)
        lines = told if isinstance(told, tuple) else (told,)
        return Answer("\n".join(map(messages.line, lines)), status, is_data=True)
    said = action.say(place, args, found)
    text = _in_lines(said) if isinstance(said, Page) else said
    return Answer(text, status, is_data=isinstance(said, Data))


def parts(port: Port, texts: Texts, command: SshCommand) -> AsyncGenerator[bytes, None] | None:
    """Return what yields a long answer, part by part; None: it is none."""
    action = ACTIONS[command.name]
    return action.parts(Place(port, texts, in_terminal=True), command.args) if action.parts else None


def reads(command: SshCommand) -> bool:
    """Return whether a command is an action that reads what its client sends."""
    return bool(SSH_FORMS[command.name].reads)


def with_input(command: SshCommand, read: bytes) -> SshCommand:
    """Return a command with what its client sends."""
    field = {SSH_FORMS[command.name].reads: read.decode("ascii", "replace")}
    return replace(command, args=replace(command.args, **field))  # type: ignore[type-var]


async def _stands(place: Place, table: str, *, json: bool) -> Answer:
    """Answer how a table stands now."""
    port, snapshot = place.port, await place.newest(table)
    if json:
        return Answer(messages.line(which(snapshot.info)))
    lines = [*words.look(place.texts, snapshot, port.now(), port.ssh_host, port.zone)]
    return Answer("\n".join([*lines, *words.before_the_start(place.texts, snapshot, port.ssh_host)]))


def _form(texts: Texts, name: str) -> str:
    slash = SLASH_FORMS[name]
    return form(texts, slash.word, slash.usage)


def _in_lines(page: Page) -> str:
    if page.between:
        return "\n".join(page.between.join(filter(None, row)) for row in page.rows)
    width = max((len(one) for one, _ in page.rows), default=0)
    return "\n".join(f"{one:<{width}}  {about}" for one, about in page.rows)
