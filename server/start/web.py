"""`crownhouse web`: a window on the web, beside a host or started by it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.game import printable
from server.budget.idle_priority import work_idly
from server.settings.address import Address, parse_address
from server.settings.web import WebSettings
from server.telemetry import logs
from server.web.feed import Writer
from server.web.process import LONGEST_LINE, Connect, serve_window

if TYPE_CHECKING:
    import asyncssh

log = logging.getLogger(__name__)

FAILED, MISUSED = 1, 2
USER = "window"
DESCRIPTOR = "WINDOW_SOCKET"
"""The variable with the number of the socket to the host that has started this."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("web", help="show a host's public tables on the web (read-only)")
    parser.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:8080", help="where to listen")
    parser.add_argument("--host", metavar="HOST:PORT", help="the host to look at (any of its nodes)")
    parser.add_argument(
        "--key", metavar="FILE", help="a private key whose fingerprint is in [web] keys there"
    )
    parser.add_argument("--known-hosts", metavar="FILE", help="a file with the host's key, as ssh has it")
    parser.add_argument(
        "--proxies", metavar="NETWORKS", default="", help="proxies whose Forwarded is believed"
    )
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="log lines for people or programs"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve pages until a signal comes, or the host that has started this ends."""
    given = os.environ.get(DESCRIPTOR)
    settings = WebSettings(listen=arguments.listen, proxies=arguments.proxies)
    try:
        address, _ = settings.address, settings.believed
        connect = _of_child(int(given)) if given else _over_ssh(arguments)
    except ValueError as why:
        sys.stderr.write(f"{printable(str(why))}.\n")
        return MISUSED
    assert address is not None  # noqa: S101  (there is a default)
    logs.configure(arguments.log, False)
    work_idly()
    return asyncio.run(_serve(settings, address, connect, again=not given))


async def _serve(settings: WebSettings, address: Address, connect: Connect, *, again: bool) -> int:
    def opened(port: int) -> None:
        log.info("window listening", extra={"at": f"{address.host}:{port}"})
        if again:
            sys.stdout.write(f"crownhouse shows pages on {address.host} port {port}\n")
            sys.stdout.flush()

    serving = asyncio.ensure_future(serve_window(settings, address, connect, again=again, opened=opened))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:
        return 0
    except OSError as why:
        sys.stderr.write(f"Cannot listen on {settings.listen}: {logs.reason(why)}.\n")
        return FAILED
    return 0


def _of_child(descriptor: int) -> Connect:
    """Return the way to the host that has started this process."""

    async def connect() -> tuple[asyncio.StreamReader, Writer]:
        return await asyncio.open_connection(sock=socket.socket(fileno=descriptor), limit=LONGEST_LINE)

    return connect


def _over_ssh(arguments: argparse.Namespace) -> Connect:
    """Return the way to a host elsewhere. Raises ValueError for arguments that are wrong or not there."""
    import asyncssh  # a window that its host has started has no use for it

    os.environ.setdefault("HOME", "/")  # asyncssh asks for it; a user that systemd made up may have none
    if not arguments.host or not arguments.key or not arguments.known_hosts:
        raise ValueError("--host, --key and --known-hosts say which host to look at, and how to know it")
    place = parse_address(arguments.host, "127.0.0.1:2222")
    reads: tuple[tuple[str, Callable[[str], object]], ...] = (
        (arguments.key, asyncssh.read_private_key),
        (arguments.known_hosts, asyncssh.read_known_hosts),
    )
    for name, read in reads:
        try:
            read(name)
        except OSError as why:
            raise ValueError(f"{name}: {why.strerror}") from why
        except (ValueError, asyncssh.KeyEncryptionError) as why:  # asyncssh's own of what is no key are some
            raise ValueError(f"{name} cannot be read: {why}") from why

    async def connect() -> tuple[asyncio.StreamReader, Writer]:
        try:
            connection = await asyncssh.connect(
                place.host, place.port, username=USER, client_keys=[arguments.key],
                known_hosts=arguments.known_hosts, agent_path=None, config=None, keepalive_interval=15,
            )  # fmt: skip
            process = await connection.create_process("api", encoding=None)
        except asyncssh.Error as why:
            raise OSError(str(why)) from why
        reader = asyncio.StreamReader(limit=LONGEST_LINE)
        asyncio.ensure_future(_passed_on(process, reader, connection))  # noqa: RUF006  (it holds the connection)
        return reader, process.stdin

    return connect


async def _passed_on(
    process: asyncssh.SSHClientProcess[bytes],
    reader: asyncio.StreamReader,
    connection: asyncssh.SSHClientConnection,
) -> None:
    import asyncssh

    try:
        while data := await process.stdout.read(65536):
            reader.feed_data(data)
    except (OSError, asyncssh.Error) as why:
        log.warning("the host is not reached", extra={"why": logs.reason(why)[:200]})
    finally:
        reader.feed_eof()
        connection.abort()
