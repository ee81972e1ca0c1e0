"""What a host says outside of any screen: one sentence to a client that gets none."""

from __future__ import annotations

from collections.abc import Iterable

from tui.host.session import GoodbyeReason
from tui.language.texts import Texts


def unknown_command(texts: Texts) -> str:
    """To a client that asked for what there is not."""
    return texts._("There is no such command here. Try  ssh HOST help  or just  ssh HOST.")


def failed(texts: Texts) -> str:
    """To a player whose session broke before or behind its screen."""
    return texts._("Something went wrong in this session. Your game is safe: reconnect to go on.")


def shutdown(texts: Texts) -> str:
    """To a player who comes while the host ends."""
    return texts._("The host is going down for a moment. Your seat is kept: come back soon.")


def for_programs(texts: Texts) -> str:
    """To somebody who asked for the API on a terminal."""
    return texts._("The API is for programs (JSON lines): connect with  ssh -T  to use it.")


def goodbye(texts: Texts, reason: GoodbyeReason) -> str:
    """To whom the host ends the session of; `reason` as in `tui.host.session.Screen.say_goodbye`."""
    match reason:
        case "kicked":
            return texts._("The host has ended this session.")
        case "slow":
            return texts._("Your connection was too slow. Your seat is kept: please reconnect.")
    return shutdown(texts)


def commands(texts: Texts, games: Iterable[str]) -> str:
    """The answer to `ssh HOST help`, several lines."""
    lines = [
        ("ssh HOST", texts._("the lobby: who is here, which tables there are")),
        *((f"ssh -t HOST {game}", texts._("straight to a table of {game}", game=game)) for game in games),
        ("ssh -t HOST join CODE", texts._("to the table of that name or code")),
        ("ssh HOST plain", texts._("in sentences, for screen readers and simple terminals")),
        ("ssh HOST record ID", texts._("a game's record, as text")),
        ("ssh HOST api", texts._("for programs: requests and answers in lines of JSON")),
        ("ssh HOST help", texts._("this help")),
    ]
    width = max(len(command) for command, _ in lines)
    return "\n".join(f"  {command:<{width}}  {what}" for command, what in lines)


def input_dropped(texts: Texts) -> str:
    """For a client that sent more at once than is read."""
    return texts._("That was too much at once: the rest of it was dropped.")


def no_input(texts: Texts) -> str:
    """For a command that needs answers, from a client that sends none."""
    return texts._("This needs your answers, but no input came: nothing was opened.")
