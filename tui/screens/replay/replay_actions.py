"""What keys and typed commands do while a game is looked at again; what is shown is left to the subclass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.analysis.findings import Analysis
from engine.game import Refused
from tui.actions import catalogue
from tui.actions.replays import ask_to_play_on
from tui.boards import BOARDS
from tui.boards.kit.board import Frame
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame
from tui.host.port import TableInfo
from tui.language.actions import Action, help_lines
from tui.replay import actions, analysis_report
from tui.replay.cursor import OPEN, SPEEDS, Eyes, ReplayCursor, seconds_at
from tui.replay.frames import as_table
from tui.replay.mistakes import next_mistake, no_further
from tui.screens.table.board_host_screen import BoardHostScreen


class ReplayActions(BoardHostScreen, inherit_bindings=False):
    """Subclasses show the position (`show_position`) and lay the screen out. `covers`: what the game was
    chosen from is still there, below.
    """

    def __init__(
        self,
        game: ReplayedGame,
        position: int = 0,
        eyes: Eyes = OPEN,
        *,
        covers: bool = False,
        analysis: GameAnalysis | None = None,
    ) -> None:
        super().__init__(game.id)
        self._covers = covers
        self._came_from_analysis = analysis is not None
        self.cursor = ReplayCursor(game, position, eyes)
        self.analysis = analysis
        """None: nobody has asked for it here."""
        self.speed = 1
        """How many times as fast the game runs by itself."""
        self.runs = False
        self._looks_for_mistakes = False
        """Whether what is heard of the analysis answers a key: why there is none."""
        self._is_next = False
        """True if the position that is shown now is one step after the one before."""

    def show_position(self) -> None:
        """Shows where the cursor is."""
        raise NotImplementedError

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """Shows how one position became the next; after any other way there nothing moves."""
        super().show_frames(frames if self._is_next else ())
        self._is_next = False

    # Going about

    def action_leap(self, name: str) -> None:
        """Goes on or back; a game that ran stands then."""
        self._stop()
        unit, by = actions.LEAPS[name]
        self._is_next = (unit, by) == ("step", 1)
        if self.cursor.go(unit, by):
            self.show_position()
        else:
            last = self.cursor.is_at_end
            self.notice(self.texts._("This is the end.") if last else self.texts._("This is the deal."))

    def go_to(self, position: int) -> None:
        self.cursor.go_to(position)
        self.show_position()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "run": self.action_run,
            "speed": self.action_speed,
            "eyes": self.action_eyes,
            "play_on": self.action_play_on,
            "mistake": partial(self.go_to_mistake, 1),
            "mistake_back": partial(self.go_to_mistake, -1),
        }

    def action_run(self) -> None:
        """Lets the game run by itself, or stops it; at the end it begins anew."""
        if self.runs:
            self._stop()
        else:
            if self.cursor.is_at_end:
                self.cursor.go_to(0)
            self.runs = True
            self._wait()
        self.show_position()

    def action_speed(self) -> None:
        """Takes the next speed."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        if self.runs:
            self._wait()
        else:
            self.notice(self.texts._("Speed: {number} times.", number=self.speed))
        self.show_position()

    def time_passed(self) -> None:
        """Goes to the next position of a game that runs."""
        if not self.runs:
            return
        self._is_next = self.cursor.go("step")
        if self.cursor.is_at_end:
            self._stop()
        else:
            self._wait()
        self.show_position()

    def _wait(self) -> None:
        self.alarm.set(seconds_at(self.cursor.course, self.cursor.position, self.speed))

    def _stop(self) -> None:
        self.runs = False
        self.alarm.stop()

    def odds(
        self, move: Any, done: Callable[[Any], object], refused: Callable[[Refused], object], effort: int = 0
    ) -> None:
        """Asks the host for the odds as they were here; nobody chooses a move any more."""
        del move
        cursor, port = self.cursor, self.session.port
        work = port.odds_then(cursor.game.id, cursor.position, cursor.seat, effort)
        self.session.request(work, done, refused)

    def action_eyes(self) -> None:
        """Looks through the next eyes."""
        self.cursor.turn_eyes()
        self.show_position()

    def action_play_on(self) -> None:
        """Plays on from here, after the confirming key: for the seat that is looked from, or is to move."""
        self._stop()
        seat = self.cursor.eyes if self.cursor.eyes > 0 else self.cursor.to_move
        ask_to_play_on(self, self.cursor, seat, self._names(seat))

    # The analysis

    def command_analyse(self, words: str) -> None:
        """Shows the analysis of the game that is named, or of this one, which is asked for once; the screen
        below may show it already.
        """
        if words:
            super().command_analyse(words)
            return
        self._stop()
        if self._came_from_analysis:
            self.dismiss()
            return
        if self.analysis is None or self.analysis.refusal:
            self._ask_for_analysis()
        self.session.show_analysis(self.cursor.game, self.analysis)

    def _ask_for_analysis(self) -> None:
        self.analysis = GameAnalysis()
        self.follow_analysis(self.cursor.game.id, self.analysis)
        self.hear_of_analysis()

    def hear_of_analysis(self) -> None:
        """Shows what is found, from now on."""
        if self.analysis:
            self.keep(self.analysis.listen(self._heard_of_analysis))

    def _heard_of_analysis(self) -> None:
        analysis = self.analysis
        if analysis and self._looks_for_mistakes and (self.found or analysis.is_over):
            self._looks_for_mistakes = False
            if analysis.refusal:
                self.refused(analysis.refusal)
            elif analysis.news and not self.found:
                self.notice(analysis_report.state(self.texts, analysis.news))
        self.analysis_grew()

    def analysis_grew(self) -> None:
        """Shows what was found since."""
        raise NotImplementedError

    @property
    def found(self) -> Analysis | None:
        """The analysis as far as it goes."""
        return self.analysis.found if self.analysis else None

    def go_to_mistake(self, by: int) -> None:
        """Goes to the next decision that cost much (1), or to the one before (-1)."""
        self._stop()
        found, texts = self.found, self.texts
        if found is None:
            if self.analysis is None or self.analysis.is_over:
                self._ask_for_analysis()
            self._looks_for_mistakes = True
            (key,) = (actions.NEXT_MISTAKE if by > 0 else actions.MISTAKE_BACK).keys
            self.notice(texts._("The analysis is on its way: press {key} again in a moment.", key=key))
            return
        position = next_mistake(found, self.cursor, by)
        if position is not None:
            self.go_to(position)
        else:
            self.notice(no_further(texts, by))

    # What commands are about

    @property
    def current_table(self) -> TableInfo | None:
        """The game, as a table that is over."""
        return as_table(self._snapshot) if self._snapshot and self.cursor.game.id else None

    @property
    def chat_hint(self) -> str:
        return self.texts._("Everyone in the lobby will see this.")

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        return {"player": self.cursor.course.header.seats}

    def action_help(self) -> None:
        own = help_lines(self.texts, self.worded(actions.OFFERED))
        pages = [*own, ("", ""), *catalogue.help_lines(self.texts)]
        self.show(self.texts.of(BOARDS[self.cursor.course.game.key].title), pages)

    def action_way_out(self) -> None:
        """Goes back to where the player was, or to the lobby."""
        if self._covers:
            self.dismiss()
        else:
            self.session.go_lobby()

    def worded(self, offered: Iterable[Action]) -> tuple[Action, ...]:
        """Returns actions with the word for where one goes from here."""
        return tuple(actions.BACK if self._covers and one is actions.LEAVE else one for one in offered)
