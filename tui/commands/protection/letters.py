"""`/letters` and `/answer`: what the host has to say to a player, and what the player says to that.

A new letter is shown by itself: `look` is called when a session begins and when something waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions.context import CommandContext, request
from tui.commands.protection import conduct
from tui.host.moderation import Letter
from tui.language import moderation_words as words_of
from tui.language.texts import Texts


def letters(context: CommandContext, _: str) -> None:
    """Shows all letters to the player."""
    request(context, context.session.port.letters(), lambda found: _show(context, found))


def answer(context: CommandContext, words: str) -> None:
    """Answers the last decision about the player."""
    done = context.session.texts._("The moderators will read your answer.")
    request(context, context.session.port.answer_letter(words), lambda _: context.say(done))


def _show(context: CommandContext, found: Sequence[Letter]) -> None:
    texts = context.session.texts
    if found:
        context.show(texts._("Letters"), _lines(texts, found))
    else:
        context.say(texts._("There are no letters to you."))


def _lines(texts: Texts, found: Sequence[Letter]) -> list[tuple[str, str]]:
    return [line for one in found for line in words_of.letter_lines(texts, one)]


class WaitingNews:
    """What has been told of what waits for a player, in one session."""

    def __init__(self) -> None:
        self._reports = 0
        self._asked = False

    def look(self, context: CommandContext) -> None:
        """Shows a letter that nobody has read, asks a newcomer about the rules of conduct, and tells a
        moderator of new reports.
        """
        session = context.session
        waiting = session.port.waiting()
        if waiting.letter:
            known = session.port.now()
            request(context, session.port.letters(), lambda found: self._tell(context, found, known))
        elif waiting.conduct and not self._asked:
            self._asked = True
            conduct.ask(context)
        if waiting.reports > self._reports:
            context.say(words_of.waits(session.texts, waiting.reports))
        self._reports = waiting.reports

    def _tell(self, context: CommandContext, found: Sequence[Letter], known: float) -> None:
        """Shows the newest letter; the others can be read by the command."""
        del known
        texts = context.session.texts
        if found:
            context.show(texts._("A letter to you"), _lines(texts, found[-1:]))
