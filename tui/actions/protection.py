"""What protects players: reporting somebody, the letters of the moderators and the host, answering them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tui.actions.action import Action, Api, Nothing, Page, Place, Slash, Ssh
from tui.host.limited import REPORTS
from tui.host.moderation import REPORTABLE, Letter, Reportable
from tui.language import moderation_words
from tui.language.spelling import spellings
from tui.language.texts import Texts


class Report(Struct, frozen=True, kw_only=True):
    """Tells the moderators of a player, with the last lines of chat that you could read at a table, or
    without one in the lobby, and the last messages between the two of you. The table may have ended (by its
    id, or of your own games its name); `kind` is `conduct`, `cheating`, `program` or `name`.
    """

    name: str
    why: str
    kind: Reportable = "conduct"
    table: str | None = None


class LetterAnswer(Struct, frozen=True, kw_only=True):
    """Answers the last decision about you, once."""

    text: str


def _meant(place: Place, args: Report) -> Report:
    """The first word of why may be what it is about. It is told with the talk that one reads there."""
    kind, why = _split(place.texts, args.why)
    return replace(args, kind=kind, why=why, table=args.table or place.chat)


def _split(texts: Texts, words: str) -> tuple[Reportable, str]:
    """Return what a report is about, and why; a single word is the reason."""
    first, _, why = words.partition(" ")
    for kind in REPORTABLE:
        known = {kind, *spellings(texts.of(moderation_words.KINDS[kind]))}
        if why and first.casefold().rstrip(":") in known:
            return kind, why.strip()
    return "conduct", words.strip()


def _letters(place: Place, _: Nothing, found: Sequence[Letter]) -> str | Page:
    texts = place.texts
    if not found:
        return texts._("There are no letters to you.")
    rows = [line for one in found for line in moderation_words.letter_lines(texts, one)]
    return Page(texts._("Letters"), rows, between=": ")


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="report",
        args=Report,
        run=lambda port, args: port.report(args.name, args.kind, args.why, args.table),
        say=lambda place, _args, _: place.texts._(
            "Thank you. The moderators will read it, with what was said here last."
        ),
        meant=_meant,
        limit=REPORTS,
        slash=Slash(
            "report",
            "NAME [program|cheating|name] WHY",
            "tell the moderators about somebody, with the last lines of chat here",
        ),
        ssh=Ssh("report NAME WHY", "tells the moderators about somebody; --table TABLE", options=("table",)),
        api=Api(),
    ),
    Action(
        name="letters",
        run=lambda port, _: port.letters(),
        say=_letters,
        answer="letters",
        only_shows=True,
        slash=Slash("letters", "", "what the moderators and the host have written to you"),
        ssh=Ssh("letters", "what the moderators wrote to you", for_banned=True),
        api=Api(
            "the `letters` that the moderators and the host wrote to you, oldest first: `kind` (`warn`, "
            "`mute`, `ban`, `lifted`, `stands`, `recovered`, `key-added`, `key-dropped`, `renamed`, and of "
            "your own reports `acted` and `left`), `time`, `reason`, `until`, whether it was `lifted`, your "
            "`answer`, and whether you `can_answer`. They count as read from then on"
        ),
    ),
    Action(
        name="answer",
        args=LetterAnswer,
        run=lambda port, args: port.answer_letter(args.text),
        say=lambda place, _args, _: place.texts._("The moderators will read your answer."),
        limit=REPORTS,
        slash=Slash("answer", "TEXT", "answer the moderators' last decision about you, once"),
        ssh=Ssh("answer TEXT", "your answer to their last decision about you", for_banned=True),
        api=Api(),
    ),
)
