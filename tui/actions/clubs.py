"""Clubs: people who play together, by their keys. What is typed behind `club` is an action of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import convert
from msgspec.structs import asdict

from tui.actions.action import Action, Either, Place, Shows, Slash, Ssh, Wrong, declared
from tui.actions.cups import new_cup
from tui.actions.typed_words import OFF, called, one_of, sort_words
from tui.host.clubs import ClubPage, Clubs
from tui.host.cups import CupOfSort
from tui.host.port import Port
from tui.language.texts import N_, NC_
from tui.presenters.people import club_words
from tui.presenters.reader import Data, in_json


def _event(place: Place, words: str) -> Mapping[str, object]:
    """A time, how often, the cup behind cup=, and else a text; in any order but for the cup."""
    before, _, cup = f" {words}".partition(" cup=")
    every = one_of(club_words.REPEATS)
    found = sort_words(place.texts, before, "club starts text", every=every)
    wish = new_cup(place, cup) if cup else {}
    if not ("text" in found or wish) or not wish.keys() <= {*CupOfSort.__struct_fields__}:
        raise Wrong
    return {**found, "cup": convert(wish, CupOfSort) if wish else None}


async def _found(port: Port, club: str = "") -> Clubs | ClubPage:
    """Without a name your `clubs` (each `name`, your `role`, its number of `members`) and `invitations`
    (`club`, `until` when); of who has just one club, that one.
    """
    if club:
        return await port.club(club)
    found = await port.clubs()
    only = len(found.clubs) == 1 and not found.invitations
    return await port.club(found.clubs[0].name) if only else found


async def _exported(port: Port, form: Literal["json", "csv"] = "json", club: str = "") -> ClubPage:  # noqa: ARG001  (how it is said)
    return await port.club(club)


def _told(_place: Place, _args: object, found: Clubs | ClubPage) -> Mapping[str, Any]:
    return {"club": found} if isinstance(found, ClubPage) else asdict(found)


PARTS = declared(
    club_new=Action(
        asks=Port.found_club,
        say=N_("The club {club} is founded: /club invite NAME invites somebody."),
        answer="club",
        ssh=Ssh("founds a club"),
    ),
    club_invite=Action(
        asks=Port.invite_to_club,
        say=Either(
            "name",
            N_("{name} has your invitation."),
            N_("This lets one person in, within a week: /club join {code}"),
        ),
        answer="code",
        ssh=Ssh("lets a player join, or without a name one who gets a code"),
    ),
    club_join=Action(
        asks=Port.join_club,
        say=N_("You are a member of {club} now."),
        answer="club",
        ssh=Ssh("joins a club, by its name or a code", usage="club join NAME"),
    ),
    club_leave=Action(
        anywhere={"unnamed": called(NC_("typed answer", "unnamed"))},
        asks=Port.leave_club,
        say=Either(
            "unnamed",
            N_("You are no member of {club}, and not named in its cups."),
            N_("You are no member of {club} any more."),
        ),
        answer="club",
        ask=N_("Leave the club {found}?"),
        may=Port.check_leave_club,
        ssh=Ssh(
            "leaves a club; unnamed: others do not read your name in its cups",
            usage="club leave [NAME] [unnamed]",
        ),
    ),
    club_officer=Action(
        anywhere={"on": one_of({False: OFF})},
        asks=Port.make_officer,
        say=Either("on", N_("{name} is an officer now."), N_("{name} is no officer any more.")),
        ssh=Ssh("makes a member an officer, or no longer one", usage="club officer NAME [off]"),
    ),
    club_remove=Action(
        asks=Port.remove_from_club,
        say=N_("{name} is no member any more."),
        ask=N_("Remove {name} from the club?"),
        may=Port.check_remove_from_club,
        ssh=Ssh("removes a member"),
    ),
    club_note=Action(
        asks=Port.note_in_club,
        say=N_("Your note is on the club's page."),
        ssh=Ssh("writes a note; members are told one a day"),
    ),
    club_event=Action(
        asks=Port.plan_in_club,
        read=_event,
        words=club_words.page,
        answer=_told,
        ssh=Ssh(
            "puts an evening into the calendar: club event 20:00 weekly cup=court",
            usage="club event TIME [TEXT]",
        ),
    ),
    club_cancel=Action(
        anywhere={"once": called(NC_("typed answer", "once"))},
        asks=Port.unplan_in_club,
        words=club_words.page,
        answer=_told,
        ssh=Ssh(
            "takes an evening out of the calendar, or only its next time", usage="club cancel NUMBER [once]"
        ),
    ),
    club_season=Shows(
        asks=Port.club_season,
        words=club_words.season_page,
        answer="season",
        ssh=Ssh("a season: the table of its evenings, who won them, honours", usage="club season [2026-Q4]"),
    ),
    club_export=Shows(
        run=_exported,
        say=lambda _, args, found: in_json(found) if args.form == "json" else Data(club_words.in_csv(found)),
        answer="club",
        ssh=Ssh("all of a club as JSON, its members as CSV", usage="club export [csv]"),
        api=None,
    ),
)
ACTIONS = declared(
    club=Action(
        run=_found,
        words=club_words.page,
        answer=_told,
        behind=PARTS,
        called_behind=NC_(
            "typed answer", "new|invite|join|leave|officer|remove|note|event|cancel|season|export"
        ),
        shows_alone=True,
        slash=Slash(
            "[NAME|new|invite|join|leave|officer|remove|note|event|cancel]",
            "clubs: your members, notes, ladder and deals; new NAME founds one",
        ),
        ssh=Ssh(usage="club [NAME]", is_present=False),
        tells=Port.club,
    ),
)
