"""Commands that answer at once and end, so that a whole game can be played in them: `turns`, `look`, `play`.

Their words are left to `tui.actions.position_words`, what a program is sent to `server.api.messages`. They
work for accounts: a guest is somebody else each time.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.api import messages
from server.sessions.answer import DONE, FAILED, SOME, Answer
from server.sessions.at_once import actions, deal_commands, table_commands
from server.sessions.commands import SshCommand
from tui.actions import answers
from tui.actions import position_words as words
from tui.actions.followed_table import FollowedTable
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in
from tui.presenters.listing import playing


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused where no table can be named."""
    account = port.account()
    if account.guest and command.kind != "daily" and not actions.is_for_guests(command):
        return Answer(notices.needs_account(texts), FAILED)
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    match command.kind:
        case "action":
            return await actions.answer(port, texts, command)
        case "turns":
            return await _turns(port, texts, json=command.json)
        case kind if kind in table_commands.KINDS:
            return await table_commands.answer(port, texts, command)
    return await deal_commands.answer(port, texts, command)


async def waiting(port: Port) -> list[TableSnapshot]:
    """Return the tables that wait for the player, the longest first."""
    lobby = _lobby(port)
    own = playing(lobby)
    followed = [FollowedTable(port, table.id) for table in lobby.tables if table.id in own]
    try:
        found = [await table.first() for table in followed]
    finally:
        for table in followed:
            table.release()
    return sorted((one for one in found if one.ask is not None), key=lambda one: one.since)


def _lobby(port: Port) -> LobbySnapshot:
    seen: list[LobbySnapshot] = []
    port.follow_lobby(seen.append)()
    return seen[0]


async def _turns(port: Port, texts: Texts, *, json: bool) -> Answer:
    tables = await waiting(port)
    status = SOME if tables else DONE
    if json:
        return Answer(messages.line({"turns": [answers.turn(one) for one in tables]}), status)
    return Answer("\n".join(words.turn_line(texts, one, port.now()) for one in tables), status)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)
