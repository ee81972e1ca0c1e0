"""The metrics of several processes as those of one host, in Prometheus's text format: pure.

What is counted is added up. Of what all processes see alike, such as tables, the most that one of them sees
holds; of the start, the earliest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

ADDED = frozenset(
    (
        "crownhouse_sessions",
        "crownhouse_sessions_limit",
        "crownhouse_bots_waited_for",
        "process_virtual_memory_bytes",
        "process_resident_memory_bytes",
        "process_open_fds",
    )
)
"""Gauges that each process has a part of."""
LEAST = frozenset(("process_start_time_seconds", "process_max_fds", "crownhouse_store_reached"))
COUNTED = frozenset(("counter", "histogram"))


class _Family(Struct):
    """The samples of one name, by name and labels, below what is said of them."""

    head: list[str] = field(default_factory=list)
    kind: str = ""
    samples: dict[str, float] = field(default_factory=dict)


def merged(texts: Iterable[bytes]) -> bytes:
    """Return the metrics of processes, each in Prometheus's text format, as those of one."""
    return _text(_merged(map(_families, texts)))


def counted(texts: Iterable[bytes]) -> bytes:
    """Return what processes have counted: it must not be forgotten when a process ends, or Prometheus takes
    the host for a new one.
    """
    families = _merged(map(_families, texts))
    return _text({name: one for name, one in families.items() if one.kind in COUNTED})


def _families(text: bytes) -> dict[str, _Family]:
    families: dict[str, _Family] = {}
    name = ""
    for line in text.decode().splitlines():
        if line.startswith("# "):
            _, what, name, *rest = line.split(" ", 3)
            family = families.setdefault(name, _Family())
            family.head.append(line)
            if what == "TYPE":
                family.kind = rest[0]
        elif line and name:
            sample, _, value = line.rpartition(" ")
            families[name].samples[sample] = float(value)
    return families


def _merged(parts: Iterable[dict[str, _Family]]) -> dict[str, _Family]:
    whole: dict[str, _Family] = {}
    for families in parts:
        for name, family in families.items():
            into = whole.setdefault(name, _Family(family.head, family.kind))
            for sample, value in family.samples.items():
                before = into.samples.get(sample)
                into.samples[sample] = value if before is None else _both(name, family.kind, before, value)
    return whole


def _both(name: str, kind: str, one: float, other: float) -> float:
    if kind in COUNTED or name in ADDED:
        return one + other
    if name in LEAST:
        return min(one, other)
    return max(one, other)


def _text(families: dict[str, _Family]) -> bytes:
    return "".join(f"{line}\n" for line in _lines(families)).encode()


def _lines(families: dict[str, _Family]) -> Iterator[str]:
    for family in families.values():
        yield from family.head
        yield from (f"{sample} {value!r}" for sample, value in family.samples.items())
