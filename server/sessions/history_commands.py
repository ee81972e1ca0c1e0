"""Commands about players and ended games that answer at once and end: `profile`, `history`.

Their words are left to `tui.people`.
"""

from __future__ import annotations

from msgspec import json
from msgspec.structs import replace

from server.sessions.answer import FAILED, Answer
from server.sessions.commands import SshCommand
from tui.commands.account import LANGUAGE
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.table_search import TableSearch
from tui.language.texts import Texts, texts_in
from tui.people import history_filter, history_words, profile_words
from tui.plain import lobby_words

MOST_LISTED = 100
"""The most tables that are listed."""
HIDES = {"hide": HIDDEN, "show": ""}
"""Words that stand where a name stands, and what they set."""


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    if language := port.account().settings.get(LANGUAGE):
        texts = texts_in(language)
    if command.kind == "profile":
        return await _profile(port, texts, command)
    return await _history(port, texts, command)


async def _profile(port: Port, texts: Texts, command: SshCommand) -> Answer:
    if command.move in HIDES:
        if port.account().guest:
            raise refused("guest-history")
        await port.set(PROFILE_SETTING, HIDES[command.move])
        command = SshCommand("profile", json=command.json)
    profile = await port.profile(command.move)
    if command.json:
        return Answer(_json({"profile": profile}))
    return Answer("\n".join(profile_words.lines(texts, profile, port.now())))


async def _history(port: Port, texts: Texts, command: SshCommand) -> Answer:
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
