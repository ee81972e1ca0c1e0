"""`/report`: tells the moderators of somebody, with the talk that one reads where it is typed."""

from __future__ import annotations

from tui.actions.context import CommandContext, request
from tui.commands import catalogue
from tui.host.moderation import REPORTABLE, ReportKind
from tui.language import moderation_words as words_of
from tui.language.spelling import spellings
from tui.language.texts import Texts


def report(context: CommandContext, words: str) -> None:
    """Reports a player; the first word of why may be what it is about."""
    session, texts = context.session, context.session.texts
    name, kind, why = split(texts, words)
    if not why:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["report"]))
        return
    done = texts._("Thank you. The moderators will read it, with what was said here last.")
    request(context, session.port.report(name, kind, why, context.chat_table), lambda _: context.say(done))


def split(texts: Texts, words: str) -> tuple[str, ReportKind, str]:
    """Returns who is reported, what it is about, and why; a single word is the reason."""
    name, _, rest = words.partition(" ")
    first, _, why = rest.partition(" ")
    for kind in REPORTABLE:
        if why and first.casefold().rstrip(":") in {kind, *spellings(texts.of(words_of.KINDS[kind]))}:
            return name, kind, why.strip()
    return name, "conduct", rest.strip()
