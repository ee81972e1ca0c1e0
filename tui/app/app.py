"""The app of one player's session: which screen is shown, and what screens may ask for.

Screens find the port to the host and the texts in their player's language here. Output is left to
`tui.app.output_app`, the beginning and end of a session to `tui.app.terminal_session`, the content of a
screen to `tui.screens`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen

from engine.game import Refused
from tui.actions.moderation import WaitingNews
from tui.app.motion import Motion
from tui.app.output_app import UNSEEN, OutputApp
from tui.boards.kit.board import FirstTable, Frame
from tui.host.alarm import Alarm
from tui.host.clubs import ClubPage
from tui.host.cups import CupPage
from tui.host.deals import DailyDeal
from tui.host.game_analysis import GameAnalysis
from tui.host.held_table import TableForScreen, hold, nothing
from tui.host.history import PlayerProfile, SoloLadder
from tui.host.moderation import ReportedCase
from tui.host.pictures import ReplayedGame
from tui.host.port import Port, Release, SeatNews
from tui.host.session_scope import SessionScope, answered
from tui.host.setting_names import ALARM, LANGUAGE, MOTION, OFF, ON
from tui.language.notices import early_key
from tui.language.texts import Texts, texts_in
from tui.presenters import seat_news
from tui.presenters.listing import waiting_table
from tui.presenters.people.history_words import FoundGames
from tui.presenters.seat_news import LOBBY_SHOWS, NOTES, NoteCounter, UnreadCounter
from tui.presenters.share import SharedGame
from tui.presenters.turn_bell import SessionBells
from tui.screens.analysis.analysis_screen import AnalysisScreen
from tui.screens.base.card_screen import CardScreen
from tui.screens.base.line_screen import LineScreen
from tui.screens.base.session_screen import SessionScreen
from tui.screens.lobby.aim_screen import AimScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.people.club_screen import ClubScreen
from tui.screens.people.cup_screen import CupScreen
from tui.screens.people.daily_screen import DailyScreen
from tui.screens.people.history_screen import HistoryScreen
from tui.screens.people.opponents_screen import OpponentsScreen
from tui.screens.people.profile_screen import ProfileScreen
from tui.screens.people.queue_screen import QueueScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.table_screen import TableScreen
from tui.wire.line.output import Output
from tui.wire.terminal.display import TerminalDisplay
from tui.wire.terminal.terminals import Depth

T = TypeVar("T")
MOST_PAGES = 10
"""Screens that wait below each other: each keeps some 50 KB."""
REDRAWING = "ctrl+l"
INSISTING = 2.0
"""Seconds within which a second Ctrl+C leaves at once, whatever is shown."""

SCREENS: Mapping[type, Callable[[Any], Screen[Any]]] = MappingProxyType(
    {
        ClubPage: ClubScreen,
        CupPage: CupScreen,
        FoundGames: lambda found: HistoryScreen(found.wanted, found.page),
        PlayerProfile: ProfileScreen,
        SharedGame: CardScreen,
        SoloLadder: OpponentsScreen,
    }
)
"""What is shown on a screen of its own."""
LISTS: Mapping[type, Callable[[Any], Screen[Any]]] = MappingProxyType(
    {DailyDeal: DailyScreen, ReportedCase: QueueScreen}
)
"""Of what lists are shown so."""


@runtime_checkable
class HasWayOut(Protocol):
    """A screen that can be left."""

    def action_way_out(self) -> object:
        """Leaves it, or asks whether to."""


class CrownApp(OutputApp, inherit_bindings=False):
    """One player at one terminal. Without an output it only draws, for tests."""

    __slots__ = (
        "_acts", "_follows_seats", "_interrupted", "compresses", "greeting", "lasting", "named", "parting",
    )  # fmt: skip
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding(REDRAWING, "redraw", show=False, priority=True),
    ]

    def __init__(
        self,
        port: Port,
        texts: Texts,
        goto: str = "",
        output: Output | None = None,
        showing: TerminalDisplay = UNSEEN,
        alarm: Callable[[Callable[[], object]], Alarm] = Alarm,
    ) -> None:
        super().__init__(output, showing)
        self.port = port
        self.texts = texts_in(port.account().settings.get(LANGUAGE, texts.language))
        self.parting = ""
        """The words that remain on the terminal when the player has left."""
        self.other: str | None = None
        """Where the session goes on in plain mode; None: it does not."""
        self.held: Release = nothing
        """Ends the hold on the table where it goes on."""
        self.greeting, self.named, self.lasting = "", False, True
        self.compresses = False
        """Whether the client compresses what is sent."""
        self._scope = SessionScope()
        self.answered: Callable[[], object] = nothing
        """Called when the host has answered everything that keys have done."""
        self._deeds = SessionScope(self._deeds_done)
        """What acting keys have asked of the host."""
        self._acts = False
        """Whether the key that is worked on acts."""
        self.bells = SessionBells(
            port, self._scope.keep, self.call_later, self._ring, self._ring_news, self._ring_low_time
        )
        self._unread, self._notes = UnreadCounter(), NoteCounter(port.now)
        self._announced = ""
        """What was announced last."""
        self._waiting = WaitingNews()
        next_frame = alarm(lambda: self.call_later(self._motion.step))
        self._motion = Motion(port.now, self._may_move, self._has_arrived, next_frame)
        self._goto = goto
        self.back_to: tuple[str, TableForScreen | None] | None = None
        """The table that the player comes back to, if it is their first screen."""
        self.wake: Callable[[], object] = nothing
        """Called when there is news and perhaps no screen yet to show it."""
        self._follows_seats = False
        self._interrupted: float | None = None
        self._told_early: Callable[[str], object] | None = None
        """Takes back what was told of a key that came too early."""

    def first_screen(self) -> Screen[Any]:
        """The lobby, or the table that the player came back to."""
        if self.back_to:
            table, followed = self.back_to
            return self._table_screen(table, followed=followed)
        return LobbyScreen(self._goto)

    def on_mount(self) -> None:
        """Follows the player's seats, if that has not begun before."""
        self.follow_seats()

    def follow_seats(self) -> None:
        """Follows the player's seats, wherever they are. Before there is a screen, news wait for it."""

        def heard(news: SeatNews) -> None:
            self.call_later(self._hear, news)
            self.wake()

        if not self._follows_seats:
            self._follows_seats = True
            self.keep(self.port.follow_seats(heard))

        def changed() -> None:
            self.call_later(self._look_for_letters)

        self.keep(self.port.follow_waiting(changed))
        changed()

    def _look_for_letters(self) -> None:
        """Shows what waits for the player, over the screen that is shown."""
        screen = self.screen_stack[0]
        if isinstance(screen, LineScreen) and screen.is_attached:
            self._waiting.look(screen)

    # For screens

    def tells_aim(
        self, game: str, first: FirstTable, begin: Callable[[], object], others: Sequence[str], /
    ) -> bool:
        """Shows the card of a game before the player's first table of it, with who else sits there."""

        def answered(begins: bool | None) -> None:
            if begins:
                begin()

        self.push_screen(AimScreen(game, first, others), answered)
        return True

    def go_lobby(self) -> None:
        info = self.screen.current_table if isinstance(self.screen, LineScreen) else None
        played = info.game if info and info.stage == "over" else ""
        learned = info is not None and "lesson" in info.options
        self._go(LobbyScreen(returning=True, waits_at=waiting_table(info), played=played, learned=learned))

    def go_table(self, table: str) -> None:
        """Shows a table; a player without a seat there watches."""
        before, screen = self.screen, self._table_screen(table)
        if isinstance(before, LobbyScreen) and before.drops_keys:
            self._tell_early(screen.note)
        self._go(screen)

    def _table_screen(self, table: str, followed: TableForScreen | None = None) -> TableScreen:
        """Returns the screen of a table. The clocks of the player's other tables go on."""
        self._unread.read(table)
        self.port.follow_lobby(lambda lobby: self.bells.see(lobby.tables))()
        return TableScreen(table, followed)

    def go_replay(self, game: ReplayedGame) -> None:
        """Shows an ended game again."""
        self._go(ReplayScreen(game))

    def show_replay(
        self, game: ReplayedGame, position: int = 0, eyes: int = 0, analysis: GameAnalysis | None = None
    ) -> None:
        """Shows an ended game again over what is shown."""
        self.push_screen(ReplayScreen(game, position, eyes, covers=True, analysis=analysis))

    def show_analysis(self, game: ReplayedGame, analysis: GameAnalysis | None = None) -> None:
        """Shows the analysis of an ended game over what is shown."""
        self.push_screen(AnalysisScreen(game, analysis))

    def opens(self, found: object) -> bool:
        """Shows what was found over what is shown, if there is a screen for it."""
        known = LISTS.get(type(found[0])) if type(found) is tuple and found else SCREENS.get(type(found))
        if known:
            self.push_screen(known(found))
        return known is not None

    def push_screen(self, screen: Any, *how: Any, **more: Any) -> Any:
        """Shows a page over what is shown; of MOST_PAGES over each other instead of the last."""
        if len(self.screen_stack) >= MOST_PAGES:
            self.pop_screen()
        return super().push_screen(screen, *how, **more)

    def _go(self, screen: Screen[Any]) -> None:
        """Shows a screen instead of whatever is shown, help pages on top included."""
        self._motion.forget()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.switch_screen(screen)

    def leave(self, words: str = "") -> None:
        """Ends the session at the player's wish; the words remain on the terminal."""
        self.parting = words
        self.exit()

    def change_mode(self, table: str) -> None:
        """Switches to plain mode, at a table or in the lobby."""
        self.other = f"watch {table}" if table else "lobby"
        if table:
            self.held()
            self.held = hold(self.port, table)
        self.exit()

    def set_language(self, language: str) -> None:
        """Changes the language; the screen starts afresh."""
        self.texts = texts_in(language)
        self.set_spelling(language)
        screen = self.screen
        if isinstance(screen, TableScreen):
            self.go_table(screen.table)
        elif isinstance(screen, ReplayScreen):
            self._go(ReplayScreen(screen.cursor.game, screen.cursor.position))
        else:
            self.go_lobby()

    def show_turn(self, title: str, *, yours: bool) -> None:
        """Shows in the window's title whose turn it is; if not the player's, the bell need not ring."""
        if not yours:
            self.bells.turn_ends()
        self.set_window_title(title)

    def pressed(self) -> None:
        """Notes that the player has pressed a key."""
        self.bells.pressed()
        if self._motion.runs:
            self.call_later(self._motion.end)

    def _ring(self) -> None:
        self.call_player(self.texts._("your turn"))

    def _ring_news(self) -> None:
        self.call_player(self.bells.words)

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """Draws pictures one after the other, if the player and their line have that."""
        self._motion.begin(frames)

    def _may_move(self) -> bool:
        """Returns whether something may move: the player has not turned it off, and if they ask for few bytes
        has turned it on; the terminal has colours (on others all that stands out is reversed as well), the
        line is quick, and the client keeps up.
        """
        wanted = self.port.account().settings.get(MOTION, OFF if self.compresses else ON) == ON
        output = self.output
        if output is None or not wanted or output.terminal.depth == Depth.NONE:
            return False
        return output.keeps_up and not output.is_slow

    @property
    def is_slow(self) -> bool:
        """Returns whether the player's line is slow now."""
        return self.output is not None and self.output.is_slow

    def _has_arrived(self) -> bool:
        return self.output is not None and self.output.has_arrived

    def _ring_low_time(self, table: str, left: float) -> None:
        if self.port.account().settings.get(ALARM, ON) == ON:
            self.call_later(self._tell_low_time, seat_news.low_time(self.texts, table, left))

    def _tell_low_time(self, words: str) -> None:
        self.call_player(words)
        self._announce(words)

    @property
    def received(self) -> list[str]:
        """The messages and invitations that the player got since they came, in words."""
        return self._notes.received(self.texts)

    def unread_at(self, table: str) -> int:
        """Returns how many chat lines came at a table of the player's since they were there last."""
        return self._unread.at(table)

    # News of the player's seats

    def _hear(self, news: SeatNews) -> None:
        """Shows news that the screen does not show by itself, and calls a player who is not looking."""
        if news.kind == "taken":
            self._take(news)
            return
        base, covered = self.screen_stack[0], len(self.screen_stack) > 1
        here = isinstance(base, TableScreen) and base.table == news.table
        words = seat_news.words(self.texts, news)
        if not here:
            self._unread.hear(news)
        own = here or (isinstance(base, LobbyScreen) and news.kind in LOBBY_SHOWS)
        if news.kind in NOTES:
            own, words = False, self._notes.hear(self.texts, news)
        if covered or not own:
            self._announce(words)
        if covered and not own and isinstance(base, SessionScreen):
            base.announce(words)  # it is read there as well, once the help page is closed
        self.bells.hear(news, words, shown=own)

    def _take(self, taken: SeatNews) -> None:
        """Shows no longer what was taken away."""
        self._notes.take(taken)
        told = seat_news.words_taken(self.texts, taken)
        self.bells.take(told)
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.take_back(told)
            if isinstance(screen, SessionScreen) and self._announced in told:
                screen.announce("")

    def _announce(self, words: str) -> None:
        self._announced = words
        screen = self.screen
        if isinstance(screen, SessionScreen):
            screen.announce(words)

    # What keys act on

    def counts(self, tell: Callable[[str], object]) -> bool:
        """Returns whether the key that is worked on was pressed at what is asked now; if not, tells that."""
        self._acts = not self.is_early
        if not self._acts:
            self._tell_early(tell)
        return self._acts

    def _deeds_done(self) -> None:
        self.release_frames()
        self.answered()

    def tell_early(self) -> None:
        """Tells on the screen that keys came before it."""
        if isinstance(self.screen, LineScreen):
            self._tell_early(self.screen.note)

    def _tell_early(self, tell: Callable[[str], object]) -> None:
        """Tells that a key came too early, until one counts."""
        self._told_early = tell
        tell(early_key(self.texts, self.size.width))

    def note_key(self, event: Key) -> None:
        """Takes back what was told of a key that came too early, once one counts again."""
        super().note_key(event)
        self._acts = False
        if self._told_early and not self.is_early:
            tell, self._told_early = self._told_early, None
            tell("")

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session, or earlier, when the returned release is called."""
        return self._scope.keep(release)

    @property
    def waits_for_host(self) -> bool:
        return self._scope.is_at_work or self._deeds.is_at_work

    @property
    def waits_for_answer(self) -> bool:
        return self._deeds.is_at_work

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Waits for the host in the background. `done` or `refused` is called in the screen's own message
        handling, or never if that screen is gone by then.
        """
        scope = self._deeds if self._acts else self._scope
        scope.start(self._wait(self.screen, answered(work, done, refused)))

    async def _wait(
        self, asking: Screen[Any], work: Coroutine[Any, Any, Callable[[], object] | None]
    ) -> None:
        try:
            if act := await work:
                asking.call_later(act)
        except Exception as error:  # noqa: BLE001  (a fault of the host ends this session, loudly)
            self.fail(error)

    def close(self) -> None:
        """Cancels what the session asked of the host. May be called twice."""
        self.bells.stop()
        self._motion.forget()
        self.answered = nothing
        self._soon.release()
        self._held.release()
        self._deeds.close()
        self._scope.close()

    def action_redraw(self) -> None:
        """Ctrl+L: draws everything anew, whatever is shown."""
        self.redraw()

    def action_interrupt(self) -> None:
        """Ctrl+C: takes the screen's way out; pressed again at once, leaves without asking."""
        now = self.port.now()
        if self._interrupted is not None and now - self._interrupted < INSISTING:
            self.leave()
        self._interrupted = now
        if isinstance(self.screen, HasWayOut):
            self.screen.action_way_out()
