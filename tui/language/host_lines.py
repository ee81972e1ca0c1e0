"""What the host says of a player in the chat of a table: a code with parameters, worded for each reader."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import UNSET

from tui.host.pictures import ChatLine, HostLine
from tui.language.texts import N_, Texts, Translatable

CALLED = "called"
HOST_LINES: Mapping[str, Translatable] = MappingProxyType(
    {
        "kicked": N_("sends {player} away"),
        CALLED: N_("calls {player}: in {minutes} min a bot may play until they are back"),
    }
)
"""By their codes; each follows the name of the player whom the line is about."""


def worded(texts: Texts, line: HostLine) -> str:
    """Returns what the host says; '' if its code is that of another version."""
    known = HOST_LINES.get(line.code)
    return texts.of(known, **line.params) if known else ""


def spoken(texts: Texts, line: ChatLine) -> str:
    return line.text if line.host is UNSET else worded(texts, line.host) or line.text
