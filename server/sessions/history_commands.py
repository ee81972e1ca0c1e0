"""The command `history`, which answers at once and ends. Its words are left to `tui.people`."""

from __future__ import annotations

from msgspec import json
from msgspec.structs import replace

from server.sessions.answer import FAILED, Answer
from server.sessions.commands import SshCommand
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.host.table_search import TableSearch
from tui.language.texts import Texts, texts_in
from tui.people import history_filter, history_words
from tui.presenters import lobby_words

MOST_LISTED = 100
"""The most tables that are listed."""


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out the command for the player of a port. Raises Refused."""
    if language := port.account().settings.get(LANGUAGE):
        texts = texts_in(language)
    try:
        wanted = history_filter.parse(texts, command.move, port.now())
    except history_filter.UnknownWords as usage:
        return Answer(str(usage), FAILED)
    if wanted.now:
        return _being_played(port, texts, as_json=command.json)
    page = await port.history(replace(wanted.filter, before=command.before))
    if command.json:
        return Answer(_json(page))
    games = [f"{game.id}  {history_words.line(texts, game, port.now())}" for game in page.games]
    if page.more:
        asked = " ".join(filter(None, ("history", command.move, "--before", page.more)))
        games.append(history_words.earlier(texts, f"ssh {port.ssh_host} {asked}"))
    return Answer("\n".join(games) or history_words.none(texts))


def _being_played(port: Port, texts: Texts, *, as_json: bool) -> Answer:
    tables = port.find_tables(TableSearch(stage="running", count=MOST_LISTED, newest=True)).tables
    if as_json:
        return Answer(_json({"tables": tables}))
    lines = [lobby_words.line(texts, table, port.now()) for table in tables]
    return Answer("\n".join(lines) or history_words.none(texts, now=True))


def _json(value: object) -> str:
    return json.encode(value).decode()
