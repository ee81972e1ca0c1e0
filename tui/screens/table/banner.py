"""The banner above a table's log: a proposal of others, a player who is away, the host's notice."""

from __future__ import annotations

from tui.boards.kit.board import Names
from tui.host.port import TableSnapshot
from tui.language import notices
from tui.language.texts import Texts
from tui.presenters.table_words import lent_seat


def banner(texts: Texts, snapshot: TableSnapshot, names: Names, announced: str) -> str:
    """Returns one line, or nothing. `announced` is the host's notice, if it is news."""
    if snapshot.saving:
        return notices.saving(texts, snapshot.saving)
    if snapshot.info.stage == "running":
        wish = lent_seat(texts, snapshot.info)
        wish = wish or _abandon(texts, snapshot, names) or _away(texts, snapshot, names)
        if wish:
            return wish
    return announced


def _abandon(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    wish = next((proposal for proposal in snapshot.info.proposals if proposal.kind == "abandon"), None)
    if wish is None:
        return ""
    wanting = texts._(" and ").join(names(seat) for seat in wish.seats if seat != snapshot.seat)
    if snapshot.seat in wish.seats:
        return texts._("You offered to end without a result: waiting for the others to agree.")
    if snapshot.seat is None:
        return texts._("{names}: end without a result?", names=wanting)
    return texts._("{names}: end without a result? Press A to agree.", names=wanting)


def _away(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    if not snapshot.info.lendable or snapshot.seat is None:
        return ""
    away = texts._(" and ").join(map(names, snapshot.info.lendable))
    return texts._("{names} away: L calls them, or lets a bot play until they are back.", names=away)
