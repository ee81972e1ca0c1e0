"""A player's profile in plain mode: a sentence for each kind of game and each opponent, then the newest games
and all games to choose from.
"""

from __future__ import annotations

from functools import partial

from tui.actions.context import CommandContext, request
from tui.host.history import HistoryFilter, PlayerProfile
from tui.plain.lists.conversation import Conversation, NumberedList, NumberedOption
from tui.plain.lists.history_list import HistoryList
from tui.presenters.people import profile_words
from tui.presenters.people.history_filter import Wanted


def show_profile(context: CommandContext, conversation: Conversation, profile: PlayerProfile) -> None:
    """Shows a profile; of a hidden one, that it is hidden."""
    texts, port = conversation.texts, context.session.port
    if said := profile_words.is_hidden(texts, profile):
        conversation.say(said)
        return
    for term, said in profile_words.rows(texts, profile, port.now()):
        conversation.say(f"{term}: {said}.")
    games = HistoryList(context, conversation, partial(show_profile, context, conversation))
    wanted = Wanted(HistoryFilter(player="" if profile.you else profile.name))

    def all_games() -> None:
        request(context, port.history(wanted.filter), partial(games.show, wanted))

    every = NumberedOption(texts._("all games"), all_games)
    question = texts._("Newest games:") if profile.recent else texts._("No game has ended yet.")
    options = (*map(games.option, profile.recent), every) if profile.recent else ()
    conversation.offer(NumberedList(question, options), full=True)
