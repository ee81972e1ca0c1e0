"""Delivers notices in a process of its own, through apprise: slow services stop nobody, and what they send
back is read outside of the host.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from html import escape
from multiprocessing import get_context
from typing import Protocol
from urllib.parse import quote

from msgspec import Struct

from server.bots.worker_main import prepare_worker
from server.bots.workers import Workers
from server.settings.notice_services import NoticeService
from tui.language.away_notices import NoticeText


class Notice(Struct, frozen=True):
    """What a player is sent."""

    title: str
    text: str
    stop: str = ""
    """What is typed after `ssh HOST` to get nothing more here, by anybody who reads it; '': nothing is."""
    stop_at: str = ""
    """Where a program that reads mail asks for the same (RFC 8058); '': nowhere."""


def notice_of(text: NoticeText, code: str = "", web: str = "") -> Notice:
    """Return the notice with these words; `code` stops what goes there, also at the window on the web."""
    stop = f"notify off {code}" if code else ""
    stop_at = f"{web}/notices/{code}" if code and web.startswith("https:") else ""
    return Notice(text.title, "\n".join(text.lines), stop, stop_at)


class Sender(Protocol):
    """Sends notices."""

    async def send(self, service: NoticeService, recipient: str, notice: Notice) -> bool:
        """Return whether the service took the notice. Raises Refused ("wrong-recipient")."""

    def close(self) -> None:
        """Stop, whatever is being sent."""


log = logging.getLogger(__name__)

DEADLINE = 60.0
"""Seconds that a delivery may take."""
CONNECTING, READING = 10.0, 20.0
"""Seconds to reach a service, and for its answer."""
LONGEST_REASON = 200


IN_HTML = '<pre style="white-space: pre-wrap">{}</pre>'
"""Mail as HTML: apprise makes the plain part of it, whose lines stay as they are in this element alone."""


class Delivery(Struct, frozen=True):
    """A notice for another process to deliver."""

    address: str
    notice: Notice


def deliver(task: Delivery) -> bytes:
    """Run in the other process: send, and return why the service did not take it; b'' if it did."""
    import apprise  # only this process needs it, and it takes a while
    from apprise.plugins.email.base import NotifyEmail

    reasons = _Reasons()
    logger = logging.getLogger("apprise")
    logger.handlers, logger.propagate = [reasons], False
    asset = apprise.AppriseAsset(app_id="crownhouse", http_redirects=False, secure_logging=True)
    service = apprise.Apprise.instantiate(task.address, asset=asset)
    if not isinstance(service, apprise.NotifyBase):
        return b"the address is none that apprise knows"
    service.request_rate_per_sec = 0
    form, body = apprise.NotifyFormat.TEXT, task.notice.text
    if isinstance(service, NotifyEmail):
        form, body = apprise.NotifyFormat.HTML, IN_HTML.format(escape(body))
        wrote = str(next(iter(service.reply_to), service.from_addr[1]))
        service.headers = mail_headers(task.notice, wrote) | service.headers
    service.notify_format = form
    service.socket_connect_timeout, service.socket_read_timeout = CONNECTING, READING
    if service.notify(body=body, title=task.notice.title, body_format=form):
        return b""
    return reasons.last.encode() or b"the service did not take it"


def mail_headers(notice: Notice, address: str) -> dict[str, str]:
    """Return what programs that read mail are told. Where a reader wants no more, they write to `address`,
    who answers for the host, with the command that stops it; or one click does it, where the host has a
    window on the web.
    """
    found = {"Auto-Submitted": "auto-generated"}
    if notice.stop:
        found["List-Unsubscribe"] = f"<mailto:{address}?subject={quote(notice.stop)}>"
    if notice.stop_at:
        found["List-Unsubscribe"] = f"<{notice.stop_at}>, {found['List-Unsubscribe']}"
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return found


class _Reasons(logging.Handler):
    """Keeps the last thing that apprise complained about."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.WARNING:
            self.last = record.getMessage()


def delivery_pool() -> Executor:
    """Return the process that delivers, one notice after the other."""
    return ProcessPoolExecutor(1, get_context("spawn"), prepare_worker)


class WorkerSender:
    """Sends notices from another process, which begins with the first of them."""

    def __init__(self, make_pool: Callable[[], Executor] = delivery_pool) -> None:
        self._workers = Workers(make_pool, deliver)

    async def send(self, service: NoticeService, recipient: str, notice: Notice) -> bool:
        """Send, in the other process. A service that failed is logged, without the recipient."""
        address = service.address_of(recipient)
        try:
            reason = (await self._workers.ask(Delivery(address, notice), DEADLINE)).decode()
        except TimeoutError:
            reason = "no answer in time"
        except BrokenProcessPool:
            reason = "the process that sends notices ended"
        if reason:
            why = reason.replace(recipient, "...")[:LONGEST_REASON]
            log.warning("a notice was not taken", extra={"service": service.name, "why": why})
        return not reason

    def close(self) -> None:
        """End the process."""
        self._workers.close()
