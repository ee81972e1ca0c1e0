"""What a host has for a player today: deals, next opponents, what has just ended; and the player's week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from tui.actions.action import Action, Api, Page, Slash, Ssh
from tui.presenters.week import day_rows, week_rows

ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="today",
        run=lambda port, _: port.today(),
        say=lambda place, _, found: Page(
            place.texts._("Today"), day_rows(place.texts, found, place.port.now(), place.port.zone)
        ),
        answer=lambda _place, _args, found: {"today": to_builtins(found)},
        only_shows=True,
        slash=Slash("today", "", "the deals of the day, your next opponents, and what has just ended"),
        ssh=Ssh("today", for_guests=True),
        api=Api(
            "what there is `today`: the `deals` of the day, each with the `deal` as `daily` tells it and "
            "your `rank` of `ranked` and `points`; the `ladders` as `opponents` tells them; the games that "
            "have just `ended` as `history` does; whether you `may_play` deals; the `cup` that is near, as "
            "`cup` lists it"
        ),
    ),
    Action(
        name="week",
        run=lambda port, _: port.week(),
        say=lambda place, _, found: Page(place.texts._("Seven days"), week_rows(place.texts, found)),
        answer=lambda _place, _args, found: {"week": to_builtins(found)},
        only_shows=True,
        slash=Slash("week", "", "your games of seven days, and everybody's"),
        ssh=Ssh("week", for_guests=True),
        api=Api(
            "your last seven days: your `games` by kind, each with how many you have `played` and `won` and "
            "the `best` points; how many you have won in a row (`streak`), and the `longest` such row; how "
            "many public games of everybody `ended` in each quarter of a day, oldest first"
        ),
    ),
)
