"""Signatures by the real `ssh-keygen`: what it signs is taken, and nothing else."""

from __future__ import annotations

import subprocess
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from engine.records.reading import read
from engine.records.record import Signature
from server.proofs.armor import NotASignature, armored, unarmored
from server.proofs.signed_records import check_signatures, signed_text, signs_record, with_signatures
from server.proofs.sshsig import SshSignature, from_base64
from tests.server.proofs.played import record_of

RECORD = record_of("intrigue", 3, 1)
KINDS = (("ed25519", ()), ("ecdsa", ("-b", "256")), ("ecdsa", ("-b", "521")), ("rsa", ("-b", "2048")))


def keygen(*words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["ssh-keygen", *map(str, words)],
        capture_output=True,
        text=True,
        check=True,
        **more,  # type: ignore[call-overload]
    )


def key(folder: Path, kind: str = "ed25519", *options: str) -> Path:
    path = folder / f"{kind}{''.join(options)}"
    keygen("-q", "-t", kind, *options, "-N", "", "-C", "", "-f", path)
    return path


def sign(key: Path, text: str, folder: Path, namespace: str = "crownhouse-record", *options: str) -> str:
    """What `ssh-keygen -Y sign` writes for a text."""
    (folder / "r").write_text(text, encoding="utf-8", newline="")
    (folder / "r.sig").unlink(missing_ok=True)
    keygen("-Y", "sign", "-n", namespace, "-f", key, *options, folder / "r")
    return (folder / "r.sig").read_text("ascii")


def read_armor(armor: str) -> SshSignature:
    return from_base64(unarmored(armor))


def line(signature: SshSignature, seat: int) -> Signature:
    return Signature(seat, signature.base64)


@pytest.mark.parametrize(("kind", "options"), KINDS)
def test_keys_of_every_kind_sign(kind, options, tmp_path):
    path = key(tmp_path, kind, *options)
    signature = read_armor(sign(path, RECORD, tmp_path))
    assert signature.signs(RECORD.encode())
    assert not signature.signs(RECORD.encode() + b" ")
    assert signature.fingerprint in keygen("-lf", path).stdout
    assert from_base64(signature.base64) == signature
    assert read_armor(armored(signature.base64)) == signature


def test_a_signature_with_another_hash_is_taken_as_well(tmp_path):
    assert read_armor(
        sign(key(tmp_path), RECORD, tmp_path, "crownhouse-record", "-O", "hashalg=sha256")
    ).signs(RECORD.encode())


def test_a_signature_for_another_purpose_is_none(tmp_path):
    """Somebody who signs files or commits with the same key signs no records."""
    armor = sign(key(tmp_path), RECORD, tmp_path, "file")
    with pytest.raises(NotASignature):
        read_armor(armor)


@pytest.mark.parametrize("damage", range(8))
def test_a_damaged_signature_is_refused_or_signs_nothing(damage, tmp_path):
    """Every eighth byte changed: it is no signature, or none of this text."""
    blob = b64decode(read_armor(sign(key(tmp_path), RECORD, tmp_path)).base64)
    for at in range(damage, len(blob), 8):
        changed = blob[:at] + bytes([blob[at] ^ 1]) + blob[at + 1 :]
        try:
            signature = from_base64(b64encode(changed).decode())
        except NotASignature:
            continue
        assert not signature.signs(RECORD.encode()), at
    for most in range(0, len(blob), 7):
        with pytest.raises(NotASignature):
            from_base64(b64encode(blob[:most]).decode())


@pytest.mark.parametrize(
    "text", ["", "hello", "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----", "\0" * 9]
)
def test_what_is_no_signature_is_refused(text):
    with pytest.raises(NotASignature):
        read_armor(text)


def test_players_sign_one_after_the_other(tmp_path):
    """The second one gets a record with a signature line, and may sign it with or without that line."""
    first = read_armor(sign(key(tmp_path), RECORD, tmp_path))
    once = with_signatures(RECORD, [line(first, 1)])
    second = read_armor(sign(key(tmp_path, "ecdsa"), once, tmp_path))
    third = read_armor(sign(key(tmp_path, "rsa"), RECORD, tmp_path))
    assert signs_record(second, once)
    assert signs_record(third, once)
    whole = with_signatures(RECORD, [line(first, 1), line(second, 2), line(third, 3)])
    assert whole.count("signature ") == 3
    assert signed_text(whole) == RECORD
    record = read(whole)
    found = [(one.seat, one.fingerprint) for one in check_signatures(whole, record.signatures)]
    assert found == [(1, first.fingerprint), (2, second.fingerprint), (3, third.fingerprint)]


def test_signatures_of_a_record_that_changed_are_left_out(tmp_path):
    """As when a player's name was deleted."""
    first = read_armor(sign(key(tmp_path), RECORD, tmp_path))
    changed = RECORD.replace("seat 1", "somebody")
    assert with_signatures(changed, [line(first, 1)]) == changed
    forged = f"{changed}signature 1 {first.base64}\n"
    assert [one.fingerprint for one in check_signatures(forged, read(forged).signatures)] == [None]
