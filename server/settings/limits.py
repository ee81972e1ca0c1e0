"""What one client may use of the host, before and after its login. Every limit is a setting, and that of a
whole host: what each of its nodes counts by itself is divided among them (`server.settings.current_limits`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]
Bytes = Annotated[int, Meta(ge=1)]


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of connections, sessions and tables, as counts, seconds and bytes."""

    login_timeout: Seconds = 20.0
    """How long a client may make no progress until it has proven a key or entered as a guest."""
    login_time: Seconds = 180.0
    """The most time for that in all, while few others log in; else it is `login_timeout`."""
    logging_in: Count = 100
    """Connections that have not logged in yet, in total. Of as many as there may be, the oldest one of the
    address with most ends for one of an address with fewer.
    """
    logging_in_per_address: Count = 10
    """The same from one address: an IPv4 address or an IPv6 network of 64 bits."""
    logging_in_kept: Annotated[int, Meta(ge=0)] = 20
    """How many of `logging_in` are kept for addresses from which somebody has logged in before: four at once
    of each, then three a minute.
    """
    new_per_second: Count = 20
    """New connections a second, in total."""
    new_per_second_per_address: Annotated[float, Meta(gt=0)] = 5.0
    """The same from one address, in the long run."""
    new_at_once_per_address: Count = 20
    """Connections that one address may begin at once, before `new_per_second_per_address` holds."""
    waiting_time: Seconds = 5.0
    """How long a connection above these limits waits for its turn before it is closed."""
    waiting: Count = 500
    """How many connections wait; further ones are closed at once."""
    waiting_per_address: Count = 40
    """How many connections of one address wait; further ones are closed at once."""
    read_bytes: Bytes = 8192
    """Bytes that are read of one client in a turn of the event loop."""
    packets_at_once: Count = 32
    """Packets of one client that are handled in a turn of the event loop."""
    packets: Count = 1000
    """Packets that a client may send at once, before `packets_per_second` holds. A key is one or two."""
    packets_per_second: Annotated[float, Meta(gt=0)] = 100.0
    """Packets of one client a second, in the long run."""
    packets_per_address: Count = 5000
    """The same as `packets`, for all connections of one address together."""
    packets_per_second_per_address: Annotated[float, Meta(gt=0)] = 1000.0
    """The same as `packets_per_second`, for all connections of one address together."""
    packets_time: Seconds = 10.0
    """How long a client may send more packets a second than that before it is disconnected."""
    login_attempts: Count = 6
    """Attempts to log in over one connection."""
    channels: Count = 4
    """Sessions over one connection."""
    sessions: Count = 1000
    """Sessions in total: what the host can carry, with all of its nodes. Of as many as there may be, the last
    one of the address with most gives way to one of an address with fewer.
    """
    tables: Count = 2000
    """Tables in total. Of as many as there may be, one at which nobody has an account that has made a move
    ends for somebody who has: fifty addresses with accounts that have played can fill a host, and guests
    cannot.
    """
    own_tables: Count = 5
    """Tables of one player that are not over."""
    tables_per_address: Count = 40
    """Tables that were opened from one address and are not over."""
    sessions_per_address: Count = 200
    """Sessions of one address."""
    sessions_kept: Annotated[int, Meta(ge=0)] = 100
    """How many of `sessions` only players with a seat or an account that has made a move may use. To these
    gives way also who has a seat, but not the only session of such an account.
    """
    accounts_per_address: Count = 30
    """New accounts of one address in a day; beyond that, a player with a new key is a guest."""
    chat_lines: Count = 5
    """Lines that a player may say in ten seconds, and all players of one address."""
    chat_lines_per_address: Count = 40
    renames: Count = 5
    """New names of a player in a minute, and of all players of one address."""
    renames_per_address: Count = 20
    followed: Count = 200
    """Players whom one player follows."""
    follows: Count = 30
    """Players whom one begins to follow in an hour, and all players of one address together."""
    follows_per_address: Count = 200
    messages: Count = 60
    """Messages to single players in an hour: of one player, and of all players of one address."""
    messages_per_address: Count = 400
    invitations: Count = 30
    """Invitations in an hour, likewise."""
    invitations_per_address: Count = 200
    notes_waiting: Count = 50
    """Messages, invitations and reminders that wait for a player who is away. The host's and those of players
    whom they follow come first: where they need the room, the oldest note of a stranger goes."""
    code_guesses: Count = 10
    """Codes that a player may try in ten minutes, and all players of one address."""
    code_guesses_per_address: Count = 40
    reports: Count = 5
    """Reports of a player in an hour, and of all players of one address; answers to decisions count, too."""
    reports_per_address: Count = 20
    analyses: Count = 10
    """Finished games that a player may have analysed in an hour; those that were analysed do not count."""
    analyses_of_guests: Count = 3
    """The same for a guest."""
    analyses_per_address: Count = 40
    """The same for all players of one address."""
    analyses_waiting: Count = 50
    """Games that wait for their analysis."""
    idle_without_channel: Seconds = 600.0
    """How long a connection with a proven key may stay without a session."""
    idle_without_channel_of_guests: Seconds = 20.0
    """The same for a guest, and for an account beyond the next two limits; at most that of an account."""
    idle: Annotated[int, Meta(ge=0)] = 200
    """Connections of accounts that stay without a session for longer than a guest's, in total. Of as many as
    there may be, the last one of the address with most gives way to one of an address with fewer.
    """
    idle_per_address: Annotated[int, Meta(ge=0)] = 20
    """The same from one address."""
    environment: Count = 40
    """Environment variables that a client may send."""
    environment_bytes: Bytes = 1024
    """The longest name or value of a variable."""
    terminal_bytes: Bytes = 64
    """The longest TERM."""
    fewest_columns: Count = 20
    most_columns: Count = 300
    fewest_rows: Count = 10
    most_rows: Count = 100
    sizes_per_second: Count = 10
    """Changes of a terminal's size that reach the screen."""
    escape_delay: Annotated[float, Meta(ge=0.01, le=1)] = 0.15
    """Seconds after which ESC alone is a key and not the beginning of one; ESCDELAY of a client counts."""
    input_per_second: Bytes = 2048
    """Bytes that a client may type or paste a second, in the long run."""
    input_burst: Bytes = 16384
    """Bytes that a client may send at once, before `input_per_second` holds."""
    paste_bytes: Bytes = 4096
    """Bytes that a terminal may send at once; any more are dropped."""
    backlog: Bytes = 256 * 1024
    """Bytes that a client may leave unread before screens are held back."""
    slow_time: Seconds = 30.0
    """How long a client may stay above the backlog before it is disconnected, or take next to nothing."""
    keepalive: Seconds = 15.0
    """The time between two keepalives of a connection that was used as short a time ago, or that has not
    answered the last one.
    """
    keepalive_unused: Seconds = 60.0
    """The most time between two keepalives of a connection that is not in use."""
    keepalives: Count = 3
    """Unanswered keepalives after which a connection is dead."""
    api_per_second: Annotated[float, Meta(gt=0)] = 20.0
    """API requests of one player a second, in the long run."""
    api_burst: Count = 100
    """API requests of one player at once, before `api_per_second` holds."""
    api_line_bytes: Bytes = 16 * 1024
    """The longest API request."""
    api_watches: Count = 20
    """Tables that one program follows."""
    inflated_packet: Bytes = 64 * 1024
    """The most that one compressed packet may inflate to. Clients may send 32 KiB and a header."""
