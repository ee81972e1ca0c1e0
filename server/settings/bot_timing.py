"""How quickly bots play."""

from __future__ import annotations

from msgspec import Struct


class BotTiming(Struct, frozen=True):
    """The times that bots keep, in seconds."""

    pace: float = 0.8
    """The shortest time from an ask to its answer; answers that take longer come at multiples of it."""
    thinking: float = 1.0
    """The time that a bot may think about one move."""
    deadline: float = 5.0
    """The longest wait for a worker process, and the longest time for an answer then."""
    retry_interval: float = 5.0
    """The time between two tries while the journal cannot be written."""
