"""What the host tells of a game once it is over: the player's earlier games, the ladder of opponents, and how
others did with the same deal. It is asked once.
"""

from __future__ import annotations

from collections.abc import Callable

from tui.actions.context import SessionContext
from tui.host.deals import DealResults
from tui.host.history import HistoryPage, Rung, SoloLadder
from tui.host.port import TableSnapshot
from tui.presenters import deeds, outcome
from tui.presenters.deeds import Deeds
from tui.presenters.practice_choice import following, opponent_at, result_words
from tui.presenters.share import day_of


class Aftermath:
    """What is known of it; `told` is called whenever that is more."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._told = told
        self._has_asked = False
        self._ladder = self._deal = ""
        self._is_open = False
        self.deeds: Deeds | None = None
        self.rung: Rung | None = None
        """The next opponent, once the one of this table is beaten."""

    @property
    def beyond(self) -> str:
        """What the game means among all who played the deal of the day, or on the ladder, in a sentence."""
        return self._deal or self._ladder

    def is_held_back(self, snapshot: TableSnapshot) -> bool:
        """Returns whether others may still play the deal of this table."""
        return snapshot.info.options.get("deal") is not None and not self._is_open

    def ask(self, session: SessionContext, snapshot: TableSnapshot) -> None:
        """Asks what there is to be told of a game that has a result."""
        if self._has_asked:
            return
        self._has_asked = True
        port, info = session.port, snapshot.info

        def know(page: HistoryPage) -> None:
            self.deeds = deeds.deeds(page, info.id, port.now())
            self._told()

        def know_ladder(ladder: SoloLadder) -> None:
            self._ladder = result_words(session.texts, ladder, against)
            self.rung = following(ladder, against)
            self._told()

        def know_deal(results: DealResults) -> None:
            self._deal = outcome.deal_result(session.texts, results, port.now())
            self._is_open = not results.open
            self._told()

        if (snapshot.seat or info.given_up) and not port.account().guest:
            session.request(port.history(deeds.wanted(snapshot)), know, lambda _: None)
        if snapshot.seat and (against := opponent_at(info)):
            session.request(port.opponents(info.game), know_ladder, lambda _: None)
        if (day := day_of(info.options.get("deal", ""))) and snapshot.seat:
            session.request(port.daily_results(info.game, day), know_deal, lambda _: None)
