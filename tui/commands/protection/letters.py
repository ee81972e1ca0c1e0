"""What is shown by itself: a new letter, the question to a newcomer, and to moderators that reports wait."""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions.context import CommandContext, request
from tui.commands.protection import conduct
from tui.host.moderation import Letter
from tui.language import moderation_words as words_of


class WaitingNews:
    """What has been told of what waits for a player, in one session. `look` is called when it begins and when
    something waits.
    """

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
            context.show(texts._("A letter to you"), list(words_of.letter_lines(texts, found[-1])))
