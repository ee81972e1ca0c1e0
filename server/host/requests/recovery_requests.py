"""Requests about keys: a code for the day when all keys are lost, using it, and dropping keys."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from server.cluster.signals import Signal
from server.host.account_removal import stored
from server.host.requests.key_moves import move_key
from server.host.requests.player_requests import PlayerRequests
from server.identity.codes import LONG, code_of
from server.identity.look_alikes import skeleton
from server.identity.names import clean_start
from server.identity.recovery import SALT, RecoveryCode, StoredKey, fits
from server.lobby.completion import carried_out
from tui.host.moderation import AccountKey
from tui.host.refusals import KEY_CODES, refused

SIGN = 8
"""The characters of a fingerprint, after its "SHA256:", that name a key for its player."""


class RecoveryRequests(PlayerRequests):
    """Carries out a player's requests about their keys. Every coroutine raises Refused."""

    async def check_new_recovery_code(self) -> None:
        self._with_account()

    async def new_recovery_code(self) -> str:
        player = self._with_account().player
        await self._services.limits.of(KEY_CODES).count(player.id, self.now())
        secret = self._lobby.dependencies.secret
        code, salt = code_of(secret(LONG)), secret(SALT).hex()
        hashed = await self._services.dependencies.stretch(code, salt)
        await stored(
            self._services.stores.accounts.set_recovery(player.id, RecoveryCode(salt, hashed, self.now()))
        )
        return code

    @carried_out
    async def recover(self, name: str, code: str) -> str:
        player, look = self._me.player, skeleton(name)
        key = self._player.key
        if not key or player.guest:
            raise refused("no-key")
        await self._services.limits.of(KEY_CODES).count(player.id, self.now())
        accounts = self._services.stores.accounts
        account = await stored(accounts.named(look))
        known = await stored(accounts.recovery(account.id)) if account else None
        # A name without a code takes as long as one with a code: nobody learns which it is.
        salt = known.salt if known else self._lobby.dependencies.secret(SALT).hex()
        right = fits(known, await self._services.dependencies.stretch(code, salt))
        if account is None or known is None or not right:
            raise refused("recovery-wrong")
        if account.id == player.id:
            raise refused("own-key")
        if (await stored(accounts.profile(player.id))).keys <= 1:
            self._check_not_playing()
        if not await stored(accounts.take_recovery(account.id, known)):
            raise refused("recovery-wrong")
        await move_key(self._services, key, player.id, account.id)
        await stored(self._services.moderation.write(account, "recovered", key))
        return account.name

    def _check_not_playing(self) -> None:
        """Raise Refused ("key-playing") before the code is used up."""
        if any(table.state.stage == "running" for table in self._lobby.tables_of(self._id)):
            raise refused("key-playing")

    async def keys(self) -> tuple[AccountKey, ...]:
        return tuple(self._shown(key) for key in await self._keys())

    @carried_out
    async def drop_key(self, key: str) -> None:
        member, keys = self._me, await self._keys()
        found = _meant(keys, key)
        if not await stored(self._services.stores.accounts.drop_key(self._id, found.fingerprint)):
            raise refused("last-key")
        member.profile = replace(member.profile, keys=len(keys) - 1)
        await self._lobby.tell(Signal("profile", self._id))
        await self._services.signals.everywhere(Signal("kick", found.fingerprint))

    async def check_drop_key(self, key: str) -> AccountKey:
        return self._shown(_meant(await self._keys(), key))

    async def _keys(self) -> list[StoredKey]:
        self._me.check()
        return list(await stored(self._services.stores.accounts.keys(self._id)))

    def _shown(self, key: StoredKey) -> AccountKey:
        sign = key.fingerprint.removeprefix("SHA256:")[:SIGN]
        return AccountKey(sign, key.fingerprint, key.added, key.fingerprint == self._player.key)


def _meant(keys: Sequence[StoredKey], text: str) -> StoredKey:
    """Return the key to drop whose fingerprint begins so. Raises Refused: "no-such-key", "last-key"."""
    begun = text.removeprefix("SHA256:")
    found = [one for one in keys if begun and one.fingerprint.removeprefix("SHA256:").startswith(begun)]
    if len(found) != 1:
        raise refused("no-such-key", key=clean_start(text, 40))
    if len(keys) == 1:
        raise refused("last-key")
    return found[0]
