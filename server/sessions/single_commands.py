"""Commands that answer at once and end, so that a whole game can be played in them.

They work for accounts: a guest is somebody else each time.
"""

from __future__ import annotations

from collections.abc import Callable

from server.sessions.answer import FAILED, Answer
from server.sessions.at_once import actions
from server.sessions.commands import SshCommand
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in


async def answer(
    port: Port, texts: Texts, command: SshCommand, tell: Callable[[str], object] = lambda _: None
) -> Answer:
    """Carry out a command for the player of a port; `tell` is called with lines about how far it is. Raises
    Refused where no table can be named.
    """
    account = port.account()
    if account.guest and not actions.is_for_guests(command):
        return Answer(notices.needs_account(texts), FAILED)
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    return await actions.answer(port, texts, command, tell)
