"""The messages of a host to a program, as JSON values: the greeting, snapshots, refusals.

Data is encoded as in `engine.codec`; sentences are those that screens show.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import version

from msgspec.structs import fields

from engine import codec
from engine.bot_ratings import MEASURED
from engine.game import AnyGame, Refused
from engine.options import possible
from server.telemetry.logs import reference
from tui.actions.answers import Json
from tui.boards import BOARDS
from tui.host.pictures import TableInfo
from tui.host.port import Port
from tui.host.session import GoodbyeReason
from tui.language import notices
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text

PROTOCOL = 1
"""The version of the protocol. It grows when a correct program would no longer be correct."""


def greeting(port: Port, games: Mapping[str, AnyGame], host: Json) -> Json:
    """Return the first line of a session; `host` is said of the host beside what all programs are told."""
    account = port.account()
    return {
        "hello": {
            "protocol": PROTOCOL,
            "host": "crownhouse",
            "version": _version(),
            "name": account.name,
            "guest": account.guest,
            "home": port.home(),
            "now": port.now(),
            **({"login_name": account.login_name} if account.login_name else {}),
            **({"conduct": True} if port.waiting().conduct else {}),
            "games": [_game(game) for game in games.values()],
            **host,
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
        "minutes": BOARDS[game.key].minutes if game.key in BOARDS else None,
        "secrets": game.secrets,
        "bots": list(game.opponents.words or game.opponents.bots.values()),
        "opponents": dict(game.opponents.bots),
        "bot_ratings": {bot: rating._asdict() for bot, rating in MEASURED.get(game.key, {}).items()},
        "odds": game.odds_calculator is not None,
        "lesson": game.lesson is not None,
        "options": {
            field.name: {"default": field.default, **possible(field.type)} for field in fields(game.Options)
        },
    }


def refusal(texts: Texts, refused: Refused, table: TableInfo | None) -> Json:
    """Return a refusal: a code with parameters for programs, and the sentence a screen shows for people."""
    text = any_refusal_text(texts, refused, table=table)
    return {"code": refused.code, "params": refused.params, "text": text}


def fault(texts: Texts) -> Json:
    """Return the message for an error inside the host, and where the host's log has it."""
    return {"text": notices.failed(texts), "log": reference()}


def goodbye(port: Port, texts: Texts, reason: GoodbyeReason) -> Json:
    """Return the last line of a session that the host ends. `reason` is one of the codes in docs/api.md."""
    is_seated = port.home() is not None and not port.account().guest
    text = notices.goodbye(texts, reason, port.ssh_host, "" if is_seated else None)
    return {"goodbye": {"reason": reason, "text": text}}


def encode(value: Json) -> bytes:
    return codec.encode(value) + b"\n"
