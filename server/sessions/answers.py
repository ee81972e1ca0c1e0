"""The texts that answer commands without a screen: help, casts, the checking program.

Which command a client sent, and writing the answer, is left to `server.sessions.command_answers`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from server.host.host import Host
from server.identity.accounts import Player
from server.proofs import verify
from server.sessions.commands import SshCommand
from tui.language import notices
from tui.language.texts import Texts


def help_text(host: Host, texts: Texts, ssh_host: str) -> str:
    """Return the commands that there are."""
    from tui.actions import terminal_help  # it imports the boards, and with them Textual
    from tui.boards import BOARDS

    titles = {key: BOARDS[key].title for key in host.dependencies.games if key in BOARDS}
    return terminal_help.help_text(texts, titles, ssh_host)


def checking_program() -> str:
    """Return the program that checks a record."""
    return Path(verify.__file__).read_text("utf-8").rstrip("\n")


async def cast(host: Host, language: str, player: Player, command: SshCommand) -> AsyncGenerator[bytes, None]:
    """Yield an ended game as an asciicast, part by part. Raises Refused."""
    port = host.port(player)
    try:
        async with aclosing(port.cast(command.goto, command.style, language)) as parts:
            async for part in parts:
                yield part
    finally:
        port.close()


async def sign(host: Host, texts: Texts, player: Player, table: str, signature: bytes) -> str:
    """Add the player's signature to a game's record and return the sentence that says so. Raises Refused."""
    port = host.port(player)
    try:
        await port.sign_record(table, signature.decode("ascii", "replace"))
    finally:
        port.close()
    return notices.signed(texts)
