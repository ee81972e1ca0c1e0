"""All fuzz targets by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tests.fuzz import commands, configuration, games, keys, programs, texts
from tests.fuzz.target import FuzzTarget

TARGETS: Mapping[str, FuzzTarget] = MappingProxyType(
    {
        target.name: target
        for module in (keys, texts, commands, programs, games, configuration)
        for target in module.TARGETS
    }
)
