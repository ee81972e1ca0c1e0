"""The deals of the day in plain mode: one to play, or the results of one, chosen by numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tui.actions.context import CommandContext, request
from tui.host.deals import DailyDeal, DealResults
from tui.plain.lists.conversation import Conversation, NumberedList, NumberedOption
from tui.presenters.offers import short_title
from tui.presenters.people import deal_words


def show_deals(context: CommandContext, conversation: Conversation, deals: Sequence[DailyDeal]) -> None:
    """Says what the deals of the day are, and offers them."""
    texts, session = conversation.texts, context.session

    def play(game: str) -> None:
        request(context, session.port.play_daily(game), session.go_table)

    def results(game: str) -> None:
        def shown(found: DealResults) -> None:
            context.show(deal_words.results_heading(texts, found), deal_words.results_rows(texts, found))

        request(context, session.port.daily_results(game), shown)

    conversation.say(deal_words.about(texts))
    options = [NumberedOption(deal_words.daily_line(texts, deal), partial(play, deal.game)) for deal in deals]
    for deal in deals:
        said = texts._("the results of {game}", game=short_title(texts, deal.game))
        options.append(NumberedOption(said, partial(results, deal.game)))
    heading = deal_words.daily_heading(texts, deals, session.port.now())
    conversation.offer(NumberedList(heading, tuple(options)), full=True)
