"""Commands about other players: who is here, whom to ignore."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands.context import CommandContext, request
from tui.host.port import LobbySnapshot
from tui.language.texts import Texts


def who(context: CommandContext, _: str) -> None:
    """Lists everybody who is here, and the tables they sit at."""
    seen: list[LobbySnapshot] = []
    release = context.session.port.follow_lobby(seen.append)
    release()
    texts = context.session.texts
    people = seen[0].people
    heading = texts.ngettext("{number} person here", "{number} people here", len(people))
    context.show(heading, [(name, _where(texts, seen[0], name)) for name in people])


def _where(texts: Texts, lobby: LobbySnapshot, name: str) -> str:
    you = [texts._("you")] if name == lobby.you else []
    tables = [
        table.name
        for table in lobby.tables
        if table.stage != "over" and any(seat.name == name for seat in table.seats)
    ]
    return ", ".join([*you, *(texts._("at {table}", table=table) for table in tables)])


def ignore(context: CommandContext, words: str) -> None:
    """Ignores a player, or no longer; without a name, lists who is ignored."""
    port, texts = context.session.port, context.session.texts
    ignored = port.account().ignored
    if not words:
        names = ", ".join(ignored)
        said = (
            texts._("You are ignoring: {names}", names=names)
            if names
            else texts._("You aren't ignoring anyone.")
        )
        context.say(said)
        return
    on = words.casefold() not in {name.casefold() for name in ignored}
    answer = (
        texts._("You are ignoring {name}; the same command ends it.", name=words)
        if on
        else texts._("You are no longer ignoring {name}.", name=words)
    )
    request(context, port.ignore(words, on), lambda _: context.say(answer))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"who": who, "ignore": ignore})
