"""Operators' commands about moderators, the audit log and accounts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from engine.game import Refused
from server.admin import protocol
from server.host.host import Host
from server.identity.look_alikes import skeleton
from server.people.audit import AuditEntry
from tui.host.moderation import ReportedCase
from tui.host.refusals import refused
from tui.language import moderation_words as words
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

LOOKED_THROUGH = 10_000
"""Entries that are searched for somebody's."""


class PeopleCommands:
    """Carries these commands out at a host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._moderation, self._accounts = host.moderation, host.accounts

    async def moderator(self, request: protocol.ModeratorRequest) -> protocol.AnyAnswer:
        """Make an account a moderator, or no longer, or list them."""
        if not request.name:
            names = tuple(sorted(self._moderation.standing.moderators.values()))
            return protocol.CommandDone(names or ("There are no moderators.",))
        player = await self._accounts.named(skeleton(request.name))
        if player is None:
            return _nobody(request.name)
        is_one = player.id in self._moderation.standing.moderators
        if is_one == request.on:
            already = "a moderator already" if is_one else "no moderator"
            return protocol.CommandDeclined(f"{player.name} is {already}.")
        if request.on:  # an account without a move would be deleted after a while
            await self._accounts.played(player.id)
        await self._moderation.set_moderator(player, request.on)
        now = "a moderator now" if request.on else "no longer a moderator"
        return protocol.CommandDone((f"{player.name} is {now}.",))

    async def audit(self, request: protocol.AuditRequest) -> protocol.AnyAnswer:
        """List the last entries of the audit log."""
        entries = await self._moderation.store.audit(LOOKED_THROUGH if request.name else request.most)
        look = skeleton(request.name)
        found = [
            one for one in entries if not request.name or look in {skeleton(one.by), skeleton(one.about)}
        ]
        lines = tuple(map(_line, found[-request.most :]))
        return protocol.CommandDone(lines or ("The audit log has nothing of that.",))

    async def reports(self, request: protocol.ReportsRequest) -> protocol.AnyAnswer:
        """List the open reports, show one, or decide it."""
        try:
            return protocol.CommandDone(tuple(await self._reports(request)))
        except Refused as why:
            return protocol.CommandDeclined(any_refusal_text(texts_in(), why))

    async def _reports(self, request: protocol.ReportsRequest) -> Sequence[str]:
        texts, sign, verdict = texts_in(), request.report, request.verdict
        if verdict:
            found = await self._moderation.judge_for_operator(sign, verdict, request.reason, request.minutes)
            return (words.decided(texts, found.name, verdict),)
        cases = await self._moderation.all_reports()
        if not sign:
            return [_case_line(one) for one in cases] or [texts._("No report waits.")]
        for one in cases:
            if one.id.startswith(sign.upper()):
                return [": ".join(filter(None, row)) for row in words.case_lines(texts, one)]
        raise refused("no-report", report=sign[:20])

    async def forget(self, name: str) -> protocol.AnyAnswer:
        """Delete an account."""
        player = await self._accounts.named(skeleton(name))
        if player is None:
            return _nobody(name)
        try:
            await self._host.removal.forget(player.id)
        except Refused as why:
            if why.code == "still-playing":
                return protocol.CommandDeclined(
                    f"{player.name} has a seat at a running game: close its table first (admin who)."
                )
            return protocol.CommandDeclined(any_refusal_text(texts_in(), why))
        return protocol.CommandDone((f"The account {player.name} is deleted.",))


def _nobody(name: str) -> protocol.AnyAnswer:
    return protocol.CommandDeclined(f"No account is called {name}.")


def _case_line(case: ReportedCase) -> str:
    """Return an open report in a line; a star marks one that no moderator may decide."""
    mark = "*" if case.for_operator else " "
    return f"{case.id[: words.SHORT_ID]} {mark} {words.summary(texts_in(), case)}"


def _line(entry: AuditEntry) -> str:
    when = datetime.fromtimestamp(entry.time, UTC).strftime("%Y-%m-%d %H:%M")
    about = f" {entry.about}" if entry.about else ""
    return f"{when} UTC  {entry.by}: {entry.what}{about}" + (f": {entry.text}" if entry.text else "")
