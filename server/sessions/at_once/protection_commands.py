"""Commands that answer at once about the moderators' queue, and the rules of conduct, which can be read by
everybody.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.host.host import Host
from server.identity.accounts import Player
from server.sessions.answer import Answer
from server.sessions.commands import SshCommand
from tui.commands import catalogue
from tui.commands.protection import queue
from tui.host.refusals import refused
from tui.language import moderation_words as words
from tui.language import notices
from tui.language.texts import Texts

FAILED = 1


def conduct(host: Host, texts: Texts) -> str:
    """Return the rules of conduct."""
    found = host.dependencies.conduct.shown(texts.language)
    return "\n".join(found.lines or words.conduct(texts))


async def answer(host: Host, texts: Texts, player: Player, command: SshCommand) -> Answer:
    """Carry a command out. Raises Refused."""
    if player.guest:
        return Answer(notices.needs_account(texts), FAILED)
    host.bans.check(player.id)
    return await _queue(host, texts, player, command.move)


async def _queue(host: Host, texts: Texts, player: Player, said: str) -> Answer:
    sign, _, rest = said.partition(" ")
    if rest:
        verdict, minutes, reason = queue.parse(texts, rest)
        if verdict is None:
            return Answer(catalogue.form(texts, catalogue.COMMANDS["queue"]), FAILED)
        name = await host.moderation.judge(player, sign, verdict, reason, minutes)
        return Answer(words.decided(texts, name, verdict))
    found = await host.moderation.queue(player.id)
    named = [one for one in found if sign and one.id.startswith(sign.upper())]
    if sign and not named:
        raise refused("no-report", report=sign[:20])
    if named:
        return Answer(_lines(words.case_lines(texts, named[0])))
    lines = [(one.id[: words.SHORT_ID], words.summary(texts, one)) for one in found]
    return Answer(_lines(lines) or texts._("No report waits."))


def _lines(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(": ".join(filter(None, line)) for line in lines)
