"""What plain mode knows of one player's session: `tui.plain.context`, and the place the player is at."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.game import Refused
from tui.commands.account import BELL, LANGUAGE, OFF, ON
from tui.host.port import Port, Release
from tui.host.session import Client
from tui.host.session_scope import SessionScope
from tui.language.texts import Texts, language_of
from tui.plain.lines.line_output import LineOutput
from tui.plain.lobby_shell import LobbyShell
from tui.plain.shell import Shell
from tui.plain.table_shell import TableShell
from tui.presenters.listing import waiting_table
from tui.wire.terminal.display import DisplayWish, TerminalDisplay, wanted_of
from tui.wire.terminal.terminals import shows_screens, terminal_of

T = TypeVar("T")
Work = Callable[[], object]


class PlainSession:
    """One player's session. `post` has something done on the session's own turn; `read_as` hears in which
    encoding the client types.
    """

    def __init__(
        self,
        port: Port,
        client: Client,
        output: LineOutput,
        post: Callable[[Work], None],
        read_as: Callable[[str], None],
    ) -> None:
        settings = port.account().settings
        self.port = port
        self.output = output
        self.post = post
        self._read_as = read_as
        self._lasting = client.lasting
        self.showing = TerminalDisplay(client.term, terminal_of(client), wanted_of(settings, client.term))
        """How the player's terminal is used."""
        self.texts = Texts(settings.get(LANGUAGE, language_of(client.environment)))
        self._word()
        self.parting: str | None = None
        """What is said last; None: the session goes on."""
        self.other: str | None = None
        """The session goes on on the screen: where it begins there."""
        self.shows_screens = client.terminal and shows_screens(client)
        """Whether the client has a terminal that can."""
        self.busy = 0
        """How many requests the host has not answered yet."""
        self.known: set[str] = set()
        """Choices that the player has heard the meaning of."""
        self._later: Work | None = None
        self._scope = SessionScope()
        self.place: Shell = LobbyShell(self, client.goto)
        """Where the player is."""

    @property
    def is_free(self) -> bool:
        """Whether a line can be understood now: the host has answered, and shown what there is here."""
        return not self.busy and self.place.is_ready

    def is_at(self, place: object) -> bool:
        """Whether the player is at this shell now."""
        return self.place is place

    def begin(self) -> None:
        """Enters the first place."""
        self.place.enter()

    def go_lobby(self) -> None:
        """Shows the lobby."""
        info = self.place.current_table if isinstance(self.place, TableShell) else None
        self._go(LobbyShell(self, waits_at=waiting_table(info)))

    def go_table(self, table: str) -> None:
        """Shows a table."""
        place = self.place
        if not (isinstance(place, TableShell) and place.table == table):
            self._go(TableShell(self, table))

    def _go(self, place: Shell) -> None:
        self.place.leave()
        self.place = place
        place.enter()

    def when_free(self, work: Work) -> None:
        """Does something as soon as no line is being typed: it would change what that line means."""
        self._later = work

    def do_when_free(self) -> None:
        """No line is read now."""
        work = self._later
        if work and not self.output.is_typed_on:
            self._later = None
            work()

    def leave(self, words: str = "") -> None:
        """Ends the session; the words remain on the terminal."""
        kept = self._lasting and self.port.home() is not None
        goodbye = self.texts._("Goodbye. Your seat is kept.") if kept else self.texts._("Goodbye.")
        self.parting = words or goodbye

    def other_mode(self, table: str) -> None:
        """Goes on on the screen."""
        self.other = f"watch {table}" if table else "lobby"

    def speak(self, language: str) -> None:
        """Speaks another language from now on."""
        self.texts = Texts(language)
        self._word()
        self.place.look()

    def show_as(self, wanted: DisplayWish) -> None:
        """Uses the terminal as the player wishes from now on."""
        self.showing = replace(self.showing, wanted=wanted)
        self._word()

    def wear(self, theme: str) -> None:
        """Paper has no colours; the theme is kept for the screen."""

    def _word(self) -> None:
        """Words and signs are written and read as the player wants from now on."""
        terminal = self.showing.terminal
        self.output.write_as(utf8=terminal.utf8, german=self.texts.language == "de")
        self._read_as(terminal.encoding)

    def your_turn(self, yours: bool) -> None:
        """There is no title to say it in: the place says it."""

    def ring(self) -> None:
        """Rings, if the player wants it."""
        if self.port.account().settings.get(BELL, OFF) == ON:
            self.output.bell()

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session at the latest."""
        return self._scope.keep(release)

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Until the answer is there, no further line is read."""
        self.busy += 1
        self._scope.start(self._wait(work, done, refused))

    async def _wait(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None,
        refused: Callable[[Refused], object] | None,
    ) -> None:
        answer: Work | None = None
        try:
            result = await work
        except Refused as refusal:
            answer = _calling(refused, refusal)
        except Exception as error:  # noqa: BLE001  (a fault of the host ends this session, loudly)
            answer = _raising(error)
        else:
            answer = _calling(done, result)
        self.post(lambda: self._answered(answer))

    def _answered(self, answer: Work) -> None:
        self.busy -= 1
        answer()

    def close(self) -> None:
        """Ends what the session asked of the host. Harmless when called twice."""
        self.place.leave()
        self._scope.close()


def _calling(what: Callable[[T], object] | None, value: T) -> Work:
    return lambda: what(value) if what else None


def _raising(error: Exception) -> Work:
    def work() -> None:
        raise error

    return work
