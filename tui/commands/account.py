"""Orders about oneself: name, keys, bell, language, terminal, theme, hints, and being forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import catalogue
from tui.commands.context import CommandContext, request
from tui.commands.session_context import SessionContext
from tui.language.texts import LANGUAGES
from tui.wire.terminal.display import AS_IT_SAYS, Display, read, setting_of, written
from tui.wire.terminal.palette import DARK, LIGHT, MONO
from tui.wire.terminal.terminals import Depth

BELL, LANGUAGE, THEME, HINTS = "bell", "lang", "theme", "hints"
"""Settings that are kept with the account."""
ON, OFF = "on", "off"


def rename(counter: CommandContext, words: str) -> None:
    """Takes another name."""
    port, texts = counter.house.port, counter.house.texts
    request(
        counter,
        port.rename(words),
        lambda _: counter.say(texts._("You are called {name} now.", name=port.account().name)),
    )


def key(counter: CommandContext, words: str) -> None:
    """A code for this session's key, or the key of a code for this session's account."""
    port, texts = counter.house.port, counter.house.texts
    add, _, code = words.partition(" ")
    if not words:
        request(counter, port.new_key_code(), lambda code: _show_code(counter, code))
    elif add.casefold() == "add" and code:
        done = texts._("That key opens your account from now on.")
        request(counter, port.add_key(code), lambda _: counter.say(done))
    else:
        counter.notice(catalogue.form(texts, catalogue.COMMANDS["key"]))


def _show_code(counter: CommandContext, code: str) -> None:
    texts = counter.house.texts
    page = (
        ("", texts._("Where you are logged in with your other key, type this within a few minutes:")),
        ("", ""),
        (f"/key add {code}", ""),
        ("", ""),
        ("", texts._("Then the key of this session opens that account, too.")),
    )
    counter.show(texts._("A code for this key"), page)


def forget(counter: CommandContext, words: str) -> None:
    """Wipes the account out, after the confirming key."""
    house, texts = counter.house, counter.house.texts
    if words.casefold() not in {"me", catalogue.COMMANDS["forget"].usage(texts)}:
        counter.notice(catalogue.form(texts, catalogue.COMMANDS["forget"]))
        return
    gone = texts._("You are forgotten here. Farewell.")
    counter.ask(
        texts._("Wipe out your account, your keys and your name for good?"),
        lambda: request(counter, house.port.forget_me(), lambda _: house.leave(gone)),
    )


def bell(counter: CommandContext, words: str) -> None:
    """Rings when it is one's turn, or not; without a word says which."""
    texts = counter.house.texts
    said = {
        ON: texts._("The bell rings when it is your turn."),
        OFF: texts._("The bell is silent."),
    }
    _switch(counter, BELL, words, said, OFF)


def hints(counter: CommandContext, words: str) -> None:
    """Says a hint at every step of a game, or not; without a word says which."""
    texts = counter.house.texts
    said = {
        ON: texts._("Every step of a game comes with a hint."),
        OFF: texts._("No more hints; /hints on brings them back."),
    }
    _switch(counter, HINTS, words, said, ON)


def _switch(counter: CommandContext, setting: str, words: str, said: Mapping[str, str], usual: str) -> None:
    """Remembers one of two words, or says which of them holds."""
    port, word = counter.house.port, words.casefold()
    if not word:
        counter.say(said[port.account().settings.get(setting, usual)])
    elif word in said:
        request(counter, port.set(setting, word), lambda _: counter.say(said[word]))
    else:
        counter.notice(catalogue.form(counter.house.texts, catalogue.COMMANDS[setting]))


def theme(counter: CommandContext, words: str) -> None:
    """Draws in another theme; without a word says in which."""
    house, texts, word = counter.house, counter.house.texts, words.casefold()
    said = {
        DARK: texts._("The colours are for a dark background."),
        LIGHT: texts._("The colours are for a light background."),
        MONO: texts._("Everything is shown without colours."),
    }

    def wear(_: object) -> None:
        house.wear(word)
        counter.say(said[word])

    if not word:
        counter.say(said[house.port.account().settings.get(THEME, DARK)])
    elif word in said:
        request(counter, house.port.set(THEME, word), wear)
    else:
        counter.notice(catalogue.form(texts, catalogue.COMMANDS[THEME]))


def language(counter: CommandContext, words: str) -> None:
    """Speaks another language from now on."""
    house, word = counter.house, words.casefold()
    if word in LANGUAGES:
        request(counter, house.port.set(LANGUAGE, word), lambda _: house.speak(word))
    else:
        counter.notice(catalogue.form(house.texts, catalogue.COMMANDS["lang"]))


def display(counter: CommandContext, words: str) -> None:
    """Uses the player's terminal otherwise; without a word says how it is used."""
    house = counter.house
    wanted = read(words, house.showing.wanted)
    if wanted is None:
        counter.notice(catalogue.form(house.texts, catalogue.COMMANDS["display"]))
    elif not words:
        counter.say(_used_as(house))
    else:
        keep = house.port.set(setting_of(house.showing.term), written(wanted))
        request(counter, keep, lambda _: _use_as(counter, wanted))


def _use_as(counter: CommandContext, wanted: Display) -> None:
    counter.house.show_as(wanted)
    counter.say(_used_as(counter.house))


def _used_as(house: SessionContext) -> str:
    texts, showing = house.texts, house.showing
    depth = showing.terminal.depth
    colours = {
        Depth.NONE: texts._("no colours"),
        Depth.TRUE: texts._("all colours"),
    }.get(depth, texts._("{number} colours", number=int(depth)))
    signs = "UTF-8" if showing.terminal.utf8 else "ASCII"
    shown = {"type": showing.term, "colours": colours, "signs": signs}
    return (
        texts._("Shown to {type}: {colours} and {signs}, as it says itself.", **shown)
        if showing.wanted == AS_IT_SAYS
        else texts._("Shown to {type}: {colours} and {signs}, as you wish.", **shown)
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
