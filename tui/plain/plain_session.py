"""The state of one player's session in plain mode: implements `tui.plain.context`, with its present place."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar
from weakref import WeakSet

from msgspec.structs import replace

from engine.game import Refused
from tui.actions.action import Place
from tui.actions.catalogue import word
from tui.actions.context import request
from tui.actions.moderation import WaitingNews
from tui.actions.tables import asking
from tui.boards import BOARDS
from tui.boards.kit.board import FirstTable
from tui.host.deals import DailyDeal
from tui.host.game_analysis import GameAnalysis
from tui.host.held_table import hold, nothing
from tui.host.history import HistoryFilter, HistoryPage, PlayerProfile, SoloLadder
from tui.host.moderation import ReportedCase
from tui.host.pictures import ReplayedGame, TableSnapshot
from tui.host.port import Port, Release, SeatNews
from tui.host.session import ClientInfo
from tui.host.session_scope import SessionScope, answered
from tui.host.setting_names import ALARM, BRIEF, DETAIL, LANGUAGE, ON, PROMPTS
from tui.language import moderation_words, notices
from tui.language.spelling import shown
from tui.language.texts import language_of, texts_in
from tui.plain.context import PlainContext
from tui.plain.lines.line_output import LineOutput
from tui.plain.lists.conversation import NumberedList, NumberedOption
from tui.plain.lists.history_list import HistoryList, show_profile
from tui.plain.lists.play_lists import show_deals, show_opponents
from tui.plain.lobby_shell import LobbyShell
from tui.plain.replay_shell import ReplayShell
from tui.plain.shell import Shell
from tui.plain.table_shell import TableShell
from tui.plain.words import PLAY
from tui.presenters import seat_news
from tui.presenters.area import signs_of
from tui.presenters.deep_links import NEXT
from tui.presenters.listing import waiting_table
from tui.presenters.people import conduct_words
from tui.presenters.people.history_words import FoundGames
from tui.presenters.position_words import next_one
from tui.presenters.reader import Reader
from tui.presenters.seat_news import LOBBY_SHOWS, NOTES, NoteCounter, UnreadCounter
from tui.presenters.share import SharedGame, card
from tui.presenters.turn_bell import SessionBells
from tui.replay.cursor import ReplayCursor
from tui.wire.terminal.display import DisplayWish, TerminalDisplay, stored_wish
from tui.wire.terminal.terminals import shows_screens, terminal_of

T = TypeVar("T")
PostedWork = Callable[[], object]


class PlainSession(PlainContext):
    """One player's session. `post` runs a function in the session's own queue; `read_as` takes the encoding
    that the client types in.
    """

    def __init__(
        self,
        port: Port,
        client: ClientInfo,
        output: LineOutput,
        post: Callable[[PostedWork], None],
        read_as: Callable[[str], None],
    ) -> None:
        settings = port.account().settings
        self.port = port
        self.output = output
        self.post = post
        self._read_as = read_as
        self._scope = SessionScope()
        ring = partial(post, output.bell)
        self.bells = SessionBells(port, self._scope.keep, post, ring, ring, self._ring_low_time)
        self._unread = UnreadCounter()
        self._notes = NoteCounter(port.now)
        self._waiting = WaitingNews()
        self.lasting, self.greeting, self.named = client.lasting, client.greeting, client.named
        self.told = client.greeting
        """The host's notice that was said last."""
        self.showing = TerminalDisplay(client.term, terminal_of(client), stored_wish(settings, client.term))
        """How the player's terminal is used."""
        self.texts = texts_in(settings.get(LANGUAGE, language_of(client.environment)))
        self._word()
        self.parting: str | None = None
        """The last words of the session; None: it goes on."""
        self.other: str | None = None
        """Where the session goes on on the screen; None: it does not."""
        self.held: Release = nothing
        """Ends the hold on the table where it goes on."""
        self.shows_screens = client.terminal and shows_screens(client)
        """True if the client has a terminal that can show screens."""
        self.busy = 0
        """The number of requests that the host has not answered yet."""
        self.known: set[str] = set()
        """The choices whose meaning the player has already been shown."""
        self._later: PostedWork | None = None
        self._at_terminal = client.terminal
        self._aims_told: set[str] = set()
        """The games whose aim was told in this session."""
        self._left: WeakSet[Shell] = WeakSet()
        """The places that the player has left and that are still in memory."""
        self._listed: HistoryFilter | str = ""
        """The games that were listed last, or the name of the player whose profile was."""
        self._answers = client.goto == NEXT
        """Whether the player came to answer what waits for them, one table after the other."""
        self.place: Shell = LobbyShell(self, client.goto)
        """The place the player is at."""

    @property
    def is_slow(self) -> bool:
        return self.output.is_slow

    @property
    def is_brief(self) -> bool:
        return self.port.account().settings.get(DETAIL, BRIEF if self.is_slow else "") == BRIEF

    @property
    def prompts(self) -> bool:
        return self.port.account().settings.get(PROMPTS, ON) == ON

    @property
    def is_free(self) -> bool:
        """True if a line can be handled now: the host has answered, and a snapshot has come."""
        return not self.busy and self.place.is_ready

    @property
    def is_unanswered(self) -> bool:
        """True if the player came to answer, and there is a question that they have not answered."""
        return self._answers and self.place.is_asked

    def is_at(self, place: object) -> bool:
        return self.place is place

    def begin(self) -> None:
        """Enters the first place, and follows the player's seats wherever they are."""
        tell_what_waits = partial(self.post, lambda: self._waiting.look(self.place))
        self.place.enter()
        self.keep(self.port.follow_seats(lambda news: self.post(lambda: self._hear(news))))
        self.keep(self.port.follow_waiting(tell_what_waits))
        tell_what_waits()

    def tells_aim(self, game: str, first: FirstTable, _: Callable[[], object], __: Sequence[str], /) -> bool:
        """Says what a game is about, once; it begins when its player says so again. A program behind a pipe
        plays on at once.
        """
        if game in self._aims_told:
            return False
        self._aims_told.add(game)
        texts = self.texts
        steps = " ".join(f"{number} {texts.of(step)}" for number, step in enumerate(first.steps, 1))
        self.place.say(f"{texts.of(BOARDS[game].title)}. {texts.of(first.aim)}")
        self.place.say(f"{texts.of(first.steps_of)}: {steps}")
        if not self._at_terminal:
            return False
        play, learn = f"{shown(texts.of(PLAY.word))} {game}", f"{word(texts, 'learn')} {game}"
        self.place.say(
            texts._("Type {play}, or {learn} for a lesson of ten minutes.", play=play, learn=learn)
        )
        return True

    def go_lobby(self) -> None:
        info = self.place.current_table if isinstance(self.place, TableShell) else None
        self._go(LobbyShell(self, waits_at=waiting_table(info)))

    def go_table(self, table: str) -> None:
        place = self.place
        self.port.follow_lobby(lambda lobby: self.bells.see(lobby.tables))()
        self._unread.read(table)
        if isinstance(place, TableShell) and place.table == table:
            place.stay()
        else:
            self._go(TableShell(self, table))

    def go_next(self) -> None:

        place = Place(self.port, self.texts)

        def go(found: Sequence[TableSnapshot]) -> None:
            if found:
                self.go_table(found[0].info.id)
            else:
                self._answers = False
                self.leave(next_one(place, None))

        request(self.place, asking(place), go)

    def answered(self) -> None:
        if self._answers:
            self.go_next()

    def go_replay(self, game: ReplayedGame) -> None:
        self._go(ReplayShell(self, game))

    def show_replay(
        self, game: ReplayedGame, position: int = 0, eyes: int = 0, analysis: GameAnalysis | None = None
    ) -> None:
        back = self._list_again if self._listed else None
        self._go(ReplayShell(self, game, back, ReplayCursor(game, position, eyes), analysis))

    def show_analysis(self, game: ReplayedGame, analysis: GameAnalysis | None = None) -> None:
        shell = ReplayShell(self, game, self._list_again if self._listed else None, analysis=analysis)
        self._go(shell)
        shell.command_analyse("")

    def _list_again(self) -> None:
        """Goes to the lobby, and offers there what was listed last, as it is now."""
        self.go_lobby()
        if isinstance(self._listed, HistoryFilter):
            request(self.place, self.port.history(self._listed), partial(self._show_history, self._listed))
        else:
            request(self.place, self.port.profile(self._listed), self._show_profile)

    def opens(self, found: Any) -> bool:
        """Tells a profile or a card, and offers what one may choose from."""
        match found:
            case PlayerProfile():
                self._show_profile(found)
            case SoloLadder():
                show_opponents(self.place, self.place, found)
            case FoundGames(wanted, page):
                self._show_history(wanted, page)
            case SharedGame():
                for line in card(Reader(self.port, self.texts), found, signs_of(self.showing)):
                    self.place.say(line)
            case (DailyDeal(), *_):
                show_deals(self.place, self.place, found)
            case (ReportedCase(), *_):
                self._show_queue(found)
            case _:
                return False
        return True

    def _show_history(self, wanted: HistoryFilter, page: HistoryPage | None = None) -> None:
        self._listed = wanted
        HistoryList(self.place, self.place, self._show_profile).show(wanted, page)

    def _show_queue(self, cases: Sequence[ReportedCase]) -> None:
        place, texts = self.place, self.texts

        def reading(case: ReportedCase) -> PostedWork:
            return lambda: place.show(*conduct_words.case(Reader(self.port, texts), case)[:2])

        options = (NumberedOption(moderation_words.summary(texts, one), reading(one)) for one in cases)
        place.offer(NumberedList(texts._("Reports"), tuple(options)), full=True)

    def _show_profile(self, profile: PlayerProfile) -> None:
        """Says what a player's games add up to, here."""
        self._listed = profile.name
        show_profile(self.place, self.place, profile)

    def _go(self, place: Shell) -> None:
        self.place.leave()
        self._left.add(self.place)
        self.place = place
        place.enter()

    def when_free(self, work: PostedWork) -> None:
        self._later = work

    def do_when_free(self) -> None:
        """Runs what waited for a line to be finished."""
        work = self._later
        if work and not self.output.is_typed_on:
            self._later = None
            work()

    def leave(self, words: str = "") -> None:
        kept = self.lasting and self.port.home() is not None
        goodbye = self.texts._("Goodbye. Your seat is kept.") if kept else self.texts._("Goodbye.")
        self.parting = words or goodbye

    def change_mode(self, table: str) -> None:
        self.other = f"watch {table}" if table else "lobby"
        if table:
            self.held()
            self.held = hold(self.port, table)

    def set_language(self, language: str) -> None:
        self.texts = texts_in(language)
        self._word()
        self.place.look()

    def set_display(self, wanted: DisplayWish) -> None:
        self.showing = replace(self.showing, wanted=wanted)
        self._word()

    def redraw(self) -> None:
        self.place.anew()

    def set_theme(self, theme: str) -> None:
        """Does nothing: plain mode has no colours; the theme is stored for the screen."""

    def _word(self) -> None:
        """Applies the language and the characters that the player wants."""
        self.showing = replace(self.showing, language=self.texts.language)
        self.output.write_as(self.showing.terminal)
        self._read_as(self.showing.terminal.encoding)

    def show_turn(self, title: str, *, yours: bool) -> None:
        """There is no window title, and the place says whose turn it is; if another's, no bell need ring."""
        del title
        if not yours:
            self.bells.turn_ends()

    def counts(self, tell: Callable[[str], object]) -> bool:
        early = self.output.questions.comes_early(self.place.question)
        if early:
            tell(notices.early_line(self.texts))
        return not early

    def _ring_low_time(self, table: str, left: float) -> None:
        self.post(lambda: self._tell_low_time(table, left))

    def _tell_low_time(self, table: str, left: float) -> None:
        """Rings; a table that the player is at says how much time is left."""
        if self.port.account().settings.get(ALARM, ON) == ON:
            self.output.bell()
        if not isinstance(self.place, TableShell) or self.place.name != table:
            self.place.say(seat_news.low_time(self.texts, table, left))

    @property
    def received(self) -> list[str]:
        return self._notes.received(self.texts)

    def unread_at(self, table: str) -> int:
        return self._unread.at(table)

    def _hear(self, news: SeatNews) -> None:
        """Says news that the place does not say by itself, and calls a player who is not looking."""
        place = self.place
        if news.kind == "taken":
            self._notes.take(news)
            place.take_back(partial(seat_news.is_meant, news))
            return
        here = isinstance(place, TableShell) and place.table == news.table
        own = here or (isinstance(place, LobbyShell) and news.kind in LOBBY_SHOWS)
        words = seat_news.words(self.texts, news)
        if not here:
            self._unread.hear(news)
        if news.kind in NOTES:
            self._notes.hear(self.texts, news)
            own = False
        if not own:
            place.happened(words, news)
        self.bells.hear(news, words, shown=own)

    def keep(self, release: Release) -> Release:
        return self._scope.keep(release)

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Sends a request; until it is answered, no further line is read."""
        self.busy += 1
        self._scope.start(self._wait(answered(work, done, refused)))

    async def _wait(self, work: Coroutine[Any, Any, PostedWork | None]) -> None:
        try:
            act = await work
        except Exception as error:  # noqa: BLE001  (a fault of the host ends this session, loudly)
            act = _raising(error)
        self.post(lambda: self._answered(act))

    def _answered(self, act: PostedWork | None) -> None:
        self.busy -= 1
        if act:
            act()

    def close(self) -> None:
        """Cancels what the session asked of the host. May be called twice."""
        self.bells.stop()
        self.place.leave()
        self._scope.close()

    def take_apart(self) -> None:
        """Breaks the reference cycles of a session that is over, and must not be used again. Otherwise they
        would wait for the collector, for up to a day.
        """
        for part in (*self._left, self.place, self):
            vars(part).clear()


def _raising(error: Exception) -> PostedWork:
    def work() -> None:
        raise error

    return work
