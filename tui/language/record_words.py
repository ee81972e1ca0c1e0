"""What is wrong with a record, and how a replay ends, in words. Reading them is left to `engine.records`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.game import Param
from tui.host.refusals import Code
from tui.language.texts import N_, Sentence, Texts, Translatable

Params = Mapping[str, Param]


def _with_lists(message: Translatable) -> Sentence[Params]:
    """Returns a sentence in which parameters are lists of words."""
    return lambda texts, params: texts.fill(message, {name: _listed(value) for name, value in params.items()})


def _listed(value: Param) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {
        # A text that is no record
        "no-record": N_("This isn't a record: it doesn't begin with “crownhouse record 2”."),
        "record-version": N_("This program reads “{wanted}”, not “{found}”."),
        "header-line": N_("Line {line} doesn't belong in a record's header: {text}"),
        "header-missing": N_("The header has no “{word}” line."),
        "game-unknown": N_("There is no game called {game}."),
        "not-dealt": N_("This record stops before the deal: there is nothing to see yet."),
        "rules-not-here": N_("This was played with rules version {rules}; this host has version {present}."),
        "seed-needs": N_("To check a seed, the header needs a “{word}” line."),
        # A record that breaks the rules
        "unreadable-step": N_("This isn't a step: {text}"),
        "wrong-number": N_("This line is numbered {found} instead."),
        "wrong-seat": _with_lists(N_("Seat {asked} is to move, not seat {seat}.")),
        "draw-missing": _with_lists(N_("A draw is missing; it could be one of {expected}.")),
        "draw-impossible": _with_lists(N_("“{token}” cannot be drawn here, only one of {expected}.")),
        "draw-left-over": N_("“{token}” is one draw too many."),
        "draw-not-of-seed": N_("The seed gives {expected} here, not {token}."),
        "seed-not-committed": N_("The seed doesn't match the commitment."),
        "added-after-void": N_("Seat {seat} voided a deal, so it could add nothing to the next; but it did."),
        "result-early": N_("There is a result, but the game is not over yet."),
        "result-wrong": _with_lists(N_("The places are {expected}, not {found}.")),
        "after-result": N_("Nothing comes after the result: {text}"),
        # Analysis
        "no-analysis": N_("There is no analysis of this game."),
        "not-over": N_("This game is not over yet: it can be analysed once it is."),
    }
)
"""One sentence for every code of `engine.refusals` that is about records."""


def not_begun(texts: Texts) -> str:
    """Returns the words for a game that has not begun."""
    return texts._("Not started yet.")


def standings(texts: Texts) -> str:
    return texts._("Standings")


def place(texts: Texts, number: int, name: str, score: int) -> str:
    """Returns a line of the standings."""
    return texts._("{place}. {name} (score {score})", place=number, name=name, score=score)


def to_move(texts: Texts, names: Sequence[str]) -> str:
    """Returns who is asked where a record stops."""
    return texts._("To move: {names}", names=", ".join(names))


# What a check of a record finds


def added(texts: Texts, seat: int, name: str, text: str) -> str:
    return texts._("Seat {seat}, {name}, added to the dice: {text}", seat=seat, name=name, text=text)


def restored(texts: Texts, step: int, time: str) -> str:
    """About a seed that was given up because a backup of a time was restored."""
    return texts._(
        "Restored from the backup of {time}: another seed from step {step} on.", time=time, step=step
    )


def voided(texts: Texts, number: int) -> str:
    """How many deals were voided before."""
    return texts.ngettext(
        "{number} deal was voided before; the seed follows from its seed.",
        "{number} deals were voided before; each seed follows from the one before.",
        number,
    )


def fair(texts: Texts, number: int) -> str:
    """Every draw is right."""
    return texts.ngettext(
        "{number} draw, as the seed gives it; the seed is the one committed to.",
        "{number} draws, every one as the seed gives it; the seed is the one committed to.",
        number,
    )


def no_seed(texts: Texts) -> str:
    """The draws cannot be checked."""
    return texts._("This record has no seed: its draws are possible, but cannot be checked.")


def keys_named(texts: Texts) -> str:
    """What the signatures of a record that names the keys rest on."""
    return texts._("This record says whose key it is; only those who signed confirm that:")


def signed_by(texts: Texts, seat: int, name: str, fingerprint: str) -> str:
    """A signature that is right."""
    return texts._(
        "Signed for seat {seat}, {name}, with the key {key}", seat=seat, name=name, key=fingerprint
    )


def signed_for(texts: Texts, seat: int, name: str, fingerprint: str) -> str:
    """A signature that is right, in a record that does not say whose key it is."""
    return texts._(
        "Signed with the key {key}; nothing proves that it is the key of seat {seat}, {name}",
        seat=seat, name=name, key=fingerprint,
    )  # fmt: skip


_WRONG: Mapping[str, Translatable] = MappingProxyType(
    {
        "other-text": N_("The signature for seat {seat} does not sign this record."),
        "other-key": N_("The key of the signature for seat {seat} is none that the record names for it."),
        "no-seat": N_("A signature is for seat {seat}, which this record does not have."),
        "twice": N_(
            "The signature for seat {seat} is one too many: this seat or this key has signed before."
        ),
    }
)


def wrongly_signed(texts: Texts, flaw: str, seat: int) -> str:
    """A signature that is wrong, by its flaw (`server.proofs.signed_records`)."""
    return texts.of(_WRONG[flaw], seat=seat)


def record_rows(text: str) -> list[tuple[str, str]]:
    """Returns a record as rows: words of the header or the numbers of steps, and what they say."""
    rows = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        rows.append(("", line) if word == "#" or not rest else (word, rest))
    return rows
