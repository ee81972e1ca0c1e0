"""The dice: what a table's come from, what a seat adds to them, and the host's counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from tui.actions.action import SLASH, Action, Api, Page, Place, Slash, Ssh
from tui.actions.answers import Json
from tui.actions.table_seats import own_table
from tui.host.pictures import DiceCounts, TableSnapshot
from tui.language.spelling import shown
from tui.presenters import fair_dice

HASH = "sha256:"
"""Before a hash that commits a seat to a text."""
DICE = Slash("dice", "[TEXT]", "add a text of yours to the dice before the start, or see what they come from")


class AddedToDice(Struct, frozen=True, kw_only=True):
    """What is known of the table's `dice`, as in `news`; without a table the host's `counts`. Before the
    start, `text` (1 to 100 characters) adds to them, and `hash` (SHA-256 of a text, in hex) commits your seat
    to a text that you send as `text` once `start` was asked for ([fair dice](fair-dice.md)); a seat that
    voided a deal adds nothing more (`dice-voided`).
    """

    table: str | None = None
    text: str | None = None
    hash: str | None = None


class KnownDice(NamedTuple):
    """What is known of dice: a table's, and of all on this host."""

    table: TableSnapshot | None = None
    host: DiceCounts | None = None


def _typed(place: Place, words: str) -> AddedToDice:
    if not words:
        return AddedToDice(table=place.table.id if place.table else None)
    table = own_table(place, "open").id
    if words.casefold().startswith(HASH):
        return AddedToDice(table=table, hash=words[len(HASH) :].strip())
    return AddedToDice(table=table, text=words)


async def _dice(place: Place, args: AddedToDice) -> KnownDice:
    if args.table is None:
        return KnownDice(host=await place.port.dice_counts())
    if args.hash is not None:
        await place.port.commit_to_dice(args.table, args.hash)
    if args.text is not None:
        await place.port.add_to_dice(args.table, args.text)
    is_read = args.hash is None and args.text is None and place.follows is None
    counts = await place.port.dice_counts() if is_read else None
    return KnownDice(await place.newest(args.table), counts)


def _answer(_place: Place, _args: AddedToDice, found: KnownDice) -> Json:
    return {"dice": found.table.dice} if found.table else {"counts": found.host}


def _said(place: Place, args: AddedToDice, found: KnownDice) -> str | Page:
    texts = place.texts
    if args.hash is not None:
        return texts._("You are committed to your text; type it when the start was asked for.")
    if args.text is not None:
        return texts._("Your text is added to the dice.")
    heading = texts._("Fair dice on this host")
    rows = fair_dice.counted(texts, found.host) if found.host else ()
    if found.table is None:
        return Page(heading, rows)
    order = SLASH + shown(texts.of(DICE.word))
    page = fair_dice.page(texts, found.table, order, place.port.now(), place.port.ssh_host)
    table = texts._("Fair dice at {table}", table=found.table.info.name)
    return Page(table, (*page, ("", ""), ("", heading), *rows))


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="dice",
        args=AddedToDice,
        at=_dice,
        say=_said,
        answer=_answer,
        read=_typed,
        slash=DICE,
        ssh=Ssh(
            "dice",
            "how many deals this host has kept its word on; dice TABLE [TEXT]",
            for_guests=True,
            freely=40,
            at_table=True,
        ),
        api=Api(),
    ),
)
