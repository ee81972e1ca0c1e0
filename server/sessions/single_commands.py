"""Commands that answer at once and end, so that a whole game can be played in them.

They work for accounts: a guest is somebody else each time.
"""

from __future__ import annotations

from server.sessions.answer import FAILED, Answer
from server.sessions.at_once import actions, deal_commands
from server.sessions.commands import SshCommand
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused where no table can be named."""
    account = port.account()
    if account.guest and command.kind != "daily" and not actions.is_for_guests(command):
        return Answer(notices.needs_account(texts), FAILED)
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    if command.kind == "action":
        return await actions.answer(port, texts, command)
    return await deal_commands.answer(port, texts, command)
