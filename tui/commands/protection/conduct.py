"""`/conduct`: the rules of conduct, and the question to a newcomer whether they accept them."""

from __future__ import annotations

from tui.actions.context import CommandContext, request
from tui.host.moderation import Conduct
from tui.language import moderation_words as words_of


def conduct(context: CommandContext, _: str) -> None:
    """Shows the rules of conduct."""
    session = context.session
    request(context, session.port.conduct(session.texts.language), lambda found: _show(context, found))


def ask(context: CommandContext) -> None:
    """Shows the rules to somebody who has not accepted them, and asks whether they do; guests only read
    them.
    """
    session = context.session
    request(context, session.port.conduct(session.texts.language), lambda found: _ask(context, found))


def _show(context: CommandContext, found: Conduct) -> None:
    texts = context.session.texts
    lines = found.lines or words_of.conduct(texts)
    context.show(texts._("Rules of conduct"), [("", line) for line in lines])


def _ask(context: CommandContext, found: Conduct) -> None:
    session, texts = context.session, context.session.texts
    if session.port.account().guest:
        context.say(texts._("This host has rules of conduct: /conduct shows them."))
        return

    def accept() -> None:
        request(context, session.port.accept_conduct(found.version))

    context.ask(texts._("Do you accept the rules of conduct?"), accept)
    _show(context, found)
