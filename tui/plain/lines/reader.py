"""Lines from a client without a terminal: it echoes and edits itself, and sends whole lines."""

from __future__ import annotations

from codecs import getincrementaldecoder

from tui.plain.lines.editor import LONGEST


class Reader:
    """Takes bytes in pieces of any size and returns lines. A line that is too long is dropped."""

    def __init__(self) -> None:
        self.read_as("utf-8")
        self._after_cr = False
        """True if the last line ended with CR: an LF after it belongs to the same line end."""
        self._begun = ""
        self._too_long = False

    def read_as(self, encoding: str) -> None:
        """Sets the encoding of what comes from now on."""
        self._decode = getincrementaldecoder(encoding)("replace").decode

    def feed(self, data: bytes) -> list[str | None]:
        """Returns the lines that are complete now, printable text only; None: a line was too long."""
        text = self._decode(data)
        if not text:
            return []
        begun = text.removeprefix("\n") if self._after_cr else text
        self._after_cr = begun.endswith("\r")
        text = begun.replace("\r\n", "\n").replace("\r", "\n")
        *ended, begun = text.split("\n")
        lines = []
        for part in ended:
            self._take(part)
            lines.append(None if self._too_long else self._begun)
            self._begun, self._too_long = "", False
        self._take(begun)
        return lines

    def rest(self) -> list[str | None]:
        """Returns the last line if it had no line end."""
        return self.feed(b"\n") if self._begun or self._too_long else []

    def _take(self, part: str) -> None:
        self._begun += "".join(char for char in part if char.isprintable())
        if len(self._begun) > LONGEST:
            self._begun, self._too_long = "", True
