"""Commands about what players send each other: messages and invitations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import catalogue
from tui.commands.context import CommandContext, request, require_table
from tui.language.texts import Texts


def tell(context: CommandContext, words: str) -> None:
    """Writes to one player."""
    texts = context.session.texts
    name, _, text = words.partition(" ")
    if not text:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["tell"]))
        return

    request(
        context,
        context.session.port.tell(name, text),
        lambda here: context.say(told_words(texts, name, text, here=here)),
    )


def told_words(texts: Texts, name: str, text: str, *, here: bool) -> str:
    """Returns what came of a message."""
    if here:
        return texts._("You to {name}: {text}", name=name, text=text)
    return texts._("{name} is away and reads it later.", name=name)


def invite(context: CommandContext, words: str) -> None:
    """Invites somebody to the table that is meant, or to the one named."""
    texts = context.session.texts
    table, _, name = words.rpartition(" ")
    if not table:
        current = require_table(context)
        if current is None:
            return
        table = current.id

    request(
        context,
        context.session.port.invite(table, name),
        lambda here: context.say(invited_words(texts, name, here=here)),
    )


def invited_words(texts: Texts, name: str, *, here: bool) -> str:
    """Returns what came of an invitation."""
    if here:
        return texts._("{name} has your invitation.", name=name)
    return texts._("{name} is away and gets your invitation later.", name=name)


def messages(context: CommandContext, _: str) -> None:
    """Shows what the player was sent since they came, the newest last."""
    texts, received = context.session.texts, context.session.received
    if received:
        context.show(texts._("Messages and invitations"), [("", words) for words in received])
    else:
        context.say(texts._("Nobody has written to you since you came."))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {"tell": tell, "invite": invite, "messages": messages}
)
