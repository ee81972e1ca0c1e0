"""A cup: its standing with every game, its tables, and what is special about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.cells import cell_len

from tui.host.cups import CupPage, CupStandingRow
from tui.language.actions import Action, by_letter, labels
from tui.language.texts import N_
from tui.presenters.people import cup_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.pieces import TURN, fit
from tui.wire.terminal import palette

PLACE, SCORE, MARK, YOURS = 4, 6, 6, 12
"""Cells of the columns but for the names, which have the rest."""
MOST_NAME = 30
MINE = Action("mine", ("enter",), "Enter", N_("my table"), N_("Go to your table in this cup."))
TABLE = by_letter("t", "table", N_("tables"), N_("See who sits at which table of this round."))
SEATS = by_letter(
    "s", "seats", N_("seats compared"), N_("See what the same seat with the same luck gave others.")
)
ROUNDS = by_letter("r", "rounds", N_("rounds"), N_("See the tables of all rounds."))
TROPHIES = by_letter("h", "trophies", N_("trophies"), N_("See which trophies its games have given."))
AGAIN = by_letter("u", "again", N_("update"), N_("Ask how the cup stands now."))
ACTIONS = (CHOOSE, MINE, TABLE, SEATS, ROUNDS, TROPHIES, AGAIN, HELP, BACK)


class CupScreen(ListScreen):
    """Shows a cup as it was when it was asked for, and again on news and on a key."""

    actions = ACTIONS
    called = N_("Cup")

    def __init__(self, page: CupPage) -> None:
        super().__init__()
        self._page = page

    def view(self) -> RowsView:
        """Returns the standing. A place that is shared is told once, the sum of one game not at all."""
        texts, page = self.texts, self._page
        games = max((len(row.marks) for row in page.rows), default=0)
        head = "".join(f"{number:>{MARK}}" for number in range(1, games + 1))
        score = "" if games == 1 else texts._("score").rjust(SCORE + 2)
        standing = sorted(page.rows, key=lambda row: (row.place, *(one.table for one in row.marks[-1:])))
        places = [row.place or row.entrant for row in standing]
        begin = [place != before for place, before in zip(places, (0, *places), strict=False)]
        given = (TROPHIES,) if page.trophies else ()
        shows = (SEATS,) if page.cup.equal else ()
        below = cup_words.in_short(texts, page, self._panel.size.width - 2)
        return RowsView(
            self._heading,
            headings=[(" " * (1 + PLACE + self._name_room(games)) + head + score, palette.DIM)],
            rows=[
                self._row(row, str(place) if begins else "", games)
                for row, place, begins in zip(standing, places, begin, strict=True)
            ],
            details=[[], *([(f" {one}", palette.TEXT)] for one in below)] if below else [],
            keys=labels(
                texts, (*((MINE,) if page.cup.table else ()), TABLE, *shows, ROUNDS, *given, HELP, BACK)
            ),
        )

    @property
    def _heading(self) -> str:
        return cup_words.heading(self.texts, self._page.cup, self._panel.size.width - 4)

    def _name_room(self, games: int) -> int:
        return max(8, min(MOST_NAME, self._panel.size.width - 2 - PLACE - games * MARK - SCORE - 2 - YOURS))

    def _row(self, row: CupStandingRow, place: str, games: int) -> ListRow:
        texts = self.texts
        called = fit(cup_words.name(texts, self._page.cup, row), self._name_room(games) - 1)
        marks = "".join(cup_words.mark(texts, one).rjust(MARK) for one in row.marks).ljust(games * MARK)
        score = cup_words.score(texts, row.score).rjust(SCORE + 2) if games > 1 else ""
        turn = ("  " + texts._("your turn")) if row.you and row.asked else ""
        used = PLACE + cell_len(called) + 1 + len(marks) + len(score)
        turn, sign = ("", TURN) if turn and used + cell_len(turn) >= self._panel.size.width else (turn, " ")
        ink = palette.DIM if row.left else palette.STRONG if row.you else palette.TEXT
        return ListRow(
            [
                (f"{place:>{PLACE - 1}}{sign}{called} ", ink),
                (marks, palette.TEXT),
                (score, palette.STRONG),
                (turn, palette.ACCENT),
            ],
            str(row.entrant),
        )

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "mine": self.action_mine,
            "table": lambda: self._show(cup_words.tables(self.texts, self._page)),
            "seats": self.action_seats,
            "rounds": lambda: self._show(cup_words.rounds(self.texts, self._page)),
            "trophies": self.action_trophies,
            "again": self.action_again,
        }

    def action_mine(self) -> None:
        """Goes to the player's table."""
        if table := self._page.cup.table:
            self.session.go_table(table)
        else:
            self._panel.say(self.texts._("You have no table in this cup now."))

    def action_trophies(self) -> None:
        """Shows what games of the cup have given."""
        rows = cup_words.trophies(self.texts, self._page)
        self._show(rows or [("", self.texts._("Nothing yet."))])

    def action_seats(self) -> None:
        """Shows the seats compared."""
        self.session.request(
            self.session.port.cup_seats(self._page.cup.id),
            lambda found: self._show(cup_words.compared(self.texts, found)),
            self.refused,
        )

    def action_again(self) -> None:
        """Asks how the cup stands now."""
        self.session.request(self.session.port.cup(self._page.cup.id), self._take_page, self.refused)

    def announce(self, text: str) -> None:
        super().announce(text)
        self.action_again()

    def _take_page(self, page: CupPage) -> None:
        self._page = page
        self.renew()

    def _show(self, rows: list[tuple[str, str]]) -> None:
        self.app.push_screen(HelpScreen(self._heading, rows))
