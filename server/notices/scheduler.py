"""Finds what players who are away are to be told: when a table has waited long enough for one, at most once
about each question, and when the time for it is nearly up, so that nobody gets several in one turn; and what
else they want to know (`tui.host.notice_events`).

Each table has one timer, set to the next moment at which a notice is due there. Of several nodes the one that
acts for the table tells it. When and how it is sent is left to `server.notices.letters`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.game import Ask
from server.identity.accounts import is_guest
from server.lobby.lobby import Lobby
from server.lobby.timeout_scheduler import Timers
from server.log import standing_answers
from server.log.absence import is_gone
from server.notices.letters import AT_LEAST, Letters, Occasion, Telling, occasion_of
from server.notices.table_notices import call_notice, over_notice, turn_notice
from server.people.notes import Note
from server.settings.notice_services import NoticeSettings
from server.table.snapshots import deadlines
from server.table.table import Table
from tui.host.notice_events import NoticeEvent, quiet_seconds, quiet_since
from tui.host.turn_clocks import NO_CLOCK
from tui.language import away_notices
from tui.language.away_notices import NoticeText
from tui.language.texts import Texts

FIRST_REMINDER = -1
"""Reminders have negative numbers, questions positive ones."""
FIRST_CALL = -1_000_000
"""Calls have numbers below those of reminders."""
FIRST_LAST_CALL, FIRST_BOT, OVER, REMATCH = -100_000_000, -200_000_000, -300_000_000, -300_000_001
"""Last calls about questions, bots that took over at a position, and the end have numbers below those."""
LAST_PART, SHORTEST_LAST_PART = 1 / 8, 900.0
"""The part of the time for a question before whose end there is a last call, if it is so many seconds."""


class DueNotice(NamedTuple):
    """A question that a notice is to be sent about; `last`: because its time is nearly up."""

    player: str
    ask: int
    at: float
    last: bool = False

    @property
    def about(self) -> int:
        """Return the number by which it is known that the notice was sent."""
        return FIRST_LAST_CALL - self.ask if self.last else self.ask


class Seen(NamedTuple):
    """What was seen of a table before it changed."""

    stage: str
    lent: frozenset[str]
    """The players for whom a bot plays."""
    gone: frozenset[str]
    """The players who have no seat any more: they conceded, or their time was up."""
    late: frozenset[str]
    """The players for whom nobody has to wait, since a clock has run out."""


class NoticeScheduler:
    """Watches tables: `table_changed` must be called whenever anything about one has changed. `ssh_host` is
    what is typed after `ssh` to come here, `web` the address of its window, if it has one.
    """

    def __init__(
        self, lobby: Lobby, letters: Letters, settings: NoticeSettings, ssh_host: str, web: str
    ) -> None:
        self._letters, self._settings = letters, settings
        self._away_since, self._ssh_host, self._web = lobby.presence.away_since, ssh_host, web
        self._projection, self._call_time = lobby.projection, lobby.dependencies.timeouts.call
        self._acts_for = lobby.nodes.duties.acts_for
        self._unfollow = lobby.nodes.duties.follow(self._duties_changed)
        self._clock = lobby.dependencies.clock
        self._seen: WeakKeyDictionary[Table, Seen] = WeakKeyDictionary()
        self._timers = Timers(self._clock, lobby.dependencies.timer)
        self._dealt: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        """The questions at each table that were looked at already."""
        self._left: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        """Those of them that were left to another node."""

    def table_changed(self, table: Table) -> None:
        """Set the table's timer to the next moment at which a notice is due."""
        if not self._letters.services:
            return
        asked = {number for ask in table.state.asks for number in (ask.id, FIRST_LAST_CALL - ask.id)}
        self._dealt[table] = self._dealt.get(table, frozenset()) & asked
        due = min((one.at for one in self._waiting(table)), default=None)
        self._timers.set(table.opening.id, due, partial(self._look, table))

    async def close(self) -> None:
        """Stop. What is due then is sent by another node, or after the next start."""
        self._unfollow()
        self._timers.close()
        await self._letters.close()

    def open(self) -> None:
        """Send what has waited and was left by a node that ended."""
        self._letters.open()

    def _waiting(self, table: Table) -> Iterator[DueNotice]:
        """Yield the questions that nobody was told of yet, and when that is due."""
        state = table.state
        if state.stage != "running" or len(state.players) < 2:  # nobody waits but bots
            return
        ends, dealt = deadlines(state, self._projection), self._dealt.get(table, frozenset())
        for ask in state.asks:
            player = self._asked(table, ask)
            away = self._away_since(player) if player else None
            if away is None:
                continue
            asked = state.asked_at.get(ask.id, away)
            due = [DueNotice(player, ask.id, max(away, asked) + self._settings.after)]
            last = (ends[ask.id] - asked) * LAST_PART if ask.id in ends else 0.0
            if last >= SHORTEST_LAST_PART:
                due.append(DueNotice(player, ask.id, ends[ask.id] - last, last=True))
            yield from (one for one in due if one.about not in dealt)

    def _asked(self, table: Table, ask: Ask) -> str:
        """Return the account that has to answer; '' if a bot or a guest does, or a plan."""
        holder = table.state.holders[ask.seat - 1]
        has_account = holder.held_by == "player" and not holder.lent and not is_guest(holder.who)
        return holder.who if has_account and not standing_answers.planned(table.state, ask) else ""

    def _look(self, table: Table) -> None:
        place, now = table.opening.id, self._clock()
        for due in tuple(self._waiting(table)):
            if due.at <= now:
                self._dealt[table] = self._dealt.get(table, frozenset()) | {due.about}
                if not self._acts_for(place):
                    self._left[table] = self._left.get(table, frozenset()) | {due.about}
                else:
                    self._letters.begin(self._send(table, due), "turn")
                    self._letters.begin(self._send_before_quiet(table, due), "time")
        self.table_changed(table)

    def _duties_changed(self) -> None:
        """Look again at what was left to a node that may be gone, and may have told nobody."""
        left, self._left = self._left, WeakKeyDictionary()
        for table, questions in left.items():
            self._dealt[table] = self._dealt.get(table, frozenset()) - questions
            self.table_changed(table)

    async def _send(self, table: Table, due: DueNotice) -> None:
        def is_needed() -> bool:
            return any(ask.id == due.ask and self._asked(table, ask) for ask in table.state.asks)

        def worded(texts: Texts) -> NoticeText:
            now, host = self._clock(), self._ssh_host
            return turn_notice(texts, table, due.player, due.ask, self._projection, now, host, last=due.last)

        event: NoticeEvent = "time" if due.last else "turn"
        occasion = Occasion(event, due.player, table.opening.id, due.about)
        await self._letters.tell(Telling(occasion, worded, is_needed))

    async def _send_before_quiet(self, table: Table, due: DueNotice) -> None:
        """Send the last call about a question just before the player's quiet hours, if it would fall into
        them, and little of the time would be left at their end.
        """
        last = next((one for one in self._waiting(table) if one.last and one.ask == due.ask), None)
        if last is None:
            return
        settings, then = await self._letters.at_home(last.player, last.at)
        quiet, began = quiet_seconds(settings, then), last.at - quiet_since(settings, then)
        ends = deadlines(table.state, self._projection).get(last.ask, last.at)
        if quiet <= (ends - last.at) / 2 or began - AT_LEAST <= self._clock():
            return
        await self._letters.wait(began - AT_LEAST - self._clock())
        if deadlines(table.state, self._projection).get(last.ask) == ends:
            await self._send(table, last)

    def remind(self, table: Table, player: str, before: float) -> None:
        """Send a player who is away that a table begins in so many seconds; 0: now."""

        def worded(texts: Texts) -> NoticeText:
            return away_notices.starts(texts, table.opening.name, round(before / 60), self._ssh_host)

        self._letters.tell_soon(
            Occasion("start", player, table.opening.id, FIRST_REMINDER - round(before)), worded
        )

    def call(self, table: Table, player: str) -> None:
        """Send a player who is away that others wait for them at a table, where a bot may play soon."""

        def worded(texts: Texts) -> NoticeText:
            return call_notice(texts, table, ceil(self._call_time / 60), self._ssh_host)

        self._letters.tell_soon(
            Occasion("bot", player, table.opening.id, FIRST_CALL - table.state.seq), worded
        )

    def note_given(self, note: Note) -> None:
        """Send a player who is away that there is a message or an invitation: one of each table, and one of
        each sender in a few hours; or news of a cup.
        """
        occasion, kind = occasion_of(note), note.kind
        if occasion is None or is_guest(note.to):
            return
        page = next((self._page_of(table) for table in self._seen if table.opening.name == note.table), "")

        def worded(texts: Texts) -> NoticeText:
            match kind:
                case "cup-soon" | "cup-table" | "cup-room" | "cup-over":
                    return away_notices.cup(texts, kind, note.text, note.table, self._ssh_host)
                case "club-event":
                    return away_notices.club_event(texts, note.table, note.text, note.name, self._ssh_host)
            if kind == "invited":
                return away_notices.invited(texts, note.name, note.table, self._ssh_host, page)
            return away_notices.written(texts, note.name, self._ssh_host)

        self._letters.tell_soon(occasion, worded)

    def note_changes(self, table: Table) -> None:
        """Tell players of a table what has happened there since it was seen; to be called whenever its stage
        or its seats have changed.
        """
        if not self._letters.services:
            return
        state, place = table.state, table.opening.id
        held = [one for one in state.holders if one.held_by == "player" and not is_guest(one.who)]
        gone = frozenset(one.gave_up for one in state.holders if one.gave_up and not is_guest(one.gave_up))
        lent = frozenset(one.who for one in held if one.lent)
        late_ones = frozenset(one.who for one in held if self._is_late(table, one.who))
        seen = Seen(state.stage, lent, gone, late_ones)
        before, self._seen[table] = self._seen.get(table), seen
        if before == seen or not self._acts_for(place):
            return
        if before is None:
            self._tell_of_rematch(table)
            return

        def ended(texts: Texts) -> NoticeText:
            return over_notice(texts, table, self._ssh_host, self._web)

        def taken_over(texts: Texts) -> NoticeText:
            return away_notices.bot_plays(texts, table.opening.name, self._ssh_host)

        def way_on(name: str, texts: Texts) -> NoticeText:
            return away_notices.not_waited_for(texts, name, table.opening.name, self._ssh_host)

        def lost(texts: Texts) -> NoticeText:
            return away_notices.seat_lost(texts, table.opening.name, self._ssh_host)

        played = {one.who for one in held} | seen.gone
        if (before.stage, seen.stage) == ("running", "over"):
            for player in played - before.gone if len(played) > 1 else ():  # alone nobody waits for an end
                self._letters.tell_soon(Occasion("over", player, place, OVER), ended)
        elif seen.stage == "running":
            for player in seen.gone - before.gone:  # who concedes is here; else the clock has
                self._letters.tell_soon(Occasion("bot", player, place, FIRST_BOT - state.seq), lost)
            for late in (one for one in held if one.who in seen.late - before.late):
                still = partial(self._is_late, table, late.who)
                for player in {one.who for one in held} - seen.lent - seen.late:
                    occasion = Occasion("bot", player, place, FIRST_BOT - state.seq)
                    telling = Telling(occasion, partial(way_on, late.name), still)
                    self._letters.begin(self._letters.tell(telling), "bot")
            for player in seen.lent - before.lent:
                self._letters.tell_soon(Occasion("bot", player, place, FIRST_BOT - state.seq), taken_over)

    def _is_late(self, table: Table, player: str) -> bool:
        """Return whether nobody has to wait for an account: its clock ran out, and no bot plays yet."""
        state, seat = table.state, table.state.seat_of(player)
        if state.stage != "running" or state.opening.clock == NO_CLOCK or seat is None:
            return False
        return is_gone(state, seat, self._projection.absence) and not state.holders[seat - 1].lent

    def _page_of(self, table: Table) -> str:
        """Return where an open table is on the web; '' for a private one, and without a window."""
        from tui.presenters.share import web_address

        private = table.opening.private or not self._web
        return "" if private else web_address(self._web, "t", table.opening.name)

    def _tell_of_rematch(self, table: Table) -> None:
        """Tell those for whom a seat is kept that they can play again."""
        state = table.state
        if state.stage != "open" or not table.opening.rematch_of:
            return

        def worded(texts: Texts) -> NoticeText:
            return away_notices.rematch(texts, table.opening.name, self._ssh_host, self._page_of(table))

        for player in state.people - {*state.players}:
            self._letters.tell_soon(Occasion("rematch", player, table.opening.id, REMATCH), worded)
