"""Sentences that a host says of itself and of accounts; they belong to no screen."""

from __future__ import annotations

from datetime import UTC, datetime

from tui.host.pictures import Account, SavingName
from tui.host.session import GoodbyeReason
from tui.language.spelling import shown
from tui.language.texts import N_, Texts

ROOM_FOR_EARLY = 64
"""Columns from which a sentence stands beside keys."""
TOO_MANY_ACCOUNTS = N_("Too many accounts were made from your network: your key gets one tomorrow.")


def unknown_command(texts: Texts, host: str, meant: str) -> str:
    """For a client that asked for an unknown command; `host` as in `tui.host.port.Port.ssh_host`. `meant` is
    the command that probably was; '': none is alike.
    """
    if meant:
        return texts._(
            "There is no such command here. Did you mean  ssh {host} {meant}?", host=host, meant=meant
        )
    return texts._("There is no such command here. Try  ssh {host} help  or just  ssh {host}.", host=host)


def failed(texts: Texts) -> str:
    """For a player whose session failed."""
    return texts._("Something went wrong in this session. Your game is safe: reconnect to go on.")


def early_key(texts: Texts, width: int) -> str:
    """For a player whose key came before they can have seen what it would have acted on; in a window that is
    not `width` enough for a sentence beside keys, in a word or two.
    """
    if width < ROOM_FOR_EARLY:
        return texts._("Too early.")
    return texts._("That key came before this question.")


def early_line(texts: Texts) -> str:
    """For a player in plain mode, likewise."""
    return texts._("That line came before this question; nothing was done.")


def restored(texts: Texts, backup: float) -> str:
    """For everybody on a host that was restored from a backup of a time."""
    return texts._(
        "This host was restored from the backup of {time}: what came later is lost.", time=_utc(backup)
    )


def table_restored(texts: Texts, backup: float) -> str:
    """For everybody at a table of such a host."""
    return texts._("Restored from the backup of {time}: the dice are new.", time=_utc(backup))


def _utc(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


def account_note(texts: Texts) -> str:
    """For a player with a provisional account."""
    return texts._("Your account is kept once you have made your first move in a game.")


def slow_line(texts: Texts) -> str:
    """For a player whose line is slow, when they come; short enough for a row."""
    return texts._(
        "Slow line: {command} sends half the bytes; {page} has more.",
        command="ssh -C", page="docs/slow-lines.md",
    )  # fmt: skip


def name_note(texts: Texts, account: Account, command: str, take: str) -> str:
    """For a new player who has not chosen their name; `take` is what makes it the one that their client sent,
    if they can have that, `command` gives another.
    """
    if account.login_name:
        return texts._(
            "You are {name}. {take}: be called {login}; {command}: another name.",
            name=account.name, take=take, login=account.login_name, command=command,
        )  # fmt: skip
    if not account.name_refused:
        return texts._("You are {name}; {command} changes it.", name=account.name, command=command)
    if account.name_refused == "name-of-guest":
        resume = _resume(texts, texts.pgettext("usage", "CODE"))
        return texts._(
            "You are {name}: a guest has your login name. Was it you? {resume}; else {command}.",
            name=account.name, resume=resume, command=command,
        )  # fmt: skip
    if account.name_refused == "name-taken":
        return texts._(
            "Your login name is taken: you are {name}; {command} changes it.",
            name=account.name, command=command,
        )  # fmt: skip
    return texts._(
        "Your login name can't be used: you are {name}; {command} changes it.",
        name=account.name, command=command,
    )  # fmt: skip


def unchosen_name_note(texts: Texts, account: Account, command: str, take: str) -> str:
    """The same; '' for a player who has chosen their name."""
    return name_note(texts, account, command, take) if account.drawn or account.name_refused else ""


def needs_account(texts: Texts, account: Account) -> str:
    """For a guest who asked for what only accounts can have."""
    if account.refused:
        return texts.of(TOO_MANY_ACCOUNTS)
    return texts._("This needs an account: connect with an SSH key, and you have one.")


def for_programs(texts: Texts) -> str:
    """For somebody who asked for the API on a terminal."""
    return texts._("The API is for programs (JSON lines): connect with  ssh -T  to use it.")


def goodbye(texts: Texts, reason: GoodbyeReason, host: str, code: str | None = "") -> str:
    """For a player whose session the host ends; `reason` as in `tui.host.session.Screen.say_goodbye`, `host`
    as in `tui.host.port.Port.ssh_host`. `code` gets a guest's seat back; '': the seat is kept without one;
    None: there is no seat to come back to.
    """
    match reason:
        case "moved" if code is None:
            return texts._("Moved: type  ssh {host}  again.", host=host)
        case "moved" if code:
            return texts._("Moved: ssh {host}  then  {resume}", host=host, resume=_resume(texts, code))
        case "moved":
            return texts._("Moved: type  ssh {host}  again. Your seat waits.", host=host)
        case "kicked":
            return texts._("The host has ended this session.")
        case "banned":
            return texts._("You are banned from this host. Connect again to read more.")
        case "crowded" if code:
            return texts._(
                "The host is full, and most are here from your network. {resume} brings you back later.",
                resume=_resume(texts, code),
            )
        case "crowded":
            return texts._("The host is full, and most are here from your network. Try again later.")
        case "slow" if code is None:
            return texts._("Your connection was too slow: please reconnect.")
        case "slow" if code:
            return texts._(
                "Your connection was too slow. {resume} brings you back.", resume=_resume(texts, code)
            )
        case "slow":
            return texts._("Your connection was too slow. Your seat is kept: please reconnect.")
    if code is None:
        return texts._("The host is going down for a moment: come back soon.")
    if code:
        return texts._("The host stops for a moment. {resume} brings you back.", resume=_resume(texts, code))
    return texts._("The host is going down for a moment. Your seat is kept: come back soon.")


def _resume(texts: Texts, code: str) -> str:
    """The command that gets a seat back. `tui.actions` has the same word, and is above this room."""
    return "/" + shown(texts.pgettext("typed command", "resume")) + " " + code


def language_set(texts: Texts) -> str:
    """For a player who has chosen the language of `texts`."""
    return texts._("You read English from now on.")


def saving(texts: Texts, disk: SavingName) -> str:
    """Returns what the host's disk makes everybody at a table wait for; for "", that it no longer does."""
    match disk:
        case "saving":
            return texts._("Saving takes a moment; the game waits for it.")
        case "unreached":
            return texts._("The host can't reach its store: this may be an older position.")
        case "not-saved":
            return texts._("Not saved: the host's disk is full or failing. Try again in a while.")
    return texts._("Saving works again.")


def unreached(texts: Texts) -> str:
    """For everybody in the lobby of a host that does not reach its store."""
    return texts._("The host can't reach its store: nothing can begin until it does.")


def input_dropped(texts: Texts) -> str:
    """For a client that sent more at once than is read."""
    return texts._("That was too much at once: the rest of it was dropped.")


def no_input(texts: Texts) -> str:
    """For a command that needs answers, from a client that sends none."""
    return texts._("This needs your answers, but no input came: nothing was opened.")
