"""Why the host refuses: one sentence for every code.

Codes of one game are worded by its board; `tui.presenters.game_refusals` uses both.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast, get_args

from engine.game import Param, Refused
from tui.host.refusals import Code, LimitCode
from tui.language.moderation_words import SENTENCES as MODERATION
from tui.language.people_refusals import SENTENCES as PEOPLE
from tui.language.people_refusals import minutes, words_of
from tui.language.program_refusals import SENTENCES as PROGRAMS
from tui.language.record_words import SENTENCES as RECORDS
from tui.language.spelling import command_word
from tui.language.texts import N_, NN_, Sentence, Texts, Translatable

Params = Mapping[str, Param]
CHARACTER = "character"
"""A single character, which its sentence quotes."""

_ANSWERS: Mapping[Code, Sentence[Params]] = {
    "game-over": N_("The game is over."),
    "not-asked": N_("That has already been decided."),
    "not-your-turn": N_("It is not your turn."),
    "already-resigned": N_("Seat {seat} has already conceded."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "not-saved": N_("The host couldn't save that, so it didn't happen. Try again."),
    "unsure": N_("Nobody knows yet whether that was saved: look before you try again."),
    "busy": N_("The host is busy. Try again in a moment."),
    "broken": N_("Something went wrong at this table; nothing was played. Try again."),
}
_LESSONS: Mapping[Code, Sentence[Params]] = {
    "lesson-move": N_("The rules allow that, but here the lesson does something else."),
    "not-in-lesson": N_("Not in a lesson: it has its own course."),
    "nothing-to-read": N_("There is nothing to read now."),
    "no-lesson": N_("There is no lesson of {game}."),
}
_ODDS: Mapping[Code, Sentence[Params]] = {
    "no-odds": N_("This game has no odds to show."),
    "odds-off": N_("At this table the odds stay hidden."),
    "too-many-odds": NN_(
        "Too many questions: ask for odds again in {number} second.",
        "Too many questions: ask for odds again in {number} seconds.",
        number="{wait}",
    ),
    "course-failed": N_("The game could not be loaded just now. Ask for it again later."),
    "odds-failed": N_("The odds could not be worked out just now. Try again."),
}
_DOOR: Mapping[Code, Sentence[Params]] = {"banned": N_("You are banned from this host.")}
_TABLES: Mapping[Code, Sentence[Params]] = {
    "no-table": N_("There is no table {table}."),
    "table-full": N_("Every seat of this table is taken."),
    "table-open": N_("The game at this table hasn't started yet."),
    "table-running": N_("The game at this table has begun and is not over yet."),
    "table-over": N_("The game at this table is over."),
    "table-frozen": N_("This table is frozen: the host no longer has the rules it started with."),
    "table-damaged": N_("This table is set aside: what the host stored of it is damaged."),
    "others-play": N_("Others play here: they have to agree to end the game."),
    "not-owner": N_("Only the table's owner can do that."),
    "not-seated": N_("You have no seat at this table."),
    "seats-empty": NN_("{number} seat is still free.", "{number} seats are still free.", number="{empty}"),
    "no-bot-here": N_("No bot sits at this table."),
    "bot-unknown": lambda texts, params: texts._(
        "There is no bot called {bot}: {command} lists them.",
        bot=as_said(params)["bot"],
        command=f"/{command_word(texts, 'opponents')}",
    ),
    "bot-without-option": N_("The bot {bot} can't play with this table's option {option}."),
    "host-full": N_("This host is full: no more tables can be opened now."),
    "nearly-full": N_("The host is nearly full: only players with a seat get in. Try again later."),
    "sessions-full": N_("The host is full. Try again later."),
    "account-not-saved": N_("The host's disk is full or failing: new keys can't come in for a while."),
    "no-guests": N_("The host lets nobody in without a key now: ssh-keygen makes one."),
    "too-many-tables-here": NN_(
        "Your network already has {number} table open: end it first.",
        "Your network already has {number} tables open: end one of them first.",
        number="{most}",
    ),
    "too-many-sessions": NN_(
        "Your network already has {number} session here: end it first.",
        "Your network already has {number} sessions here: end one of them first.",
        number="{most}",
    ),
    "too-many-accounts": N_("Too many accounts were made from your network today."),
    "too-many-tables": NN_(
        "You already have {number} table open: /end ends it.",
        "You already have {number} tables open: /end ends one of them.",
        number="{most}",
    ),
}


def _no_cup(texts: Texts, params: Params) -> str:
    if params["cup"]:
        return texts._("There is no cup called {cup}: /cup lists them.", cup=params["cup"])
    return texts._(
        "There is no cup: {command} open court 20:00 opens one.", command=f"/{command_word(texts, 'cup')}"
    )


_DICE: Mapping[Code, Sentence[Params]] = {
    "reveals-awaited": N_("The start waits until what was added to the dice is revealed."),
    "reveal-early": N_("Reveal it once the start was asked for; until then it is your secret."),
    "reveal-differs": N_("That is not the text whose hash you committed to."),
    "daily-account": N_(
        "The deal of the day opens for an account after its first whole game, with {moves} moves of its own."
    ),
    "daily-void": N_("Today's deal is closed: a backup was restored, and some know its luck."),
    "daily-played": N_("You have played today's deal; the next one comes when it closes."),
    "deal-open": N_("Others still play this deal: its record is shown when it has closed."),
    "deal-seated": N_("You play the same deal at {table}: one seat is enough."),
    "no-cup": _no_cup,
    "cup-rounds": N_("A cup has 1 to {most} rounds."),
    "cup-limit": N_("You have {most} cups that have not begun: end one first."),
    "cup-equal": N_("Equal luck is for evening cups of clubs."),
    "cup-closed": N_("This cup takes nobody any more."),
    "cup-full": N_("This cup has {most} players already."),
    "cup-new": N_(
        "Public cups are for who has played {games} games of {moves} moves and came {days} days ago."
    ),
    "cup-out": N_("You left two games of a cup: no public cup for {days} days."),
    "cup-entered": N_("You are in this cup already."),
    "not-entered": N_("You are not in this cup."),
    "cup-often": N_("You have entered and left this cup too often."),
    "cup-address": N_("Your network has {most} players in this cup: a public cup takes no more of one."),
    "cup-begun": N_("This cup has begun."),
    "cup-match": N_("A match has two clubs, one of which is yours, and is no league."),
    "cup-few": N_("A cup needs {least} players."),
    "cup-over": N_("This cup is over."),
    "not-organiser": N_("That is for who organises this cup."),
    "no-cup-table": N_("There is no such table in the last round."),
    "cup-own": N_("You play there yourself: a moderator can strike it."),
    "no-cup-seats": N_("No round in which several tables had the same luck is over."),
    "match-tables": N_("A duplicate match has 2 to {most} tables."),
    "no-deal": N_("No deal of the day in {game} on {date}; write a day as 2026-11-24."),
    "no-match": N_("{table} belongs to no duplicate match."),
    "dice-shared": N_("Other tables have the same dice here, so nothing can be added to them."),
    "dice-voided": N_("Your seat voided a deal here, so it adds nothing to the next."),
    "dice-text": N_("What you add to the dice has 1 to {most} characters."),
    "no-hash": N_("A hash has 64 hexadecimal digits: that of SHA-256."),
    "no-signature": N_("No signature: ssh-keygen -Y sign -n crownhouse-record makes one."),
    "no-result": N_("That game ended without a result: there is nothing to sign."),
    "not-your-key": N_("The key of that signature does not open your account."),
    "signs-other": N_("That signs another text: fetch the record again, and sign that."),
}
_CHOICES: Mapping[Code, Sentence[Params]] = {
    "unknown-game": lambda texts, params: texts._(
        "There is no game called {game} here: {games}.",
        game=params["game"] or '""',
        games=words_of(params, "games"),
    ),
    "option-unknown": lambda texts, params: texts._(
        "This game has no option {option}: {options}.",
        option=params["option"] or '""',
        options=words_of(params, "options"),
    ),
    "option-not-possible": N_("The option {option} can be {accepted}, not {value}."),
    "seats-not-possible": N_("This game is for {players} players, not for {seats}."),
    "name-length": N_("A name has {shortest} to {longest} characters."),
    "name-characters": N_("A name cannot contain “{character}”."),
    "name-scripts": N_("Use letters of one alphabet only."),
    "name-reserved": N_("That name is reserved."),
    "name-taken": N_("Somebody has or lately had this name, or one that looks like it."),
}
SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {
        **dict.fromkeys(get_args(LimitCode), minutes),
        **_ANSWERS,
        **_LESSONS,
        **_ODDS,
        **_DOOR,
        **_TABLES,
        **_DICE,
        **_CHOICES,
        **PEOPLE,
        **MODERATION,
        **PROGRAMS,
        **RECORDS,
    }
)


def refusal_text(texts: Texts, refused: Refused) -> str:
    """Returns the sentence for a refusal of the host or of any game, in the session's language. A code
    without a sentence gets a general one with the code in it.
    """
    sentence, params = SENTENCES.get(cast("Code", refused.code)), refused.params
    filled = as_said(params) if isinstance(sentence, Translatable) else params
    return texts.fill(sentence, filled) if sentence else unknown(texts, refused)


def unknown_bot(texts: Texts, params: Params) -> str:
    """Returns that there is no such bot, and which there are, where no command lists them."""
    said = as_said(params)
    return texts._("There is no bot called {bot}: {bots}.", bot=said["bot"], bots=words_of(params, "bots"))


def as_said(params: Params) -> Params:
    """Returns the parameters of a refusal as they stand in a sentence: what was typed and shows nothing in
    quotes; if they say how many can play, also in a word, `players`.
    """
    said = {
        name: f'"{value}"' if isinstance(value, str) and not value.strip() and name != CHARACTER else value
        for name, value in params.items()
    }
    least, most = params.get("least"), params.get("most")
    return said if least is None else {**said, "players": str(least) if least == most else f"{least}-{most}"}


def unknown(texts: Texts, refused: Refused) -> str:
    """Returns the sentence for a code that has none of its own, or none that could be made."""
    return texts._("That was not possible ({code}).", code=refused.code)
