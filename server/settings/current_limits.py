"""The limits that hold now, in one place for a whole host.

Code that needs a limit keeps this record and reads `now` at each use, so that changed limits hold at once,
also for clients that are already connected.
"""

from __future__ import annotations

from server.settings.limits import Limits


class CurrentLimits:
    """`now`: the limits that hold; an operator can have them read again."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008  (immutable)
        self.now = limits
