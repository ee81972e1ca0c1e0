"""The options of every SSH connection: current algorithms only, no forwarding of any kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import asyncssh

from server.settings.current_limits import CurrentLimits
from server.transport.channel import WINDOW
from server.transport.inflation import replace_compression
from server.transport.packets import reuse_ciphers

KEY_EXCHANGES = ("curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256")
"""The key exchanges, without finite-field Diffie-Hellman, which costs the host 4-14 ms a handshake. The
client's order decides which one is used: OpenSSH uses mlkem768. `curve25519-sha256` is first because Dropbear
sends a guess with its list; the guess is wrong if the first names of the two lists differ, and asyncssh does
not skip a wrong guess.
"""
CIPHERS = ("chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES = (
    "ssh-ed25519", "sk-ssh-ed25519@openssh.com", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521", "sk-ecdsa-sha2-nistp256@openssh.com",
    "webauthn-sk-ecdsa-sha2-nistp256@openssh.com", "ssh-ed448", "rsa-sha2-512", "rsa-sha2-256", "ssh-rsa",
)  # fmt: skip
"""The signature algorithms for clients' keys, each named once. asyncssh's own list names each of them twice,
and libssh2 1.11 copies the names that it knows into a space for three: with an RSA key it aborts. The last
one is for libssh2 before 1.11, which knows no other one for RSA.
"""
COMPRESSION = ("none", "zlib@openssh.com")


def connection_options(
    host_keys: Sequence[asyncssh.SSHKey], limits: CurrentLimits, make_owner: Callable[[], asyncssh.SSHServer]
) -> asyncssh.SSHServerConnectionOptions:
    """Return the options of new connections. The first key is the host's; clients are told of others, too,
    so that they know the host by them later. `make_owner` makes the owner of each connection.
    """
    replace_compression(limits)
    reuse_ciphers()
    return asyncssh.SSHServerConnectionOptions(
        server_factory=make_owner,
        server_host_keys=list(host_keys),
        send_server_host_keys=True,
        server_version="crownhouse",
        kex_algs=KEY_EXCHANGES,
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        signature_algs=SIGNATURES,
        compression_algs=COMPRESSION,
        public_key_auth=True,
        kbdint_auth=True,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        gss_auth=False,
        gss_kex=False,
        login_timeout=limits.now.login_timeout,
        keepalive_interval=limits.now.keepalive,
        keepalive_count_max=limits.now.keepalives,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        window=WINDOW,
    )
