"""Commands about a table before its game: opening one, a seat there, bots, the start.

What is typed of a new table is left to `tui.commands.tables`, how a table stands to `tui.app`.
"""

from __future__ import annotations

from server.api import messages
from server.sessions.answer import FAILED, Answer
from server.sessions.commands import SshCommand
from tui.actions import answers
from tui.actions import position_words as words
from tui.actions.followed_table import FollowedTable
from tui.boards import PLAYABLE
from tui.commands import tables
from tui.host.port import Port
from tui.host.refusals import refused, wrong_stage
from tui.language.texts import Texts
from tui.presenters.bot_words import bot_of

KINDS = frozenset(("open", "sit", "bot", "start", "leave"))


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    match command.kind:
        case "open":
            work = tables.opening(port, texts, command.move)
            if isinstance(work, str):
                return Answer(work, FAILED)
            return await _stands(port, texts, await work, json=command.json)
        case "sit":
            return await _sit(port, texts, command)
        case "bot":
            game = (await FollowedTable(port, command.goto).first()).info.game
            known = bot_of(texts, game, command.move) if game in PLAYABLE else None
            await port.add_bot(command.goto, known or command.move.casefold() or None)
        case "start":
            await port.start(command.goto)
        case "leave":
            await port.leave(command.goto)
            return Answer(messages.line({}) if command.json else words.left(texts))
    return await _stands(port, texts, command.goto, json=command.json)


async def _sit(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Take a seat. Raises Refused if there is none, since nobody stays to look on."""
    table = await port.join(command.goto)
    snapshot = await FollowedTable(port, table).first()
    if snapshot.seat is None:
        raise refused("table-full") if snapshot.info.stage == "open" else wrong_stage(snapshot.info.stage)
    return await _stands(port, texts, table, json=command.json)


async def _stands(port: Port, texts: Texts, table: str, *, json: bool) -> Answer:
    """Answer how a table stands now."""
    snapshot = await FollowedTable(port, table).first()
    if json:
        return Answer(messages.line(answers.which(snapshot.info)))
    lines = [*words.look(texts, snapshot, port.now(), port.ssh_host, port.zone)]
    return Answer("\n".join([*lines, *words.before_the_start(texts, snapshot, port.ssh_host)]))
