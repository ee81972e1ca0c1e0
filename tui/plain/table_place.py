"""A table in plain mode, for any game: its events as they come, and the player's moves.

What a game says is its `Speech`'s business; what is said of seats, wishes and results
`table_words`'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from engine.game import Odds, Refused
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import Board, Names, names_of
from tui.boards.kit.speech import Menu, MenuChoice, accepted, advised, notation
from tui.commands import parser
from tui.commands.context import request
from tui.commands.dispatch import carry_out
from tui.commands.parser import Order
from tui.host.alarm import Alarm
from tui.host.port import TableInfo, TableSnapshot
from tui.language import elapsed, odds_words
from tui.plain import help_words, lobby_words, table_words, words
from tui.plain.context import PlainContext
from tui.plain.place import NumberedList, NumberedOption, Place
from tui.plain.words import Word
from tui.presenters import outcome
from tui.presenters.chat_tracker import ChatTracker, speaker
from tui.presenters.describe_event import sentence, told
from tui.presenters.table_actions import offered

RECALLED = 5
"""What happened before somebody came: so many lines are told."""
WARNED = (60, 30, 10)
"""Seconds left at which a running clock is told."""
ORDERS = {"sit": "join", "bot": "bot", "no_bot": "nobot", "start": "start", "leave": "leave",
          "rematch": "rematch", "lobby": "lobby", "way_out": "lobby"}  # fmt: skip
"""Commands that do what the table's keys do."""


def board_of(snapshot: TableSnapshot) -> Board:
    """The board of the game that is played there."""
    return BOARDS[snapshot.info.game]


AROUND = ("lobby", "screen", "quit")
"""Commands that matter at any table."""


class TablePlace(Place):
    """One table, from the player's seat or watched."""

    words: ClassVar[tuple[Word, ...]] = (
        words.LOOK, words.WHO, words.LIST, words.BACK, words.LOG, words.RULES, words.COMMANDS,
    )  # fmt: skip

    def __init__(self, session: PlainContext, table: str) -> None:
        super().__init__(session)
        self.table = table
        self._snapshot: TableSnapshot | None = None
        self._heard = ChatTracker()
        self._alarm = Alarm(lambda: session.post(self._time_passed))

    def enter(self) -> None:
        try:
            self.keep(self.session.port.follow_table(self.table, self.listener(self._see)))
        except Refused as refusal:
            self.refused(refusal)
            self.session.go_lobby()

    @property
    def main_commands(self) -> tuple[str, ...]:
        if self._snapshot is not None and self._snapshot.view is not None:
            game = self._snapshot.info.game
            if self._snapshot.info.stage == "over":
                return ("rematch", *AROUND)
            habits = ("standing",) if BOARDS[game].habits else ()
            odds = ("odds",) if PLAYABLE[game].odds_calculator else ()
            return (*odds, "undo", *habits, "abandon", "concede", *AROUND)
        return ("start", "bot", "nobot", "kick", "leave", *AROUND)

    @property
    def is_ready(self) -> bool:
        return self._snapshot is not None

    def leave(self) -> None:
        self._alarm.stop()
        super().leave()

    # News

    def _see(self, snapshot: TableSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        fresh = self._heard.hear(snapshot.chat, self.session.port.name, shown=True)
        if before is None:
            self._come(snapshot)
        else:
            for line in fresh:
                self.talked(speaker(self.texts, line), line)
            self._tell(before, snapshot)
        self._alarm.set(self._until_warning())

    def _come(self, snapshot: TableSnapshot) -> None:
        """The first picture: what happened last, and how things stand."""
        events = [
            text for event in (*snapshot.past, *snapshot.events) if (text := self._event(snapshot, event))
        ]
        self._happened.extend(events)
        if snapshot.info.stage == "running":
            for text in events[-RECALLED:]:
                self.say(text)
        self.look()

    def _tell(self, before: TableSnapshot, snapshot: TableSnapshot) -> None:
        events = filter(None, (self._event(snapshot, event) for event in snapshot.events))
        for text in (*table_words.changes(self.texts, before, snapshot), *events):
            self.happened(text)
        if snapshot.notice and snapshot.notice != before.notice:
            self.happened(snapshot.notice)
        if snapshot.info.stage not in {before.info.stage, "running"}:
            self.look()
        elif snapshot.ask != before.ask or snapshot.view is None:
            self._turn(before, snapshot)
        elif snapshot.waiting_for != before.waiting_for:
            self._wait(snapshot)

    def _event(self, snapshot: TableSnapshot, event: Any) -> str:
        happened = told(self.texts, board_of(snapshot), self._names, event)
        return sentence(self._names, happened) if happened else ""

    def _turn(self, before: TableSnapshot, snapshot: TableSnapshot) -> None:
        """The player is asked something else now, or nothing any more."""
        if snapshot.view is None:
            if table_words.room(self.texts, snapshot.info, 0) != table_words.room(self.texts, before.info, 0):
                self.offer(self.options())
        elif snapshot.ask is None:
            self._lists.clear()
            self._wait(snapshot)
        else:
            if before.ask is None:
                self.say(self._your_turn(snapshot))
                self.session.ring()
            self.offer(self.options())

    def _your_turn(self, snapshot: TableSnapshot) -> str:
        if snapshot.deadline is None:
            return self.texts._("Your turn.")
        left = elapsed.left_in_words(self.texts, snapshot.deadline - self.session.port.now())
        return self.texts._("Your turn, {time}.", time=left)

    def _wait(self, snapshot: TableSnapshot) -> None:
        """Says whom one waits for, where it is a person: bots do not keep anybody waiting."""
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
    def _names(self) -> Names:
        return names_of(self.texts, self._snapshot.info.seats if self._snapshot else ())

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
        self.offer(self.options(), full=True)

    def _stands(self, snapshot: TableSnapshot) -> Iterable[str]:
        texts = self.texts
        if snapshot.view is None:
            return table_words.room(texts, snapshot.info, self._now)
        wishes = tuple(table_words.wishes(texts, snapshot))
        if snapshot.info.stage != "running":
            return (*table_words.result(texts, board_of(snapshot), snapshot, self._names), *wishes)
        watching = () if snapshot.seat else (texts._("You watch."),)
        turn = table_words.whose_turn(texts, snapshot, self._names, self._now)
        speech = board_of(snapshot).speech
        return (*watching, *([turn] if turn else []), *speech.look(speech.model(texts, snapshot)), *wishes)

    # What can be chosen

    def options(self) -> NumberedList | None:
        snapshot = self._snapshot
        if snapshot is None:
            return None
        if snapshot.ask is not None and snapshot.view is not None:
            speech = board_of(snapshot).speech
            listed = self._listed(speech.menu(speech.model(self.texts, snapshot)))
            return self._with_undo(listed) if snapshot.can_undo else listed
        if snapshot.info.stage == "running":
            return None
        missing = outcome.what_is_missing(self.texts, snapshot.info) if snapshot.view is None else ""
        return NumberedList(missing, tuple(self._doing(snapshot)))

    def _doing(self, snapshot: TableSnapshot) -> Iterable[NumberedOption]:
        """What the table's keys would do before and after a game, by number."""
        for action in offered(snapshot):
            if action.name in ORDERS:
                yield NumberedOption(self.texts.of(action.label), self._ordering(ORDERS[action.name]))

    def _ordering(self, name: str) -> Callable[[], object]:
        if name == "leave":
            return lambda: self.order_leave("")
        if name == "lobby":
            return self.session.go_lobby
        return lambda: carry_out(self, Order(name, ""))

    def _listed(self, menu: Menu) -> NumberedList:
        options = tuple(
            NumberedOption(choice.text, self._choosing(choice), choice.note) for choice in menu.choices
        )
        return NumberedList(menu.question, options)

    def _choosing(self, choice: MenuChoice) -> Callable[[], object]:
        more = choice.more
        if more:
            return lambda: self.narrow(self._listed(more()))
        return lambda: self._weigh(choice.move)

    def _with_undo(self, listed: NumberedList) -> NumberedList:
        back = NumberedOption(self.texts._("take your last step back"), lambda: self.order_undo(""))
        return NumberedList(listed.question, (*listed.options, back))

    # Moves

    def _weigh(self, move: Any) -> None:
        """A move of weight that was chosen by its number is made after a yes."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.ask is None:
            return
        speech = board_of(snapshot).speech
        question = speech.sure(speech.model(self.texts, snapshot), move)
        ask = snapshot.ask.id
        if question:
            self.ask(question, lambda: self._submit(ask, move))
        else:
            self._submit(ask, move)

    def _submit(self, ask: int, move: Any) -> None:
        request(self, self.session.port.submit(self.table, ask, move))

    def _move(self, snapshot: TableSnapshot, text: str) -> Any:
        """The move that a line means. Raises Refused where it means none, or one that is not allowed."""
        game = PLAYABLE[snapshot.info.game]
        move = game.parse(notation(board_of(snapshot).speech, self.texts, snapshot, text), snapshot.view)
        why = game.check(snapshot.view, move)
        if why:
            raise why
        return move

    def plays(self, text: str) -> bool:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or snapshot.ask is None:
            return False
        try:
            move = self._move(snapshot, text)
        except Refused:
            return False
        self._submit(snapshot.ask.id, move)
        return True

    def not_understood(self, text: str) -> None:
        """No word, no command: perhaps a move that cannot be made. Whoever is asked hears what can be
        typed now.
        """
        snapshot = self._snapshot
        if self._why_not(text, "unreadable"):
            return
        if snapshot is None or snapshot.ask is None or parser.nearest(self.texts, text):
            super().not_understood(text)
        else:
            moves = accepted(board_of(snapshot).speech, self.texts, snapshot.view)
            word, more = text.partition(" ")[0], words.help_word(self.texts)
            said = self.texts._(
                "{word} means nothing here. Now you can type: {moves}; {help} tells more.",
                word=word, moves=moves, help=more,
            )  # fmt: skip
            self.notice(said)

    def _why_not(self, text: str, *silent: str) -> bool:
        """Says why a move cannot be made, but for these codes; whether it did."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or snapshot.info.stage != "running":
            return False
        try:
            self._move(snapshot, text)
        except Refused as refusal:
            if refusal.code in silent:
                return False
            self.refused(advised(board_of(snapshot).speech, self.texts, snapshot.view, refusal))
        return True

    def refused(self, refusal: Refused) -> None:
        own = board_of(self._snapshot).refusal(self.texts, self._names, refusal) if self._snapshot else None
        if own:
            self.notice(own)
        else:
            super().refused(refusal)

    # What is meant

    @property
    def meant(self) -> TableInfo | None:
        return self._snapshot.info if self._snapshot else None

    @property
    def record(self) -> str:
        return self.table

    @property
    def talk_of(self) -> str | None:
        return self.table

    @property
    def names(self) -> Iterable[str]:
        return (seat.name for seat in self._snapshot.info.seats if seat.name) if self._snapshot else ()

    # Words

    def said(self, typed: str) -> bool:
        """Whether the word is one of the game's own, having shown what it is about."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return False
        speech = board_of(snapshot).speech
        topic = next(
            (topic for topic in speech.topics if help_words.is_topic(self.texts, topic, typed)), None
        )
        if topic is None:
            return False
        for line in topic.lines(speech.model(self.texts, snapshot)):
            self.say(line)
        return True

    def word_who(self, _: str) -> None:
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
            said = self.texts.ngettext("{number} watches", "{number} watch", watching)
            self.say(f"{said}.")

    def word_rules(self, _: str) -> None:
        if self._snapshot:
            help_words.rules(self, board_of(self._snapshot))

    # Orders

    def order_help(self, rest: str) -> None:
        if self._snapshot:
            help_words.help_with(self, rest, self._snapshot, [board_of(self._snapshot)])

    def order_move(self, rest: str) -> None:
        """A move, whatever its first word."""
        if not (self.plays(rest) or self.plays(f"move {rest}") or self._why_not(rest)):
            super().not_understood(rest)

    def order_odds(self, _: str) -> None:
        request(self, self.session.port.odds(self.table), self._tell_odds)

    def _tell_odds(self, odds: Odds) -> None:
        snapshot = self._snapshot
        if snapshot:
            whose = (
                None if odds.seat == snapshot.seat else names_of(self.texts, snapshot.info.seats)(odds.seat)
            )
            self.say(odds_words.sentence(self.texts, whose, odds, board_of(snapshot).likely))

    def order_undo(self, _: str) -> None:
        request(self, self.session.port.undo(self.table))

    def order_lobby(self, _: str) -> None:
        self.session.go_lobby()

    def order_leave(self, _: str) -> None:
        """Before the game begins the seat is given up; later it is kept."""
        info = self.meant
        if info and info.stage == "open" and info.your_seat is not None:
            request(self, self.session.port.leave(self.table), lambda _: self.session.go_lobby())
        else:
            self.session.go_lobby()
