"""The commands of `crownhouse admin`, each declared once: its words and help, the request it makes, and what
the audit log notes of it. What the host does is left to `server.admin.service`.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from server.admin import protocol
from server.host.moderation import LONGEST_TEXT
from server.identity.bans import crooked, without_addresses
from server.identity.names import clean_words
from server.settings.notice import notice
from server.telemetry.sentences import counted
from tui.host.moderation import TIMED, Verdict, minutes_of

MOST_DAYS = 36500
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
MOST_ENTRIES = 10_000


class Noted(NamedTuple):
    """What the audit log notes: what an operator did, in which words, about whom."""

    what: str
    text: str = ""
    about: str = ""
    """A name, or an address; of an account the log keeps whose name it was."""
    ends_it: bool = False
    """Whether the account is gone once it is done, and its name with it."""
    is_noted_by_itself: bool = False
    """Whether what it does notes it, so that only a refusal is noted here."""


Argument = Callable[[ArgumentParser], object]


def _argument(*names: str, **how: Any) -> Argument:
    """Return what adds an argument to a parser, as `add_argument` is told it."""
    return lambda parser: parser.add_argument(*names, **how)


class AdminCommand(NamedTuple):
    """A command: the kind of its request, whose docstring begins with its help, and the arguments that fill
    the fields of the request that they are called by; several words are one text.
    """

    kind: type[protocol.AdminRequest]
    arguments: Sequence[Argument] = ()
    note: Callable[[Any], Noted | None] = lambda _: None
    """Returns what is noted of it once its outcome is known; None: it only looks."""
    check: Callable[[Any, Namespace], protocol.AdminRequest] = lambda request, _: request
    """Returns the request as it is sent, by other arguments. Raises ValueError, with one sentence, if they do
    not fit together.
    """
    without_store: Callable[[Any], bool] = lambda _: False
    """Returns whether it can be done while the store is away: with what the process holds, or by this node at
    once and by the others once the store is back.
    """
    other_help: str = ""

    @property
    def help(self) -> str:
        """What it does, in half a sentence."""
        told = " ".join((self.kind.__doc__ or "").partition(". ")[0].split()).removesuffix(".")
        return self.other_help or told[:1].lower() + told[1:]

    def request(self, given: Namespace) -> protocol.AdminRequest:
        """Return the request that arguments make. Raises ValueError, with one sentence."""
        known = {name: vars(given).get(name) for name in self.kind.__struct_fields__}
        fields = {name: " ".join(one) if isinstance(one, list) else one for name, one in known.items()}
        try:
            "".join(map(str, fields.values())).encode()
        except UnicodeEncodeError:
            raise ValueError("what was typed is not UTF-8") from None
        return self.check(self.kind(**{name: one for name, one in fields.items() if one is not None}), given)


def _said(text: str) -> str:
    if not text.strip():  # of a script whose variable has nothing in it
        raise ArgumentTypeError("it is empty")
    return text


def _text(name: str, metavar: str, **how: Any) -> Argument:
    """Return what adds an argument that may not be empty."""
    return _argument(name, type=_said, metavar=metavar, **how)


def _flag(name: str, told: str, dest: str = "", *, off: bool = False) -> Argument:
    """Return what adds an argument that turns on, or `off`, what it is called by, or `dest`."""
    return _argument(name, dest=dest or name[2:], action="store_false" if off else "store_true", help=told)


def _yes(_: object) -> bool:
    return True


NAME = _text("name", "NAME")
TABLE = _text("table", "TABLE")
NODE = _text("--node", "NAME", help="of another node, by its name")
WIDE = _flag("--yes", "also all of a wide network", "wide")
LAST = _argument("--last", dest="most", type=int, default=50, metavar="N", help="at most N (default 50)")
TOLD = _text("--reason", "TEXT", required=True, help="told to the player")


def _announced(request: protocol.AnnounceRequest, given: Namespace) -> protocol.AdminRequest:
    if bool(text := notice(request.text)) == given.off:
        raise ValueError("give either a text to announce or --off")
    return protocol.AnnounceRequest(text)


def _straight(target: str) -> None:
    """Raise ValueError if somebody whom a command is about is a network with bits beyond it."""
    if network := crooked(target):
        raise ValueError(f"{target} has bits beyond its network: say {network} if you mean all of it")


def _kicked(request: protocol.KickRequest, _: Namespace) -> protocol.AdminRequest:
    _straight(request.name)
    return request


def _banned(request: protocol.BanRequest, _: Namespace) -> protocol.AdminRequest:
    target, days, reason = request.target, request.days, without_addresses(clean_words(request.reason))
    if not target and (days is not None or request.lift):
        raise ValueError("say who: a name or an address")
    if days is not None and request.lift:
        raise ValueError("--days and --lift cannot be combined")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise ValueError(f"--days can be 1 to {MOST_DAYS}")
    if reason and not target:
        raise ValueError("--reason is for a ban, or for the end of one")
    if len(reason) > LONGEST_TEXT:
        raise ValueError(f"--reason can have {LONGEST_TEXT} characters")
    _straight(target)
    return protocol.BanRequest(target, days, request.lift, reason, request.wide)


def _moderator(request: protocol.ModeratorRequest, _: Namespace) -> protocol.AdminRequest:
    if not (request.on or request.name):
        raise ValueError("say who: the name of an account")
    return request


def _last(request: Any, _: Namespace) -> Any:
    if not 1 <= request.most <= MOST_ENTRIES:
        raise ValueError(f"--last can be 1 to {MOST_ENTRIES}")
    return request


def _decided(request: protocol.ReportsRequest, given: Namespace) -> protocol.AdminRequest:
    reason = clean_words(request.reason)
    if bool(reason) != bool(request.verdict):
        raise ValueError("a decision needs --reason TEXT")
    if (request.verdict in TIMED) != bool(minutes := minutes_of(given.span)):
        raise ValueError("--for is for a mute or a ban, which need it: 30m, 12h or 7d")
    return protocol.ReportsRequest(request.report, request.verdict, reason, minutes)


def _muted(request: protocol.MuteRequest, given: Namespace) -> protocol.AdminRequest:
    if not (minutes := minutes_of(given.span)):
        raise ValueError("--for is 30m, 12h or 7d")
    return protocol.MuteRequest(request.name, request.reason, minutes)


def _key(request: protocol.KeyRequest, given: Namespace) -> protocol.AdminRequest:
    add = given.what == "add"
    key = _fingerprint(request.key) if add or len(request.key.split()) > 1 else request.key
    return protocol.KeyRequest(request.name, key, add, request.taken)


def _fingerprint(text: str) -> str:
    """Return the fingerprint of a key. Raises ValueError."""
    if FINGERPRINT.fullmatch(text):
        return text
    kind, _, rest = text.partition(" ")
    try:
        public = b64decode(rest.partition(" ")[0], validate=True)
    except ValueError:
        public = b""
    if not kind or public[4 : 4 + len(kind)] != kind.encode():
        raise ValueError("say a key as its fingerprint, SHA256:..., or as a line of a .pub file")
    return "SHA256:" + b64encode(sha256(public).digest()).decode().rstrip("=")


def _forgotten(request: protocol.ForgetRequest, given: Namespace) -> protocol.AdminRequest:
    if not given.yes:
        raise ValueError("this deletes the account for good: add --yes")
    return request


def _drain(parser: ArgumentParser) -> None:
    add = parser.add_mutually_exclusive_group().add_argument
    add("--off", dest="on", action="store_false", help="allow new tables again")
    add("--stop", action="store_true", help="stop the host after the last game")
    add("--move", action="store_true", help="move the players of this node to the others, then stop it")


def _drained(request: protocol.DrainRequest, _: Namespace) -> protocol.AdminRequest:
    if request.node and not (request.stop or request.move):
        raise ValueError("--node is for --stop and --move: drain alone concerns all nodes")
    return request


# What is noted


def _ban_note(request: protocol.BanRequest) -> Noted | None:
    if not request.target:
        return None
    days = f"{request.days:g} day{'s' * (request.days != 1)}" if request.days else ""
    text = " ".join(filter(None, (days, request.reason)))
    return Noted("ban lifted" if request.lift else "ban", text, request.target)


def _mute_note(request: protocol.MuteRequest) -> Noted:
    span = f"{counted(request.minutes, 'minute')}: " if request.minutes else ""
    return Noted("mute" if span else "unmute", span + request.reason, request.name)


def _drain_note(request: protocol.DrainRequest) -> Noted:
    return Noted("drain", "move" if request.move else "stop" if request.stop else _switched(request.on))


def _switched(on: bool) -> str:
    return "on" if on else "off"


COMMANDS: Mapping[str, AdminCommand] = MappingProxyType(
    {
        "who": AdminCommand(protocol.WhoRequest, [NODE], without_store=_yes),
        "health": AdminCommand(protocol.HealthRequest, [NODE], without_store=_yes),
        "announce": AdminCommand(
            protocol.AnnounceRequest,
            [
                _argument("text", nargs="*", metavar="TEXT"),
                _flag("--off", "go back to the message of the day"),
            ],
            lambda one: Noted("announce", one.text),
            _announced,
            _yes,
        ),
        "kick": AdminCommand(
            protocol.KickRequest,
            [_text("name", "NAME|ADDRESS"), WIDE],
            lambda one: Noted("kick", about=one.name),
            _kicked,
            _yes,
        ),
        "close": AdminCommand(protocol.CloseRequest, [TABLE], lambda one: Noted("close", one.table)),
        "guests": AdminCommand(
            protocol.GuestsRequest,
            [_argument("on", choices=("on", "off"), metavar="on|off")],
            lambda one: Noted("guests", _switched(one.on)),
            lambda one, _: protocol.GuestsRequest(one.on == "on"),
            _yes,
        ),
        "ban": AdminCommand(
            protocol.BanRequest,
            [
                _text("target", "NAME|ADDRESS", nargs="?"),
                _argument(
                    "--days", type=int, metavar="N", help="for N days (without it, a name is banned for good)"
                ),
                _flag("--lift", "let them in again"),
                _text("--reason", "TEXT", help="told to the account, which can answer a ban"),
                WIDE,
            ],
            _ban_note,
            _banned,
            lambda one: not one.target,
        ),
        "moderator": AdminCommand(
            protocol.ModeratorRequest,
            [_text("name", "NAME", nargs="?"), _flag("--off", "no longer", "on", off=True)],
            lambda one: (
                Noted("moderator" if one.on else "moderator off", about=one.name) if one.name else None
            ),
            _moderator,
            lambda one: not one.name,
        ),
        "audit": AdminCommand(
            protocol.AuditRequest,
            [_text("name", "NAME|ADDRESS", nargs="?", help="what was done by or to somebody"), LAST],
            check=_last,
        ),
        "reports": AdminCommand(
            protocol.ReportsRequest,
            [
                _text("report", "SIGN", nargs="?", help="all of one report"),
                _argument("verdict", nargs="?", choices=get_args(Verdict), help="decide it"),
                _argument(
                    "--for", dest="span", default="", metavar="7d", help="of a mute or a ban: 30m, 12h or 7d"
                ),
                _text("--reason", "TEXT", help="told to the player"),
            ],
            lambda one: (
                Noted(one.verdict, f"{one.report}: {one.reason}", is_noted_by_itself=True)
                if one.verdict
                else None
            ),
            _decided,
        ),
        "accounts": AdminCommand(
            protocol.AccountsRequest,
            [_text("text", "SEARCH", help="a part of a name, also of a former one; a key; an id"), LAST],
            check=_last,
        ),
        "account": AdminCommand(protocol.AccountRequest, [NAME]),
        "key": AdminCommand(
            protocol.KeyRequest,
            [
                NAME,
                _argument("what", choices=("add", "drop"), metavar="add|drop"),
                _text("key", "KEY", nargs="+", help="SHA256:..., or a line of a .pub file"),
                _flag("--yes", "also a key of another account, which may end with it", "taken"),
            ],
            lambda one: Noted("key add" if one.add else "key drop", one.key, one.name),
            _key,
        ),
        "rename": AdminCommand(
            protocol.RenameRequest, [NAME, _text("to", "NEW")], lambda one: Noted("rename", one.to, one.name)
        ),
        "mute": AdminCommand(
            protocol.MuteRequest,
            [NAME, _argument("--for", dest="span", required=True, metavar="7d", help="30m, 12h or 7d"), TOLD],
            _mute_note,
            _muted,
        ),
        "unmute": AdminCommand(
            protocol.MuteRequest, [NAME, TOLD], _mute_note, other_help="let a player talk again"
        ),
        "table": AdminCommand(protocol.TableRequest, [TABLE], without_store=_yes),
        "games": AdminCommand(
            protocol.GamesRequest,
            [_text("name", "NAME", nargs="?", help="of one account, also private ones"), LAST],
            check=_last,
        ),
        "void": AdminCommand(
            protocol.VoidRequest,
            [
                TABLE,
                _text("reason", "WHY", nargs="+"),
                _flag("--lift", "it changes them after all", "void", off=True),
            ],
            lambda one: Noted("void" if one.void else "rate", f"{one.table}: {one.reason}"),
        ),
        "export": AdminCommand(protocol.ExportRequest, [NAME], lambda one: Noted("export", about=one.name)),
        "forget": AdminCommand(
            protocol.ForgetRequest,
            [NAME, _flag("--yes", "needed: this cannot be undone")],
            lambda one: Noted("forget", about=one.name, ends_it=True),
            _forgotten,
        ),
        "drain": AdminCommand(
            protocol.DrainRequest, [NODE, _drain], _drain_note, _drained, lambda one: not one.move
        ),
        "reload": AdminCommand(protocol.ReloadRequest, [NODE], lambda _: Noted("reload"), without_store=_yes),
        "prune": AdminCommand(
            protocol.PruneRequest,
            [_flag("--yes", "delete it")],
            lambda one: Noted("prune") if one.yes else None,
        ),
        "host-key": AdminCommand(
            protocol.HostKeyRequest,
            [
                _argument(
                    "step",
                    nargs="?",
                    choices=("next", "switch", "drop"),
                    help="make the next key and tell clients of it; have it replace the present one; "
                    "give it up",
                )
            ],
            lambda one: Noted("host-key", one.step) if one.step else None,
            lambda one, _: protocol.HostKeyRequest(one.step or ""),
            lambda one: not one.step,
        ),
        "backup": AdminCommand(
            protocol.BackupRequest,
            [_argument("file", type=lambda text: Path(_said(text)), metavar="FILE")],
            lambda _: Noted("backup"),
            without_store=_yes,
        ),
    }
)
"""Every command by name, in the order of the help."""
BY_REQUEST: Mapping[type[protocol.AdminRequest], AdminCommand] = MappingProxyType(
    {one.kind: one for one in COMMANDS.values()}
)
