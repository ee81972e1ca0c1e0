"""The armor of OpenSSH's signatures: base64 between two lines. Its content is left to `sshsig`."""

from __future__ import annotations

BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
WIDTH = 70
"""Characters of a line that `ssh-keygen` writes."""
LONGEST = 16_384
"""The most characters of an armored signature that are read."""


class NotASignature(ValueError):  # noqa: N818
    """A text or a blob that is not an OpenSSH signature of a record, or whose kind of key cannot be checked
    here.
    """


def unarmored(text: str) -> str:
    """Return the base64 text in the output of `ssh-keygen -Y sign`. Raises NotASignature."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(text) > LONGEST or len(lines) < 3 or lines[0] != BEGIN or lines[-1] != END:
        raise NotASignature
    return "".join(lines[1:-1])


def armored(base64: str) -> str:
    """Return the form in which `ssh-keygen` reads a signature."""
    rows = [base64[at : at + WIDTH] for at in range(0, len(base64), WIDTH)]
    return "\n".join((BEGIN, *rows, END, ""))
