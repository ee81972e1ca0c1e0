"""`crownhouse verify RECORD`: checks a record's rules, draws and signatures, and prints the results.

Exit status 0: everything agrees with the commitment; 1: something does not, or the record has no seed; 2: the
file is not a record. `server.proofs.verify` checks the draws without this program.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import printable
from engine.records.header import read_header
from engine.records.reading import read
from engine.records.record import BrokenRecord, NotARecord, Record
from engine.records.replay import replay
from engine.registry import GAMES
from server.proofs.signed_records import check_signatures
from server.telemetry.sentences import complain, record_text, sentence, texts, why_unread
from tui.language import record_words

if TYPE_CHECKING:
    from argparse import _SubParsersAction

WRONG, NO_RECORD = 1, 2


class Unverified(Exception):  # noqa: N818
    """A claim of the record that was not proved, as a sentence."""


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("verify", help="check a record's rules, dice and signatures")
    parser.add_argument("record", type=Path, metavar="RECORD", help="a game record (see docs/fair-dice.md)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the results for a record and return the exit status."""
    path = arguments.record
    try:
        text = record_text(path)
        for line in findings(text):
            sys.stdout.write(f"{printable(line)}\n")
    except (OSError, UnicodeDecodeError, NotARecord) as error:
        return complain(NO_RECORD, why_unread(path, error))
    except BrokenRecord as error:
        why = sentence(error.refused, read_header(text).game)
        return complain(WRONG, f"step {error.step}: {why}")
    except Unverified as error:
        return complain(WRONG, str(error))
    return 0


def findings(text: str) -> Iterator[str]:
    """Yield the results for a record, a sentence each. Raises NotARecord, BrokenRecord, Unverified."""
    words = texts()
    draws = sum(len(step.entry.draws) for step in replay(text, GAMES))
    record = read(text)
    header = record.header
    for seat, added in sorted(header.added.items()):
        yield record_words.added(words, seat, _name(record, seat), added)
    if header.voided:
        yield record_words.voided(words, len(header.voided))
    for given_up in header.restored:
        yield record_words.restored(words, given_up.step, given_up.time)
    if header.seed is None or header.commitment is None:
        raise Unverified(record_words.no_seed(words))
    yield record_words.fair(words, draws)
    for number, one in enumerate(check_signatures(text, record)):
        if one.flaw:
            raise Unverified(record_words.wrongly_signed(words, one.flaw, one.seat))
        if one.bound and number == 0:
            yield record_words.keys_named(words)
        said = record_words.signed_by if one.bound else record_words.signed_for
        yield said(words, one.seat, _name(record, one.seat), one.fingerprint)


def _name(record: Record, seat: int) -> str:
    names = record.header.seats
    return names[seat - 1] if 1 <= seat <= len(names) else "?"
