"""Games to play in plain mode, as numbered lists: against bots, which game, then how strong the bots are;
and the deals of the day, with their results.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from tui.actions.context import request
from tui.actions.dispatch import CommandPlace, run_command
from tui.actions.new_games import begin, told_first
from tui.boards import PLAYABLE
from tui.host.deals import DailyDeal, DealResults
from tui.host.history import Rung, SoloLadder
from tui.host.port import TableInfo
from tui.language.spelling import spellings
from tui.plain import words
from tui.plain.lists.conversation import Conversation, NumberedList, NumberedOption
from tui.presenters import lobby_words
from tui.presenters.bot_words import opponents
from tui.presenters.listing import OfferedGame
from tui.presenters.offers import game_names, opponent_word, short_title, title
from tui.presenters.people import deal_words, opponent_words
from tui.presenters.practice_choice import PracticeChoice, against_rung, rated_opponent, usual


class PlayLists:
    """The lists of one place, whose player chooses from them."""

    def __init__(self, context: CommandPlace, conversation: Conversation) -> None:
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
        self._ask_who(self._usual(game, "{opponent}"))

    def _ask_who(self, options: Sequence[NumberedOption]) -> None:
        self._conversation.narrow(NumberedList(self._texts._("Who is to play with you?"), tuple(options)))

    def about_game(self, game: str, begun: TableInfo | None) -> NumberedList:
        """Returns what can be done with a game; `begun`: the player's unfinished game against bots."""
        texts, session = self._texts, self._context.session
        options: list[NumberedOption] = []
        if begun:
            on = texts._("go on against the bots at {table}", table=begun.name)
            options.append(NumberedOption(on, partial(session.go_table, begun.id)))
        options += self._usual(game, texts._("play against bots: {opponent}", opponent="{opponent}"))
        options[0] = options[0]._replace(names=options[0].names | words.PLAY.spelled(texts))
        for said, command in ((texts._("open a table for people"), "open"), (texts._("the rules"), "rules")):
            options.append(NumberedOption(said, partial(run_command, self._context, command, game)))
        return NumberedList(title(texts, game), tuple(options))

    def _usual(self, game: str, wording: str) -> tuple[NumberedOption, ...]:
        """Returns the opponent whom the player meets now, as on the screen, and a way to all others."""
        choice = usual(self._context.session.port.account(), game)
        others = [self._against(choice.against(bot), "{opponent}") for bot in opponents(game)]
        other = NumberedOption(self._texts._("choose another opponent"), partial(self._ask_who, others))
        return (self._against(choice, wording), *([other] if len(others) > 1 else []))

    def _against(self, choice: PracticeChoice, wording: str) -> NumberedOption:
        return NumberedOption(
            wording.replace("{opponent}", rated_opponent(self._texts, choice.game, choice.bot)),
            partial(begin, self._context, choice),
            names=spellings(opponent_word(choice.game, choice.bot)),
        )


def show_deals(context: CommandPlace, conversation: Conversation, deals: Sequence[DailyDeal]) -> None:
    """Says what the deals of the day are, and offers those that can be played, and the results of all."""
    texts, session = conversation.texts, context.session

    def play(game: str) -> None:
        request(context, session.port.play_daily(game), session.go_table)

    def results(game: str) -> None:
        def shown(found: DealResults) -> None:
            context.show(deal_words.results_heading(texts, found), deal_words.results_rows(texts, found))

        request(context, session.port.daily_results(game), shown)

    conversation.say(deal_words.about(texts))
    for said in (
        *deal_words.why_closed(texts, deals),
        *(deal_words.daily_line(texts, deal) for deal in deals if deal.closed),
    ):
        conversation.say(said)
    options = [
        NumberedOption(deal_words.daily_line(texts, deal), partial(play, deal.game))
        for deal in deals
        if not deal.closed
    ]
    for deal in deals:
        said = texts._("the results of {game}", game=short_title(texts, deal.game))
        options.append(NumberedOption(said, partial(results, deal.game)))
    heading = deal_words.daily_heading(texts, deals, session.port.now())
    conversation.offer(NumberedList(heading, tuple(options)), full=True)


def show_opponents(context: CommandPlace, conversation: Conversation, found: SoloLadder) -> None:
    """Says who the opponents of a game are, and offers those that can be played by their numbers."""
    texts, session = conversation.texts, context.session
    for line in opponent_words.in_lines(texts, found)[:-1]:
        conversation.say(line)

    def go(table: Coroutine[Any, Any, str]) -> None:
        request(context, table, session.go_table)

    def playing(rung: Rung) -> Callable[[], object]:
        return lambda: told_first(session, against_rung(rung, found.game), go)

    options = [NumberedOption(one.name, playing(one)) for one in reversed(found.rungs) if one.open]
    conversation.offer(NumberedList(opponent_words.next_words(texts, found), tuple(options)), full=True)
