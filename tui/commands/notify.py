"""The command about notices while the player is away: where they go, and whether they are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.commands import catalogue
from tui.host.pictures import NoticeChoice
from tui.language import away_notices
from tui.language.texts import Texts

OFF = "off"


def notify(context: CommandContext, words: str) -> None:
    """Shows where notices go, has a code sent to a recipient, takes the code, or ends notices."""
    session = context.session
    port, texts = session.port, session.texts
    match words.split():
        case []:
            request(context, port.notices(), lambda choice: _show(context, choice))
        case [word] if word.casefold() == OFF:
            stopped = away_notices.stopped(texts)
            request(context, port.stop_notices(), lambda _: context.say(stopped))
        case [word, code] if word.casefold() == OFF:
            stopped = away_notices.place_stopped(texts)
            request(context, port.stop_notices_of(code), lambda _: context.say(stopped))
        case [code]:
            done = port.confirm_notices(code)
            request(context, done, lambda choice: context.say(away_notices.chosen(texts, choice)))
        case [service, recipient]:
            sent = away_notices.code_sent(texts, recipient, _command(texts))
            asked = port.send_notices_to(service, recipient, texts.language)
            request(context, asked, lambda _: context.say(sent))
        case _:
            context.notice(catalogue.form(texts, catalogue.COMMANDS["notify"]))


def _show(context: CommandContext, choice: NoticeChoice) -> None:
    """Shows a page, or one line where there is nothing to choose."""
    texts = context.session.texts
    said = away_notices.chosen(texts, choice)
    ways = away_notices.ways(texts, choice, _command(texts))
    if ways:
        context.show(texts._("Notices while you are away"), (("", said), ("", ""), *ways))
    else:
        context.say(said)


def _command(texts: Texts) -> str:
    return catalogue.SLASH + catalogue.word(texts, "notify")


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"notify": notify})
