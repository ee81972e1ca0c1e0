"""Letters: what a host has to say to one player, kept until it was read. Pure.

A warning, a mute or a ban is told in a letter, with its reason; a mute *is* its letter. The player can answer
each of them once, which makes a report of it (`server.people.reports`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from server.identity.bans import network_contains
from tui.host.moderation import Letter, LetterKind

ANSWERED: frozenset[LetterKind] = frozenset({"warn", "mute", "ban"})
"""The kinds that can be answered."""
KNOWN: Mapping[str, LetterKind] = MappingProxyType({kind: kind for kind in get_args(LetterKind)})


class StoredLetter(Struct, frozen=True, kw_only=True):
    """A letter to `player`, an account's id or a guest's. `by` is who wrote it, an account's id; "" the host;
    `second` is who agreed where that takes two. `until`: when a mute or ban ends, None: never; `lifted`: it
    was ended early. `network` is where a muted guest came from. `answer` is what the player wrote back. The
    `kind` may be one that only a newer version knows.
    """

    id: str
    player: str
    name: str
    kind: str
    time: float
    reason: str = ""
    by: str = ""
    second: str = ""
    until: float | None = None
    unread: bool = True
    lifted: bool = False
    answer: str = ""
    network: str = ""

    def holds(self, now: float) -> bool:
        """Return whether this is a mute or a ban that holds now."""
        return self.kind in {"mute", "ban"} and not self.lifted and (self.until is None or self.until > now)

    @property
    def can_be_answered(self) -> bool:
        """Whether its player may still answer it."""
        return self.kind in ANSWERED and not self.answer

    def shown(self) -> Letter:
        """Return the letter as its player sees it: not who wrote it."""
        kind = KNOWN.get(self.kind, "other")
        return Letter(
            self.id, kind, self.time, self.reason, self.until, self.lifted, self.answer,
            self.can_be_answered,
        )  # fmt: skip


def read(letter: StoredLetter) -> StoredLetter:
    return replace(letter, unread=False)


def mute_of(letters: Iterable[StoredLetter], player: str, address: str, now: float) -> StoredLetter | None:
    """Return the mute that holds now for a player, or for a guest who comes from the address of a muted one;
    of several, the one that ends last. `letters` are mutes; `address` is "" for players with an account.
    """
    found = [one for one in letters if one.holds(now) and _is_for(one, player, address)]
    return max(found, key=lambda one: one.until or float("inf"), default=None)


def _is_for(letter: StoredLetter, player: str, address: str) -> bool:
    from_there = bool(letter.network and address) and network_contains(
        letter.network, address.partition("/")[0]
    )
    return letter.player == player or from_there
