"""Reading the configuration of a running host again: what changed, and what of it can hold at once.

Limits can. Everything else is named to the operator, who has to restart the host for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, structs

from server.settings.config import SECTIONS, Config
from server.settings.limits import Limits
from server.settings.loading import BadConfig, LoadedConfig
from server.settings.renamed import new_name_sentence

OLD_LIMITS_STAY = "The configuration was not read again, and the old limits stay:"


class Reloaded(Struct, frozen=True):
    """The result of reading again: `lines` tell the operator, `limits` hold from now on. If `failed`, the
    configuration is wrong and the limits are the old ones.
    """

    limits: Limits
    lines: tuple[str, ...]
    failed: bool = False


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
        changed = [f"limits.{change}" for change in _changes(now, limits)]
        waiting = list(_waiting(self._config, loaded.config))
        lines = [f"These hold now: {', '.join(changed)}." if changed else "No limit has changed."]
        if waiting:
            lines.append(f"These need a restart: {', '.join(waiting)}.")
        lines += [f"{new_name_sentence(name)}." for name in loaded.old_names]
        return Reloaded(limits, tuple(lines))


def _changes(before: Any, after: Any) -> Iterator[str]:
    """Yield the settings that differ, with both values."""
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield f"{name} {old} -> {new}"


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
