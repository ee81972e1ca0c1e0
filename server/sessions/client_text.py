"""What a client reads outside of a screen: texts, and sentences in its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from asyncssh.constants import EXTENDED_DATA_STDERR

from server.transport.channel import HardenedChannel
from server.transport.terminal_size import TerminalSize
from tui.language.texts import Texts, language_of, texts_in
from tui.wire.encoding.cells import in_rows
from tui.wire.encoding.spelling import spelled
from tui.wire.terminal.terminals import charset_of, locale_of


class ClientText:
    """Writes to one client's terminal, which has a size, or to stdout and stderr of its command."""

    def __init__(self, channel: HardenedChannel, size: TerminalSize) -> None:
        self._channel, self._size = channel, size
        self.has_terminal = False
        """Whether all that is written goes to a terminal."""
        self.language = ""
        """The language that the player has chosen; '' as their client says."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that the client sent, as far as they can be read."""
        sent = self._channel.get_environment()
        return {key: value for key, value in sent.items() if value.isascii() and value.isprintable()}

    @property
    def texts(self) -> Texts:
        """The texts in the language that the player has chosen, or the client's."""
        return texts_in(self.language or language_of(self.environment))

    @property
    def charset(self) -> str:
        """The set of characters that the client's locale names; UTF-8 if it has sent none."""
        environment = self.environment
        return charset_of(environment) if locale_of(environment) else "utf-8"

    def say(self, sentence: Callable[[Texts], str]) -> None:
        """Write one sentence to stderr, or to the terminal if there is one."""
        self.write(sentence(self.texts), is_error=True)

    def write(self, text: str, *, is_error: bool = False, is_data: bool = False) -> None:
        """Write a text to stdout, or an error to stderr; both to the terminal if there is one, in rows that
        end between words. Data for programs is UTF-8 for every client.
        """
        end = "\r\n" if self.has_terminal else "\n"
        charset = "utf-8" if is_data else self.charset
        if charset != "utf-8":
            text = "\n".join(spelled(line, charset, self.texts.language) for line in text.split("\n"))
        if self.has_terminal and not is_data:
            text = "\n".join(in_rows(text, self._size.size[0]))
        if not self._channel.is_closing():
            kind = EXTENDED_DATA_STDERR if is_error and not self.has_terminal else None
            self._channel.write((text.replace("\n", end) + end).encode(charset, "replace"), kind)
