"""Orders about oneself: name, keys, bell, language, terminal, theme, hints, and being forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import catalogue
from tui.commands.context import CommandContext, request
from tui.commands.session_context import SessionContext
from tui.language.texts import LANGUAGES
from tui.wire.terminal.display import AS_IT_SAYS, DisplayWish, read, setting_of, written
from tui.wire.terminal.palette import DARK, LIGHT, MONO
from tui.wire.terminal.terminals import Depth

BELL, LANGUAGE, THEME, HINTS = "bell", "lang", "theme", "hints"
"""Settings that are kept with the account."""
ON, OFF = "on", "off"


def rename(context: CommandContext, words: str) -> None:
    """Takes another name."""
    port, texts = context.session.port, context.session.texts
    request(
        context,
        port.rename(words),
        lambda _: context.say(texts._("You are now called {name}.", name=port.account().name)),
    )


def key(context: CommandContext, words: str) -> None:
    """A code for this session's key, or the key of a code for this session's account."""
    port, texts = context.session.port, context.session.texts
    add, _, code = words.partition(" ")
    if not words:
        request(context, port.new_key_code(), lambda code: _show_code(context, code))
    elif add.casefold() == "add" and code:
        done = texts._("That key opens your account from now on.")
        request(context, port.add_key(code), lambda _: context.say(done))
    else:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["key"]))


def _show_code(context: CommandContext, code: str) -> None:
    texts = context.session.texts
    page = (
        ("", texts._("In a session that uses your other key, type this within a few minutes:")),
        ("", ""),
        (f"/key add {code}", ""),
        ("", ""),
        ("", texts._("This session's key will then open that account too.")),
    )
    context.show(texts._("A code for this key"), page)


def forget(context: CommandContext, words: str) -> None:
    """Wipes the account out, after the confirming key."""
    session, texts = context.session, context.session.texts
    if words.casefold() not in {"me", texts.of(catalogue.COMMANDS["forget"].usage)}:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["forget"]))
        return
    gone = texts._("Your account is deleted. Farewell.")
    context.ask(
        texts._("Delete your account, your keys and your name for good?"),
        lambda: request(context, session.port.forget_me(), lambda _: session.leave(gone)),
    )


def bell(context: CommandContext, words: str) -> None:
    """Rings when it is one's turn, or not; without a word says which."""
    texts = context.session.texts
    said = {
        ON: texts._("The bell is on: it rings when it's your turn."),
        OFF: texts._("The bell is off."),
    }
    _switch(context, BELL, words, said, OFF)


def hints(context: CommandContext, words: str) -> None:
    """Says a hint at every step of a game, or not; without a word says which."""
    texts = context.session.texts
    said = {
        ON: texts._("Hints are on: you get one at every step."),
        OFF: texts._("Hints are off; /hints on brings them back."),
    }
    _switch(context, HINTS, words, said, ON)


def _switch(context: CommandContext, setting: str, words: str, said: Mapping[str, str], usual: str) -> None:
    """Remembers one of two words, or says which of them holds."""
    port, word = context.session.port, words.casefold()
    if not word:
        context.say(said[port.account().settings.get(setting, usual)])
    elif word in said:
        request(context, port.set(setting, word), lambda _: context.say(said[word]))
    else:
        context.notice(catalogue.form(context.session.texts, catalogue.COMMANDS[setting]))


def theme(context: CommandContext, words: str) -> None:
    """Draws in another theme; without a word says in which."""
    session, texts, word = context.session, context.session.texts, words.casefold()
    said = {
        DARK: texts._("The colours are for a dark background."),
        LIGHT: texts._("The colours are for a light background."),
        MONO: texts._("Everything is shown without colours."),
    }

    def wear(_: object) -> None:
        session.wear(word)
        context.say(said[word])

    if not word:
        context.say(said[session.port.account().settings.get(THEME, DARK)])
    elif word in said:
        request(context, session.port.set(THEME, word), wear)
    else:
        context.notice(catalogue.form(texts, catalogue.COMMANDS[THEME]))


def language(context: CommandContext, words: str) -> None:
    """Speaks another language from now on."""
    session, word = context.session, words.casefold()
    if word in LANGUAGES:
        request(context, session.port.set(LANGUAGE, word), lambda _: session.speak(word))
    else:
        context.notice(catalogue.form(session.texts, catalogue.COMMANDS["lang"]))


def display(context: CommandContext, words: str) -> None:
    """Uses the player's terminal otherwise; without a word says how it is used."""
    session = context.session
    wanted = read(words, session.showing.wanted)
    if wanted is None:
        context.notice(catalogue.form(session.texts, catalogue.COMMANDS["display"]))
    elif not words:
        context.say(_used_as(session))
    else:
        keep = session.port.set(setting_of(session.showing.term), written(wanted))
        request(context, keep, lambda _: _use_as(context, wanted))


def _use_as(context: CommandContext, wanted: DisplayWish) -> None:
    context.session.show_as(wanted)
    context.say(_used_as(context.session))


def _used_as(session: SessionContext) -> str:
    texts, showing = session.texts, session.showing
    depth = showing.terminal.depth
    colours = {
        Depth.NONE: texts._("no colours"),
        Depth.TRUE: texts._("all colours"),
    }.get(depth, texts._("{number} colours", number=int(depth)))
    signs = "UTF-8" if showing.terminal.utf8 else "ASCII"
    shown = {"type": showing.term, "colours": colours, "signs": signs}
    return (
        texts._("Display for {type}: {colours}, {signs} (detected).", **shown)
        if showing.wanted == AS_IT_SAYS
        else texts._("Display for {type}: {colours}, {signs} (your choice).", **shown)
    )


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "name": rename,
        "key": key,
        "forget": forget,
        "bell": bell,
        "lang": language,
        "theme": theme,
        "display": display,
        "hints": hints,
    }
)
