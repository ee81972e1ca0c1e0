"""Settings that have a new name. The old name stays accepted, and the host warns of it once at its start."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RENAMED: Mapping[str, str] = MappingProxyType(
    {
        "patience.away": "timeouts.away",
        "patience.reaction": "timeouts.reaction",
        "patience.reaction_here": "timeouts.reaction_here",
        "patience.open_table": "timeouts.open_table",
        "patience.game": "timeouts.game",
        "patience.sign_of_life": "timeouts.heartbeat",
        "patience.key_code": "timeouts.key_code",
    }
)
"""The new name of each old one, both as "section.setting"."""

OLD_SECTIONS = frozenset(old.partition(".")[0] for old in RENAMED)


def new_name_sentence(old: str) -> str:
    """Return the sentence with the new name of the setting `old`, for operators."""
    return f"setting {old} is now called {RENAMED[old]}"
