"""Sentences that a host says of itself and of accounts; they belong to no screen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from tui.host.pictures import Account, SavingName
from tui.host.session import GoodbyeReason
from tui.language.spelling import shown
from tui.language.texts import Texts, Translatable


def unknown_command(texts: Texts, host: str) -> str:
    """For a client that asked for an unknown command; `host` as in `tui.host.port.Port.ssh_host`."""
    return texts._("There is no such command here. Try  ssh {host} help  or just  ssh {host}.", host=host)


def failed(texts: Texts) -> str:
    """For a player whose session failed."""
    return texts._("Something went wrong in this session. Your game is safe: reconnect to go on.")


def early_key(texts: Texts) -> str:
    """For a player whose key came before they can have seen what it would have acted on."""
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
    return texts._("Restored from the backup of {time}: newly committed dice.", time=_utc(backup))


def _utc(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


def shutdown(texts: Texts) -> str:
    """For a player who connects while the host is stopping."""
    return texts._("The host is going down for a moment. Your seat is kept: come back soon.")


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
    if account.name_refused == "name-taken":
        return texts._(
            "Your login name is taken: you are {name}; {command} changes it.",
            name=account.name, command=command,
        )  # fmt: skip
    return texts._(
        "Your login name can't be used: you are {name}; {command} changes it.",
        name=account.name, command=command,
    )  # fmt: skip


def needs_account(texts: Texts) -> str:
    """For a guest who asked for what only accounts can have."""
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
            return texts._("You are banned from this host. Connect again to read why.")
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
    return shutdown(texts)


def _resume(texts: Texts, code: str) -> str:
    """The command that gets a seat back. `tui.commands` has the same word, and is above this room."""
    return "/" + shown(texts.pgettext("typed command", "resume")) + " " + code


def commands(texts: Texts, games: Mapping[str, Translatable], host: str) -> str:
    """The answer to `ssh HOST help`, several lines; `games` are titles by the word that is typed, `host` as
    in `tui.host.port.Port.ssh_host`.
    """
    lines = [
        (f"ssh {host}", texts._("the lobby: who is here, which tables there are")),
        (f"ssh -t {host} play", texts._("against bots: on with your game, or a new one")),
        *(
            (f"ssh -t {host} {key}", texts._("straight to a table of {game}", game=texts.of(title)))
            for key, title in games.items()
        ),
        (f"ssh -t {host} learn GAME", texts._("a lesson of a game on the real table, ten minutes")),
        (f"ssh -t {host} match [GAME]", texts._("a game with people now; --no-bots: with people alone")),
        (f"ssh -t {host} daily [GAME]", texts._("the deal of the day: the same luck for everybody")),
        (f"ssh {host} daily results", texts._("how it was played; with a GAME, a DATE, --json")),
        (f"ssh {host} duplicate GAME SEATS TABLES", texts._("tables with the same luck, for a match")),
        (f"ssh -t {host} join CODE", texts._("to the table of that name or code")),
        (f"ssh {host} plain", texts._("in sentences, for screen readers and simple terminals")),
        (f"ssh {host} turns", texts._("the tables that wait for you; exit status 10 if any do")),
        (f"ssh {host} look TABLE", texts._("how a game stands, in sentences")),
        (f"ssh {host} open GAME [WORDS]", texts._("opens a table: open court 2 1d; /help open says more")),
        (f"ssh {host} sit TABLE", texts._("sits down there; bot TABLE, start TABLE, leave TABLE")),
        (f"ssh {host} play TABLE MOVE", texts._("one move; with --at N only at position N")),
        (f"ssh {host} notify", texts._("where notices go when a table waits and you are away")),
        (f"ssh {host} following", texts._("whom you follow: who is here, and where they play")),
        (f"ssh {host} ladder GAME", texts._("the best at a game, by their ratings")),
        (
            f"ssh {host} opponents GAME",
            texts._("the opponents of a game, the weakest first; two wins against one open the next"),
        ),
        (f"ssh {host} follow NAME", texts._("follows a player; unfollow NAME ends it")),
        (f"ssh {host} tell NAME TEXT", texts._("a message to a player who follows you")),
        (f"ssh {host} messages", texts._("what you were sent; exit status 10 if there is something")),
        (f"ssh {host} invite TABLE NAME", texts._("invites a player to a table")),
        (f"ssh {host} profile [NAME]", texts._("what a player's games add up to")),
        (
            f"ssh {host} history [WORDS]",
            texts._("ended games; --before PAGE for earlier ones, /help history"),
        ),
        (f"ssh -t {host} replay ID", texts._("a game again, step by step; play on from anywhere")),
        (f"ssh {host} record ID", texts._("a game's record, as text")),
        (f"ssh {host} analyse ID", texts._("what each decision of a game cost; --seat N, --json, --svg")),
        (f"ssh {host} cast ID", texts._("a game as a film for asciinema: --v3, --speed 2, --idle 1")),
        (f"ssh {host} share ID", texts._("a card of a game of yours, to be shown to others")),
        (f"ssh {host} sign ID", texts._("adds a signature, its input, to a game's record")),
        (f"ssh {host} dice", texts._("how many deals this host has kept its word on")),
        (f"ssh {host} verify.py", texts._("a program that checks the dice of a record")),
        (f"ssh {host} report NAME WHY", texts._("tells the moderators about somebody; --table TABLE")),
        (f"ssh {host} letters", texts._("what the moderators wrote to you")),
        (f"ssh {host} answer TEXT", texts._("your answer to their last decision about you")),
        (f"ssh {host} export", texts._("everything that this host knows of you, as JSON")),
        (f"ssh {host} keys", texts._("the keys of your account; keys drop SIGN, key, key add CODE")),
        (f"ssh {host} name NAME", texts._("changes your name; lang, zone, bell, theme ... are settings")),
        (f"ssh {host} recovery", texts._("a code for lost keys; recover NAME CODE uses it")),
        (f"ssh {host} conduct", texts._("the rules of conduct")),
        (f"ssh {host} api", texts._("for programs: requests and answers in lines of JSON")),
        (f"ssh {host} help", texts._("this help")),
    ]
    width = max(len(command) for command, _ in lines)
    return "\n".join(f"  {command:<{width}}  {what}" for command, what in lines)


def language_set(texts: Texts) -> str:
    """For a player who has chosen the language of `texts`."""
    return texts._("You read English from now on.")


def signed(texts: Texts) -> str:
    """For a player who signed a record."""
    return texts._("Your signature stands in the record now.")


def saving(texts: Texts, disk: SavingName) -> str:
    """Returns what the host's disk makes everybody at a table wait for; for "", that it no longer does."""
    match disk:
        case "saving":
            return texts._("Saving takes a moment; the game waits for it.")
        case "unreached":
            return texts._("The host can't reach its store: this may be an older position. Wait a moment.")
        case "not-saved":
            return texts._("Not saved: the host's disk is full or failing. Try again in a while.")
    return texts._("Saving works again.")


def input_dropped(texts: Texts) -> str:
    """For a client that sent more at once than is read."""
    return texts._("That was too much at once: the rest of it was dropped.")


def no_input(texts: Texts) -> str:
    """For a command that needs answers, from a client that sends none."""
    return texts._("This needs your answers, but no input came: nothing was opened.")
