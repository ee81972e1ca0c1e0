"""Playing against bots in plain mode: which game, then how strong the bots are, as numbered lists."""

from __future__ import annotations

from functools import partial

from tui.actions.context import CommandContext
from tui.actions.dispatch import run_command
from tui.actions.new_games import begin
from tui.boards import PLAYABLE
from tui.host.port import TableInfo
from tui.language.spelling import spellings
from tui.plain.lists.conversation import Conversation, NumberedList, NumberedOption
from tui.presenters import lobby_words
from tui.presenters.bot_words import opponents
from tui.presenters.listing import OfferedGame
from tui.presenters.offers import game_names, opponent_word, title
from tui.presenters.practice_choice import rated_opponent, usual


class PlayLists:
    """The lists of one place, whose player chooses from them."""

    def __init__(self, context: CommandContext, conversation: Conversation) -> None:
        self._context, self._conversation = context, conversation
        self._texts = conversation.texts

    def which_game(self) -> NumberedList:
        """Returns the games; the chosen one leads to its opponents."""
        options = [
            NumberedOption(
                lobby_words.line(self._texts, OfferedGame(game), 0.0),
                partial(self._choose, game),
                names=game_names(self._texts, game),
            )
            for game in PLAYABLE
        ]
        return NumberedList(self._texts._("Which game do you want to play against bots?"), tuple(options))

    def _choose(self, game: str) -> None:
        question = self._texts._("Who is to play with you?")
        self._conversation.narrow(NumberedList(question, self._opponents(game, "{opponent}")))

    def about_game(self, game: str, begun: TableInfo | None) -> NumberedList:
        """Returns what can be done with a game; `begun`: the player's unfinished game against bots."""
        texts, session = self._texts, self._context.session
        options: list[NumberedOption] = []
        if begun:
            on = texts._("go on against the bots at {table}", table=begun.name)
            options.append(NumberedOption(on, partial(session.go_table, begun.id)))
        options += self._opponents(game, texts._("play against bots: {opponent}", opponent="{opponent}"))
        for words, command in ((texts._("open a table for people"), "open"), (texts._("the rules"), "rules")):
            options.append(NumberedOption(words, partial(run_command, self._context, command, game)))
        return NumberedList(title(texts, game), tuple(options))

    def _opponents(self, game: str, wording: str) -> tuple[NumberedOption, ...]:
        choice = usual(self._context.session.port.account(), game)
        return tuple(
            NumberedOption(
                wording.replace("{opponent}", rated_opponent(self._texts, game, bot)),
                partial(begin, self._context, choice.against(bot)),
                names=spellings(opponent_word(game, bot)),
            )
            for bot in opponents(game)
        )
