"""What the processes of a host share in the hub's memory beside tables and accounts."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

from server.nodes.audiences import ToldAudiences
from server.nodes.codes import LocalCodes
from server.nodes.names import LocalClaims
from server.nodes.sessions import SharedSession
from server.nodes.shares import HeldShare, LocalShares
from server.nodes.signals import Signal, SignalKind
from server.nodes.talk import KEPT_LINES, SpokenLine
from server.nodes.windows import LocalWindows


class SharedState:
    """It does not know what a process is but by its name."""

    def __init__(self) -> None:
        self.sessions: dict[tuple[str, int], SharedSession] = {}
        """By process and number."""
        self.audiences = ToldAudiences()
        self.standing: dict[SignalKind, Signal] = {}
        self.claims, self.codes, self.windows = LocalClaims(), LocalCodes(), LocalWindows()
        self.known: dict[str, set[str]] = {}
        """Who has typed the code of a private table, by table."""
        self._shares = LocalShares()
        self._lapsing: dict[str, set[tuple[str, str]]] = defaultdict(set)
        """The shares that end with a process, by its name."""
        self._lines: dict[str, deque[tuple[int, SpokenLine]]] = {}
        """The last lines by place, each with its number."""
        self._said = 0

    def keep_line(self, spoken: SpokenLine) -> None:
        """Keep a line for processes that start later."""
        self._said += 1
        self._lines.setdefault(spoken.place, deque(maxlen=KEPT_LINES)).append((self._said, spoken))

    def kept_lines(self) -> Iterator[SpokenLine]:
        """Yield the lines that are kept, in the order in which they were said."""
        for _, spoken in sorted(
            (line for lines in self._lines.values() for line in lines), key=lambda line: line[0]
        ):
            yield spoken

    def forget_lines(self, who: str) -> None:
        """Delete the kept lines of an account."""
        for place, lines in self._lines.items():
            self._lines[place] = deque((line for line in lines if line[1].who != who), KEPT_LINES)

    async def take_shares(self, node: str, shares: Sequence[HeldShare]) -> HeldShare | None:
        """See `server.nodes.shares.HeldShares.take`."""
        full = await self._shares.take(*shares)
        if full is None:
            self._lapsing[node].update((share.what, share.holder) for share in shares if not share.lasting)
        return full

    def give_back(self, what: str, holder: str) -> None:
        """See `server.nodes.shares.HeldShares.give_back`."""
        self._shares.give_back(what, holder)
        for held in self._lapsing.values():
            held.discard((what, holder))

    def end_table(self, table: str) -> None:
        """Drop what is kept for a table."""
        self.known.pop(table, None)
        self._lines.pop(table, None)

    def lose(self, node: str) -> list[SharedSession]:
        """Drop what ends with a process, and return its sessions."""
        for what, holder in self._lapsing.pop(node, ()):
            self._shares.give_back(what, holder)
        lost = [session for session in self.sessions.values() if session.node == node]
        for session in lost:
            del self.sessions[session.node, session.number]
        return lost
