"""What a session may ask of those who look after a host: reports, letters, the moderators' queue, conduct.

A letter is what the host has to say to one player: a warning, a mute, a ban, or that a new key opens their
account. Texts are cleaned already; times are seconds of the host's clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from tui.host.pictures import ChatLine

Reportable = Literal["conduct", "cheating", "program", "name"]
"""What players report: how somebody talks or behaves, cheating, a program that does not say that it is one, a
name.
"""
ReportKind = Literal[Reportable, "answer"]
"""What moderators read of, with kinds that only newer versions know. "answer" is what a player wrote back to
a decision.
"""
REPORTABLE: tuple[Reportable, ...] = ("conduct", "cheating", "program", "name")
Verdict = Literal["warn", "mute", "ban", "dismiss", "lift"]
"""What moderators decide. "dismiss" leaves everything as it is, "lift" ends what was answered to."""
TIMED: frozenset[Verdict] = frozenset({"mute", "ban"})
_SPAN = re.compile(r"(\d{1,5})([mhdw])")
_MINUTES: Mapping[str, int] = MappingProxyType({"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60})
LetterKind = Literal[
    "warn", "mute", "ban", "lifted", "stands", "recovered", "acted", "left", "key-added",
    "key-dropped", "renamed", "moderator", "no-moderator", "other",
]  # fmt: skip
"""What a letter tells. "acted" and "left" tell whoever complained what came of it; "key-added",
"key-dropped", "renamed", "moderator" and "no-moderator" what the operator did to the account; "other" is of a
kind that only newer versions know.
"""


def minutes_of(span: str) -> int | None:
    """Return for how many minutes something is that is typed as 30m, 12h, 7d or 2w; None: that is no time."""
    found = _SPAN.fullmatch(span)
    return int(found[1]) * _MINUTES[found[2]] if found else None


class Letter(Struct, frozen=True):
    """A letter to this player. `until`: when a mute or a ban ends, None: never. `reason` is the moderator's,
    of "recovered", "key-added" and "key-dropped" the fingerprint of the key, of "renamed" the name, of
    "acted" and "left" when the player complained. `answer` is what the player wrote back.
    """

    id: str
    kind: LetterKind
    time: float
    reason: str = ""
    until: float | None = None
    lifted: bool = False
    answer: str = ""
    can_answer: bool = False


class Complaint(Struct, frozen=True):
    """What one player wrote about another."""

    name: str
    text: str
    time: float


class EarlierDecision(Struct, frozen=True):
    """What was decided about the same player before, perhaps what only a newer version knows."""

    verdict: str
    reason: str
    time: float
    until: float | None = None


class ReportedCase(Struct, frozen=True):
    """An open report, as moderators see it. `id` is what they name it by; `table` is a table's id, "" for the
    lobby. `letter` is what a report of the kind "answer" answers to, `proposed` a ban that takes one more
    moderator. `for_operator`: no moderator may decide it.
    """

    id: str
    about: str
    kind: str
    complaints: tuple[Complaint, ...]
    time: float
    guest: bool = False
    talk: tuple[ChatLine, ...] = ()
    table: str = ""
    table_name: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    position: int = 0
    letter: Letter | None = None
    earlier: tuple[EarlierDecision, ...] = ()
    proposed: EarlierDecision | None = None
    proposed_by: str = ""
    for_operator: bool = False


class Judgement(NamedTuple):
    """The `name` of the player whose report was decided; it `stands`, or takes one more moderator first."""

    name: str
    stands: bool = True


class Waiting(Struct, frozen=True):
    """What waits for this player: an unread letter, so many open reports (for a moderator), and rules of
    conduct that they have not accepted yet.
    """

    letter: bool = False
    reports: int = 0
    conduct: bool = False


class Conduct(Struct, frozen=True):
    """The host's rules of conduct, by lines, and the version of them that is accepted."""

    lines: tuple[str, ...]
    version: str


class AccountKey(Struct, frozen=True):
    """A key that opens the account: the sign it is named by, its fingerprint, when it was added, and whether
    it is this session's.
    """

    sign: str
    fingerprint: str
    added: float
    this: bool = False


class ModerationPort(Protocol):
    """One session's access to what looks after the host. Requests raise Refused as others do."""

    async def report(
        self, name: str, why: str, kind: Reportable = "conduct", table: str | None = None
    ) -> None:
        """Tells the moderators of a player, with the last lines of chat that you could read at a table, or
        without one in the lobby, and the last messages between the two of you. The table may have ended (by
        its id, or of your own games its name); `kind` is `conduct`, `cheating`, `program` or `name`.
        """

    def waiting(self) -> Waiting:
        """Returns what waits for this player now."""

    def follow_waiting(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Calls `listener` whenever `waiting` may return something else; returns what ends that."""

    async def letters(self) -> tuple[Letter, ...]:
        """The `letters` that the moderators and the host wrote to you, oldest first: `kind` (`warn`, `mute`,
        `ban`, `lifted`, `stands`, `recovered`, `key-added`, `key-dropped`, `renamed`, `moderator`,
        `no-moderator`, and of your own reports `acted` and `left`), `time`, `reason`, `until`, whether it was
        `lifted`, your `answer`, and whether you `can_answer`. They count as read from then on.
        """

    async def answer_letter(self, text: str) -> None:
        """Answers the last decision about you, once."""

    async def reports(self) -> tuple[ReportedCase, ...]:
        """For moderators: the open `reports`, oldest first; each with its `complaints`, `talk`, table, and
        what was decided about the player `earlier`.
        """

    async def judge(
        self, report: str, verdict: Verdict, reason: str, minutes: int | None = None
    ) -> Judgement:
        """For moderators: decides a report, named by the beginning of its `id`: `warn`, `mute` or `ban` for
        so many `minutes`, `dismiss`, or `lift` what was answered to. Answers with the `name` of the player,
        and whether it `stands`: a ban above seven days takes a second moderator.
        """

    async def void(self, table: str, reason: str, void: bool = True) -> str:
        """For moderators: the ended game of a `table`, by its id, changes no ratings any more, or with
        `"void":false` does after all; the `reason` is for the audit log. All games behind it are rated again.
        Answers with the `name` of the table.
        """

    async def conduct(self, language: str) -> Conduct:
        """Returns the rules of conduct in a language."""

    async def accept_conduct(self, version: str) -> None:
        """Notes that the player accepts these rules of conduct."""

    # Keys, and what is known

    async def new_recovery_code(self) -> str:
        """A new recovery `code` for your account, which replaces the one before."""

    async def recover(self, name: str, code: str) -> str:
        """Opens the account of that `name` to this session's key, with its recovery code.

        Returns the account's name. From then on this session's requests are refused ("account-moved"), until
        it connects again.
        """

    async def keys(self) -> tuple[AccountKey, ...]:
        """The `keys` of your account: `sign`, `fingerprint`, when each was `added`, and which is `this`
        session's.
        """

    async def drop_key(self, key: str) -> None:
        """Takes a key from your account, by the beginning of its fingerprint.

        Its sessions end; the last key is never taken.
        """

    async def export(self) -> Mapping[str, Any]:
        """Everything that the host knows of you, part by part."""
