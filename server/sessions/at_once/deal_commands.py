"""Commands that answer at once about the results of deals that several tables play."""

from __future__ import annotations

from collections.abc import Sequence

from server.api import messages
from server.sessions.answer import FAILED, Answer
from server.sessions.commands import SshCommand
from tui.boards import PLAYABLE
from tui.commands import catalogue
from tui.commands.people import deals
from tui.host.deals import DealResults
from tui.host.port import Port
from tui.language.texts import Texts
from tui.people import deal_words


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    match command.kind:
        case "daily":
            return await _daily(port, texts, command)
        case "duplicate":
            return await _duplicate(port, texts, command)
    raise AssertionError(command)


async def _daily(port: Port, texts: Texts, command: SshCommand) -> Answer:
    wish = deals.typed_daily(texts, command.move.split())
    if wish.wrong:
        return Answer(catalogue.form(texts, catalogue.COMMANDS["daily"]), FAILED)
    games = [wish.game] if wish.game else list(PLAYABLE)
    found = [await port.daily_results(game, wish.date) for game in games]
    return _results(texts, found, json=command.json)


async def _duplicate(port: Port, texts: Texts, command: SshCommand) -> Answer:
    first, *rest = command.move.split()
    if first.casefold() in deals.results_words(texts) and rest:
        return _results(texts, [await port.duplicate_results(rest[0])], json=command.json)
    wish = deals.typed_duplicate(texts, command.move.split())
    if wish is None:
        return Answer(catalogue.form(texts, catalogue.COMMANDS["duplicate"]), FAILED)
    match = await port.open_duplicate(wish.game, wish.seats, wish.tables, wish.options, private=wish.private)
    if command.json:
        return Answer(messages.line({"match": match}))
    heading, rows = deal_words.match_heading(texts, match), deal_words.match_rows(texts, match)
    return Answer("\n".join(deal_words.in_lines(heading, rows)))


def _results(texts: Texts, found: Sequence[DealResults], *, json: bool) -> Answer:
    if json:
        return Answer("\n".join(messages.line({"results": one}) for one in found))
    lines = []
    for one in found:
        heading, rows = deal_words.results_heading(texts, one), deal_words.results_rows(texts, one)
        lines += [*deal_words.in_lines(heading, rows), ""]
    return Answer("\n".join(lines[:-1]))
