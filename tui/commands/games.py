"""Commands about the seats of a running game: lending and regaining them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, own_table, request, require_seat


def lend(context: CommandContext, words: str) -> None:
    """Lets a bot play for somebody who is away."""
    table = own_table(context, "running")
    seat = require_seat(context, table, words) if table else None
    if table and seat is not None:
        request(context, context.session.port.lend(table.id, seat))


def seat_code(context: CommandContext, _: str) -> None:
    """Shows a guest the code of their seat."""
    table = own_table(context, "open", "running")
    if table:
        request(context, context.session.port.seat_code(table.id), lambda code: _show_code(context, code))


def _show_code(context: CommandContext, code: str) -> None:
    texts = context.session.texts
    page = (
        ("", texts._("Anyone with this code can take your seat: write it down and keep it secret.")),
        ("", ""),
        (code, ""),
        ("", ""),
        ("", texts._("If you lose your connection, reconnect and type:")),
        ("", ""),
        (f"/resume {code}", ""),
    )
    context.show(texts._("Your seat code"), page)


def resume(context: CommandContext, words: str) -> None:
    """Returns to the seat of a code."""
    request(context, context.session.port.resume(words), context.session.go_table)


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "lend": lend,
        "seat": seat_code,
        "resume": resume,
    }
)
