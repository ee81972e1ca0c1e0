"""The history of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.people import history_filter


def history(context: CommandContext, words: str) -> None:
    """Shows ended games, or those that are being played now."""
    session = context.session
    try:
        wanted = history_filter.parse(session.texts, words, session.port.now())
    except history_filter.UnknownWords as usage:
        context.notice(str(usage))
        return
    if wanted.now:
        session.show_history(wanted)
    else:
        request(context, session.port.history(wanted.filter), lambda page: session.show_history(wanted, page))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"history": history})
