"""Records with their players' signatures: the signed text, and the keys of the signatures. Pure.

A signature signs the record without signature lines. A signature of the record with the earlier
signature lines is accepted, too, because later signers get that text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.records.record import Signature
from server.proofs.armor import NotASignature
from server.proofs.sshsig import SshSignature, from_base64

_WORD = "signature "


class CheckedSignature(Struct, frozen=True):
    """A signature line of a record: its seat, and the fingerprint of its key; None if it signs another text
    or is not a signature.
    """

    seat: int
    fingerprint: str | None


def signed_text(record: str) -> str:
    """The text of a record without its signature lines."""
    return "".join(line for line in record.splitlines(keepends=True) if not line.startswith(_WORD))


def signs_record(signature: SshSignature, record: str) -> bool:
    """True if a signature signs a record with all, some or none of its present signature lines."""
    lines = [line for line in record.splitlines(keepends=True) if line.startswith(_WORD)]
    return _signs(signature, signed_text(record), lines)


def with_signatures(record: str, signatures: Sequence[Signature]) -> str:
    """A record followed by the signature lines that sign it; all others are left out."""
    lines: list[str] = []
    for one in signatures:
        if _fingerprint(one.base64, record, lines):
            lines.append(f"{_WORD}{one.seat} {one.base64}\n")
    return record + "".join(lines)


def check_signatures(record: str, signatures: Sequence[Signature]) -> Iterator[CheckedSignature]:
    """The signature lines of a record, in order, each checked against the text and the lines before it."""
    text = signed_text(record)
    lines: list[str] = []
    for one in signatures:
        yield CheckedSignature(one.seat, _fingerprint(one.base64, text, lines))
        lines.append(f"{_WORD}{one.seat} {one.base64}\n")


def _fingerprint(base64: str, text: str, lines: Sequence[str]) -> str | None:
    try:
        signature = from_base64(base64)
    except NotASignature:
        return None
    return signature.fingerprint if _signs(signature, text, lines) else None


def _signs(signature: SshSignature, text: str, lines: Sequence[str]) -> bool:
    """The signed text may include some of the `lines`, from the first one on."""
    texts = (text + "".join(lines[:count]) for count in range(len(lines) + 1))
    return any(signature.signs(each.encode()) for each in texts)
