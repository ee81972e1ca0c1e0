"""A server that takes mail by SMTP (RFC 5321), strictly, and keeps the bytes that came: a client that breaks
off a line, leaves out a step, or sends what it was not offered is refused, so nothing arrives.
"""

from __future__ import annotations

import re
import socketserver
import threading
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from types import TracebackType
from typing import NamedTuple, Self

from tests.waiting import WITHIN

LONGEST = 1000
"""Bytes of a line with its end (RFC 5321, 4.5.3.1.6)."""
END = b"\r\n"
PATH = re.compile(rb"(?:MAIL FROM|RCPT TO):<([^<>\s]+@[^<>\s]+)>(?: SIZE=\d+)?", re.IGNORECASE)


class Letter(NamedTuple):
    """What came: who is said to have sent it, to whom it goes, and its bytes."""

    sender: str
    recipients: tuple[str, ...]
    content: bytes

    def message(self) -> EmailMessage:
        """The letter as it is read. Raises an error of `email.errors` if something is wrong in it."""
        read = BytesParser(policy=policy.SMTP.clone(raise_on_defect=True)).parsebytes(self.content)
        assert isinstance(read, EmailMessage)
        return read


class MailServer(socketserver.ThreadingTCPServer):
    """Listens on a free port of this machine while it is used as a context."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        self.came = threading.Condition()
        self.letters: list[Letter] = []
        super().__init__(("127.0.0.1", 0), _Session)
        self.port: int = self.server_address[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self.server_close()

    def letter(self, number: int = 0, limit: float = WITHIN) -> Letter:
        """The letter of that number, once it has come."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.letters) > number, limit), "no mail came"
            return self.letters[number]


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say("220 mail.example.org ESMTP")
        greeted, sender, recipients = False, "", list[str]()
        while line := self.rfile.readline(LONGEST + 1):
            if not line.endswith(END) or len(line) > LONGEST:
                self._say("500 a line ends with CR LF and has 1000 bytes at most")
                return
            verb, _, rest = line[:-2].partition(b" ")
            match verb.upper():
                case b"EHLO" if rest:
                    greeted = True
                    self._say("250-mail.example.org", "250 SIZE 100000")  # neither 8BITMIME nor SMTPUTF8
                case b"MAIL" if greeted and not sender and (path := PATH.fullmatch(line[:-2])):
                    sender = path[1].decode("ascii")
                    self._say("250 ok")
                case b"RCPT" if sender and (path := PATH.fullmatch(line[:-2])):
                    recipients.append(path[1].decode("ascii"))
                    self._say("250 ok")
                case b"DATA" if recipients and not rest:
                    self._say("354 end with a line that is a dot")
                    content, wrong = self._content()
                    if wrong:
                        self._say(f"554 {wrong}")
                        return
                    with self.server.came:
                        self.server.letters.append(Letter(sender, tuple(recipients), content))
                        self.server.came.notify_all()
                    sender, recipients = "", []
                    self._say("250 taken")
                case b"RSET" | b"NOOP":
                    sender, recipients = ("", []) if verb.upper() == b"RSET" else (sender, recipients)
                    self._say("250 ok")
                case b"QUIT":
                    self._say("221 bye")
                    return
                case _:
                    self._say("503 not now, or not so")

    def _content(self) -> tuple[bytes, str]:
        """What comes until a line that is a dot, and what is wrong with it."""
        lines = list[bytes]()
        wrong = ""
        while (line := self.rfile.readline()) != b"." + END:
            if not line:
                return b"", "the line broke"
            if not line.endswith(END) or b"\r" in line[:-2]:
                wrong = "a line ends with CR LF, and has no CR or LF of its own"
            elif len(line) > LONGEST:
                wrong = "a line has 1000 bytes at most"
            elif not line.isascii():
                wrong = "8BITMIME was not offered"
            lines.append(line.removeprefix(b"."))
        return b"".join(lines), wrong

    def _say(self, *lines: str) -> None:
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode("ascii"))
