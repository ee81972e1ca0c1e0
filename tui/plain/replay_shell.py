"""An ended game that is looked at again, in plain mode: what happened, step by step, and how things stood.

Where one is and the words for it are left to `tui.replay`. An empty line goes one step on; any line stops a
game that runs by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from engine.records.course import Unit
from tui.actions.context import WithWords, request
from tui.actions.replays import ask_to_play_on
from tui.boards import BOARDS
from tui.boards.kit.board import Board, Names, names_of
from tui.host.alarm import Alarm
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame, TableSnapshot
from tui.host.port import TableInfo
from tui.language.spelling import PlainWord, spellings
from tui.plain import help_words, words
from tui.plain.analysis_teller import AnalysisTeller
from tui.plain.context import PlainContext
from tui.plain.lists.conversation import NumberedList
from tui.plain.shell import Shell
from tui.presenters.table_words import best_odds, odds_told
from tui.replay import actions
from tui.replay import words as replay_words
from tui.replay.cursor import OPEN, SPEEDS, ReplayCursor, seconds_at
from tui.replay.frames import as_table

MOST_TOLD = 40
"""The most events that are told after a leap; of more, the newest."""


class ReplayShell(Shell):
    """One game, from its deal to its end."""

    words: ClassVar[tuple[PlainWord, ...]] = (
        *actions.WORDS, words.LOOK, words.WHO, words.LOG, words.RULES, words.COMMANDS,
    )  # fmt: skip

    def __init__(
        self,
        session: PlainContext,
        game: ReplayedGame,
        back: Callable[[], object] | None = None,
        cursor: ReplayCursor | None = None,
        analysis: GameAnalysis | None = None,
    ) -> None:
        super().__init__(session)
        self._back = back
        """Goes back to the list that the game was chosen from; None: there was none."""
        self.cursor = cursor or ReplayCursor(game)
        self._analysis = AnalysisTeller(self, self.cursor, analysis)
        self._speed = 0
        """How many times as fast the game runs by itself; 0: it stands."""
        self._alarm = Alarm(lambda: session.post(self._time_passed))

    # What is here

    @property
    def _snapshot(self) -> TableSnapshot:
        return replay_words.snapshot_of(self.texts, self.cursor)

    @property
    def _board(self) -> Board:
        return BOARDS[self.cursor.course.game.key]

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._snapshot.info.seats)

    def enter(self) -> None:
        """Tells what game this is, and how things stood after the deal."""
        texts, names = self.texts, ", ".join(replay_words.called(self.texts, self.cursor.course))
        game = texts.of(self._board.title)
        self.say(texts._("Looking again at {game}: {names}.", game=game, names=names))
        self.say(
            texts._(
                "An empty line goes one step on; {help} has the other words.", help=words.help_word(texts)
            )
        )
        self.look()

    def leave(self) -> None:
        self._alarm.stop()
        super().leave()

    @property
    def is_ready(self) -> bool:
        return True

    @property
    def main_commands(self) -> tuple[str, ...]:
        return ("analyse", "record", "odds", *(("leave",) if self._back else ()), "lobby", "screen", "quit")

    def options(self) -> NumberedList | None:
        return None

    @property
    def current_table(self) -> TableInfo | None:
        """The game, as a table that is over; None for one that has no id here."""
        return as_table(self._snapshot) if self.cursor.game.id else None

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        return {"player": self.cursor.course.header.seats}

    def look(self) -> None:
        snapshot, texts = self._snapshot, self.texts
        for line in self._board.speech.look(self._board.speech.model(texts, snapshot)):
            self.say(line)
        if self.cursor.eyes == OPEN and self.cursor.course.game.secrets:
            name = self._names(snapshot.seat or 1)
            self.say(texts._("Seen from {name}'s seat, with nothing hidden.", name=name))
        self._say_where(snapshot)

    def _say_where(self, snapshot: TableSnapshot) -> None:
        where = replay_words.where(self.texts, self.cursor)
        status = self._board.status(self.texts, self._names, snapshot.view)
        move = replay_words.to_move(self.texts, snapshot, self._names)
        self.say(f"{where[:1].upper()}{where[1:]}, {status}. {move}".rstrip())
        self._analysis.tell_here()

    # Going about

    def submit_line(self, line: str) -> None:
        """Handles a line; whatever it is, a game that runs stands then."""
        ran, self._speed = self._speed, 0
        self._alarm.stop()
        if ran and not line.strip():
            self._say_where(self._snapshot)
        else:
            super().submit_line(line)

    def again(self) -> None:
        """An empty line: one step on."""
        self._leap("step", 1, 1)

    @property
    def meanings(self) -> Mapping[str, WithWords]:
        return {
            **super().meanings,
            "on": lambda rest: self._go_by(rest, 1),
            "goto": self.word_goto,
            "moments": self.word_moments,
            "mistake": self.word_mistake,
            "eyes": self.word_eyes,
            "run": self.word_run,
            "play": self.word_play,
            "who": self.word_who,
            "rules": self.word_rules,
        }

    def word_back(self, rest: str) -> None:
        """Goes back by so many units."""
        self._go_by(rest, -1)

    def _go_by(self, rest: str, by: int) -> None:
        typed = rest.split()
        numbers = [word for word in typed if word.isdecimal()]
        units = [actions.unit_called(self.texts, word) for word in typed if not word.isdecimal()]
        if len(numbers) > 1 or len(units) > 1 or None in units:
            known = ", ".join(self.texts.of(word).split("|")[0] for word in actions.UNIT_WORDS.values())
            self.notice(self.texts._("On or back by what? {units}.", units=known))
            return
        self._leap(units[0] if units and units[0] else "step", by, int(numbers[0][:4]) if numbers else 1)

    def _leap(self, unit: Unit, by: int, times: int) -> None:
        before = self.cursor.position
        for _ in range(times):
            if not self.cursor.go(unit, by):
                break
        self._went(before)

    def word_goto(self, rest: str) -> None:
        """Goes to a position."""
        if not rest.isdecimal():
            self.notice(self.texts._("Go to which position? Type its number."))
            return
        before = self.cursor.position
        self.cursor.go_to(int(rest[:6]))
        self._went(before)

    def _went(self, before: int) -> None:
        """Tells what happened on the way; of a way back, how things stood."""
        now, texts = self.cursor.position, self.texts
        if now == before:
            at_end = self.cursor.is_at_end
            self.notice(texts._("This is the end.") if at_end else texts._("This is the deal."))
        elif now > before:
            for text in replay_words.happened(texts, self.cursor, before + 1, now, MOST_TOLD):
                self.happened(text)
            for number, moment in replay_words.moments(texts, self.cursor.course, self._names):
                if before < number <= now:
                    self.say(texts._("This decided the game: {moment}", moment=moment))
            self._say_where(self._snapshot)
        else:
            self.look()

    def word_moments(self, _: str) -> None:
        """Tells what decided the game."""
        told = replay_words.moments(self.texts, self.cursor.course, self._names)
        for number, moment in told:
            self.say(self.texts._("Position {number}: {moment}", number=number, moment=moment))
        if not told:
            self.say(self.texts._("No moment of this game stands out."))

    def word_mistake(self, rest: str) -> None:
        """Goes to the next decision that cost much, or back to the one before."""
        back = {"back", *spellings(self.texts.pgettext("replay word", "back"))}
        if rest and rest.casefold() not in back:
            self.notice(self.texts._("Type it alone, or with {word} after it.", word=min(back, key=len)))
            return
        position = self._analysis.next_mistake(-1 if rest else 1)
        if position is not None:
            before = self.cursor.position
            self.cursor.go_to(position)
            self._went(before)

    def command_analyse(self, rest: str) -> None:
        """Tells the analysis of this game: of one's own seat, or the one that is named."""
        seat = self.cursor.eyes if self.cursor.eyes > 0 else self.cursor.game.your_seat or 1
        if rest:
            named = replay_words.eyes_called(self.texts, rest, self.cursor.course.header.seats)
            if not named or named < 1:
                super().command_analyse(rest)
                return
            seat = named
        self._analysis.tell(seat)

    def word_eyes(self, rest: str) -> None:
        """Looks through somebody's eyes; without a word, through the next."""
        eyes = replay_words.eyes_called(self.texts, rest, self.cursor.course.header.seats) if rest else None
        if rest and eyes is None:
            self.notice(self.texts._("Nobody called {name} played here.", name=rest))
            return
        if eyes is None:
            self.cursor.turn_eyes()
        else:
            self.cursor.eyes = eyes
        through = replay_words.through(self.texts, self.cursor, self._names)
        self.say(self.texts._("Seen now: {eyes}.", eyes=through))
        self.look()

    def word_run(self, rest: str) -> None:
        """Lets the game run by itself."""
        self._speed = int(rest) if rest in {str(speed) for speed in SPEEDS} else 1
        self._wait()

    def _wait(self) -> None:
        self._alarm.set(seconds_at(self.cursor.course, self.cursor.position, self._speed))

    def _time_passed(self) -> None:
        if not self._speed or not self.session.is_at(self):
            return
        before = self.cursor.position
        self.cursor.go("step")
        now = self.cursor.position
        for text in replay_words.happened(self.texts, self.cursor, before + 1, now, MOST_TOLD):
            self.happened(text)
        if self.cursor.is_at_end:
            self._speed = 0
            self._say_where(self._snapshot)
        else:
            self._wait()

    def word_play(self, rest: str) -> None:
        """Plays on from here, for the seat named, looked from, or to move."""
        cursor, texts = self.cursor, self.texts
        seat = cursor.eyes if cursor.eyes > 0 else cursor.to_move
        if rest:
            named = replay_words.eyes_called(texts, rest, cursor.course.header.seats)
            if not named or named < 1:
                self.notice(texts._("Nobody called {name} played here.", name=rest))
                return
            seat = named
        ask_to_play_on(self, cursor, seat, self._names(seat))

    # Words and commands

    def said(self, typed: str) -> bool:
        speech = self._board.speech
        topic = next((one for one in speech.topics if one.is_called(self.texts, typed)), None)
        if topic is None:
            return False
        for line in topic.lines(speech.model(self.texts, self._snapshot)):
            self.say(line)
        return True

    def word_who(self, _: str) -> None:
        """Shows what each seat had."""
        speech, snapshot = self._board.speech, self._snapshot
        model = speech.model(self.texts, snapshot)
        for seat in range(1, len(snapshot.info.seats) + 1):
            self.say(f"{self._names(seat)}: {speech.seat(model, seat)}")

    def word_rules(self, rest: str) -> None:
        """Shows the rules of the game."""
        help_words.rules(self, self._board, rest)

    def command_help(self, rest: str) -> None:
        """Shows the help; with a word, what it means."""
        help_words.help_with(self, rest, None, [self._board])

    def command_leave(self, _: str) -> None:
        """Goes back to the list that the game was chosen from, or to the lobby."""
        if self._back:
            self._back()
        else:
            self.session.go_lobby()

    def command_odds(self, _: str) -> None:
        cursor, port = self.cursor, self.session.port
        game, position, seat = cursor.game.id, cursor.position, cursor.seat

        def tell(odds: Any) -> None:
            for line in odds_told(self.texts, self._board, self._names, odds, None):
                self.say(line)

        request(self, best_odds(lambda effort: port.odds_then(game, position, seat, effort)), tell)

    def command_undo(self, _: str) -> None:
        """Says that no move is made here."""
        self.notice(self.texts._("This game is over: you are looking at it again."))
