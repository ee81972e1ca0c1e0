"""The analysis of a game that is looked at again, told in plain mode: how far it is, what a seat lost, and
what the decision made here cost.
"""

from __future__ import annotations

from functools import partial

from engine.game import Refused
from tui.actions import catalogue
from tui.host.game_analysis import AnalysisNews, GameAnalysis
from tui.plain.shell import Shell
from tui.presenters.game_refusals import any_refusal_text
from tui.replay import analysis_report as report
from tui.replay import mistakes
from tui.replay.cursor import ReplayCursor
from tui.replay.words import names_in


class AnalysisTeller:
    """Asks the host once, and tells a seat as soon as nothing more comes for it."""

    def __init__(self, shell: Shell, cursor: ReplayCursor, analysis: GameAnalysis | None = None) -> None:
        self._shell, self._cursor = shell, cursor
        self._analysis = analysis
        """None: nobody has asked for it."""
        self._waits_for = 0
        """The seat that is to be told as soon as it is there; 0: none."""
        self._said = -1
        """How many games were before this one when that was said last."""

    def tell(self, seat: int) -> None:
        """Tells what a seat lost, now or later."""
        self._waits_for, self._said = seat, -1
        if self._analysis is None or self._analysis.refusal:
            self._ask()
        else:
            self._look()

    def _ask(self) -> None:
        shell, session = self._shell, self._shell.session
        analysis = self._analysis = GameAnalysis()
        listener = shell.listener(partial(self._hear, analysis))

        async def followed() -> None:
            release = shell.keep(await session.port.analyse(self._cursor.game.id, listener))
            if not session.is_at(shell):
                release()

        session.request(followed(), None, partial(self._refused, analysis))

    def _hear(self, analysis: GameAnalysis, news: AnalysisNews) -> None:
        analysis.hear(news)
        self._look()

    def _refused(self, analysis: GameAnalysis, refusal: Refused) -> None:
        analysis.refuse(refusal)
        self._shell.notice(any_refusal_text(self._shell.texts, refusal))

    def _look(self) -> None:
        """Says what has changed since the last time, as far as somebody waits for it."""
        seat, analysis, texts, shell = self._waits_for, self._analysis, self._shell.texts, self._shell
        if analysis is None or analysis.news is None or not seat:
            return
        found, news = analysis.found, analysis.news
        if news.failed:
            self._waits_for = 0
            shell.notice(report.state(texts, news))
        elif found and (found.complete or (seat in found.done and found.curve)):
            self._waits_for = 0
            self._tell_seat(seat)
        elif news.waiting != self._said:
            self._said = news.waiting
            shell.say(report.state(texts, news))

    def _tell_seat(self, seat: int) -> None:
        found, texts, shell = self._analysis.found if self._analysis else None, self._shell.texts, self._shell
        if found is None:
            return
        names = names_in(texts, self._cursor.course)
        for line in report.about(texts, found):
            shell.say(line)
        if found.curve:
            shell.say(report.chances(texts, found, seat, names(seat)))
        for line in report.of_seat(texts, found, seat, names(seat)):
            shell.say(line)
        word = catalogue.word(texts, "analyse")
        shell.say(texts._("{word} NAME tells what another seat lost.", word=word))

    # Where one is

    def tell_here(self) -> None:
        """Tells what the decision made here cost, if that is known."""
        found, texts = self._analysis.found if self._analysis else None, self._shell.texts
        here = mistakes.finding_here(found, self._cursor) if found else None
        if found and here:
            names = names_in(texts, self._cursor.course)
            self._shell.say(mistakes.told_here(texts, found, here, names))

    def next_mistake(self, by: int) -> int | None:
        """Returns the position of the next decision that cost much (1), or of the one before (-1). Says why
        there is none.
        """
        found, texts = self._analysis.found if self._analysis else None, self._shell.texts
        position = mistakes.next_mistake(found, self._cursor, by) if found else None
        if found is None:
            if self._analysis is None or self._analysis.refusal:
                self._ask()
            self._shell.notice(texts._("The analysis is on its way: type that again in a moment."))
        elif position is None:
            self._shell.notice(mistakes.no_further(texts, by))
        return position
