"""A table in plain mode, for any game: its events as they come, and the player's moves.

The words of a game are left to its `Speech`, those for seats, proposals and results to `table_words`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from engine.game import Refused
from engine.playthrough import Resigned
from tui.actions.context import WithWords, request
from tui.actions.dispatch import run_command
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import names_of
from tui.boards.kit.lesson_words import is_reading
from tui.host.alarm import Alarm
from tui.host.deals import DealResults
from tui.host.port import TableSnapshot
from tui.language import elapsed, notices
from tui.language.spelling import PlainWord
from tui.plain import help_words, words
from tui.plain.context import PlainContext
from tui.plain.lists.conversation import Happened
from tui.plain.table_moves import TableMoves, board_of
from tui.presenters import fair_dice, hints, lobby_words, outcome, plan_words, steps, table_words
from tui.presenters.chat_tracker import ChatTracker, reads_as, speaker
from tui.presenters.describe_event import BotTurns, describe_event, is_bots, sentence
from tui.presenters.practice_choice import opponent_at, result_words
from tui.presenters.share import day_of, on_the_web
from tui.presenters.steps import HeldStep, Steps
from tui.presenters.table_actions import ABANDON, CONCEDE, PLAN, SIT, UNDO, is_played_on, why_not
from tui.presenters.table_words import best_odds, odds_told

RECALLED = 5
"""The earlier events that are shown to a player who comes."""
WARNED = (60, 30, 10)
"""The seconds left at which a running clock is announced."""
CURVE_DUE = 2.0
"""Seconds after the end until the game is told without its chances."""
AROUND = ("lobby", "screen", "quit")
"""The commands that matter at any table."""


KEYED = {
    "o": "odds",
    "s": "standing",
    **{key: action.name for action in (PLAN, ABANDON, CONCEDE, UNDO) for key in action.keys},
}
"""Commands of a running game by the keys that do the same on the screen."""


class TableShell(TableMoves):
    """One table, from the player's seat or as a spectator."""

    words: ClassVar[tuple[PlainWord, ...]] = (
        words.LOOK, words.WHO, words.LIST, words.BACK, words.LOG, words.RULES, words.COMMANDS,
    )  # fmt: skip

    def __init__(self, session: PlainContext, table: str) -> None:
        super().__init__(session, table)
        self._heard = ChatTracker()
        self._bots = BotTurns()
        self._missing: TableSnapshot | None = None
        """The first snapshot, if there were events before its own that the log has not got."""
        self._hinted = ""
        """The hint that was said last."""
        self._alarm = Alarm(lambda: session.post(self._time_passed))
        self._steps = Steps()
        self._step_alarm = Alarm(lambda: session.post(self._time_for_step))
        self._curve_alarm = Alarm(lambda: session.post(self._tell_course))
        self._awaits_curve = False
        """True just after the end: what decided the game is told with the chances, if they come soon."""

    def enter(self) -> None:
        try:
            self.keep(self.session.port.follow_table(self.table, self.listener(self._hear)))
        except Refused as refusal:
            self.refused(refusal)
            self.session.go_lobby()

    @property
    def main_commands(self) -> tuple[str, ...]:
        if self._snapshot is not None and self._snapshot.view is not None:
            game = self._snapshot.info.game
            if self._snapshot.info.stage == "over":
                held_back = is_played_on(self._snapshot.info, self._now)
                return ("rematch", "next", *(() if held_back else ("replay", "record")), *AROUND)
            habits = ("standing",) if BOARDS[game].standing_answers else ()
            odds = ("odds",) if PLAYABLE[game].odds_calculator else ()
            return (*odds, "undo", *habits, "plan", "abandon", "concede", *AROUND)
        return ("start", "bot", "nobot", "kick", "dice", "leave", *AROUND)

    @property
    def is_ready(self) -> bool:
        return self._snapshot is not None

    @property
    def is_asked(self) -> bool:
        return self._snapshot is not None and self._snapshot.ask is not None

    def leave(self) -> None:
        self._alarm.stop()
        self._step_alarm.stop()
        self._curve_alarm.stop()
        super().leave()

    # News

    def _hear(self, snapshot: TableSnapshot) -> None:
        """Takes a snapshot: says it, or holds it back until its step has come."""
        if self._snapshot is not None:
            chosen = self.session.port.account().settings.get(steps.SPEED)
            self._steps.speed = steps.speed_of({steps.SPEED: chosen or steps.ONCE}, snapshot)
            waited = self._steps.waits
            self._play(self._steps.hear(snapshot, self._now))
            if self._steps.waits and not waited and self._steps.speed == steps.HAND:
                self.say(self.texts._("An empty line goes on, {end} to the end.", end=self._end_word))
        else:
            self._steps.before = snapshot.view
            self._see(snapshot)

    def _play(self, shown: Sequence[HeldStep]) -> None:
        for held in shown:
            if held.is_step and held.snapshot.standings and self._steps.before_result:
                self._tell_step(held.snapshot)
            else:
                self._see(held.snapshot)
        self._step_alarm.set(self._steps.due(self._now))

    def _tell_step(self, snapshot: TableSnapshot) -> None:
        """Says what ended the game, before its result."""
        for event in snapshot.events:
            self._tell_event(snapshot, event)

    def _time_for_step(self) -> None:
        if self.session.is_at(self) and self._steps.due(self._now) is not None:
            self._play(self._steps.go_on(self._now))

    @property
    def _end_word(self) -> str:
        return self.texts.pgettext("steps", "end")

    def submit_line(self, line: str) -> None:
        """Handles a line: while steps are held back an empty one shows the next, and a word all of them."""
        text = line.strip().casefold()
        if self._steps.waits and text in {"", "e", "end", self._end_word.casefold()}:
            self._play(self._steps.end() if text else self._steps.go_on(self._now))
            return
        if self._steps.waits:
            self._play(self._steps.end())
        super().submit_line(line)

    def _see(self, snapshot: TableSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        if before and reads_as(before.info) == reads_as(snapshot.info):
            self.take_back(self._heard.taken(snapshot.chat).__contains__)
        fresh = self._heard.hear(snapshot.chat, self.session.port.name, shown=True)
        if before is None:
            self._come(snapshot)
        else:
            for line in fresh:
                self.talked(speaker(self.texts, line), line)
            self._tell(before, snapshot)
        self.session.show_turn("", yours=snapshot.ask is not None)
        self.session.bells.follow_clock(snapshot)
        self._alarm.set(self._until_warning())

    def _come(self, snapshot: TableSnapshot) -> None:
        """Shows the first snapshot: the last events, and how things stand."""
        events = [
            text for event in (*snapshot.past, *snapshot.events) if (text := self._event(snapshot, event))
        ]
        self._happened.extend(map(Happened, events))
        self._missing = snapshot if snapshot.earlier else None
        if note := self.name_note():
            self.say(note)
        self._tell_notice(snapshot)
        if snapshot.info.stage == "running":
            for text in events[-RECALLED:]:
                self.say(text)
        self.look()
        if snapshot.ask is None:
            self.session.answered()

    def _tell(self, before: TableSnapshot, snapshot: TableSnapshot) -> None:
        self.take_back(fair_dice.taken(self.texts, before, snapshot).__contains__)
        for text in table_words.changes(self.texts, before, snapshot):
            self.happened(text, text)
        for event in snapshot.events:
            self._tell_event(snapshot, event)
        if self._bots.seat not in snapshot.waiting_for:
            self._end_bots_turn(snapshot)
        if snapshot.saving != before.saving:
            self.happened(notices.saving(self.texts, snapshot.saving))
        self._tell_notice(snapshot)
        if snapshot.lesson != before.lesson and self.lesson_words:
            self.happened(self.lesson_words)
        ended = (before.info.stage, snapshot.info.stage) == ("running", "over")
        if ended and snapshot.curve is None:
            self._awaits_curve = True
            self._curve_alarm.set(CURVE_DUE)
        elif snapshot.curve:
            self._awaits_curve = False
        if ended and (counted := hints.counted(self.session.port.account(), snapshot)):
            request(self, self.session.port.set(*counted))
        if snapshot.info.stage not in {before.info.stage, "running"}:
            self.look()
            self.session.answered()
        elif is_reading(snapshot) and snapshot.lesson != before.lesson:
            self.offer(self.options())
        elif snapshot.ask != before.ask or snapshot.view is None:
            self._turn(before, snapshot)
        elif snapshot.waiting_for != before.waiting_for:
            self._wait(snapshot)

    def _tell_course(self) -> None:
        """Says how the game went, if no chances have come."""
        if self._snapshot and self._awaits_curve:
            self._awaits_curve = False
            for line in table_words.course(self.texts, board_of(self._snapshot), self._snapshot, self._names):
                self.say(line)

    def _ask_for_deal(self, snapshot: TableSnapshot) -> None:
        """Asks what the result of a deal of the day means among all who have played it."""
        day = day_of(snapshot.info.options.get("deal", ""))
        if not (day and snapshot.seat and snapshot.standings):
            return

        def tell(results: DealResults) -> None:
            if said := outcome.deal_result(self.texts, results, self._now):
                self.say(said)

        request(self, self.session.port.daily_results(snapshot.info.game, day), tell)

    def _ask_for_ladder(self, snapshot: TableSnapshot) -> None:
        """Asks what a game of the ladder means there: who sits down next, or what is missing."""
        against = opponent_at(snapshot.info) if snapshot.seat and snapshot.standings else ""
        if against:
            ladder = self.session.port.opponents(snapshot.info.game)
            request(self, ladder, lambda found: self.say(result_words(self.texts, found, against)))

    def _tell_notice(self, snapshot: TableSnapshot) -> None:
        """Says the host's notice, unless it was said last."""
        if snapshot.notice and snapshot.notice != self.session.told:
            self.happened(snapshot.notice)
        self.session.told = snapshot.notice

    def _tell_event(self, snapshot: TableSnapshot, event: Any) -> None:
        """Says an event at once or, of a bot, in the sentence for its whole turn."""
        told = describe_event(self.texts, board_of(snapshot), self._names, event)
        if told is None:
            return
        of_turn = not isinstance(event, Resigned)
        brief = of_turn and self.session.is_brief and is_bots(snapshot.info.seats, told.seat)
        if not brief or told.seat != self._bots.seat:
            self._end_bots_turn(snapshot)
        self.happened(sentence(self._names, told), say=not brief)
        if brief:
            self._bots.add(event, told)

    def asks_for_earlier(self, done: Callable[[], None]) -> bool:
        """Asks the host, once, for what happened before the events that it keeps for those who come."""
        first, self._missing = self._missing, None
        if first is None:
            return False
        known = len(first.past) + len(first.events)

        def add(events: tuple[Any, ...]) -> None:
            older = (self._event(first, event) for event in events[: max(0, len(events) - known)])
            self._happened = deque(
                (*map(Happened, filter(None, older)), *self._happened), self._happened.maxlen
            )
            done()

        request(self, self.session.port.past(self.table, first.seq), add)
        return True

    def _end_bots_turn(self, snapshot: TableSnapshot) -> None:
        said = self._bots.take(board_of(snapshot), self._names)
        if said:
            self.say(said)

    def _event(self, snapshot: TableSnapshot, event: Any) -> str:
        happened = describe_event(self.texts, board_of(snapshot), self._names, event)
        return sentence(self._names, happened) if happened else ""

    def _turn(self, before: TableSnapshot, snapshot: TableSnapshot) -> None:
        """Shows that the player is asked something else now, or nothing any more."""
        if snapshot.view is None:
            was, now = (table_words.open_table(self.texts, one, 0, "", "UTC") for one in (before, snapshot))
            if now != was:
                self.offer(self.options())
        elif snapshot.ask is None:
            self._lists.clear()
            self._changes += 1
            self._wait(snapshot)
            self.session.answered()
        else:
            if before.ask is None:
                self.say(self._your_turn(snapshot))
                self.session.bells.turn_begins()
            self._give_hint(snapshot)
            self.offer(self.options())

    def _give_hint(self, snapshot: TableSnapshot) -> None:
        """Says the hint of this step, if the player gets hints and has not just heard it."""
        hint = self._hint(snapshot)
        if hint and hint != self._hinted and hints.are_wanted(self.session.port.account(), snapshot):
            self._hinted = hint
            self.say(hints.sentence(self.texts, hint))

    def _hint(self, snapshot: TableSnapshot) -> str:
        if snapshot.view is None or snapshot.seat is None:
            return ""
        speech = board_of(snapshot).speech
        return speech.tip(speech.model(self.texts, snapshot))

    def _your_turn(self, snapshot: TableSnapshot) -> str:
        if snapshot.deadline is None:
            return self.texts._("Your turn.")
        left = elapsed.left_in_words(self.texts, snapshot.deadline - self.session.port.now())
        return self.texts._("Your turn, {time}.", time=left)

    def _wait(self, snapshot: TableSnapshot) -> None:
        """Shows who is waited for if it is a person; nobody has to wait for bots."""
        people = [seat for seat in snapshot.waiting_for if snapshot.info.seats[seat - 1].held_by == "player"]
        if people and snapshot.seat not in people:
            names = ", ".join(map(self._names, people))
            self.say(self.texts._("Waiting for {names}.", names=names))

    def _until_warning(self) -> float | None:
        left = self._left
        if left is None or self._snapshot is None or self._snapshot.ask is None:
            return None
        return next((left - mark for mark in WARNED if mark < left), None)

    @property
    def _left(self) -> float | None:
        deadline = self._snapshot.deadline if self._snapshot else None
        return None if deadline is None else deadline - self.session.port.now()

    def _time_passed(self) -> None:
        if self.session.is_at(self) and self._left is not None:
            self.say(f"{elapsed.left_in_words(self.texts, self._left)}.")
            self._alarm.set(self._until_warning())

    # How things stand

    @property
    def _now(self) -> float:
        return self.session.port.now()

    def look(self) -> None:
        snapshot, texts = self._snapshot, self.texts
        if snapshot is None:
            return
        self.say(table_words.heading(texts, board_of(snapshot), snapshot))
        for line in self._stands(snapshot):
            self.say(line)
        if self.lesson_words:
            self.say(self.lesson_words)
        elif snapshot.ask is not None:
            self._give_hint(snapshot)
        self.offer(self.options(), full=True)
        self._ask_for_deal(snapshot)
        self._ask_for_ladder(snapshot)

    def stay(self) -> None:
        """Answers who wanted to come here or to sit down: why they have no seat, or how their game stands."""
        if self._snapshot and self._snapshot.seat is None:
            self.notice(why_not(self.texts, self._snapshot, SIT.keys[0]) or self.texts._("You are watching."))
        elif self._snapshot and self._snapshot.info.stage == "running":
            self.look()

    def _on_the_web(self, snapshot: TableSnapshot) -> Iterable[str]:
        return filter(None, [on_the_web(self.session.port.web, snapshot.info)])

    def _stands(self, snapshot: TableSnapshot) -> Iterable[str]:
        texts, host = self.texts, self.session.port.ssh_host
        if snapshot.view is None:
            opened = table_words.open_table(texts, snapshot, self._now, host, self.session.port.zone)
            return (*opened, *self._on_the_web(snapshot))
        wishes = tuple(table_words.wishes(texts, snapshot))
        if snapshot.info.stage != "running":
            ended = table_words.result(
                texts, board_of(snapshot), snapshot, self._names, host, awaits_curve=self._awaits_curve
            )
            return (*ended, *self._on_the_web(snapshot), *wishes)
        watching = () if snapshot.seat else (texts._("You are watching."),)
        turn = table_words.whose_turn(texts, snapshot, self._names, self._now)
        speech = board_of(snapshot).speech
        look = speech.look(speech.model(texts, snapshot))
        planned = plan_words.told(texts, snapshot, snapshot.plan)
        return (*watching, *([turn] if turn else []), *look, *wishes, *planned)

    # Words

    def said(self, typed: str) -> bool:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return False
        if (keyed := KEYED.get(typed)) and keyed in self.main_commands:
            run_command(self, keyed)
            return True
        speech = board_of(snapshot).speech
        topic = next((topic for topic in speech.topics if topic.is_called(self.texts, typed)), None)
        if topic is None:
            return False
        for line in topic.lines(speech.model(self.texts, snapshot)):
            self.say(line)
        return True

    @property
    def meanings(self) -> Mapping[str, WithWords]:
        return {**super().meanings, "who": self.word_who, "rules": self.word_rules}

    def word_who(self, _: str) -> None:
        """Shows who sits where."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        if snapshot.view is None:
            for line in lobby_words.seat_lines(self.texts, snapshot.info, self._now):
                self.say(line)
            return
        speech = board_of(snapshot).speech
        model = speech.model(self.texts, snapshot)
        for number in range(1, len(snapshot.info.seats) + 1):
            who = lobby_words.seat_words(self.texts, snapshot.info, number, self._now)
            self.say(f"{who}: {speech.seat(model, number)}")
        watching = snapshot.info.watching
        if watching:
            said = self.texts.ngettext("{number} watching", "{number} watching", watching)
            self.say(f"{said}.")

    def word_rules(self, rest: str) -> None:
        """Shows the rules of a game."""
        if self._snapshot:
            help_words.rules(self, board_of(self._snapshot), rest)

    # Orders

    def command_help(self, rest: str) -> None:
        """Shows the help, with the words of this game."""
        if self._snapshot:
            help_words.help_with(self, rest, self._snapshot, [board_of(self._snapshot)])

    def command_hint(self, _: str) -> None:
        """Says the hint of this step, or what a lesson says."""
        if self.lesson_words:
            self.say(self.lesson_words)
        elif hint := self._hint(self._snapshot) if self._snapshot else "":
            self.say(hints.sentence(self.texts, hint))
        else:
            super().command_hint("")

    def command_odds(self, _: str) -> None:
        port, table = self.session.port, self.table
        request(self, best_odds(lambda effort: port.odds(table, effort=effort)), self._tell_odds)

    def _tell_odds(self, odds: Any) -> None:
        snapshot = self._snapshot
        if snapshot:
            names = names_of(self.texts, snapshot.info.seats)
            for line in odds_told(self.texts, board_of(snapshot), names, odds, snapshot.seat):
                self.say(line)
