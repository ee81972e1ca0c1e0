"""While a player is away: where notices go, whether they are sent, and clocks that stand still."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tui.actions.action import Action, Api, Place, Slash, Ssh, Told, Wrong
from tui.actions.typed_words import is_on
from tui.host.limited import NOTICE_CODES
from tui.host.notice_events import (
    DIGEST,
    EVENTS,
    QUIET,
    TIMES,
    UNWANTED,
    NoticeEvent,
    is_wanted,
    unwanted_with,
)
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.setting_names import ZONE
from tui.language import away_notices
from tui.presenters.people import account_words
from tui.presenters.reader import Page


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


def _typed(place: Place, words: str) -> NoticesWish:
    given = words.split()
    on = is_on(place.texts, given[-1]) if given else None
    match given:
        case []:
            return NoticesWish()
        case [word, *code] if is_on(place.texts, word) is False and len(code) < 2:
            return NoticesWish(off=True, code=code[0] if code else None)
        case [word, _] if word in EVENTS and on is not None:
            return NoticesWish(event=word, on=on)
        case [word, hours] if word in TIMES and (on is False or TIMES[word](hours) is not None):
            return replace(NoticesWish(), **{word: "" if on is False else hours})
        case [word, *_] if word in {*EVENTS, *TIMES}:
            raise Wrong(place.texts._("{word} isn't clear here: see /help notify", word=words))
        case [code]:
            return NoticesWish(code=code)
        case [service, recipient]:
            return NoticesWish(service=service, recipient=recipient, language=place.texts.language)
    raise Wrong


async def _notices(place: Place, args: NoticesWish) -> Told:
    texts, port = place.texts, place.port
    said: Callable[[], str | Page] | None = None
    if args.code is not None and args.off:
        await port.stop_notices_of(args.code)
        return Told({}, partial(away_notices.place_stopped, texts))
    if args.event is not None:
        await port.set(UNWANTED, unwanted_with(port.account().settings, args.event, on=args.on))
        said = partial(away_notices.event_chosen, texts, args.event, on=args.on)
    elif args.quiet is not None:
        await _set_time(port, QUIET, args.quiet)
        said = partial(away_notices.quiet, texts, args.quiet, port.zone)
    elif args.digest is not None:
        await _set_time(port, DIGEST, args.digest)
        said = partial(away_notices.digest_chosen, texts, args.digest, port.zone)
    elif args.service is not None:
        await port.send_notices_to(args.service, args.recipient, args.language)
        said = partial(away_notices.code_sent, texts, args.recipient, place.command("notify"))
    elif args.code is not None:
        await port.confirm_notices(args.code)
    elif args.off:
        await port.stop_notices()
        said = partial(away_notices.stopped, texts)
    found, settings = await port.notices(), port.account().settings
    json = {
        "notices": found,
        "events": {event: is_wanted(settings, event) for event in EVENTS},
        "quiet": settings.get(QUIET, ""),
        "digest": settings.get(DIGEST, ""),
    }
    return Told(json, said or partial(account_words.notices, place, found, briefly=args.code is not None))


async def _set_time(port: Port, setting: str, value: str) -> None:
    """Keep hours, and in which time zone they are meant: a player who is away has no client that says it."""
    if value and TIMES[setting](value) is None:
        raise refused("setting-not-possible", setting=setting)
    if value and not port.account().settings.get(ZONE):
        await port.set(ZONE, port.zone)
    await port.set(setting, value)


DAYS = re.compile(r"([1-9][0-9]{0,2})d?", re.ASCII)


class Days(Struct, frozen=True, kw_only=True):
    """`away`: with `days`, the clocks of your games that allow for hours and days stand still for so many
    more days, `until` when (else null); `"off":true` ends that now, and gives whole days back that were not
    used; how many days are `left` this year, of 30. Not begun while a shorter clock of yours runs.
    """

    days: int = 0
    off: bool = False


def _days(place: Place, words: str) -> Days:
    word = words.strip().casefold()
    found = DAYS.fullmatch(word)
    if is_on(place.texts, word) is False:
        return Days(off=True)
    if word and not found:
        raise Wrong
    return Days(days=int(found[1]) if found else 0)


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="notify",
        args=NoticesWish,
        at=_notices,
        read=_typed,
        limit=NOTICE_CODES,
        shows_alone=True,
        slash=Slash(
            "[SERVICE RECIPIENT|CODE|EVENT off|quiet HOURS|digest HOUR|off]",
            "get a notice when a table waits for you while you are away",
        ),
        ssh=Ssh(
            "notify",
            "where notices go when a table waits and you are away",
            is_present=False,
            for_guests=True,
            for_everybody=True,
        ),
        api=Api(),
    ),
    Action(
        name="away",
        args=Days,
        run=lambda port, args: port.be_away(args.days, off=args.off),
        read=_days,
        words=account_words.away,
        answer="away",
        shows_alone=True,
        slash=Slash("[7d|off]", "vacation: your clocks of hours and days stand still, 30 days a year"),
        ssh=Ssh("away [7d|off]"),
        api=Api(),
    ),
)
