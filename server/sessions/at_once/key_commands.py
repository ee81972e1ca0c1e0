"""Commands about the keys of an account: a second one, dropping one, and a code for when all are lost.

What is said of them is left to `tui.commands`.
"""

from __future__ import annotations

from server.api import messages
from server.sessions.answer import Answer
from server.sessions.commands import SshCommand
from tui.commands import account
from tui.commands.protection import keys
from tui.host.port import Port
from tui.language.texts import Texts

KINDS = frozenset(("key", "keys", "recovery", "recover"))


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    match command.kind:
        case "key" if command.move:
            await port.add_key(command.move)
            return Answer(account.key_added(texts))
        case "key":
            form = f"ssh {port.ssh_host} key add {await port.new_key_code()}"
            return _page(account.code_page(texts, form, provisional=port.account().provisional))
        case "keys" if command.move:
            await port.drop_key(command.move)
            return Answer(keys.dropped(texts))
        case "keys":
            found = await port.keys()
            if command.json:
                return Answer(messages.line({"keys": found}))
            return Answer("\n".join("  ".join(line) for line in keys.key_lines(texts, found)))
        case "recovery":
            code, form = await port.new_recovery_code(), f"ssh {port.ssh_host} recover"
            return _page(keys.recovery_page(texts, code, f"{form} {port.account().name} {code}"))
    return Answer(keys.recovered(texts, await port.recover(command.name, command.move)))


def _page(lines: keys.Page) -> Answer:
    return Answer("\n".join(" ".join(filter(None, line)) for line in lines))
