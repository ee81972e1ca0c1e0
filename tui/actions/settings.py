"""The player's name and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.game import quoted
from tui.actions.action import Action, Place, Shows, Slash, Ssh, Wrong, declared
from tui.actions.answers import Json, account_of
from tui.actions.context import CommandContext
from tui.actions.typed_words import one_of
from tui.host import setting_names as kept
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.port import Port
from tui.host.refusals import RENAMES, refused
from tui.host.setting_names import OFF, ON
from tui.language.notices import language_set, name_note
from tui.language.spelling import words_of
from tui.language.texts import LANGUAGES, N_, Texts, Translatable, texts_in
from tui.language.time_zones import zone_of
from tui.language.waiting import clock_words
from tui.presenters import steps
from tui.presenters.reader import Page
from tui.wire.terminal.palette import DARK, LIGHT, MONO


def _account(place: Place, _args: object, _found: object) -> Json:
    return {"account": account_of(place.port.account())}


async def _rename(port: Port, name: str | None = None) -> None:
    if name is not None:
        await port.rename(name)


def _with_login_name(place: Place, words: str) -> Mapping[str, object]:
    """Behind a slash: without a word, the name that the player's client sent."""
    name = words or ("" if place.in_terminal else place.port.account().login_name)
    if not (name or place.in_terminal):
        raise Wrong
    return {"name": name or None}


def _named(place: Place, args: Any, _: None) -> str:
    account = place.port.account()
    if args.name is not None:
        return place.texts._("You are now called {name}.", name=account.name)
    typed, name = f"ssh {place.port.ssh_host} name", place.texts.pgettext("usage", "NAME")
    return name_note(place.texts, account, f"{typed} {name}", f"{typed} {account.login_name}")


def _setting(
    name: str,
    slash: Slash,
    said: Mapping[str, Translatable],
    *,
    say: Callable[[Place, Any, str], str] | None = None,
    free: Callable[[Texts, str], str | None] | None = None,
    show: Callable[[CommandContext, Any, str], object] | None = None,
    named: Mapping[str, Translatable] = MappingProxyType({}),
) -> Action[Any, str]:
    """Return what tells or changes a setting, with a sentence of each value, the usual one first."""
    kind = one_of(named)

    async def choose(port: Port, value: str | None = None) -> str:
        if value is not None:
            await port.set(name, value)
        return port.account().settings.get(name, "")

    def meant(texts: Texts, word: str) -> str | None:
        typed = word.casefold()
        value = kind(texts, word) or words_of(texts, slash.usage).get(typed, typed)
        return value if value in said else None

    def tell(place: Place, _: object, found: str) -> str:
        return place.typed(place.texts.of(said.get(found) or next(iter(said.values()))))

    return _kept(
        name,
        slash,
        anywhere={"value": free or meant},
        run=choose,
        say=say or tell,
        show=show,
        shows_alone=True,
    )


def _kept(name: str, slash: Slash, **more: Any) -> Action[Any, str]:
    ssh = Ssh(usage="", words=f"{name}|set {name}")
    return Action(name=name, slash=slash, ssh=ssh, answer=_account, api=None, **more)


def _a_zone(texts: Texts, word: str) -> str:
    if zone_of(word) is None:
        raise Wrong(texts._("There is no time zone {zone}: write it like Europe/Berlin.", zone=quoted(word)))
    return word


def _zone_said(place: Place, args: Any, _: str) -> str:
    if args.value:
        return place.texts._("Your time zone is {zone} now.", zone=args.value)
    now = place.port.now()
    return place.texts._("It is {time}.", time=clock_words(place.texts, now, now, place.port.zone))


SETTINGS = (
    _setting(
        "lang",
        Slash("[en|de|it|nl]", "change the language"),
        dict.fromkeys(LANGUAGES, N_("You read English.")),
        say=lambda place, args, found: (
            language_set(texts_in(found)) if args.value else place.texts._("You read English.")
        ),
        show=lambda context, args, _: bool(args.value) and context.session.set_language(args.value),
    ),
    _setting(
        "zone",
        Slash("[ZONE]", "the time zone of start times: /zone Europe/Berlin"),
        {},
        say=_zone_said,
        free=_a_zone,
    ),
    _setting(
        "bell",
        Slash("[on|turn|off]", "ring for your turn, arrivals and chat after ten seconds without a key"),
        {
            ON: N_("The bell rings for turns, arrivals and chat after ten seconds without a key."),
            kept.TURN: N_("The bell rings for your turn alone, after ten seconds without a key."),
            OFF: N_("The bell is off."),
        },
    ),
    _setting(
        "alarm",
        Slash("[on|off]", "ring once when your time is nearly up"),
        {ON: N_("The alarm is on: it rings once when your time is nearly up."), OFF: N_("The alarm is off.")},
    ),
    _setting(
        "motion",
        Slash("[on|off]", "let rolls settle and cards flash"),
        {
            ON: N_("Rolls settle and cards flash, where your terminal and your line allow it."),
            OFF: N_("Nothing moves by itself."),
        },
    ),
    _setting(
        "speed",
        Slash(
            "[hand|calm|quick|once]",
            "how steps follow each other where secrets are turned over and games end",
        ),
        {
            "": N_("Steps wait for you against bots, and follow each other quickly with people."),
            steps.HAND: N_("Steps wait for Enter, in plain mode for an empty line."),
            steps.CALM: N_("A step every two seconds."),
            steps.QUICK: N_("A step every 0.8 seconds."),
            steps.ONCE: N_("Everything is shown at once, as it happens."),
        },
        named=steps.WORDS,
    ),
    _setting(
        "theme",
        Slash("[dark|light|mono]", "colours for a dark or a light background, or none"),
        {
            DARK: N_("The colours are for a dark background."),
            LIGHT: N_("The colours are for a light background."),
            MONO: N_("Everything is shown without colours."),
        },
        show=lambda context, args, _: bool(args.value and context.session.set_theme(args.value)),
    ),
    _setting(
        "hints",
        Slash("[on|off]", "a hint at every step of a game"),
        {
            ON: N_("Hints are on: you get one at every step."),
            OFF: N_("Hints are off; /hints on brings them back."),
        },
    ),
    _setting(
        "ratings",
        Slash("[on|off]", "show ratings beside names"),
        {
            ON: N_("Ratings stand beside the names of those who have one."),
            OFF: N_("Ratings are hidden; /ladder still shows them."),
        },
    ),
    _setting(
        "invitations",
        Slash("[all|friends]", "who may invite you while you are away"),
        {
            "all": N_("Anybody with an account may invite you while you are away."),
            kept.FRIENDS: N_("While you are away, only players whom you follow may invite you."),
        },
    ),
    _setting(
        "prompts",
        Slash("[on|off]", "in plain mode: read the numbered list out by itself, or only on an empty line"),
        {
            ON: N_("Plain mode reads its lists out by itself."),
            OFF: N_("Plain mode is quiet: an empty line reads the list out."),
        },
    ),
    _kept(
        "brief",
        Slash("", "in plain mode: a bot's turn in one sentence"),
        run=lambda port: port.set(kept.DETAIL, kept.BRIEF),
        say=N_("Plain mode now says a bot's turn in one sentence; /verbose: every step."),
    ),
    _kept(
        "verbose",
        Slash("", "in plain mode: every step of a bot's turn"),
        run=lambda port: port.set(kept.DETAIL, ""),
        say=N_("Plain mode now says every step of a bot's turn; /brief: one sentence."),
    ),
)


VALUES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **{
            one.name: tuple(one.slash.usage.text.strip("[]").split("|"))
            for one in SETTINGS
            if one.slash and one.slash.usage.text.islower()
        },
        kept.DETAIL: (kept.BRIEF,),
        kept.MODE: (kept.PLAIN,),
        PROFILE_SETTING: (HIDDEN,),
    }
)
"""What a setting can be that means something here, if there are few of them."""


async def _set(port: Port, setting: str, value: str) -> None:
    values = VALUES.get(setting, ())
    if value and values and value not in values:
        raise refused("setting-not-possible", setting=setting, values=values)
    if value and setting == kept.ZONE and zone_of(value) is None:
        raise refused("setting-not-possible", setting=setting, values=())
    await port.set(setting, value)


def _settings_said(place: Place, _: object, found: Mapping[str, str]) -> Page:
    texts, other = place.texts, "verbose" if found.get(kept.DETAIL) == kept.BRIEF else "brief"
    rows = list[tuple[str, str]]()
    for one in SETTINGS:
        if one.slash and one.name != other:
            said = one.said(place, one.args(), found.get(one.name, ""))
            written = one.terminal_usage(texts) if place.in_terminal else one.usage_line(texts)
            rows.append((written, place.typed(str(said))))
    return Page(texts._("Your settings"), rows)


ACTIONS = declared(
    name=Action(
        run=_rename,
        say=_named,
        answer=_account,
        read=_with_login_name,
        limit=RENAMES,
        slash=Slash("[NAME]", "change your name; without one, be called by your login name"),
        ssh=Ssh("changes your name", usage="name NAME", words="name|set name"),
        api="your `account`; with a `name`, you are called so from now on",
    ),
    set=Action(run=_set, answer=_account, tells=Port.set),
    settings=Shows(
        run=lambda port: port.account().settings,
        say=_settings_said,
        answer=_account,
        slash=Slash("", "what you have set"),
        ssh=Ssh(
            "a setting: lang, zone, bell, alarm, motion, speed, theme, hints, ratings, invitations, "
            "prompts, brief, verbose; set alone shows all",
            usage="set SETTING [WORD]",
            words="set|settings",
        ),
        api=None,
    ),
)
