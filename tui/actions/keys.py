"""The keys of an account (a second one, dropping one, a code for when all are lost), and what the host knows
of a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from tui.actions.action import Action, Api, Either, Nothing, Page, Place, Slash, Ssh, Wrong, in_json, spaced
from tui.actions.context import CommandContext
from tui.actions.table_seats import OfCode
from tui.host.limited import KEY_CODES
from tui.host.moderation import AccountKey
from tui.language.moderation_words import when
from tui.language.notices import account_note
from tui.language.texts import N_


class OfAccount(Struct, frozen=True, kw_only=True):
    """Opens the account of that `name` to this session's key, with its recovery code."""

    name: str
    code: str


class OwnKey(Struct, frozen=True, kw_only=True):
    """Takes a key from your account, by the beginning of its fingerprint."""

    key: str


class Forgotten(Struct, frozen=True, kw_only=True):
    """Deletes your account, its keys and settings, and your name in finished games, for good; `who` must be
    `me`, so that nobody does it by mistake. Refused while you have a seat at a running game
    (`still-playing`); what you ask for afterwards is refused (`account-gone`).
    """

    who: Literal["me"]


def _recovery(place: Place, _: Nothing, code: str) -> Page:
    texts = place.texts
    rows = spaced(
        ("", texts._("Write this down and keep it safe: it is shown this once, and works once.")),
        (code, ""),
        ("", texts._("When your keys are lost, come with a new key and type:")),
    )
    typed = f"{place.command('recover')} {place.port.account().name} {code}"
    return Page(texts._("Your recovery code"), [*rows, (typed, "")], between=" ")


RECOVERED = N_("This key opens {name} now: please reconnect.")
FAREWELL = N_("Your account is deleted. Farewell.")


def _key_said(place: Place, _: Nothing, code: str) -> Page:
    texts, account = place.texts, place.port.account()
    command = f"{place.command('key')} add {code}"
    if account.guest:
        heading = texts._("A code for your games")
        about = texts._("In a session with an SSH key, type this within a few minutes:")
        what = texts._("What you have played against bots as a guest will be that account's.")
    else:
        heading = texts._("A code for this key")
        about = texts._("In a session that uses your other key, type this within a few minutes:")
        what = texts._("This session's key will then open that account too.")
    kept = [("", account_note(texts))] if account.provisional and not account.guest else []
    return Page(heading, spaced(("", about), (command, ""), ("", what), *kept), between=" ")


def _keys_said(place: Place, _: Nothing, found: Sequence[AccountKey]) -> Page:
    texts = place.texts
    this = texts._("this session's")
    rows = [(key.sign, ", ".join(filter(None, (when(key.added), this if key.this else "")))) for key in found]
    how = texts._("/keys drop and a sign from the left takes a key from your account.")
    return Page(
        texts._("Your keys"), rows if place.in_terminal else [*rows, ("", ""), ("", how)], between="  "
    )


def _show_way_to_export(context: CommandContext, _: str) -> None:
    port, texts = context.session.port, context.session.texts
    if port.account().guest:
        context.say(texts._("Guests leave nothing behind but their seats and what they say."))
    else:
        context.say(
            texts._("Everything known of you, as JSON:  ssh {host} export > me.json", host=port.ssh_host)
        )


def _forgotten(place: Place, words: str) -> Forgotten:
    if words.casefold() not in {"me", place.texts.pgettext("usage", "me")}:
        raise Wrong
    return Forgotten(who="me")


ADD: Action[OfCode, Any] = Action(
    name="add_key",
    args=OfCode,
    run=lambda port, args: port.add_key(args.code),
    say=Either(
        "found",
        N_("That key opens your account from now on."),
        N_("What the guest has played against bots is yours now."),
    ),
    limit=KEY_CODES,
    ssh=Ssh(words="key add"),
    api=Api(
        "opens your account to the key whose session was given that code, too; that session's requests "
        "are refused (`account-moved`) until it connects again"
    ),
)
DROP: Action[OwnKey, Any] = Action(
    name="drop_key",
    args=OwnKey,
    run=lambda port, args: port.drop_key(args.key),
    say=N_("That key is dropped."),
    ask=lambda place, args: place.texts._(
        "Drop the key {sign}? It opens your account no longer.", sign=args.key
    ),
    ssh=Ssh(words="keys drop"),
    api=Api(),
)
ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="recovery",
        run=lambda port, _: port.new_recovery_code(),
        say=_recovery,
        answer="code",
        ask=N_("Make a recovery code? It replaces the one before."),
        limit=KEY_CODES,
        slash=Slash("", "a code for the day when your keys are lost"),
        ssh=Ssh("recovery", "a code for lost keys; recover NAME CODE uses it"),
        api=Api("a new recovery `code` for your account, which replaces the one before"),
    ),
    Action(
        name="recover",
        args=OfAccount,
        run=lambda port, args: port.recover(args.name, args.code),
        say=RECOVERED,
        answer="name",
        show=lambda context, name: context.session.leave(context.session.texts.of(RECOVERED, name=name)),
        limit=KEY_CODES,
        slash=Slash("NAME CODE", "open your account to this session's key, with its recovery code"),
        ssh=Ssh(),
        api=Api(),
    ),
    Action(
        name="key",
        run=lambda port, _: port.new_key_code(),
        say=_key_said,
        answer="code",
        behind=(ADD,),
        slash=Slash("[add CODE]", "get a code that links this key to an account you already have"),
        ssh=Ssh(),
        api=Api(
            "a `code` for this session's key, good for a few minutes: the account in whose session it is "
            "typed, or sent by `add_key`, is opened by this key from then on. A guest's `code` gives that "
            "account what the guest has played against bots"
        ),
    ),
    ADD,
    Action(
        name="keys",
        run=lambda port, _: port.keys(),
        say=_keys_said,
        answer="keys",
        behind=(DROP,),
        shows_alone=True,
        slash=Slash("[drop SIGN]", "the keys that open your account; takes one of them away"),
        ssh=Ssh("keys", "the keys of your account; keys drop SIGN, key, key add CODE"),
        api=Api(
            "the `keys` of your account: `sign`, `fingerprint`, when each was `added`, and which is `this` "
            "session's",
            also="my_keys",
        ),
    ),
    DROP,
    Action(
        name="export",
        run=lambda port, _: port.export(),
        say=lambda _place, _args, found: in_json(found),
        answer="export",
        on_screen=_show_way_to_export,
        only_shows=True,
        limit=KEY_CODES,
        slash=Slash("", "how to fetch everything that this host knows of you"),
        ssh=Ssh("export", "everything that this host knows of you, as JSON", for_banned=True),
        api=Api("everything that the host knows of you, part by part"),
    ),
    Action(
        name="forget",
        args=Forgotten,
        run=lambda port, _: port.forget_me(),
        say=FAREWELL,
        ask=N_("Delete your account, your keys and your name for good?"),
        read=_forgotten,
        show=lambda context, _: context.session.leave(context.session.texts.of(FAREWELL)),
        slash=Slash("me", "delete your account, its keys and your name in finished games"),
        ssh=Ssh("forget me", asks=True, for_banned=True, is_present=False),
        api=Api(),
    ),
)
