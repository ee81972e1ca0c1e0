"""`/export`: what the host knows of a player."""

from __future__ import annotations

from tui.actions.context import CommandContext


def export(context: CommandContext, _: str) -> None:
    """Says how to fetch everything that the host knows of the player."""
    host = context.session.port.ssh_host
    texts = context.session.texts
    if context.session.port.account().guest:
        context.say(texts._("Guests leave nothing behind but their seats and what they say."))
    else:
        context.say(texts._("Everything known of you, as JSON:  ssh {host} export > me.json", host=host))
