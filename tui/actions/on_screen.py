"""Carries out an action that was typed on a screen or in plain mode, and shows there what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Refused
from tui.actions.action import Action, Known, Page, Place, Slash, Wrong, form
from tui.actions.context import CommandContext, request


def here(name: str) -> Callable[[CommandContext, str], None]:
    """Returns what does a command as the place where it was typed does it."""

    def do(context: CommandContext, words: str) -> None:
        context.commands[name](words)

    return do


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
        if question := action.ask(place, args):
            context.ask(question, lambda: _do(action, context, place, args))
        else:
            _do(action, context, place, args)


def _do(action: Action[Any, Any], context: CommandContext, place: Place, args: Any) -> None:
    def shown(found: Any) -> None:
        if action.show is None or action.show(context, found) is False:
            _tell(action, context, place, args, found)

    work = action.awaited(place, args, context.say)
    request(context, work, context.session.go_table if action.finds_table else shown)


def _tell(action: Action[Any, Any], context: CommandContext, place: Place, args: Any, found: Any) -> None:
    said = action.say(place, args, found)
    if isinstance(said, Page):
        context.show(said.heading, said.rows)
    elif said and action.fails(found):
        context.notice(said)
    elif said:
        context.say(said)
