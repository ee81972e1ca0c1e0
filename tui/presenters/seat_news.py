"""What happens at seats, in sentences: at one table, and at a player's tables wherever they are; and how many
chat lines there they have not read.

Where it is shown is left to the session: on a screen, in plain mode.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import get_args

from msgspec.structs import replace

from tui.host.clubs import ClubNews
from tui.host.cups import CupNews
from tui.host.port import Seat, SeatNews, TableInfo
from tui.language import elapsed
from tui.language.away_notices import cup_sentence
from tui.language.texts import Texts

CALLS = frozenset(("sat", "said", "told", "invited", "reminder", "called", "cup-table", *get_args(ClubNews)))
"""What may call a player who is not looking; a turn has its own bell."""

NOTES = frozenset(
    ("told", "invited", "followed", "reminder", "called", *get_args(ClubNews), *get_args(CupNews))
)
"""What is for this player alone; nothing else shows it."""
LOBBY_SHOWS = frozenset(("began", "turn"))
"""What the lobby shows by itself."""
AT_ONCE = 5.0
"""Seconds within which several notes are counted instead of shown one over the other."""
MOST_RECEIVED = 50


def words(texts: Texts, news: SeatNews, join: str = "/join", typed: Callable[[str], str] = str) -> str:
    """Returns the news in a sentence. `join` is typed before the name of a table to come there,
    other commands are written by `typed`.
    """
    match news.kind:
        case "sat":
            return texts._("{name} sits down at {table}.", name=news.who, table=news.name)
        case "stood":
            return texts._("{name} leaves {table}.", name=news.who, table=news.name)
        case "began":
            return texts._("The game at {table} begins.", table=news.name)
        case "turn":
            return texts._("It is your turn at {table}.", table=news.name)
        case "told":
            return texts._("{name} to you: {text}", name=news.who, text=news.text)
        case "invited":
            command = f"{join} {news.name}"
            return texts._(
                "{name} invites you to {table}: {command}",
                name=news.who, table=news.name, command=command,
            )  # fmt: skip
        case "followed":
            return typed(texts._("{name} follows you now. /follow {name} follows back.", name=news.who))
        case "called":
            return texts._(
                "{name} waits for you at {table}, where a bot may play for you soon: {command}",
                name=news.who, table=news.name, command=f"{join} {news.name}",
            )  # fmt: skip
        case "club-invited":
            return typed(
                texts._(
                    "{name} invites you to the club {club}: /club join {club}", name=news.who, club=news.name
                )
            )
        case "club-note":
            return texts._("Club {club}, {name}: {text}", club=news.name, name=news.who, text=news.text)
        case "club-event":
            said = texts._("Club {club}: {text}", club=news.name, text=news.text)
            return f"{said}: {typed(f'/cup enter {news.who}')}" if news.who else f"{said}."
        case "cup-soon" | "cup-table" | "cup-room" | "cup-over":
            return cup_sentence(texts, news.kind, news.text, news.name)
        case "reminder":
            return texts._("{table} begins soon: {command}", table=news.name, command=f"{join} {news.name}")
    who = texts._("{name} (watching)", name=news.who) if news.watching else news.who
    return texts._("{name} at {table}: {text}", name=who, table=news.name, text=news.text)


def low_time(texts: Texts, table: str, left: float) -> str:
    """Returns that the player's time at a table is nearly up."""
    return texts._(
        "{table}: {time}, and it is your turn.", table=table, time=elapsed.left_in_words(texts, left)
    )


def words_taken(texts: Texts, taken: SeatNews) -> frozenset[str]:
    """Returns the sentences that may have told what was taken away."""
    if not taken.table:
        return frozenset(words(texts, replace(taken, kind=kind)) for kind in ("told", "club-note"))
    return frozenset(words(texts, replace(taken, kind="said", watching=one)) for one in (False, True))


def is_meant(taken: SeatNews, told: object) -> bool:
    """Returns whether something that was told is what was taken away."""
    if not isinstance(told, SeatNews) or told.kind not in {"said", "told", "club-note"}:
        return False
    return (told.table, told.who, told.text) == (taken.table, taken.who, taken.text)


class UnreadCounter:
    """Counts the chat lines at the player's tables since they were there last."""

    def __init__(self) -> None:
        self._lines: Counter[str] = Counter()

    def at(self, table: str) -> int:
        return self._lines[table]

    def hear(self, news: SeatNews) -> None:
        """Counts a chat line."""
        if news.kind == "said":
            self._lines[news.table] += 1

    def read(self, table: str) -> None:
        """Notes that the player is at the table now."""
        self._lines.pop(table, None)


class NoteCounter:
    """Keeps the notes that the player got, and says what is shown of one: a note that comes right behind
    others would cover them, so their number is told.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._received: deque[SeatNews] = deque(maxlen=MOST_RECEIVED)
        self._now = now
        self._last = float("-inf")
        self._number = 0

    def received(self, texts: Texts) -> list[str]:
        """Returns the notes that were kept, in words."""
        return [words(texts, one) for one in self._received]

    def take(self, taken: SeatNews) -> None:
        """Keeps no longer what was taken away."""
        self._received = deque((one for one in self._received if not is_meant(taken, one)), MOST_RECEIVED)

    def hear(self, texts: Texts, news: SeatNews) -> str:
        """Takes a note and returns what to show."""
        now = self._now()
        self._number = self._number + 1 if now < self._last + AT_ONCE else 1
        self._last = now
        self._received.append(news)
        if self._number == 1:
            return words(texts, news)
        return texts._("{number} messages came: /messages shows them.", number=self._number)


def seat_changes(texts: Texts, before: TableInfo, now: TableInfo) -> Iterator[str]:
    for number, (old, new) in enumerate(zip(before.seats, now.seats, strict=False), start=1):
        yield from _seat(texts, old, new, you=number in {before.your_seat, now.your_seat})


def _seat(texts: Texts, was: Seat, now: Seat, *, you: bool) -> Iterator[str]:
    if was.name and not now.name:
        yield texts._("{name} stands up.", name=was.name)
    elif now.name and not was.name:
        sits = now.held_by == "bot"
        yield (
            texts._("{name}, a bot, sits down.", name=now.name)
            if sits
            else texts._("{name} sits down.", name=now.name)
        )
    elif was.name != now.name:
        yield texts._("{name} is now called {new}.", name=was.name, new=now.name)
    if you or not was.name:
        return
    if was.away_since is None and now.away_since is not None:
        yield texts._("{name} is away.", name=now.name)
    elif was.away_since is not None and now.away_since is None and now.name == was.name:
        yield texts._("{name} is back.", name=now.name)
    if now.lent and not was.lent:
        yield texts._("A bot plays for {name}.", name=now.name)
