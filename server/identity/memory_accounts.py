"""Accounts in memory: for `play`, tests and simulations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from server.identity.accounts import (
    FORMER_NAME_SECONDS,
    MOST_FORMER_NAMES,
    AccountFacts,
    FormerName,
    NameTaken,
    Player,
    Profile,
    ProvisionalAccount,
    with_text,
)
from server.identity.look_alikes import skeleton, skeletons
from server.identity.recovery import RecoveryCode, StoredKey
from tui.host.history import HIDDEN, PROFILE_SETTING


class MemoryAccounts:
    """Accounts in memory, which end with the process."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}
        self._added: dict[str, float] = {}
        """When each key was added."""
        self._codes: dict[str, RecoveryCode] = {}
        self._players: dict[str, Player] = {}
        self._profiles: dict[str, Profile] = {}
        self._provisional: dict[str, float] = {}
        self._created: dict[str, float] = {}
        self._former: dict[str, tuple[FormerName, ...]] = {}

    async def by_key(self, fingerprint: str) -> Player | None:
        """See `Accounts.by_key`."""
        return self._players.get(self._keys.get(fingerprint, ""))

    async def add(self, player: Player, fingerprint: str, now: float) -> Player:
        """See `Accounts.add`."""
        if fingerprint not in self._keys:
            await self._check_free(player.name, now, player.id)
            self._keys[fingerprint] = player.id
            self._added[fingerprint] = now
            self._players[player.id] = player
            self._provisional[player.id] = self._created[player.id] = now
        return self._players[self._keys[fingerprint]]

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        """See `Accounts.taken`."""
        named = {player.name for account, player in self._players.items() if account != but}
        for account in self._former.keys() - {but}:
            named |= {former.name for former in await self.former_names(account, now)}
        return frozenset(looks) & frozenset[str]().union(*map(skeletons, named))

    async def named(self, look: str) -> Player | None:
        """See `Accounts.named`."""
        players = self._players.values()
        return next((player for player in players if skeleton(player.name) == look), None)

    async def names(self, accounts: Collection[str]) -> Mapping[str, str]:
        """See `Accounts.names`."""
        return {one: self._players[one].name for one in accounts if one in self._players}

    async def facts(self, accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
        """See `Accounts.facts`."""
        known = [account for account in accounts if account in self._players]
        return {account: self._facts(account) for account in known}

    async def profile(self, account: str) -> Profile:
        """See `Accounts.profile`."""
        keys = list(self._keys.values()).count(account)
        profile = self._profiles.get(account, Profile())
        return replace(profile, keys=keys, provisional=account in self._provisional)

    async def rename(self, account: str, name: str, now: float) -> None:
        """See `Accounts.rename`."""
        await self._check_free(name, now, account)
        player = self._players.get(account)
        if player and player.name != name:
            self._keep(account, [FormerName(player.name, now + FORMER_NAME_SECONDS)], now)
            self._players[account] = replace(player, name=name)

    async def set(self, account: str, setting: str, value: str) -> None:
        """See `Accounts.set`."""
        profile = await self.profile(account)
        settings = with_text(profile.settings, setting, value)
        self._profiles[account] = replace(profile, settings=settings)

    async def ignore(self, account: str, other: str, name: str) -> None:
        """See `Accounts.ignore`."""
        profile = await self.profile(account)
        self._profiles[account] = replace(profile, ignored=with_text(profile.ignored, other, name))

    async def former_names(self, account: str, now: float) -> Sequence[FormerName]:
        """See `Accounts.former_names`."""
        return [former for former in self._former.get(account, ()) if former.until > now]

    async def move_key(self, fingerprint: str, account: str, now: float) -> None:
        """See `Accounts.move_key`."""
        before = self._keys.get(fingerprint, "")
        self._keys[fingerprint] = account
        if before in self._keys.values():
            return
        if before in self._players and before not in self._provisional:
            await self.played(account)
            given_up = FormerName(self._players[before].name, now + FORMER_NAME_SECONDS)
            self._keep(account, [given_up, *self._former.get(before, ())], now)
        await self.forget(before)

    async def keys(self, account: str) -> Sequence[StoredKey]:
        """See `Accounts.keys`."""
        own = (key for key, owner in self._keys.items() if owner == account)
        return sorted((StoredKey(key, self._added[key]) for key in own), key=lambda key: key.added)

    async def drop_key(self, account: str, fingerprint: str) -> bool:
        """See `Accounts.drop_key`."""
        dropped = self._keys.get(fingerprint) == account and len(await self.keys(account)) > 1
        if dropped:
            del self._keys[fingerprint]
        return dropped

    async def set_recovery(self, account: str, code: RecoveryCode) -> None:
        """See `Accounts.set_recovery`."""
        self._codes[account] = code

    async def recovery(self, account: str) -> RecoveryCode | None:
        """See `Accounts.recovery`."""
        return self._codes.get(account)

    async def take_recovery(self, account: str, code: RecoveryCode) -> bool:
        """See `Accounts.take_recovery`."""
        if self._codes.get(account) != code:
            return False
        del self._codes[account]
        return True

    async def forget(self, account: str) -> None:
        """See `Accounts.forget`."""
        self._codes.pop(account, None)
        self._keys = {key: player for key, player in self._keys.items() if player != account}
        self._players.pop(account, None)
        self._profiles.pop(account, None)
        self._provisional.pop(account, None)
        self._created.pop(account, None)
        self._former.pop(account, None)

    async def played(self, account: str) -> None:
        """See `Accounts.played`."""
        self._provisional.pop(account, None)

    async def provisional(self) -> Sequence[ProvisionalAccount]:
        """See `Accounts.provisional`."""
        rows = sorted(self._provisional.items(), key=lambda row: row[1])
        return [ProvisionalAccount(*row) for row in rows]

    async def is_provisional(self, account: str) -> bool:
        """See `Accounts.is_provisional`."""
        return account in self._provisional

    async def forget_provisional(self, account: str) -> bool:
        """See `Accounts.forget_provisional`."""
        found = account in self._provisional
        if found:
            await self.forget(account)
        return found

    def _facts(self, account: str) -> AccountFacts:
        settings = self._profiles.get(account, Profile()).settings
        hidden = settings.get(PROFILE_SETTING) == HIDDEN
        return AccountFacts(self._players[account].name, self._created[account], hidden)

    async def _check_free(self, name: str, now: float, but: str) -> None:
        """Raise NameTaken if an account other than `but` has a name like this, or gave one up."""
        if await self.taken(sorted(skeletons(name)), now, but):
            raise NameTaken(name)

    def _keep(self, account: str, names: Sequence[FormerName], now: float) -> None:
        """Note names that an account has from now on from others."""
        kept = {former.name: former for former in (*self._former.get(account, ()), *names)}
        latest = sorted(kept.values(), key=lambda former: -former.until)
        self._former[account] = tuple(former for former in latest if former.until > now)[:MOST_FORMER_NAMES]
