"""A notice: one line that everyone sees, as the message of the day or an announcement."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len

from server.identity.names import clean_words

LONGEST = 200  # cells


def notice(text: str) -> str:
    """Return the text on one line, without characters that are unsafe on a terminal. Raises ValueError if it
    is wider than 200 cells.
    """
    line = clean_words(text)
    if cell_len(line) > LONGEST:
        raise ValueError(f"too long: {cell_len(line)} columns, the limit is {LONGEST}")
    return line


def from_file(path: Path) -> str:
    """Return the notice in a file. Raises ValueError if the file cannot be read or the notice is too long."""
    try:
        return notice(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"Cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8") from error
