"""The deal of the day of each game: play it, or see the results of today."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.game import Refused
from tui.host.deals import DailyDeal, DealResults
from tui.language.actions import Action, by_letter, labels
from tui.language.texts import N_
from tui.presenters.offers import short_title, title
from tui.presenters.people import deal_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

GAME, STATE = 24, 20
SHORT, SHORT_STATE = 10, 12
"""Cells of the columns, and in a narrow window."""
NARROW = 60
PLAY = Action(
    "play", ("enter",), "Enter", N_("play"), N_("Play the chosen deal, or go on with it: each only once."),
    acts=True,
)  # fmt: skip
RESULTS = by_letter("r", "results", N_("results"), N_("See the results of the chosen deal."))
BEFORE = by_letter("y", "before", N_("yesterday"), N_("See the results of the day before."))
CHECK = by_letter("i", "check", N_("check"), N_("See how to check the luck of the chosen deal."))
ACTIONS = (CHOOSE, PLAY, RESULTS, BEFORE, CHECK, HELP, BACK)


class DailyScreen(ListScreen):
    """Shows the deals as they were when they were asked for, and again after the player has come back."""

    actions = ACTIONS
    called = N_("Deal of the day")

    def __init__(self, deals: Sequence[DailyDeal]) -> None:
        super().__init__()
        self._deals = tuple(deals)

    def view(self) -> RowsView:
        texts, now = self.texts, self.session.port.now()
        deal = self._deal
        said = deal_words.why_closed(texts, [deal] if deal else []) or [deal_words.about(texts)]
        details = [[(f" {one}", palette.DIM)] for one in said] if deal else []
        plays = (PLAY,) if deal and not deal.closed else ()
        before = (BEFORE,) if deal and deal.dealt_before else ()
        return RowsView(
            deal_words.daily_heading(texts, self._deals, now),
            rows=[self._row(one) for one in self._deals],
            details=[[], *details],
            keys=labels(texts, (*plays, RESULTS, *before, CHECK, HELP, BACK)),
        )

    def _row(self, one: DailyDeal) -> ListRow:
        texts = self.texts
        narrow = self._panel.size.width < NARROW
        game = fit(short_title(texts, one.game), SHORT) if narrow else fit(title(texts, one.game), GAME)
        said = deal_words.state_word(texts, one, narrow=narrow)
        state = fit(said, SHORT_STATE if narrow else STATE)
        players = deal_words.players_word(texts, one.players)
        ink = palette.ACCENT if one.state == "running" else palette.TEXT
        return ListRow([(f"{game} ", palette.STRONG), (state, ink), (players, palette.DIM)], one.game)

    @property
    def _deal(self) -> DailyDeal | None:
        at = self._panel.at
        return self._deals[at] if at < len(self._deals) else None

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "play": self.action_play,
            "results": self.action_results,
            "before": self.action_before,
            "check": self.action_check,
        }

    def action_play(self) -> None:
        """Plays the chosen deal, or goes on with it."""
        if deal := self._deal:
            play = self.session.port.play_daily(deal.game)
            self.session.request(play, self.session.go_table, self.refused)

    def action_results(self) -> None:
        """Shows the results of the chosen deal."""
        if deal := self._deal:
            self._show(deal, deal.date)

    def action_before(self) -> None:
        """Shows the results of the day before."""
        if deal := self._deal:
            self._show(deal, deal.date_before)

    def action_check(self) -> None:
        """Shows what the host committed itself to before anybody played, and the seed of the day before."""
        if deal := self._deal:
            heading = deal_words.daily_heading(self.texts, self._deals, self.session.port.now())

            def shown(before: DealResults | None) -> None:
                rows = deal_words.commitment_rows(self.texts, deal, before)
                self.app.push_screen(HelpScreen(heading, rows))

            def none_shown(why: Refused) -> None:
                if why.code == "no-deal":
                    shown(None)
                else:
                    self.refused(why)

            asked = self.session.port.daily_results(deal.game, deal.date_before)
            self.session.request(asked, shown, none_shown)

    def _show(self, deal: DailyDeal, date: str) -> None:
        def shown(found: DealResults) -> None:
            heading = deal_words.results_heading(self.texts, found, self.size.width - 4)
            self.app.push_screen(HelpScreen(heading, deal_words.results_rows(self.texts, found)))

        self.session.request(self.session.port.daily_results(deal.game, date), shown, self.refused)
