"""A session's door to the host: `tui.port.Port` for one player, and nothing of anybody else's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import Refused
from server import requests
from server.accounts import Player
from server.lobby import Lobby
from server.words import BOTS
from tui.port import Account, Release, TableNews
from tui.port import Lobby as Picture


class HostPort:
    """See `tui.port.Port`. Every `table` may be an id or a name."""

    def __init__(self, lobby: Lobby, player: Player, clock: Callable[[], float]) -> None:
        self._lobby = lobby
        self._player = player
        self._clock = clock
        self._releases: list[Release] = []

    def close(self) -> None:
        """Ends whatever this session follows, whether its screen did or not."""
        for release in tuple(self._releases):
            release()

    @property
    def name(self) -> str:
        return self._player.name

    def now(self) -> float:
        return self._clock()

    def follow_lobby(self, listener: Callable[[Picture], None]) -> Release:
        return self._keep(self._lobby.follow(self._player, listener))

    def follow_table(self, table: str, listener: Callable[[TableNews], None]) -> Release:
        return self._keep(self._lobby.table(table).follow(self._player.id, listener))

    def home(self) -> str | None:
        return self._lobby.home(self._player.id)

    def account(self) -> Account:
        return Account(self._player.name, self._player.guest)

    async def rename(self, name: str) -> None:
        raise Refused("not-possible-here", {"wish": name})

    async def set(self, setting: str, value: str) -> None:
        raise Refused("not-possible-here", {"wish": f"{setting} {value}"})

    async def new_key_code(self) -> str:
        raise Refused("not-possible-here")

    async def add_key(self, code: str) -> None:
        raise Refused("not-possible-here", {"wish": code})

    async def forget_me(self) -> None:
        raise Refused("not-possible-here")

    async def say(self, table: str | None, text: str) -> None:
        raise Refused("not-possible-here", {"wish": f"{table} {text}"})

    async def ignore(self, name: str, on: bool) -> None:
        raise Refused("not-possible-here", {"wish": f"{name} {on}"})

    async def open_table(
        self, game: str, seats: int, options: Mapping[str, str], *, private: bool = False, clock: str = "none"
    ) -> str:
        if private or clock != "none":
            raise Refused("not-possible-here", {"wish": clock})
        return await self._lobby.open_table(self._player, game, seats, options)

    async def join(self, table: str) -> str:
        at = self._lobby.table(table)
        if at.state.stage == "open" and at.state.free_seat:
            await self.sit(at.opening.id)
        return at.opening.id

    async def watch(self, table: str) -> str:
        return self._lobby.table(table).opening.id

    async def kick(self, table: str, seat: int) -> None:
        raise Refused("not-possible-here", {"wish": f"{table} {seat}"})

    async def concede(self, table: str) -> None:
        raise Refused("not-possible-here", {"wish": table})

    async def abandon(self, table: str) -> None:
        raise Refused("not-possible-here", {"wish": table})

    async def rematch(self, table: str) -> str:
        raise Refused("not-possible-here", {"wish": table})

    async def lend(self, table: str, seat: int) -> None:
        raise Refused("not-possible-here", {"wish": f"{table} {seat}"})

    async def seat_code(self, table: str) -> str:
        raise Refused("not-possible-here", {"wish": table})

    async def resume(self, code: str) -> str:
        raise Refused("not-possible-here", {"wish": code})

    async def record(self, table: str) -> str:
        raise Refused("not-possible-here", {"wish": table})

    async def sit(self, table: str) -> int:
        at = self._lobby.table(table)
        await at.write(requests.sit(self._player.id, self._player.name))
        return at.state.seat_of(self._player.id) or 0

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        at = self._lobby.table(table)
        if at.game is None:
            raise Refused("table-frozen")
        await at.write(requests.add_bot(self._player.id, at.game, bot, BOTS))

    async def remove_bot(self, table: str) -> None:
        await self._lobby.table(table).write(requests.remove_bot(self._player.id))

    async def start(self, table: str) -> None:
        await self._lobby.table(table).write(requests.start(self._player.id))

    async def leave(self, table: str) -> None:
        await self._lobby.table(table).write(requests.stand(self._player.id))

    async def submit(self, table: str, ask: int, move: Any) -> None:
        await self._lobby.table(table).write(requests.player_move(self._player.id, ask, move))

    async def undo(self, table: str) -> None:
        await self._lobby.table(table).write(requests.undo(self._player.id))

    def _keep(self, release: Release) -> Release:
        """The release, kept until it is called: by the screen or, at the latest, by `close`."""

        def released() -> None:
            if released in self._releases:
                self._releases.remove(released)
            release()

        self._releases.append(released)
        return released
