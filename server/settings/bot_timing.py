"""How quickly bots play."""

from __future__ import annotations

from msgspec import Struct


class BotTiming(Struct, frozen=True):
    """How bots play. Times in seconds: `pace` from the ask to the answer at the earliest (later
    ones come at multiples of it), `thinking` for a bot's own work, `deadline` for that and all
    waiting for a process that does it, `patience` between tries while the journal cannot be written.
    """

    pace: float = 0.8
    thinking: float = 0.3
    deadline: float = 5.0
    patience: float = 5.0
