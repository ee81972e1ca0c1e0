"""A player's recipient: a code is sent to it, and it counts once the player has typed the code."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Refused
from server.cluster.limits import SharedLimit
from server.identity.accounts import Player
from server.identity.codes import LONG, SHORT, code_of, digest
from server.identity.names import clean_start
from server.notices.delivery import Sender, notice_of
from server.settings.notice_services import NoticeService
from server.store.journal.journal import save_refusal
from server.store.notices import DAY, KEPT, NoticeRecipient, NoticeStore
from tui.host.pictures import NoticeChoice, NoticePlace
from tui.host.refusals import refused
from tui.host.table_search import normalized
from tui.language import away_notices
from tui.language.texts import texts_in

T = TypeVar("T")
CountCode = Callable[[str, str, float], Awaitable[None]]
"""Counts a code that a player asks for, to be sent to a place (a hash), at a time. Raises Refused
("too-many-codes").
"""

log = logging.getLogger(__name__)

MOST_RECIPIENTS = 5
"""The recipients of one player."""


class NoticeDesk(Struct, frozen=True, kw_only=True):
    """Carries out what accounts ask about notices. `secret(n)` returns n secret bytes, `valid` is how many
    seconds a code is worth something.
    """

    services: Mapping[str, NoticeService]
    store: NoticeStore
    sender: Sender
    clock: Callable[[], float]
    secret: Callable[[int], bytes]
    valid: float
    count_code: CountCode
    tries: SharedLimit
    """The codes that a player may type."""

    async def choice(self, player: str) -> NoticeChoice:
        """Return which services there are, and where the player's notices go."""
        kinds = {one.name: one.recipient_kind for one in self.services.values()}
        known = [
            one
            for one in await stored(self.store.recipients(player))
            if one.service in self.services and not await self.is_stopped(one)
        ]
        pending = await stored(self.store.pending(player))
        if not known and pending and pending.service in self.services and not await self.is_stopped(pending):
            return NoticeChoice(kinds, pending.service, pending.recipient)
        if not known:
            return NoticeChoice(kinds)
        every = tuple(NoticePlace(one.service, one.recipient) for one in known)
        return NoticeChoice(kinds, known[0].service, known[0].recipient, confirmed=True, recipients=every)

    async def begin(self, player: Player, service: str, recipient: str, language: str, host: str) -> None:
        """Send a code to a recipient, which counts beside the others once it is confirmed; `host` is what is
        typed after `ssh`. Raises Refused: "no-notices", "no-service", "wrong-recipient",
        "too-many-recipients", "notices-stopped", "too-many-codes", "notice-not-taken".
        """
        if not self.services:
            raise refused("no-notices")
        chosen = self.services.get(service.casefold())
        if chosen is None:
            raise refused("no-service", service=clean_start(service, 16), services=tuple(self.services))
        chosen.address_of(recipient)
        if len(await stored(self.store.recipients(player.id))) >= MOST_RECIPIENTS:
            raise refused("too-many-recipients", most=MOST_RECIPIENTS)
        now, code = self.clock(), code_of(self.secret(SHORT))
        pending = NoticeRecipient(chosen.name, recipient, digest(code), now + self.valid, language)
        if await self.is_stopped(pending):
            raise refused("notices-stopped")
        place = self._place(pending)
        try:
            await self.count_code(player.id, place, now)
        except Refused:
            if await stored(self.store.codes_to(place, now - DAY)):
                await stored(self.store.keep(player.id, pending))
            raise
        await stored(self.store.clean(now - KEPT))
        await stored(self.store.sent_code(digest(code), place, now))
        await stored(self.store.keep(player.id, pending))
        text = away_notices.confirm(texts_in(language), player.name, code, host)
        if not await self.sender.send(chosen, recipient, notice_of(text)):
            raise refused("notice-not-taken", service=chosen.name)

    async def confirm(self, player: str, code: str) -> NoticeChoice:
        """Have a recipient get notices from now on. Any code of the last 24 hours that went there counts,
        whoever asked for it: strangers who use up those of a place cannot keep out who reads there. A code
        that has stopped notices takes that back. Raises Refused: "code-unknown", "too-many-tries",
        "notices-stopped".
        """
        now, hashed = self.clock(), digest(normalized(code))
        await self.tries.count(player, now)
        resumed = await stored(self.store.resume(hashed))
        found = await stored(self.store.pending(player))
        place = self._place(found) if found and found.until >= now else ""
        if found is None or hashed not in await stored(self.store.codes_to(place, now - DAY)):
            if resumed:
                return await self.choice(player)
            raise refused("code-unknown")
        if await self.is_stopped(found):
            raise refused("notices-stopped")
        await stored(self.store.keep(player, replace(found, code="", until=0.0)))
        return await self.choice(player)

    async def stop(self, player: str) -> None:
        """Send the player nothing more, and forget the recipient."""
        await stored(self.store.keep(player, None))

    async def stop_place(self, player: str, code: str) -> None:
        """Send nothing more to the place that a code went to, whoever asks; or to one of the player's
        recipients, by its own name. Raises Refused: "no-recipient", "code-unknown", "too-many-tries".
        """
        for one in await stored(self.store.recipients(player)):
            if one.recipient.casefold() == code.casefold():
                await stored(self.store.drop(player, one))
                return
        if "@" in code:
            raise refused("no-recipient", recipient=clean_start(code, 40))
        await self.tries.count(player, self.clock())
        if not await stored(self.store.stop(digest(normalized(code)))):
            raise refused("code-unknown")

    async def stop_by_long_code(self, code: str) -> None:
        """Do so by a code that nobody can guess. Raises Refused ("code-unknown")."""
        word = normalized(code)
        if len(word) != len(code_of(bytes(LONG))) or not await stored(self.store.stop(digest(word))):
            raise refused("code-unknown")

    async def is_stopped(self, recipient: NoticeRecipient) -> bool:
        """Return whether nothing is to be sent to a recipient, whoever asks."""
        return await stored(self.store.is_stopped(self._place(recipient)))

    def _place(self, recipient: NoticeRecipient) -> str:
        """Return the hash of where a recipient is, "" at a service that there is no more."""
        service = self.services.get(recipient.service)
        return digest(service.place_of(recipient.recipient)) if service else ""


async def stored(work: Awaitable[T]) -> T:
    """Return the result of a read or write. Raises Refused ("not-saved", "unsure") if it fails."""
    try:
        return await work
    except Exception as error:
        log.exception("where notices go could not be read or written")
        raise save_refusal(error) from error
