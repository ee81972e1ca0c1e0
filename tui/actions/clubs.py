"""Clubs: people who play together, by their keys. What is typed behind `club` is an action of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, json
from msgspec.structs import asdict

from engine import codec
from tui.actions.action import Action, Api, Data, Page, Place, Slash, Ssh, Wrong
from tui.actions.context import CommandContext
from tui.actions.cups import CupOfSort, new_cup, wish_of
from tui.actions.new_games import day_words, time_word
from tui.actions.people import Named
from tui.host.clubs import ClubPage, ClubRepeats, Clubs
from tui.host.port import Port
from tui.language.spelling import spellings
from tui.language.texts import N_, NC_, Texts
from tui.presenters.people import club_words

MOST_WORDS = 60
CLUB, CUP = "club=", "cup="


class OfClub(Struct, frozen=True, kw_only=True):
    """A club, by its name; '': one's only one."""

    club: str = ""


class Club(OfClub, frozen=True, kw_only=True):
    """A club by its name, or by a code that lets somebody in."""

    club: str


class Invited(OfClub, frozen=True, kw_only=True):
    """Who may join; '': whoever has the code."""

    name: str = ""


class Member(OfClub, frozen=True, kw_only=True):
    """A member of a club."""

    name: str


class Officer(Member, frozen=True, kw_only=True):
    """A member who is an officer from now on, or no longer one."""

    on: bool = True


class Written(OfClub, frozen=True, kw_only=True):
    """A note."""

    text: str


class Event(OfClub, frozen=True, kw_only=True):
    """An entry of a club's calendar, and the cup that is opened for it."""

    starts: str
    text: str = ""
    every: ClubRepeats = ""
    cup: CupOfSort | None = None


class Cancelled(OfClub, frozen=True, kw_only=True):
    """An entry of a club's calendar, or only its next time."""

    number: int
    once: bool = False


class OfSeason(OfClub, frozen=True, kw_only=True):
    """A season of a club, such as 2026-Q4; '': the present one."""

    season: str = ""


class Form(OfClub, frozen=True, kw_only=True):
    """How a club is handed out: json or csv."""

    form: str = "json"


# Words


def _club_of(words: str) -> tuple[str, str]:
    """Return the club that is named by club=NAME, '': none is, and the other words."""
    club = [word for word in words.split() if word.casefold().startswith(CLUB)]
    return "".join(club[:1])[len(CLUB) :], " ".join(word for word in words.split() if word not in club[:1])


def _one(words: str) -> str:
    """Return the only word. Raises Wrong."""
    if len(words.split()) != 1:
        raise Wrong
    return words.strip()


def _invited(_: Place, words: str) -> Invited:
    club, name = _club_of(words)
    return Invited(name=_one(name) if name else "", club=club)


def _member(_: Place, words: str) -> Member:
    club, name = _club_of(words)
    return Member(name=_one(name), club=club)


def _officer(place: Place, words: str) -> Officer:
    club, rest = _club_of(words)
    name, _, off = rest.partition(" ")
    if not name or off.casefold() not in {"", "off", *spellings(place.texts.pgettext("typed answer", "off"))}:
        raise Wrong
    return Officer(name=name, on=not off, club=club)


def _written(_: Place, words: str) -> Written:
    club, text = _club_of(words)
    if not text:
        raise Wrong
    return Written(text=text, club=club)


def _event(place: Place, words: str) -> Event:
    """A time, how often, the cup behind cup=, and else a text; in any order but for the cup."""
    club, rest = _club_of(words)
    before, _, cup = f" {rest}".partition(f" {CUP}")
    found: dict[str, Any] = {"starts": "", "text": "", "every": ""}
    days, repeats = day_words(place.texts), _repeats(place.texts)
    for word in before.split():
        if when := time_word(days, word.casefold()):
            found["starts"] = f"{found['starts']} {when}".strip()
        elif every := repeats.get(word.casefold()):
            found["every"] = every
        else:
            found["text"] = f"{found['text']} {word}".strip()
    wish = new_cup(place, cup) if cup else None
    if (
        not found["starts"]
        or not (found["text"] or wish)
        or (wish and (wish.starts or wish.club or wish.against))
    ):
        raise Wrong
    return Event(**found, cup=wish, club=club)


def _repeats(texts: Texts) -> Mapping[str, str]:
    """Return the words for how often an entry comes, in English and in the player's language."""
    words = {word.text: every for every, word in club_words.REPEATS.items()}
    return words | {
        own: every for every, word in club_words.REPEATS.items() for own in spellings(texts.of(word))
    }


def _cancelled(place: Place, words: str) -> Cancelled:
    club, rest = _club_of(words)
    once = {"once", *spellings(place.texts.pgettext("typed answer", "once"))}
    match rest.split():
        case [number, *more] if number.isdecimal() and (not more or {*more} <= once):
            return Cancelled(number=int(number), once=bool(more), club=club)
    raise Wrong


def _season(_: Place, words: str) -> OfSeason:
    club, season = _club_of(words)
    return OfSeason(season=_one(season) if season else "", club=club)


def _left(_: Place, words: str) -> OfClub:
    club, name = _club_of(words)
    return OfClub(club=club or (_one(name) if name else ""))


def _form(_: Place, words: str) -> Form:
    club, form = _club_of(words)
    if form.casefold() not in {"", "json", "csv"}:
        raise Wrong
    return Form(form=form.casefold() or "json", club=club)


# Answers


def _invitation(place: Place, args: Invited, code: str) -> str:
    if args.name:
        return place.texts._("{name} has your invitation.", name=args.name)
    join = f"{place.command('club', COMMAND.word)} join {code}"
    return place.texts._("This lets one person in, within a week: {command}", command=join)


def _officer_said(place: Place, args: Officer, _: None) -> str:
    if args.on:
        return place.texts._("{name} is an officer now.", name=args.name)
    return place.texts._("{name} is no officer any more.", name=args.name)


async def _found(port: Port, args: OfClub) -> Clubs | ClubPage:
    """Return a club, or without a name one's only one, or all of one's clubs."""
    if args.club:
        return await port.club(args.club)
    found = await port.clubs()
    only = len(found.clubs) == 1 and not found.invitations
    return await port.club(found.clubs[0].name) if only else found


def _shown(place: Place, _: object, found: Clubs | ClubPage) -> str | Page:
    texts, port = place.texts, place.port
    if isinstance(found, ClubPage):
        first = [(found.name, club_words.about(texts, found))] if place.in_terminal else []
        return Page(
            club_words.heading(texts, found), [*first, *club_words.rows(texts, found, port.now(), port.zone)]
        )
    rows = club_words.own(texts, found)
    return (
        Page(texts._("Your clubs"), rows)
        if rows
        else texts._(
            "You are in no club: {command} new NAME founds one.", command=place.command("club", COMMAND.word)
        )
    )


def _show(context: CommandContext, found: object) -> bool:
    if isinstance(found, ClubPage):
        context.session.show_club(found)
    return isinstance(found, ClubPage)


def _told(_place: Place, _args: object, found: Clubs | ClubPage) -> Mapping[str, Any]:
    return {"club": found} if isinstance(found, ClubPage) else asdict(found)


def _handed_out(_: Place, args: Form, found: ClubPage) -> str:
    if args.form == "json":
        return Data(json.format(codec.encode(found), indent=2).decode())
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    games = list(dict.fromkeys(one.game for one in found.ratings))
    rated = {(one.name, one.game): one.rating.points for one in found.ratings}
    table.writerow(["name", "role", "since", *games])
    for one in found.people:
        table.writerow([one.name, one.role, one.since, *(rated.get((one.name, game), "") for game in games)])
    return Data(out.getvalue().rstrip("\n"))


def _joined(place: Place, _: object, club: str) -> str:
    return place.texts._("You are a member of {club} now.", club=club)


COMMAND = Slash(
    "club",
    "[NAME|new|invite|join|leave|officer|remove|note|event|cancel]",
    "clubs: your members, notes, ladder and deals; new NAME founds one",
)
PARTS: Sequence[Action[Any, Any]] = (
    Action(
        name="club_new",
        args=Named,
        run=lambda port, args: port.found_club(args.name),
        read=lambda _, words: Named(name=_one(words)),
        say=lambda place, _, club: place.texts._(
            "The club {club} is founded: {command} invite NAME invites somebody.",
            club=club,
            command=place.command("club", COMMAND.word),
        ),
        answer=lambda _place, _args, club: {"club": club},
        ssh=Ssh("club new NAME", N_("founds a club"), freely=MOST_WORDS),
        api=Api("founds a `club`, of which you are an officer; at most three clubs each"),
    ),
    Action(
        name="club_invite",
        args=Invited,
        run=lambda port, args: port.invite_to_club(args.name, args.club),
        read=_invited,
        say=_invitation,
        answer=lambda _place, _args, code: {"code": code},
        ssh=Ssh(
            "club invite [NAME]",
            N_("lets a player join, or without a name one who gets a code"),
            freely=MOST_WORDS,
        ),
        api=Api(
            "lets a player join your club within a week, who is told; without a `name` a `code` lets one "
            "person in. Officers alone"
        ),
    ),
    Action(
        name="club_join",
        args=Club,
        run=lambda port, args: port.join_club(args.club),
        read=lambda _, words: Club(club=_one(words)),
        say=_joined,
        answer=lambda _place, _args, club: {"club": club},
        ssh=Ssh("club join NAME", N_("joins a club, by its name or a code"), freely=MOST_WORDS),
        api=Api("joins a club that you are invited to, by its name or by a code that you were given"),
    ),
    Action(
        name="club_leave",
        args=OfClub,
        run=lambda port, args: port.leave_club(args.club),
        read=_left,
        say=lambda place, _, club: place.texts._("You are no member of {club} any more.", club=club),
        answer=lambda _place, _args, club: {"club": club},
        ask=lambda place, _: place.texts._("Leave the club?"),
        ssh=Ssh("club leave [NAME]", N_("leaves a club"), freely=MOST_WORDS),
        api=Api("leaves a club; the last officer names another one before (`last-officer`)"),
    ),
    Action(
        name="club_officer",
        args=Officer,
        run=lambda port, args: port.make_officer(args.name, args.on, args.club),
        read=_officer,
        say=_officer_said,
        ssh=Ssh(
            "club officer NAME [off]",
            N_("makes a member an officer, or no longer one"),
            freely=MOST_WORDS,
        ),
        api=Api('makes a member an officer, or with `"on":false` an officer a member; its founder stays one'),
    ),
    Action(
        name="club_remove",
        args=Member,
        run=lambda port, args: port.remove_from_club(args.name, args.club),
        read=_member,
        say=lambda place, args, _: place.texts._("{name} is no member any more.", name=args.name),
        ask=lambda place, args: place.texts._("Remove {name} from the club?", name=args.name),
        ssh=Ssh("club remove NAME", N_("removes a member"), freely=MOST_WORDS),
        api=Api("removes a member"),
    ),
    Action(
        name="club_note",
        args=Written,
        run=lambda port, args: port.note_in_club(args.text, args.club),
        read=_written,
        say=lambda place, _args, _: place.texts._("Your note is on the club's page."),
        ssh=Ssh(
            "club note TEXT",
            N_("writes a note; members are told one a day"),
            freely=MOST_WORDS,
        ),
        api=Api("writes a note on the club's page; the first one of a day (UTC) is told to all members"),
    ),
    Action(
        name="club_event",
        args=Event,
        run=lambda port, args: port.plan_in_club(
            args.text, args.starts, args.every, wish_of(args.cup) if args.cup else None, args.club
        ),
        read=_event,
        say=_shown,
        answer=_told,
        show=_show,
        ssh=Ssh(
            "club event TIME [TEXT]",
            N_("puts an evening into the calendar: club event 20:00 weekly cup=court"),
            freely=MOST_WORDS,
        ),
        api=Api(
            "puts an entry into the club's calendar: `starts` as tables do, a `text`, whether it comes again "
            '`every` "week", "fortnight", "month" or "quarter", and a `cup` (as `cup_open` has it, but for '
            "its time) that is opened six days before each time. Members are told a day before. For officers"
        ),
    ),
    Action(
        name="club_cancel",
        args=Cancelled,
        run=lambda port, args: port.unplan_in_club(args.number, once=args.once, club=args.club),
        read=_cancelled,
        say=_shown,
        answer=_told,
        show=_show,
        ssh=Ssh(
            "club cancel NUMBER [once]",
            N_("takes an evening out of the calendar, or only its next time"),
            freely=MOST_WORDS,
        ),
        api=Api(
            "takes the entry `number` out of the club's calendar, or with `once` its next time alone; its "
            "cup is cancelled, unless it has begun"
        ),
    ),
    Action(
        name="club_season",
        args=OfSeason,
        run=lambda port, args: port.club_season(args.season, args.club),
        read=_season,
        say=lambda place, _, found: Page(
            place.texts._("{club}, {season}", club=found.club, season=found.season),
            club_words.season(place.texts, found),
        ),
        answer=lambda _place, _args, found: {"season": found},
        only_shows=True,
        ssh=Ssh(
            "club season [2026-Q4]",
            N_("a season: the table of its evenings, who won them, honours"),
            freely=3,
        ),
        api=Api(
            "a `season` of a club, a quarter such as 2026-Q4, or the present one: `rows` with the sum of "
            "each player's best eight evening cups (`score`), how many `evenings` they played, the "
            "`evenings` with their `winners`, and the `honours` of members. A name is empty of who has left "
            "the club"
        ),
    ),
    Action(
        name="club_export",
        args=Form,
        run=lambda port, args: port.club(args.club),
        read=_form,
        say=_handed_out,
        answer=lambda _place, _args, found: {"club": found},
        only_shows=True,
        ssh=Ssh(
            "club export [csv]",
            N_("all of a club as JSON, its members as CSV"),
            freely=2,
        ),
    ),
)
WORDS = (
    NC_("typed answer", "new"),
    NC_("typed answer", "invite"),
    NC_("typed answer", "join"),
    NC_("typed answer", "leave"),
    NC_("typed answer", "officer"),
    NC_("typed answer", "remove"),
    NC_("typed answer", "note"),
    NC_("typed answer", "event"),
    NC_("typed answer", "cancel"),
    NC_("typed answer", "season"),
    NC_("typed answer", "export"),
)
"""What is typed behind /club for each of them."""
ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="club",
        args=OfClub,
        run=_found,
        say=_shown,
        answer=_told,
        show=_show,
        read=_left,
        behind=tuple(zip(WORDS, PARTS, strict=True)),
        slash=COMMAND,
        ssh=Ssh("club [NAME]", N_("your clubs: calendar, members, notes, ladder, deals"), freely=2),
        api=Api(
            "without a name your `clubs` (each `name`, your `role`, its number of `members`) and "
            "`invitations` (`club`, `until` when); of who has just one club, that one. A `club` has its "
            "`name`, when it was `founded`, how many `members`; for members your `role`, its `people` "
            "(`name`, `role`, `since`, whether they are `here`), its `calendar` (`number`, when it "
            "`starts` next, `text`, `every`, the `game` of its cup, and the `cup` that is open for it with "
            "its `entrants`), the newest twenty `notes`, the `ratings` of "
            "members by game, the `deals` of the day among them (how many have `played`, and to who has, "
            "`rows`), and for each trophy that members got this `season` the `honours`: who had it `first`, "
            "and who `most` often"
        ),
    ),
    *PARTS,
)
