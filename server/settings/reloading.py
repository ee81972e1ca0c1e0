"""Reading the configuration of a running host again: what changed, and what of it can hold at once.

Limits can. Everything else is named to the operator, who has to restart the host for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from server.settings.config import SECTIONS, Config
from server.settings.limits import Limits
from server.settings.loading import BadConfig, LoadedConfig
from server.settings.renamed import new_name_sentence

OLD_LIMITS_STAY = "The configuration was not read again, and the old limits stay:"


class Reloaded(Struct, frozen=True):
    """The result of reading again: `lines` tell the operator, `facts` a program, `limits` hold from now
    on. If `failed`, the configuration is wrong and the limits are the old ones.
    """

    limits: Limits
    lines: tuple[str, ...]
    failed: bool = False
    facts: Mapping[str, Any] = MappingProxyType({})


class ConfigReloader:
    """Reads the configuration again. `load` finds it, `config` is what the host was started with."""

    def __init__(self, config: Config, load: Callable[[], LoadedConfig]) -> None:
        self._config = config
        self._load = load

    def reload(self, now: Limits) -> Reloaded:
        """Return what the configuration says now, compared with the limits that hold now and with the
        settings that the host was started with.
        """
        try:
            loaded = self._load()
        except BadConfig as bad:
            return Reloaded(now, (f"{OLD_LIMITS_STAY} {' '.join(bad.problems)}",), failed=True)
        limits = loaded.config.limits
        changes, waiting = list(_changes(now, limits)), list(_waiting(self._config, loaded.config))
        changed = ", ".join(f"limits.{name} {old} -> {new}" for name, old, new in changes)
        lines = [f"These hold now: {changed}." if changed else "No limit has changed."]
        if waiting:
            lines.append(f"These need a restart: {', '.join(waiting)}.")
        lines += [f"{new_name_sentence(name)}." for name in loaded.old_names]
        facts = {
            "changed": {f"limits.{name}": {"before": old, "now": new} for name, old, new in changes},
            "restart": waiting,
            "renamed": list(loaded.old_names),
        }
        return Reloaded(limits, tuple(lines), facts=facts)


def _changes(before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the settings that differ, each with both values."""
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield name, old, new


def _waiting(before: Config, after: Config) -> Iterator[str]:
    """Yield the names of settings that differ and are no limits."""
    for name, old in structs.asdict(before).items():
        new = getattr(after, name)
        if name == "limits" or old == new:
            continue
        if name in SECTIONS:
            yield from (
                f"{name}.{inner}"
                for inner in old.__struct_fields__
                if getattr(old, inner) != getattr(new, inner)
            )
        else:
            yield name
