"""What is shown by itself: a new letter, the question to a newcomer, and to moderators that reports wait."""

from __future__ import annotations

from collections.abc import Sequence

from tui.actions.context import CommandContext, request
from tui.actions.moderation import conduct_rows
from tui.host.moderation import Conduct, Letter
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
            request(context, session.port.letters(), lambda found: _tell(context, found))
        elif waiting.conduct and not self._asked:
            self._asked = True
            work = session.port.conduct(session.texts.language)
            request(context, work, lambda found: _ask(context, found))
        if waiting.reports > self._reports:
            context.say(words_of.waits(session.texts, waiting.reports))
        self._reports = waiting.reports


def _tell(context: CommandContext, found: Sequence[Letter]) -> None:
    """Shows the newest letter; the others can be read by the command."""
    texts = context.session.texts
    if found:
        context.show(texts._("A letter to you"), list(words_of.letter_lines(texts, found[-1])))


def _ask(context: CommandContext, found: Conduct) -> None:
    """Shows the rules to somebody who has not accepted them, and asks whether they do; guests only read
    of them.
    """
    session, texts = context.session, context.session.texts
    if session.port.account().guest:
        context.say(texts._("This host has rules of conduct: /conduct shows them."))
        return
    context.ask(
        texts._("Do you accept the rules of conduct?"),
        lambda: request(context, session.port.accept_conduct(found.version)),
    )
    context.show(texts._("Rules of conduct"), conduct_rows(texts, found))
