"""What operators and accounts make every node do: announcements, draining, bans, new names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from server.store.journal.subscribers import nothing_to_end
from tui.host.port import Release

SignalKind = Literal[
    "notice", "drain", "guests", "kick", "bans", "renamed", "profile", "gone", "notes", "moderation",
    "stalled", "ratings", "asked", "answered", "cups", "calendar",
]  # fmt: skip
STANDING: frozenset[SignalKind] = frozenset({"notice", "drain", "guests"})
"""The kinds whose last signal holds until the next one, also for nodes that start later, as long as any node
is there.
"""


class Signal(Struct, frozen=True):
    """Something that every node does.

    - "notice": show `text` to everybody; empty: the message of the day. "drain", "guests": `text` is "on" or
      "off".
    - "kick": end the sessions that `about` names (a name, a network or a key's fingerprint).
      "bans": read the bans again, and take away what the player `about` has said ("": nobody).
    - "renamed": the account or guest `about` is called `text` now. "profile": read the account `about` again.
    - "notes": show the notes that wait for the player `about`.
    - "gone": the account `about` is deleted; requests of its sessions are refused with the code `text`, and
      what is in memory of it is forgotten.
    - "stalled": the lines are stalled (`text` is "on") that the player `about` has on the node that sends it,
      or no longer ("off").
    - "ratings": read ratings again, because the game of the table `about` counts for none any more, or does
      after all.
    - "calendar": look again what is due in the calendars of clubs.
    - "cups": read what was appended to the cup `about` (`text` "again": all of it).
    - "asked": the node `about` carries out an operator's command (`text`); "answered": what came of the one
      with the id `about`.
    - "moderation": read again what moderators decided, because it changed for `about` ("": nobody alone).
    """

    kind: SignalKind
    about: str = ""
    text: str = ""


Signalled = Callable[[Signal], None]


class Signals:
    """Brings signals to every other node. None is lost, but they may be late by seconds. On a host of
    one process there is nobody to tell, and nothing outlives it.
    """

    async def send(self, signal: Signal) -> None:
        """Store a signal for the other nodes; this node does by itself what it says. Raises the error of the
        write; then nobody is told.
        """

    def follow(self, signalled: Signalled) -> Release:  # noqa: ARG002
        """Call `signalled` with each signal that another node sends from now on: once, a node's in order."""
        return nothing_to_end

    async def standing(self) -> Sequence[Signal]:
        """Return the last signal of each kind in STANDING, whichever node sent it."""
        return ()
