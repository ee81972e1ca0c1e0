"""Commands about the dice: what a table's come from, what a seat adds to them, and the host's counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, own_table, request
from tui.commands import catalogue
from tui.host.pictures import DiceCounts, TableSnapshot
from tui.language.texts import Texts
from tui.presenters import fair_dice

HASH = "sha256:"
"""Before a hash that commits a seat to a text."""


def dice(context: CommandContext, words: str) -> None:
    """Adds to the dice of the table meant; without words tells what they come from, or, where no table is
    meant, how many deals this host has kept its word on.
    """
    port, texts = context.session.port, context.session.texts
    if not words:
        request(context, port.dice_counts(), lambda counts: _tell(context, counts))
        return
    table = own_table(context, "open")
    if table is None:
        return
    commits = words.casefold().startswith(HASH)
    hashed = words[len(HASH) :].strip()
    added = port.commit_to_dice(table.id, hashed) if commits else port.add_to_dice(table.id, words)
    request(context, added, lambda _: context.say(_done(texts, commits=commits)))


def _done(texts: Texts, *, commits: bool) -> str:
    if commits:
        return texts._("You are committed to your text; type it when the start was asked for.")
    return texts._("Your text is added to the dice.")


def _tell(context: CommandContext, counts: DiceCounts) -> None:
    """Shows a page on the dice of the table meant, from its next snapshot, and on the host's."""
    port, texts = context.session.port, context.session.texts
    order = catalogue.SLASH + catalogue.word(texts, "dice")
    heading, rows = texts._("Fair dice on this host"), counted(texts, counts)
    if context.current_table is None:
        context.show(heading, rows)
        return
    seen: list[TableSnapshot] = []

    def tell(snapshot: TableSnapshot) -> None:
        if not seen:
            seen.append(snapshot)
            page = fair_dice.page(texts, snapshot, order, port.now(), port.ssh_host)
            table = texts._("Fair dice at {table}", table=snapshot.info.name)
            context.show(table, (*page, ("", ""), ("", heading), *rows))

    port.follow_table(context.current_table.id, tell)()


def counted(texts: Texts, counts: DiceCounts) -> tuple[tuple[str, str], ...]:
    """What became of the commitments of this host, in rows of a number and a sentence."""
    rows = (
        (counts.opened, texts._("tables opened, each with a commitment to its seed")),
        (counts.dealt, texts._("games dealt")),
        (counts.finished, texts._("finished: their seeds are in the records")),
        (counts.running, texts._("still running")),
        (counts.unfinished, texts._("ended without a result, by agreement, by an operator or left alone")),
        (counts.voided, texts._("deals voided because a text for the dice was not revealed")),
    )
    missed = ((name, _missed(texts, number)) for name, number in counts.missed)
    return (*((str(number), said) for number, said in rows), *missed)


def _missed(texts: Texts, number: int) -> str:
    return texts.ngettext("did not reveal {number} text", "did not reveal {number} texts", number)


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"dice": dice})
