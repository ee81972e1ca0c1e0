"""`/queue`: the reports that wait for moderators, one of them, and deciding it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tui.actions.context import CommandContext, request
from tui.commands import catalogue
from tui.host.moderation import ReportedCase, Verdict
from tui.host.refusals import refused
from tui.language import moderation_words as words_of
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts

SPAN = re.compile(r"(\d{1,5})([mhdw])")
MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
TIMED: frozenset[Verdict] = frozenset({"mute", "ban"})


def queue(context: CommandContext, words: str) -> None:
    """Lists the open reports; with one's sign shows it; with a verdict and a reason decides it."""
    port, texts = context.session.port, context.session.texts
    sign, _, rest = words.partition(" ")
    if not rest:
        request(context, port.reports(), lambda found: _show(context, found, sign))
        return
    verdict, minutes, reason = parse(texts, rest)
    if verdict is None or not reason:
        context.notice(catalogue.form(texts, catalogue.COMMANDS["queue"]))
        return
    request(
        context,
        port.judge(sign, verdict, reason, minutes),
        lambda name: context.say(words_of.decided(texts, name, verdict)),
    )


def parse(texts: Texts, words: str) -> tuple[Verdict | None, int | None, str]:
    """Returns the verdict that is typed, its time in minutes, and the reason; None: there is no such verdict,
    or no time.
    """
    typed, _, rest = words.partition(" ")
    known = (
        verdict
        for verdict, word in words_of.VERDICTS.items()
        if typed.casefold() in {verdict, *spellings(texts.of(word))}
    )
    verdict = next(known, None)
    if verdict not in TIMED:
        return verdict, None, rest.strip()
    first, _, reason = rest.partition(" ")
    span = SPAN.fullmatch(first.casefold())
    return verdict, int(span[1]) * MINUTES[span[2]] if span else None, (reason if span else rest).strip()


def _show(context: CommandContext, found: Sequence[ReportedCase], sign: str) -> None:
    texts = context.session.texts
    if not found:
        context.say(texts._("No report waits."))
        return
    named = [one for one in found if sign and one.id.startswith(sign.upper())]
    if named:
        show_case(context, named[0])
    elif sign:
        context.refused(refused("no-report", report=sign[:20]))
    else:
        context.session.show_queue(found)


def show_case(context: CommandContext, one: ReportedCase) -> None:
    """Shows a report, and how to decide it."""
    texts = context.session.texts
    heading = texts._("Report {sign}", sign=one.id[: words_of.SHORT_ID])
    context.show(heading, [*words_of.case_lines(texts, one), ("", ""), *_how(texts, one)])


def _how(texts: Texts, one: ReportedCase) -> list[tuple[str, str]]:
    """How to decide, as it is typed."""
    verdicts = [verdict for verdict in words_of.VERDICTS if verdict != "lift" or one.kind == "answer"]
    reason = texts._("REASON")
    return [("", decision(texts, one, verdict) + reason) for verdict in verdicts]


def decision(texts: Texts, one: ReportedCase, verdict: Verdict) -> str:
    """Returns the beginning of a decision as it is typed; the reason is missing."""
    command = catalogue.SLASH + catalogue.word(texts, "queue")
    word = shown(texts.of(words_of.VERDICTS[verdict]))
    usual = {"mute": "1d ", "ban": "7d "}.get(verdict, "")
    return f"{command} {one.id[: words_of.SHORT_ID]} {word} {usual}"
