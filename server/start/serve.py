"""`crownhouse serve`: runs a host with the real disk, clock and network until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from typing import TextIO

from engine.game import AnyGame, printable
from server.budget import garbage_collection
from server.budget.fair_loop import run_fairly
from server.host.host import Host
from server.sessions.first_use import prepare
from server.sessions.listener import UNDER_WAY, SshListener
from server.settings.address import NAMELESS, Address, ssh_host
from server.settings.config import Config
from server.settings.loading import (
    FILE_VARIABLE,
    BadConfig,
    LoadedConfig,
    load_with_names,
    log_style,
    of_service,
)
from server.settings.reloading import ConfigReloader
from server.settings.renamed import new_name_sentence
from server.settings.store_address import without_password
from server.start.damage_watch import DamageWatch
from server.start.dependencies import host_dependencies, make_metrics
from server.start.services import in_background, open_readiness, reload_limits, start_services, tell_manager
from server.start.start_check import check_extras, check_start, open_secrets
from server.start.stores import open_store
from server.start.window import WindowProcess
from server.store.database.data_folder import DataFolder, StartupError
from server.store.host_keys import KeyChange
from server.telemetry import logs
from server.telemetry.metrics_sink import MetricsSink
from server.telemetry.readiness import Readiness
from server.transport.descriptors import raise_limit
from tui.boards import PLAYABLE
from tui.host.session import MakeScreen

log = logging.getLogger(__name__)

FAILED, MISUSED = 1, 2
FLAGS = ("listen", "public", "data", "store", "ready", "processes", "web")
"""Settings that are flags, too."""
LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("serve", help="run a host that players reach with ssh")
    parser.add_argument("--listen", metavar="HOST:PORT", help="where to listen (default localhost:2222)")
    parser.add_argument("--public", metavar="HOST:PORT", help="how players reach it (play.example.org:22)")
    parser.add_argument("--data", metavar="DIR", help="folder for the database and the host key")
    parser.add_argument("--store", metavar="URL", help="a PostgreSQL database that other hosts may share")
    parser.add_argument("--ready", metavar="HOST:PORT", help="where a balancer asks whether to send players")
    parser.add_argument("--processes", metavar="N", help="serve players in N processes, one for a core")
    parser.add_argument("--web", metavar="HOST:PORT", help="show public tables on the web, too (read-only)")
    parser.add_argument("--config", metavar="FILE", help="settings in TOML")
    parser.add_argument("--check", action="store_true", help="say whether a host could start, and start none")
    parser.add_argument(
        "--new-host-key", action="store_true", help="start with another host key than players know"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal stops the host, and return the exit status."""
    try:
        given = {name: getattr(arguments, name) for name in FLAGS}
        flags = {name: value for name, value in given.items() if value is not None}
        is_asked = arguments.check and not (arguments.config or arguments.data)
        environment = of_service(os.environ) if is_asked else os.environ
        load = partial(load_with_names, flags, environment, arguments.config)
        loaded = load()
        without_password(loaded.config.store_address if arguments.store else None)
    except (BadConfig, ValueError) as wrong:
        style = "text" if arguments.check else log_style(os.environ, arguments.config)
        if style == "json":
            logs.configure(style, False)
        _refuse_start(style, *(wrong.problems if isinstance(wrong, BadConfig) else [f"--store: {wrong}."]))
        return MISUSED
    source = arguments.config or environment.get(FILE_VARIABLE, "no file")
    if arguments.check:
        return check_start(loaded.config, source)
    os.umask(0o077)  # seeds and keys must not be readable by other users
    try:
        with garbage_collection.paused():
            _serve(loaded, load, "accepted" if arguments.new_host_key else "refused", Path(source))
    except StartupError as why:
        _refuse_start(loaded.config.log, str(why))
        return FAILED
    return 0


def _serve(loaded: LoadedConfig, load: Callable[[], LoadedConfig], change: KeyChange, file: Path) -> None:
    config = loaded.config
    check_extras(config)
    logs.configure(config.log, config.log_addresses)
    for old_name in loaded.old_names:
        log.warning("a setting has a new name", extra={"said": new_name_sentence(old_name)})
    try:
        short = raise_limit(config.limits)
    except ValueError as too_few:
        raise StartupError(str(too_few)) from too_few
    if short:
        log.warning("too few file descriptors", extra={"said": short})
    for said in open_secrets(config, file):
        log.warning("a secret is open to every user", extra={"said": said})
    if config.is_nameless:
        log.warning("notices do not name the host", extra={"said": NAMELESS})
    if config.processes > 1:
        from server.start.parent import serve_in_processes

        in_terminal = _has_terminal()
        shown = partial(_print_addresses, config)
        asyncio.run(serve_in_processes(config, load, shown, change, in_terminal=in_terminal))
    else:
        from tui.app.mode_switch import make_screen

        run_fairly(serve(config, PLAYABLE, make_screen, load, change))


async def serve(
    config: Config,
    games: Mapping[str, AnyGame],
    make_screen: MakeScreen,
    load: Callable[[], LoadedConfig] | None = None,
    change: KeyChange = "refused",
) -> None:
    """Run a whole host until SIGTERM or SIGINT. SIGHUP ends a host that was started in a terminal; otherwise
    it makes the host read the limits of the configuration again, with `load`. `change` says what becomes of a
    host key that players do not know. Raises StartupError.
    """
    with closing(DataFolder(config.folder)) as folder:
        stop, on_signal = asyncio.Event(), asyncio.get_running_loop().add_signal_handler
        for number in (signal.SIGTERM, signal.SIGINT):
            on_signal(number, stop.set)
        in_terminal = _has_terminal()
        on_signal(signal.SIGHUP, stop.set if in_terminal else _do_nothing)
        metrics = make_metrics() if config.metrics else None
        async with AsyncExitStack() as until:
            if metrics:  # errors of the start, as logs that are damaged, are among what operators are told of
                until.enter_context(logs.count_errors(metrics.failed))
            readiness = Readiness()
            await open_readiness(until, config, readiness)
            store = await open_store(config, folder, games.values(), change)
            until.push_async_callback(store.close)
            if store.nodes.name:
                logs.name_node(store.nodes.name)
            host = Host(host_dependencies(config, games, store, metrics or MetricsSink()))
            until.push_async_callback(host.close)
            with store.sentences():
                await host.open()
            prepare()
            listener = SshListener(host, make_screen, store.host_key, proxied=config.proxied)
            until.push_async_callback(listener.close)
            reload = partial(
                reload_limits, host, ConfigReloader(config, load or (lambda: LoadedConfig(config, ())))
            )
            leave, damage = readiness.end if config.store_address else None, DamageWatch(folder.database)
            await start_services(
                until, config, folder, store, host, listener, metrics, damage, stop.set, reload, leave
            )
            if not in_terminal:
                on_signal(signal.SIGHUP, reload)
            places = _listen(listener, config)
            _print_addresses(config, places, store.host_key.get_fingerprint())
            if config.web.address:
                window = WindowProcess(host, config, ssh_host(config.public_address or _here(places[0])))
                in_background(until, window.keep())
            garbage_collection.start()
            is_reached = host.dependencies.nodes.is_reached
            readiness.begin(lambda: is_reached() and not damage.found)
            manager = tell_manager(until)
            await stop.wait()
            store.hurry(UNDER_WAY)
            readiness.end()
            manager.stopping()
            log.info("stopping")


def _has_terminal() -> bool:
    """Return whether the process has a controlling terminal, which sends SIGHUP when it is closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _do_nothing() -> None:
    """Do nothing: the configuration has not been read completely yet."""


def _listen(listener: SshListener, config: Config) -> list[Address]:
    try:
        return listener.listen(*config.addresses)
    except OSError as error:
        raise StartupError(f"Cannot listen on {error.filename}: {error.strerror or error}.") from error


def _print_addresses(config: Config, places: list[Address], fingerprint: str) -> None:
    """Print the addresses, the fingerprint by which players recognise this host, and the line to type: each
    on a line, or all as one object.
    """
    at = [f"{address} port {port}" for address, port in places]
    play = f"ssh {ssh_host(config.public_address or _here(places[0]))}"
    if config.log == "json":
        _print(sys.stdout, logs.told("json", "listening", at=", ".join(at), key=fingerprint, play=play))
        return
    lines = (*(f"crownhouse is listening on {place}" for place in at), f"host key {fingerprint}")
    _print(sys.stdout, *lines, f"to play:  {play}")


def _here(place: Address) -> Address:
    """Return the same for those who read it at this machine."""
    return Address("localhost" if place.host in LOOPBACK_HOSTS else "THIS-HOST", place.port)


def _refuse_start(style: logs.Style, *why: str) -> None:
    if style == "text":
        _print(sys.stderr, *map(printable, why))
        return
    for sentence in why:
        log.error("cannot start", extra={"why": sentence})


def _print(to: TextIO, *lines: str) -> None:
    to.writelines(f"{line}\n" for line in lines)
    to.flush()
