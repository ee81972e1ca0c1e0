"""The texts that answer commands without a screen: help, casts, the checking program.

Which command a client sent, and writing the answer, is left to `server.sessions.command_answers`.
"""

from __future__ import annotations

from pathlib import Path

from server.host.host import Host
from server.proofs import verify
from tui.language.texts import Texts


def help_text(host: Host, texts: Texts, ssh_host: str, about: str) -> str:
    """Return the commands that there are, or those that words are about; '': none."""
    from tui.actions import terminal_help  # it imports the boards, and with them Textual
    from tui.boards import BOARDS

    titles = {key: BOARDS[key].title for key in host.dependencies.games if key in BOARDS}
    return terminal_help.help_text(texts, titles, ssh_host, about)


def checking_program() -> str:
    """Return the program that checks a record."""
    return Path(verify.__file__).read_text("utf-8").rstrip("\n")
