"""Where notices go, and which were sent: what is stored of it."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

DAY = 86_400.0
KEPT = 60 * DAY
"""Seconds for which it is known that a notice or a code was sent."""


class NoticeRecipient(Struct, frozen=True):
    """A player's recipient at a service. It gets notices once its code was typed."""

    service: str
    recipient: str
    code: str = ""
    """The hash of the code that the first notice carried; '': it was typed."""
    until: float = 0.0
    """When the code is worth nothing any more."""
    language: str = "en"
    """The language that the player used."""

    @property
    def confirmed(self) -> bool:
        """True once the code was typed."""
        return not self.code


class NoticeStore(Protocol):
    """Stores the recipients of accounts, and the notices that were sent to them."""

    async def recipient(self, player: str) -> NoticeRecipient | None:
        """Return a player's recipient, confirmed or not."""
        ...

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """Store a player's recipient in the place of the one before; None: no recipient any more."""
        ...

    async def claim(self, player: str, table: str, ask: int, now: float, most: int) -> bool:
        """Note that a notice about a question is sent now. Return False, and note nothing, if there was one
        about it already, on whichever node, or if the player got `most` in the last 24 hours.
        """
        ...

    async def sent(self, player: str) -> tuple[tuple[str, float], ...]:
        """Return the table and time of each notice that is still known, oldest first."""
        ...

    async def sent_code(self, code: str, place: str, now: float) -> None:
        """Note to which place a code is sent, both as hashes."""
        ...

    async def stop(self, code: str) -> bool:
        """Note that nothing more is sent to the place that a code went to; False: no such code is known."""
        ...

    async def resume(self, code: str) -> bool:
        """Take back what the same code has stopped; False: it has stopped nothing."""
        ...

    async def is_stopped(self, place: str) -> bool:
        """Return whether nothing is to be sent to a place."""
        ...

    async def clean(self, before: float) -> None:
        """Delete what is known of notices and codes that were sent before a time, but for codes that have
        stopped a place.
        """
        ...

    async def forget(self, player: str) -> None:
        """Delete everything about a player."""
        ...


class MemoryNotices:
    """Keeps all of it in memory: a `NoticeStore` for a host that stores nothing, and for tests."""

    def __init__(self) -> None:
        self.recipients: dict[str, NoticeRecipient] = {}
        self._sent: dict[tuple[str, str, int], float] = {}
        self._codes: dict[str, tuple[str, float]] = {}
        self._stopped: set[str] = set()

    async def recipient(self, player: str) -> NoticeRecipient | None:
        """See `NoticeStore.recipient`."""
        return self.recipients.get(player)

    async def keep(self, player: str, recipient: NoticeRecipient | None) -> None:
        """See `NoticeStore.keep`."""
        self.recipients.pop(player, None)
        if recipient is not None:
            self.recipients[player] = recipient

    async def claim(self, player: str, table: str, ask: int, now: float, most: int) -> bool:
        """See `NoticeStore.claim`."""
        today = sum(who == player and at > now - DAY for (who, _, _), at in self._sent.items())
        if (player, table, ask) in self._sent or today >= most:
            return False
        self._sent[player, table, ask] = now
        return True

    async def sent(self, player: str) -> tuple[tuple[str, float], ...]:
        """See `NoticeStore.sent`."""
        found = [(table, at) for (who, table, _), at in self._sent.items() if who == player]
        return tuple(sorted(found, key=lambda one: one[1]))

    async def sent_code(self, code: str, place: str, now: float) -> None:
        """See `NoticeStore.sent_code`."""
        self._codes.setdefault(code, (place, now))

    async def stop(self, code: str) -> bool:
        """See `NoticeStore.stop`."""
        if code in self._codes:
            self._stopped.add(code)
        return code in self._codes

    async def resume(self, code: str) -> bool:
        """See `NoticeStore.resume`."""
        had_stopped = code in self._stopped
        self._stopped.discard(code)
        return had_stopped

    async def is_stopped(self, place: str) -> bool:
        """See `NoticeStore.is_stopped`."""
        return any(self._codes[code][0] == place for code in self._stopped)

    async def clean(self, before: float) -> None:
        """See `NoticeStore.clean`."""
        self._sent = {place: at for place, at in self._sent.items() if at >= before}
        self._codes = {
            code: sent for code, sent in self._codes.items() if sent[1] >= before or code in self._stopped
        }

    async def forget(self, player: str) -> None:
        """See `NoticeStore.forget`."""
        await self.keep(player, None)
        self._sent = {place: at for place, at in self._sent.items() if place[0] != player}
