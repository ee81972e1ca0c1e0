"""Who has each seat, and how entries of the log change that. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from server.log.entries import Entry

HeldBy = Literal["nobody", "player", "bot"]


class SeatHolder(Struct, frozen=True):
    """Who has a seat. `who` is an account's id or a bot's key; of a free seat, whom it is kept for."""

    held_by: HeldBy = "nobody"
    who: str = ""
    name: str = ""
    lent: str = ""
    """The key of the bot that plays while the player is away."""
    code: str = ""
    """The hash of the code that regains this seat."""
    gave_up: str = ""
    """The account that conceded and left the seat to a bot."""
    program: bool = False
    """Whether its player took it, or moved, through the API."""
    timed_out: bool = False
    """Whether it was given up since the time was up, by what the table chose."""

    @property
    def by_bot(self) -> bool:
        return self.held_by == "bot" or bool(self.lent)

    @property
    def bot(self) -> str:
        """The key of the bot that answers, '' if none does."""
        return self.who if self.held_by == "bot" else self.lent

    @property
    def account(self) -> str:
        """The account whose game this is: it sits here, is kept the seat, or gave it up."""
        return self.gave_up if self.held_by == "bot" else self.who


NOBODY = SeatHolder()


def seats_after(holders: tuple[SeatHolder, ...], entry: Entry) -> tuple[SeatHolder, ...]:
    holder = _after(holders[entry.seat - 1], entry)
    return (*holders[: entry.seat - 1], holder, *holders[entry.seat :])


def _after(holder: SeatHolder, entry: Entry) -> SeatHolder:
    match entry.kind:
        case "sit":
            return SeatHolder("player", entry.who, entry.name, code=entry.note, program=entry.by == "program")
        case "bot":
            return SeatHolder("bot", entry.who, entry.name)
        case "keep":
            return SeatHolder("nobody", entry.who, entry.name)
        case "concede":
            return SeatHolder(
                "bot", entry.who, holder.name, gave_up=holder.who, program=holder.program,
                timed_out=entry.by == "timeout",
            )  # fmt: skip
        case "lend":
            return replace(holder, lent=entry.who)
        case "back":
            return replace(holder, lent="")
        case "name":
            return replace(holder, name=entry.name)
        case "move" if entry.by == "program":
            return replace(holder, program=True)
        case "move":
            return holder
        case "code":
            return replace(holder, code=entry.note)
    return NOBODY
