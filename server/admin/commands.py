"""The commands of `crownhouse admin` and the requests they make."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from server.admin import protocol
from server.identity.names import clean_words
from server.moderation.service import LONGEST_TEXT
from server.settings.notice import notice

MOST_DAYS = 36500
MOST_ENTRIES = 10_000


class AdminCommand(NamedTuple):
    """A command: its line in the help, its arguments, and the request it makes. `request` raises ValueError,
    with one sentence, if the arguments do not fit together.
    """

    help: str
    arguments: Callable[[ArgumentParser], None]
    request: Callable[[Namespace], protocol.AnyRequest]


def _who(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def _announce(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", metavar="TEXT")
    parser.add_argument("--off", action="store_true", help="go back to the message of the day")


def _announce_request(arguments: Namespace) -> protocol.AnyRequest:
    text = notice(" ".join(arguments.text))
    if bool(text) == arguments.off:
        raise ValueError("give either a text to announce or --off")
    return protocol.AnnounceRequest(text)


def _kick(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME|ADDRESS")


def _kick_request(arguments: Namespace) -> protocol.AnyRequest:
    return protocol.KickRequest(arguments.name)


def _close(parser: ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE")


def _close_request(arguments: Namespace) -> protocol.AnyRequest:
    return protocol.CloseRequest(arguments.table)


def _guests(parser: ArgumentParser) -> None:
    parser.add_argument("admitted", choices=("on", "off"))


def _guests_request(arguments: Namespace) -> protocol.AnyRequest:
    return protocol.GuestsRequest(arguments.admitted == "on")


def _ban(parser: ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", default="", metavar="NAME|ADDRESS")
    parser.add_argument(
        "--days", type=int, metavar="N", help="for N days (without it, a name is banned for good)"
    )
    parser.add_argument("--lift", action="store_true", help="let them in again")
    parser.add_argument("--reason", default="", metavar="TEXT", help="told to the account, which can answer")


def _ban_request(arguments: Namespace) -> protocol.AnyRequest:
    if not arguments.target and (arguments.days is not None or arguments.lift):
        raise ValueError("say who: a name or an address")
    if arguments.days is not None and arguments.lift:
        raise ValueError("--days and --lift cannot be combined")
    if arguments.days is not None and not 1 <= arguments.days <= MOST_DAYS:
        raise ValueError(f"--days can be 1 to {MOST_DAYS}")
    reason = clean_words(arguments.reason)
    if reason and (arguments.lift or not arguments.target):
        raise ValueError("--reason is for a ban")
    if len(reason) > LONGEST_TEXT:
        raise ValueError(f"--reason can have {LONGEST_TEXT} characters")
    return protocol.BanRequest(arguments.target, arguments.days, arguments.lift, reason)


def _moderator(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", default="", metavar="NAME")
    parser.add_argument("--off", action="store_true", help="no longer")


def _moderator_request(arguments: Namespace) -> protocol.AnyRequest:
    if arguments.off and not arguments.name:
        raise ValueError("say who: the name of an account")
    return protocol.ModeratorRequest(arguments.name, not arguments.off)


def _audit(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="what was done by or to somebody")
    parser.add_argument("--last", type=int, default=50, metavar="N", help="the last N entries (default 50)")


def _audit_request(arguments: Namespace) -> protocol.AnyRequest:
    if not 1 <= arguments.last <= MOST_ENTRIES:
        raise ValueError(f"--last can be 1 to {MOST_ENTRIES}")
    return protocol.AuditRequest(arguments.name, arguments.last)


def _forget(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--yes", action="store_true", help="needed: this cannot be undone")


def _forget_request(arguments: Namespace) -> protocol.AnyRequest:
    if not arguments.yes:
        raise ValueError("this deletes the account for good: add --yes")
    return protocol.ForgetRequest(arguments.name)


def _drain(parser: ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--off", action="store_true", help="allow new tables again")
    how.add_argument("--stop", action="store_true", help="stop the host after the last game")
    how.add_argument(
        "--move", action="store_true", help="move the players of this node to the others, then stop it"
    )


def _drain_request(arguments: Namespace) -> protocol.AnyRequest:
    return protocol.DrainRequest(not arguments.off, arguments.stop, arguments.move)


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def _nothing(_: ArgumentParser) -> None:
    """Take no arguments."""


COMMANDS: Mapping[str, AdminCommand] = MappingProxyType(
    {
        "who": AdminCommand("list sessions and tables", _who, lambda _: protocol.WhoRequest()),
        "announce": AdminCommand("show a message to everyone", _announce, _announce_request),
        "kick": AdminCommand(
            "end the sessions of a player or an address; seats are kept",
            _kick,
            _kick_request,
        ),
        "close": AdminCommand("end a table without a result", _close, _close_request),
        "guests": AdminCommand("off: let nobody new in without a key", _guests, _guests_request),
        "ban": AdminCommand(
            "ban a player or an address; without arguments, list the bans", _ban, _ban_request
        ),
        "moderator": AdminCommand(
            "make an account a moderator; without arguments, list the moderators",
            _moderator,
            _moderator_request,
        ),
        "audit": AdminCommand("list what moderators and operators did", _audit, _audit_request),
        "forget": AdminCommand(
            "delete an account, its keys and its name in finished games", _forget, _forget_request
        ),
        "drain": AdminCommand(
            "stop opening tables and let running games finish",
            _drain,
            _drain_request,
        ),
        "reload": AdminCommand(
            "read the limits of the configuration again", _nothing, lambda _: protocol.ReloadRequest()
        ),
        "backup": AdminCommand(
            "copy the database into a new file", _backup, lambda _: protocol.BackupRequest()
        ),
    }
)
"""Every command by name, in the order of the help."""
