"""Carries out what programs ask for (`tui.actions`), through the same port as a screen's actions, so that the
same refusals apply.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import AnyGame
from server.sessions.api.feeds import Feeds
from server.sessions.api.messages import Json
from server.sessions.api.parsing import ApiRequest
from tui.actions import answers
from tui.actions.action import Place
from tui.actions.registry import REQUESTS
from tui.host.port import Port


class RequestHandlers:
    """The requests of one program. `feeds` is what the program follows and watches."""

    def __init__(self, port: Port, games: Mapping[str, AnyGame], feeds: Feeds) -> None:
        self._place = Place(port, feeds.texts, games=games, follows=feeds)

    async def answer(self, request: ApiRequest) -> Json | tuple[Json, ...]:
        """Carry out a request and return its answer. Raises Refused; then nothing has changed."""
        action, place = REQUESTS[request.do], self._place
        found = await action.asked(place, request.body)
        if action.finds_table:
            return answers.which((await place.newest(found)).info)
        return action.told(place, request.body, found)
