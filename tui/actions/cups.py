"""Cups: some rounds of one game with one standing. What is typed behind `cup` is an action of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tui.actions.action import Action, Api, Page, Place, Slash, Ssh, Wrong
from tui.actions.context import CommandContext
from tui.actions.follows import Json
from tui.actions.new_games import day_words, time_word
from tui.boards import PLAYABLE
from tui.host.cups import CupDeed, CupInfo, CupPage, CupSeat, CupWish
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.texts import N_, NC_, NO_TEXT, Translatable
from tui.presenters.offers import clock_meant, game_meant
from tui.presenters.people import cup_words

MOST_WORDS = 10
Compared = tuple[tuple[int, tuple[CupSeat, ...]], ...]


class OfCup(Struct, frozen=True, kw_only=True):
    """A cup by its name; '': one's own, or the next one."""

    cup: str = ""


class CupOfSort(Struct, frozen=True, kw_only=True):
    """A cup but for its time."""

    game: str
    rounds: int | None = None
    options: Mapping[str, str] = {}
    league: bool = False
    equal: bool = False
    programs: bool = False
    clock: str = ""


class NewCup(CupOfSort, frozen=True, kw_only=True):
    """A cup to be opened; as `CupWish`."""

    starts: str
    club: str = ""
    against: str = ""


class Strike(Struct, frozen=True, kw_only=True):
    """A game of the last round, by its table's number, and why it is to count half for everybody."""

    cup: str
    table_number: int
    why: str


class Round(OfCup, frozen=True, kw_only=True):
    """A round of a cup; 0: the last one that is over."""

    round: int = 0


# Words


def _cup(_: Place, words: str) -> OfCup:
    if len(words.split()) > 1:
        raise Wrong
    return OfCup(cup=words.strip())


def _round(_: Place, words: str) -> Round:
    cup, *rest = words.split(maxsplit=1) or [""]
    number = "".join(rest).strip()
    if number and not number.isdecimal():
        raise Wrong
    return Round(cup=cup, round=int(number or 0))


def _struck(_: Place, words: str) -> Strike:
    match words.split(maxsplit=2):
        case [cup, table, why] if table.lstrip("t").isdecimal():
            return Strike(cup=cup, table_number=int(table.lstrip("t")), why=why)
    raise Wrong


def new_cup(place: Place, words: str) -> NewCup:
    """What was said of a new cup, in any order. Raises Wrong."""
    wish: dict[str, Any] = {"options": {}, "starts": ""}
    days = day_words(place.texts)
    for word in words.split():
        folded = word.casefold()
        option, equals, value = word.partition("=")
        if equals and option in {"club", "against"}:
            wish[option] = value
        elif equals and option == "rounds" and value.isdecimal():
            wish["rounds"] = int(value)
        elif equals:
            wish["options"][option] = value
        elif folded in {"league", "equal", "programs"}:
            wish[folded] = True
        elif when := time_word(days, folded):
            wish["starts"] = f"{wish['starts']} {when}".strip()
        elif meant := game_meant(place.texts, word):
            wish["game"] = meant
        elif folded[:1].isdecimal() or clock_meant(place.texts, folded):
            wish["clock"] = clock_meant(place.texts, folded) or folded
        else:
            raise Wrong(place.texts._("{word} isn't clear here: see /help cup", word=word))
    return NewCup(**{"game": place.game or next(iter(PLAYABLE)), **wish})


def _new(place: Place, words: str) -> NewCup:
    """A new cup with its time. Raises Wrong."""
    cup = new_cup(place, words)
    if not cup.starts:
        raise Wrong
    return cup


# What is asked, and what is said


def wish_of(args: CupOfSort, starts: str = "", club: str = "", against: str = "") -> CupWish:
    """Return a new cup as the host is asked for it."""
    return CupWish(
        game=args.game, starts=starts, rounds=args.rounds, options=args.options, club=club, against=against,
        league=args.league, equal=args.equal, programs=args.programs, clock=args.clock,
    )  # fmt: skip


async def _seat(port: Port, args: OfCup) -> str:
    """Return the id of the player's table. Raises Refused ("not-seated") if there is none."""
    if table := (await port.cup(args.cup)).cup.table:
        return table
    raise refused("not-seated")


def _shown(place: Place, _args: object, found: CupPage) -> Page:
    texts, port = place.texts, place.port
    return Page(cup_words.heading(texts, found.cup), cup_words.rows(texts, found, port.now(), port.zone))


def _compared(place: Place, _: Round, found: Compared) -> Page:
    return Page(place.texts._("Seats compared"), cup_words.compared(place.texts, found))


def _page(_place: Place, _args: object, found: CupPage) -> Json:
    return {"cup": found}


def _show(context: CommandContext, found: object) -> bool:
    if isinstance(found, CupPage):
        context.session.show_cup(found)
    return isinstance(found, CupPage)


def _deed(deed: CupDeed, usage: str, help_: Translatable, doc: str) -> Action[OfCup, CupPage]:
    return Action(
        name=f"cup_{deed}",
        args=OfCup,
        run=lambda port, args: port.change_cup(args.cup, deed),
        read=_cup,
        say=_shown,
        answer=_page,
        show=_show,
        ssh=Ssh(usage, help_, freely=1, is_present=True),
        api=Api(doc),
    )


PARTS: Sequence[Action[Any, Any]] = (
    Action(
        name="cup_open",
        args=NewCup,
        run=lambda port, args: port.open_cup(wish_of(args, args.starts, args.club, args.against)),
        read=_new,
        say=_shown,
        answer=_page,
        show=_show,
        ssh=Ssh(
            "cup open GAME TIME [WORDS]",
            N_("opens a cup: cup open court 20:00 rounds=4 club=NAME"),
            freely=MOST_WORDS,
            is_present=True,
        ),
        api=Api(
            "opens a `cup`: rated games of one `game` with one standing, that `starts` as tables do. An "
            "evening has `rounds` (4, of laurin 3) with a `clock` of a minute; a `league` has four games "
            "each at once with three days a turn. Members alone enter one of a `club`, where tables may have "
            "`equal` luck; one whose club plays `against` another one is a match of four with "
            "four. Programs play where `programs` is true. At most two of yours that have not begun "
            "(`cup-limit`)"
        ),
    ),
    _deed(
        "enter",
        "cup enter [CUP]",
        N_("takes part in a cup; cup leave [CUP] leaves it"),
        "takes part in a `cup`: before it begins, in an evening until round 2 is drawn. Public cups take "
        "accounts that are seven days old and have five counted games of 20 moves (`cup-new`)",
    ),
    _deed("leave", "", NO_TEXT, "leaves a `cup`: you are not seated again, missed rounds count nothing"),
    _deed(
        "start",
        "cup start [CUP]",
        N_("begins your cup now; cup end [CUP] ends it"),
        "begins a `cup` before its time; for who organises it",
    ),
    _deed("end", "", NO_TEXT, "ends a `cup` without a winner; for who organises it"),
    Action(
        name="cup_seat",
        args=OfCup,
        run=_seat,
        read=_cup,
        finds_table=True,
        ssh=Ssh("cup seat [CUP]", N_("how your table in a cup stands"), freely=1),
        api=Api("your `table` in a `cup` that is not over"),
    ),
    Action(
        name="cup_seats",
        args=Round,
        run=lambda port, args: port.cup_seats(args.cup, args.round),
        read=_round,
        say=_compared,
        answer=lambda _place, _args, found: {"seats": found},
        only_shows=True,
        ssh=Ssh(
            "cup seats CUP [ROUND]",
            N_("what was reached at the same seats with the same luck"),
            freely=2,
        ),
        api=Api(
            "what was reached at each of the `seats` of a round with equal luck (`round` 0: the last one "
            "that is over) by those who had it: `table`, `name`, `score`"
        ),
    ),
    Action(
        name="cup_strike",
        args=Strike,
        run=lambda port, args: port.strike_cup(args.cup, args.table_number, args.why),
        read=_struck,
        say=_shown,
        answer=_page,
        show=_show,
        ssh=Ssh(
            "cup strike CUP TABLE WHY",
            N_("has a game of your cup count half for everybody"),
            freely=40,
        ),
        api=Api(
            "has a game of a `cup`'s last round (`table_number`) count half for everybody, and says `why`; "
            "for who organises it and does not play there, and for moderators"
        ),
    ),
)
WORDS = (
    NC_("typed answer", "open"),
    NC_("typed answer", "enter"),
    NC_("typed answer", "leave"),
    NC_("typed answer", "start"),
    NC_("typed answer", "end"),
    NC_("typed answer", "seat"),
    NC_("typed answer", "seats"),
    NC_("typed answer", "strike"),
)
"""What is typed behind /cup for each of them."""
CUP = Slash(
    "cup",
    "[NAME|open GAME TIME|enter|leave|start|end|seat|seats|strike]",
    "cups: rounds of one game with one standing; /cup open court 20:00 rounds=4",
)


async def _found(port: Port, args: OfCup) -> CupPage | Sequence[CupInfo]:
    """Return a cup, or without a name the player's, or all where there are several."""
    if args.cup:
        return await port.cup(args.cup)
    cups = await port.cups()
    own = [one for one in cups if one.entered and one.state in {"open", "running"}]
    return await port.cup(own[0].id) if len(own) == 1 else cups


def _said(place: Place, args: OfCup, found: CupPage | Sequence[CupInfo]) -> str | Page:
    return _shown(place, args, found) if isinstance(found, CupPage) else _listed(place, found)


def _listed(place: Place, found: Sequence[CupInfo]) -> str | Page:
    texts, port = place.texts, place.port
    if not found:
        command = place.command("cup", CUP.word)
        return texts._("There is no cup: {command} open court 20:00 opens one.", command=command)
    return Page(texts._("Cups"), [cup_words.listed(texts, one, port.now(), port.zone) for one in found])


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="cup",
        args=OfCup,
        run=_found,
        say=_said,
        answer=lambda _place, _args, found: {"cup": found} if isinstance(found, CupPage) else {"cups": found},
        read=_cup,
        behind=tuple(zip(WORDS, PARTS, strict=True)),
        show=_show,
        slash=CUP,
        ssh=Ssh("cup [CUP]", N_("cups: rounds of one game with one standing"), freely=1),
        api=Api(
            "a `cup` with its standing (`rows`), `tables`, the two `sides` of a match, and the `trophies` of "
            "its games; without a name the one that you are in, or all `cups` of late. Scores "
            "are from 0 to 1 a game: (seats - place) / (seats - 1)"
        ),
    ),
    *PARTS,
)
