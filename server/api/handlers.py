"""What each request of a program does. Requests go through the same port as a screen's actions, so the same
refusals apply.

`RequestHandlers` has a method `do_NAME` for every entry of `server.api.requests.REQUESTS` that is no action
of `tui.actions`. It takes the request's fields and returns the answer's `ok` value as docs/api.md describes
it. Each raises Refused if the request cannot be carried out; then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from engine.game import AnyGame
from server.api import messages, requests
from server.api.deal_handlers import DealHandlers
from server.api.feeds import Feeds
from server.api.messages import Json
from server.api.parsing import ApiRequest
from tui.actions import answers
from tui.actions.action import Place
from tui.actions.registry import REQUESTS as ACTIONS
from tui.host.pictures import TableSnapshot
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.texts import Texts

DONE: Json = {}


class RequestHandlers(DealHandlers):
    """The requests of one program. `feeds` is what the program follows and watches."""

    def __init__(self, port: Port, games: Mapping[str, AnyGame], feeds: Feeds) -> None:
        self._port = port
        self._language = feeds.texts or Texts()
        self._games = games
        self._feeds = feeds

    async def answer(self, request: ApiRequest) -> Json:
        """Carry out a request and return its answer. Raises Refused."""
        if action := ACTIONS.get(request.do):
            place = Place(self._port, self._language, games=self._games, follows=self._feeds)
            found = await action.asked(place, request.body)
            if action.finds_table:
                return answers.which((await place.newest(found)).info)
            return action.answer(place, request.body, found)
        answer: Json = await getattr(self, f"do_{request.do}")(request.body)
        return answer

    # The player and the people who are here

    # Tables

    # Games

    async def do_replay(self, body: requests.ReplayRequest) -> Json:
        """Return a position of an ended game, and what led to it."""
        game = await self._port.replay(body.table)
        if body.seat is not None and not 1 <= body.seat <= len(game.course.header.seats):
            raise refused("no-such-seat", seat=body.seat, seats=len(game.course.header.seats))
        at = messages.cursor(game, body)
        if at.is_at_end and not body.odds:
            curve = await self._port.curve(body.table)
            return {**messages.position(at), **({"curve": curve} if curve else {})}
        if not body.odds:
            return messages.position(at)
        odds = await self._port.odds_then(game.id, at.position, at.seat, body.effort)
        return {**messages.position(at), "odds": asdict(odds)}

    async def do_analyse(self, body: requests.TableRequest) -> Json:
        """Have an ended game analysed and return how far that is; news follow until it is done."""
        return await self._feeds.analyse((await self._port.replay(body.table)).id)

    async def do_play_on(self, body: requests.PlayOnRequest) -> Json:
        """Open a table that goes on from a position, and return the fields that name it."""
        return await self._table(await self._port.play_on(body.table, body.position, body.seat))

    async def do_sign(self, body: requests.SignRequest) -> Json:
        """Add the player's signature to the record of an ended game."""
        await self._port.sign_record(body.table, body.signature)
        return DONE

    # Shared by several requests

    async def _snapshot(self, table: str) -> TableSnapshot:
        return await self._feeds.newest(table)

    async def _table(self, table: str) -> Json:
        return answers.which((await self._snapshot(table)).info)
