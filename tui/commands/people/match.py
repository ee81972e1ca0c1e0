"""The command to play with others now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.boards import PLAYABLE
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts
from tui.presenters.deep_links import NO_BOTS

PEOPLE = NC_("typed search", "people")
"""The word for a search without bots."""


def match(context: CommandContext, words: str) -> None:
    """Looks for a game: of the kind named, with people alone if that is said."""
    texts, typed = context.session.texts, words.casefold().split()
    alone = without_bots(texts)
    games = [word for word in typed if word not in alone]
    wrong = next((word for word in games if word not in PLAYABLE), "")
    if wrong or len(games) > 1:
        named = ", ".join(PLAYABLE)
        context.notice(
            texts._("There is no game called {word} here: {games}.", word=wrong or words, games=named)
        )
        return
    search = context.session.port.match(games[0] if games else None, len(games) == len(typed))
    request(context, search, context.session.go_table)


def without_bots(texts: Texts) -> frozenset[str]:
    """Returns the words for a search without bots."""
    return frozenset((NO_BOTS, "people", *spellings(texts.of(PEOPLE))))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"match": match})
