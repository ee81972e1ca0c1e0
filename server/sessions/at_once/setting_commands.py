"""Commands about the player's name and settings that answer at once: what is typed behind a slash, and what
it says there.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, cast

from engine.game import Refused
from server.sessions.answer import DONE, FAILED, Answer
from server.sessions.commands import SshCommand
from tui.actions.context import CommandContext
from tui.commands.dispatch import run_command
from tui.commands.parser import CommandInput
from tui.host.port import Port
from tui.language.notices import language_set, name_note
from tui.language.texts import Texts, texts_in


class SettingPlace:
    """Where one such command is typed: all that it uses of a `CommandContext` and of its session."""

    def __init__(self, port: Port, texts: Texts) -> None:
        self.port, self.texts, self.session = port, texts, self
        self.answer = Answer("")
        self._asked: tuple[Coroutine[Any, Any, Any], Callable[[Any], object]] | None = None

    def say(self, text: str) -> None:
        """Take an answer."""
        self.answer = Answer(text, DONE)

    def notice(self, text: str) -> None:
        """Take why something was not done."""
        self.answer = Answer(text, FAILED)

    def refused(self, refusal: Refused) -> None:
        """Leave a refusal to whoever writes the answer."""

    def request(
        self, work: Coroutine[Any, Any, Any], done: Callable[[Any], object], _: Callable[[Refused], object]
    ) -> None:
        """Keep what the host is asked for."""
        self._asked = work, done

    def set_language(self, language: str) -> None:
        """Answer in the new language."""
        self.say(language_set(texts_in(language)))

    def set_theme(self, theme: str) -> None:
        """Show nothing: there is no screen."""

    async def carry_out(self, setting: str, words: str) -> Answer:
        """Carry a command out. Raises Refused."""
        run_command(cast("CommandContext", self), CommandInput(setting, words))
        if self._asked:
            work, done = self._asked
            done(await work)
        return self.answer


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    if command.name == "name" and not command.move:
        account, form = port.account(), f"ssh {port.ssh_host} name"
        return Answer(name_note(texts, account, f"{form} NAME", f"{form} {account.login_name}"))
    return await SettingPlace(port, texts).carry_out(command.name, command.move)
