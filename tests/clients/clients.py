"""The clients that get in: how each is called in its default configuration, and how its keys are made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {"ssh": "openssh-client", "dbclient": "dropbear-bin", "plink": "putty-tools"}
"""Debian's package of each program."""

Call = Callable[[int, str, Path | None, list[str]], list[str]]
"""Takes a port of 127.0.0.1, a user's name, a key (None: a guest) and what to run; returns the command."""


@dataclass(frozen=True)
class ClientProgram:
    """One client. `make_key` writes a new user key of a type (ed25519, ecdsa, rsa) to a path."""

    name: str
    program: str
    call: Call
    make_key: Callable[[str, Path], None]
    resizes: bool = True

    def command(self, port: int, user: str, key: Path | None, *words: str) -> list[str]:
        """Its command line. Raises AssertionError where the program is not installed."""
        package = PACKAGES.get(self.program)
        assert shutil.which(self.program), f"{self.program} is not installed; apt-get install {package}"
        return self.call(port, user, key, list(words))


def openssh(**lists: tuple[str, ...]) -> Call:
    """The system's ssh with the system's configuration; `lists` name algorithms in place of its own, and
    those it does not know are left out, because it refuses them.
    """

    def call(port: int, user: str, key: Path | None, words: list[str]) -> list[str]:
        options = [f"{option}={','.join(_known(option, names))}" for option, names in lists.items()]
        options.append("UserKnownHostsFile=/dev/null")
        options += ["IdentitiesOnly=yes", f"IdentityFile={key}"] if key else ["PubkeyAuthentication=no"]
        flags = [part for option in options for part in ("-o", option)]
        return ["ssh", "-F", "/etc/ssh/ssh_config", *flags, "-p", str(port), "-l", user, "127.0.0.1", *words]

    return call


def _known(option: str, names: tuple[str, ...]) -> list[str]:
    done = subprocess.run(["ssh", "-Q", option], check=True, capture_output=True, text=True)
    return [name for name in names if name in done.stdout.split()]


def dbclient(port: int, user: str, key: Path | None, words: list[str]) -> list[str]:
    """Dropbear's client."""
    return ["dbclient", *(["-i", str(key)] if key else []), "-p", str(port), "-l", user, "127.0.0.1", *words]


def plink(port: int, user: str, key: Path | None, words: list[str]) -> list[str]:
    """PuTTY's client."""
    return ["plink", *(["-i", str(key)] if key else []), "-P", str(port), "-l", user, "127.0.0.1", *words]


def library(module: str) -> Call:
    """A client of ours, made of that library."""

    def call(port: int, user: str, key: Path | None, words: list[str]) -> list[str]:
        flags = ["-i", str(key)] if key else []
        program = [sys.executable, "-m", f"tests.clients.{module}"]
        return [*program, *flags, "127.0.0.1", str(port), user, *words]

    return call


def openssh_key(kind: str, path: Path) -> None:
    """As ssh-keygen makes it."""
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-f", str(path)], check=True)


def dropbear_key(kind: str, path: Path) -> None:
    """As dropbearkey makes it."""
    subprocess.run(["dropbearkey", "-t", kind, "-f", str(path)], check=True, capture_output=True)


def putty_key(kind: str, path: Path) -> None:
    """As puttygen makes it, without a passphrase."""
    options = ["-q", "-t", kind, "--new-passphrase", "/dev/null", "-O", "private", "-o", str(path)]
    subprocess.run(["puttygen", *options], check=True)


NIST_EXCHANGES = ("ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521")
FINITE_EXCHANGES = (
    "diffie-hellman-group-exchange-sha256", "diffie-hellman-group16-sha512", "diffie-hellman-group18-sha512",
    "diffie-hellman-group14-sha256",
)  # fmt: skip
CLASSIC_EXCHANGES = ("curve25519-sha256", "curve25519-sha256@libssh.org", *NIST_EXCHANGES, *FINITE_EXCHANGES)
STREAMED = ("aes128-ctr", "aes192-ctr", "aes256-ctr")
SEALED = ("aes128-gcm@openssh.com", "aes256-gcm@openssh.com")
MACS = (
    "umac-64-etm@openssh.com", "umac-128-etm@openssh.com", "hmac-sha2-256-etm@openssh.com",
    "hmac-sha2-512-etm@openssh.com", "hmac-sha1-etm@openssh.com", "umac-64@openssh.com",
    "umac-128@openssh.com", "hmac-sha2-256", "hmac-sha2-512", "hmac-sha1",
)  # fmt: skip
NIST_KEYS = ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521")
RSA_KEYS = ("rsa-sha2-512", "rsa-sha2-256")

OPENSSH_8 = openssh(
    KexAlgorithms=CLASSIC_EXCHANGES,
    HostKeyAlgorithms=(*NIST_KEYS, "ssh-ed25519", *RSA_KEYS, "ssh-rsa"),
    Ciphers=("chacha20-poly1305@openssh.com", *STREAMED, *SEALED),
    MACs=MACS,
)
"""The lists of 8.4, without certificates and hardware keys."""
OPENSSH_9 = openssh(
    KexAlgorithms=("sntrup761x25519-sha512@openssh.com", *CLASSIC_EXCHANGES),
    HostKeyAlgorithms=("ssh-ed25519", *NIST_KEYS, *RSA_KEYS),
    Ciphers=("chacha20-poly1305@openssh.com", *STREAMED, *SEALED),
    MACs=MACS,
)
"""The lists of 9.2."""
OPENSSH_10 = openssh(
    KexAlgorithms=(
        "mlkem768x25519-sha256", "sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com",
        *CLASSIC_EXCHANGES,
    ),
    HostKeyAlgorithms=("ssh-ed25519", *NIST_KEYS, *RSA_KEYS),
    Ciphers=("chacha20-poly1305@openssh.com", *SEALED, *STREAMED),
    MACs=MACS,
)  # fmt: skip
"""The lists of 10.0. An older ssh leaves out mlkem768x25519-sha256, which then only a real 10 tries."""

CLIENTS = (
    ClientProgram("openssh", "ssh", openssh(), openssh_key),
    ClientProgram("openssh-8", "ssh", OPENSSH_8, openssh_key),
    ClientProgram("openssh-9", "ssh", OPENSSH_9, openssh_key),
    ClientProgram("openssh-10", "ssh", OPENSSH_10, openssh_key),
    ClientProgram("dbclient", "dbclient", dbclient, dropbear_key),
    ClientProgram("plink", "plink", plink, putty_key),
    ClientProgram("paramiko", sys.executable, library("by_paramiko"), openssh_key),
    ClientProgram("libssh", sys.executable, library("by_libssh"), openssh_key),
    ClientProgram("libssh2", sys.executable, library("by_libssh2"), openssh_key, resizes=False),
)
"""The first is the stock one, whatever its version; the next three have the lists of other versions."""
