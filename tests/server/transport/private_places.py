"""The private places of asyncssh and asyncio that the host's connections change or read, all of them.

`test_hardened.py` checks each, so that an upgrade that moves one is noticed.
"""

from __future__ import annotations

import asyncio
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]

import asyncssh
from asyncssh import compression, encryption, packet
from asyncssh.channel import SSHServerChannel

SHORT_WAY = (
    "_recv_encryption _send_encryption _inpbuf _recv_seq _send_seq _kex_complete _channels "
    "_finish_recv_packet _compressor _rekey_bytes_sent _rekey_bytes _rekey_seconds _rekey_time "
    "_send_enchdrlen _send_blocksize _send "
)
KEEPALIVE = (
    "_reset_keepalive_timer _keepalive_timer_callback _keepalive_timer _keepalive_interval "
    "_set_keepalive_timer _keepalive_count _make_keepalive_request _make_global_request "
)
CHANNEL_DATA = (
    "_recv_state _recv_window _accept_data _send_state _send_buf _send_window _send_pktsize _send_chan write "
)


def _each(owner: object, names: str, reason: str) -> list[tuple[object, str, str]]:
    return [(owner, name, reason) for name in names.split()]


PLACES: tuple[tuple[object, str, str], ...] = (
    (asyncssh.SSHServerConnection, "connection_made", "how much of a line is unsent is read there"),
    (asyncssh.SSHServerConnection, "resume_writing", "sessions hear that a line is empty"),
    (asyncssh.SSHServerConnection, "send_userauth_failure", "tries to log in are counted"),
    (asyncssh.SSHServerConnection, "reload_config", "a thread for every login"),
    (asyncssh.SSHServerConnection, "_cleanup", "a dead connection holds on to itself"),
    (asyncssh.SSHServerConnection, "_force_close", "a client that still sends reads why it has to go"),
    (asyncssh.SSHServerConnection, "_recv_handler", "a dead connection holds on to itself"),
    (asyncssh.SSHServerConnection, "_kex", "a dead connection holds on to itself"),
    (asyncssh.SSHServerConnection, "_recv_pkthdr", "packets are handled in small bites"),
    (asyncssh.SSHServerConnection, "_recv_packet", "what a packet inflates to is counted"),
    (asyncssh.SSHServerConnection, "_login_timer_callback", "logins that take too long are counted"),
    (asyncssh.SSHServerConnection, "_login_timer", "logins that make progress get more time"),
    (asyncssh.SSHServerConnection, "_decompressor", "what a packet inflates to is counted"),
    (asyncssh.SSHServerConnection, "_deferred_packets", "what waits for a key exchange is unsent"),
    (asyncssh.SSHServerConnection, "_recv_data", "packets that had to wait are handled"),
    (asyncssh.SSHServerConnection, "_packet_handlers", "a key exchange costs more than a packet"),
    (asyncssh.SSHServerConnection, "_all_server_host_keys", "signatures for them are bounded"),
    (asyncssh.SSHServerConnection, "_report_global_response", "signatures for host keys are bounded"),
    (
        asyncssh.SSHServerConnection,
        "_process_hostkeys_prove_00_at_openssh_dot_com_global_request",
        "signatures for host keys are bounded",
    ),
    (asyncssh.SSHServerConnection, "_process_userauth_request", "strange names to log in by are let in"),
    (packet.SSHPacket, "_idx", "strange names to log in by are let in"),
    (asyncssh.SSHServerConnection, "_process_service_request", "paramiko's guests come in"),
    (asyncssh.SSHServerConnection, "_next_service", "paramiko's guests come in"),
    (asyncssh.SSHServerConnection, "_auth_in_progress", "paramiko's guests come in"),
    (asyncssh.SSHServerConnection, "_auth_complete", "authentication is not requested again after the login"),
    (_SelectorSocketTransport, "max_size", "a socket is read in small bites"),
    (_SelectorSocketTransport, "_read_ready_cb", "a dead transport holds on to itself"),
    (_SelectorSocketTransport, "_write_ready", "a dead transport holds on to itself, from Python 3.12 on"),
    (asyncssh.SSHServerConnection, "log_sent_packet", "a line of the log for each packet"),
    (asyncssh.SSHServerConnection, "log_received_packet", "a line of the log for each packet"),
    (asyncssh.SSHServerConnection, "send_packet", "an empty packet before each of ours"),
    (SSHServerChannel, "_process_env_request", "environments without bounds"),
    (SSHServerChannel, "_process_pty_req_request", "terminals of any name are taken"),
    (SSHServerChannel, "_process_exec_request", "commands that are not UTF-8 are answered"),
    (SSHServerChannel, "_start_session", "commands that are not UTF-8 are answered"),
    (SSHServerChannel, "_env", "environments without bounds"),
    (SSHServerChannel, "_conn", "environments without bounds"),
    (SSHServerChannel, "log_sent_packet", "a line of the log for each packet"),
    (SSHServerChannel, "log_received_packet", "a line of the log for each packet"),
    *_each(asyncssh.SSHServerConnection, SHORT_WAY, "data takes a short way"),
    *_each(asyncssh.SSHServerConnection, KEEPALIVE, "a timer for each read"),
    *_each(SSHServerChannel, CHANNEL_DATA, "data takes a short way"),
    (asyncssh.SSHServerConnection, "_global_request_waiters", "what has reached a client is acknowledged"),
    (asyncssh.SSHServerConnection, "_process_global_response", "what has reached a client is acknowledged"),
    (encryption, "_enc_params", "three ciphers are made for each packet"),
    (asyncio.Handle, "_run", "a session's work is done in its turn, as the event loop does it"),
    (compression, "_cmp_decompressors", "packets that inflate without bounds"),
    (compression, "_cmp_compressors", "packets are compressed in few bytes"),
)
"""(owner, name, what depends on it)."""
