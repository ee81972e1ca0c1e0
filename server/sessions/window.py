"""The session of a window on the web, over ssh or from a process that the host has started."""

from __future__ import annotations

from server.host.host import Host
from server.host.window import MOST_WATCHED, QUESTIONS, RECENT, REQUESTS, WindowPort
from server.sessions.api.session import ApiSession, InputSource, WindowTerms
from server.transport.line import TimedLine
from tui.host.token_bucket import Rate, TokenBucket
from tui.language.texts import texts_in


def window_session(host: Host, port: WindowPort, line: TimedLine, tap: InputSource) -> ApiSession:
    """Return the host's end of a window's session."""
    parts = host.dependencies
    bucket = TokenBucket(lambda: Rate(QUESTIONS, 2 * QUESTIONS), port.now())
    said = {"ssh": port.ssh_host, "keys": parts.host_keys, "web": parts.web}
    terms = WindowTerms(tuple(sorted(REQUESTS)), MOST_WATCHED, RECENT, said)
    return ApiSession(
        port, texts_in(), line, tap, parts.games, parts.limits, bucket, parts.metrics.refused, terms
    )
