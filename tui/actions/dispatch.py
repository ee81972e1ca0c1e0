"""Carries typed commands out, for the `CommandContext` where they were typed.

The context (a screen or plain mode) shows answers, asks for the confirming key and knows which table is
meant.
"""

from __future__ import annotations

from typing import Any

from engine.game import Refused
from tui.actions.action import Action, Known, Page, Place, Slash, Wrong, form
from tui.actions.context import CommandContext, request
from tui.actions.registry import ACTIONS, SLASH_FORMS

READING = frozenset(name for name, action in ACTIONS.items() if action.only_shows)
"""The commands that only show something, or are said. All others act, and count only if what is asked where
they were typed had been seen then.
"""


def run_command(context: CommandContext, name: str, words: str = "") -> None:
    """Carries a command out."""
    carry_out(ACTIONS[name], SLASH_FORMS[name], context, words)


def carry_out(action: Action[Any, Any], slash: Slash, context: CommandContext, words: str) -> None:
    """Does what the words behind an action's own word ask for."""
    session = context.session
    place = Place(
        session.port, session.texts, context.current_table, context.chat_table, context.current_game,
        context.record,
    )  # fmt: skip
    if action.on_screen:
        action.on_screen(context, words)
        return
    action, words = action.behind_word(place.texts, words)
    try:
        args = action.typed(place, words)
    except Wrong as why:
        context.notice(str(why) or form(place.texts, slash.word, slash.usage))
    except Known as answer:
        context.say(str(answer))
    except Refused as why:
        context.refused(why)
    else:
        if question := action.question(place, args):
            context.ask(question, lambda: _do(action, context, place, args))
        else:
            _do(action, context, place, args)


def _do(action: Action[Any, Any], context: CommandContext, place: Place, args: Any) -> None:
    def shown(found: Any) -> None:
        if not _opens(action, context, found):
            _tell(action, context, place, args, found)

    work = action.awaited(place, args, context.say)
    request(context, work, context.session.go_table if action.finds_table else shown)


def _opens(action: Action[Any, Any], context: CommandContext, found: Any) -> bool:
    """Show what was found in its own way, unless there is none; return whether there was."""
    if action.show:
        return action.show(context, found) is not False
    return context.session.opens(found)


def _tell(action: Action[Any, Any], context: CommandContext, place: Place, args: Any, found: Any) -> None:
    said = action.said(place, args, found)
    if isinstance(said, Page):
        context.show(said.heading, said.rows)
    elif said and action.fails(found):
        context.notice(said)
    elif said:
        context.say(said)
