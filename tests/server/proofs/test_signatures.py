"""Signatures by the real `ssh-keygen`: what it signs is taken, and nothing else."""

from __future__ import annotations

import subprocess
from argparse import Namespace
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.records.reading import read
from engine.records.record import Signature
from server.proofs.signed_records import check_signatures, signed_text, signs_record, with_signatures
from server.proofs.sshsig import BEGIN, END, NotASignature, SshSignature, from_base64, unarmored
from server.start.offline import verify as verify_command
from tests.server.proofs.played import in_process, record_of

FIRST = record_of("intrigue", 3, 1, version=1)
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
    assert read_armor(f"{BEGIN}\n{signature.base64}\n{END}") == signature


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


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path, Path]:
    """Of three players, and of somebody who did not play."""
    folder = tmp_path_factory.mktemp("keys")
    return (key(folder), key(folder, "ecdsa"), key(folder, "rsa"), key(folder, "ecdsa", "-b", "521"))


def fingerprint(key: Path) -> str:
    return keygen("-lf", key).stdout.split()[1]


def named(keys: Sequence[Path]) -> str:
    """The record, which names the keys of its players."""
    return record_of(
        "intrigue", 3, 1, keys={seat: (fingerprint(one),) for seat, one in enumerate(keys, start=1)}
    )


def flaws(text: str) -> list[tuple[int, str | None]]:
    return [(one.seat, one.flaw) for one in check_signatures(text, read(text))]


def verified(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[int, str]]:
    """What both programs say at the end, with their exit status."""
    status, alone = in_process(text, folder, capsys)
    with_rules = verify_command.run(Namespace(record=folder / "checked"))
    said = capsys.readouterr()
    assert said.err.count("\n") == (1 if with_rules else 0)
    return [(with_rules, (said.out + said.err).splitlines()[-1]), (status, alone.splitlines()[-1])]


def test_players_sign_one_after_the_other(keys, tmp_path, capsys):
    """The second one gets a record with a signature line, and may sign it with or without that line."""
    record = named(keys[:3])
    first = read_armor(sign(keys[0], record, tmp_path))
    once = with_signatures(record, [line(first, 1)])
    second = read_armor(sign(keys[1], once, tmp_path))
    third = read_armor(sign(keys[2], record, tmp_path))
    assert signs_record(second, once)
    assert signs_record(third, once)
    whole = with_signatures(record, [line(first, 1), line(second, 2), line(third, 3)])
    assert whole.count("\nsignature ") == 3
    assert signed_text(whole) == record
    assert flaws(whole) == [(1, None), (2, None), (3, None)]
    for status, said in verified(whole, tmp_path, capsys):
        assert (status, said.split("SHA256:")[1]) == (0, third.fingerprint.removeprefix("SHA256:"))
        assert said.startswith("Signed for seat 3")


def test_a_strangers_key_is_told_for_what_it_proves(keys, tmp_path, capsys):
    """They put it beside somebody's name and signed: nothing in the record says that this is wrong."""
    forged = named([keys[3], *keys[1:3]])
    whole = with_signatures(forged, [line(read_armor(sign(keys[3], forged, tmp_path)), 1)])
    assert flaws(whole) == [(1, None)]
    told = "This record says whose key it is; only those who signed confirm that:"
    assert [*verify_command.findings(whole)][-2] == told
    status, said = in_process(whole, tmp_path, capsys)
    assert (status, said.splitlines()[-2]) == (0, told)


def test_a_signature_has_its_seat(keys, tmp_path, capsys):
    """Another seat, a stranger's signature, a seat that is not there, or the same line twice: refused, with
    one sentence, by both programs.
    """
    record = named(keys[:3])
    first, second, stranger = (read_armor(sign(one, record, tmp_path)) for one in (*keys[:2], keys[3]))
    right = f"{record}signature 1 {first.base64}\n"
    for wrong, flaw in {
        f"{record}signature 2 {first.base64}\n": (2, "other-key"),
        f"{record}signature 3 {first.base64}\n": (3, "other-key"),
        f"{right}signature 2 {stranger.base64}\n": (2, "other-key"),
        f"{record}signature 1 {stranger.base64}\n": (1, "other-key"),
        f"{record}signature 99 {first.base64}\n": (99, "no-seat"),
        f"{record}signature 0 {first.base64}\n": (0, "no-seat"),
        f"{right}signature 1 {first.base64}\n": (1, "twice"),
        f"{right}signature 2 {first.base64}\n": (2, "twice"),
        f"{right}signature 1 {second.base64}\n": (1, "twice"),
        f"{right}signature 2 AAAA\n": (2, "other-text"),
        right.replace("seat 3\n", "seat 3\u2028signature 4\n"): (1, "other-text"),
        right.replace(" deal :", " deal  :"): (1, "other-text"),
        right.replace(fingerprint(keys[1]), fingerprint(keys[3])): (1, "other-text"),
    }.items():
        assert flaws(wrong)[-1] == flaw
        (status, said), (alone, also) = verified(wrong, tmp_path, capsys)
        assert (status, alone) == (1, 1), wrong[-90:]
        assert f"seat {flaw[0]}" in said
        assert also == said


def test_a_record_that_names_no_key_for_a_seat_has_no_signature_there(keys, tmp_path, capsys):
    """As of a guest, or of a record that was written by hand."""
    signature = read_armor(sign(keys[0], RECORD, tmp_path))
    for status, _ in verified(f"{RECORD}signature 1 {signature.base64}\n", tmp_path, capsys):
        assert status == 1
    for status, said in verified(RECORD, tmp_path, capsys):
        assert (status, "every one as the seed gives it" in said) == (0, True)


def test_signatures_of_the_first_version_are_told_for_what_they_prove(keys, tmp_path, capsys):
    """Nothing but the line says the seat; what cannot be right is refused as well."""
    first, second = (read_armor(sign(one, FIRST, tmp_path)) for one in keys[:2])
    for status, said in verified(f"{FIRST}signature 2 {first.base64}\n", tmp_path, capsys):
        assert status == 0
        assert said.startswith(
            f"Signed with the key {first.fingerprint}; nothing proves that it is the key of seat 2"
        )
    right = f"{FIRST}signature 1 {first.base64}\n"
    for wrong in (
        f"{FIRST}signature 99 {first.base64}\n",
        f"{right}signature 1 {first.base64}\n",
        f"{right}signature 2 {first.base64}\n",
        f"{right}signature 1 {second.base64}\n",
        right.replace("seat 2", "Bobby"),
    ):
        assert [status for status, _ in verified(wrong, tmp_path, capsys)] == [1, 1]


def test_signatures_of_a_record_that_changed_are_left_out(tmp_path):
    """As when a player's name was deleted."""
    first = read_armor(sign(key(tmp_path), RECORD, tmp_path))
    changed = RECORD.replace("seat 1", "somebody")
    assert with_signatures(changed, [line(first, 1)]) == changed
    assert flaws(f"{changed}signature 1 {first.base64}\n") == [(1, "other-text")]
