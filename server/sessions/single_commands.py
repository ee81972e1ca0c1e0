"""Commands that answer at once and end, so that a whole game can be played in them: `turns`, `look`, `play`.

Their words are left to `tui.app.single_commands`, what a program is sent to `server.api.messages`. They
work for accounts: a guest is somebody else each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import asdict

from engine.game import Refused
from server.api import messages
from server.lobby.rating_desk import RATINGS
from server.sessions.answer import DONE, FAILED, SOME, Answer
from server.sessions.at_once import actions, deal_commands, table_commands
from server.sessions.commands import SshCommand
from tui.actions import answers
from tui.actions.followed_table import FollowedTable
from tui.app import single_commands as words
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.speech import typed_move
from tui.host.pictures import FinishedGame, LobbySnapshot, TableInfo, TableSnapshot
from tui.host.port import Port
from tui.host.setting_names import LANGUAGE
from tui.language import notices
from tui.language.texts import Texts, texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.listing import playing
from tui.presenters.table_words import best_odds

ENDINGS = ("concede", "abandon")
"""What cannot be taken back: it is done only with the number of the position, which the question tells."""


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused where no table can be named."""
    account = port.account()
    if account.guest and command.kind != "daily" and not actions.is_for_guests(command):
        return Answer(notices.needs_account(texts), FAILED)
    if language := account.settings.get(LANGUAGE):
        texts = texts_in(language)
    match command.kind:
        case "action":
            return await actions.answer(port, texts, command)
        case "turns":
            return await _turns(port, texts, json=command.json)
        case "look":
            return await _look(port, texts, command)
        case "play":
            return await _play(port, texts, command)
        case kind if kind in table_commands.KINDS:
            return await table_commands.answer(port, texts, command)
    return await deal_commands.answer(port, texts, command)


async def waiting(port: Port) -> list[TableSnapshot]:
    """Return the tables that wait for the player, the longest first."""
    lobby = _lobby(port)
    own = playing(lobby)
    followed = [FollowedTable(port, table.id) for table in lobby.tables if table.id in own]
    try:
        found = [await table.first() for table in followed]
    finally:
        for table in followed:
            table.release()
    return sorted((one for one in found if one.ask is not None), key=lambda one: one.since)


def _lobby(port: Port) -> LobbySnapshot:
    seen: list[LobbySnapshot] = []
    port.follow_lobby(seen.append)()
    return seen[0]


async def _turns(port: Port, texts: Texts, *, json: bool) -> Answer:
    tables = await waiting(port)
    status = SOME if tables else DONE
    if json:
        return Answer(messages.line({"turns": [answers.turn(one) for one in tables]}), status)
    return Answer("\n".join(words.turn_line(texts, one, port.now()) for one in tables), status)


async def _look(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Answer how a table stands, or how a game of the player's ended whose table is closed by now."""
    try:
        table = FollowedTable(port, command.goto)
    except Refused:
        named = {command.goto.lower(), command.goto.upper()}
        ended = next((one for one in _lobby(port).finished if {one.id, one.name} & named), None)
        if ended is None:
            raise
        return await _ended(port, texts, ended, json=command.json)
    snapshot = await table.first()
    if words.asks_for_odds(texts, snapshot, command.move):
        try:
            found = await best_odds(lambda effort: port.odds(snapshot.info.id, effort=effort))
        except Refused as why:
            return Answer(any_refusal_text(texts, why), FAILED)
        return Answer(
            messages.line(asdict(found)) if command.json else _lines(words.odds(texts, snapshot, found))
        )
    if command.json and not command.move:
        return Answer(messages.line({**answers.news(snapshot, texts), "chat": snapshot.chat}))
    if command.move:
        lines = () if command.json else words.about(texts, snapshot, command.move, port.now())
        return Answer(_lines(lines)) if lines else Answer(words.more(texts, snapshot), FAILED)
    return Answer(_lines(words.look(texts, snapshot, port.now(), port.ssh_host, port.zone)))


async def _ended(port: Port, texts: Texts, ended: FinishedGame, *, json: bool) -> Answer:
    """Answer how a game ended, and how its chances went, if that is known."""
    try:
        game, curve = await port.replay(ended.id), await port.curve(ended.id)
    except Refused:
        curve = None
    if json:
        return Answer(messages.line({"ended": ended, **({"curve": curve} if curve else {})}))
    course = words.course(texts, game, curve) if curve else ()
    *told, record = words.ended(texts, ended, port)
    return Answer(_lines([*told, *course, record]))


async def _play(port: Port, texts: Texts, command: SshCommand) -> Answer:
    table = FollowedTable(port, command.goto)
    snapshot = await table.first()
    before = len(table.snapshots)
    other = words.other_than_a_move(texts, command.move)
    try:
        if other in ENDINGS and command.at is None:
            words.check_seated(snapshot, None)
            return Answer(words.before_the_end(texts, snapshot, other, port.ssh_host), FAILED)
        await _carry_out(port, texts, snapshot, command, other)
    except Refused as why:
        return Answer(words.refusal(texts, snapshot, why), FAILED)
    if port.account().settings.get(RATINGS) != "off":
        await table.rated()
    after: Sequence[TableSnapshot] = table.snapshots[before:] or (table.snapshots[-1],)
    return Answer(_lines(words.came_of_it(texts, after, port.now(), port.ssh_host)))


async def _carry_out(
    port: Port, texts: Texts, snapshot: TableSnapshot, command: SshCommand, other: str
) -> None:
    """Make the move, or the `other` command. The question that a move answers is that of the position it was
    checked at, so two commands that come at the same time play once.
    """
    info: TableInfo = snapshot.info
    if other:
        words.check_seated(snapshot, command.at)
        await {"undo": port.undo, "concede": port.concede, "abandon": port.abandon}[other](info.id)
        return
    ask = words.check_asked(snapshot, command.at)
    speech = BOARDS[info.game].speech
    move = typed_move(PLAYABLE[info.game], speech, texts, snapshot, command.move)
    await port.submit(info.id, ask, move)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)
