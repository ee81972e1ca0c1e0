"""What one client may take of the host before and after it has logged in. All of it is configuration."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]
Bytes = Annotated[int, Meta(ge=1)]


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counts, seconds and bytes."""

    login_timeout: Seconds = 20.0
    """From the connection to a proven key or a guest's entry."""
    logging_in: Count = 100
    """Connections before login, in all."""
    logging_in_per_address: Count = 10
    """The same from one address (IPv4) or one network of 64 bits (IPv6)."""
    logging_in_kept: Annotated[int, Meta(ge=0)] = 20
    """How many of `logging_in` only addresses may use that somebody has logged in from before."""
    new_per_second: Count = 20
    new_per_second_per_address: Annotated[float, Meta(gt=0)] = 5.0
    new_at_once_per_address: Count = 20
    """Connections that one address may begin at once, before `new_per_second_per_address` holds."""
    waiting_time: Seconds = 5.0
    """How long a connection that is too many waits for its turn before it is closed."""
    waiting: Count = 500
    """How many wait; what comes on top is closed at once."""
    waiting_per_address: Count = 40
    """How many of one address wait; what comes on top is closed at once."""
    read_bytes: Bytes = 8192
    """What is read of one client in a turn of the loop."""
    packets_at_once: Count = 32
    """Packets of one client that are handled in a turn of the loop."""
    packets: Count = 1000
    """Packets that a client may send at once before `packets_per_second` holds. A key is one or two."""
    packets_per_second: Annotated[float, Meta(gt=0)] = 100.0
    packets_per_address: Count = 5000
    """The same for all connections of one address together."""
    packets_per_second_per_address: Annotated[float, Meta(gt=0)] = 1000.0
    packets_time: Seconds = 10.0
    """How long a client may keep sending more than its packets a second before it is disconnected."""
    login_attempts: Count = 6
    channels: Count = 2
    """Sessions over one connection."""
    sessions: Count = 1000
    """Sessions in all: what the machine can hold."""
    tables: Count = 2000
    """Tables in all, and those of one player that are not over."""
    own_tables: Count = 5
    idle_without_channel: Seconds = 20.0
    """A connection without a session is closed after this time."""
    environment: Count = 40
    """Variables a client may send, and the bytes of each."""
    environment_bytes: Bytes = 1024
    terminal_bytes: Bytes = 64
    """Length of TERM."""
    fewest_columns: Count = 20
    most_columns: Count = 300
    fewest_rows: Count = 10
    most_rows: Count = 100
    sizes_per_second: Count = 10
    """Changes of a window that are followed."""
    input_per_second: Bytes = 2048
    input_burst: Bytes = 16384
    paste_bytes: Bytes = 4096
    """What a terminal may send at once; the rest is dropped."""
    backlog: Bytes = 256 * 1024
    """Bytes that a client has not taken: above, nothing new is sent."""
    slow_time: Seconds = 30.0
    """A client that stays above the backlog for so long is dropped."""
    keepalive: Seconds = 15.0
    keepalives: Count = 3
    """Unanswered ones after which a line is dead."""
    api_per_second: Annotated[float, Meta(gt=0)] = 20.0
    """Requests of one player's programs, and how many may come at once."""
    api_burst: Count = 100
    api_line_bytes: Bytes = 16 * 1024
    """The longest request."""
    api_watches: Count = 20
    """Tables that one program looks at."""
    inflated_packet: Bytes = 256 * 1024
    """What one compressed packet may inflate to."""
