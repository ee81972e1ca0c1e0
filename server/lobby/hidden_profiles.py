"""Who hides their profile, of all who are shown to others: at tables, in their talk, and among people.

Strangers are not told their names. Who is no stranger is left to `server.table.audience`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from server.identity.accounts import AccountFacts, is_guest
from server.lobby.completion import BackgroundTasks

MOST = 20_000
"""Accounts that are remembered; of more, those read first are read again when they are shown."""

Facts = Callable[[Sequence[str]], Awaitable[Mapping[str, AccountFacts]]]
"""Tells who hides their profile."""


class HiddenProfiles:
    """What was read of accounts; until that is read of one, it hides its profile. `changed` is called with
    the accounts that are shown otherwise from now on.
    """

    def __init__(self, facts: Facts, changed: Callable[[Collection[str]], None]) -> None:
        self._facts, self._changed = facts, changed
        self._known: dict[str, bool] = {}
        self._hidden: set[str] = set()
        self._asked: set[str] = set()
        """Those who were shown as if they hid it."""
        self._wanted: set[str] = set()
        self._tasks = BackgroundTasks("it could not be read who hides their profile")

    @property
    def accounts(self) -> AbstractSet[str]:
        """Those of whom it is known that they hide it."""
        return self._hidden

    def hides(self, who: str) -> bool:
        """Return whether a player's name is not for strangers; if that is not known yet, it is read."""
        if not who or is_guest(who):
            return False
        known = self._known.get(who)
        if known is None:
            self._asked.add(who)
            self.read_soon(who)
            return True
        return known

    def look_at(self, accounts: Iterable[str]) -> None:
        """Have read what is not known yet of accounts, which others will soon be shown."""
        for account in accounts:
            self.hides(account)

    def note(self, account: str, *, hidden: bool) -> None:
        """Show an account like this from now on."""
        if self._is_news(account, hidden):
            self._changed((account,))

    def _is_news(self, account: str, hidden: bool) -> bool:
        """Note an account, and return whether it is shown otherwise from now on."""
        before = self._known.pop(account, True if account in self._asked else hidden)
        self._asked.discard(account)
        self._known[account] = hidden
        if hidden:
            self._hidden.add(account)
        else:
            self._hidden.discard(account)
        while len(self._known) > MOST:
            first = next(iter(self._known))
            del self._known[first]
            self._hidden.discard(first)
        return hidden is not before

    def read_soon(self, account: str) -> None:
        """Have it read whether an account hides its profile, and shown if that changed."""
        if not self._wanted:
            self._tasks.start(self._read_wanted())
        self._wanted.add(account)

    async def read(self, accounts: Collection[str]) -> None:
        """Read of accounts whether they hide their profile. Raises what the store raises."""
        wanted = sorted(one for one in accounts if one and not is_guest(one))
        if wanted:
            facts = await self._facts(wanted)
            hidden = {account for account, known in facts.items() if known.hidden}
            if news := [account for account in wanted if self._is_news(account, account in hidden)]:
                self._changed(news)

    async def close(self) -> None:
        """Wait for what is being read."""
        await self._tasks.close()

    async def _read_wanted(self) -> None:
        wanted, self._wanted = self._wanted, set()
        await self.read(wanted)
