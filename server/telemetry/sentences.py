"""What commands print: refusals in words, and foreign text without control characters."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.game import Refused, printable
from engine.records.record import NotARecord
from tui.host.refusals import refused
from tui.language.texts import Texts, language_of, texts_in

MOST_BYTES = 32 << 20
"""Of a record: thousands of steps have some hundred thousands."""


def texts() -> Texts:
    """Return the texts in the language of the person who typed the command."""
    return texts_in(language_of(os.environ))


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number of things in English, the language of operators. `many` is needed where it is not `one`
    with an s.
    """
    return f"{number} {one}" if number == 1 else f"{number} {many or f'{one}s'}"


def complain(status: int, *messages: str) -> int:
    """Write to standard error why a command fails, and return its exit status."""
    sys.stdout.flush()
    sys.stderr.writelines(f"{printable(message)}\n" for message in messages)
    return status


def record_text(path: Path) -> str:
    """Return the text of a file that may be a record. Raises OSError, UnicodeDecodeError, and NotARecord of
    one that is longer than any, as a device without an end.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotARecord("no-record")
    return data.decode()


def why_unread(path: object, error: OSError | UnicodeDecodeError | NotARecord) -> str:
    """Return why a file cannot be read as a record. Raises an error that no file has, as of the output."""
    if isinstance(error, OSError):
        if error.filename is None:
            raise error
        return f"{error.filename or path}: {error.strerror}"
    refusal = error.refused if isinstance(error, NotARecord) else refused("no-record")
    return f"{path}: {sentence(refusal)}"


def sentence(refused: Refused, game: str = "") -> str:
    """Return a refusal in words, on one line; `game` is the key of the game whose rules refused."""
    # Only now: the boards know their games' words, and with them Textual.
    from tui.presenters.game_refusals import any_refusal_text

    return printable(any_refusal_text(texts(), refused, game))


def shortened(text: str, most: int) -> str:
    """Return the text, or its beginning and its end where it is longer."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"
