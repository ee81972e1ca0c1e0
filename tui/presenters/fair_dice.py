"""What is told of a table's dice: the commitment, what seats add, what is waited for, how to check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tui.boards.kit.board import Names, names_of
from tui.host.dice import AddedToDice, DiceCounts, FairDice
from tui.host.pictures import TableSnapshot
from tui.language import elapsed, notices
from tui.language.texts import Texts
from tui.language.wording import listed
from tui.presenters.reader import Page, Reader

SHOWN = 12
"""Digits of a hash that are shown where there is little room."""
Row = tuple[str, str]
"""A word, and what is said about it."""


def brief(texts: Texts, snapshot: TableSnapshot, order: str) -> list[str]:
    """A table before its game, in a line or two. `order` is the command that adds to the dice."""
    dice, names = snapshot.dice, names_of(texts, snapshot.info.seats)
    if not dice.commitment or snapshot.info.stage != "open":
        return []
    lines = [
        texts._("Fair chance: {order} tells how to check it, {order} TEXT adds to it.", order=order)
        if snapshot.seat
        else texts._("Fair chance: {order} tells how to check it.", order=order)
    ]
    if dice.awaited:
        lines.append(_awaited(texts, names, dice.awaited))
    elif dice.added:
        who = listed(texts, (names(one.seat) for one in dice.added))
        lines.append(texts._("Added to the dice: {names}", names=who))
    elif dice.restored:
        lines.append(notices.table_restored(texts, dice.restored[-1]))
    elif dice.voided:
        lines.append(_voided(texts, names, dice.voided[-1]))
    return lines


def page(texts: Texts, snapshot: TableSnapshot, order: str, now: float, host: str) -> Iterator[Row]:
    """Everything that is known of a table's dice; `host` as in `Port.ssh_host`."""
    dice, names = snapshot.dice, names_of(texts, snapshot.info.seats)
    if "lesson" in snapshot.info.options:
        yield "", texts._("A lesson: its dice and cards are fixed beforehand, nothing is drawn.")
        return
    yield texts._("Commitment"), dice.commitment
    for one in dice.added:
        yield names(one.seat), _added(texts, dice, one)
    if dice.reveal_by is not None:
        left = elapsed.left_in_words(texts, dice.reveal_by - now)
        yield "", f"{_awaited(texts, names, dice.awaited)} ({left})"
    for number, seats in enumerate(dice.voided, start=1):
        yield texts._("Voided deal {number}", number=number), _voided(texts, names, seats)
    for backup in dice.restored:
        yield "", notices.table_restored(texts, backup)
    if snapshot.info.stage == "open":
        text = texts.pgettext("usage", "TEXT")
        yield (f"{order} {text}", texts._("adds a text of yours to the dice, until the game starts"))
        yield (
            f"{order} sha256:HASH",
            texts._("commits you to a text, to be typed when the start was asked for"),
        )
    yield "", texts._("The commitment binds the host to one seed. The record of the ended game has the seed.")
    if not host:
        return
    yield "", ""
    yield "", texts._("After the game, in your own shell:")
    for line in (
        f"ssh {host} record {snapshot.info.id} > r",
        f"ssh {host} verify.py > verify.py",
        "python3 verify.py r",
    ):
        yield "", line


def changes(texts: Texts, before: TableSnapshot, snapshot: TableSnapshot) -> Iterator[str]:
    """What is different about the dice, in sentences."""
    old, new, names = before.dice, snapshot.dice, names_of(texts, snapshot.info.seats)
    if len(new.voided) > len(old.voided):
        yield _voided(texts, names, new.voided[-1])
    known = {one.seat: one for one in old.added}
    for one in new.added:
        was = known.get(one.seat)
        if was is None or was.hash != one.hash:
            yield texts._("{name} adds to the dice.", name=names(one.seat))
        elif one.text and not was.text:
            yield _revealed(texts, names, one)
    if new.awaited and not old.awaited:
        yield _awaited(texts, names, new.awaited)


def taken(texts: Texts, before: TableSnapshot, snapshot: TableSnapshot) -> Sequence[str]:
    """What was told and nobody is to read any more: the texts of who was banned."""
    names = names_of(texts, before.info.seats)
    withheld = {(one.seat, one.hash) for one in snapshot.dice.added if not one.text}
    told = (one for one in before.dice.added if one.text and (one.seat, one.hash) in withheld)
    return [_revealed(texts, names, one) for one in told]


def _revealed(texts: Texts, names: Names, one: AddedToDice) -> str:
    return texts._("{name} added this to the dice: {text}", name=names(one.seat), text=one.text)


def _added(texts: Texts, dice: FairDice, one: AddedToDice) -> str:
    if one.text:
        return texts._("added: {text}", text=one.text)
    if one.seat in dice.awaited:
        return texts._("still has to reveal a text with the hash {hash}…", hash=one.hash[:SHOWN])
    return texts._("adds a text with the hash {hash}…", hash=one.hash[:SHOWN])


def _awaited(texts: Texts, names: Names, seats: Iterable[int]) -> str:
    return texts._("Still to reveal a text for the dice: {names}", names=listed(texts, map(names, seats)))


def _voided(texts: Texts, names: Names, seats: Iterable[int]) -> str:
    return texts._(
        "The deal is void: no text revealed by {names}. The dice are new.",
        names=listed(texts, map(names, seats)),
    )


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
    hidden = texts._("(profile hidden)")
    missed = ((name or hidden, _missed(texts, number)) for name, number in counts.missed)
    return (*((str(number), said) for number, said in rows), *missed)


def _missed(texts: Texts, number: int) -> str:
    return texts.ngettext("did not reveal {number} text", "did not reveal {number} texts", number)


def whole(reader: Reader, snapshot: TableSnapshot | None, counts: DiceCounts) -> Page:
    """Returns what is known of a table's dice, and the counts of the host."""
    texts, port, rows = reader.texts, reader.port, counted(reader.texts, counts)
    heading = texts._("Fair dice on this host")
    if snapshot is None:
        return Page(heading, rows)
    name = snapshot.info.name
    known = page(texts, snapshot, reader.command("dice", table=name), port.now(), port.ssh_host)
    return Page(texts._("Fair dice at {table}", table=name), (*known, ("", ""), ("", heading), *rows))
