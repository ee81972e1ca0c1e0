"""Commands about other players that answer at once: following, writing to them, inviting them; ladders."""

from __future__ import annotations

from server.api import messages
from server.sessions.answer import Answer
from server.sessions.commands import SshCommand
from tui.commands.people import follows, ladder, notes
from tui.host.port import Port
from tui.language.texts import Texts


async def answer(port: Port, texts: Texts, command: SshCommand) -> Answer:
    """Carry out a command for the player of a port. Raises Refused."""
    name = command.name
    match command.kind:
        case "follow" | "unfollow":
            on = command.kind == "follow"
            await port.follow(name, on)
            return Answer(follows.follow_words(texts, name, on=on))
        case "tell":
            here = await port.tell(name, command.move)
            return Answer(notes.told_words(texts, name, command.move, here=here))
        case "invite":
            here = await port.invite(command.goto, name)
            return Answer(notes.invited_words(texts, name, here=here))
        case "ladder":
            return await _ladder(port, texts, command)
    return await _following(port, texts, json=command.json)


async def _ladder(port: Port, texts: Texts, command: SshCommand) -> Answer:
    found = await port.ladder(command.goto, "programs" if command.move else "people")
    if command.json:
        return Answer(messages.encode({"ladder": found}).decode().rstrip("\n"))
    return Answer("\n".join(ladder.in_lines(texts, found, port.now())))


async def _following(port: Port, texts: Texts, *, json: bool) -> Answer:
    found = await port.following()
    if json:
        return Answer(messages.encode({"following": found}).decode().rstrip("\n"))
    if not found:
        return Answer(follows.nobody_followed(texts))
    rows = follows.followed_rows(texts, found, port)
    width = max(len(one) for one, _ in rows)
    return Answer("\n".join(f"{one:<{width}}  {about}" for one, about in rows))
