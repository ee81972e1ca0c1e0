"""Ended games in plain mode, and those being played: a numbered list, and what can be done with each; and a
player's profile, a sentence for each kind of game and each opponent, then the newest games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from tui.actions.context import request
from tui.actions.dispatch import CommandPlace, run_command
from tui.host.history import HistoryFilter, HistoryGame, HistoryPage, PlayerProfile
from tui.host.table_search import RUNNING
from tui.plain.lists.conversation import Conversation, NumberedList, NumberedOption
from tui.presenters import lobby_words
from tui.presenters.people import history_words, profile_words
from tui.presenters.people.history_filter import described

MOST_LISTED = 20
"""The most tables that are listed."""


class HistoryList:
    """The lists of one place, whose player chooses from them. `show_profile` shows somebody's profile."""

    def __init__(
        self,
        context: CommandPlace,
        conversation: Conversation,
        show_profile: Callable[[PlayerProfile], object],
    ) -> None:
        self._context, self._conversation = context, conversation
        self._show_profile = show_profile
        self._texts, self._port = conversation.texts, context.session.port

    def show(self, wanted: HistoryFilter, page: HistoryPage | None) -> None:
        """Shows ended games, of which `page` is the first; or what is being played now."""
        if wanted.now or page is None:
            self._conversation.offer(self._being_played(), full=True)
            return
        heading = described(self._texts, wanted, page.player, self._port.name)
        question = f"{heading.replace(' · ', ', ')}:"
        if not page.games:
            question = " ".join((question, history_words.none(self._texts)))
        more = [NumberedOption(self._texts._("older games"), partial(self._older, wanted, page.more))]
        options = (*map(self.option, page.games), *(more if page.more else ()))
        self._conversation.offer(NumberedList(question, options), full=True)

    def option(self, game: HistoryGame) -> NumberedOption:
        """Returns a game that can be chosen."""
        said = history_words.line(self._texts, game, self._port.now())
        return NumberedOption(said, partial(self._about, game))

    def _older(self, wanted: HistoryFilter, more: str) -> None:
        work = self._port.history(replace(wanted, before=more))
        request(self._context, work, partial(self.show, wanted))

    def _about(self, game: HistoryGame) -> None:
        question = f"{', '.join([game.name, *history_words.standings(self._texts, game)])}."
        self._conversation.narrow(NumberedList(question, tuple(self._doing(game))))

    def _doing(self, game: HistoryGame) -> Iterator[NumberedOption]:
        yield NumberedOption(self._texts._("replay"), partial(self._replay, game.id))
        read = partial(run_command, self._context, "record", game.id)
        yield NumberedOption(self._texts._("record"), read)
        for seat in game.seats:
            if seat.has_profile:
                said = self._texts._("profile of {name}", name=seat.name)
                yield NumberedOption(said, partial(self._profile, seat.name))

    def _replay(self, game: str) -> None:
        request(self._context, self._port.replay(game), self._context.session.show_replay)

    def _profile(self, name: str) -> None:
        request(self._context, self._port.profile(name), self._show_profile)

    def _being_played(self) -> NumberedList:
        tables = self._port.find_tables(replace(RUNNING, count=MOST_LISTED)).tables
        if not tables:
            return NumberedList(history_words.none(self._texts, now=True), ())
        now, go = self._port.now(), self._context.session.go_table
        lines = ((lobby_words.line(self._texts, table, now), table.id) for table in tables)
        options = (NumberedOption(line, partial(go, table)) for line, table in lines)
        return NumberedList(self._texts._("Being played now:"), tuple(options))


def show_profile(context: CommandPlace, conversation: Conversation, profile: PlayerProfile) -> None:
    """Shows a profile; of a hidden one, that it is hidden."""
    texts, port = conversation.texts, context.session.port
    if said := profile_words.is_hidden(texts, profile):
        conversation.say(said)
        return
    for term, said in profile_words.rows(texts, profile, port.now()):
        conversation.say(f"{term}: {said}.")
    games = HistoryList(context, conversation, partial(show_profile, context, conversation))
    wanted = HistoryFilter(player="" if profile.you else profile.name)

    def all_games() -> None:
        request(context, port.history(wanted), partial(games.show, wanted))

    every = NumberedOption(texts._("all games"), all_games)
    question = texts._("Newest games:") if profile.recent else texts._("No game has ended yet.")
    options = (*map(games.option, profile.recent), every) if profile.recent else ()
    conversation.offer(NumberedList(question, options), full=True)
