"""Commands about other players: who is here, whom to ignore."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from tui.commands.context import CommandContext, request
from tui.host.port import TableInfo
from tui.host.table_search import ALL_TABLES
from tui.language.texts import Texts


def who(context: CommandContext, _: str) -> None:
    """Lists everybody who is here, and the tables they sit at."""
    port, texts = context.session.port, context.session.texts
    people, places = port.people(), _places(port.find_tables(ALL_TABLES).tables)
    heading = texts.ngettext("{number} person here", "{number} people here", len(people))
    context.show(heading, [(name, _where(texts, name, port.name, places.get(name, ()))) for name in people])


def _places(tables: Iterable[TableInfo]) -> Mapping[str, Sequence[str]]:
    """Returns the names of the tables at which each player sits, by the player's name."""
    places: dict[str, list[str]] = {}
    for table in tables:
        for name in {seat.name for seat in table.seats} if table.stage != "over" else ():
            places.setdefault(name, []).append(table.name)
    return places


def _where(texts: Texts, name: str, you: str, tables: Iterable[str]) -> str:
    who = [texts._("you")] if name == you else []
    return ", ".join([*who, *(texts._("at {table}", table=table) for table in tables)])


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
