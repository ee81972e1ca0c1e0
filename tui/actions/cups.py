"""Cups: some rounds of one game with one standing. What is typed behind `cup` is an action of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tui.actions import typed_words as typed
from tui.actions.action import Action, Place, Shows, Slash, Ssh, declared
from tui.boards import PLAYABLE
from tui.host.cups import CupDeed, CupInfo, CupPage
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.texts import N_, NC_, Texts
from tui.presenters.people import cup_words

ROUNDS = re.compile(r"rounds=([0-9]{1,9})?.*")


def new_cup(place: Place, words: str) -> Mapping[str, object]:
    """Return what was said of a new cup, in any order. Raises Wrong."""
    unclear = N_(
        "{word} isn't clear here: a start (20:00), rounds=4, club=NAME or a clock may follow: live, evening,"
        " correspondence, 1m"
    )
    wish = typed.sort_words(
        place.texts,
        words,
        "club against programs starts game clock options",
        unclear,
        rounds=lambda _, word: int(said[1] or 0) if (said := ROUNDS.fullmatch(word)) else None,
        league=typed.called(NC_("typed answer", "league")),
        equal=typed.called(NC_("typed answer", "equal")),
    )
    return {"game": place.game or next(iter(PLAYABLE)), **wish}


async def _seat(port: Port, cup: str = "") -> str:
    """Your `table` in a `cup` that is not over."""
    found = (await port.cup(cup)).cup
    if found.table:
        return found.table
    raise refused("not-seated" if found.entered else "not-entered")


def _table_number(texts: Texts, word: str) -> int | None:
    return typed.a_number(texts, word.lstrip("t"))


def _deed(deed: CupDeed, ssh: Ssh, doc: str) -> Action[Any, CupPage]:
    async def change(port: Port, cup: str = "") -> CupPage:
        return await port.change_cup(cup, deed)

    return Action(run=change, words=cup_words.page, answer="cup", ssh=ssh, api=doc)


PARTS = declared(
    cup_open=Action(
        asks=Port.open_cup,
        read=new_cup,
        words=cup_words.page,
        answer="cup",
        ssh=Ssh("opens a cup: cup open court 20:00 rounds=4 club=NAME", usage="cup open GAME TIME [WORDS]"),
    ),
    cup_enter=_deed(
        "enter",
        Ssh("takes part in a cup; cup leave [CUP] leaves it"),
        "takes part in a `cup`: before it begins, in an evening until round 2 is drawn. Public cups take "
        "accounts that are seven days old and have five counted games of 20 moves (`cup-new`), "
        "ten of them from one address (`cup-address`)",
    ),
    cup_leave=_deed(
        "leave", Ssh(usage=""), "leaves a `cup`: you are not seated again, missed rounds count nothing"
    ),
    cup_start=_deed(
        "start",
        Ssh("begins your cup now; cup end [CUP] ends it"),
        "begins a `cup` before its time; for who organises it",
    ),
    cup_end=_deed(
        "end",
        Ssh(usage=""),
        "ends a `cup` without a winner, and the games of others in it without a result; for who organises it",
    ),
    cup_seat=Action(
        run=_seat,
        ssh=Ssh("how your table in a cup stands", is_present=False),
    ),
    cup_seats=Shows(
        asks=Port.cup_seats,
        optional=("cup", "round"),
        words=cup_words.compared_page,
        answer="seats",
        ssh=Ssh("what was reached at the same seats with the same luck", usage="cup seats CUP [ROUND]"),
    ),
    cup_strike=Action(
        asks=Port.strike_cup,
        read=typed.in_order({"cup": typed.a_word, "table_number": _table_number}, "why"),
        words=cup_words.page,
        answer="cup",
        ssh=Ssh("has a game of your cup count half for everybody", usage="cup strike CUP TABLE WHY"),
    ),
)


async def _found(port: Port, cup: str = "") -> CupPage | Sequence[CupInfo]:
    """A `cup` with its standing (`rows`), `tables`, the two `sides` of a match, and the `trophies` of its
    games; without a name the one that you are in, or all `cups` of late. Scores are from 0 to 1 a game:
    (seats - place) / (seats - 1).
    """
    if cup:
        return await port.cup(cup)
    cups = await port.cups()
    own = [one for one in cups if one.entered and one.state in {"open", "running"}]
    return await port.cup(own[0].id) if len(own) == 1 else cups


ACTIONS = declared(
    cup=Action(
        run=_found,
        words=cup_words.page,
        answer=lambda _place, _args, found: {"cup": found} if isinstance(found, CupPage) else {"cups": found},
        behind=PARTS,
        called_behind=NC_("typed answer", "open|enter|leave|start|end|seat|seats|strike"),
        shows_alone=True,
        slash=Slash(
            "[NAME|open GAME TIME|enter|leave|start|end|seat|seats|strike]",
            "cups: rounds of one game with one standing; /cup open court 20:00 rounds=4",
        ),
        ssh=Ssh(usage="cup [CUP]", is_present=False),
    ),
)
