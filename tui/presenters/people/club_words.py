"""Clubs in words: a player's, and one as its members and others are shown it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from types import MappingProxyType

from tui.host.clubs import ClubMember, ClubPage, ClubRepeats, ClubRole, Clubs, ClubSeason
from tui.language.rating_words import rating_word
from tui.language.spelling import shown
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.language.waiting import clock_words
from tui.language.wording import hundredths
from tui.presenters.offers import short_title
from tui.presenters.people import dates, trophy_words
from tui.presenters.reader import Page, Reader

Row = tuple[str, str]
BEST = 5
"""Members that a ladder lists where there is little room."""
ROLES: Mapping[ClubRole, Translatable] = MappingProxyType(
    {"member": N_("member"), "officer": N_("officer"), "founder": N_("founder")}
)
YOURS: Mapping[ClubRole, Translatable] = MappingProxyType(
    {"member": N_("you are a member"), "officer": N_("you are an officer"), "founder": N_("you founded it")}
)


REPEATS: Mapping[ClubRepeats, Translatable] = MappingProxyType(
    {
        "week": NC_("typed answer", "weekly"),
        "fortnight": NC_("typed answer", "fortnightly"),
        "month": NC_("typed answer", "monthly"),
        "quarter": NC_("typed answer", "quarterly"),
    }
)
"""How often an entry of a calendar comes, as it is shown and typed."""


def own(texts: Texts, found: Clubs) -> list[Row]:
    """Returns a row for each club of a player, and for each that they may join."""
    rows = [(one.name, f"{_number(texts, one.members)}, {texts.of(YOURS[one.role])}") for one in found.clubs]
    return rows + [
        (one.club, texts._("you are invited until {date}", date=dates.date(one.until)))
        for one in found.invitations
    ]


def heading(texts: Texts, club: ClubPage) -> str:
    """Returns what a club is called, and what `about` says."""
    return ", ".join([texts._("Club {club}", club=club.name), about(texts, club)])


def about(texts: Texts, club: ClubPage) -> str:
    """Returns how many members a club has, and what the player is there."""
    return ", ".join([_number(texts, club.members), *([texts.of(YOURS[club.role])] if club.role else [])])


def rows(texts: Texts, club: ClubPage, now: float, zone: str) -> list[Row]:
    """Returns a club as its members see it; to others, since when there is one."""
    if not club.role:
        return [(texts._("founded"), dates.date(club.founded))]
    parts = (
        calendar(texts, club, now, zone),
        notes(texts, club),
        deals(texts, club),
        _ratings(texts, club),
        honours(texts, club),
    )
    return [*(row for part in parts for row in part), *people(texts, club)]


def _number(texts: Texts, members: int) -> str:
    return texts.ngettext("{number} member", "{number} members", members)


def calendar(texts: Texts, club: ClubPage, now: float, zone: str) -> Iterator[Row]:
    """Yields the entries of a club's calendar, each as it comes next."""
    for one in club.calendar:
        said = [f"{one.number}. {one.text}".rstrip(" .")]
        if one.cup:
            said += [one.cup, texts.ngettext("{number} entered", "{number} entered", one.entrants)]
            said += [texts._("you too")] if one.entered else []
        elif one.game:
            said.append(texts._("cup, {game}", game=short_title(texts, one.game)))
        said += [shown(texts.of(REPEATS[one.every]))] if one.every else []
        yield clock_words(texts, one.starts, now, zone), ", ".join(said)


def notes(texts: Texts, club: ClubPage) -> Iterator[Row]:
    """Yields the notes of a club, the newest first."""
    for note in club.notes:
        author = note.author or texts._("a former member")
        yield dates.date(note.at), f"{author}: {note.text}"


def deals(texts: Texts, club: ClubPage) -> Iterator[Row]:
    """Yields the deals of the day among the members of a club."""
    for deal in club.deals:
        said = texts._("{number} of {members} have played", number=deal.played, members=club.members)
        best = ", ".join(f"{row.name} {row.place}." for row in deal.rows[:BEST] if row.place)
        what = texts._("Deal of the day: {game}", game=short_title(texts, deal.game))
        yield what, f"{said}: {best}" if best else said


def _ratings(texts: Texts, club: ClubPage) -> Iterator[Row]:
    for game, rated in groupby(club.ratings, key=lambda one: one.game):
        best = ", ".join(f"{one.name} {rating_word(one.rating)}" for one in list(rated)[:BEST])
        yield texts._("Ladder: {game}", game=short_title(texts, game)), best


def ladder(texts: Texts, club: ClubPage) -> Iterator[Row]:
    """Yields the ladders of a club, a row for each member."""
    for game, rated in groupby(club.ratings, key=lambda one: one.game):
        for place, one in enumerate(rated, 1):
            what = short_title(texts, game) if place == 1 else ""
            yield what, f"{place}. {one.name} {rating_word(one.rating)}"


def honours(texts: Texts, club: ClubPage) -> Iterator[Row]:
    """Yields which trophies games have given a club this season."""
    for one in club.honours:
        yield f"{club.season}: {trophy_words.name(texts, one.trophy)}", trophy_words.honour(texts, one)


def season(texts: Texts, found: ClubSeason) -> list[Row]:
    """Returns a season of a club: its table, its evenings and what games have given."""
    former = texts._("a former member")
    rows = [
        (
            f"{one.place}. {one.name or former}",
            ", ".join(
                [
                    hundredths(texts, one.score),
                    texts.ngettext("{number} evening", "{number} evenings", one.evenings),
                    *([texts._("you")] if one.you else []),
                ]
            ),
        )
        for one in found.rows
    ]
    for one in found.evenings:
        winners = ", ".join(name or former for name in one.winners)
        said = texts._("{game}, won by {winners}", game=short_title(texts, one.game), winners=winners)
        rows.append((f"{dates.date(one.ended)} {one.cup}", said))
    rows += [(trophy_words.name(texts, one.trophy), trophy_words.honour(texts, one)) for one in found.honours]
    return rows or [(found.season, texts._("Nothing yet."))]


def people(texts: Texts, club: ClubPage) -> Iterator[Row]:
    """Yields the members of a club."""
    for one in club.people:
        yield one.name, ", ".join(_about(texts, one))


def _about(texts: Texts, one: ClubMember) -> list[str]:
    here = [texts._("here")] if one.here and not one.you else []
    you = [texts._("you")] if one.you else []
    return [texts.of(ROLES[one.role]), texts._("since {date}", date=dates.date(one.since)), *you, *here]


def page(reader: Reader, found: Clubs | ClubPage) -> str | Page:
    """Returns a club, or all of a player."""
    texts, port = reader.texts, reader.port
    if isinstance(found, ClubPage):
        first = [(found.name, about(texts, found))] if reader.in_terminal else []
        return Page(heading(texts, found), [*first, *rows(texts, found, port.now(), port.zone)])
    if listed := own(texts, found):
        return Page(texts._("Your clubs"), listed)
    command = reader.command("club")
    return texts._("You are in no club: {command} new NAME founds one.", command=command)


def season_page(reader: Reader, found: ClubSeason) -> Page:
    heading = reader.texts._("{club}, {season}", club=found.club, season=found.season)
    return Page(heading, season(reader.texts, found))


def in_csv(found: ClubPage) -> str:
    """Returns the members of a club with their ratings, as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    games = list(dict.fromkeys(one.game for one in found.ratings))
    rated = {(one.name, one.game): one.rating.points for one in found.ratings}
    table.writerow(["name", "role", "since", *games])
    for one in found.people:
        since = datetime.fromtimestamp(one.since, UTC).isoformat(timespec="seconds")
        table.writerow([one.name, one.role, since, *(rated.get((one.name, game), "") for game in games)])
    return out.getvalue().rstrip("\n")
