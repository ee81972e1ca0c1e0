"""Commands about the player: name, settings, terminal, theme, hints, ratings, deleting it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.actions.session_context import SessionContext
from tui.commands import catalogue
from tui.language.notices import name_note
from tui.language.texts import LANGUAGES
from tui.presenters import steps
from tui.wire.terminal.display import AS_IT_SAYS, DisplayWish, format_wish, parse_wish, setting_name
from tui.wire.terminal.palette import DARK, LIGHT, MONO
from tui.wire.terminal.terminals import Depth

BELL, ALARM, LANGUAGE, THEME, HINTS, MODE = "bell", "alarm", "lang", "theme", "hints", "mode"
MOTION, RATINGS = "motion", "ratings"
"""Settings that are kept with the account."""
DETAIL, PROMPTS = "detail", "prompts"
"""Settings for plain mode."""
BRIEF = "brief"
"""The detail that is kept; all of it is not."""
PLAIN = "plain"
"""The mode that is kept; the screen is not."""
ON, OFF = "on", "off"
TURN = "turn"
"""The bell rings for the player's turn alone."""


def unread_name_note(session: SessionContext, command: str, take: str) -> str:
    """Returns, the first time it is called in a session, which name the player has got if they have not
    chosen it; '': they have. `take` is what makes it the one that their client sent, `command` gives another.
    """
    account = session.port.account()
    told, session.named = session.named, True
    unchosen = account.drawn or account.name_refused
    return name_note(session.texts, account, command, take) if unchosen and not told else ""


def rename(context: CommandContext, words: str) -> None:
    """Changes the player's name; without a word, to the one that their client sent."""
    port, texts = context.session.port, context.session.texts
    name = words or port.account().login_name
    if not name:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["name"]))
        return
    request(
        context,
        port.rename(name),
        lambda _: context.say(texts._("You are now called {name}.", name=port.account().name)),
    )


def forget(context: CommandContext, words: str) -> None:
    """Deletes the account, after the confirming key."""
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
    """Turns the bell on or off, or on for the player's turn alone; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        ON: texts._("The bell rings for turns, arrivals and chat after ten seconds without a key."),
        TURN: texts._("The bell rings for your turn alone, after ten seconds without a key."),
        OFF: texts._("The bell is off."),
    }
    switch(context, BELL, words, said, ON)


def alarm(context: CommandContext, words: str) -> None:
    """Turns the alarm for low time on or off; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        ON: texts._("The alarm is on: it rings once when your time is nearly up."),
        OFF: texts._("The alarm is off."),
    }
    switch(context, ALARM, words, said, ON)


def motion(context: CommandContext, words: str) -> None:
    """Turns what moves by itself on or off; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        ON: texts._("Rolls settle and cards flash, where your terminal and your line allow it."),
        OFF: texts._("Nothing moves by itself."),
    }
    switch(context, MOTION, words, said, ON)


def speed(context: CommandContext, words: str) -> None:
    """Chooses how fast steps follow each other; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        steps.HAND: texts._("Steps wait for Enter, in plain mode for an empty line."),
        steps.CALM: texts._("A step every two seconds."),
        steps.QUICK: texts._("A step every 0.8 seconds."),
        steps.ONCE: texts._("Everything is shown at once, as it happens."),
        "": texts._("Steps wait for you against bots, and follow each other quickly with people."),
    }
    switch(context, steps.SPEED, words, said, "")


def brief(context: CommandContext, _: str) -> None:
    """Has plain mode say a bot's turn in one sentence."""
    said = context.session.texts._("Plain mode now says a bot's turn in one sentence; /verbose: every step.")
    request(context, context.session.port.set(DETAIL, BRIEF), lambda _: context.say(said))


def verbose(context: CommandContext, _: str) -> None:
    """Has plain mode say every step of a bot's turn."""
    said = context.session.texts._("Plain mode now says every step of a bot's turn; /brief: one sentence.")
    request(context, context.session.port.set(DETAIL, ""), lambda _: context.say(said))


def prompts(context: CommandContext, words: str) -> None:
    """Turns the prompts of plain mode on or off; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        ON: texts._("Plain mode reads its lists out by itself."),
        OFF: texts._("Plain mode is quiet: an empty line reads the list out."),
    }
    switch(context, PROMPTS, words, said, ON)


def rings_for(settings: Mapping[str, str], what: str) -> bool:
    """Returns whether the bell rings for this: the player's turn, or other news."""
    return settings.get(BELL, ON) in {ON, what} & {ON, TURN}


def hints(context: CommandContext, words: str) -> None:
    """Turns hints on or off; without a word, shows which it is."""
    texts = context.session.texts
    said = {
        ON: texts._("Hints are on: you get one at every step."),
        OFF: texts._("Hints are off; /hints on brings them back."),
    }
    switch(context, HINTS, words, said, ON)


def change_mode(context: CommandContext, mode: str, table: str) -> None:
    """Keeps the mode that the player wants, then changes to it, at a table or ('') in the lobby."""
    session = context.session
    request(context, session.port.set(MODE, mode), lambda _: session.change_mode(table))


def switch(context: CommandContext, setting: str, words: str, said: Mapping[str, str], usual: str) -> None:
    """Stores one of two words as a setting, or shows which of them is set."""
    port, word = context.session.port, words.casefold()
    if not word:
        context.say(said[port.account().settings.get(setting, usual)])
    elif word in said:
        request(context, port.set(setting, word), lambda _: context.say(said[word]))
    else:
        context.notice(catalogue.form(context.session.texts, catalogue.COMMANDS[setting]))


def ratings(context: CommandContext, words: str) -> None:
    """Shows ratings beside names, or hides them; without a word, shows which it is."""
    texts = context.session.texts
    said: Mapping[str, str] = {
        ON: texts._("Ratings stand beside the names of those who have one."),
        OFF: texts._("Ratings are hidden; /ladder still shows them."),
    }
    switch(context, RATINGS, words, said, ON)


def theme(context: CommandContext, words: str) -> None:
    """Changes the theme; without a word, shows which it is."""
    session, texts, word = context.session, context.session.texts, words.casefold()
    said = {
        DARK: texts._("The colours are for a dark background."),
        LIGHT: texts._("The colours are for a light background."),
        MONO: texts._("Everything is shown without colours."),
    }

    def wear(_: object) -> None:
        session.set_theme(word)
        context.say(said[word])

    if not word:
        context.say(said[session.port.account().settings.get(THEME, DARK)])
    elif word in said:
        request(context, session.port.set(THEME, word), wear)
    else:
        context.notice(catalogue.form(texts, catalogue.COMMANDS[THEME]))


def language(context: CommandContext, words: str) -> None:
    """Changes the language."""
    session, word = context.session, words.casefold()
    if word in LANGUAGES:
        request(context, session.port.set(LANGUAGE, word), lambda _: session.set_language(word))
    else:
        context.notice(catalogue.form(session.texts, catalogue.COMMANDS["lang"]))


def display(context: CommandContext, words: str) -> None:
    """Changes how the player's terminal is used; without a word, shows how it is used."""
    session = context.session
    wanted = parse_wish(words, session.showing.wanted)
    if wanted is None:
        context.notice(catalogue.form(session.texts, catalogue.COMMANDS["display"]))
    elif not words:
        context.say(_used_as(session))
    else:
        keep = session.port.set(setting_name(session.showing.term), format_wish(wanted))
        request(context, keep, lambda _: _use_as(context, wanted))


def redraw(context: CommandContext, _: str) -> None:
    """Draws everything anew."""
    context.session.redraw()


def _use_as(context: CommandContext, wanted: DisplayWish) -> None:
    context.session.set_display(wanted)
    context.say(_used_as(context.session))


def _used_as(session: SessionContext) -> str:
    texts, showing = session.texts, session.showing
    depth = showing.terminal.depth
    colours = {
        Depth.NONE: texts._("no colours"),
        Depth.TRUE: texts._("all colours"),
    }.get(depth, texts._("{number} colours", number=int(depth)))
    signs = showing.terminal.charset.upper().replace("ISO", "ISO ")
    shown = {"type": showing.term, "colours": colours, "signs": signs}
    return (
        texts._("Display for {type}: {colours}, {signs} (detected).", **shown)
        if showing.wanted == AS_IT_SAYS
        else texts._("Display for {type}: {colours}, {signs} (your choice).", **shown)
    )


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "name": rename,
        "forget": forget,
        "bell": bell,
        "alarm": alarm,
        "motion": motion,
        "speed": speed,
        "brief": brief,
        "verbose": verbose,
        "prompts": prompts,
        "lang": language,
        "theme": theme,
        "display": display,
        "redraw": redraw,
        "hints": hints,
        "ratings": ratings,
    }
)
