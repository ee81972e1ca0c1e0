"""The commands of `crownhouse admin`, each declared once: its words and help, the request it makes, what it
has the host do, and what the audit log notes of it. How the host does it is left to `server.admin.service`.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, get_args

from server.admin import protocol
from server.host.moderation import LONGEST_TEXT
from server.identity.bans import crooked
from server.identity.names import clean_words
from server.settings.notice import notice
from tui.host.moderation import MINUTES, SPAN, TIMED, Verdict

MOST_DAYS = 36500
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
MOST_ENTRIES = 10_000


Answered = protocol.AnyAnswer | tuple[protocol.BackupMade, Path]
"""What the host answers; a copy of the database comes with its file."""


class Office(Protocol):
    """What operators have a host do."""

    async def who(self, request: protocol.WhoRequest) -> protocol.AnyAnswer:
        """List the sessions and tables."""

    async def health(self) -> protocol.AnyAnswer:
        """Tell how the host is."""

    async def announce(self, text: str) -> protocol.AnyAnswer:
        """Show a text to everyone; '': the message of the day."""

    async def kick(self, request: protocol.KickRequest) -> protocol.AnyAnswer:
        """End the sessions of a name, an address or a network."""

    async def close_table(self, table: str) -> protocol.AnyAnswer:
        """End a table, by id or name."""

    async def admit_guests(self, on: bool) -> protocol.AnyAnswer:
        """Let new guests in, or no longer."""

    async def ban(self, request: protocol.BanRequest) -> protocol.AnyAnswer:
        """Ban somebody, lift a ban, or list all of them."""

    async def moderator(self, request: protocol.ModeratorRequest) -> protocol.AnyAnswer:
        """Make an account a moderator, or no longer, or list them."""

    async def audit(self, request: protocol.AuditRequest) -> protocol.AnyAnswer:
        """List the last entries of the audit log."""

    async def reports(self, request: protocol.ReportsRequest) -> protocol.AnyAnswer:
        """List the open reports, show one, or decide it."""

    async def accounts(self, request: protocol.AccountsRequest) -> protocol.AnyAnswer:
        """Search for accounts."""

    async def account(self, name: str) -> protocol.AnyAnswer:
        """Show an account."""

    async def key(self, request: protocol.KeyRequest) -> protocol.AnyAnswer:
        """Give an account a key, or take one."""

    async def rename(self, request: protocol.RenameRequest) -> protocol.AnyAnswer:
        """Give an account another name."""

    async def mute(self, request: protocol.MuteRequest) -> protocol.AnyAnswer:
        """Mute a player, or no longer."""

    async def table(self, name: str) -> protocol.AnyAnswer:
        """Show a table or an ended game."""

    async def games(self, request: protocol.GamesRequest) -> protocol.AnyAnswer:
        """List ended games."""

    async def void(self, request: protocol.VoidRequest) -> protocol.AnyAnswer:
        """Have an ended game change no ratings, or change them after all."""

    async def export(self, name: str) -> protocol.AnyAnswer:
        """Tell everything that the host knows of an account."""

    async def forget(self, name: str) -> protocol.AnyAnswer:
        """Delete an account."""

    async def drain(self, request: protocol.DrainRequest) -> protocol.AnyAnswer:
        """Open no more tables, or open them again; end the host, or move its players, if that is asked."""

    async def host_key(self, request: protocol.HostKeyRequest) -> protocol.AnyAnswer:
        """Show the host's keys, or change them."""

    async def prune(self, request: protocol.PruneRequest) -> protocol.AnyAnswer:
        """Tell what may go from the store, or delete it."""

    async def reload(self) -> protocol.AnyAnswer:
        """Read the limits again."""

    async def backup(self) -> tuple[protocol.BackupMade, Path]:
        """Copy the database. Raises NoBackup."""


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


class AdminCommand(NamedTuple):
    """A command. `request` makes the request of its arguments; it raises ValueError, with one sentence, if
    they do not fit together. `note` returns what is noted of it once its outcome is known; None: it only
    looks. `without_store`: it can be done while the store is away.
    """

    help: str
    kind: type[protocol.AdminRequest]
    arguments: Callable[[ArgumentParser], None]
    request: Callable[[Namespace], protocol.AnyRequest]
    run: Callable[[Office, Any], Awaitable[Answered]]
    note: Callable[[Any], Noted | None]
    without_store: bool = False


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
    _wide(parser)


def _wide(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="also all of a wide network")


def _straight(target: str) -> str:
    """Return whom a command is about. Raises ValueError if it is a network with bits beyond it."""
    if network := crooked(target):
        raise ValueError(f"{target} has bits beyond its network: say {network} if you mean all of it")
    return target


def _close(parser: ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE")


def _guests(parser: ArgumentParser) -> None:
    parser.add_argument("admitted", choices=("on", "off"))


def _ban(parser: ArgumentParser) -> None:
    parser.add_argument("target", nargs="?", default="", metavar="NAME|ADDRESS")
    parser.add_argument(
        "--days", type=int, metavar="N", help="for N days (without it, a name is banned for good)"
    )
    parser.add_argument("--lift", action="store_true", help="let them in again")
    parser.add_argument("--reason", default="", metavar="TEXT", help="told to the account, which can answer")
    _wide(parser)


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
    return protocol.BanRequest(
        _straight(arguments.target), arguments.days, arguments.lift, reason, arguments.yes
    )


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
    return protocol.AuditRequest(arguments.name, _last(arguments))


def _reports(parser: ArgumentParser) -> None:
    parser.add_argument("report", nargs="?", default="", metavar="SIGN", help="all of one report")
    parser.add_argument("verdict", nargs="?", choices=get_args(Verdict), help="decide it")
    parser.add_argument(
        "--for", dest="span", default="", metavar="7d", help="of a mute or a ban: 30m, 12h or 7d"
    )
    parser.add_argument("--reason", default="", metavar="TEXT", help="told to the player")


def _reports_request(arguments: Namespace) -> protocol.AnyRequest:
    reason = clean_words(arguments.reason)
    if bool(reason) != bool(arguments.verdict):
        raise ValueError("a decision needs --reason TEXT")
    span = SPAN.fullmatch(arguments.span)
    if (arguments.verdict in TIMED) != bool(span):
        raise ValueError("--for is for a mute or a ban, which need it: 30m, 12h or 7d")
    minutes = int(span[1]) * MINUTES[span[2]] if span else None
    return protocol.ReportsRequest(arguments.report, arguments.verdict, reason, minutes)


def _name(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")


def _search(parser: ArgumentParser) -> None:
    parser.add_argument("text", metavar="SEARCH", help="a part of a name, also of a former one; a key; an id")
    parser.add_argument("--last", type=int, default=50, metavar="N", help="at most N (default 50)")


def _key(parser: ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("what", choices=("add", "drop"))
    parser.add_argument("key", nargs="+", metavar="KEY", help="SHA256:..., or a line of a .pub file")
    parser.add_argument(
        "--yes", action="store_true", help="also a key of another account, which may end with it"
    )


def _key_request(arguments: Namespace) -> protocol.AnyRequest:
    text, add = " ".join(arguments.key), arguments.what == "add"
    key = _fingerprint(text) if add or len(text.split()) > 1 else text
    return protocol.KeyRequest(arguments.name, key, add, arguments.yes)


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


def _rename(parser: ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("to", metavar="NEW")


def _mute(parser: ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("--for", dest="span", required=True, metavar="7d", help="30m, 12h or 7d")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="told to the player")


def _mute_request(arguments: Namespace) -> protocol.AnyRequest:
    span = SPAN.fullmatch(arguments.span)
    if span is None:
        raise ValueError("--for is 30m, 12h or 7d")
    return protocol.MuteRequest(arguments.name, arguments.reason, int(span[1]) * MINUTES[span[2]])


def _unmute(parser: ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("--reason", required=True, metavar="TEXT", help="told to the player")


def _games(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", default="", metavar="NAME", help="of one account, also private ones"
    )
    parser.add_argument("--last", type=int, default=50, metavar="N", help="the last N (default 50)")


def _last(arguments: Namespace) -> int:
    if not 1 <= arguments.last <= MOST_ENTRIES:
        raise ValueError(f"--last can be 1 to {MOST_ENTRIES}")
    last: int = arguments.last
    return last


def _void(parser: ArgumentParser) -> None:
    _close(parser)
    parser.add_argument("reason", nargs="+", metavar="WHY")
    parser.add_argument("--lift", action="store_true", help="it changes them after all")


def _forget(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--yes", action="store_true", help="needed: this cannot be undone")


def _forget_request(arguments: Namespace) -> protocol.AnyRequest:
    if not arguments.yes:
        raise ValueError("this deletes the account for good: add --yes")
    return protocol.ForgetRequest(arguments.name)


def _drain(parser: ArgumentParser) -> None:
    _node(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--off", action="store_true", help="allow new tables again")
    how.add_argument("--stop", action="store_true", help="stop the host after the last game")
    how.add_argument(
        "--move", action="store_true", help="move the players of this node to the others, then stop it"
    )


def _drain_request(arguments: Namespace) -> protocol.AnyRequest:
    if arguments.node and not (arguments.stop or arguments.move):
        raise ValueError("--node is for --stop and --move: drain alone concerns all nodes")
    return protocol.DrainRequest(not arguments.off, arguments.stop, arguments.move, node=arguments.node)


def _prune(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="delete it")


def _host_key(parser: ArgumentParser) -> None:
    parser.add_argument(
        "step", nargs="?", choices=("next", "switch", "drop"),
        help="make the next key and tell clients of it; have it replace the present one; give it up",
    )  # fmt: skip


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")


def _node(parser: ArgumentParser) -> None:
    parser.add_argument("--node", default="", metavar="NAME", help="of another node, by its name")


def _ban_note(request: protocol.BanRequest) -> Noted | None:
    if not request.target:
        return None
    days = f"{request.days:g} days" if request.days else ""
    text = " ".join(filter(None, (days, request.reason)))
    return Noted("ban lifted" if request.lift else "ban", text, request.target)


def _moderator_note(request: protocol.ModeratorRequest) -> Noted | None:
    if not request.name:
        return None
    return Noted("moderator" if request.on else "moderator off", about=request.name)


def _looks(_: object) -> None:
    """Note nothing of a command that only looks."""


def _reports_note(request: protocol.ReportsRequest) -> Noted | None:
    if request.verdict is None:
        return None
    return Noted(request.verdict, f"{request.report}: {request.reason}", is_noted_by_itself=True)


def _mute_note(request: protocol.MuteRequest) -> Noted:
    span = f"{request.minutes} minutes: " if request.minutes else ""
    return Noted("mute" if span else "unmute", span + request.reason, request.name)


def _drain_note(request: protocol.DrainRequest) -> Noted:
    how = "move" if request.move else "stop" if request.stop else _switched(request.on)
    return Noted("drain", how)


def _switched(on: bool) -> str:
    return "on" if on else "off"


COMMANDS: Mapping[str, AdminCommand] = MappingProxyType(
    {
        "who": AdminCommand(
            "list sessions and tables",
            protocol.WhoRequest,
            _node,
            lambda arguments: protocol.WhoRequest(node=arguments.node),
            lambda office, request: office.who(request),
            _looks,
            without_store=True,
        ),
        "health": AdminCommand(
            "tell how the host is; exit status 1 if it is not well",
            protocol.HealthRequest,
            _node,
            lambda arguments: protocol.HealthRequest(node=arguments.node),
            lambda office, _: office.health(),
            _looks,
            without_store=True,
        ),
        "announce": AdminCommand(
            "show a message to everyone",
            protocol.AnnounceRequest,
            _announce,
            _announce_request,
            lambda office, request: office.announce(request.text),
            lambda request: Noted("announce", request.text),
        ),
        "kick": AdminCommand(
            "end the sessions of a player or an address; seats are kept",
            protocol.KickRequest,
            _kick,
            lambda arguments: protocol.KickRequest(_straight(arguments.name), arguments.yes),
            lambda office, request: office.kick(request),
            lambda request: Noted("kick", about=request.name),
        ),
        "close": AdminCommand(
            "end a table without a result",
            protocol.CloseRequest,
            _close,
            lambda arguments: protocol.CloseRequest(arguments.table),
            lambda office, request: office.close_table(request.table),
            lambda request: Noted("close", request.table),
        ),
        "guests": AdminCommand(
            "off: let nobody new in without a key",
            protocol.GuestsRequest,
            _guests,
            lambda arguments: protocol.GuestsRequest(arguments.admitted == "on"),
            lambda office, request: office.admit_guests(request.on),
            lambda request: Noted("guests", _switched(request.on)),
        ),
        "ban": AdminCommand(
            "ban a player or an address; without arguments, list the bans",
            protocol.BanRequest,
            _ban,
            _ban_request,
            lambda office, request: office.ban(request),
            _ban_note,
        ),
        "moderator": AdminCommand(
            "make an account a moderator; without arguments, list the moderators",
            protocol.ModeratorRequest,
            _moderator,
            _moderator_request,
            lambda office, request: office.moderator(request),
            _moderator_note,
        ),
        "audit": AdminCommand(
            "list what moderators and operators did",
            protocol.AuditRequest,
            _audit,
            _audit_request,
            lambda office, request: office.audit(request),
            _looks,
        ),
        "reports": AdminCommand(
            "list the reports that wait, also those about moderators; show one, decide it",
            protocol.ReportsRequest,
            _reports,
            _reports_request,
            lambda office, request: office.reports(request),
            _reports_note,
        ),
        "accounts": AdminCommand(
            "search for accounts",
            protocol.AccountsRequest,
            _search,
            lambda arguments: protocol.AccountsRequest(arguments.text, _last(arguments)),
            lambda office, request: office.accounts(request),
            _looks,
        ),
        "account": AdminCommand(
            "show an account: keys, tables, ratings, reports, what was decided",
            protocol.AccountRequest,
            _name,
            lambda arguments: protocol.AccountRequest(arguments.name),
            lambda office, request: office.account(request.name),
            _looks,
        ),
        "key": AdminCommand(
            "give an account a key, or take one; its player is told",
            protocol.KeyRequest,
            _key,
            _key_request,
            lambda office, request: office.key(request),
            lambda request: Noted("key add" if request.add else "key drop", request.key, request.name),
        ),
        "rename": AdminCommand(
            "give an account another name; its player is told",
            protocol.RenameRequest,
            _rename,
            lambda arguments: protocol.RenameRequest(arguments.name, arguments.to),
            lambda office, request: office.rename(request),
            lambda request: Noted("rename", request.to, request.name),
        ),
        "mute": AdminCommand(
            "let a player not talk for a time",
            protocol.MuteRequest,
            _mute,
            _mute_request,
            lambda office, request: office.mute(request),
            _mute_note,
        ),
        "unmute": AdminCommand(
            "let a player talk again",
            protocol.MuteRequest,
            _unmute,
            lambda arguments: protocol.MuteRequest(arguments.name, arguments.reason),
            lambda office, request: office.mute(request),
            _mute_note,
        ),
        "table": AdminCommand(
            "show a table, or a game that has ended",
            protocol.TableRequest,
            _close,
            lambda arguments: protocol.TableRequest(arguments.table),
            lambda office, request: office.table(request.table),
            _looks,
        ),
        "games": AdminCommand(
            "list the last games that have ended, of public tables or of an account",
            protocol.GamesRequest,
            _games,
            lambda arguments: protocol.GamesRequest(arguments.name, _last(arguments)),
            lambda office, request: office.games(request),
            _looks,
        ),
        "void": AdminCommand(
            "have an ended game change no ratings",
            protocol.VoidRequest,
            _void,
            lambda arguments: protocol.VoidRequest(
                arguments.table, " ".join(arguments.reason), not arguments.lift
            ),
            lambda office, request: office.void(request),
            lambda request: Noted("void" if request.void else "rate", f"{request.table}: {request.reason}"),
        ),
        "export": AdminCommand(
            "print everything that the host knows of an account, as JSON",
            protocol.ExportRequest,
            _name,
            lambda arguments: protocol.ExportRequest(arguments.name),
            lambda office, request: office.export(request.name),
            lambda request: Noted("export", about=request.name),
        ),
        "forget": AdminCommand(
            "delete an account, its keys and its name in finished games",
            protocol.ForgetRequest,
            _forget,
            _forget_request,
            lambda office, request: office.forget(request.name),
            lambda request: Noted("forget", about=request.name, ends_it=True),
        ),
        "drain": AdminCommand(
            "stop opening tables and let running games finish",
            protocol.DrainRequest,
            _drain,
            _drain_request,
            lambda office, request: office.drain(request),
            _drain_note,
        ),
        "reload": AdminCommand(
            "read the limits of the configuration again",
            protocol.ReloadRequest,
            _node,
            lambda arguments: protocol.ReloadRequest(node=arguments.node),
            lambda office, _: office.reload(),
            lambda _: Noted("reload"),
            without_store=True,
        ),
        "prune": AdminCommand(
            "tell what may go from the disk, or delete it",
            protocol.PruneRequest,
            _prune,
            lambda arguments: protocol.PruneRequest(arguments.yes),
            lambda office, request: office.prune(request),
            lambda request: Noted("prune") if request.yes else None,
        ),
        "host-key": AdminCommand(
            "show the host's key with its lines for the DNS, or replace it in two steps",
            protocol.HostKeyRequest,
            _host_key,
            lambda arguments: protocol.HostKeyRequest(arguments.step or ""),
            lambda office, request: office.host_key(request),
            lambda request: Noted("host-key", request.step) if request.step else None,
        ),
        "backup": AdminCommand(
            "copy the database into a new file",
            protocol.BackupRequest,
            _backup,
            lambda _: protocol.BackupRequest(),
            lambda office, _: office.backup(),
            lambda _: Noted("backup"),
            without_store=True,
        ),
    }
)
"""Every command by name, in the order of the help."""
BY_REQUEST: Mapping[type[protocol.AdminRequest], AdminCommand] = MappingProxyType(
    {one.kind: one for one in COMMANDS.values()}
)
