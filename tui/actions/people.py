"""What one asks of other people: who is here, ignoring, following, messages, invitations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from tui.actions.action import Action, Either, Place, Shows, Slash, Ssh, declared
from tui.actions.answers import account_of, said_of
from tui.actions.context import CommandContext
from tui.host.port import Port
from tui.host.refusals import CHAT, FOLLOWS, INVITATIONS, MESSAGES
from tui.host.table_search import TableSearch
from tui.language.texts import N_
from tui.presenters.people import people_words
from tui.presenters.people.people_words import Received


async def _say(port: Port, text: str, table: str | None = None) -> None:
    """Says a line at a table, or without one in the lobby."""
    await port.say(table, text)


def _where_it_is_said(place: Place, args: Any) -> Any:
    """The table whose talk is before the player; in a terminal one of theirs that the text begins with."""
    first, _, text = args.text.strip().partition(" ")
    if not place.in_terminal or args.table or not text:
        return replace(args, table=args.table or place.chat)
    mine = place.port.find_tables(TableSearch(words=(first.casefold(),), mine=True)).tables
    named = any(first.upper() in {table.name, table.code} for table in mine)
    return replace(args, table=first, text=text.strip()) if named else args


UNFOLLOWED = N_("You no longer follow {name}.")


def _ignored(place: Place) -> Collection[str]:
    return {name.casefold() for name in place.port.account().ignored}


async def _ignore(port: Port, name: str = "", *, on: bool = True) -> Sequence[str]:
    """Without a name the account tells whom."""
    if name:
        await port.ignore(name, on)
    return port.account().ignored


def _ignoring(place: Place, args: Any, found: Sequence[str]) -> str:
    told = N_("You are ignoring: {names}") if found else N_("You aren't ignoring anyone.")
    ended, begun = (
        N_("You are no longer ignoring {name}."),
        N_("You are ignoring {name}; the same command ends it."),
    )
    said = told if not args.name else begun if args.on else ended
    return place.typed(place.texts.of(said, name=args.name, names=", ".join(found)))


async def _receive(port: Port) -> Received:
    """`letter` is true if one waits for you that `letters` shows."""
    return Received(await port.messages(), port.waiting().letter)


def _show_received(context: CommandContext, _: str) -> None:
    texts, received = context.session.texts, context.session.received
    if received:
        context.show(texts._("Messages and invitations"), [("", words) for words in received])
    else:
        context.say(texts._("Nobody has written to you since you came."))


ACTIONS = declared(
    who=Shows(
        asks=Port.people,
        words=people_words.here,
        none=N_("Nobody is here."),
        answer=lambda place, _, people: {"you": place.port.name, "people": people},
        slash=Slash("", "who is here, and at which tables"),
        ssh=Ssh(for_guests=True),
        api="`you` and the `people` that are here, without others who hide their profile",
    ),
    say=Shows(
        run=_say,
        meant=_where_it_is_said,
        limit=CHAT,
        slash=Slash("TEXT", "say something here; a line without a slash does the same"),
        ssh=Ssh(
            "says a line in the lobby, or at a table of yours",
            usage="say [TABLE] TEXT",
            is_present=True,
            options=("table",),
        ),
        also="chat",
    ),
    ignore=Action(
        run=_ignore,
        say=_ignoring,
        answer=lambda place, _args, _: {"account": account_of(place.port.account())},
        optional=("name",),
        meant=lambda place, args: replace(args, on=args.name.casefold() not in _ignored(place)),
        shows_alone=True,
        slash=Slash("[NAME]", "stop seeing what someone says; repeat to see them again"),
        ssh=Ssh(),
        tells=Port.ignore,
    ),
    follow=Action(
        asks=Port.follow,
        say=Either("on", N_("You follow {name} now: /following shows where they play."), UNFOLLOWED),
        limit=FOLLOWS,
        slash=Slash("NAME", "follow someone: see where they play, and let them write to you"),
        ssh=Ssh(),
    ),
    unfollow=Action(
        asks=Port.follow,
        meant=lambda _, args: replace(args, on=False),
        say=UNFOLLOWED,
        slash=Slash("NAME", "stop following someone"),
        ssh=Ssh(),
        api=None,
    ),
    following=Shows(
        asks=Port.following,
        words=people_words.following,
        none=N_("You follow nobody yet: /follow NAME begins."),
        slash=Slash("", "whom you follow: who of them is here, and where they play"),
        ssh=Ssh(),
    ),
    tell=Action(
        asks=Port.tell,
        say=Either("here", N_("You to {name}: {text}"), N_("{name} is away and reads it later.")),
        answer="here",
        limit=MESSAGES,
        slash=Slash(
            "NAME TEXT", "write to one player who follows you; who is away reads it later", word="tell|msg"
        ),
        ssh=Ssh(),
    ),
    invite=Action(
        asks=Port.invite,
        say=Either(
            "here", N_("{name} has your invitation."), N_("{name} is away and gets your invitation later.")
        ),
        answer="here",
        limit=INVITATIONS,
        slash=Slash("[TABLE] NAME", "invite someone to your table; who is away is told later"),
        ssh=Ssh(usage="invite TABLE NAME"),
    ),
    messages=Shows(
        run=_receive,
        words=people_words.messages,
        answer=lambda _place, _args, found: {
            "messages": [{**said_of(one.news), "sent": one.sent} for one in found.notes],
            **({"letter": True} if found.letter else {}),
        },
        on_screen=_show_received,
        waits=lambda found: bool(found.notes) or found.letter,
        slash=Slash("", "the messages and invitations that you got since you came"),
        ssh=Ssh("what you were sent; exit status 10 if there is something", is_present=True),
        tells=Port.messages,
    ),
)
