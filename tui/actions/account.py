"""The account of a player: its keys, clocks and notices while they are away, what is known of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Refused
from tui.actions.action import Action, Either, Place, Shows, Slash, Ssh, Told, Wrong, declared
from tui.actions.context import CommandContext
from tui.actions.typed_words import OFF, called, is_on, one_of, sort_words
from tui.host.notice_events import DIGEST, EVENTS, QUIET, TIMES, UNWANTED, NoticeEvent, unwanted_with
from tui.host.port import Port
from tui.host.refusals import KEY_CODES, NOTICE_CODES, refused
from tui.language import away_notices
from tui.language.texts import N_, NC_, Texts
from tui.presenters.people import account_words
from tui.presenters.reader import Page, in_json


class NoticesWish(Struct, frozen=True, kw_only=True):
    """`notices`: the `services` of the host (what a recipient is there: `mail` or `topic`), and the `service`
    and `recipient` that get a notice when a table waits for you while you are away, once `confirmed`, and all
    such `recipients`, of whom there may be five. With `service` and `recipient` a code is sent there, with
    `code` it is typed, `"off":true` ends it. With both, which guests may send, too, nothing more is sent
    where that code went, whoever asks, or to the recipient of yours that is meant by its name; the answer is
    empty then. `events` has whether there are notices of each; an `event` with `on` changes that. `quiet` is
    between which full hours in your time zone notices wait (`22-7`); `"quiet":""` ends it. `digest` is the
    full hour (`18`) at which one notice has all that can wait; `"digest":""` ends it.
    """

    service: str | None = None
    recipient: str = ""
    language: str = "en"
    code: str | None = None
    off: bool = False
    event: NoticeEvent | None = None
    on: bool = True
    quiet: str | None = None
    digest: str | None = None


CODE = 8
"""The characters of a code, which no service has."""


def _typed(place: Place, words: str) -> NoticesWish:
    given = words.split()
    on = is_on(place.texts, given[-1]) if given else None
    match [word.casefold() for word in given[:1]] + given[1:]:
        case []:
            return NoticesWish()
        case [word, *code] if is_on(place.texts, word) is False and len(code) < 2:
            return NoticesWish(off=True, code=code[0] if code else None)
        case [word, _] if word in EVENTS and on is not None:
            return NoticesWish(event=word, on=on)
        case [word, hours] if word in TIMES and (on is False or TIMES[word](hours) is not None):
            return replace(NoticesWish(), **{word: "" if on is False else hours})
        case [word, *_] if word in {*EVENTS, *TIMES}:
            raise Wrong(away_notices.unclear_about(place.texts, word))
        case [service] if len(service) < CODE:
            return NoticesWish(service=service)
        case [code]:
            return NoticesWish(code=code)
        case [service, recipient]:
            return NoticesWish(service=service, recipient=recipient, language=place.texts.language)
    raise Wrong(away_notices.unclear(place.texts, words))


async def _notices(place: Place, args: NoticesWish) -> Told:
    texts, port = place.texts, place.port
    if args.service is None and args.recipient:
        raise refused("field-missing", do="notify", field="service")
    if args.event is None and not args.on:
        raise refused("field-missing", do="notify", field="event")
    said: Callable[[], str | Page] | None = None
    if args.code is not None and args.off:
        await port.stop_notices_of(args.code)
        return Told({}, partial(away_notices.place_stopped, texts))
    if args.event is not None:
        await port.set(UNWANTED, unwanted_with(port.account().settings, args.event, on=args.on))
        said = partial(away_notices.event_chosen, texts, args.event, on=args.on)
    elif args.quiet is not None:
        await port.set(QUIET, args.quiet)
        said = partial(away_notices.quiet, texts, args.quiet, port.zone)
    elif args.digest is not None:
        await port.set(DIGEST, args.digest)
        said = partial(away_notices.digest_chosen, texts, args.digest, port.zone)
    elif args.service is not None:
        try:
            await port.send_notices_to(args.service, args.recipient, args.language)
        except Refused as why:
            if args.recipient or place.follows or why.code != "no-service":
                raise
            return Told({}, partial(away_notices.unclear, texts, args.service), failed=True)
        said = partial(away_notices.code_sent, texts, args.recipient, place.command("notify"))
    elif args.code is not None:
        await port.confirm_notices(args.code)
    elif args.off:
        await port.stop_notices()
        said = partial(away_notices.stopped, texts)
    found, settings = await port.notices(), port.account().settings
    events = {event: event not in settings.get(UNWANTED, "").split() for event in EVENTS}
    json = {"notices": found, "events": events, **{one: settings.get(one, "") for one in (QUIET, DIGEST)}}
    return Told(json, said or partial(account_words.notices, place, found, briefly=args.code is not None))


DAYS = re.compile(r"([1-9][0-9]{0,2})d?", re.ASCII | re.IGNORECASE)


def _days(_: Texts, word: str) -> int | None:
    return int(found[1]) if (found := DAYS.fullmatch(word)) else None


def _typed_away(place: Place, words: str) -> Mapping[str, object]:
    unclear = N_("{word} isn't clear here: whole days such as 7d may follow, or off")
    return sort_words(place.texts, words, "", unclear, days=_days, off=called(OFF))


async def _forget(port: Port, who: Literal["me"]) -> None:  # noqa: ARG001  (so that nobody does it by mistake)
    await port.forget_me()


RECOVERED = N_("This key opens {name} now: please reconnect.")
FAREWELL = N_("Your account is deleted. Farewell.")


def _show_way_to_export(context: CommandContext, _: str) -> None:
    port, texts = context.session.port, context.session.texts
    nothing = N_("Guests leave nothing behind but their seats and what they say.")
    known = N_("Everything known of you, as JSON:  ssh {host} export > me.json")
    context.say(texts.of(nothing if port.account().guest else known, host=port.ssh_host))


ADD: Action[Any, Any] = Action(
    asks=Port.add_key,
    say=Either(
        "found",
        N_("That key opens your account from now on."),
        N_("What the guest has played against bots is yours now."),
    ),
    limit=KEY_CODES,
    ssh=Ssh(usage="", words="key add"),
)
DROP: Action[Any, Any] = Action(
    asks=Port.drop_key,
    say=N_("That key is dropped."),
    ask=N_("Drop the key {sign}? It opens your account no longer."),
    may=Port.check_drop_key,
    ssh=Ssh(usage="", words="keys drop"),
)
ACTIONS = declared(
    notify=Action(
        at=_notices,
        read=_typed,
        limit=NOTICE_CODES,
        shows_alone=True,
        slash=Slash(
            "[SERVICE RECIPIENT|CODE|EVENT off|quiet HOURS|digest HOUR|off]",
            "get a notice when a table waits for you while you are away",
        ),
        ssh=Ssh(is_present=False, for_guests=True, for_everybody=True),
    ),
    away=Action(
        asks=Port.be_away,
        read=_typed_away,
        apart=("days", "off"),
        words=account_words.away,
        shows_alone=True,
        slash=Slash("[7d|off]", "vacation: your clocks of hours and days stand still, 30 days a year"),
        ssh=Ssh(),
    ),
    recovery=Action(
        asks=Port.new_recovery_code,
        words=account_words.recovery,
        answer="code",
        ask=N_("Make a recovery code? It replaces the one before."),
        may=Port.check_new_recovery_code,
        limit=KEY_CODES,
        slash=Slash("", "a code for the day when your keys are lost"),
        ssh=Ssh(),
    ),
    recover=Action(
        asks=Port.recover,
        say=RECOVERED,
        answer="name",
        show=lambda context, _, name: context.session.leave(context.session.texts.of(RECOVERED, name=name)),
        limit=KEY_CODES,
        slash=Slash("NAME CODE", "open your account to this session's key, with its recovery code"),
        ssh=Ssh(),
    ),
    key=Action(
        asks=Port.new_key_code,
        words=account_words.key,
        answer="code",
        behind=(ADD,),
        slash=Slash("[add CODE]", "get a code that links this key to an account you already have"),
        ssh=Ssh(usage=""),
    ),
    add_key=ADD,
    keys=Action(
        asks=Port.keys,
        words=account_words.keys,
        behind=(DROP,),
        shows_alone=True,
        slash=Slash("[drop SIGN]", "the keys that open your account; takes one of them away"),
        ssh=Ssh("the keys of your account; keys drop SIGN, key, key add CODE", usage="keys"),
        also="my_keys",
    ),
    drop_key=DROP,
    export=Shows(
        asks=Port.export,
        words=lambda _, found: in_json(found),
        answer="export",
        on_screen=_show_way_to_export,
        limit=KEY_CODES,
        slash=Slash("", "how to fetch everything that this host knows of you"),
        ssh=Ssh("everything that this host knows of you, as JSON", for_banned=True),
    ),
    forget=Action(
        run=_forget,
        tells=Port.forget_me,
        say=FAREWELL,
        ask=N_("Delete your account, your keys and your name for good?"),
        may=Port.check_forget_me,
        anywhere={"who": one_of({"me": NC_("usage", "me")})},
        show=lambda context, *_: context.session.leave(context.session.texts.of(FAREWELL)),
        slash=Slash("me", "delete your account, its keys and your name in finished games"),
        ssh=Ssh(asks=True, for_banned=True, is_present=False),
    ),
)
