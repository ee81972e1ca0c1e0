"""Hands accepted connections from the parent to a process, over a pair of connected UNIX sockets.

The parent accepts for all, so that the limits of connections are those of one host, and each goes to the
process with the fewest players. A connection in between belongs to nobody but the kernel: if the process is
lost, the client is told by a connection that ends.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import NamedTuple

LABEL = struct.Struct("!Q72s")
"""What goes with each connection: its number and the client's address."""
MOST_AT_ONCE = 16


class HandedConnection(NamedTuple):
    """A connection that was handed over; `number` is the parent's for it."""

    sock: socket.socket
    number: int
    address: str


def hand_over(door: socket.socket, connection: HandedConnection) -> bool:
    """Hand a connection over and close it here; return False if the process takes none now."""
    label = LABEL.pack(connection.number, connection.address.encode()[:72])
    try:
        socket.send_fds(door, [label], [connection.sock.fileno()])
    except OSError:
        return False
    connection.sock.close()
    return True


def handed_over(door: socket.socket) -> Iterator[HandedConnection]:
    """Yield connections that wait at the door, some of them: the event loop has other work, too. Raises
    EOFError if the parent is gone.
    """
    for _ in range(MOST_AT_ONCE):
        try:
            label, descriptors, _, _ = socket.recv_fds(door, LABEL.size, 1)
        except BlockingIOError:
            return
        except OSError as error:
            raise EOFError from error
        if not label:
            raise EOFError
        number, address = LABEL.unpack(label)
        yield HandedConnection(
            socket.socket(fileno=descriptors[0]), number, address.rstrip(b"\0").decode(errors="replace")
        )
