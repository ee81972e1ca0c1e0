"""What the host shows beside the tables of the lobby: the deals and games of today, and in wide windows the
player's week and the results of a deal. It is asked again from time to time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.actions.context import SessionContext
from tui.host.deals import DealResults
from tui.host.today import Today, Week

INTERVAL = 60.0
"""Seconds until the host is asked again, if the lobby has changed."""


class NewsOfDay:
    """What is known of it; `told` is called whenever that is more."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._told = told
        self.today: Today | None = None
        self.week: Week | None = None
        self.results: DealResults | None = None
        self._asked_at = -INTERVAL
        self._ended: Sequence[str] = ()
        """The ids of the player's ended games then."""

    def ask(self, session: SessionContext, ended: Sequence[str], *, wide: bool) -> None:
        """Ask if it is time, or another game has `ended`; in a `wide` window also for what only it shows."""
        now = session.port.now()
        if now - self._asked_at < INTERVAL and ended == self._ended:
            return
        self._asked_at, self._ended = now, ended

        def know(today: Today) -> None:
            self.today = today
            played = next((one.deal.game for one in today.deals if one.rank), "")
            if played and wide:
                session.request(session.port.daily_results(played), know_results, lambda _: None)
            self._told()

        def know_results(results: DealResults) -> None:
            self.results = results
            self._told()

        session.request(session.port.today(), know, lambda _: None)
        if wide:
            self.ask_for_week(session)

    def ask_for_week(self, session: SessionContext) -> None:
        def know(week: Week) -> None:
            self.week = week
            self._told()

        session.request(session.port.week(), know, lambda _: None)

    def is_old(self) -> None:
        """Note that what is known is not true any more."""
        self._asked_at = -INTERVAL
