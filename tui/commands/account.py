"""Commands about the player's terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.actions.session_context import SessionContext
from tui.commands import catalogue
from tui.host.setting_names import MODE
from tui.wire.terminal.display import AS_IT_SAYS, DisplayWish, format_wish, parse_wish, setting_name
from tui.wire.terminal.terminals import Depth


def change_mode(context: CommandContext, mode: str, table: str) -> None:
    """Keeps the mode that the player wants, then changes to it, at a table or ('') in the lobby."""
    session = context.session
    request(context, session.port.set(MODE, mode), lambda _: session.change_mode(table))


def display(context: CommandContext, words: str) -> None:
    """Changes how the player's terminal is used; without a word, shows how it is used."""
    session = context.session
    wanted = parse_wish(words, session.showing.wanted)
    if wanted is None:
        context.notice(catalogue.form(session.texts, catalogue.COMMANDS["display"]))
    elif not words:
        context.say(_used_as(session))
    else:
        keep = session.port.set(setting_name(session.showing.term), format_wish(wanted))
        request(context, keep, lambda _: _use_as(context, wanted))


def redraw(context: CommandContext, _: str) -> None:
    """Draws everything anew."""
    context.session.redraw()


def _use_as(context: CommandContext, wanted: DisplayWish) -> None:
    context.session.set_display(wanted)
    context.say(_used_as(context.session))


def _used_as(session: SessionContext) -> str:
    texts, showing = session.texts, session.showing
    depth = showing.terminal.depth
    colours = {
        Depth.NONE: texts._("no colours"),
        Depth.TRUE: texts._("all colours"),
    }.get(depth, texts._("{number} colours", number=int(depth)))
    signs = showing.terminal.charset.upper().replace("ISO", "ISO ")
    shown = {"type": showing.term, "colours": colours, "signs": signs}
    return (
        texts._("Display for {type}: {colours}, {signs} (detected).", **shown)
        if showing.wanted == AS_IT_SAYS
        else texts._("Display for {type}: {colours}, {signs} (your choice).", **shown)
    )


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "display": display,
        "redraw": redraw,
    }
)
