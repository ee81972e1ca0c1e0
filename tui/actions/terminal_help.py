"""What `ssh HOST help` prints."""

from __future__ import annotations

from collections.abc import Mapping

from tui.actions.registry import SSH_FORMS
from tui.language.texts import Texts, Translatable


def help_text(texts: Texts, games: Mapping[str, Translatable], host: str) -> str:
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
        _declared(texts, host, "daily_results"),
        _declared(texts, host, "duplicate"),
        _declared(texts, host, "join"),
        _declared(texts, host, "watch"),
        (f"ssh {host} plain", texts._("in sentences, for screen readers and simple terminals")),
        _declared(texts, host, "tables"),
        _declared(texts, host, "turns"),
        _declared(texts, host, "view"),
        _declared(texts, host, "open"),
        _declared(texts, host, "practice"),
        _declared(texts, host, "sit"),
        _declared(texts, host, "kick"),
        _declared(texts, host, "move"),
        _declared(texts, host, "standing"),
        _declared(texts, host, "end"),
        _declared(texts, host, "rematch"),
        _declared(texts, host, "notify"),
        _declared(texts, host, "who"),
        _declared(texts, host, "following"),
        _declared(texts, host, "today"),
        _declared(texts, host, "rules"),
        _declared(texts, host, "ladder"),
        _declared(texts, host, "opponents"),
        _declared(texts, host, "follow"),
        _declared(texts, host, "tell"),
        _declared(texts, host, "say"),
        _declared(texts, host, "messages"),
        _declared(texts, host, "invite"),
        _declared(texts, host, "profile"),
        _declared(texts, host, "history"),
        (f"ssh -t {host} replay ID", texts._("a game again, step by step; play on from anywhere")),
        _declared(texts, host, "record"),
        _declared(texts, host, "analyse"),
        _declared(texts, host, "cast"),
        _declared(texts, host, "share"),
        _declared(texts, host, "sign"),
        _declared(texts, host, "dice"),
        (f"ssh {host} verify.py", texts._("a program that checks the dice of a record")),
        _declared(texts, host, "report"),
        _declared(texts, host, "letters"),
        _declared(texts, host, "answer"),
        _declared(texts, host, "export"),
        _declared(texts, host, "keys"),
        _declared(texts, host, "forget"),
        _declared(texts, host, "name"),
        _declared(texts, host, "lang"),
        _declared(texts, host, "recovery"),
        _declared(texts, host, "conduct"),
        (f"ssh {host} api", texts._("for programs: requests and answers in lines of JSON")),
        _declared(texts, host, "describe"),
        (f"ssh {host} help", texts._("this help")),
    ]
    width = max(len(command) for command, _ in lines)
    return "\n".join(f"  {command:<{width}}  {what}" for command, what in lines)


def _declared(texts: Texts, host: str, name: str) -> tuple[str, str]:
    """The row of an action, in its place."""
    declared = SSH_FORMS[name]
    return f"ssh {'-t ' if declared.begins else ''}{host} {declared.usage}", texts.of(declared.help)
