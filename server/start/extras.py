"""Parts of a host that are installed only if they are asked for: extras of the package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType

from server.settings.config import Config
from server.store.database.data_folder import StartupError

EXTRAS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "postgres": ("asyncpg", "A store on PostgreSQL"),
        "notices": ("apprise", "Sending notices"),
    }
)
"""The module that each brings, and what needs it."""


def check_extra(extra: str) -> None:
    """Raise StartupError if an extra is not installed."""
    module, what = EXTRAS[extra]
    if find_spec(module) is None:
        raise StartupError(f"{what} needs an extra that is not installed: pip install 'crownhouse[{extra}]'.")


def check_extras(config: Config) -> None:
    """Raise StartupError if the settings need an extra that is not installed."""
    if config.store_address is not None:
        check_extra("postgres")
    if config.notices.services:
        check_extra("notices")
