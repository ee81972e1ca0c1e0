"""Notices reach real services, and nothing else: no redirect is followed."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from server.notices.delivery import Delivery, WorkerSender, deliver
from server.notices.sender import Notice
from server.settings.notice_services import NoticeService, parse_services

NOTICE = Notice("Your turn at KIWI-7", "It's your turn.\nTo look:  ssh HOST look KIWI-7")


class RecordingWeb(HTTPServer):
    """Keeps the paths and bodies that came. What goes to /moved is told to go elsewhere."""

    def __init__(self) -> None:
        self.came: list[tuple[str, bytes]] = []
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: RecordingWeb

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.came.append((self.path, body))
        moved = self.path.startswith("/moved")
        self.send_response(307 if moved else 200)
        if moved:
            self.send_header("location", "/elsewhere")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


class RecordingMail(socketserver.TCPServer):
    """Takes mail by SMTP."""

    allow_reuse_address = True

    def __init__(self) -> None:
        self.recipients: list[str] = []
        self.mail = b""
        super().__init__(("127.0.0.1", 0), _Smtp)


class _Smtp(socketserver.StreamRequestHandler):
    server: RecordingMail

    def handle(self) -> None:
        self._say("220 mail")
        for line in self.rfile:
            word = line.split(b":")[0].strip().upper()
            if word.startswith(b"RCPT TO"):
                self.server.recipients.append(line.decode().split("<")[1].split(">")[0])
            if word == b"DATA":
                self._say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.mail = b"".join(lines)
            self._say("221 bye" if word == b"QUIT" else "250 ok")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def serving(server: socketserver.TCPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def service(line: str) -> NoticeService:
    (found,) = parse_services(line).values()
    return found


async def test_a_webhook_gets_the_notice() -> None:
    """As JSON, at the path that the operator listed."""
    with serving(web := RecordingWeb()) as port:  # type: ignore[arg-type]
        hook = service(f"hook json://127.0.0.1:{port}/notices/{{recipient}}")
        sender = WorkerSender(lambda: ThreadPoolExecutor(1))
        assert await sender.send(hook, "crown-7391", NOTICE)
        sender.close()
    ((path, body),) = web.came
    assert path == "/notices/crown-7391"
    assert (json.loads(body)["title"], json.loads(body)["message"]) == NOTICE_PARTS


NOTICE_PARTS = (NOTICE.title, NOTICE.text)


def test_mail_goes_to_the_one_recipient() -> None:
    """With a subject, and nobody else in it."""
    with serving(mail := RecordingMail()) as port:
        box = service(f"mail mailto://127.0.0.1:{port}?from=crown@example.org&to={{recipient}}")
        assert deliver(Delivery(box.address_of("anna+games@example.org"), NOTICE)) == b""
    assert mail.recipients == ["anna+games@example.org"]
    assert str(message_from_bytes(mail.mail)["Subject"]) == NOTICE.title
    assert b"ssh HOST look KIWI-7" in mail.mail


async def test_no_redirect_is_followed(caplog: pytest.LogCaptureFixture) -> None:
    """The service failed, which is logged without the recipient."""
    with serving(web := RecordingWeb()) as port:  # type: ignore[arg-type]
        hook = service(f"hook json://127.0.0.1:{port}/moved/{{recipient}}")
        sender = WorkerSender(lambda: ThreadPoolExecutor(1))
        assert not await sender.send(hook, "crown-7391", NOTICE)
        sender.close()
    assert [path for path, _ in web.came] == ["/moved/crown-7391"]
    assert "a notice was not taken" in caplog.text
    assert "crown-7391" not in caplog.text + str([record.__dict__ for record in caplog.records])


def test_an_address_that_apprise_does_not_know_is_said() -> None:
    """Nothing is sent."""
    assert b"none that apprise knows" in deliver(Delivery("crown://example.org/x", NOTICE))
