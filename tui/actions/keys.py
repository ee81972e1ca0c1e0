"""The keys of an account (a second one, dropping one, a code for when all are lost), and what the host knows
of a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from tui.actions.action import Action, Api, Either, Place, Slash, Ssh, Wrong
from tui.actions.context import CommandContext
from tui.host.limited import KEY_CODES
from tui.host.port import Port
from tui.language.texts import N_
from tui.presenters.people import account_words
from tui.presenters.reader import in_json


class OwnKey(Struct, frozen=True, kw_only=True):
    """Takes a key from your account, by the beginning of its fingerprint."""

    key: str


class Forgotten(Struct, frozen=True, kw_only=True):
    """Deletes your account, its keys and settings, and your name in finished games, for good; `who` must be
    `me`, so that nobody does it by mistake. Refused while you have a seat at a running game
    (`still-playing`); what you ask for afterwards is refused (`account-gone`).
    """

    who: Literal["me"]


RECOVERED = N_("This key opens {name} now: please reconnect.")
FAREWELL = N_("Your account is deleted. Farewell.")


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


ADD: Action[Any, Any] = Action(
    name="add_key",
    asks=Port.add_key,
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
        words=account_words.recovery,
        answer="code",
        ask=N_("Make a recovery code? It replaces the one before."),
        limit=KEY_CODES,
        slash=Slash("", "a code for the day when your keys are lost"),
        ssh=Ssh("recovery", "a code for lost keys; recover NAME CODE uses it"),
        api=Api("a new recovery `code` for your account, which replaces the one before"),
    ),
    Action(
        name="recover",
        asks=Port.recover,
        say=RECOVERED,
        answer="name",
        show=lambda context, name: context.session.leave(context.session.texts.of(RECOVERED, name=name)),
        limit=KEY_CODES,
        slash=Slash("NAME CODE", "open your account to this session's key, with its recovery code"),
        ssh=Ssh(),
        api=Api("opens the account of that `name` to this session's key, with its recovery code"),
    ),
    Action(
        name="key",
        run=lambda port, _: port.new_key_code(),
        words=account_words.key,
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
        words=account_words.keys,
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
        words=lambda _, found: in_json(found),
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
