"""Two windows on the web before two nodes, behind a real HAProxy with the configuration of deploy/: every
visitor sees every table, whichever window answers, and one window or node may go.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.test_balancer import free_port
from tests.e2e.host import QUICK
from tests.e2e.test_nodes import LiveNode
from tests.e2e.test_window import page, until
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminals

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy-web.cfg"


class Windows:
    """Two nodes, a window beside each, and the balancer before them."""

    def __init__(self, folder: Path, terminals: PtyTerminals, store: str) -> None:
        self._folder = folder
        self.ports, self.port = [free_port(), free_port()], free_port()
        self._key = LiveNode(folder / "one", terminals).key("window")
        said = subprocess.run(["ssh-keygen", "-l", "-f", f"{self._key}.pub"], capture_output=True, check=True)
        settings = {
            **QUICK,
            "CROWNHOUSE_STORE": store,
            "CROWNHOUSE_WEB_KEYS": said.stdout.split()[1].decode(),
        }
        self.nodes = [LiveNode(folder / name, terminals, settings) for name in ("one", "two")]
        for node in self.nodes:
            node.folder.mkdir()
            node.start()
        self.beside = [self.window(number) for number in range(2)]
        text = CONFIGURATION.read_text("utf-8").replace("bind :8080", f"bind 127.0.0.1:{self.port}")
        for number, port in enumerate(self.ports, 1):
            line = f"server window{number} 127.0.0.1:{port} check inter 200ms\n"
            text = re.sub(rf"server window{number} .*\n", line, text)
        text = re.sub(r" +server window3 .*\n", "", text)
        (folder / "haproxy.cfg").write_text(text)
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.balancer = subprocess.Popen([program, "-db", "-f", str(folder / "haproxy.cfg")])

    def window(self, number: int) -> subprocess.Popen[str]:
        """Starts the window beside a node."""
        node, known = self.nodes[number], self._folder / f"known{number}"
        scan = ["ssh-keyscan", "-p", str(node.port), "127.0.0.1"]
        known.write_bytes(subprocess.run(scan, capture_output=True, check=True).stdout)
        words = ["--host", f"127.0.0.1:{node.port}", "--key", str(self._key), "--known-hosts", str(known)]
        words += ["--listen", f"127.0.0.1:{self.ports[number]}", "--proxies", "127.0.0.1"]
        window = subprocess.Popen(
            [sys.executable, "-m", "server", "web", *words], stdout=subprocess.PIPE, text=True, env=os.environ
        )
        assert window.stdout is not None
        window.stdout.readline()
        return window

    def type(self, node: int, name: str, *words: str) -> str:
        """What a command of a player at a node says."""
        client = self.nodes[node].pipe(name, *words)
        return client.communicate(timeout=20)[0].decode()

    def close(self) -> None:
        for process in (self.balancer, *self.beside):
            process.kill()
            process.wait()
        for node in self.nodes:
            node.close()


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Windows]:
    terminals, store = PtyTerminals(), RunningPostgres()
    windows = Windows(tmp_path, terminals, store.url())
    yield windows
    windows.close()
    terminals.close()
    store.remove()


def ticks(port: int, path: str) -> socket.socket:
    """A stream of a table, behind the balancer."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    stream.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    return stream


def told(stream: socket.socket) -> bool | None:
    """Whether it ticks."""
    return b"data: " in stream.recv(4096) or None


def test_every_visitor_sees_every_table_whichever_window_answers(windows: Windows) -> None:
    """A move on one node is told through both; a window goes, then a node, and nobody is refused."""
    until(lambda: page(windows.port))
    (name,) = set(re.findall(r"\b[A-Z]{3,}-\d+\b", windows.type(0, "anna", "open", "court", "2")))
    windows.type(1, "bert", "sit", name)
    windows.type(0, "anna", "start", name)
    path = f"/t/{name}"

    def shown(port: int, word: bytes) -> bytes | None:
        found = page(port, path) or b""
        return found if word in found else None

    begun = [until(lambda port=port: shown(port, b"data-live")) for port in windows.ports]
    assert all(b"anna" in one and b"bert" in one and b"rolls" not in one for one in begun)
    live = re.search(rb'data-live="(/live/\w+)"', begun[0])
    assert live
    streams = [ticks(port, live[1].decode()) for port in (*windows.ports, windows.port)]
    for stream in streams:
        until(lambda stream=stream: told(stream))
    for node, player in enumerate(("anna", "bert")):  # one of them is asked
        windows.type(node, player, "play", name, "roll")
    for stream in streams:
        until(lambda stream=stream: told(stream))
        stream.close()
    for port in (*windows.ports, windows.port):
        until(lambda port=port: shown(port, b"rolls"))
    windows.beside[1].kill()
    windows.beside[1].wait()
    until(lambda: all(shown(windows.port, b"rolls") for _ in range(5)) or None)
    windows.beside[1] = windows.window(1)
    until(lambda: shown(windows.ports[1], b"rolls"))
    windows.nodes[0].kill()
    assert all(shown(windows.port, b"rolls") for _ in range(20))
