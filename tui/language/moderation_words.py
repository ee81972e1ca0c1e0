"""Words for reports, decisions and letters; the usual rules of conduct; refusals of requests about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from engine.game import Param
from tui.host.moderation import EarlierDecision, Letter, LetterKind, ReportedCase, ReportKind, Verdict
from tui.host.refusals import Code
from tui.language.host_lines import spoken
from tui.language.texts import N_, NC_, NN_, Sentence, Texts, Translatable

Params = Mapping[str, Param]
SHORT_ID = 4
"""Characters of a report's id that moderators type."""

KINDS: Mapping[ReportKind, Translatable] = MappingProxyType(
    {
        "conduct": NC_("kind of report", "conduct"),
        "cheating": NC_("kind of report", "cheating"),
        "program": NC_("kind of report", "program"),
        "name": NC_("kind of report", "name"),
        "answer": NC_("kind of report", "answer"),
    }
)
VERDICTS: Mapping[Verdict, Translatable] = MappingProxyType(
    {
        "warn": NC_("verdict", "warn"),
        "mute": NC_("verdict", "mute"),
        "ban": NC_("verdict", "ban"),
        "dismiss": NC_("verdict", "dismiss"),
        "lift": NC_("verdict", "lift"),
    }
)
_LETTERS: Mapping[LetterKind, Translatable] = MappingProxyType(
    {
        "warn": N_("The moderators warn you: {reason}"),
        "mute": N_("The moderators have muted you until {until}: {reason}"),
        "ban": N_("The moderators have banned you until {until}: {reason}"),
        "lifted": N_("The moderators took their decision back: {reason}"),
        "stands": N_("The moderators have read your answer, and their decision stands: {reason}"),
        "recovered": N_(
            "The recovery code has opened your account to another key, {reason}: /keys lists them."
        ),
        "key-added": N_("The operator has given your account the key {reason}: /keys lists them."),
        "key-dropped": N_("The operator has taken the key {reason} from your account."),
        "renamed": N_("The operator has renamed you: you are {reason} now."),
        "moderator": N_("The operator has made you a moderator: /queue lists the reports that wait."),
        "no-moderator": N_("You are no longer a moderator."),
        "other": N_("A letter from a newer version of this host: {reason}"),
        "acted": N_("The moderators have read your report of {reason}, and have acted on it."),
        "left": N_("The moderators have read your report of {reason}, and leave things as they are."),
    }
)
BAN_LIFTED = N_("The moderators have lifted your ban.")
"""What "lifted" says without a reason, which operators need not give for the end of a ban."""
_CONDUCT = (
    N_("Be kind. Behind every name there is somebody who came to have a good time."),
    N_("No insults, no threats, no hatred, no harassment; nothing that does not belong before children."),
    N_("Play your own games yourself. A program that plays says so, by playing through the API."),
    N_("Do not leave others waiting: concede a game that you do not want to finish."),
    N_("No advertising, and no private data of others."),
    N_("/report NAME WHY tells the moderators. They read what was said around it, and decide."),
)


def _banned(texts: Texts, params: Params) -> str:
    minutes, said = int(str(params["minutes"])), {"reason": params["reason"], "host": params["host"]}
    if not minutes:
        return texts._('Banned: "{reason}". To answer:  ssh {host} answer TEXT.', **said)
    time = span(texts, minutes)
    return texts._('Banned for {time}: "{reason}". To answer:  ssh {host} answer TEXT.', time=time, **said)


def _banned_until(texts: Texts, params: Params) -> str:
    time = span(texts, int(str(params["minutes"])))
    return texts._("You are banned from this host for another {time}.", time=time)


def _muted(texts: Texts, params: Params) -> str:
    minutes = int(str(params["minutes"]))
    if not minutes:
        return texts._("You are muted: /letters says why.")
    return texts._("You are muted for {time}: /letters says why.", time=span(texts, minutes))


def span(texts: Texts, minutes: int) -> str:
    """Returns a span of time: 20 min, 5 h, 3 days."""
    if minutes >= 2 * 24 * 60:
        return texts.ngettext("{number} day", "{number} days", round(minutes / (24 * 60)))
    if minutes >= 2 * 60:
        return texts._("{number} h", number=round(minutes / 60))
    return texts._("{number} min", number=minutes)


SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {
        "banned-why": _banned,
        "banned-until": _banned_until,
        "muted": _muted,
        "conduct-first": N_("Before you talk, read and accept the rules: /conduct, /conduct accept."),
        "report-self": N_("You can't report yourself."),
        "too-many-reports": lambda texts, params: texts.ngettext(
            "Too many reports: you can write again in {number} minute.",
            "Too many reports: you can write again in {number} minutes.",
            (int(str(params["wait"])) + 59) // 60,
        ),
        "nothing-to-answer": N_("There is no decision about you that you could still answer."),
        "not-moderator": N_("Only moderators can do that."),
        "no-report": N_("There is no open report {report}: /queue lists them."),
        "report-closed": N_("That report was decided already."),
        "own-report": N_("You have a part in that report: others decide it, or the operator."),
        "own-game": N_("You played that game: another moderator decides whether it counts."),
        "unrated": N_("That game has changed no ratings."),
        "time-not-possible": NN_(
            "Say for how long, such as 30m, 12h or 7d: at most {number} day.",
            "Say for how long, such as 30m, 12h or 7d: at most {number} days.",
            number="{most}",
        ),
        "nothing-to-lift": N_("Nothing can be lifted here: this report is no answer to a decision."),
        "recovery-wrong": N_("That is not the recovery code of an account with that name."),
        "no-such-key": N_("None of your keys begins with {key}: /keys lists them."),
        "last-key": N_("That is your only key: add another one first."),
        "guest-unknown": N_("Where this guest came from is not known (any more): a guest can only be muted."),
    }
)


def when(time: float) -> str:
    """Returns a moment, in UTC."""
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


def letter(texts: Texts, one: Letter) -> str:
    until = when(one.until) if one.until is not None else texts._("further notice")
    words = _LETTERS[one.kind] if one.reason or one.kind != "lifted" else BAN_LIFTED
    said = texts.of(words, reason=one.reason, until=until)
    if one.lifted:
        said += " " + texts._("(This was taken back.)")
    return said


def letter_lines(texts: Texts, one: Letter) -> Iterator[tuple[str, str]]:
    """Yields a letter with its time, the player's answer, or how to answer."""
    yield when(one.time), letter(texts, one)
    if one.answer:
        yield texts._("you"), one.answer
    elif one.can_answer:
        yield "", texts._("You can answer once: /answer TEXT")


def conduct(texts: Texts) -> tuple[str, ...]:
    """Returns the usual rules of conduct, where an operator gives none."""
    return tuple(texts.of(line) for line in _CONDUCT)


def kind(texts: Texts, one: str) -> str:
    """Returns what is reported, in a word; that of a newer version where it is not known."""
    return _word(texts, KINDS, one)


def _word(texts: Texts, known: Mapping[Any, Translatable], one: str) -> str:
    return texts.of(known[one]) if one in known else one


def summary(texts: Texts, one: ReportedCase) -> str:
    """Returns a report in a line: who, what, where, how many complain, and the first words."""
    place = one.table_name or texts._("lobby")
    complaints = len(one.complaints)
    words = one.complaints[-1].text if one.complaints else ""
    said = texts.ngettext(
        "{name}: {kind}, {place}, {number} complaint: {words}",
        "{name}: {kind}, {place}, {number} complaints: {words}",
        complaints, name=one.about, kind=kind(texts, one.kind), place=place, words=words,
    )  # fmt: skip
    return "; ".join(filter(None, (said, proposal(texts, one))))


def proposal(texts: Texts, one: ReportedCase) -> str:
    """Returns what waits for a second moderator; '': nothing does."""
    if not one.proposed:
        return ""
    wanted = one.proposed
    verdict = _word(texts, VERDICTS, wanted.verdict) + lasts(texts, wanted.time, wanted.until)
    proposes = texts._("proposes: {decision}", decision=verdict)
    return f"{one.proposed_by} {proposes}"


def case_lines(
    texts: Texts, one: ReportedCase, typed: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Yields everything about a report: complaints, the table, the talk, what was decided before; commands as
    they are `typed`.
    """
    guest = texts._("guest") if one.guest else ""
    yield f"{one.about} ({guest})" if guest else one.about, f"{kind(texts, one.kind)}, {when(one.time)}"
    for complaint in one.complaints:
        yield complaint.name, complaint.text
    if one.letter:
        yield texts._("answers"), letter(texts, one.letter)
    if one.table:
        seats = ", ".join(name or "-" for name in one.seats)
        where = texts._(
            "{table} ({game}), position {number}: {seats}. Its record once it has ended: /replay {id}",
            table=one.table_name, game=one.game, number=one.position, seats=seats, id=one.table,
        )  # fmt: skip
        yield texts._("table"), typed(where)
    for line in one.talk:
        name = texts._("{name} (message)", name=line.name) if line.place == "message" else line.name
        yield f"> {name}", spoken(texts, line)
    if one.proposed:
        yield one.proposed_by, texts._("proposes: {decision}", decision=earlier(texts, one.proposed))
    for before in one.earlier:
        yield texts._("before"), earlier(texts, before)


def earlier(texts: Texts, one: EarlierDecision) -> str:
    verdict = _word(texts, VERDICTS, one.verdict) + lasts(texts, one.time, one.until)
    return f"{when(one.time)} {verdict}: {one.reason}"


def lasts(texts: Texts, time: float, until: float | None) -> str:
    """Returns for how long a mute or a ban is, behind its word or reason; '': it is none, or has no end."""
    return f" ({span(texts, round((until - time) / 60))})" if until is not None else ""


def decided(texts: Texts, name: str, verdict: Verdict, *, stands: bool = True) -> str:
    """Returns that a report about somebody was decided, or takes one more moderator."""
    if not stands:
        return texts._("A ban above 7 days takes two: another moderator has to ban {name}, too.", name=name)
    match verdict:
        case "warn":
            return texts._("{name} is warned.", name=name)
        case "mute":
            return texts._("{name} is muted.", name=name)
        case "ban":
            return texts._("{name} is banned.", name=name)
        case "lift":
            return texts._("The decision about {name} is taken back.", name=name)
    return texts._("The report about {name} is dismissed.", name=name)


def waits(texts: Texts, reports: int) -> str:
    return texts.ngettext("{number} report waits: /queue", "{number} reports wait: /queue", reports)
