"""What protects players: reports and their queue, letters and answers, the rules of conduct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tui.actions.action import Action, Either, Nothing, Place, Shows, Slash, Ssh, declared
from tui.actions.answers import Json
from tui.actions.context import CommandContext, request
from tui.actions.typed_words import a_word, in_order, one_of
from tui.host.moderation import REPORTABLE, TIMED, Conduct, Letter, ReportedCase, minutes_of
from tui.host.port import Port
from tui.host.refusals import REPORTS, refused
from tui.language import moderation_words as words_of
from tui.language.texts import N_
from tui.presenters.people import conduct_words


def _meant(place: Place, args: Any) -> Any:
    """The first word of why may be what it is about. It is told with the talk that one reads there."""
    about = one_of({kind: words_of.KINDS[kind] for kind in REPORTABLE})
    kinds = {"kind": lambda texts, word: about(texts, word.rstrip(":"))} if " " in args.why.strip() else {}
    return replace(args, **in_order(kinds, "why")(place, args.why), table=args.table or place.chat)


async def _accept(place: Place, version: str = "") -> None:
    """Accepts the rules of conduct of a `version`, or as they are; `accepted` is false if they are others by
    now.
    """
    now = (await place.port.conduct(place.texts.language)).version
    if version in {"", now}:
        await place.port.accept_conduct(now)


def _conduct_answer(place: Place, _: Nothing, found: Conduct) -> Json:
    lines = found.lines or words_of.conduct(place.texts)
    return {"conduct": lines, "version": found.version, **_accepted(place, None, None)}


def _accepted(place: Place, _args: object, _found: object) -> Json:
    return {"accepted": not place.port.waiting().conduct}


_verdict = one_of(words_of.VERDICTS)
_judged = in_order(
    {
        "report": a_word,
        "verdict": _verdict,
        "minutes": lambda _, word: minutes_of(word.casefold()),
    },
    "reason",
)


def _typed(place: Place, words: str) -> Mapping[str, object]:
    found = _judged(place, words)
    # nobody is told "3d" as the reason of a warning
    return found if found.get("verdict") in TIMED else {**found, "minutes": None}


async def _reports(port: Port, report: str = "") -> Sequence[ReportedCase] | ReportedCase:
    """With the beginning of an id, that `report` alone."""
    found = await port.reports()
    if not report:
        return found
    for one in found:
        if one.id.startswith(report.upper()):
            return one
    raise refused("no-report", report=report[:20])


class WaitingNews:
    """What one session was told of what waits for its player."""

    _reports = 0
    _asked = False

    def look(self, context: CommandContext) -> None:
        """Shows an unread letter, asks newcomers about the rules of conduct, tells moderators of reports."""
        session = context.session
        waiting = session.port.waiting()
        if waiting.letter:
            request(context, session.port.letters(), lambda found: _tell(context, found))
        elif waiting.conduct and not self._asked:
            self._asked = True
            work = session.port.conduct(session.texts.language)
            request(context, work, lambda found: _ask(context, found))
        if waiting.reports > self._reports:
            context.say(words_of.waits(session.texts, waiting.reports))
        self._reports = waiting.reports


def _tell(context: CommandContext, found: Sequence[Letter]) -> None:
    texts = context.session.texts
    if found:
        context.show(texts._("A letter to you"), list(words_of.letter_lines(texts, found[-1])))


def _ask(context: CommandContext, found: Conduct) -> None:
    """Shows the rules, and asks whether they are accepted; guests only read of them."""
    session, texts = context.session, context.session.texts
    if session.port.account().guest:
        context.say(texts._("This host has rules of conduct: /conduct shows them."))
        return
    context.ask(
        texts._("Do you accept the rules of conduct?"),
        lambda: request(context, session.port.accept_conduct(found.version)),
    )
    context.show(texts._("Rules of conduct"), conduct_words.conduct_rows(texts, found))


ACCEPTING: Action[Any, None] = Action(
    at=_accept,
    say=N_("You have accepted the rules of conduct."),
    answer=_accepted,
    anywhere={"version": lambda *_: None},  # which nobody types
)
JUDGE: Action[Any, Any] = Action(
    asks=Port.judge,
    read=_typed,
    say=lambda place, args, found: words_of.decided(
        place.texts, found.name, args.verdict, stands=found.stands
    ),
    answer=lambda _place, _args, found: {"name": found.name, "stands": found.stands},
)
ACTIONS = declared(
    report=Action(
        asks=Port.report,
        say=N_("Thank you. The moderators will read it, with what was said here last."),
        meant=_meant,
        limit=REPORTS,
        slash=Slash(
            "NAME [program|cheating|name] WHY",
            "tell the moderators about somebody, with the last lines of chat here",
        ),
        ssh=Ssh("tells the moderators about somebody; --table TABLE", options=("table",), is_present=False),
    ),
    letters=Shows(
        asks=Port.letters,
        words=conduct_words.letters,
        none=N_("There are no letters to you."),
        slash=Slash("", "what the moderators and the host have written to you"),
        ssh=Ssh(for_banned=True),
    ),
    answer=Action(
        asks=Port.answer_letter,
        say=N_("The moderators will read your answer."),
        limit=REPORTS,
        slash=Slash("TEXT", "answer the moderators' last decision about you, once"),
        ssh=Ssh(for_banned=True, is_present=False),
    ),
    conduct=Shows(
        at=lambda place: place.port.conduct(place.texts.language),
        words=conduct_words.conduct,
        answer=_conduct_answer,
        behind=(ACCEPTING,),
        slash=Slash("[accept]", "the rules of conduct of this host"),
        ssh=Ssh(for_banned=True, for_guests=True, for_everybody=True),
        api="the rules of `conduct`, by lines, their `version`, and whether you have `accepted` them",
    ),
    accept_conduct=ACCEPTING,
    queue=Action(
        run=_reports,
        words=conduct_words.reports,
        none=N_("No report waits."),
        answer=lambda _place, _args, found: {
            "reports": [found] if isinstance(found, ReportedCase) else found
        },
        several=JUDGE,
        shows_alone=True,
        slash=Slash(
            "[SIGN] [warn|mute|ban|dismiss|lift] [7d] [REASON]",
            "for moderators: the reports that wait, one of them, and deciding it",
            for_moderators=True,
        ),
        ssh=Ssh(is_present=False),
        also="reports",
        tells=Port.reports,
    ),
    void=Action(
        asks=Port.void,
        say=Either(
            "void",
            N_("The game of {found} changes no ratings any more."),
            N_("The game of {found} changes ratings again."),
        ),
        answer=lambda _place, args, table: {"name": table, "void": args.void},
        read=in_order({"table": a_word, "void": one_of({False: words_of.VERDICTS["lift"]})}, "reason"),
        slash=Slash(
            "TABLE [lift] REASON",
            "for moderators: an ended game changes no ratings any more",
            for_moderators=True,
        ),
        ssh=Ssh(is_present=False),
    ),
    judge=JUDGE,
)
