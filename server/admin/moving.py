"""Moves the players of a node to the other nodes of its host, before it stops.

Seats belong to players and tables to no node, so to move is to end a session with the line to type: the
balancer sends the player to another node, where the game is at the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from server.host.host import Host
from server.identity.accounts import Player
from server.lobby.lobby import Lobby
from tui.host.session import GoodbyeReason

UNTIL_NOTICED = 3.0
"""Seconds from the node's being no longer ready to the first session that ends: balancers ask every second,
and a player who comes back sooner could be sent here again.
"""
INTERVAL = 0.2
"""Seconds between two sessions that end: coming back costs the other nodes much more than staying."""


class MovableSession(Protocol):
    """What moving needs of a session."""

    @property
    def player(self) -> Player | None:
        """The player; None while or if it is not known."""

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """End the session with the sentence for `reason`."""


async def move_players(
    host: Host, sessions: Callable[[], Iterable[MovableSession]], leave: Callable[[], None]
) -> int:
    """Make a node leave its host, and return how many sessions have moved. `leave` tells balancers,
    `sessions` returns the open sessions.

    Those go first that it disturbs least (`disturbance`). Who comes in meanwhile moves at the end, all at
    once: without a balancer that would go on for ever.
    """
    host.lobby.broadcaster.move()
    leave()
    host.dependencies.nodes.duties.resign()
    pause = host.dependencies.pause
    await pause(UNTIL_NOTICED)
    here, moved = set(_with_player(sessions())), 0
    while left := here & set(_with_player(sessions())):
        session = min(left, key=lambda one: disturbance(host.lobby, one.player))
        here.discard(session)
        session.say_goodbye("moved")
        moved += 1
        await pause(INTERVAL)
    for session in _with_player(sessions()):
        session.say_goodbye("moved")
    return moved


def _with_player(sessions: Iterable[MovableSession]) -> list[MovableSession]:
    return [session for session in sessions if session.player]


def disturbance(lobby: Lobby, player: Player | None) -> int:
    """Return how much it would disturb a player to come in again now: 0 without a seat at a running table on
    the screen, 1 with one, 2 if that seat is asked something.
    """
    if player is None:
        return 0
    seen = [table.state for table in lobby.tables_of(player.id) if player.id in table.audience.players]
    running = [state for state in seen if state.stage == "running"]
    if any(ask.seat == state.seat_of(player.id) for state in running for ask in state.asks):
        return 2
    return 1 if running else 0
