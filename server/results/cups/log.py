"""The log of a cup: its entries, and the cup that they add up to. Pure.

An entry's number is the only lock: of two nodes that append the same number, one has to look again. What
games are worth is left to `server.results.cups.standing`, when entries are due to
`server.results.cups.course`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.chance import next_seed
from server.budget.giving_way import last_of_most
from server.results.cups.seating import Pair, Seats, Tables

CupKind = Literal["evening", "league"]
LeftBy = Literal["player", "host", "moderator"]
LeftFor = LeftBy | Literal["room"]
"""By whom an entrant has left, or to make room for another one."""
CupEnding = Literal["over", "too-few", "cancelled"]


class Opened(Struct, frozen=True, tag="opened"):
    """What is fixed when a cup is opened. `seed` decides who meets whom and the luck of its deals: it leaves
    the host when the cup is over. `salt` never does.
    """

    id: str
    kind: CupKind
    game: str
    options: Mapping[str, str | int]
    rounds: int
    starts: float
    owner: str
    owner_name: str
    seed: bytes
    commitment: str
    salt: bytes
    at: float
    club: str = ""
    """The club whose members play; '': whoever wants."""
    equal: bool = False
    """Whether all tables of one size have the same luck in a round."""
    programs: bool = False
    clock: str = "1m"
    planned: bool = False
    """Whether a club's calendar has opened it."""
    against: str = ""
    """The club that `club` plays a match with; '': it is none."""
    unnamed: bool = False
    """Whether its owner has left the club, and asked not to be named to others."""

    def __repr__(self) -> str:  # keep the seed out of logs
        return f"Opened({self.id!r})"


class Entered(Struct, frozen=True, tag="entered"):
    """An account takes part. `line` is its address, concealed with the cup's salt ('': not known). `instead`:
    the number of the entrant whose place it has (0: of none).
    """

    account: str
    name: str
    at: float
    line: str = ""
    side: str = ""
    """The club that it plays for, in a match."""
    unnamed: bool = False
    """Whether it has left the club, and asked not to be named to others."""
    instead: int = 0


class Left(Struct, frozen=True, tag="left"):
    """An entrant takes part no longer: before the first round as if never entered, later not seated again."""

    entrant: int
    by: LeftBy
    at: float


class Drawn(Struct, frozen=True, tag="drawn"):
    """The tables of a round, by entrants' numbers. The same round once more, with `again` one higher: what
    was drawn before is void, and who left meanwhile has left before it.
    """

    round: int
    tables: Tables
    at: float
    again: int = 0


class TableOpened(Struct, frozen=True, tag="table"):
    """The id that a table of a round gets. It is noted before the table is made: none is made twice."""

    round: int
    table: int
    id: str
    at: float


class RoundClosed(Struct, frozen=True, tag="closed"):
    """All games of a round are over."""

    round: int
    at: float


class Struck(Struct, frozen=True, tag="struck"):
    """A game that counts half for everybody, and why."""

    round: int
    table: int
    why: str
    by: str
    at: float


class Ended(Struct, frozen=True, tag="ended"):
    """The end of a cup."""

    why: CupEnding
    at: float
    by: str = ""


CupEntry = Opened | Entered | Left | Drawn | TableOpened | RoundClosed | Struck | Ended


class Entrant(Struct, frozen=True):
    """Somebody who takes part. `joined` is how many rounds were drawn before, `left` how many before leaving
    (None: still there).
    """

    number: int
    account: str
    name: str
    joined: int
    line: str = ""
    left: int | None = None
    left_by: LeftFor = "player"
    side: str = ""
    unnamed: bool = False


class CupTable(Struct, frozen=True):
    """A table of a round. `id` is '' until it has one."""

    round: int
    number: int
    seats: Seats
    id: str = ""
    struck: str = ""


class CupRound(Struct, frozen=True):
    """A round that was drawn."""

    number: int
    tables: tuple[CupTable, ...]
    again: int = 0
    closed: bool = False


class Cup(Struct, frozen=True):
    """A cup after its first `length` entries."""

    opened: Opened
    length: int = 1
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[CupRound, ...] = ()
    ended: Ended | None = None

    @property
    def id(self) -> str:
        """By which players call it."""
        return self.opened.id

    @property
    def begun(self) -> bool:
        """Whether a round was drawn."""
        return bool(self.rounds)

    @property
    def takes_entrants(self) -> bool:
        """Whether somebody can still enter: a league before it begins, an evening until round 2 is drawn."""
        opened = self.opened
        late = 1 if opened.kind == "evening" and opened.rounds > 1 and not opened.against else 0
        return self.ended is None and len(self.rounds) <= late

    @property
    def here(self) -> tuple[Entrant, ...]:
        """Who has not left."""
        return tuple(one for one in self.entrants if one.left is None)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who is here of each of the two clubs of a match."""
        clubs = (self.opened.club, self.opened.against)
        return tuple(tuple(one.number for one in self.here if one.side == club) for club in clubs)

    @property
    def shown(self) -> tuple[Entrant, ...]:
        """Who stands in the standing: who left before the first round does not."""
        return tuple(one for one in self.entrants if one.left != 0)

    @property
    def tables(self) -> tuple[CupTable, ...]:
        """All tables, in their order."""
        return tuple(table for one in self.rounds for table in one.tables)

    def entrant_of(self, account: str) -> Entrant | None:
        """Return an account's entrant who has not left; None: there is none."""
        return next((one for one in self.here if one.account == account), None)

    def gives_way(self, line: str) -> Entrant | None:
        """Return who gives way to somebody of an address (concealed) in a full public cup that has not begun:
        the last one of the address of which most are here; None: nobody.
        """
        if self.begun or self.opened.club:
            return None
        return last_of_most(self.here, lambda one: one.line, line)

    def holds_back(self, table: str) -> bool:
        """Return whether a table is of the round that goes on, whose luck others may still meet."""
        last = self.rounds[-1] if self.opened.equal and self.rounds else None
        return bool(last and not last.closed and any(one.id == table for one in last.tables))

    @property
    def is_settled(self) -> bool:
        """Whether it has ended, and no game of it goes on: its seed may leave the host."""
        return self.ended is not None and all(one.closed for one in self.rounds[-1:])

    def takes_along(self, table: CupTable) -> bool:
        """Return whether the cup has ended early, and a running game with it. Where who ended it plays, it
        goes on: nobody ends a game that they may be losing.
        """
        if self.ended is None or self.ended.why != "cancelled":
            return False
        return all(self.entrants[number - 1].account != self.ended.by for number in table.seats)

    def table_of(self, number: int) -> CupTable | None:
        """Return the table of the last round with a number; None: there is none."""
        last = self.rounds[-1].tables if self.rounds else ()
        return next((table for table in last if table.number == number), None)

    @property
    def apart(self) -> frozenset[Pair]:
        """Pairs of entrants who came from one address and must not meet: in a club they know each other."""
        if self.opened.club:
            return frozenset()
        pairs = combinations((one for one in self.here if one.line), 2)
        return frozenset(frozenset((a.number, b.number)) for a, b in pairs if a.line == b.line)

    def seed_of(self, again: int) -> bytes:
        """Return the seed of a round that was drawn so many times before."""
        seed = self.opened.seed
        for _ in range(again):
            seed = next_seed(seed)
        return seed

    def deal_seed(self, of: CupRound, seats: int) -> bytes:
        """Return the seed of the deal that all tables of a size have in a round with equal luck."""
        return hmac.digest(self.seed_of(of.again), b"cup deal %d %d" % (of.number, seats), sha256)

    def line_of(self, address: str) -> str:
        return hmac.digest(self.opened.salt, address.encode(), sha256).hex()[:16] if address else ""

    def after(self, entry: CupEntry) -> Cup:
        return replace(_after(self, entry), length=self.length + 1)


def cup_of(entries: Sequence[CupEntry]) -> Cup:
    """Return the cup of a whole log. Raises ValueError if it does not begin with its opening."""
    if not entries or not isinstance(entries[0], Opened):
        raise ValueError("a cup's log begins with its opening")
    cup = Cup(entries[0])
    for entry in entries[1:]:
        cup = cup.after(entry)
    return cup


def _after(cup: Cup, entry: CupEntry) -> Cup:
    match entry:
        case Entered(account, name, _, line, side, unnamed, instead):
            number, joined = len(cup.entrants) + 1, len(cup.rounds)
            entrant = Entrant(number, account, name, joined, line, side=side, unnamed=unnamed)
            before = (_left(one, joined, "room") if one.number == instead else one for one in cup.entrants)
            return replace(cup, entrants=(*before, entrant))
        case Left(number, by):
            left = (_left(one, len(cup.rounds), by) if one.number == number else one for one in cup.entrants)
            return replace(cup, entrants=tuple(left))
        case Drawn(number, tables, _, again):
            made = (CupTable(number, at, seats) for at, seats in enumerate(tables, 1))
            left = (replace(one, left=number - 1) if one.left == number else one for one in cup.entrants)
            drawn = (*cup.rounds[: number - 1], CupRound(number, tuple(made), again))
            return replace(cup, entrants=tuple(left), rounds=drawn)
        case TableOpened(number, table, id_):
            return _with_table(cup, number, table, id=id_)
        case Struck(number, table, why):
            return _with_table(cup, number, table, struck=why)
        case RoundClosed(number):
            rounds = (replace(one, closed=True) if one.number == number else one for one in cup.rounds)
            return replace(cup, rounds=tuple(rounds))
        case Ended():
            return replace(cup, ended=entry)
        case Opened():
            raise ValueError("a cup is opened once")


def _left(one: Entrant, rounds: int, by: LeftFor) -> Entrant:
    return one if one.left is not None else replace(one, left=rounds, left_by=by)


def _with_table(cup: Cup, number: int, table: int, **changed: str) -> Cup:
    def tables(of: CupRound) -> Iterable[CupTable]:
        return (replace(one, **changed) if one.number == table else one for one in of.tables)

    rounds = (replace(one, tables=tuple(tables(one))) if one.number == number else one for one in cup.rounds)
    return replace(cup, rounds=tuple(rounds))
