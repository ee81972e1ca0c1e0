"""Requests about deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

from server.api import requests
from server.api.messages import Json
from tui.host.port import Port


class DealHandlers:
    """Part of the requests of one program."""

    _port: Port

    async def do_daily(self, _: requests.PlainRequest) -> Json:
        """Return the deal of the day of each game."""
        return {"deals": await self._port.daily()}

    async def do_play_daily(self, body: requests.DailyRequest) -> Json:
        """Return the id of the program's table of today's deal, where the game has begun."""
        return {"table": await self._port.play_daily(body.game)}

    async def do_daily_results(self, body: requests.DailyResultsRequest) -> Json:
        """Return the results of a day."""
        return {"results": await self._port.daily_results(body.game, body.date or "")}

    async def do_duplicate(self, body: requests.DuplicateRequest) -> Json:
        """Open tables with the same luck and return what names them."""
        options = {name: str(value).lower() for name, value in body.options.items()}
        return {
            "match": await self._port.open_duplicate(
                body.game, body.seats, body.tables, options, private=body.private
            )
        }

    async def do_duplicate_results(self, body: requests.TableRequest) -> Json:
        """Return the results of a duplicate match."""
        return {"results": await self._port.duplicate_results(body.table)}
