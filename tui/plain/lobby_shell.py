"""The lobby in plain mode: who is here, which tables there are, and how to get to one of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.game import Refused
from tui.actions.context import WithWords
from tui.actions.dispatch import run_command
from tui.boards import BOARDS, PLAYABLE
from tui.host.port import LobbySnapshot, TableInfo
from tui.host.table_search import FIRST_PAGE, PAGE_SIZE, TableSearch
from tui.host.today import Today
from tui.language.notices import account_note, restored, saving, slow_line, unreached
from tui.language.spelling import PlainWord
from tui.plain import help_words, words
from tui.plain.context import PlainContext
from tui.plain.lists.conversation import NumberedList, NumberedOption, option_of
from tui.plain.lists.play_lists import PlayLists
from tui.plain.shell import Shell
from tui.presenters import lobby_words
from tui.presenters.chat_tracker import ChatTracker
from tui.presenters.deep_links import (
    DAILY,
    DAILY_LIST,
    LEARN,
    MATCH,
    NEXT,
    PLAY,
    REPLAY,
    match_of_link,
    table_for,
)
from tui.presenters.listing import Item, OfferedGame, advice, playing, sections_of, unfinished
from tui.presenters.lobby_actions import available_actions
from tui.presenters.lobby_words import found_words, typed_search
from tui.presenters.offers import game_names, title
from tui.presenters.turns import TurnTracker
from tui.presenters.week import day

JOIN, WATCH, HERE = "join ", "watch ", "lobby"
MOST_LISTED = 20
ORDERS = {"sit": "join", **{one: one for one in ("watch", "bot", "nobot", "start", "leave", "end")}}
"""Commands that do what the lobby's keys do."""


class LobbyShell(Shell):
    """Shows the lobby and lets its player go to a table."""

    words: ClassVar[tuple[PlainWord, ...]] = (
        words.PLAY, words.TABLES, words.LOOK, words.GO, words.PRACTICE, words.LIST, words.BACK, words.RULES,
        words.LOG, words.COMMANDS,
    )  # fmt: skip

    def __init__(self, session: PlainContext, goto: str = HERE, *, waits_at: str = "") -> None:
        super().__init__(session)
        self._goto = goto
        self._waits_at = waits_at
        """The table that the player comes from, if its game had not begun."""
        self._lobby: LobbySnapshot | None = None
        self._chosen = ""
        self._heard = ChatTracker()
        self._turns = TurnTracker(self._follow, self._turn_changed, session.bells.follow_clock)

    def enter(self) -> None:
        self.keep(self.session.port.follow_lobby(self.listener(self._see)))

    @property
    def main_commands(self) -> tuple[str, ...]:
        return ("learn", "open", "join", "watch", "who", "name", "lang", "screen", "quit")

    @property
    def is_ready(self) -> bool:
        return self._lobby is not None

    def _follow(self, table: str, handler: Callable[[Any], None]) -> Callable[[], None]:
        return self.keep(self.session.port.follow_table(table, self.listener(handler)))

    # News

    def _see(self, lobby: LobbySnapshot) -> None:
        before, self._lobby = self._lobby, lobby
        self.take_back(self._heard.taken(lobby.chat).__contains__)
        fresh = self._heard.hear(lobby.chat, lobby.you, shown=True)
        self._turns.see(lobby.tables)
        if before is None:
            if self._waits_at in playing(lobby):
                self._go_when_free(self._waits_at)
            else:
                self._arrive(lobby)
            return
        for line in fresh:
            self.talked(line.name, line)
        self._tell_changes(before, lobby)
        for table in playing(lobby) - playing(before):
            self._go_when_free(table)

    def _go_when_free(self, table: str) -> None:
        """Goes to a game that began, once no line is being typed."""
        self.session.when_free(lambda: self.session.go_table(table))

    def _tell_changes(self, before: LobbySnapshot, lobby: LobbySnapshot) -> None:
        if lobby.notice and lobby.notice != before.notice:
            self.session.told = lobby.notice
            self.happened(lobby.notice)
        if lobby.unreached != before.unreached:
            self.happened(unreached(self.texts) if lobby.unreached else saving(self.texts, ""))
        if lobby.draining and not before.draining:
            self.happened(self._draining)
        known = {table.id for table in before.tables}
        few = lobby.found <= PAGE_SIZE  # of many tables, others come into sight when one has changed
        for table in lobby.tables if few else ():
            if table.id not in known and table.stage == "open":
                self.happened(self.texts._("New table: {table}", table=self._line(table)))

    @property
    def _draining(self) -> str:
        return self.texts._("The host will stop soon: no new tables, but running games can finish.")

    def _turn_changed(self, begun: bool) -> None:
        self.session.show_turn("", yours=bool(self._turns.asking))
        if not begun:
            return
        for table in self._tables:
            if table.id in self._turns.asking:
                self.happened(self.texts._("It is your turn at {table}.", table=table.name))
        self.session.bells.turn_begins()

    # Arriving

    def _arrive(self, lobby: LobbySnapshot) -> None:
        """Goes where the player wanted to go, with the first snapshot; else shows the lobby."""
        goto, port = self._goto, self.session.port
        if goto.startswith(JOIN):
            self._go(port.join(goto.removeprefix(JOIN).strip()))
        elif goto.startswith(WATCH):
            self._go(port.watch(goto.removeprefix(WATCH).strip()))
        elif goto.startswith(LEARN):
            self._go(port.learn(goto.removeprefix(LEARN).strip()))
        elif goto.startswith(REPLAY):
            game = port.replay(goto.removeprefix(REPLAY).strip())
            self.session.request(game, self.session.go_replay, self._not_there)
        elif goto == DAILY_LIST:
            self.session.request(port.daily(), self.session.opens, self._not_there)
        elif goto.startswith(DAILY):
            self._go(port.play_daily(goto.removeprefix(DAILY).strip()))
        elif goto.split()[:1] == [MATCH]:
            self._go(match_of_link(port, goto))
        elif goto == NEXT:
            self.session.go_next()
        elif goto == PLAY:
            self.word_play("")
        elif goto and goto != HERE:
            self._go(table_for(port, goto))
        else:
            self._welcome(lobby)

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        self.session.request(table, self.session.go_table, self._not_there)

    def _not_there(self, refusal: Any) -> None:
        """Shows why the player cannot go where they wanted, and the lobby."""
        self.refused(refusal)
        if self._lobby:
            self._welcome(self._lobby)

    def _welcome(self, lobby: LobbySnapshot) -> None:
        texts = self.texts
        if self._goto != HERE:
            self.session.greeting = lobby.notice
            self.say(texts._("Welcome to crownhouse, {name}.", name=lobby.you))
            word = words.help_word(texts)
            self.say(
                texts._("Plain mode: type a word or a number, then Enter. Type {help} for more.", help=word)
            )
            account = self.session.port.account()
            if note := self.name_note():
                self.say(note)
            if account.provisional:
                self.say(account_note(texts))
            if self.session.is_slow:
                self.say(slow_line(texts))
            self.session.request(self.session.port.today(), self._begin, lambda _: self._begin(Today()))
        else:
            self._begin(Today())

    def _begin(self, today: Today) -> None:
        """Shows what there is today and the lobby, and asks whether to go to a seat that waits."""
        lobby, texts = self._lobby, self.texts
        if lobby is None:
            return
        for sentence in day(texts, today):
            self.say(sentence)
        self.look()
        home = next((table for table in lobby.tables if table.id == self.session.port.home()), None)
        if home and self._goto != HERE:
            question = texts._("Your seat at {table} is waiting. Go there now?", table=home.name)
            self.ask(question, lambda: self.session.go_table(home.id))

    def look(self) -> None:
        lobby, texts = self._lobby, self.texts
        if lobby is None:
            return
        people = texts.ngettext("{number} person here", "{number} people here", lobby.here)
        heading, names = texts._("Lobby"), ", ".join(lobby.people)
        if lobby.here > len(lobby.people):
            names = texts._("{names} and {number} more", names=names, number=lobby.here - len(lobby.people))
        self.say(f"{heading}. {people}: {names}.")
        if lobby.unreached:
            self.say(unreached(texts))
        if lobby.restored:
            self.say(restored(texts, lobby.restored))
        if lobby.notice:
            self.session.told = lobby.notice
            self.say(lobby.notice)
        if lobby.draining:
            self.say(self._draining)
        self.offer(self.options())

    # Choices

    @property
    def _tables(self) -> tuple[TableInfo, ...]:
        return self._lobby.tables if self._lobby else ()

    @property
    def _items(self) -> tuple[Item, ...]:
        return sections_of(self._lobby).items if self._lobby else ()

    def options(self) -> NumberedList:
        listed = [self._choosing(item) for item in self._items[:MOST_LISTED]]
        lesson = NumberedOption(self.texts._("learn a game by playing it"), self._choose_lesson)
        lobby = self._lobby
        more = []
        if lobby and (lobby.found > PAGE_SIZE or len(self._items) > MOST_LISTED):
            more = [NumberedOption(self.texts._("all tables"), lambda: self._find(FIRST_PAGE))]
        return NumberedList(self.texts._("Games and tables:"), (*listed, *more, lesson))

    def _find(self, search: TableSearch) -> None:
        """Lists the tables that fit a search, some at a time."""
        found = self.session.port.find_tables(replace(search, count=MOST_LISTED))
        if not found.tables:
            self.notice(self.texts._("No table fits that."))
            return
        options = [self._choosing(table) for table in found.tables]
        after = search.skip + MOST_LISTED
        if after < found.found:
            more = replace(search, skip=after)
            options.append(NumberedOption(self.texts._("more tables"), lambda: self._find(more)))
        self.narrow(NumberedList(f"{found_words(self.texts, found.found)}:", tuple(options)))

    def _choose_lesson(self) -> None:
        taught = [game for game in PLAYABLE.values() if game.lesson]
        options = (
            NumberedOption(
                title(self.texts, game.key), self._teaching(game.key), names=game_names(self.texts, game.key)
            )
            for game in taught
        )
        self.narrow(NumberedList(self.texts._("Which game do you want to learn?"), tuple(options)))

    def _teaching(self, game: str) -> Callable[[], object]:
        return lambda: run_command(self, "learn", game)

    def _choosing(self, item: Item) -> NumberedOption:
        names = game_names(self.texts, item.game) if isinstance(item, OfferedGame) else frozenset[str]()
        return NumberedOption(self._line(item), lambda: self._choose_item(item.id), names=names)

    def _line(self, item: Item) -> str:
        turn = self._turns.turns.get(item.id)
        unread = self.session.unread_at(item.id)
        return lobby_words.line(self.texts, item, self.session.port.now(), turn, unread)

    def _choose_item(self, item_id: str) -> None:
        self._chosen = item_id
        item = self._item
        if item is None or self._lobby is None:
            self.notice(self.texts._("That table no longer exists."))
            return
        if isinstance(item, OfferedGame):
            self.narrow(PlayLists(self, self).about_game(item.game, unfinished(self._tables, item.game)))
            return
        port = self.session.port
        for line in lobby_words.details(self.texts, item, port.now(), port.ssh_host):
            self.say(line)
        asked = item.id in self._turns.asking
        said = advice(self.texts, item, self._lobby.you, asked=asked)
        self.narrow(NumberedList(said, tuple(self._doing(item))))

    def _doing(self, item: Item) -> Iterable[NumberedOption]:
        """Yields what the lobby's keys would do at an item."""
        home, you = self.session.port.home(), self._lobby.you if self._lobby else ""
        for action in available_actions(item, home, you):
            if action.name == "go":
                yield option_of(self.texts, action, lambda: self.session.go_table(item.id))
            elif action.name in ORDERS:
                yield option_of(self.texts, action, partial(run_command, self, ORDERS[action.name]))

    @property
    def _item(self) -> Item | None:
        listed = next((item for item in self._items if item.id == self._chosen), None)
        return listed or self._table_elsewhere()

    def _table_elsewhere(self) -> TableInfo | None:
        """Returns the chosen table if it is not among those that the lobby shows now."""
        try:
            return self.session.port.look(self._chosen).tables[0] if self._chosen else None
        except Refused:  # it is gone
            return None

    @property
    def current_table(self) -> TableInfo | None:
        return self._item if isinstance(self._item, TableInfo) else None

    @property
    def record(self) -> str:
        item = self._item
        return "" if item is None or isinstance(item, OfferedGame) else item.id

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        tables = [table.name for table in self._tables]
        return {"player": self.session.port.people(), "table": tables}

    # Words

    @property
    def meanings(self) -> Mapping[str, WithWords]:
        return {
            **super().meanings,
            "tables": self.word_tables,
            "go": self.word_go,
            "practice": partial(run_command, self, "practice"),
            "play": self.word_play,
            "rules": self.word_rules,
        }

    def word_tables(self, words: str) -> None:
        """Lists games and tables; with words all tables that fit them."""
        if words:
            self._find(typed_search(self.texts, words))
        else:
            self.offer(self.options())

    command_tables = word_tables

    def word_go(self, _: str) -> None:
        """Goes to the chosen table, or to the player's running game."""
        table = self._chosen if self.current_table else self.session.port.home()
        if table:
            self.session.go_table(table)
        else:
            self.notice(self.texts._("You have no running game."))

    def word_play(self, rest: str) -> None:
        """Goes on with a game against bots; without one, asks which. With words, begins another."""
        begun = unfinished(self._tables)
        if rest:
            run_command(self, "practice", rest)
        elif begun:
            self.session.go_table(begun.id)
        else:
            self.offer(PlayLists(self, self).which_game())

    def word_rules(self, rest: str) -> None:
        """Shows the rules of a game."""
        help_words.rules(self, BOARDS[next(iter(PLAYABLE))], rest)

    # Orders

    def command_help(self, rest: str) -> None:
        """Shows the help; with a word, what that command does."""
        help_words.help_with(self, rest, None, BOARDS.values())

    def command_lobby(self, _: str) -> None:
        self.say(self.texts._("This is the lobby."))
