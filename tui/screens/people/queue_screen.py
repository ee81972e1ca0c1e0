"""The reports that wait for a moderator, with what is known of the chosen one; a key begins the decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tui.host.moderation import ReportedCase, Verdict
from tui.language import moderation_words as words_of
from tui.language.actions import Action, by_letter, labels
from tui.language.texts import N_
from tui.presenters.people.conduct_words import case_lines, decision
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.line_screen import LineScreen
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows import NAMED_FROM
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.panel import Part
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

NAME, KIND, PLACE = 16, 10, 10
"""Cells of the columns."""
READ = Action(
    "open", ("enter",), "Enter", N_("read"), N_("Read the whole report: complaints, table and talk.")
)
WARN = by_letter("w", "warn", N_("warn"), N_("Warn the player: a line is opened for the reason."))
MUTE = by_letter("m", "mute", N_("mute"), N_("Mute the player, for a day or another time."))
BAN = by_letter("b", "ban", N_("ban"), N_("Ban the player, for a week or another time."))
DISMISS = by_letter("d", "dismiss", N_("dismiss"), N_("Dismiss the report; the player is told nothing."))
LIFT = by_letter("l", "lift", N_("lift"), N_("Take back the decision that the player has answered."))
ACTIONS = (CHOOSE, READ, WARN, MUTE, BAN, DISMISS, LIFT, HELP, BACK)


class QueueScreen(ListScreen):
    """Shows open reports, and new ones as they come."""

    actions = ACTIONS

    def __init__(self, cases: Sequence[ReportedCase]) -> None:
        super().__init__()
        self._cases = tuple(cases)

    def on_mount(self) -> None:
        super().on_mount()
        self.keep(self.session.port.follow_waiting(self._ask_later))

    def _ask_later(self) -> None:
        self.call_later(self._ask)

    def _ask(self) -> None:
        self.session.request(self.session.port.reports(), self._take_cases, self.refused)

    def _take_cases(self, cases: Sequence[ReportedCase]) -> None:
        self._cases = tuple(cases)
        self.renew()

    def view(self) -> RowsView:
        texts = self.texts
        case = self._case
        nothing = ListRow([(texts._("No report waits."), palette.DIM)])
        offered = (READ, WARN, MUTE, BAN, DISMISS) if case else ()
        lift = (LIFT,) if case and case.letter else ()
        return RowsView(
            texts._("Reports"),
            str(len(self._cases)),
            (),
            [self._row(one) for one in self._cases] or [nothing],
            [self._line(*line) for line in case_lines(texts, case)] if case else (),
            labels(texts, (*offered, *lift, HELP, BACK)),
        )

    @property
    def _case(self) -> ReportedCase | None:
        at = self._panel.at
        return self._cases[at] if at < len(self._cases) else None

    def _row(self, one: ReportedCase) -> ListRow:
        texts = self.texts
        place = one.table_name or texts._("lobby")
        last = one.complaints[-1].text if one.complaints and self.size.width >= NAMED_FROM else ""
        last = words_of.proposal(texts, one) or last
        columns = f"{fit(words_of.kind(texts, one.kind), KIND)} {fit(place, PLACE)} {last}"
        return ListRow([(f"{fit(one.about, NAME)} ", palette.STRONG), (columns, palette.TEXT)], one.id)

    def _line(self, left: str, right: str) -> Sequence[Part]:
        return [(f" {fit(left, NAME)} ", palette.STRONG), (right, palette.TEXT)]

    # Keys

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "open": self.action_open,
            **{verdict: partial(self._begin, verdict) for verdict in words_of.VERDICTS},
        }

    def action_open(self) -> None:
        """Shows the whole report on a page."""
        if case := self._case:
            heading = self.texts._("Report {sign}", sign=case.id[: words_of.SHORT_ID])
            self.app.push_screen(HelpScreen(heading, list(case_lines(self.texts, case))))

    def _begin(self, verdict: Verdict) -> None:
        """Opens the line of the screen below with the command; the reason is to be typed."""
        case, below = self._case, self.app.screen_stack[-2]
        if case and isinstance(below, LineScreen):
            self.dismiss()
            below.call_later(below.open_line, decision(self.texts, case, verdict))
