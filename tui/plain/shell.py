"""A place in plain mode, the lobby or a table: how a line is read there.

A place is the `CommandContext` of typed commands (`tui.actions.dispatch`). A line is, in this order: the
answer to a question, a number of the list, a move that can be made now, a word of plain mode, a command of
`tui.actions` (with or without its slash), the words with which an option of the list begins. Chat begins
with a quotation mark or "say".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeVar

from engine.game import quoted
from tui.actions import catalogue
from tui.actions.catalogue import ChatInput, CommandInput, UnknownInput, WrongUsage
from tui.actions.context import WithWords
from tui.actions.dispatch import CommandPlace, acts, run_command
from tui.actions.registry import ACTIONS
from tui.actions.screens import change_mode
from tui.host.port import Release
from tui.host.session_scope import SessionScope
from tui.language.spelling import PlainWord, shown, spellings
from tui.plain import words
from tui.plain.context import PlainContext
from tui.plain.lists.conversation import Conversation, NumberedList
from tui.presenters.player_session import unread_name_note

T = TypeVar("T")
TALK = "\"'"
"""A line that begins with one of these is chat."""
TOLD_AGAIN = 10
TELLING = 3
"""Letters that a word needs to be looked for in the middle of a list's lines."""


class Shell(Conversation, CommandPlace):
    """Subclasses define what can be looked at, what commands are about, and where chat goes."""

    words: ClassVar[tuple[PlainWord, ...]] = ()
    """The words that have a meaning here."""

    def __init__(self, session: PlainContext) -> None:
        super().__init__(session)
        self._scope = SessionScope()

    # For subclasses to implement

    def enter(self) -> None:
        raise NotImplementedError

    @property
    def is_ready(self) -> bool:
        """True if a snapshot has come."""
        raise NotImplementedError

    @property
    def is_asked(self) -> bool:
        """True if a question to the player is open here."""
        return False

    @property
    def main_commands(self) -> tuple[str, ...]:
        """The commands that matter most here."""
        raise NotImplementedError

    def options(self) -> NumberedList | None:
        """Returns what can be chosen by number now; None: nothing."""
        raise NotImplementedError

    def complete(self, line: str) -> str:
        """Returns the line with its last word completed as far as it is unambiguous."""
        word, blank, _ = line.partition(" ")
        if blank and word.casefold() in catalogue.by_word(self.texts.language):
            done = catalogue.complete(self.texts, catalogue.SLASH + line, self.names)
            return done.removeprefix(catalogue.SLASH)
        if blank or line.startswith(catalogue.SLASH):
            return catalogue.complete(self.texts, line, self.names)
        known = [shown(self.texts.of(word.word)) for word in self.words]
        orders = [catalogue.word(self.texts, name) for name in catalogue.COMMANDS]
        return catalogue.completed(line, dict.fromkeys([*known, *orders]))

    def plays(self, text: str) -> bool:
        """Makes the move that a line means, if it can be made now; returns whether it was made."""
        del text
        return False

    def said(self, typed: str) -> bool:
        """Shows what a word of the game is about; returns whether it is one."""
        del typed
        return False

    def not_understood(self, text: str) -> None:
        """Answers a line that has no meaning here."""
        word = quoted(text.partition(" ")[0])
        near = catalogue.nearest(self.texts, text).removeprefix(catalogue.SLASH)
        if near:
            self.notice(
                self.texts._("{word} isn't a command here. Did you mean {near}?", word=word, near=near)
            )
        else:
            texts = self.texts
            said = texts._(
                "{word} isn't a command here. {help} lists them; to talk, use {say}.",
                word=word,
                help=words.help_word(texts),
                say=catalogue.word(texts, "say"),
            )
            self.notice(said)

    def name_note(self) -> str:
        """The first time it is called in a session: which name the player has got; '': they chose it."""
        word = catalogue.word(self.texts, "name")
        usage = self.texts.of(catalogue.COMMANDS["name"].usage).strip("[]")
        return unread_name_note(self.session, f"{word} {usage}", word)

    # Commands

    def leave(self) -> None:
        """Leaves the place: nothing is followed any more."""
        self._scope.close()

    def keep(self, release: Release) -> Release:
        """Keeps a subscription until the player leaves this place or the session ends."""
        return self._scope.keep(self.session.keep(release))

    def listener(self, handler: Callable[[T], None]) -> Callable[[T], None]:
        """Returns a listener that calls `handler` in the session's own queue while the player is here."""
        session = self.session

        def heard(snapshot: T) -> None:
            session.post(lambda: handler(snapshot) if session.is_at(self) else None)

        return heard

    # Lines

    def submit_line(self, line: str) -> None:
        text = " ".join(line.split())
        act, self._act = self._act, None
        if act and self._answer(act, text):
            return
        if not text:
            self.again()
        elif text[0] in TALK:
            self.command_say(text[1:].strip())
        elif text == "?":
            run_command(self, "help")
        elif text.isdecimal():
            self._choose(text)
        elif text.startswith(catalogue.SLASH):
            self._order(text)
        elif not (self.plays(text) or self._choose_by_words(text, whole=True) or self._said(text)):
            self._order(catalogue.SLASH + text)

    def _choose(self, text: str) -> None:
        listed, number = self.listed, int(text[:4])
        if listed is None:
            self.notice(self.texts._("There is no numbered list right now."))
        elif not self.session.counts(self.notice):
            return
        elif number == 0:
            self.word_back("")
        elif number > len(listed.options):
            self.notice(self.texts._("The list has no number {number}.", number=number))
        else:
            listed.options[number - 1].act()

    def _choose_by_words(self, text: str, *, whole: bool = False) -> bool:
        """Chooses the option with this text or name or, unless that has to be the `whole`, the only one whose
        text begins with these words, or else has them; of several with a name, or that begin so, lists them.
        Returns whether there is one.
        """
        options = self.listed.options if self.listed else ()
        said = re.compile(rf"\b{re.escape(text.casefold())}\b")
        found = [one for one in options if one.is_meant(text)]
        begun = [] if whole else [one for one in options if said.match(one.text.casefold())]
        if not whole:
            found = found or begun
            if len(text) >= TELLING:
                found = found or [one for one in options if said.search(one.text.casefold())]
        if len(found) > 1 and self.listed and (found == begun or all(text in one.names for one in found)):
            self.narrow(NumberedList(self.listed.question, tuple(found)))
            return True
        if len(found) != 1:
            return False
        if self.session.counts(self.notice):
            found[0].act()
        return True

    def _said(self, text: str) -> bool:
        """Handles a line that begins with a word of this place; returns whether it did."""
        typed, _, rest = text.partition(" ")
        if not rest and self.said(typed):
            return True
        word = words.find(self.texts, self.words, typed)
        if word is None or (rest and not self.texts.of(word.usage)):
            return False
        if word.name in words.READING or self.session.counts(self.notice):
            self.meanings[word.name](rest)
        return True

    def _order(self, text: str) -> None:
        match catalogue.parse(self.texts, text):
            case CommandInput(name, rest) if acts(name, rest) and not self.session.counts(self.notice):
                return
            case CommandInput(name, rest):
                run_command(self, name, rest)
            case WrongUsage(sentence):
                self.notice(sentence)
            case UnknownInput(unknown):
                if not (self.plays(unknown) or self._choose_by_words(unknown)):
                    self.not_understood(unknown)
            case ChatInput(talk):
                self.command_say(talk)

    # Words

    @property
    def meanings(self) -> Mapping[str, WithWords]:
        """What is done with each of `words`, by its name."""
        return {
            "look": lambda _: self.look(),
            "list": self.word_list,
            "back": self.word_back,
            "log": self.command_log,
            "commands": self.word_commands,
        }

    def word_list(self, _: str) -> None:
        """Shows the numbered list with all notes."""
        self.offer(self.options(), full=True)
        if not self._lists:
            self.say(self.texts._("There is no numbered list right now."))

    def word_back(self, _: str) -> None:
        """Shows the list before."""
        if len(self._lists) > 1:
            self._lists.pop()
            self._changes += 1
        self.again()

    def command_log(self, rest: str) -> None:
        """Repeats the last events; `rest` is the number of lines, or the word for all."""
        texts, everything = self.texts, len(self._happened)
        every = texts.pgettext("typed answer", "all")
        named = rest.casefold() in {"all", *spellings(every)}
        if named and self.asks_for_earlier(lambda: self.command_log(rest)):
            return
        if rest and not (named or rest.isdecimal()):
            self.notice(ACTIONS["log"].form(texts))
            return
        number = everything if named else int(rest[:4]) if rest.isdecimal() else TOLD_AGAIN
        for told in list(self._happened)[-number:] if number else ():
            self.say(told.text)
        if not everything:
            self.say(texts._("Nothing has happened here yet."))
        elif number < everything:
            word = " ".join((shown(texts.of(words.LOG.word)), shown(every)))
            self.say(
                texts._(
                    "These were {number} of {all} lines; {log} shows all of them.",
                    number=number,
                    all=everything,
                    log=word,
                )
            )

    def asks_for_earlier(self, done: Callable[[], None]) -> bool:
        """Asks the host for what happened before, if that is missing; `done` is called when it is there."""
        del done
        return False

    def word_commands(self, _: str) -> None:
        texts = self.texts
        known = catalogue.help_lines(texts, moderator=self.session.port.account().moderator)
        lines = [(form.removeprefix(catalogue.SLASH), what) for form, what in known]
        self.show(texts._("Commands"), lines)

    # Commands that every context handles in its own way

    def command_quit(self, _: str) -> None:
        self.session.leave()

    def command_plain(self, _: str) -> None:
        self.say(self.texts._("You're already in plain mode."))

    def command_screen(self, _: str) -> None:
        if self.session.shows_screens:
            change_mode(self, "", self.chat_table or "")
        else:
            self.notice(
                self.texts._("This terminal can't show the screen: connect with  ssh -t  from one that can.")
            )
