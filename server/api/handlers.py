"""What each request of a program does: the same door as a screen's, the same refusals.

A method `do_<request>` for every one of `server.api.requests.REQUESTS` takes the wish and
returns what the answer says. Everything raises Refused where it is not done.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec

from engine.game import AnyGame, Refused
from server.api import messages
from server.api import requests as wishes
from server.api.feeds import Feeds, list_tables
from server.api.messages import Json
from tui.host.pictures import Lobby, TableInfo, TableSnapshot
from tui.host.port import Port

DONE: Json = {}


class RequestHandlers:
    """One program's requests. `follows` is what it looks at."""

    def __init__(self, port: Port, games: Mapping[str, AnyGame], follows: Feeds) -> None:
        self._port = port
        self._games = games
        self._follows = follows

    async def answer(self, request: wishes.ApiRequest) -> Json:
        """Does what is asked for. Raises Refused."""
        answer: Json = await getattr(self, f"do_{request.do}")(request.wish)
        return answer

    # Who is here, who one is

    async def do_who(self, _: wishes.PlainRequest) -> Json:
        lobby = self._lobby()
        return {"you": lobby.you, "people": lobby.people}

    async def do_name(self, wish: wishes.NameRequest) -> Json:
        if wish.name is not None:
            await self._port.rename(wish.name)
        return {"account": self._port.account()}

    async def do_set(self, wish: wishes.SettingRequest) -> Json:
        await self._port.set(wish.setting, wish.value)
        return {"account": self._port.account()}

    async def do_ignore(self, wish: wishes.IgnoreRequest) -> Json:
        await self._port.ignore(wish.name, wish.on)
        return {"account": self._port.account()}

    async def do_chat(self, wish: wishes.ChatRequest) -> Json:
        await self._port.say(wish.table, wish.text)
        return DONE

    # Tables

    async def do_list(self, wish: wishes.ListRequest) -> Json:
        shown = list_tables(self._lobby(), wish)
        if wish.follow:
            self._follows.follow_lobby(wish, shown)
        elif wish.follow is not None:
            self._follows.unfollow_lobby()
        return shown

    async def do_finished(self, _: wishes.PlainRequest) -> Json:
        return {"games": self._lobby().finished}

    async def do_open(self, wish: wishes.OpenRequest) -> Json:
        options = {name: _text(value) for name, value in wish.options.items()}
        table = await self._port.open_table(
            wish.game, wish.seats, options, private=wish.private, clock=wish.clock
        )
        return await self._table(table)

    async def do_join(self, wish: wishes.TableRequest) -> Json:
        return await self._table(await self._port.join(wish.table))

    async def do_sit(self, wish: wishes.TableRequest) -> Json:
        return {"seat": await self._port.sit(wish.table)}

    async def do_bot(self, wish: wishes.BotRequest) -> Json:
        await self._port.add_bot(wish.table, wish.bot)
        return DONE

    async def do_unbot(self, wish: wishes.TableRequest) -> Json:
        await self._port.remove_bot(wish.table)
        return DONE

    async def do_kick(self, wish: wishes.SeatRequest) -> Json:
        await self._port.kick(wish.table, wish.seat)
        return DONE

    async def do_start(self, wish: wishes.TableRequest) -> Json:
        await self._port.start(wish.table)
        return DONE

    async def do_leave(self, wish: wishes.TableRequest) -> Json:
        await self._port.leave(wish.table)
        if self._follows.known(wish.table):
            self._follows.unwatch(wish.table)
        return DONE

    # Games

    async def do_watch(self, wish: wishes.TableRequest) -> Json:
        return _which((await self._follows.watch(wish.table)).info)

    async def do_unwatch(self, wish: wishes.TableRequest) -> Json:
        self._follows.unwatch(wish.table)
        return DONE

    async def do_view(self, wish: wishes.TableRequest) -> Json:
        picture = await self._picture(wish.table)
        return {**messages.news(picture), "chat": picture.chat}

    async def do_legal(self, wish: wishes.LegalRequest) -> Json:
        picture, game = await self._running(wish.table)
        found = game.legal(picture.view) if picture.ask else iter(())
        page = list(islice(found, wish.skip, wish.skip + wish.count))
        return {
            "seq": picture.seq,
            "ask": picture.ask,
            "moves": [{"notation": game.notate(move), "move": move} for move in page],
            "more": next(found, None) is not None,
        }

    async def do_preview(self, wish: wishes.PreviewRequest) -> Json:
        picture, game = await self._running(wish.table)
        _check_seat(picture)
        move = _move(game, picture, wish.move)
        why = game.check(picture.view, move)
        if why:
            raise why
        return {"notation": game.notate(move), "view": game.preview(picture.view, move)}

    async def do_odds(self, wish: wishes.OddsRequest) -> Json:
        picture, game = await self._running(wish.table)
        move = None
        if wish.move is not None:
            _check_seat(picture)
            move = _move(game, picture, wish.move)
        odds = await self._port.odds(picture.info.id, move)
        return {"seat": odds.seat, "now": odds.now, "then": odds.then}

    async def do_move(self, wish: wishes.MoveRequest) -> Json:
        picture, game = await self._running(wish.table)
        _check_seat(picture)
        if wish.seq not in {None, picture.seq}:
            raise Refused("seq-passed", {"seq": picture.seq})
        ask = _open_ask(picture) if wish.ask is None else wish.ask
        move = _move(game, picture, wish.move)
        await self._port.submit(picture.info.id, ask, move)
        return {"notation": game.notate(move), "seq": (await self._picture(picture.info.id)).seq}

    async def do_undo(self, wish: wishes.TableRequest) -> Json:
        await self._port.undo(wish.table)
        return DONE

    async def do_beforehand(self, wish: wishes.StandingAnswersRequest) -> Json:
        await self._port.answer_beforehand(wish.table, wish.word, wish.on)
        return {"beforehand": (await self._picture(wish.table)).beforehand}

    async def do_concede(self, wish: wishes.TableRequest) -> Json:
        await self._port.concede(wish.table)
        return DONE

    async def do_abandon(self, wish: wishes.TableRequest) -> Json:
        await self._port.abandon(wish.table)
        return DONE

    async def do_rematch(self, wish: wishes.TableRequest) -> Json:
        return await self._table(await self._port.rematch(wish.table))

    async def do_lend(self, wish: wishes.SeatRequest) -> Json:
        await self._port.lend(wish.table, wish.seat)
        return DONE

    async def do_seat(self, wish: wishes.TableRequest) -> Json:
        return {"code": await self._port.seat_code(wish.table)}

    async def do_resume(self, wish: wishes.ResumeRequest) -> Json:
        return await self._table(await self._port.resume(wish.code))

    async def do_record(self, wish: wishes.TableRequest) -> Json:
        return {"record": await self._port.record(wish.table)}

    # What they share

    def _lobby(self) -> Lobby:
        """The lobby as it is now."""
        seen: list[Lobby] = []
        self._port.follow_lobby(seen.append)()
        return seen[0]

    async def _picture(self, table: str) -> TableSnapshot:
        return await (await self._follows.at(table)).picture()

    async def _table(self, table: str) -> Json:
        return _which((await self._picture(table)).info)

    async def _running(self, table: str) -> tuple[TableSnapshot, AnyGame]:
        """A table with a game under way. Raises Refused where there is none."""
        picture = await self._picture(table)
        game = self._games.get(picture.info.game)
        if picture.info.stage != "running" or game is None:
            raise Refused(f"table-{picture.info.stage}")
        return picture, game


def _which(info: TableInfo) -> Json:
    """A table as it is spoken of."""
    return {
        "table": info.id,
        "name": info.name,
        "code": info.code,
        "stage": info.stage,
        "seat": info.your_seat,
    }


def _check_seat(picture: TableSnapshot) -> None:
    if picture.seat is None:
        raise Refused("not-seated")


def _open_ask(picture: TableSnapshot) -> int:
    """The question that a move answers which names none."""
    if picture.ask is None:
        raise Refused("not-your-turn", {"seat": picture.waiting_for[0] if picture.waiting_for else 0})
    return picture.ask.id


def _move(game: AnyGame, picture: TableSnapshot, said: str | Mapping[str, Any]) -> Any:
    """A move from its notation or its JSON. Raises Refused: what the game says; "move-wrong" (with
    expected) where the JSON is none of its moves.
    """
    if isinstance(said, str):
        return game.parse(said, picture.view)
    try:
        return msgspec.convert(said, game.Move)
    except msgspec.ValidationError as error:
        raise Refused("move-wrong", {"why": str(error)}) from None


def _text(value: str | int | bool) -> str:
    """An option's value as tables take it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
