"""The requests of programs: their fields, by name. Pure; parsing a line is left to `server.api.parsing`, what
requests do to `server.api.handlers`. Those of actions are declared in `tui.actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from tui.actions.registry import REQUESTS as ACTIONS
from tui.actions.tables import Skip


class PlainRequest(Struct, frozen=True, kw_only=True):
    """A request without parameters."""


class TableRequest(Struct, frozen=True, kw_only=True):
    """A request about one table: its id, its name in any case, or a private table's code."""

    table: str


class DailyRequest(PlainRequest, frozen=True, kw_only=True):
    """The deal of the day of a game, by the game's key."""

    game: str


class DailyResultsRequest(PlainRequest, frozen=True, kw_only=True):
    """The results of a deal of the day; `date` such as 2026-11-24, None: today."""

    game: str
    date: str | None = None


class DuplicateRequest(PlainRequest, frozen=True, kw_only=True):
    """Tables with the same luck."""

    game: str
    seats: int
    tables: int
    options: Mapping[str, str | int | bool] = {}
    private: bool = False


class ReplayRequest(TableRequest, frozen=True, kw_only=True):
    """A position of an ended game (None: the last), seen by a `seat` (None: a spectator), or `open`: by
    whoever is to move, with every event whole; with `odds` also those that could be asked for then, by
    `effort` as for OddsRequest.
    """

    position: Skip | None = None
    seat: int | None = None
    open: bool = False
    odds: bool = False
    effort: Annotated[int, Meta(ge=0, le=9)] = 0


class PlayOnRequest(TableRequest, frozen=True, kw_only=True):
    """A position of an ended game to go on from, and the player's seat there."""

    position: Skip
    seat: int


class SignRequest(TableRequest, frozen=True, kw_only=True):
    """A `signature` of a table's record, as `ssh-keygen -Y sign` writes it."""

    signature: str


REQUESTS: Mapping[str, type[Struct]] = MappingProxyType(
    {
        # the player and the people who are here
        "who": ACTIONS["who"].args,
        "name": ACTIONS["name"].args,
        "set": ACTIONS["set"].args,
        "ignore": ACTIONS["ignore"].args,
        "notify": ACTIONS["notify"].args,
        "chat": ACTIONS["chat"].args,
        "follow": ACTIONS["follow"].args,
        "following": ACTIONS["following"].args,
        "rules": ACTIONS["rules"].args,
        "today": ACTIONS["today"].args,
        "ladder": ACTIONS["ladder"].args,
        "opponents": ACTIONS["opponents"].args,
        "tell": ACTIONS["tell"].args,
        "messages": ACTIONS["messages"].args,
        "invite": ACTIONS["invite"].args,
        "profile": ACTIONS["profile"].args,
        "history": ACTIONS["history"].args,
        # people who look after the host
        "report": ACTIONS["report"].args,
        "letters": ACTIONS["letters"].args,
        "answer": ACTIONS["answer"].args,
        "conduct": ACTIONS["conduct"].args,
        "accept_conduct": ACTIONS["accept_conduct"].args,
        "reports": ACTIONS["reports"].args,
        "judge": ACTIONS["judge"].args,
        # keys, and what is known of the player
        "key": ACTIONS["key"].args,
        "add_key": ACTIONS["add_key"].args,
        "recovery": ACTIONS["recovery"].args,
        "recover": ACTIONS["recover"].args,
        "my_keys": ACTIONS["my_keys"].args,
        "drop_key": ACTIONS["drop_key"].args,
        "export": ACTIONS["export"].args,
        "forget": ACTIONS["forget"].args,
        # tables
        "list": ACTIONS["list"].args,
        "finished": ACTIONS["finished"].args,
        "open": ACTIONS["open"].args,
        "match": ACTIONS["match"].args,
        "practice": ACTIONS["practice"].args,
        "learn": ACTIONS["learn"].args,
        "daily": PlainRequest,
        "play_daily": DailyRequest,
        "daily_results": DailyResultsRequest,
        "duplicate": DuplicateRequest,
        "duplicate_results": TableRequest,
        "join": ACTIONS["join"].args,
        "sit": ACTIONS["sit"].args,
        "bot": ACTIONS["bot"].args,
        "unbot": ACTIONS["unbot"].args,
        "kick": ACTIONS["kick"].args,
        "dice": ACTIONS["dice"].args,
        "start": ACTIONS["start"].args,
        "leave": ACTIONS["leave"].args,
        "end": ACTIONS["end"].args,
        # games
        "turns": ACTIONS["turns"].args,
        "watch": ACTIONS["watch"].args,
        "unwatch": ACTIONS["unwatch"].args,
        "view": ACTIONS["view"].args,
        "legal": ACTIONS["legal"].args,
        "read": ACTIONS["read"].args,
        "preview": ACTIONS["preview"].args,
        "odds": ACTIONS["odds"].args,
        "move": ACTIONS["move"].args,
        "undo": ACTIONS["undo"].args,
        "beforehand": ACTIONS["beforehand"].args,
        "concede": ACTIONS["concede"].args,
        "abandon": ACTIONS["abandon"].args,
        "rematch": ACTIONS["rematch"].args,
        "next": ACTIONS["next"].args,
        "lend": ACTIONS["lend"].args,
        "seat": ACTIONS["seat"].args,
        "resume": ACTIONS["resume"].args,
        "record": ACTIONS["record"].args,
        "replay": ReplayRequest,
        "analyse": TableRequest,
        "share": ACTIONS["share"].args,
        "play_on": PlayOnRequest,
        "sign": SignRequest,
        # what may be asked for
        "describe": ACTIONS["describe"].args,
    }
)
"""The type of each request's fields, by the request's name."""
