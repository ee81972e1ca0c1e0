"""A screen with a command line at its bottom: what to do now, a line being typed, or a question.

It is a `CommandContext` for `tui.actions.dispatch`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial

from textual.widget import Widget

from tui.actions import catalogue
from tui.actions.catalogue import ChatInput, CommandInput, UnknownInput, WrongUsage
from tui.actions.dispatch import CommandPlace, acts, run_command
from tui.actions.screens import change_mode
from tui.boards import BOARDS
from tui.host.setting_names import PLAIN
from tui.language.actions import COMMAND, TALK, Action, answer_keys, key_meant
from tui.presenters.lobby_actions import TAKE_NAME
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.log_screen import LogScreen
from tui.screens.base.session_screen import SessionScreen
from tui.widgets.command_line import CONFIRMING, CommandLine
from tui.widgets.panel import Part
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

TO_READ = 4.0
"""Seconds for which news stay, whatever is pressed."""


class LineScreen(SessionScreen, CommandPlace, inherit_bindings=False):
    """Subclasses place the line at their bottom and define what commands and chat are about."""

    def __init__(self) -> None:
        super().__init__()
        self._line = CommandLine(
            id="line",
            hint=self._hint,
            complete=self._complete,
            meant=lambda keys, text: key_meant(self.texts, keys, text),
            may_answer=self.may_act,
        )
        self._announced_until = 0.0
        """Until when news stay that are shown."""
        self._shows_why = False
        """True while what the line shows is why something was not done."""
        self._act: Callable[[], object] | None = None
        self._before_line: Widget | None = None
        """The widget that had the focus before a line was typed."""

    # For subclasses to implement

    @property
    def accent(self) -> Accent:
        """What pages over this screen have as their colour."""
        return tones.LOBBY

    @property
    def chat_hint(self) -> str:
        """Who will read the chat line being typed."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Puts the focus where it belongs when nothing is typed."""
        raise NotImplementedError

    def key_pages(self) -> Sequence[tuple[str, str]]:
        raise NotImplementedError

    def log_paragraphs(self) -> Sequence[tuple[Part, ...]]:
        """Everything that was said or has happened here, oldest first."""
        raise NotImplementedError

    # What keys act on

    @property
    def asked(self) -> Hashable:
        """What the acting keys of this screen act on: another value whenever one would do something else."""
        return None

    @property
    def question(self) -> Hashable:
        """The same, with the question that the line asks."""
        return self._token, self._line.question, self.asked

    def may_act(self) -> bool:
        """Returns whether the key that is worked on was pressed when its player had seen what it acts on; if
        not, says so.
        """
        return self.session.counts(self.note)

    def note(self, text: str) -> None:
        """Shows a sentence behind the keys, until it is removed with ''."""
        self._line.note(text)

    # Answers

    @property
    def is_typing(self) -> bool:
        return self._line.is_open

    def say(self, text: str) -> None:
        self._shows_why = False
        self._line.notice(text, palette.GOOD)

    def notice(self, text: str) -> None:
        """Shows in one line why something was not done; '' removes it, but news only after a while."""
        if text or (self._line.has_notice and self.session.port.now() >= self._announced_until):
            self._shows_why = bool(text)
            self._line.notice(text)

    def announce(self, text: str) -> None:
        """Shows news; keys that are being pressed do not remove them at once."""
        self._announced_until = self.session.port.now() + TO_READ
        self._shows_why = False
        self._line.notice(text, palette.ACCENT)

    def reasons_are_old(self) -> None:
        """Removes why something was not done, which is true no more; answers and news stay."""
        if self._shows_why:
            self._shows_why = False
            self._line.notice("")

    def takes_login_name(self, key: str) -> bool:
        """Returns whether a key was the one that gives the player the name that their client sent, if they
        may have it: it is asked for then.
        """
        taken = key in TAKE_NAME.keys and bool(self.session.port.account().login_name)
        if taken:
            run_command(self, "name")
        return taken

    def news_are_old(self) -> None:
        """Lets the next notice, or '', take the place of news."""
        self._announced_until = 0.0

    def show(self, heading: str, lines: Sequence[tuple[str, str]], game: str = "") -> None:
        accent = BOARDS[game].accent if game in BOARDS else self.accent
        self.app.push_screen(HelpScreen(heading, lines, accent), self._after_help)

    def _after_help(self, key: str | None) -> None:
        """Opens the line, if the key that closed the page does that on a screen."""
        if key in COMMAND.keys:
            self.action_command()
        elif key in TALK.keys:
            self.action_talk()

    def ask(
        self,
        question: str,
        act: Callable[[], object],
        answers: tuple[str, str] = ("", ""),
        confirming: tuple[str, ...] = CONFIRMING,
    ) -> None:
        """Asks for a confirming key; `answers` are the labels of the confirming key and of any other."""
        self._act = act
        self._remember_focus()
        self._line.ask(question, answer_keys(self.texts, answers), confirming)

    # Typing

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        """What actions with keys do, by name, but for those that do what a command of their name does."""
        return {"command": self.action_command, "talk": self.action_talk}

    def action_command(self) -> None:
        """Opens the line for a command."""
        self.open_line(catalogue.SLASH)

    def action_talk(self) -> None:
        """Opens the line for chat."""
        self.open_line()

    def open_line(self, text: str = "") -> None:
        self._remember_focus()
        self.notice("")
        self._line.open(text)

    def _remember_focus(self) -> None:
        if not self._line.is_open:
            self._before_line = self.focused

    def forget_focus(self) -> None:
        """Forgets which widget had the focus before a line was typed: it is gone; `take_focus` decides."""
        self._before_line = None

    def _hint(self, text: str) -> str:
        if not text.startswith(catalogue.SLASH):
            return self.chat_hint
        return catalogue.hint(self.texts, text, self.size.width - 2, self.current_game)

    def _complete(self, text: str) -> str:
        return catalogue.complete(self.texts, text, self.names)

    def on_command_line_closed(self) -> None:
        """Goes back: nothing was typed or confirmed."""
        self._act = None
        self.focus_back()

    def on_command_line_confirmed(self) -> None:
        """Does what was asked about."""
        act, self._act = self._act, None
        self.focus_back()
        if act:
            act()

    def focus_back(self) -> None:
        """Gives the focus back after a line or a question."""
        before, self._before_line = self._before_line, None
        if before is not None and before.focusable:
            before.focus()
        else:
            self.take_focus()

    def on_command_line_typed(self, event: CommandLine.Typed) -> None:
        if event.text.strip(catalogue.SLASH + " "):
            self.submit_line(event.text, event.counts)

    def submit_line(self, line: str, counts: bool | None = None) -> None:
        """Carries a typed line out; `counts`: whether what was asked then had been seen, if that is gone."""
        typed = catalogue.parse(self.texts, line)
        match typed:
            case ChatInput(text):
                self.command_say(text)
            case WrongUsage() if self.presses(line.strip(catalogue.SLASH + " ")):
                return
            case CommandInput(name, words) if acts(name, words) and not (
                self.may_act() if counts is None else counts
            ):
                return
            case CommandInput(name, words):
                run_command(self, name, words)
            case WrongUsage(sentence):
                self.notice(sentence)
            case UnknownInput(text):
                self.unknown(text)

    def unknown(self, text: str) -> None:
        """Answers what is no command after a slash: it may stand in the last row."""
        if self.presses(text):
            return
        self.notice(catalogue.no_such(self.texts, text))

    def presses(self, text: str) -> bool:
        """Presses that key of the last row which a line names by itself, by what it does or by its number;
        returns whether there is one.
        """
        key = key_meant(self.texts, self._line.keys, text)
        if key:
            self.app.simulate_key(key)
        return bool(key)

    def command_quit(self, _: str) -> None:
        self.ask(self.texts._("Leave crownhouse?"), self.session.leave)

    def command_plain(self, _: str) -> None:
        change_mode(self, PLAIN, self.chat_table or "")

    def command_screen(self, _: str) -> None:
        self.say(self.texts._("You're already in screen mode."))

    def command_log(self, _: str) -> None:
        """Shows the whole log."""
        self.app.push_screen(LogScreen(self.texts._("Log"), self.log_paragraphs, self.accent))

    def renew_log(self) -> None:
        """Shows on the page of the whole log what was added or taken away, if it is open."""
        if isinstance(self.app.screen, LogScreen):
            self.app.screen.renew()

    def _command_lines(self) -> Sequence[tuple[str, str]]:
        return catalogue.help_lines(self.texts, moderator=self.session.port.account().moderator)

    def command_help(self, words: str) -> None:
        """Shows the help; with a word, the commands of that topic, or what that command does."""
        texts = self.texts
        if topic := catalogue.topic_lines(texts, words, moderator=self.session.port.account().moderator):
            self.show(texts._("Help: keys and commands"), topic)
            return
        if words:
            self.say(catalogue.help_line(texts, words))
            return
        rules = (
            ("/", texts._("a line that begins with a slash is a command or, at a table, a move")),
            ('"', texts._("anything else is said to everyone here")),
        )
        pages = [*self.key_pages(), ("", ""), *rules, *self._command_lines()]
        self.show(texts._("Help: keys and commands"), pages)

    # Keys

    def press(self, key: str, offered: Iterable[Action]) -> bool:
        """Does what a key means here: what the screen has for its action, or the command that is called so.
        Returns whether it meant anything.
        """
        found = [action for action in offered if key in action.keys]
        action = found[-1] if found else None
        if action and (not action.acts or self.may_act()):
            self.keyed.get(action.name, partial(run_command, self, action.name))()
        return action is not None
