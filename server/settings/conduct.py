"""The operator's rules of conduct: a text file, and one more for each language beside it.

`conduct.txt` is for everybody, `conduct.de.txt` beside it for those who play in German.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from rich.cells import cell_len

from server.identity.names import clean_text
from tui.host.moderation import Conduct
from tui.language.texts import LANGUAGES

LONGEST_LINE, MOST_LINES = 500, 100


class ConductTexts(Struct, frozen=True):
    """The rules by language; "" is for every other one. Empty: the operator gives none."""

    texts: Mapping[str, tuple[str, ...]] = {}

    @property
    def version(self) -> str:
        """What players accept: it changes with the text for everybody; "" without one."""
        lines = self.texts.get("", ())
        return sha256("\n".join(lines).encode()).hexdigest()[:12] if lines else ""

    def shown(self, language: str) -> Conduct:
        return Conduct(self.texts.get(language, self.texts.get("", ())), self.version)


def conduct_from(path: Path) -> ConductTexts:
    """Return the rules in a file and in those beside it. Raises ValueError if one cannot be used."""
    beside = {language: path.with_suffix(f".{language}{path.suffix}") for language in LANGUAGES}
    texts = {language: _lines(file) for language, file in beside.items() if file.is_file()}
    return ConductTexts({"": _lines(path), **texts})


def _lines(path: Path) -> tuple[str, ...]:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ValueError(f"Cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8") from error
    lines = tuple(clean_text(line.expandtabs(4)).rstrip() for line in text.strip().splitlines())
    if not any(lines):
        raise ValueError(f"{path} is empty")
    if len(lines) > MOST_LINES or any(cell_len(line) > LONGEST_LINE for line in lines):
        raise ValueError(f"{path} is too long: at most {MOST_LINES} lines of {LONGEST_LINE} columns")
    return lines
