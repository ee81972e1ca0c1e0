"""What several actions answer programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from tui.boards import BOARDS
from tui.boards.kit.lesson_words import idea
from tui.host import pictures
from tui.host.port import Port
from tui.host.table_search import TableSearch
from tui.language.host_lines import spoken
from tui.language.texts import Texts, texts_in

Json = Mapping[str, Any]
_NOT_NEWS = ("past", "earlier", "chat")
_IF_ANY = ("saving", "verdict", "moments", "lesson", "ratings", "curve", "trophies", "plan")
"""Fields that are left out while they say nothing."""


def account_of(account: pictures.Account) -> Json:
    """Return the account as its player sees it, without what is for screens or says nothing."""
    found = asdict(account)
    del found["played"]
    for name in ("provisional", "name_refused", "drawn", "login_name", "moderator", "refused"):
        if not found[name]:
            del found[name]
    return found


def said_of(news: pictures.SeatNews) -> Json:
    """Return what happened at one of the player's seats, without what says nothing."""
    return {name: value for name, value in asdict(news).items() if value}


def chat(texts: Texts, lines: Sequence[pictures.ChatLine]) -> Sequence[pictures.ChatLine]:
    """Return lines of chat; what the host says in them is worded for the program's player."""
    return [replace(line, text=spoken(texts, line)) for line in lines]


def listed(port: Port, search: TableSearch, lobby: pictures.LobbySnapshot) -> Json:
    """Return the page of tables that is asked for, and the facts about the whole lobby."""
    found = port.find_tables(search)
    return {
        "tables": found.tables,
        "more": found.found > search.skip + search.count,
        "found": found.found,
        "people": lobby.here,
        "notice": lobby.notice,
        "draining": lobby.draining,
        **{one: said for one in ("restored", "unreached") if (said := getattr(lobby, one))},
    }


def which(info: pictures.TableInfo) -> Json:
    return {
        "table": info.id,
        "name": info.name,
        "code": info.code,
        "stage": info.stage,
        "seat": info.your_seat,
    }


def turn(picture: pictures.TableSnapshot) -> Json:
    info = picture.info
    return {
        "table": info.id,
        "name": info.name,
        "game": info.game,
        "seq": picture.seq,
        "ask": picture.ask,
        "since": picture.since,
        "deadline": picture.deadline,
    }


def news(picture: pictures.TableSnapshot, texts: Texts | None = None) -> Json:
    """Return what a snapshot shows of a table, without history and chat; of a lesson also what it says."""
    found = {
        name: value
        for name in picture.__struct_fields__
        if name not in _NOT_NEWS and ((value := getattr(picture, name)) or name not in _IF_ANY)
    }
    if picture.lesson is None:
        return found
    said = idea(texts or texts_in(), BOARDS[picture.info.game].lesson, picture)
    return {**found, "lesson": {**asdict(picture.lesson), "text": said}}
