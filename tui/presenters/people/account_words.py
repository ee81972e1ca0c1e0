"""What is a player's own, in words: keys and codes, notices, vacations."""

from __future__ import annotations

from collections.abc import Sequence

from tui.host.moderation import AccountKey
from tui.host.pictures import NoticeChoice, TimeAway
from tui.language import away_notices
from tui.language.moderation_words import when
from tui.language.notices import account_note
from tui.language.waiting import clock_words
from tui.presenters.reader import Page, Reader, spaced


def recovery(reader: Reader, code: str) -> Page:
    """Returns a new recovery code, and how it is used."""
    texts = reader.texts
    rows = spaced(
        ("", texts._("Write this down and keep it safe: it is shown this once, and works once.")),
        (code, ""),
        ("", texts._("When your keys are lost, come with a new key and type:")),
    )
    typed = f"{reader.command('recover')} {reader.port.account().name} {code}"
    return Page(texts._("Your recovery code"), [*rows, (typed, "")], between=" ")


def key(reader: Reader, code: str) -> Page:
    """Returns a code for this session's key, and what it is good for."""
    texts, account = reader.texts, reader.port.account()
    command = f"{reader.command('key')} add {code}"
    if account.guest:
        heading = texts._("A code for your games")
        about = texts._("In a session with an SSH key, type this within a few minutes:")
        what = texts._("What you have played against bots as a guest will be that account's.")
    else:
        heading = texts._("A code for this key")
        about = texts._("In a session that uses your other key, type this within a few minutes:")
        what = texts._("This session's key will then open that account too.")
    kept = [("", account_note(texts))] if account.provisional and not account.guest else []
    return Page(heading, spaced(("", about), (command, ""), ("", what), *kept), between=" ")


def keys(reader: Reader, found: Sequence[AccountKey]) -> Page:
    """Returns the keys of an account, and how one is dropped."""
    texts = reader.texts
    this = texts._("this session's")
    rows = [(key.sign, ", ".join(filter(None, (when(key.added), this if key.this else "")))) for key in found]
    how = texts._("/keys drop and a sign from the left takes a key from your account.")
    return Page(
        texts._("Your keys"), rows if reader.in_terminal else [*rows, ("", ""), ("", how)], between="  "
    )


def notices(reader: Reader, found: NoticeChoice, *, briefly: bool) -> str | Page:
    """Returns where notices go, and what else may be chosen."""
    texts, command = reader.texts, reader.command("notify")
    said, ways = away_notices.chosen(texts, found), away_notices.ways(texts, found, command)
    if briefly or not ways:
        return said
    events = away_notices.events(texts, reader.port.account().settings, command, reader.port.zone)
    rows = [("", said), ("", ""), *ways, ("", ""), *events]
    return Page(texts._("Notices while you are away"), rows, between=": ")


def away(reader: Reader, found: TimeAway) -> str:
    """Returns whether one's clocks stand still, and how long they may."""
    texts = reader.texts
    left = texts.ngettext(
        "{number} day away is left this year.", "{number} days away are left this year.", found.left
    )
    if found.until is None:
        return left
    until = clock_words(texts, found.until, reader.port.now(), reader.port.zone)
    stand = texts._("Your clocks of hours and days stand still until {time}.", time=until)
    return f"{stand} {left}"


def seat_code(reader: Reader, code: str) -> Page:
    """Returns the code of a guest's seat, and how it is used."""
    texts = reader.texts
    rows = spaced(
        ("", texts._("Anyone with this code can take your seat: write it down and keep it secret.")),
        (code, ""),
        ("", texts._("If you lose your connection, reconnect and type:")),
        (f"{reader.command('resume')} {code}", ""),
    )
    return Page(texts._("Your seat code"), rows)
