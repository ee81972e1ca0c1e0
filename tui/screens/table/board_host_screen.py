"""What a board may use of the table screen around it: moves, standing answers, odds, the prompt and the log.

`TableScreen` adds what is shown and when. A typed line that is not a command is a move here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from textual.geometry import Size

from engine.game import Refused, quoted
from tui.actions import catalogue
from tui.actions.context import request
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit import speech
from tui.boards.kit.board import Board, BoardView, Frame, Names, Prompt, names_of
from tui.boards.kit.lesson_words import Keys, is_reading, led, step_words, with_keys
from tui.host.port import Account, TableSnapshot
from tui.host.refusals import refused
from tui.host.turn_clocks import NO_CLOCK, is_slow
from tui.language import elapsed
from tui.language.actions import COMMAND, Action, help_lines, labels
from tui.language.wording import worded
from tui.presenters import hints
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.table_actions import HINT, PLAN, STEP, available_actions
from tui.screens.base.log_screen import LogScreen
from tui.screens.table.event_log import EventLog
from tui.screens.table.log_items import LogItem
from tui.screens.table.plan import FULL_HEIGHT
from tui.screens.table.snapshot_feed import SnapshotFeed
from tui.screens.table.table_commands import TableCommands
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent


class BoardHostScreen(TableCommands, inherit_bindings=False):
    """Implements `tui.boards.kit.board.BoardHost`. Subclasses show the board and say if it is in front."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._log = EventLog(id="log")
        self._board: BoardView | None = None
        self._tip: Callable[[], str] = str
        """Says what a beginner should know at this step."""
        self._tips_for: tuple[Account, int | None, bool] | None = None
        """Whether tips are wanted, behind what this was answered for."""

    @property
    def _pages(self) -> bool:
        """True if a page is shown, not the board."""
        raise NotImplementedError

    def _prompt_here(self) -> None:
        """Shows what to do now."""
        raise NotImplementedError

    def end_steps(self) -> None:
        """Shows all that was held back, to be read step by step."""

    def _face(self, snapshot: TableSnapshot) -> Board:
        return BOARDS[snapshot.info.game]

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._snapshot.info.seats if self._snapshot else ())

    @property
    def is_brief(self) -> bool:
        """False: here all is shown that a board has."""
        return False

    def now(self) -> float:
        """The host's time in seconds."""
        return self.session.port.now()

    def since(self) -> str:
        """How long the question is open, or how much time is left for it, in words."""
        held = self._snapshot
        return elapsed.of_question(self.texts, held.since, held.deadline, self.now()) if held else ""

    def submit(self, ask: int, move: Any) -> None:
        """Sends the move to the host; a refusal comes back to the board."""
        self.session.request(self.session.port.submit(self.table, ask, move), refused=self._not_taken)

    def answer_beforehand(self, word: str, *, on: bool) -> None:
        """Turns a standing answer on or off."""
        if self.may_act():
            request(self, self.session.port.answer_beforehand(self.table, word, on))

    def prompt(self, prompt: Prompt) -> None:
        """Shows what to do now and with which keys."""
        self._tip = prompt.hint
        self._log.hint(self._lesson_tip or (self._step_tip() if self._wants_tips else ()))
        if self._snapshot and self._snapshot.lesson and is_reading(self._snapshot):
            keys = labels(self.texts, available_actions(self._snapshot))
            self._line.prompt(self._to_read, keys, asked=True, accent=self.accent)
        else:
            watches = self._snapshot is not None and self._snapshot.seat is None
            text = self.texts._("Watching: {what}", what=prompt.text) if watches else prompt.text
            first, others = self._led_by_lesson(self._with_plan(prompt.keys))
            keys, leading = (*first, *others), max(prompt.answers, len(first))
            self._line.prompt(text, keys, asked=self._is_asked, accent=self.accent, leading=leading)

    @property
    def _plan(self) -> tuple[Action, ...]:
        """The key of what is answered beforehand, where others take hours and days."""
        clock = self._snapshot.info.clock if self._snapshot else NO_CLOCK
        if self._snapshot is None or clock == NO_CLOCK or not is_slow(clock):
            return ()
        return tuple(one for one in available_actions(self._snapshot) if one.name == PLAN.name)

    def _with_plan(self, keys: Keys) -> Keys:
        """Returns the keys of a prompt with that of the plan, before the one to type with: a prompt without
        that one asks for something else first.
        """
        at = next((at for at, (cap, _) in enumerate(keys) if cap == COMMAND.shown), len(keys))
        return (*keys[:at], *labels(self.texts, self._plan), *keys[at:]) if at < len(keys) else keys

    def _led_by_lesson(self, keys: Keys) -> tuple[Keys, Keys]:
        """The keys of a prompt that a lesson asks for, with T if what it says has no room, and all others."""
        if not (self._snapshot and self._lesson_tip):
            return (), keys
        first, others = led(self.texts, self._face(self._snapshot).lesson, self._snapshot, keys)
        unseen = () if self._log.shows_hint else labels(self.texts, (STEP,))
        return (*first, *unseen), others

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """Shows pictures of the board that follow each other by the clock."""
        self.session.show_frames(frames)

    @property
    def _to_read(self) -> str:
        """What to do where something is to be read; a small window may have no room for it."""
        if self._log.shows_hint:
            return self.texts._("Read this, then press Enter.")
        return self.texts._("{key} shows the step, Enter goes on.", key=HINT.shown)

    @property
    def _lesson_tip(self) -> Sequence[Part]:
        """What a lesson says now."""
        snapshot = self._snapshot
        said = self.lesson_words if snapshot and snapshot.lesson else ""
        if not (said and snapshot):
            return ()
        return ((f"{step_words(self.texts, snapshot)}  ", palette.DIM), (said, palette.STRONG))

    def _step_tip(self) -> Sequence[Part]:
        """The tip of this step, or nothing. A board has one for every step or none at all, so that nothing
        moves while others play.
        """
        said = self._worded_tip()
        return ((hints.sentence(self.texts, said), palette.DIM),) if said else ()

    def _worded_tip(self) -> str:
        return worded("a hint", self._tip, str)

    @property
    def lesson_words(self) -> str:
        """What a lesson says now, with its keys; '' if this is no lesson."""
        snapshot = self._snapshot
        return with_keys(self.texts, self._face(snapshot).lesson, snapshot) if snapshot else ""

    @property
    def _is_asked(self) -> bool:
        return self._snapshot is not None and self._snapshot.ask is not None

    @property
    def accent(self) -> Accent:
        return self._face(self._snapshot).accent if self._snapshot else tones.LOBBY

    @property
    def _wants_tips(self) -> bool:
        snapshot, account = self._snapshot, self.session.port.account()
        if snapshot is None:
            return False
        before = self._tips_for
        if before is None or before[0] is not account or before[1] != snapshot.seat:
            self._tips_for = before = account, snapshot.seat, hints.are_wanted(account, snapshot)
        return before[2]

    def say(self, text: str) -> None:
        """Shows an answer and the prompt again: the answer may have turned hints on or off."""
        super().say(text)
        self._prompt_here()

    def explain(self, lines: Sequence[Sequence[Part]], *titles: str) -> None:
        """Shows an explanation in place of the log; no lines: the log. In a small window the log gets rows
        for it; where there are none its beginning takes the place of the prompt.
        """
        wanted = self._log.wanted(self.size.width)
        if lines:
            plan = help_lines(self.texts, self._plan)
            whole = (*lines, *(((f"{cap}  ", palette.STRONG), (does, palette.DIM)) for cap, does in plan))
            rows = sum(len(wrap(line, max(1, self.room.width))) for line in whole)
            lines = whole if rows <= self.room.height else lines
        if lines and not self._log.is_readable and self.size.height >= FULL_HEIGHT:
            self.notice("".join(text for text, _ in lines[0]))
        self._log.explain(lines, *titles)
        if self._log.wanted(self.size.width) != wanted and self.size.height < FULL_HEIGHT:
            self._log.refresh(layout=True)

    @property
    def room(self) -> Size:
        """Cells for an explanation."""
        return self._log.room

    def odds(
        self, move: Any, done: Callable[[Any], object], refused: Callable[[Refused], object], effort: int = 0
    ) -> None:
        """Asks the host for the odds of a move; `done` or `refused` is called on this screen's turn."""
        self.session.request(self.session.port.odds(self.table, move, effort), done, refused)

    def _not_taken(self, refusal: Refused) -> None:
        if self._board:
            self._board.refused()
        self.refused(refusal)

    def refused(self, refusal: Refused) -> None:
        table = self._snapshot.info if self._snapshot else None
        self.notice(any_refusal_text(self.texts, refusal, table=table))

    def unknown(self, text: str) -> None:
        """Presses the key that the text is the word of; else makes the move if it begins like one, or answers
        an unknown command.
        """
        if (not text.isdecimal() and self.presses(text)) or self.plays(text) or self.presses(text):
            return
        if self._board and not self._pages and not catalogue.nearest(self.texts, text):
            word = quoted("/" + text.partition(" ")[0])
            said = self.texts._("{word} is neither a command nor a move here. /help lists both.", word=word)
            self.notice(said)
        else:
            super().unknown(text)

    def plays(self, text: str) -> bool:
        self.end_steps()
        return self._board is not None and not self._pages and self._board.typed(text)

    def reads(self, text: str) -> bool:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return False
        try:
            move = speech.notation(self._face(snapshot).speech, self.texts, snapshot, text)
            PLAYABLE[snapshot.info.game].parse(move, snapshot.view)
        except Refused:
            return False
        return True

    def advised(self, refusal: Refused) -> Refused:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return refusal
        return speech.advised(self._face(snapshot).speech, self.texts, snapshot.view, refusal)

    def command_hint(self, _: str) -> None:
        """Shows the hint of this step, until the next key; of a lesson, what it says, on a page."""
        if self.lesson_words:
            self.show(self.texts._("Lesson"), [("", self.lesson_words)])
        elif (
            self._pages
            or self._snapshot is None
            or self._snapshot.seat is None
            or not (said := self._worded_tip())
        ):
            super().command_hint("")
        else:
            told = self._wants_tips and self._log.is_readable
            self.notice(self.texts._("The hint stands above.") if told else hints.sentence(self.texts, said))

    def command_odds(self, _: str) -> None:
        if self._board is None or self._snapshot is None or self._pages:
            super().command_odds("")
        elif not self._board.show_odds():
            self.refused(refused("no-odds", game=self._snapshot.info.game))


class LogReading(BoardHostScreen, inherit_bindings=False):
    """A table's log, back and forth whatever else is open, or all of it on a page of its own. Subclasses lay
    the logs out, and bind keys to `scroll_log`.
    """

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._talk = EventLog(id="talk")
        self._feed = SnapshotFeed(self._log, self._talk)

    @property
    def _talks_beside(self) -> bool:
        """True if the chat has a place of its own."""
        raise NotImplementedError

    def _show_header(self) -> None:
        """Shows the header, with the number of unread chat lines."""
        raise NotImplementedError

    def _word_logs(self) -> None:
        self._talk.content, self._talk.title, self._talk.beside = "talk", self.texts._("chat"), True
        self._talk.empty = self.texts._('Press " to talk to everyone here.')
        for log in (self._log, self._talk):
            log.further = self._further

    def _further(self, lines: int) -> str:
        return self.texts.ngettext("{number} newer line: Page Down", "{number} newer lines: Page Down", lines)

    def action_scroll_log(self, pages: int) -> None:
        """Shows older (-1) or newer lines (1); where there is no room, everything on a page of its own."""
        talks = self._talks_beside and self.is_typing and not self._line.text.startswith(catalogue.SLASH)
        log = self._talk if talks else self._log
        if log.is_readable:
            log.scroll(pages)
        elif pages < 0:
            self.command_log("")
        if pages < 0:
            self._ask_for_earlier()

    def command_log(self, words: str) -> None:
        """Shows the whole log; its chat has been read then."""
        self._feed.chat.read()
        self._show_header()
        super().command_log(words)
        self._ask_for_earlier()

    def _ask_for_earlier(self) -> None:
        """Asks the host, once, for what happened before the events that it keeps for those who come."""
        first, self._feed.missing = self._feed.missing, None
        if first is None:
            return
        known = len(first.past) + len(first.events)

        def add(events: tuple[Any, ...]) -> None:
            self._log.precede(events[: max(0, len(events) - known)])
            if isinstance(self.app.screen, LogScreen):
                self.app.screen.renew(earlier=True)

        request(self, self.session.port.past(self.table, first.seq), add)

    def log_paragraphs(self) -> Sequence[tuple[Part, ...]]:
        return self._log.paragraphs()

    def announce(self, text: str) -> None:
        """Shows news, and adds them to the log: the turn that begins next takes their place."""
        if text:
            self._log.add([LogItem("", text)])
        super().announce(text)

    def take_back(self, told: Iterable[str]) -> None:
        """Has the log lack news that nobody is to read any more."""
        self._log.take_back({LogItem("", one) for one in told})

    def log_keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the log, for the help page."""
        return ((self.texts._("Page Up, Down"), self.texts._("scroll the log, whatever is open; /log: all")),)

    @property
    def _reads_all(self) -> bool:
        """True while the page that shows everything is open."""
        return isinstance(self.app.screen, LogScreen)
