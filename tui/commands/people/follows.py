"""Commands about following: whom the player follows, and where they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from tui.commands.context import CommandContext, request
from tui.commands.people.finding import places_of
from tui.host.pictures import FollowedPlayer
from tui.host.port import Port
from tui.host.table_search import ALL_TABLES
from tui.language.texts import Texts


def follow(context: CommandContext, words: str) -> None:
    """Follows a player."""
    session = context.session
    said = follow_words(session.texts, words, on=True)
    request(context, session.port.follow(words, True), lambda _: context.say(said))


def unfollow(context: CommandContext, words: str) -> None:
    """Follows a player no longer."""
    session = context.session
    said = follow_words(session.texts, words, on=False)
    request(context, session.port.follow(words, False), lambda _: context.say(said))


def follow_words(texts: Texts, name: str, *, on: bool) -> str:
    """Returns that the player follows somebody now, or no longer."""
    if on:
        return texts._("You follow {name} now: /following shows where they play.", name=name)
    return texts._("You no longer follow {name}.", name=name)


def following(context: CommandContext, _: str) -> None:
    """Lists whom the player follows: who is here, where they play, who follows back."""
    request(context, context.session.port.following(), lambda found: _show(context, found))


def _show(context: CommandContext, found: Sequence[FollowedPlayer]) -> None:
    texts = context.session.texts
    if not found:
        context.say(nobody_followed(texts))
        return
    here = sum(one.here for one in found)
    heading = texts.ngettext(
        "You follow {number} player, {here} here",
        "You follow {number} players, {here} here",
        len(found),
        here=here,
    )
    context.show(heading, followed_rows(texts, found, context.session.port))


def nobody_followed(texts: Texts) -> str:
    """Returns that the player follows nobody."""
    return texts._("You follow nobody yet: /follow NAME begins.")


def followed_rows(texts: Texts, found: Sequence[FollowedPlayer], port: Port) -> list[tuple[str, str]]:
    """Returns each followed player with where they are, as far as this player may know."""
    places = places_of(port.find_tables(ALL_TABLES).tables)
    return [(one.name, _about(texts, one, places.get(one.name, ()))) for one in found]


def _about(texts: Texts, one: FollowedPlayer, tables: Iterable[str]) -> str:
    where = [texts._("at {table}", table=table) for table in tables] if one.here else []
    here = texts._("here") if one.here else texts._("away")
    back = [texts._("follows you")] if one.back else []
    return ", ".join([*(where or [here]), *back])


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {"follow": follow, "unfollow": unfollow, "following": following}
)
