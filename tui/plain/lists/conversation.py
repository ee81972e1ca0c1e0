"""The conversation of plain mode with its player: sentences, numbered lists, and yes-or-no questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from msgspec import UNSET

from tui.host.port import ChatLine
from tui.language.actions import Action
from tui.language.host_lines import spoken
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.plain.context import PlainContext

REMEMBERED = 2000
"""The number of sentences that `log` can repeat."""


class NumberedOption(NamedTuple):
    """A line of a numbered list, and what choosing it does."""

    text: str
    act: Callable[[], object]
    note: str = ""
    """What that means: shown once, and when the list is asked for."""
    names: frozenset[str] = frozenset()
    """What may be typed for it besides its number and its text: words in small letters, keys as they are."""

    def is_meant(self, typed: str) -> bool:
        """Returns whether that is all of its text, with its note or without, or another name of it."""
        said = typed.casefold()
        named = (said if len(typed) > 1 else typed) in self.names
        return named or said in {self.text.casefold(), f"{self.text}: {self.note}".casefold()}


def option_of(texts: Texts, action: Action, act: Callable[[], object]) -> NumberedOption:
    """Returns what a key of the screen does, which may be typed by that key, too."""
    return NumberedOption(texts.of(action.label), act, names=frozenset(action.keys))


class NumberedList(NamedTuple):
    """A list that was shown."""

    question: str
    options: tuple[NumberedOption, ...]


class Happened(NamedTuple):
    """What was told here; `about`: the talk or the news that it tells."""

    text: str
    about: object = None


class Conversation:
    """Shows sentences, and keeps the list and the question that the next line may answer."""

    def __init__(self, session: PlainContext) -> None:
        self._session = session
        self._lists: list[NumberedList] = []
        """The list that numbers refer to, after the lists that led to it."""
        self._act: Callable[[], object] | None = None
        """Called after a yes."""
        self._asked = ""
        """The question that it answers."""
        self._token, self._changes = object(), 0
        """How often something else was asked here."""
        self._happened: deque[Happened] = deque(maxlen=REMEMBERED)

    @property
    def session(self) -> PlainContext:
        """The session: its host, language and output."""
        return self._session

    def look(self) -> None:
        """Shows how things stand."""
        raise NotImplementedError

    @property
    def texts(self) -> Texts:
        """The texts in the player's language."""
        return self.session.texts

    def say(self, text: str) -> None:
        """Shows an answer in one line."""
        self.session.output.say(text)

    def notice(self, text: str) -> None:
        """Shows in one line why something was not done."""
        self.say(text)

    def show(self, heading: str, lines: Sequence[tuple[str, str]], game: str = "") -> None:  # noqa: ARG002  (as on the screen)
        """Shows a page: a heading, and lines of a term and its meaning."""
        self.say(f"{heading}:")
        for left, right in lines:
            if left or right:
                self.say((" " if left.endswith(".") else ": ").join(filter(None, (left, right))))

    def happened(self, text: str, about: object = None, *, say: bool = True) -> None:
        """Shows an event and keeps it for `log`."""
        self._happened.append(Happened(text, about))
        if say:
            self.say(text)

    def talked(self, speaker: str, line: ChatLine) -> None:
        if line.host is UNSET:
            self.happened(self.texts._("{name} says: {text}", name=speaker, text=line.text), line)
        else:
            self.happened(f"{speaker} {spoken(self.texts, line)}.", line)

    def take_back(self, is_meant: Callable[[object], bool]) -> None:
        """Keeps talk or news no longer that nobody is to read any more."""
        kept = (one for one in self._happened if not is_meant(one.about))
        self._happened = deque(kept, self._happened.maxlen)

    # Lists and questions

    @property
    def question(self) -> Hashable:
        """What a line answers now, as in `tui.wire.line.questions`."""
        return self._token, self._changes

    def offer(self, listed: NumberedList | None, *, full: bool = False) -> None:
        """Shows a list in place of any list before; `full`: with all notes, because it was asked for. To a
        player who wants no prompts, others are not shown, only their question.
        """
        self._lists = [listed] if listed else []
        self._changes += 1
        if full or self.session.prompts:
            self._show_list(full=full)
        elif listed and listed.question:
            self.say(listed.question)

    def narrow(self, listed: NumberedList) -> None:
        """Shows a list of narrower choices; `back` returns to the list before."""
        self._lists.append(listed)
        self._changes += 1
        self._show_list()

    def _show_list(self, *, full: bool = False) -> None:
        if not self._lists:
            return
        known = self.session.known
        question, options = self._lists[-1]
        if question:
            self.say(question)
        for number, option in enumerate(options, start=1):
            says_note = option.note and (full or option.text not in known)
            self.say(f"{number}: {option.text}" + (f": {option.note}" if says_note else ""))
            known.add(option.text)
        if len(self._lists) > 1:
            back = self.texts._("back")
            self.say(f"0: {back}")

    @property
    def listed(self) -> NumberedList | None:
        return self._lists[-1] if self._lists else None

    def ask(self, question: str, act: Callable[[], object]) -> None:
        """Asks a question; `act` is called after a yes, which is 1 for those who answer by number."""
        self._act, self._asked = act, self.texts._("{question} Yes or no?", question=question)
        self._changes += 1
        self.say(self._asked)

    @property
    def _yes(self) -> frozenset[str]:
        return spellings(self.texts.pgettext("typed answer", "yes|y")) | {"yes", "y", "1"}

    @property
    def _no(self) -> frozenset[str]:
        return spellings(self.texts.pgettext("typed answer", "no|n")) | {"no", "n", "0", "2"}

    def _answer(self, act: Callable[[], object], text: str) -> bool:
        """Returns whether the line answered the question; any other line has its usual meaning."""
        word = text.casefold()
        if (not word or word in self._yes | self._no) and not self.session.counts(self.notice):
            self._act = act
            return True
        if word in self._yes:
            act()
            return True
        self.say(self.texts._("Cancelled."))
        return word in self._no or not word

    def anew(self) -> None:
        """Says how things stand, and the question that waits."""
        self.look()
        if self._act:
            self.say(self._asked)

    def again(self) -> None:
        """Shows the list again; without one, how things stand."""
        if self._lists:
            self._show_list(full=True)
        else:
            self.look()
