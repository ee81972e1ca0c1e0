"""Requests about reports, letters, the moderators' queue and the rules of conduct."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.game import Refused
from server.host.account_removal import stored
from server.host.moderation import checked
from server.host.requests.player_requests import ACCEPTED, PlayerRequests
from server.identity.accounts import Player, is_guest
from server.identity.bans import without_addresses
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.identity.names import clean_start
from server.lobby.completion import carried_out, carry_out
from server.log.entries import Opening, Outcome
from server.log.table_options import is_rated
from server.people.reports import TALK, ReportedLine, ReportedTable, StoredComplaint, StoredReport
from server.table.chat import ChatReader
from server.table.table import Table
from tui.host.moderation import (
    REPORTABLE,
    Conduct,
    Judgement,
    Letter,
    Reportable,
    ReportedCase,
    Verdict,
    Waiting,
)
from tui.host.port import Release
from tui.host.refusals import REPORTS, refused
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

T = TypeVar("T")


class ModerationRequests(PlayerRequests):
    """Carries out what players and moderators ask for. Every coroutine raises Refused."""

    @carried_out
    async def report(
        self, name: str, why: str, kind: Reportable = "conduct", table: str | None = None
    ) -> None:
        member, words = self._me, checked(why)
        place, seated, talk = await self._place(table)
        about = await self._who(name, seated, talk)
        if about.id == self._id:
            raise refused("report-self")
        if kind not in REPORTABLE:
            raise refused("setting-not-possible", setting="kind", values=REPORTABLE)
        await self._services.limits.of(REPORTS).count(self._id, self.now())
        complaint = StoredComplaint(self._id, member.player.name, words, self.now())
        new = StoredReport(
            id=self._services.moderation.new_id(),
            about=about.id,
            name=about.name,
            kind=kind,
            complaints=(complaint,),
            talk=tuple(_without_addresses(said) for said in (*talk, *self._messages(about.id))),
            table=place,
            address=self._address(about.id),
        )
        await stored(self._services.moderation.report(new))

    async def _place(
        self, name: str | None
    ) -> tuple[ReportedTable | None, Sequence[Player], tuple[ReportedLine, ...]]:
        """Return what a report says of a table, who sits there, and what was said there last; None: of the
        lobby. What was said at a table that has ended is gone.
        """
        if name is None:
            return None, (), self._talk(None)
        try:
            at = self._at(name)
        except Refused as gone:
            if gone.code != "no-table":
                raise
            opening, outcome = await self._ended(self._me, name)
            players = [
                Player(who, called) for who, called in zip(outcome.players, outcome.names, strict=True) if who
            ]
            return ReportedTable(opening.id, opening.name, opening.game, outcome.names), players, ()
        if at.asleep:
            await at.reading.begin()
        return _table(at), _seated(at), self._talk(at)

    def _messages(self, about: str) -> Iterator[ReportedLine]:
        """Yield the last messages between this player and the one who is reported."""
        for message in self._lobby.messages.between(self._id, about)[-TALK:]:
            yield ReportedLine(message.sender, message.line)

    async def _ended(self, member: KnownPlayer, name: str) -> tuple[Opening, Outcome]:
        raise NotImplementedError

    def _talk(self, at: Table | None) -> tuple[ReportedLine, ...]:
        """Return the last lines that this player could read at a table, or (None) in the lobby."""
        if at is not None:
            heard = at.audience.heard(at.state, self._id)
        else:
            heard = self._lobby.broadcaster.talk.heard(ChatReader(self._member.profile.ignored))
        return tuple(ReportedLine(who, line) for who, line in heard[-TALK:])

    def _address(self, player: str) -> str:
        """Return a guest's address, if addresses are stored at all."""
        keeps = self._services.moderation.keeps_addresses and is_guest(player)
        if not keeps:
            return ""
        return self._lobby.presence.address_anywhere(player)

    async def _who(self, name: str, seated: Sequence[Player], talk: Sequence[ReportedLine]) -> Player:
        """Return the player with a name: at the table, in its talk, here, or with an account."""
        look = skeleton(name)
        near = [*seated, *(Player(said.who, said.line.name) for said in reversed(talk))]
        for player in near:
            if skeleton(player.name) == look:
                return player
        found = await self._find_named(name)
        if found is None:
            raise refused("nobody-called", name=clean_start(name, 40))
        return found

    def waiting(self) -> Waiting:
        standing = self._services.moderation.standing
        is_moderator = self._id in standing.moderators
        return Waiting(
            self._id in standing.unread,
            standing.reports_for(self._id) if is_moderator else 0,
            conduct=self._owes_acceptance,
        )

    def follow_waiting(self, listener: Callable[[], None]) -> Release:
        return self._services.moderation.follow(self._id, listener)

    async def letters(self) -> tuple[Letter, ...]:
        self._me.check()
        return await stored(carry_out(self._services.moderation.letters(self._id)))

    async def answer_letter(self, text: str) -> None:
        player = self._me.player
        await self._services.limits.of(REPORTS).count(self._id, self.now())
        address = self._address(self._id)
        await carry_out(self._services.moderation.answer(player, text, address))

    async def reports(self) -> tuple[ReportedCase, ...]:
        self._me.check()
        return await self._services.moderation.queue(self._id)

    async def judge(
        self, report: str, verdict: Verdict, reason: str, minutes: int | None = None
    ) -> Judgement:
        player = self._me.player
        work = self._services.moderation.judge(player, report, verdict, reason, minutes)
        return await self._as_moderator(verdict, f"{report}: {reason}", work)

    async def void(self, table: str, reason: str, void: bool = True) -> str:
        what = "void" if void else "rate"
        return await self._as_moderator(what, f"{table}: {reason}", self._void(table, reason, void))

    async def _as_moderator(self, what: str, text: str, work: Coroutine[Any, Any, T]) -> T:
        """Return what a moderator's work returns, which notes it in the audit log; what was refused is noted
        here.
        """
        moderation = self._services.moderation
        try:
            return await carry_out(work)
        except Refused as why:
            if self._id in moderation.standing.moderators:
                outcome = any_refusal_text(texts_in(), why)
                entry = moderation.entry(what, None, f"{text} (not done: {outcome})", self._me.player)
                await stored(moderation.store.note(entry))
            raise

    async def _void(self, table: str, reason: str, void: bool) -> str:
        member, words = self._me, checked(reason)
        self._services.moderation.check_moderator(self._id)
        opening, outcome = await self._ended(member, await self._last_called(table))
        if self._id in outcome.players:
            raise refused("own-game")
        if not (outcome.places and is_rated(opening.options)):
            raise refused("unrated")
        await self._services.moderation.void(member.player, opening.name, words, void)
        await stored(self._lobby.void(opening.id, void))
        return opening.name

    async def _last_called(self, name: str) -> str:
        """Return the id of the last game at a table of a name; where the lobby has the table, the name."""
        try:
            return self._at(name).opening.id
        except Refused:
            history = self._lobby.dependencies.journal.history
            return await stored(history.last_called(name.upper())) or name

    async def conduct(self, language: str) -> Conduct:
        return self._services.dependencies.conduct.shown(language)

    async def accept_conduct(self, version: str) -> None:
        await self.set(ACCEPTED, version)

    async def set(self, setting: str, value: str) -> None:
        raise NotImplementedError


def _without_addresses(said: ReportedLine) -> ReportedLine:
    """Return a line as it is stored: a report can be kept for longer than an address may be."""
    return replace(said, line=replace(said.line, text=without_addresses(said.line.text)))


def _table(at: Table) -> ReportedTable:
    state, opening = at.state, at.opening
    seats = tuple(holder.name for holder in state.holders)
    steps = state.playthrough.steps if state.playthrough else 0
    return ReportedTable(opening.id, opening.name, opening.game, seats, steps)


def _seated(at: Table) -> Sequence[Player]:
    return [Player(one.who, one.name) for one in at.state.holders if one.held_by == "player"]
