"""The keys of an account (a second one, dropping one, a code for when all are lost), and what the host knows
of a player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, json

from engine import codec
from tui.actions.action import Action, Api, Data, Nothing, Page, Place, Slash, Ssh, Wrong, form
from tui.actions.context import CommandContext, request
from tui.host.limited import KEY_CODES
from tui.host.moderation import AccountKey
from tui.language.moderation_words import when
from tui.language.notices import account_note
from tui.language.texts import N_, NC_, NO_TEXT, Texts

Rows = Sequence[tuple[str, str]]
"""Lines, each of something to copy and what is said of it."""


class OfAccount(Struct, frozen=True, kw_only=True):
    """The name of an account and its recovery code."""

    name: str
    code: str


class OtherKey(Struct, frozen=True, kw_only=True):
    """The code that the session of another key was shown."""

    code: str


class OwnKey(Struct, frozen=True, kw_only=True):
    """A key of the account, by the beginning of its fingerprint."""

    key: str


class Forgotten(Struct, frozen=True, kw_only=True):
    """Whose account is deleted, which says that this is meant."""

    who: Literal["me"]


ME = NC_("usage", "me")
RECOVER = Slash(
    NC_("typed command", "recover"),
    NC_("usage", "NAME CODE"),
    N_("open your account to this session's key, with its recovery code"),
)
KEYS = Slash(
    NC_("typed command", "keys"),
    NC_("usage", "[drop SIGN]"),
    N_("the keys that open your account; takes one of them away"),
)
KEY = Slash(
    NC_("typed command", "key"),
    NC_("usage", "[add CODE]"),
    N_("get a code that links this key to an account you already have"),
)


# A code for lost keys


def _show_recovery(context: CommandContext, code: str) -> None:
    """Shows a new recovery code, this once."""
    place = Place(context.session.port, context.session.texts)
    context.show(place.texts._("Your recovery code"), _recovery(place, Nothing(), code).rows)


def _recovery(place: Place, _: Nothing, code: str) -> Page:
    command = f"{place.command('recover', RECOVER.word)} {place.port.account().name} {code}"
    return Page("", _recovery_rows(place.texts, code, command), between=" ")


def _recovery_rows(texts: Texts, code: str, command: str) -> Rows:
    """Return a recovery code, and the `command` that uses it."""
    return (
        ("", texts._("Write this down and keep it safe: it is shown this once, and works once.")),
        ("", ""),
        (code, ""),
        ("", ""),
        ("", texts._("When your keys are lost, come with a new key and type:")),
        (command, ""),
    )


def _recovered(texts: Texts, account: str) -> str:
    return texts._("This key opens {name} now: please reconnect.", name=account)


def _leave_recovered(context: CommandContext, account: str) -> None:
    context.session.leave(_recovered(context.session.texts, account))


# A second key


def _show_key(context: CommandContext, words: str) -> None:
    """Shows a code for this session's key, or adds the key of a code to this session's account."""
    port, texts = context.session.port, context.session.texts
    add, _, code = words.partition(" ")
    if not words:
        request(context, port.new_key_code(), lambda code: _show_code(context, code))
    elif add.casefold() == "add" and code:
        request(context, port.add_key(code), lambda _: context.say(_added(texts)))
    else:
        context.notice(form(texts, KEY.word, KEY.usage))


def _show_code(context: CommandContext, code: str) -> None:
    texts = context.session.texts
    provisional = context.session.port.account().provisional
    rows = _code_rows(texts, f"/key add {code}", provisional=provisional)
    context.show(texts._("A code for this key"), rows)


def _code(place: Place, _: Nothing, code: str) -> Page:
    command = f"ssh {place.port.ssh_host} key add {code}"
    rows = _code_rows(place.texts, command, provisional=place.port.account().provisional)
    return Page("", rows, between=" ")


def _code_rows(texts: Texts, command: str, *, provisional: bool) -> Rows:
    """Return the `command` that adds this session's key to another account, with what is said of it."""
    kept = (("", ""), ("", account_note(texts))) if provisional else ()
    return (
        ("", texts._("In a session that uses your other key, type this within a few minutes:")),
        ("", ""),
        (command, ""),
        ("", ""),
        ("", texts._("This session's key will then open that account too.")),
        *kept,
    )


def _added(texts: Texts) -> str:
    return texts._("That key opens your account from now on.")


# The keys that there are


def _show_keys(context: CommandContext, words: str) -> None:
    """Lists the keys of the account; drops one, after a yes."""
    session, texts = context.session, context.session.texts
    order, _, sign = words.partition(" ")
    if not words:
        request(context, session.port.keys(), lambda found: _show_list(context, found))
    elif order.casefold() in {"drop", texts.pgettext("typed answer", "drop")} and sign:
        question = texts._("Drop the key {sign}? It opens your account no longer.", sign=sign)
        done = _dropped(texts)
        work = session.port.drop_key
        context.ask(question, lambda: request(context, work(sign.strip()), lambda _: context.say(done)))
    else:
        context.notice(form(texts, KEYS.word, KEYS.usage))


def _show_list(context: CommandContext, found: Sequence[AccountKey]) -> None:
    texts = context.session.texts
    how = texts._("/keys drop and a sign from the left takes a key from your account.")
    context.show(texts._("Your keys"), [*_key_rows(texts, found), ("", ""), ("", how)])


def _keys(place: Place, _: Nothing, found: Sequence[AccountKey]) -> Page:
    return Page("", _key_rows(place.texts, found), between="  ")


def _key_rows(texts: Texts, found: Sequence[AccountKey]) -> Rows:
    """Return keys by the signs that they are named by, each with the time when it was added."""
    this = texts._("this session's")
    return [(key.sign, ", ".join(filter(None, (when(key.added), this if key.this else "")))) for key in found]


def _dropped(texts: Texts) -> str:
    return texts._("That key is dropped.")


# What is known


def _exported(_place: Place, _args: Nothing, found: Mapping[str, Any]) -> str:
    return Data(json.format(codec.encode(found), indent=2).decode())


def _show_way_to_export(context: CommandContext, _: str) -> None:
    """Says how to fetch everything that the host knows of the player."""
    port, texts = context.session.port, context.session.texts
    if port.account().guest:
        context.say(texts._("Guests leave nothing behind but their seats and what they say."))
    else:
        context.say(
            texts._("Everything known of you, as JSON:  ssh {host} export > me.json", host=port.ssh_host)
        )


# The end


def _forgotten(place: Place, args: Forgotten) -> Forgotten:
    if args.who.casefold() not in {"me", place.texts.of(ME)}:
        raise Wrong
    return Forgotten(who="me")


def _farewell(texts: Texts) -> str:
    return texts._("Your account is deleted. Farewell.")


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="recovery",
        args=Nothing,
        run=lambda port, _: port.new_recovery_code(),
        say=_recovery,
        answer=lambda _place, _args, code: {"code": code},
        ask=lambda place, _: place.texts._("Make a recovery code? It replaces the one before."),
        show=_show_recovery,
        limit=KEY_CODES,
        slash=Slash(
            NC_("typed command", "recovery"), NO_TEXT, N_("a code for the day when your keys are lost")
        ),
        ssh=Ssh("recovery", N_("a code for lost keys; recover NAME CODE uses it"), is_present=True),
        api=Api("a new recovery `code` for your account, which replaces the one before"),
    ),
    Action(
        name="recover",
        args=OfAccount,
        run=lambda port, args: port.recover(args.name, args.code),
        say=lambda place, _, account: _recovered(place.texts, account),
        answer=lambda _place, _args, account: {"name": account},
        show=_leave_recovered,
        limit=KEY_CODES,
        slash=RECOVER,
        ssh=Ssh(is_present=True),
        api=Api("opens the account of that `name` to this session's key, with its recovery code"),
    ),
    Action(
        name="key",
        args=Nothing,
        run=lambda port, _: port.new_key_code(),
        say=_code,
        answer=lambda _place, _args, code: {"code": code},
        on_screen=_show_key,
        slash=KEY,
        ssh=Ssh(is_present=True),
        api=Api(
            "a `code` for this session's key, good for a few minutes: the account in whose session it is "
            "typed, or sent by `add_key`, is opened by this key from then on"
        ),
    ),
    Action(
        name="add_key",
        args=OtherKey,
        run=lambda port, args: port.add_key(args.code),
        say=lambda place, _args, _: _added(place.texts),
        limit=KEY_CODES,
        ssh=Ssh(words="key add", is_present=True),
        api=Api(
            "opens your account to the key whose session was given that code, too; that session's requests "
            "are refused (`account-moved`) until it connects again"
        ),
    ),
    Action(
        name="keys",
        args=Nothing,
        run=lambda port, _: port.keys(),
        say=_keys,
        answer=lambda _place, _args, found: {"keys": found},
        on_screen=_show_keys,
        slash=KEYS,
        ssh=Ssh("keys", N_("the keys of your account; keys drop SIGN, key, key add CODE"), is_present=True),
        api=Api(
            "the `keys` of your account: `sign`, `fingerprint`, when each was `added`, and which is `this` "
            "session's",
            request="my_keys",
        ),
    ),
    Action(
        name="drop_key",
        args=OwnKey,
        run=lambda port, args: port.drop_key(args.key),
        say=lambda place, _args, _: _dropped(place.texts),
        ssh=Ssh(words="keys drop", is_present=True),
        api=Api("takes a key from your account, by the beginning of its fingerprint"),
    ),
    Action(
        name="export",
        args=Nothing,
        run=lambda port, _: port.export(),
        say=_exported,
        answer=lambda _place, _args, found: {"export": found},
        on_screen=_show_way_to_export,
        only_shows=True,
        limit=KEY_CODES,
        slash=Slash(
            NC_("typed command", "export"),
            NO_TEXT,
            N_("how to fetch everything that this host knows of you"),
        ),
        ssh=Ssh("export", N_("everything that this host knows of you, as JSON")),
        api=Api("everything that the host knows of you, part by part"),
    ),
    Action(
        name="forget",
        args=Forgotten,
        run=lambda port, _: port.forget_me(),
        say=lambda place, _args, _: _farewell(place.texts),
        ask=lambda place, _: place.texts._("Delete your account, your keys and your name for good?"),
        meant=_forgotten,
        show=lambda context, _: context.session.leave(_farewell(context.session.texts)),
        slash=Slash(
            NC_("typed command", "forget"),
            ME,
            N_("delete your account, its keys and your name in finished games"),
        ),
        ssh=Ssh("forget me", N_("deletes your account, its keys and your name in finished games"), asks=True),
        api=Api(
            "deletes your account, its keys and settings, and your name in finished games, for good; `who` "
            "must be `me`, so that nobody does it by mistake. Refused while you have a seat at a running "
            "game (`still-playing`); what you ask for afterwards is refused (`account-gone`)"
        ),
    ),
)
