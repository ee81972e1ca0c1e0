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
from tui.commands import catalogue
from tui.commands.catalogue import Order
from tui.commands.context import request
from tui.commands.dispatch import carry_out
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


def board_of(news: TableSnapshot) -> Board:
    """The board of the game that is played there."""
    return BOARDS[news.info.game]


AROUND = ("lobby", "screen", "quit")
"""Commands that matter at any table."""


class TablePlace(Place):
    """One table, from the player's seat or watched."""

    words: ClassVar[tuple[Word, ...]] = (
        words.LOOK, words.WHO, words.LIST, words.BACK, words.LOG, words.RULES, words.COMMANDS,
    )  # fmt: skip

    def __init__(self, house: PlainContext, table: str) -> None:
        super().__init__(house)
        self.table = table
        self._news: TableSnapshot | None = None
        self._heard = ChatTracker()
        self._alarm = Alarm(lambda: house.post(self._time_passed))

    def enter(self) -> None:
        try:
            self.keep(self.house.port.follow_table(self.table, self.listener(self._see)))
        except Refused as refusal:
            self.refused(refusal)
            self.house.go_lobby()

    @property
    def main_commands(self) -> tuple[str, ...]:
        if self._news is not None and self._news.view is not None:
            game = self._news.info.game
            if self._news.info.stage == "over":
                return ("rematch", *AROUND)
            habits = ("standing",) if BOARDS[game].habits else ()
            odds = ("odds",) if PLAYABLE[game].reckoner else ()
            return (*odds, "undo", *habits, "abandon", "concede", *AROUND)
        return ("start", "bot", "nobot", "kick", "leave", *AROUND)

    @property
    def is_ready(self) -> bool:
        return self._news is not None

    def leave(self) -> None:
        self._alarm.stop()
        super().leave()

    # News

    def _see(self, news: TableSnapshot) -> None:
        before, self._news = self._news, news
        fresh = self._heard.hear(news.chat, self.house.port.name, shown=True)
        if before is None:
            self._come(news)
        else:
            for line in fresh:
                self.talked(speaker(self.texts, line), line)
            self._tell(before, news)
        self._alarm.set(self._until_warning())

    def _come(self, news: TableSnapshot) -> None:
        """The first picture: what happened last, and how things stand."""
        events = [text for event in (*news.past, *news.events) if (text := self._event(news, event))]
        self._happened.extend(events)
        if news.info.stage == "running":
            for text in events[-RECALLED:]:
                self.say(text)
        self.look()

    def _tell(self, before: TableSnapshot, news: TableSnapshot) -> None:
        events = filter(None, (self._event(news, event) for event in news.events))
        for text in (*table_words.changes(self.texts, before, news), *events):
            self.happened(text)
        if news.notice and news.notice != before.notice:
            self.happened(news.notice)
        if news.info.stage not in {before.info.stage, "running"}:
            self.look()
        elif news.ask != before.ask or news.view is None:
            self._turn(before, news)
        elif news.waiting_for != before.waiting_for:
            self._wait(news)

    def _event(self, news: TableSnapshot, event: Any) -> str:
        happened = told(self.texts, board_of(news), self._names, event)
        return sentence(self._names, happened) if happened else ""

    def _turn(self, before: TableSnapshot, news: TableSnapshot) -> None:
        """The player is asked something else now, or nothing any more."""
        if news.view is None:
            if table_words.room(self.texts, news.info, 0) != table_words.room(self.texts, before.info, 0):
                self.offer(self.options())
        elif news.ask is None:
            self._lists.clear()
            self._wait(news)
        else:
            if before.ask is None:
                self.say(self._your_turn(news))
                self.house.ring()
            self.offer(self.options())

    def _your_turn(self, news: TableSnapshot) -> str:
        if news.deadline is None:
            return self.texts._("Your turn.")
        left = elapsed.left_in_words(self.texts, news.deadline - self.house.port.now())
        return self.texts._("Your turn, {time}.", time=left)

    def _wait(self, news: TableSnapshot) -> None:
        """Says whom one waits for, where it is a person: bots do not keep anybody waiting."""
        people = [seat for seat in news.waiting_for if news.info.seats[seat - 1].held_by == "player"]
        if people and news.seat not in people:
            names = ", ".join(map(self._names, people))
            self.say(self.texts._("Waiting for {names}.", names=names))

    def _until_warning(self) -> float | None:
        left = self._left
        if left is None or self._news is None or self._news.ask is None:
            return None
        return next((left - mark for mark in WARNED if mark < left), None)

    @property
    def _left(self) -> float | None:
        deadline = self._news.deadline if self._news else None
        return None if deadline is None else deadline - self.house.port.now()

    def _time_passed(self) -> None:
        if self.house.is_at(self) and self._left is not None:
            self.say(f"{elapsed.left_in_words(self.texts, self._left)}.")
            self._alarm.set(self._until_warning())

    # How things stand

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._news.info.seats if self._news else ())

    @property
    def _now(self) -> float:
        return self.house.port.now()

    def look(self) -> None:
        news, texts = self._news, self.texts
        if news is None:
            return
        self.say(table_words.heading(texts, board_of(news), news))
        for line in self._stands(news):
            self.say(line)
        self.offer(self.options(), full=True)

    def _stands(self, news: TableSnapshot) -> Iterable[str]:
        texts = self.texts
        if news.view is None:
            return table_words.room(texts, news.info, self._now)
        wishes = tuple(table_words.wishes(texts, news))
        if news.info.stage != "running":
            return (*table_words.result(texts, board_of(news), news, self._names), *wishes)
        watching = () if news.seat else (texts._("You watch."),)
        turn = table_words.whose_turn(texts, news, self._names, self._now)
        return (*watching, *([turn] if turn else []), *board_of(news).speech.look(texts, news),
                *wishes)  # fmt: skip

    # What can be chosen

    def options(self) -> NumberedList | None:
        news = self._news
        if news is None:
            return None
        if news.ask is not None and news.view is not None:
            listed = self._listed(board_of(news).speech.menu(self.texts, news))
            return self._with_undo(listed) if news.can_undo else listed
        if news.info.stage == "running":
            return None
        missing = outcome.what_is_missing(self.texts, news.info) if news.view is None else ""
        return NumberedList(missing, tuple(self._doing(news)))

    def _doing(self, news: TableSnapshot) -> Iterable[NumberedOption]:
        """What the table's keys would do before and after a game, by number."""
        for action in offered(news):
            if action.name in ORDERS:
                yield NumberedOption(action.label(self.texts), self._ordering(ORDERS[action.name]))

    def _ordering(self, name: str) -> Callable[[], object]:
        if name == "leave":
            return lambda: self.order_leave("")
        if name == "lobby":
            return self.house.go_lobby
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
        news = self._news
        if news is None or news.ask is None:
            return
        question = board_of(news).speech.sure(self.texts, news, move)
        ask = news.ask.id
        if question:
            self.ask(question, lambda: self._submit(ask, move))
        else:
            self._submit(ask, move)

    def _submit(self, ask: int, move: Any) -> None:
        request(self, self.house.port.submit(self.table, ask, move))

    def _move(self, news: TableSnapshot, text: str) -> Any:
        """The move that a line means. Raises Refused where it means none, or one that is not allowed."""
        game = PLAYABLE[news.info.game]
        move = game.parse(notation(board_of(news).speech, self.texts, news, text), news.view)
        why = game.check(news.view, move)
        if why:
            raise why
        return move

    def plays(self, text: str) -> bool:
        news = self._news
        if news is None or news.view is None or news.ask is None:
            return False
        try:
            move = self._move(news, text)
        except Refused:
            return False
        self._submit(news.ask.id, move)
        return True

    def not_understood(self, text: str) -> None:
        """No word, no command: perhaps a move that cannot be made. Whoever is asked hears what can be
        typed now.
        """
        news = self._news
        if self._why_not(text, "unreadable"):
            return
        if news is None or news.ask is None or catalogue.nearest(self.texts, text):
            super().not_understood(text)
        else:
            moves = accepted(board_of(news).speech, self.texts, news.view)
            word, more = text.partition(" ")[0], words.help_word(self.texts)
            said = self.texts._(
                "{word} means nothing here. Now you can type: {moves}; {help} tells more.",
                word=word, moves=moves, help=more,
            )  # fmt: skip
            self.notice(said)

    def _why_not(self, text: str, *silent: str) -> bool:
        """Says why a move cannot be made, but for these codes; whether it did."""
        news = self._news
        if news is None or news.view is None or news.info.stage != "running":
            return False
        try:
            self._move(news, text)
        except Refused as refusal:
            if refusal.code in silent:
                return False
            self.refused(advised(board_of(news).speech, self.texts, news.view, refusal))
        return True

    def refused(self, refusal: Refused) -> None:
        own = board_of(self._news).refusal(self.texts, self._names, refusal) if self._news else None
        if own:
            self.notice(own)
        else:
            super().refused(refusal)

    # What is meant

    @property
    def meant(self) -> TableInfo | None:
        return self._news.info if self._news else None

    @property
    def record(self) -> str:
        return self.table

    @property
    def talk_of(self) -> str | None:
        return self.table

    @property
    def names(self) -> Iterable[str]:
        return (seat.name for seat in self._news.info.seats if seat.name) if self._news else ()

    # Words

    def said(self, typed: str) -> bool:
        """Whether the word is one of the game's own, having shown what it is about."""
        news = self._news
        if news is None or news.view is None:
            return False
        speech = board_of(news).speech
        topic = next(
            (topic for topic in speech.topics if help_words.is_topic(self.texts, topic, typed)), None
        )
        if topic is None:
            return False
        for line in topic.lines(self.texts, news):
            self.say(line)
        return True

    def word_who(self, _: str) -> None:
        news = self._news
        if news is None:
            return
        if news.view is None:
            for line in lobby_words.seat_lines(self.texts, news.info, self._now):
                self.say(line)
            return
        for number in range(1, len(news.info.seats) + 1):
            who = lobby_words.seat_words(self.texts, news.info, number, self._now)
            self.say(f"{who}: {board_of(news).speech.seat(self.texts, news, number)}")
        watching = news.info.watching
        if watching:
            said = self.texts.ngettext("{number} watches", "{number} watch", watching)
            self.say(f"{said}.")

    def word_rules(self, _: str) -> None:
        if self._news:
            help_words.rules(self, board_of(self._news))

    # Orders

    def order_help(self, rest: str) -> None:
        if self._news:
            help_words.help_with(self, rest, self._news, [board_of(self._news)])

    def order_move(self, rest: str) -> None:
        """A move, whatever its first word."""
        if not (self.plays(rest) or self.plays(f"move {rest}") or self._why_not(rest)):
            super().not_understood(rest)

    def order_odds(self, _: str) -> None:
        request(self, self.house.port.odds(self.table), self._tell_odds)

    def _tell_odds(self, odds: Odds) -> None:
        news = self._news
        if news:
            whose = None if odds.seat == news.seat else names_of(self.texts, news.info.seats)(odds.seat)
            self.say(odds_words.sentence(self.texts, whose, odds, board_of(news).likely))

    def order_undo(self, _: str) -> None:
        request(self, self.house.port.undo(self.table))

    def order_lobby(self, _: str) -> None:
        self.house.go_lobby()

    def order_leave(self, _: str) -> None:
        """Before the game begins the seat is given up; later it is kept."""
        info = self.meant
        if info and info.stage == "open" and info.your_seat is not None:
            request(self, self.house.port.leave(self.table), lambda _: self.house.go_lobby())
        else:
            self.house.go_lobby()
