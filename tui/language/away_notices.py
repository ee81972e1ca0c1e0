"""The notices that players who are away are sent: plain text, with nothing that only the player may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.game import quoted
from tui.host.cups import CALLED_OFF, CupNews
from tui.host.notice_events import (
    DIGEST,
    EVENTS,
    QUIET,
    UNKNOWN_HOST,
    NoticeEvent,
    digest_hour,
    is_wanted,
    quiet_hours,
)
from tui.host.pictures import NoticeChoice
from tui.language.texts import N_, Texts, Translatable


class NoticeText(NamedTuple):
    """A notice: a title for a list of messages, and its lines."""

    title: str
    lines: tuple[str, ...]


def your_turn(
    texts: Texts,
    table: str,
    game: str,
    others: Sequence[str],
    seq: int,
    host: str,
    *,
    position: Sequence[str],
    left: str,
    late: str,
) -> NoticeText:
    """Returns that it is the player's turn: at which table, of which game, with whom, how long they have, the
    position in sentences, and what can be typed; `seq` is the position's number, `left` as
    `ahead_in_full` says it, `host` as in `tui.host.port.Port.ssh_host`.
    `late`: the time is nearly up, and what happens then; '': it is not.
    """
    return NoticeText(
        texts._("Your time at {table} is nearly up", table=table)
        if late
        else texts._("Your turn at {table}", table=table),
        (
            texts._("It's your turn at {table} ({game}, with {names}).",
                    table=table, game=game, names=", ".join(others)),
            *([texts._("Time left: {time}.", time=left)] if left else ()),
            *filter(None, [late]),
            *_to_answer(texts, table, seq, host, position),
        ),
    )  # fmt: skip


def _to_answer(texts: Texts, table: str, seq: int, host: str, position: Sequence[str]) -> Sequence[str]:
    """The position, and what can be typed there."""
    return (
        *(["", *position] if position else ()),
        "",
        texts._("To play:  {command}", command=f"ssh -t {host} join {table}"),
        texts._("To look:  {command}", command=f"ssh {host} look {table}"),
        texts._("To answer at once:  {command}", command=f"ssh {host} play --at {seq} {table} ..."),
        _stop(texts, host),
    )


def starts(texts: Texts, table: str, minutes: int, host: str) -> NoticeText:
    """Returns that a table begins in so many minutes; 0: now."""
    title = (
        texts.ngettext(
            "{table} begins in {number} minute", "{table} begins in {number} minutes", minutes, table=table
        )
        if minutes
        else texts._("{table} begins now", table=table)
    )
    return NoticeText(
        title,
        (
            f"{title}.",
            "",
            texts._("To play:  {command}", command=f"ssh -t {host} join {table}"),
            _stop(texts, host),
        ),
    )  # fmt: skip


def called(
    texts: Texts, table: str, minutes: int, seq: int, host: str, *, position: Sequence[str]
) -> NoticeText:
    """Returns that others wait for a player at a table, where a bot may play in so many minutes; `seq`,
    `host` and `position` as in `your_turn`.
    """
    return NoticeText(
        texts._("They wait for you at {table}", table=table),
        (
            texts.ngettext(
                "They wait for you at {table}. In {number} minute a bot may play until you are back.",
                "They wait for you at {table}. In {number} minutes a bot may play until you are back.",
                minutes,
                table=table,
            ),
            *_to_answer(texts, table, seq, host, position),
        ),
    )


def over(
    texts: Texts, table: str, result: Sequence[str], host: str, web: str = "", *, again: bool
) -> NoticeText:
    """Returns that a game has ended, and its result in sentences. `web`: where that is on the web; `again`:
    whether it can be played again.
    """
    title = texts._("The game at {table} has ended", table=table)
    look = texts._("To look:  {command}", command=web or f"ssh {host} look {table}")
    once_more = texts._("To play again:  {command}", command=f"ssh {host} rematch {table}")
    below = (look, once_more) if again else (look,)
    return _told(texts, title, host, f"{title}.", *result, "", *below)


def bot_plays(texts: Texts, table: str, host: str) -> NoticeText:
    title = texts._("A bot plays for you at {table}", table=table)
    back = texts._("To take your seat back:  {command}", command=f"ssh -t {host} join {table}")
    return _told(texts, title, host, f"{title}.", "", back)


def not_waited_for(texts: Texts, name: str, table: str, host: str) -> NoticeText:
    """Returns that the time of another player was up, and how a bot plays for them."""
    title = texts._("{name} has run out of time at {table}", name=name, table=table)
    said = texts._("You need not wait: a bot can play until they are back.")
    lend = texts._("To have a bot play:  {command}", command=f"ssh {host} lend {table} {name}")
    look = texts._("To look:  {command}", command=f"ssh {host} look {table}")
    return _told(texts, title, host, f"{title}.", said, "", lend, look)


def seat_lost(texts: Texts, table: str, host: str) -> NoticeText:
    """Returns that a player's time was up, and the seat with it."""
    title = texts._("You have lost your seat at {table}", table=table)
    look = texts._("To look:  {command}", command=f"ssh {host} look {table}")
    return _told(texts, title, host, texts._("Your time was up: a bot plays to the end."), "", look)


def rematch(texts: Texts, table: str, host: str, web: str = "") -> NoticeText:
    """Returns that a table is open where the players of an ended one play again; `web` as in `over`."""
    title = texts._("A rematch at {table}", table=table)
    said = texts._("They play again at {table}, and your seat is kept.", table=table)
    play = texts._("To play:  {command}", command=f"ssh -t {host} join {table}")
    return _told(texts, title, host, said, "", play, *_on_the_web(texts, web))


def invited(texts: Texts, name: str, table: str, host: str, web: str = "") -> NoticeText:
    """Returns that somebody invites the player to a table; `web` as in `over`."""
    title = texts._("{name} invites you to {table}", name=name, table=table)
    play = texts._("To play:  {command}", command=f"ssh -t {host} join {table}")
    return _told(texts, title, host, f"{title}.", "", play, *_on_the_web(texts, web))


def _on_the_web(texts: Texts, web: str) -> Sequence[str]:
    return (texts._("To look:  {command}", command=web),) if web else ()


def cup(texts: Texts, news: CupNews, cup: str, table: str, host: str) -> NoticeText:
    """Returns that a cup begins soon, has a table for the player or no place any more, or is over."""
    title = cup_news(texts, news, cup, table)
    if news == "cup-table":
        todo = texts._("To play:  {command}", command=f"ssh -t {host} join {table}")
    else:
        todo = texts._("To look:  {command}", command=f"ssh {host} cup {cup}")
    return _told(texts, title, host, cup_sentence(texts, news, cup, table), "", todo)


def cup_sentence(texts: Texts, news: CupNews, cup: str, table: str) -> str:
    """Returns the same in whole, with the player's place."""
    said = f"{cup_news(texts, news, cup, table)}."
    if news == "cup-room":
        why = texts._("Your network had most players in it, and others get their share.")
        return f"{said} {why}"
    place, _, number = table.partition("/") if news == "cup-over" else ("", "", "")
    rank = texts._("Your place: {place} of {number}.", place=place, number=number)
    return f"{said} {rank}" if number else said


def cup_news(texts: Texts, news: CupNews, cup: str, table: str) -> str:
    """Returns the same in a few words. `table`: the name of the one that is open; or how the cup ended."""
    if news == "cup-soon":
        return texts._("The cup {cup} begins in an hour", cup=cup)
    if news == "cup-table":
        return texts._("Your table in the cup {cup} is open: {table}", cup=cup, table=table)
    if news == "cup-room":
        return texts._("The cup {cup} is full, and somebody else has your place", cup=cup)
    if table == CALLED_OFF:
        return texts._("The cup {cup} was called off", cup=cup)
    return texts._("The cup {cup} is over", cup=cup)


def club_event(texts: Texts, club: str, text: str, cup: str, host: str) -> NoticeText:
    """Returns what a club's calendar has a day later, and the cup that is open for it."""
    title = texts._("Club {club}: {text}", club=club, text=text)
    if cup:
        todo = texts._("To play:  {command}", command=f"ssh {host} cup enter {cup}")
    else:
        todo = texts._("To look:  {command}", command=f"ssh {host} club {club}")
    return _told(texts, title, host, f"{title}.", "", todo)


def written(texts: Texts, name: str, host: str) -> NoticeText:
    """Returns that somebody has written to the player, and not what."""
    title = texts._("{name} has written to you", name=name)
    read = texts._("To read it:  {command}", command=f"ssh {host} messages")
    return _told(texts, title, host, f"{title}.", "", read)


def digest(texts: Texts, told: Sequence[NoticeText]) -> NoticeText:
    """Returns one notice of several, each of which ends with how to get no more."""
    if len(told) == 1:
        return told[0]
    title = texts.ngettext("{number} thing for you", "{number} things for you", len(told))
    lines = [line for one in told for line in (*one.lines[:-1], "", "")]
    return NoticeText(title, (*lines, told[-1].lines[-1]))


def _told(texts: Texts, title: str, host: str, *lines: str) -> NoticeText:
    """The notice with these lines, and below them how to get no more."""
    return NoticeText(title, (*lines, _stop(texts, host)))


def _stop(texts: Texts, host: str) -> str:
    """How to get no more, the last line of each notice; and what a placeholder stands for."""
    command = f"ssh {host} notify off"
    if host == UNKNOWN_HOST:
        return texts._("No more notices:  {command}  (HOST: the address where you play)", command=command)
    return texts._("No more notices:  {command}", command=command)


def confirm(texts: Texts, player: str, code: str, host: str) -> NoticeText:
    """Returns the code that confirms a recipient. Whoever reads it may not know of the host."""
    return NoticeText(
        texts._("Your code: {code}", code=code),
        (
            texts._(
                "{player} wants notices of games at {host} to be sent here.",
                player=player,
                host=f"crownhouse (ssh {host})",
            ),
            "",
            texts._("If that is you:  {command}", command=f"ssh {host} notify {code}"),
            texts._("If it isn't, do nothing: no notice is sent."),
            texts._(
                "So that no code is sent here either:  {command}", command=f"ssh {host} notify off {code}"
            ),
        ),
    )


def chosen(texts: Texts, choice: NoticeChoice) -> str:
    """Returns where notices go."""
    if not choice.services:
        return texts._("This host sends no notices.")
    if not choice.service:
        return texts._("You get no notices.")
    if choice.confirmed:
        said = (
            texts._("Notices go to {recipient} by {service}.", recipient=one.recipient, service=one.service)
            for one in choice.recipients
        )
        return " ".join(said)
    return texts._(
        "A code was sent to {recipient} by {service}: type it here.",
        recipient=choice.recipient, service=choice.service,
    )  # fmt: skip


def ways(texts: Texts, choice: NoticeChoice, command: str) -> Sequence[tuple[str, str]]:
    """Returns what can be typed behind a command, and what it does."""
    if not choice.services:
        return ()
    mail, topic = texts._("a code is sent to that address"), texts._("a code is sent to that name there")
    examples = {"mail": ("anna@example.org", mail), "topic": ("crown-7391", topic)}
    offered = [
        (f"{command} {service} {examples[kind][0]}", examples[kind][1])
        for service, kind in choice.services.items()
    ]
    if choice.service and not choice.confirmed:
        offered.append((f"{command} 7Q3F-09XK", texts._("the code that was sent: notices go there now")))
    if choice.service:
        offered.append((f"{command} off", texts._("no more notices; the recipient is forgotten")))
    if len(choice.recipients) > 1:
        offered.append((f"{command} off {choice.recipient}", texts._("none there any more; the others stay")))
    return offered


EVENT_WORDS: Mapping[NoticeEvent, Translatable] = {
    "turn": N_("a table waits for you"),
    "time": N_("your time is nearly up"),
    "start": N_("a table begins"),
    "invitation": N_("somebody invites you"),
    "message": N_("somebody writes to you"),
    "bot": N_("a bot plays for you, or may for somebody"),
    "over": N_("a game has ended"),
    "rematch": N_("others play again"),
    "cup": N_("a cup begins, has a table for you, or is over"),
}


def events(texts: Texts, settings: Mapping[str, str], command: str, zone: str) -> Sequence[tuple[str, str]]:
    """Returns what can be typed to be told of each event, or no more, what it is, and when notices come."""
    lines = []
    for event in EVENTS:
        on = is_wanted(settings, event)
        said = (
            texts._("{event} (now on)", event=texts.of(EVENT_WORDS[event]))
            if on
            else texts._("{event} (now off)", event=texts.of(EVENT_WORDS[event]))
        )
        lines.append((f"{command} {event} {'off' if on else 'on'}", said))
    hours = settings.get(QUIET, "")
    hour = settings.get(DIGEST, "")
    lines.append((f"{command} quiet {'off' if hours else '22-7'}", quiet(texts, hours, zone)))
    lines.append((f"{command} digest {'off' if hour else '18'}", digest_chosen(texts, hour, zone)))
    return lines


def unclear(texts: Texts, words: str) -> str:
    """Returns what may follow `notify` where words mean nothing there."""
    return texts._(
        "{word} isn't clear here: {events} may follow, each with on or off behind it, quiet 22-7, digest 18,"
        " off, a code, or a service and a recipient",
        word=quoted(words),
        events=", ".join(EVENTS),
    )


def unclear_about(texts: Texts, word: str) -> str:
    """Returns what may follow an event, `quiet` or `digest`, where something else does."""
    said = {
        QUIET: N_("{word} needs two full hours such as 22-7, or off"),
        DIGEST: N_("{word} needs a full hour such as 18, or off"),
    }.get(word, N_("{word} needs on or off"))
    return texts.of(said, word=word)


def event_chosen(texts: Texts, event: NoticeEvent, *, on: bool) -> str:
    """Returns that a player is told of an event from now on, or no more."""
    word = texts.of(EVENT_WORDS[event])
    if on:
        return texts._("You get a notice when: {event}.", event=word)
    return texts._("You get no notice when: {event}.", event=word)


def digest_chosen(texts: Texts, hour: str, zone: str) -> str:
    """Returns when there is one notice of everything."""
    at = digest_hour(hour)
    if at is None:
        return texts._("Each notice comes by itself.")
    return texts._("One notice a day, at {hour}:00 ({zone}), has all that can wait.", hour=at, zone=zone)


def quiet(texts: Texts, hours: str, zone: str) -> str:
    """Returns in which hours no notice is sent."""
    found = quiet_hours(hours)
    if found is None:
        return texts._("Notices come at any hour.")
    return texts._(
        "Notices wait from {begin}:00 to {end}:00 ({zone}).", begin=found[0], end=found[1], zone=zone
    )


def code_sent(texts: Texts, recipient: str, command: str) -> str:
    """Returns that a code is on its way, and the command that takes it."""
    return texts._(
        "A code is on its way to {recipient}: then type  {command} CODE", recipient=recipient, command=command
    )


def stopped(texts: Texts) -> str:
    """Returns that no more notices are sent."""
    return texts._("You get no more notices.")


def place_stopped(texts: Texts) -> str:
    """Returns that nothing more is sent where a code went."""
    return texts._("Nothing more is sent where this code went, whoever asks for it.")
