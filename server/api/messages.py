"""What the host says to a program, as JSON values: the greeting, pictures, refusals in words.

Data goes out as `engine.codec` encodes it; sentences are those that the screens show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

from msgspec import inspect

from engine import codec
from engine.game import AnyGame, Refused
from tui.host.pictures import Account, ChatLine, TableInfo, TableSnapshot
from tui.language import notices
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text

PROTOCOL = 1
"""Grows when a program that was right before would not be any more."""
_NOT_NEWS = ("past", "chat")

Json = Mapping[str, Any]


def greeting(account: Account, home: str | None, games: Mapping[str, AnyGame], now: float) -> Json:
    """The first line of all."""
    return {
        "hello": {
            "protocol": PROTOCOL,
            "host": "crownhouse",
            "version": _version(),
            "name": account.name,
            "guest": account.guest,
            "home": home,
            "now": now,
            "games": [_game(game) for game in games.values()],
        }
    }


@cache
def _version() -> str:
    return version("crownhouse")


def _game(game: AnyGame) -> Json:
    return {
        "key": game.key,
        "rules": game.rules_version,
        "seats": [game.seats[0], game.seats[-1]],
        "secrets": game.secrets,
        "bots": list(game.bots),
        "odds": game.odds_calculator is not None,
        "options": {field.name: _option(field) for field in _fields(game.Options)},
    }


def _fields(options: type) -> Sequence[inspect.Field]:
    kind = inspect.type_info(options)
    return kind.fields if isinstance(kind, inspect.StructType) else ()


def _option(field: inspect.Field) -> Json:
    """The default, and what else an option may be: one of `values`, or from `least` to `most`."""
    match field.type:
        case inspect.LiteralType(values=values):
            return {"default": field.default, "values": list(values)}
        case inspect.BoolType():
            return {"default": field.default, "values": [False, True]}
        case inspect.IntType(ge=least, le=most):
            return {"default": field.default, "least": least, "most": most}
    return {"default": field.default}


def news(picture: TableSnapshot) -> Json:
    """What a picture of a table says, without what was before and what people said."""
    return {name: getattr(picture, name) for name in picture.__struct_fields__ if name not in _NOT_NEWS}


def new_lines(before: Sequence[ChatLine], after: Sequence[ChatLine]) -> Sequence[ChatLine]:
    """What was said since: the lines of a window that moved on. A window that is another one, as
    when somebody is ignored, is all new.
    """
    if before == after:
        return ()
    for overlap in range(min(len(before), len(after)), 0, -1):
        if before[len(before) - overlap :] == after[:overlap]:
            return after[overlap:]
    return after


def refusal(texts: Texts, refused: Refused, table: TableInfo | None) -> Json:
    """Why not: for programs the code, for people the sentence a screen would show."""
    return {"code": refused.code, "params": refused.params, "text": _sentence(texts, refused, table)}


def _sentence(texts: Texts, refused: Refused, table: TableInfo | None) -> str:
    """As the board of the table says it, or the house."""
    from tui.boards import BOARDS  # the boards come with Textual, and most commands need neither
    from tui.boards.kit.board import names_of

    board = BOARDS.get(table.game) if table else None
    own = board.refusal(texts, names_of(texts, table.seats), refused) if board and table else None
    return own or any_refusal_text(texts, refused)


def fault(texts: Texts) -> Json:
    """Something broke here, and it is nobody's fault but ours."""
    return {"text": notices.failed(texts)}


def goodbye(texts: Texts, reason: str) -> Json:
    """The last line where the host ends the session."""
    return {"goodbye": {"reason": reason, "text": notices.goodbye(texts, reason)}}


def encode(value: Json) -> bytes:
    """One line."""
    return codec.encode(value) + b"\n"
