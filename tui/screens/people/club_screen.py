"""A club: its calendar, members, ladder, deals of the day, notes and roll of honour, each by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice

from tui.host.clubs import ClubPage, ClubSeason
from tui.language.actions import Action, by_letter, labels
from tui.language.texts import N_
from tui.presenters.people import club_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

LEFT = 30
"""Cells of the first halves of rows at most."""
OPEN = Action(
    "open", ("enter",), "Enter", N_("open"), N_("See the chosen member's profile, or the cup of an evening.")
)
ENTER = by_letter("e", "enter_cup", N_("take part"), N_("Take part in the cup of the chosen evening."))
CALENDAR = by_letter("c", "calendar", N_("calendar"), N_("See the evenings of the club."))
MEMBERS = by_letter("m", "members", N_("members"), N_("See who is in the club."))
LADDER = by_letter("l", "ladder", N_("ladder"), N_("See the ratings of members, the best first."))
DEALS = by_letter("d", "deals", N_("deals"), N_("See who of the club has played the deals of the day."))
NOTES = by_letter("n", "notes", N_("notes"), N_("Read the notes of the club."))
HONOURS = by_letter("h", "honours", N_("honours"), N_("See which trophies games have given the club."))
AGAIN = by_letter("u", "again", N_("update"), N_("Ask how the club stands now."))
SEASON = by_letter("s", "season", N_("season"), N_("See the table of this season's evenings."))
PARTS = (CALENDAR, MEMBERS, LADDER, DEALS, NOTES, HONOURS)
ACTIONS = (CHOOSE, OPEN, ENTER, *PARTS, SEASON, AGAIN, HELP, BACK)


class ClubScreen(ListScreen):
    """Shows a club as it was when it was asked for, and again on news and on a key: one of its parts, its
    calendar at first.
    """

    actions = ACTIONS
    called = N_("Club")

    def __init__(self, page: ClubPage) -> None:
        super().__init__()
        self._page = page
        self._part = CALENDAR.name

    def view(self) -> RowsView:
        texts, rows = self.texts, list(self._rows())
        acts = (OPEN, ENTER) if self._part == CALENDAR.name else (OPEN,) if self._part == MEMBERS.name else ()
        parts = (one for one in PARTS if one.name != self._part)
        part = next(one for one in PARTS if one.name == self._part)
        empty = texts._("Nothing yet.")
        return RowsView(
            club_words.heading(texts, self._page),
            headings=[(f" {texts.of(part.label)}", palette.DIM)] if self._page.role else [],
            rows=rows or [ListRow([(f" {empty}", palette.DIM)])],
            details=[[], *self._lately()] if self._part == CALENDAR.name else [],
            keys=labels(texts, (*acts, SEASON, *parts, HELP, BACK))
            if self._page.role
            else labels(texts, (HELP, BACK)),
        )

    def _lately(self) -> Iterator[list[Part]]:
        """Yields the newest note, and how many have played the deals of the day."""
        texts, page = self.texts, self._page
        for left, right in chain(islice(club_words.notes(texts, page), 1), club_words.deals(texts, page)):
            yield [(f" {left}  {right}", palette.DIM)]

    def _rows(self) -> Iterator[ListRow]:
        found = list(self._said())
        room = min(LEFT, max((len(left) for left, _, _ in found), default=0))
        for left, right, choice in found:
            first = f" {fit(left, room)}  ", palette.STRONG if choice else palette.TEXT
            parts = [first, (right, palette.TEXT)]
            for number, line in enumerate(wrap(parts, self._panel.size.width - 2, room + 5)):
                yield ListRow(line, "" if number else choice)

    def _said(self) -> Iterator[tuple[str, str, str]]:
        """Yields the two halves of each row, and what choosing it means."""
        texts, page, port = self.texts, self._page, self.session.port
        rows: Iterator[tuple[str, str]]
        choices: list[str] = []
        if not page.role:
            rows = iter(club_words.rows(texts, page, port.now(), port.zone))
        elif self._part == MEMBERS.name:
            rows, choices = club_words.people(texts, page), [one.name for one in page.people]
        elif self._part == LADDER.name:
            rows = club_words.ladder(texts, page)
        elif self._part == DEALS.name:
            rows = club_words.deals(texts, page)
        elif self._part == NOTES.name:
            rows = club_words.notes(texts, page)
        elif self._part == HONOURS.name:
            rows = club_words.honours(texts, page)
        else:
            rows = club_words.calendar(texts, page, port.now(), port.zone)
            choices = [one.cup for one in page.calendar]
        for number, (left, right) in enumerate(rows):
            yield left, right, choices[number] if number < len(choices) else ""

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            **{part.name: partial(self._turn, part.name) for part in PARTS},
            "open": self.action_open,
            "enter_cup": self.action_enter,
            "season": self.action_season,
            "again": self.action_again,
        }

    def _turn(self, part: str) -> None:
        self._part = part
        self.renew()

    def action_open(self) -> None:
        """Shows the chosen member's profile, or the cup of an evening."""
        choice = self._panel.choice
        if choice and self._part == MEMBERS.name:
            self.show_player(choice)
        elif choice:
            self.session.request(self.session.port.cup(choice), self.session.opens, self.refused)
        else:
            self._panel.say(self.texts._("No cup is open for this evening yet."))

    def action_enter(self) -> None:
        """Takes part in the cup of the chosen evening."""
        port, cup = self.session.port, self._panel.choice if self._part == CALENDAR.name else ""
        if cup:
            self.session.request(port.change_cup(cup, "enter"), lambda _: self.action_again(), self.refused)
        else:
            self._panel.say(self.texts._("No cup is open for this evening yet."))

    def action_season(self) -> None:
        """Shows the present season."""

        def show(found: ClubSeason) -> None:
            heading = self.texts._("{club}, {season}", club=found.club, season=found.season)
            self.app.push_screen(HelpScreen(heading, club_words.season(self.texts, found)))

        self.session.request(self.session.port.club_season("", self._page.name), show, self.refused)

    def action_again(self) -> None:
        """Asks how the club stands now."""
        self.session.request(self.session.port.club(self._page.name), self._take_page, self.refused)

    def announce(self, text: str) -> None:
        super().announce(text)
        self.action_again()

    def _take_page(self, page: ClubPage) -> None:
        self._page = page
        self.renew()
