"""File descriptors: how many a host needs, and how many of them no client gets."""

from __future__ import annotations

import resource

from server.settings.limits import Limits

KEPT = 32
"""Descriptors that are kept from clients: for operators, the database, and processes that are started."""
OWN = 96
"""Descriptors that a host uses itself, those that are kept among them."""
LEAST = 64
"""With fewer a host would start, and hardly anybody or nobody could come in."""


def needed(limits: Limits) -> int:
    """Return how many descriptors a host uses at most: one for each client, and its own."""
    return limits.sessions + limits.logging_in + limits.waiting + OWN


def raise_limit(limits: Limits) -> str:
    """Let this process, and those that it starts, open as many files and connections as the host needs, as
    far as the system allows. Return a sentence for the operator if that is not far enough, '' otherwise.
    Raises ValueError with that sentence if nearly all of them are kept from clients.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = needed(limits)
    if soft == resource.RLIM_INFINITY or soft >= need:
        return ""
    allowed = need if hard == resource.RLIM_INFINITY else min(need, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed >= need:
        return ""
    said = (
        f"This host may open {allowed} files and connections, and needs {need} for limits.sessions ="
        f" {limits.sessions}: raise ulimit -n (LimitNOFILE=), or lower that limit."
    )
    if allowed < LEAST:
        raise ValueError(said)
    return said


def most_for_clients() -> int:
    """Return the number from which on descriptors are kept from clients. A new one has the lowest number that
    is free, so a connection with this number shows how many are in use.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft - KEPT
