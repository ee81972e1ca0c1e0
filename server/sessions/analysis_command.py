"""The command `analyse`, which has a finished game analysed and ends once that is done.

Who waits for it is told on stderr how far it is. The words are left to `tui.replay`, the work to
`server.analysis`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engine.analysis.findings import Analysis
from engine.game import Refused
from server.sessions.answer import FAILED, Answer
from server.sessions.commands import SVG, SshCommand
from tui.host.analyses import AnalysisNews
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.setting_names import LANGUAGE
from tui.language.texts import Texts, texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.replay import analysis_report
from tui.replay.analysis_document import Form, document


async def answer(port: Port, texts: Texts, command: SshCommand, tell: Callable[[str], object]) -> Answer:
    """Have the game of a command analysed for the player of a port. `tell` is called with lines about how far
    it is.
    """
    if language := port.account().settings.get(LANGUAGE):
        texts = texts_in(language)
    try:
        return await _answer(port, texts, command, tell)
    except Refused as why:
        return Answer(any_refusal_text(texts, why), FAILED)


async def _answer(port: Port, texts: Texts, command: SshCommand, tell: Callable[[str], object]) -> Answer:
    game = await port.replay(command.goto)
    names, seat = game.course.header.seats, command.seat
    if seat is not None and not 1 <= seat <= len(names):
        raise refused("no-such-seat", seat=seat, seats=len(names))
    heard: asyncio.Queue[AnalysisNews] = asyncio.Queue()
    release = await port.analyse(game.id, heard.put_nowait)
    try:
        analysis = await _whole(heard, texts, tell)
    finally:
        release()
    if analysis is None:
        return Answer(analysis_report.state(texts, AnalysisNews(failed=True)), FAILED)
    form: Form = "json" if command.json else "svg" if command.move == SVG else "text"
    return Answer(document(texts, analysis, names, form, seat))


async def _whole(
    heard: asyncio.Queue[AnalysisNews], texts: Texts, tell: Callable[[str], object]
) -> Analysis | None:
    """Return the whole analysis; None if it failed."""
    told = ""
    while not (news := await heard.get()).failed:
        if news.analysis is not None and news.analysis.complete:
            return news.analysis
        if (line := analysis_report.progress(texts, news)) != told:
            tell(line)
            told = line
    return None
