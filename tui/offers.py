"""What the lobby offers to open: the games of the house, their seats and their choices, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from msgspec import structs

from engine.game import AnyGame
from tui.boards import BOARDS, PLAYABLE
from tui.texts import Texts

Worded = Callable[[Texts], str]

OPTIONS: Mapping[str, Worded] = MappingProxyType({"edition": lambda texts: texts._("Rules")})
VALUES: Mapping[tuple[str, str], Worded] = MappingProxyType(
    {
        ("edition", "de"): lambda texts: texts._("German edition"),
        ("edition", "en"): lambda texts: texts._("English edition"),
    }
)


class Choice(NamedTuple):
    """An option of a game, by name, with what it can be; the usual value first."""

    option: str
    values: tuple[str, ...]


class Offer(NamedTuple):
    """A game that can be opened."""

    game: str
    seats: Sequence[int]
    choices: tuple[Choice, ...]


@cache
def offers() -> tuple[Offer, ...]:
    """Every game that can be played here, in the order of the house."""
    return tuple(Offer(game.key, game.seats, _choices(game)) for game in PLAYABLE.values())


def _choices(game: AnyGame) -> tuple[Choice, ...]:
    """The options that are a choice among a few words."""
    fields = structs.fields(game.Options)
    return tuple(_choice(field) for field in fields if _words(field.type))


def _choice(field: Any) -> Choice:
    others = [value for value in _words(field.type) if value != field.default]
    return Choice(field.name, (field.default, *others))


def _words(kind: Any) -> tuple[str, ...]:
    values = get_args(kind)
    return values if values and all(isinstance(value, str) for value in values) else ()


def title(texts: Texts, game: str) -> str:
    """What a game is called."""
    return BOARDS[game].title(texts) if game in BOARDS else game


def option_word(texts: Texts, option: str) -> str:
    """What an option is called."""
    return OPTIONS[option](texts) if option in OPTIONS else option


def value_word(texts: Texts, option: str, value: str | int) -> str:
    """What a value of an option is called."""
    worded = VALUES.get((option, str(value)))
    return worded(texts) if worded else str(value)
