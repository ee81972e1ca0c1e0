"""Why the host refuses requests about people, codes and seats: a sentence for every code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Param
from engine.opponents import NAMES
from tui.host.notice_events import TIMES
from tui.host.refusals import Code
from tui.host.setting_names import ZONE
from tui.language.notices import TOO_MANY_ACCOUNTS
from tui.language.spelling import command_word
from tui.language.texts import N_, NN_, Sentence, Texts, Translatable

Params = Mapping[str, Param]


def minutes(texts: Texts, params: Params) -> str:
    """Returns when the player may do again what they did too often within an hour."""
    return texts.ngettext(
        "That was too often: try again in {number} minute.",
        "That was too often: try again in {number} minutes.",
        (int(str(params["wait"])) + 59) // 60,
    )


def _not_a_bot(said: Translatable) -> Sentence[Params]:
    """Returns the sentence that nobody has a name; of an opponent's name, that it is a bot's."""

    def sentence(texts: Texts, params: Params) -> str:
        name = str(params["name"])
        if name.partition(" ")[0].capitalize() in NAMES:
            return texts._("{name} is a bot, and no player.", name=name)
        return texts.of(said, name=name)

    return sentence


def _no_club(texts: Texts, params: Params) -> str:
    if params["club"]:
        return texts._("No club called {club} is open to you: /club lists yours.", club=params["club"])
    return texts._(
        "You are in no club: {command} new NAME founds one.", command=f"/{command_word(texts, 'club')}"
    )


def _no_setting(texts: Texts, params: Params) -> str:
    setting, values = params["setting"], words_of(params, "values")
    if setting in TIMES:
        return texts._(
            "{setting} takes full hours from 0 to 23, such as {example}.", setting=setting, example=values
        )
    if setting == ZONE:
        return texts._("{setting} is the name of a time zone, such as Europe/Berlin.", setting=setting)
    if params.get("values"):
        return texts._("{setting} can be: {values}.", setting=setting, values=values)
    return texts._("A setting has at most 24 small letters, its value at most 64 characters.")


_SEATS: Mapping[Code, Sentence[Params]] = {
    "draining": N_("The host will stop soon: no new games, but running ones can finish."),
    "moving": N_("No new tables here any more: leave, and type the same command again."),
    "seats-kept": N_("The free seats are reserved for the players of the last game."),
    "kicked": N_("You were kicked from this table."),
    "programs-unwelcome": N_("Only people play at this table: programs may watch."),
    "already-seated": N_("You already have a seat at this table."),
    "no-such-seat": N_("There is no seat {seat} here."),
    "seat-empty": N_("Seat {seat} is empty."),
    "own-seat": N_("That is your own seat: to stand up, leave the table."),
    "seat-not-away": N_("A bot can't play seat {seat} yet: its player hasn't been away long enough."),
    "no-such-answer": lambda texts, params: (
        texts._("Auto-pass options: {words}.", words=words_of(params))
        if params.get("words")
        else texts._("This game has no auto-pass.")
    ),
    "nothing-planned": N_("That plans no answer. If you are asked now, begin with the answer to that."),
    "answered-twice": N_("{words} stands there twice: one answer can be given to it."),
    "plan-too-long": N_("A plan has at most {most} answers, one after the other or side by side."),
    "condition-unclear": lambda texts, params: texts._(
        "{words} can't be told from what may happen. For example: {known}.",
        words=params["words"],
        known=words_of(params, "known"),
    ),
    "rated-without-clock": N_("A rated game needs a clock: live, evening, correspondence or another."),
    "clock-not-possible": N_("{clock} is no clock: none, live, evening, correspondence, 15s to 14d, 1h+30s."),
}
_TIMES: Mapping[Code, Sentence[Params]] = {
    "no-start-time": N_("{text} is no start time: write 20:00, tomorrow 20:00, 2026-11-24 20:00 or +30m."),
    "start-time-past": N_("That time has passed."),
    "start-time-far": N_("A table can be opened at most {most} days ahead."),
}
_TALK: Mapping[Code, Sentence[Params]] = {
    "line-empty": N_("There is nothing visible in that message."),
    "line-long": N_("Too long: {most} characters at most."),
    "too-many-lines": NN_(
        "Too many messages: you can talk again in {number} second.",
        "Too many messages: you can talk again in {number} seconds.",
        number="{wait}",
    ),
    "nobody-called": _not_a_bot(N_("Nobody here is called {name}.")),
    "several-called": N_("Several names here start with {name}: type more letters."),
    "too-many-ignored": N_("You are already ignoring {most} people."),
}
_PEOPLE: Mapping[Code, Sentence[Params]] = {
    "no-player": _not_a_bot(N_("There is no player called {name}.")),
    "yourself": N_("That is you."),
    "guest-there": N_("{name} is a guest: only players with a key can be followed."),
    "not-followable": N_("You can't follow {name}."),
    "too-many-followed": N_("You already follow {most} players: /unfollow one of them first."),
    "not-followed-back": N_("{name} gets messages only from players they follow, not from you."),
    "too-many-days-away": N_("A vacation takes whole days, of which {days} are left this year: /away 7d."),
    "live-clock-runs": N_("A short clock runs for you at {table}: finish that game first."),
    "not-invitable": N_("{name} takes no invitations from you now."),
    "sits-there": N_("{name} already sits at that table."),
    "notes-full": N_("So much waits for {name} already: wait until they are back."),
}
_HISTORY: Mapping[Code, Sentence[Params]] = {
    "no-account-called": N_("No account is called {name}. Guests have no profile."),
    "guest-history": N_("Guests have no profile and no history: connect with a key first."),
    "profile-hidden": N_("{name} hides their profile."),
    "no-page": N_("There is no such page of the history: ask again from the first."),
    "no-period": N_("{period} is no month and no season: write 2026-11 or 2026-Q4."),
    "analyses-off": N_("This host analyses no games."),
    "analyses-full": N_("Too many games wait for their analysis: try again later."),
}
_CLUBS: Mapping[Code, Sentence[Params]] = {
    "no-club": _no_club,
    "which-club": N_("Which club? Add club=NAME: {clubs}."),
    "club-name-taken": N_("There is a club whose name looks like {name}."),
    "too-many-clubs": N_("Nobody is in more than {most} clubs."),
    "club-full": N_("The club is full: it has {most} members."),
    "calendar-full": N_("The club's calendar has {most} entries, and no more."),
    "no-calendar-entry": N_("The club's calendar has no entry {number}."),
    "officers-only": N_("Only officers of the club can do that."),
    "last-officer": N_("You are the last officer: name another one first, /club officer NAME."),
    "no-member": N_("{name} is no member of the club."),
    "member-already": N_("{name} is a member already."),
    "not-invited": N_("You are not invited to {club}: its officers invite."),
    "founder-stays": N_("{name} founded the club and stays an officer."),
}
_ACCOUNT: Mapping[Code, Sentence[Params]] = {
    "too-many-names": NN_(
        "You can change your name again in {number} second.",
        "You can change your name again in {number} seconds.",
        number="{wait}",
    ),
    "setting-not-possible": _no_setting,
    "account-gone": N_("Your account was deleted: please reconnect."),
    "account-moved": N_("Your key now opens the other account: please reconnect."),
    "still-playing": N_("You are in a running game: finish it or concede first."),
}
_CODES: Mapping[Code, Sentence[Params]] = {
    "code-unknown": N_("That code is wrong, used up, or expired."),
    "too-many-tries": lambda texts, params: texts.ngettext(
        "Too many tries: try again in {number} minute.",
        "Too many tries: try again in {number} minutes.",
        (int(str(params["wait"])) + 59) // 60,
    ),
    "account-seat": N_("Your key is enough to come back to your seat."),
    "no-key": N_("You connected without a key: reconnect with the key you want to add."),
    "account-later": TOO_MANY_ACCOUNTS,
    "no-account": N_("Guests have no account: connect with a key first."),
    "own-key": N_("This key already opens your account."),
    "key-playing": N_("That key's account is in a running game: finish that game first."),
}
_NOTICES: Mapping[Code, Sentence[Params]] = {
    "no-notices": N_("This host sends no notices."),
    "no-recipient": N_("You get no notices at {recipient}: /notify tells where they go."),
    "no-service": lambda texts, params: texts._(
        "There is no {service} here, only: {services}.",
        service=params["service"],
        services=words_of(params, "services"),
    ),
    "wrong-recipient": lambda texts, params: (
        texts._("{service} needs an e-mail address, such as anna@example.org.", service=params["service"])
        if params["kind"] == "mail"
        else texts._("{service} needs a name of 4 to 64 letters, digits, _ or -.", service=params["service"])
    ),
    "too-many-codes": lambda texts, params: texts.ngettext(
        "Too many codes were sent: type one that came today, or try again in {number} hour.",
        "Too many codes were sent: type one that came today, or try again in {number} hours.",
        (int(str(params["wait"])) + 3599) // 3600,
    ),
    "notices-stopped": N_("Whoever reads what is sent there has stopped notices."),
    "too-many-recipients": N_("Notices go to {most} recipients at most."),
    "notice-not-taken": N_("{service} did not take it: check the recipient, or try again later."),
}
SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {**_SEATS, **_TIMES, **_TALK, **_PEOPLE, **_HISTORY, **_CLUBS, **_ACCOUNT, **_CODES, **_NOTICES}
)


def words_of(params: Params, name: str = "words") -> str:
    """Return the words of a parameter, for a sentence."""
    words = params.get(name)
    return ", ".join(map(str, words)) if isinstance(words, tuple) and words else "-"
