"""What stands above a table's log until it is settled: a wish of others, somebody away, the host's word."""

from __future__ import annotations

from tui.boards.kit.board import Names
from tui.host.port import TableSnapshot
from tui.language.texts import Texts


def banner(texts: Texts, snapshot: TableSnapshot, names: Names, announced: str) -> str:
    """One line, or nothing. `announced` is what the host has said since this screen began."""
    if snapshot.info.stage == "running":
        wish = _abandon(texts, snapshot, names) or _away(texts, snapshot, names)
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
    return texts._("{names} away: L lets a bot play until they are back.", names=away)
