"""Records with their players' signatures: the signed text, and what the signatures prove. Pure.

A signature signs the record without signature lines. A signature of the record with the earlier
signature lines is accepted, too, because later signers get that text. From version 2 of the format on, the
signed text names the keys of each seat, so that a signature cannot be put at another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from engine.records.record import Header, Record, Signature
from server.proofs.sshsig import NotASignature, SshSignature, from_base64

_WORD = "signature "
_LINE = re.compile(rf"^{_WORD}[^\n]*\n?", re.MULTILINE)
"""A signature line. Nothing but a line feed ends a line, as in `engine.records.header`."""


Flaw = Literal["other-text", "other-key", "no-seat", "twice"]
"""What is wrong with a signature line: it signs another text or is no signature; the record names other keys
for its seat; there is no such seat; the seat or the key has signed before.
"""


class CheckedSignature(Struct, frozen=True):
    """A signature line of a record: its seat, the fingerprint of its key ('' if it is no signature), and what
    is wrong with it; None: it is right. If it is not `bound`, nothing but the line itself says whose it is.
    """

    seat: int
    fingerprint: str
    flaw: Flaw | None
    bound: bool


def signed_text(record: str) -> str:
    """The text of a record without its signature lines."""
    return re.sub(_LINE, "", record)


def signs_record(signature: SshSignature, record: str) -> bool:
    """True if a signature signs a record with all, some or none of its present signature lines."""
    return _signs(signature, signed_text(record), re.findall(_LINE, record))


def with_signatures(record: str, signatures: Sequence[Signature]) -> str:
    """A record followed by the signature lines that sign it; all others are left out."""
    lines: list[str] = []
    for one in signatures:
        if _fingerprint(one.base64, record, lines):
            lines.append(f"{_WORD}{one.seat} {one.base64}\n")
    return record + "".join(lines)


def check_signatures(text: str, record: Record) -> Iterator[CheckedSignature]:
    """The signature lines of a record, which was read from a text: each checked against the text and against
    the lines before it.
    """
    header, body = record.header, signed_text(text)
    lines: list[str] = []
    before: list[CheckedSignature] = []
    for one in record.signatures:
        fingerprint = _fingerprint(one.base64, body, lines)
        flaw = _flaw(header, one.seat, fingerprint, before)
        before.append(CheckedSignature(one.seat, fingerprint, flaw, header.version > 1))
        lines.append(f"{_WORD}{one.seat} {one.base64}\n")
        yield before[-1]


def _flaw(header: Header, seat: int, fingerprint: str, before: Sequence[CheckedSignature]) -> Flaw | None:
    if not 1 <= seat <= len(header.seats):
        return "no-seat"
    if not fingerprint:
        return "other-text"
    if any(seat == one.seat or fingerprint == one.fingerprint for one in before):
        return "twice"
    if header.version > 1 and fingerprint not in header.keys.get(seat, ()):
        return "other-key"
    return None


def _fingerprint(base64: str, text: str, lines: Sequence[str]) -> str:
    """The fingerprint of the key; '' if it signs another text."""
    try:
        signature = from_base64(base64)
    except NotASignature:
        return ""
    return signature.fingerprint if _signs(signature, text, lines) else ""


def _signs(signature: SshSignature, text: str, lines: Sequence[str]) -> bool:
    """The signed text may include some of the `lines`, from the first one on."""
    texts = (text + "".join(lines[:count]) for count in range(len(lines) + 1))
    return any(signature.signs(each.encode()) for each in texts)
