"""Gives a key to another account; an account without keys goes with its games to the other one, as do a
guest's games against bots.
"""

from __future__ import annotations

from msgspec.structs import replace

from server.cluster.signals import Signal
from server.host.account_removal import stored
from server.host.parts import HostParts
from server.identity.accounts import is_guest


async def move_key(services: HostParts, key: str, player: str, to: str) -> None:
    """Give a key of `player` to the account `to`. Raises Refused ("key-playing") if it is the last one of a
    player in a running game.
    """
    lobby, accounts = services.lobby, services.stores.accounts
    last = (await stored(accounts.profile(player))).keys <= 1
    if last:
        await services.removal.leave_tables(player, "key-playing")
        await stored(lobby.dependencies.journal.hand_over(player, to))
        await stored(services.stores.trophies.hand_over(player, to))
        await stored(services.stores.clubs.hand_over(player, to))
        await stored(services.stores.cups.hand_over(player, to))
    await stored(accounts.move_key(key, to, lobby.dependencies.clock()))
    profile = await stored(accounts.profile(to))
    if member := lobby.members.find(to):
        member.profile = replace(member.profile, keys=profile.keys, provisional=profile.provisional)
    if last:
        services.removal.dissolve(player, "account-moved")
        if member:
            member.finished = await lobby.load_finished(to)
        await lobby.tell(Signal("gone", player, "account-moved"))
    await lobby.tell(Signal("profile", to))


async def take_games(services: HostParts, guest: str, to: str) -> None:
    """Give the ended games of a guest against bots to the player `to`, who has proved to be the same one."""
    lobby = services.lobby
    await stored(lobby.dependencies.journal.hand_over(guest, to))
    for player in (guest, to):
        if member := lobby.members.find(player):
            member.finished = await stored(lobby.load_finished(player))
            if member.finished and not is_guest(player):  # else it would be deleted, for want of a move
                await stored(services.stores.accounts.played(player))
                member.profile = replace(member.profile, provisional=False)
            lobby.show_to(player)
    await lobby.tell(Signal("profile", to))
