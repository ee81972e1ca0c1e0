"""Notices reach real services, and nothing else: no redirect is followed."""

from __future__ import annotations

import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from server.notices.delivery import Delivery, Notice, WorkerSender, deliver, mail_headers, notice_of
from server.settings.notice_services import NoticeService, parse_services
from tests.mail_server import MailServer
from tui.language.away_notices import NoticeText

BEGUN = b"EHLO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\n"
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


SENTENCES = {
    "en": Notice("Your turn at KIWI-7", "It's your turn.\nTo look:  ssh HOST look KIWI-7"),
    "de": Notice("Du bist am Zug: KIWI-7", "Anna <würfelt> – du bist dran, Zoë & Co.\n\n.\n  ssh HOST"),
    "long": Notice("葵" * 60, f"From here on:{' ssh HOST look KIWI-7' * 200}"),
}


@pytest.mark.parametrize("notice", SENTENCES.values(), ids=SENTENCES.keys())
def test_mail_goes_to_the_one_recipient(notice: Notice) -> None:
    """The bytes that a server of mail gets are right: lines, headers, encodings; it reads the same words, and
    nobody else is named.
    """
    with MailServer() as mail:
        box = service(f"mail mailto://127.0.0.1:{mail.port}?from=crown@example.org&to={{recipient}}")
        assert deliver(Delivery(box.address_of("anna+games@example.org"), notice)) == b""
        (letter,) = mail.letters
    assert (letter.sender, letter.recipients) == ("crown@example.org", ("anna+games@example.org",))
    told = letter.message()
    assert told["Subject"] == notice.title
    assert [one.addr_spec for one in told["To"].addresses] == ["anna+games@example.org"]
    assert [one.addr_spec for one in told["From"].addresses] == ["crown@example.org"]
    assert told["Date"].datetime is not None
    assert told["MIME-Version"] == "1.0"
    assert not {"Cc", "Bcc"} & set(told.keys())
    assert told["Auto-Submitted"] == "auto-generated"
    plain, web = told.get_body(("plain",)), told.get_body(("html",))
    assert plain
    assert plain.get_content().replace("\r\n", "\n").rstrip("\n") == notice.text
    assert web
    begun, _, words = web.get_content().replace("\r\n", "\n").rstrip("\n").partition(">")
    assert begun.startswith("<pre ")  # lines stay as they are in it
    assert unescape(words.removesuffix("</pre>")) == notice.text
    assert "<" not in words.removesuffix("</pre>")


@pytest.mark.parametrize(
    ("more", "written"), [("", "crown@example.org"), ("&reply=help@example.org", "help@example.org")]
)
def test_mail_says_how_to_stop_it(more: str, written: str) -> None:
    """To whom to write, and what: the command that anybody can type who reads the notice."""
    with MailServer() as mail:
        box = service(f"mail mailto://127.0.0.1:{mail.port}?from=crown@example.org&to={{recipient}}{more}")
        notice = Notice(NOTICE.title, NOTICE.text, "notify off 7Q3F-09XK-7Q3F-09XK")
        assert deliver(Delivery(box.address_of("anna@example.org"), notice)) == b""
    told = mail.letters[0].message()
    asked = urlsplit(told["List-Unsubscribe"].strip("<>"))
    assert (asked.scheme, asked.path) == ("mailto", written)
    assert parse_qs(asked.query) == {"subject": ["notify off 7Q3F-09XK-7Q3F-09XK"]}


def test_mail_is_stopped_by_one_click_where_there_is_a_window() -> None:
    """As RFC 8058 says: an address of https first, and that it takes a click."""
    text = NoticeText("your turn", ("KIWI-7",))
    told = mail_headers(notice_of(text, "7Q3F-09XK", "https://play.example.org"), "crown@example.org")
    assert told["List-Unsubscribe"] == (
        "<https://play.example.org/notices/7Q3F-09XK>, "
        "<mailto:crown@example.org?subject=notify%20off%207Q3F-09XK>"
    )
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    for web in ("", "http://127.0.0.1:8080"):
        assert "List-Unsubscribe-Post" not in mail_headers(notice_of(text, "7Q3F-09XK", web), "a@example.org")


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"HELP me\r\n", b"503"),
        (b"MAIL FROM:<a@b.c>\r\n", b"503"),
        (b"EHLO x\r\nMAIL FROM: <a@b.c>\r\n", b"503"),
        (b"EHLO x\r\nMAIL FROM:<a@b.c>\r\nDATA\r\n", b"503"),
        (b"EHLO x\n", b"500"),
        (BEGUN + b"one\ntwo\r\n.\r\n", b"554"),
        (BEGUN + "Grüße\r\n.\r\n".encode(), b"554"),
        (BEGUN + b"x" * 999 + b"\r\n.\r\n", b"554"),
        (BEGUN + b"..two\r\n.\r\n", b"250"),
    ],
)
def test_a_wrong_letter_is_not_taken(sent: bytes, answered: bytes) -> None:
    """By the server that these tests have."""
    with MailServer() as mail:
        with socket.create_connection(("127.0.0.1", mail.port), 10) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            said = line.makefile("rb").read().splitlines()
        assert said[-1].startswith(answered)
        assert [one.content for one in mail.letters] == ([b".two\r\n"] if answered == b"250" else [])


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
