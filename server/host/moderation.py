"""Reports, decisions, letters and mutes of a running host, the same on all its nodes.

What is needed at once (`ModerationState`) is in memory, and read again when another node says so. Each
decision is stored in one step with its entry in the audit log before anybody hears of it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from server.cluster.duties import CLEANING
from server.cluster.signals import Signal
from server.host.bans import Bans
from server.identity.accounts import Player, is_guest
from server.identity.bans import DAY, HOUR, AccessBan, parse_network, without_addresses
from server.identity.codes import SHORT, code_of
from server.identity.names import clean_words
from server.lobby.lobby import Lobby
from server.people import audit, cases
from server.people.audit import OPERATOR, PROPOSED, AuditEntry, restored_from
from server.people.letters import StoredLetter, mute_of, read
from server.people.reports import Decision, StoredComplaint, StoredReport
from server.store.moderation import Expiry, ModerationState, Verdicts
from tui.host.moderation import Judgement, Letter, LetterKind, ReportedCase, Verdict
from tui.host.port import Release
from tui.host.refusals import refused
from tui.language.moderation_words import lasts
from tui.language.texts import texts_in

log = logging.getLogger(__name__)

LAST = 1000
"""Entries of the audit log that are looked through for what everybody is told."""

THE_OPERATOR = Player("", OPERATOR)
MINUTE = 60.0
MOST_MINUTES = 366 * 24 * 60
"""The longest mute or ban that a moderator may decide."""
LONGEST_TEXT = 400
"""Characters of what a player writes in a report or an answer, and of a moderator's reason."""


class KeptDays(Struct, frozen=True):
    """For how many days reports and read letters, all addresses, and the audit log are kept."""

    reports: int = 30
    addresses: int = 30
    audit: int = 365


class Moderation:
    """Looks after a host. `banned(player)` has its nodes read the bans again, ends the sessions of everybody
    who is banned, and takes away what the player has said; "" if nobody was banned.
    """

    def __init__(
        self, lobby: Lobby, bans: Bans, banned: Callable[[str], Awaitable[None]], days: KeptDays
    ) -> None:
        stores = lobby.dependencies.stores
        self.store, self._facts = stores.moderation, stores.accounts.facts
        self._bans = bans
        self._clock, self._secret = lobby.dependencies.clock, lobby.dependencies.secret
        self._tell = lobby.tell
        self._banned = banned
        self._days = days
        self.standing = ModerationState()
        self._followers: list[tuple[str, Callable[[], None]]] = []

    @property
    def keeps_addresses(self) -> bool:
        """Whether addresses of guests may be stored with reports."""
        return self._days.addresses > 0

    async def open(self) -> None:
        """Read what stands. Must return before anybody is let in."""
        self.standing = await self.store.standing(self._clock())

    def follow(self, player: str, listener: Callable[[], None]) -> Release:
        """Call `listener` when something may have changed for a player."""
        follower = (player, listener)
        self._followers.append(follower)
        return lambda: self._followers.remove(follower) if follower in self._followers else None

    async def read_again(self, about: str) -> None:
        """Read what stands, because it has changed for a player, and tell
        them, the moderators, and whom there is a letter to.
        """
        before, self.standing = self.standing, await self.store.standing(self._clock())
        changed = {about, *self.standing.moderators, *(before.unread ^ self.standing.unread)}
        for player, listener in tuple(self._followers):
            if player in changed:
                listener()

    async def _changed(self, about: str) -> None:
        await self.read_again(about)
        await self._tell(Signal("moderation", about))

    # Players

    def check_talk(self, player: str, address: str) -> None:
        """Raise Refused ("muted", with minutes and reason) if a player may not talk."""
        now = self._clock()
        mute = mute_of(self.standing.mutes, player, address if is_guest(player) else "", now)
        if mute:
            left = 0 if mute.until is None else max(1, round((mute.until - now) / MINUTE))
            raise refused("muted", minutes=left, reason=mute.reason)

    def new_id(self) -> str:
        """Return the id of a new report, letter or entry."""
        return code_of(self._secret(SHORT))

    async def report(self, new: StoredReport) -> None:
        """Put a report into the queue."""
        await self.store.report(new)
        log.info("reported", extra={"player": new.name, "kind": new.kind})
        await self._changed("")

    async def letters(self, player: str) -> tuple[Letter, ...]:
        """Return the letters to a player, which count as read from then on."""
        found = await self.store.letters(player)
        if unread := [read(one) for one in found if one.unread]:
            await self.store.put_letters(unread)
            await self._changed(player)
        return tuple(one.shown() for one in found)

    async def answer(self, player: Player, text: str, address: str = "") -> None:
        """Put a player's answer to the last decision into the queue. Raises Refused ("nothing-to-answer")."""
        words = checked(text)
        found = [one for one in await self.store.letters(player.id) if one.can_be_answered]
        if not found:
            raise refused("nothing-to-answer")
        await self.store.put_letters((read(replace(found[-1], answer=words)),))
        complaint = StoredComplaint(player.id, player.name, words, self._clock())
        await self.report(
            StoredReport(
                id=self.new_id(), about=player.id, name=player.name, kind="answer", complaints=(complaint,),
                letter=found[-1].id, address=address,
            )
        )  # fmt: skip

    async def write(self, player: Player, kind: LetterKind, reason: str, until: float | None = None) -> None:
        """Write a letter to a player that no moderator wrote."""
        letter = StoredLetter(
            id=self.new_id(), player=player.id, name=player.name, kind=kind, time=self._clock(),
            reason=reason, until=until,
        )  # fmt: skip
        await self.store.put_letters((letter,))
        await self._changed(player.id)

    # Moderators

    def check_moderator(self, player: str) -> None:
        """Raise Refused ("not-moderator") if a player is none."""
        if player not in self.standing.moderators:
            raise refused("not-moderator")

    async def queue(self, moderator: str) -> tuple[ReportedCase, ...]:
        """Return the open reports but for those about the moderator, the oldest first. Raises Refused
        ("not-moderator").
        """
        self.check_moderator(moderator)
        return await self._cases(moderator)

    async def _reports(self) -> Sequence[StoredReport]:
        """Return all reports, the open ones with the present names of accounts that they are about."""
        stored = await self.store.reports()
        facts = await self._facts([one.about for one in stored if one.is_open])
        return [replace(one, name=facts[one.about].name) if one.about in facts else one for one in stored]

    async def _cases(self, hidden_from: str = "") -> tuple[ReportedCase, ...]:
        stored = await self._reports()
        answered = {one.about for one in stored if one.is_open and one.letter}
        letters = [letter for player in answered for letter in await self.store.letters(player)]
        return tuple(
            cases.case(one, stored, letters, self.standing.moderators)
            for one in stored
            if one.is_open and one.about != hidden_from
        )

    async def judge(
        self, moderator: Player, report: str, verdict: Verdict, reason: str, minutes: int | None
    ) -> Judgement:
        """Decide a report, or propose what takes two. Raises Refused: "not-moderator", "no-report" (of one
        about the moderator, too), "report-closed", "own-report", "line-empty", "line-long",
        "time-not-possible", "nothing-to-lift", "guest-unknown".
        """
        self.check_moderator(moderator.id)
        others = [one for one in await self._reports() if one.about != moderator.id]
        found = cases.named(others, report)
        letters = await self.store.letters(found.about)
        if cases.has_part(found, moderator.id, letters, others):
            raise refused("own-report")
        decision = self._decision(moderator, verdict, reason, minutes)
        if not cases.takes_two(found, decision, self.standing.moderators):
            return await self._decide(found, decision, letters)
        self._verdicts(found, decision, letters)  # what could not be decided is not proposed either
        entry = self._entry(decision, verdict + PROPOSED, found)
        if not await self.store.propose(found.id, decision, entry):
            raise refused("report-closed")
        await self._changed("")
        return Judgement(found.name, stands=False)

    def _decision(self, judge: Player, verdict: Verdict, reason: str, minutes: int | None) -> Decision:
        words, now = checked(reason), self._clock()
        until = None
        if verdict in {"mute", "ban"}:
            if minutes is None or not 1 <= minutes <= MOST_MINUTES:
                raise refused("time-not-possible", most=MOST_MINUTES // (24 * 60))
            until = now + minutes * MINUTE
        return Decision(verdict, judge.id, judge.name, words, now, until)

    async def _decide(
        self, found: StoredReport, decision: Decision, letters: Sequence[StoredLetter]
    ) -> Judgement:
        verdicts = self._verdicts(found, decision, letters)
        if not await self.store.decide(verdicts):
            raise refused("report-closed")
        facts = {"verdict": decision.verdict, "player": found.name, "moderator": decision.name}
        log.info("decided", extra=facts)
        await self._changed(found.about)
        if verdicts.ban or verdicts.unban:
            await self._banned(found.about if verdicts.ban else "")
        return Judgement(found.name)

    async def void(self, moderator: Player, table: str, reason: str, void: bool) -> None:
        """Note in the audit log that a moderator has a game change no ratings, or change them after all."""
        await self.store.note(self.entry("void" if void else "rate", None, f"{table}: {reason}", moderator))
        log.info("voided" if void else "rated again", extra={"table": table, "moderator": moderator.name})

    def _verdicts(
        self, report: StoredReport, decision: Decision, letters: Sequence[StoredLetter]
    ) -> Verdicts:
        """Return everything that a decision changes. Raises Refused: "nothing-to-lift", "guest-unknown"."""
        network = (parse_network(report.address) or "") if is_guest(report.about) else ""
        ban, unban = None, ""
        if decision.verdict == "ban":
            new = self._ban(report, decision, network)
            decision, ban = replace(decision, until=new.until), self._bans.ends_last(new)
        written = cases.letters_of(report, decision, letters, self.new_id, network)
        lifted = cases.answered_letter(report, letters)
        if decision.verdict == "lift" and lifted and lifted.kind == "ban":
            unban = self._bans.of_letter(report.about, lifted.network, lifted.until)
        return Verdicts(
            report=replace(report, decision=decision),
            letters=written,
            audit=self._entry(decision, decision.verdict, report),
            ban=ban,
            unban=unban,
        )

    def _ban(self, report: StoredReport, decision: Decision, network: str) -> AccessBan:
        if not is_guest(report.about):
            return AccessBan(report.about, report.name, decision.time, decision.until, reason=decision.reason)
        if not (network and self._bans.address_days):
            raise refused("guest-unknown")
        until = min(decision.until or 0.0, decision.time + self._bans.address_days * DAY)
        return AccessBan(network, network, decision.time, until, address=True, reason=decision.reason)

    # Operators

    async def all_reports(self) -> tuple[ReportedCase, ...]:
        """Return all open reports, the oldest first."""
        return await self._cases()

    async def judge_for_operator(
        self, report: str, verdict: Verdict, reason: str, minutes: int | None
    ) -> Judgement:
        """Decide any report, alone. Raises Refused as `judge` does."""
        found = cases.named(await self._reports(), report)
        decision = self._decision(THE_OPERATOR, verdict, reason, minutes)
        return await self._decide(found, decision, await self.store.letters(found.about))

    async def mute(self, player: Player, minutes: int, reason: str, address: str) -> None:
        """Mute a player without a report; a guest from an address, too. Raises Refused as `judge` does."""
        decision = self._decision(THE_OPERATOR, "mute", reason, minutes)
        network = (parse_network(address) or "") if is_guest(player.id) and self.keeps_addresses else ""
        letter = StoredLetter(
            id=self.new_id(), player=player.id, name=player.name, kind="mute", time=decision.time,
            reason=decision.reason, until=decision.until, network=network,
        )  # fmt: skip
        await self.store.put_letters((letter,))
        await self._changed(player.id)

    async def unmute(self, player: Player, reason: str) -> bool:
        """End the mutes of a player, and return whether there were any."""
        mutes = [one for one in self.standing.mutes if one.player == player.id]
        if not mutes:
            return False
        await self._lift(player, mutes, checked(reason))
        return True

    async def unbanned(self, player: Player, reason: str) -> None:
        """Tell a player whose ban was lifted, perhaps without a reason."""
        now, letters = self._clock(), await self.store.letters(player.id)
        await self._lift(player, [one for one in letters if one.kind == "ban" and one.holds(now)], reason)

    async def _lift(self, player: Player, letters: Iterable[StoredLetter], reason: str) -> None:
        lifted = {one.id: replace(one, lifted=True) for one in letters}
        await self.store.put_letters([*lifted.values()])
        decision = Decision("lift", THE_OPERATOR.id, THE_OPERATOR.name, reason, self._clock())
        for report in await self.store.reports():  # what answers to them is not to be decided once more
            if report.is_open and report.letter in lifted:
                entry = self._entry(decision, decision.verdict, report)
                decided = replace(report, decision=decision)
                await self.store.decide(Verdicts(report=decided, letters=(), audit=entry))
        await self.write(player, "lifted", reason)

    async def set_moderator(self, player: Player, on: bool) -> None:
        """Make an account a moderator, or no longer."""
        await self.store.set_moderator(player, self._clock() if on else None)
        await self._changed(player.id)

    def _entry(self, decision: Decision, what: str, report: StoredReport) -> AuditEntry:
        text = decision.reason + lasts(texts_in(), decision.time, decision.until)
        by = Player(decision.by, decision.name)
        return self.entry(what, Player(report.about, report.name), text, by)

    def entry(self, what: str, about: Player | None, text: str, by: Player = THE_OPERATOR) -> AuditEntry:
        """Return an entry for the audit log; it has no address if none may be stored."""
        name, player = (about.name, about.id) if about else ("", "")
        entry = AuditEntry(
            id=self.new_id(), time=self._clock(), by=by.name, what=what, about=name, text=text,
            players=(by.id, player),
        )  # fmt: skip
        return entry if self.keeps_addresses else audit.without_addresses(entry)

    async def restored_from(self) -> float:
        """Return when the backup was made that the host was restored from lately; 0: it was not."""
        return restored_from(await self.store.audit(LAST), self._clock())

    # What is not kept

    async def forget(self, player: str) -> None:
        """Delete everything that is stored of a player."""
        await self.store.forget(player)
        await self._changed(player)

    async def keep(
        self,
        pause: Callable[[float], Awaitable[None]],
        acts_for: Callable[[str], bool],
        settle: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Delete every hour what is too old, if that is this node's duty, until cancelled; `settle` leaves
        nothing of it in the file.
        """
        while True:
            await pause(HOUR)
            try:
                if acts_for(CLEANING):
                    await self.expire()
                    if settle:
                        await settle()
            except Exception:
                log.exception("old reports could not be deleted")

    async def expire(self) -> None:
        """Delete what is older than it may be."""
        now, days = self._clock(), self._days
        await self.store.expire(
            Expiry(now - days.reports * DAY, now - days.addresses * DAY, now - days.audit * DAY)
        )
        await self.read_again("")


def checked(text: str) -> str:
    """Return a reason or an answer, cleaned; it is kept for longer than an address may be, so it has none.
    Raises Refused: "line-empty", "line-long" (with most).
    """
    words = clean_words(text)
    if not words:
        raise refused("line-empty")
    if len(words) > LONGEST_TEXT:
        raise refused("line-long", most=LONGEST_TEXT)
    return without_addresses(words)
