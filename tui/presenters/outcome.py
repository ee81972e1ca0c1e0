"""Sentences for a table without a running game: what it waits for, or how it ended, why, and by what."""

from __future__ import annotations

from rich.cells import cell_len

from engine.analysis.rounds import Turning
from engine.ending import CONCEDED
from engine.game import Standing
from tui.boards.kit.board import Board, Names, with_you
from tui.host.deals import DealResults
from tui.host.history import Rung
from tui.host.port import TableInfo, TableSnapshot
from tui.host.refusals import wrong_stage
from tui.language import elapsed
from tui.language.rating_words import change_words
from tui.language.refusals import refusal_text
from tui.language.texts import N_, Texts, Translatable, texts_in
from tui.language.waiting import search_words, start_words
from tui.language.wording import decimal, listed
from tui.presenters.describe_event import describe_event, sentence, yours
from tui.presenters.share import day_of, rank_words

_PLACES: tuple[Translatable, ...] = (
    N_("You came second of {number}."),
    N_("You came third of {number}."),
    N_("You came fourth of {number}."),
    N_("You came fifth of {number}."),
)
"""From the second place on."""


PROMPT = 78
"""Cells of a prompt."""


def what_is_missing(texts: Texts, info: TableInfo, now: float) -> str:
    """Returns what a table waits for before its game, as a sentence for this player."""
    if info.stage in {"frozen", "damaged"}:
        return _why_it_stands(texts, info)
    if info.stage == "over":
        return texts._("This table is closed.")
    if said := search_words(texts, info, now):
        return said
    free = sum(seat.held_by == "nobody" for seat in info.seats)
    if (said := start_words(texts, info, now)) and (free or not info.may_start):
        return texts._("{table} {begins}.", table=info.name, begins=said)
    if free:
        return texts.ngettext("{number} seat is still free.", "{number} seats are still free.", free)
    if info.may_start:
        return texts._("All seats are taken: you can start.")
    return texts._("All seats are taken: waiting for the owner to start.")


def _why_it_stands(texts: Texts, info: TableInfo) -> str:
    """Why a table cannot go on; its owner is told how to be rid of it."""
    if not info.yours:
        return refusal_text(texts, wrong_stage(info.stage))
    abandon = "/" + texts.pgettext("typed command", "abandon")
    if info.stage == "frozen":
        return texts._("The rules of this game are no longer here: {abandon} ends it.", abandon=abandon)
    return texts._("What the host stored of this game is damaged: {abandon} ends it.", abandon=abandon)


def how_it_ended(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    """Returns who won, in a sentence, or why nobody did."""
    if snapshot.info.ending == "lesson":
        return texts._("The lesson is over. Now play for real!")
    if "lesson" in snapshot.info.options:
        return texts._("You ended the lesson. It can be begun anew at any time.")
    first = [standing.seat for standing in snapshot.standings if standing.place == 1]
    if not first:
        if snapshot.info.ending == "expired":
            return texts._("Nobody came back to this game: it was closed without a result.")
        if snapshot.info.ending == "closed" and "cup" in snapshot.info.options:
            return texts._("Who organises the cup has ended this game without a result.")
        if snapshot.info.ending == "closed":
            return texts._("The host ended this game without a result.")
        if snapshot.seat and sum(seat.held_by == "player" for seat in snapshot.info.seats) == 1:
            return texts._("You ended this game without a result.")
        return texts._("The game ended without a result: everyone agreed.")
    if first == [snapshot.seat]:
        return texts._("You have won!")
    found = listed(texts, map(names, first))
    return texts.ngettext("{names} has won.", "{names} have won.", len(first), names=found)


def your_place(texts: Texts, snapshot: TableSnapshot) -> str:
    """Returns the player's own place in words; '' if they have none, or if they are the winner."""
    seat = snapshot.seat or snapshot.info.given_up
    places = {standing.seat: standing.place for standing in snapshot.standings}
    if seat not in places or snapshot.info.seats[seat - 1].name == "":
        return ""
    place, winners = places[seat], sum(place == 1 for place in places.values())
    if place == 1 and winners == 1:
        return ""
    if place == 1:
        return texts._("You share first place.")
    if place - 2 >= len(_PLACES):
        return texts._("Your place: {place} of {number}.", place=place, number=len(places))
    return texts.of(_PLACES[place - 2], number=len(places))


def why(texts: Texts, board: Board, snapshot: TableSnapshot, names: Names) -> str:
    """Returns why the first seats are first, in a sentence; '' if the host does not say."""
    verdict, you = snapshot.verdict, snapshot.seat or snapshot.info.given_up
    if verdict is None:
        return ""
    if verdict.code == CONCEDED:
        found = listed(texts, map(with_you(texts, names, you), verdict.seats))
        late = all(snapshot.info.seats[seat - 1].timed_out is True for seat in verdict.seats)
        if verdict.seats == (you,):
            return texts._("You ran out of time.") if late else texts._("You conceded.")
        if late:
            return texts.ngettext(
                "{names} ran out of time.", "{names} ran out of time.", len(verdict.seats), names=found
            )
        return texts.ngettext("{names} conceded.", "{names} conceded.", len(verdict.seats), names=found)
    return board.verdict(texts, names, snapshot.standings, verdict, you)


def how_short(texts: Texts, board: Board, snapshot: TableSnapshot) -> str:
    """Returns the own result and how much was missing, in a sentence; '' for winners and spectators."""
    verdict, seat = snapshot.verdict, snapshot.seat or snapshot.info.given_up
    own = next((one for one in snapshot.standings if one.seat == seat), None)
    if own is None or own.place == 1 or verdict is None or verdict.code == CONCEDED:
        return ""
    missing = board.shortfall(snapshot.view, own, snapshot.standings[0].score)
    if missing <= 0:
        return ""
    had = board.points(texts, own.score)
    return texts.ngettext(
        "You have {result}: {number} short.", "You have {result}: {number} short.", missing, result=had
    )


def score(texts: Texts, board: Board, snapshot: TableSnapshot, standing: Standing) -> str:
    """Returns a seat's result in words, whether its player conceded or left, and its change of rating."""
    said = board.score(texts, snapshot.view, standing)
    seat = snapshot.info.seats[standing.seat - 1]
    if seat.timed_out is True:
        said += " " + texts._("(ran out of time)")
    elif seat.conceded:
        said += " " + texts._("(conceded)")
    everybody = (snapshot.info.seats[one.seat - 1].left is True for one in snapshot.standings)
    if seat.left is True and not all(everybody):  # else they are placed by what was on the table
        said += " " + texts._("(stopped playing, so last)")
    rating = change_words(texts, snapshot.ratings, standing.seat)
    return f"{said}, {rating}" if rating else said


def shown_seat(snapshot: TableSnapshot) -> int:
    """Returns the seat whose game is told: the player's own or, for spectators, the winner's."""
    return snapshot.seat or snapshot.info.given_up or snapshot.standings[0].seat


def triumph(texts: Texts, board: Board, snapshot: TableSnapshot, names: Names) -> str:
    """Returns what the winner has won, in a sentence; else who won."""
    first = [standing.seat for standing in snapshot.standings if standing.place == 1]
    why = snapshot.verdict
    if len(first) != 1 or why is None or why.code == CONCEDED:
        return how_it_ended(texts, snapshot, names)
    winner = "" if first == [snapshot.seat] else names(first[0])
    return board.triumph(texts, winner, why) or how_it_ended(texts, snapshot, names)


def decided(texts: Texts, board: Board, snapshot: TableSnapshot, names: Names) -> list[tuple[int, str]]:
    """Returns the rounds that decided the game for the shown seat, and what happened in them; without a
    curve, what the host tells of the game.
    """
    you = snapshot.seat or snapshot.info.given_up
    if snapshot.curve and snapshot.curve.chances:
        turnings = snapshot.curve.decided(shown_seat(snapshot))
        return [(one.round, _turning(texts, board, names, you, one)) for one in turnings]
    if board.moment is None:
        return []
    return [(one.round, board.moment(texts, names, one, you)) for one in snapshot.moments]


def _turning(texts: Texts, board: Board, names: Names, you: int | None, one: Turning) -> str:
    if one.moment and board.moment:
        return board.moment(texts, names, one.moment, you)
    # the longest says most of what it did to whom, in each language the same
    matters = [event for event in one.events if not isinstance(event, board.speech.minor)] or one.events
    told = [
        (event, found, describe_event(texts_in(), board, names, event))
        for event in matters
        if (found := describe_event(texts, board, names, event))
    ]
    acted = [one for one in told if one[1].seat is not None] or told
    own = [one for one in acted if one[1].seat == acted[0][1].seat]
    if not own:
        return ""
    event, said, _ = max(own, key=lambda one: len(one[2].text if one[2] else ""))
    own_words = yours(texts, board, names, event, you) if you else ""
    deed, brings = own_words or said.text, board.brings(texts, event)
    if brings:
        deed = texts._("{deed}: {brings}", deed=deed, brings=brings)
    return f"{deed}." if own_words else sentence(names, said._replace(text=deed))


def what_next(texts: Texts, snapshot: TableSnapshot, names: Names, rung: Rung | None) -> str:
    """Returns whom a key plays against at once: bots alone, or of the ladder the next `rung`; '' if there is
    nobody to play or wait for.
    """
    own = snapshot.seat or snapshot.info.given_up
    others = [seat for seat in range(1, len(snapshot.info.seats) + 1) if seat != own]
    bots = all(snapshot.info.seats[seat - 1].held_by == "bot" for seat in others)
    if own is None or not snapshot.standings or not bots or day_of(snapshot.info.options.get("deal", "")):
        return ""
    met = (rung.name, rung.beside) if rung else map(names, others)
    return texts._("{key} plays against {names} at once.", key="r", names=listed(texts, met))


def deal_result(texts: Texts, results: DealResults, now: float) -> str:
    """Returns the own rank at a deal of the day so far, par, and when the next deal opens."""
    said = [rank_words(texts, results)]
    if said[0]:
        said[0] = texts._("{rank} so far.", rank=said[0])
    if results.steward_place is not None:
        par = decimal(texts, results.steward_place).rstrip("0").rstrip(".,")
        said.append(texts._("Par, a strong bot's average: place {place}.", place=par))
    if results.closes is not None and results.closes > now:
        time = elapsed.ahead_in_words(texts, results.closes - now)
        said.append(texts._("The next deal opens in {time}.", time=time))
    return " ".join(filter(None, said))


def after_the_end(texts: Texts, snapshot: TableSnapshot, names: Names, rung: Rung | None = None) -> str:
    """Returns how it ended and what a key plays then, or who wants to play again."""
    again = next((proposal for proposal in snapshot.info.proposals if proposal.kind == "rematch"), None)
    if again is None:
        said = [how_it_ended(texts, snapshot, names), what_next(texts, snapshot, names, rung)]
        both = " ".join(filter(None, said))
        return both if cell_len(both) <= PROMPT else said[0]
    wanted = listed(texts, map(names, again.seats))
    return texts.ngettext(
        "{names} wants to play again.", "{names} want to play again.", len(again.seats), names=wanted
    )
