"""The keys of a game's players, noted when it ends: its record names them, so that signatures have seats."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from server.identity.accounts import is_guest
from server.log.entries import Entry, outcome_of
from server.store.accounts import AccountStore

log = logging.getLogger(__name__)


async def with_keys(entries: Sequence[Entry], accounts: AccountStore) -> Sequence[Entry]:
    """Return the entries, of which the last, that ends a game, names the present keys of its players. If they
    cannot be read, a game ends all the same; its record then has no keys.
    """
    if not entries[-1].note:
        return entries
    outcome = outcome_of(entries[-1])
    try:
        keys = [await _keys(player, accounts) for player in outcome.players]
    except Exception:
        log.exception("the keys of players could not be read")
        return entries
    note = msgspec.json.encode(replace(outcome, keys=tuple(keys))).decode()
    return (*entries[:-1], replace(entries[-1], note=note))


async def _keys(player: str, accounts: AccountStore) -> tuple[str, ...]:
    if not player or is_guest(player):
        return ()
    return tuple(one.fingerprint for one in await accounts.keys(player))
