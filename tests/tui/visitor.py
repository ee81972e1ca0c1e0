"""The part of a scripted port that is about the player alone: account, keys, settings, whom one reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.game import Refused
from tui.host.history import HistoryFilter, HistoryGame, HistoryPage, PlayerProfile
from tui.host.port import Account, Release, SeatNews


class Visitor:
    """What one player asks about themselves; everything asked is told to `check`."""

    def __init__(self, name: str, *, guest: bool = False) -> None:
        self.ssh_host = "play.example.org"
        self.me = Account(name, guest, keys=0 if guest else 1)
        self.seat_listeners: list[Callable[[SeatNews], None]] = []
        self.games: tuple[HistoryGame, ...] = ()
        self.profiles: dict[str, PlayerProfile] = {}

    @property
    def name(self) -> str:
        return self.me.name

    def check(self, *asked: Any) -> None:
        """Remembers what was asked; raises what is to be refused."""
        raise NotImplementedError

    def account(self) -> Account:
        return self.me

    def follow_seats(self, listener: Callable[[SeatNews], None]) -> Release:
        self.seat_listeners.append(listener)
        return lambda: self.seat_listeners.remove(listener) if listener in self.seat_listeners else None

    def hear(self, news: SeatNews) -> None:
        """Tells everybody who follows the seats of this player."""
        for listener in tuple(self.seat_listeners):
            listener(news)

    async def rename(self, name: str) -> None:
        self.check("rename", name)
        self.me = replace(self.me, name=name)

    async def set(self, setting: str, value: str) -> None:
        self.check("set", setting, value)
        self.me = replace(self.me, settings={**self.me.settings, setting: value})

    async def new_key_code(self) -> str:
        self.check("new_key_code")
        return "AAAA-BBBB"

    async def add_key(self, code: str) -> None:
        self.check("add_key", code)
        self.me = replace(self.me, keys=self.me.keys + 1)

    async def forget_me(self) -> None:
        self.check("forget_me")

    async def history(self, wanted: HistoryFilter) -> HistoryPage:
        self.check("history", wanted)
        games = [one for one in self.games if wanted.game in {"", one.game}]
        at = int(wanted.before or 0)
        more = str(at + wanted.most) if len(games) > at + wanted.most else ""
        player = "" if wanted.player is None else wanted.player or self.name
        return HistoryPage(tuple(games[at : at + wanted.most]), more, player)

    async def profile(self, name: str = "") -> PlayerProfile:
        self.check("profile", name)
        if (name or self.name) not in self.profiles:
            raise Refused("no-account-called", {"name": name})
        return self.profiles[name or self.name]

    async def ignore(self, name: str, on: bool) -> None:
        self.check("ignore", name, on)
        if name == self.me.name:
            raise Refused("nobody-called", {"name": name})
        others = tuple(other for other in self.me.ignored if other != name)
        self.me = replace(self.me, ignored=(*others, name) if on else others)
