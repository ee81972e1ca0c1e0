"""Days on which a player's slow clocks stand still."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tui.actions.action import Action, Api, Place, Slash, Ssh, Wrong
from tui.host.pictures import TimeAway
from tui.host.setting_names import OFF
from tui.language.waiting import clock_words

DAYS = re.compile(r"([1-9][0-9]{0,2})d?", re.ASCII)


class Days(Struct, frozen=True, kw_only=True):
    """`away`: with `days`, the clocks of your games that allow for hours and days stand still for so many
    more days, `until` when (else null); `"off":true` ends that now, and gives whole days back that were not
    used; how many days are `left` this year, of 30. Not begun while a shorter clock of yours runs.
    """

    days: int = 0
    off: bool = False


def _days(_: Place, words: str) -> Days:
    word = words.strip().casefold()
    found = DAYS.fullmatch(word)
    if word == OFF:
        return Days(off=True)
    if word and not found:
        raise Wrong
    return Days(days=int(found[1]) if found else 0)


def _said(place: Place, _: Days, found: TimeAway) -> str:
    texts = place.texts
    left = texts.ngettext(
        "{number} day away is left this year.", "{number} days away are left this year.", found.left
    )
    if found.until is None:
        return left
    until = clock_words(texts, found.until, place.port.now(), place.port.zone)
    stand = texts._("Your clocks of hours and days stand still until {time}.", time=until)
    return f"{stand} {left}"


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="away",
        args=Days,
        run=lambda port, args: port.be_away(args.days, off=args.off),
        read=_days,
        say=_said,
        answer="away",
        slash=Slash(
            "away", "[7d|off]", "vacation: your clocks of hours and days stand still, 30 days a year"
        ),
        ssh=Ssh("away [7d|off]", freely=1),
        api=Api(),
    ),
)
