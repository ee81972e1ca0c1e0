"""Ended games and what they add up to: profiles, and the history of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.refusals import refused
from tui.language.spelling import spellings
from tui.people import history_filter


def profile(context: CommandContext, words: str) -> None:
    """Shows a player's profile; hides the own one from others, or shows it again."""
    session = context.session
    port, texts = session.port, session.texts
    hides = {"hide", *spellings(texts.pgettext("typed answer", "hide"))}
    shows = {"show", *spellings(texts.pgettext("typed answer", "show"))}
    typed = words.casefold()
    if typed in hides | shows:
        hide = typed in hides
        if port.account().guest:
            context.refused(refused("guest-history"))
            return
        said = (
            texts._("Your profile and your list of games are hidden from others.")
            if hide
            else texts._("Others can see your profile.")
        )
        request(context, port.set(PROFILE_SETTING, HIDDEN if hide else ""), lambda _: context.say(said))
    else:
        request(context, port.profile(words), session.show_profile)


def history(context: CommandContext, words: str) -> None:
    """Shows ended games, or those that are being played now."""
    session = context.session
    try:
        wanted = history_filter.parse(session.texts, words, session.port.now())
    except history_filter.UnknownWords as usage:
        context.notice(str(usage))
        return
    if wanted.now:
        session.show_history(wanted)
    else:
        request(context, session.port.history(wanted.filter), lambda page: session.show_history(wanted, page))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {"profile": profile, "history": history}
)
