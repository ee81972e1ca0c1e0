"""Whole games by bots, as records with a seed, and the program that checks records alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

import pytest

from engine.bots import bot_named
from engine.chance import NOTHING_ADDED, FairChance, commitment, next_seed, table_key
from engine.game import Setup
from engine.options import format_options, parse_options
from engine.playthrough import apply, chance_of_step, start
from engine.records.record import (
    CHANCE,
    DUPLICATE,
    VERSIONS,
    Header,
    Record,
    RestoredSeed,
    VoidedDeal,
    deal_step,
    places,
    record_step,
)
from engine.records.writing import write
from engine.registry import GAMES
from server.proofs import verify

TABLE = "kiwi-7"


def record_of(
    key: str,
    seats: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    *,
    added: Mapping[int, str] = NOTHING_ADDED,
    voided: int = 0,
    deal: str | None = None,
    restored: Sequence[int] = (),
    keys: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
    version: int = VERSIONS[-1],
) -> str:
    """A game that pages play to its end; `voided` deals were given up before. `deal`: the id of a deal that
    several tables play. `restored` are the steps from which on another seed is drawn from. `keys` may sign
    for their seats.
    """
    game = GAMES[key]
    secret = sha256(str(seed).encode()).digest()
    deals, given_up = [], []
    for _ in range(voided):
        deals.append(VoidedDeal((1,), commitment(secret, TABLE), secret.hex()))
        secret = next_seed(secret)
    fair = table_key(secret, deal or TABLE, game.rules_version, added)
    keyed = {CHANCE: DUPLICATE} if deal else {}
    setup = Setup(seats, parse_options(game, options or {}))
    luck, page = FairChance(secret), bot_named(game, "page")
    step = start(game, setup, chance_of_step(fair, None, 0, is_duplicate=bool(deal)))
    steps = [deal_step(step.draws)]
    now = step.playthrough
    while not now.over:
        while len(given_up) < len(restored) and restored[len(given_up)] <= len(steps):
            number, shown = restored[len(given_up)], commitment(secret, deal or TABLE)
            given_up.append(RestoredSeed(number, "2026-11-21T03:00:00Z", shown, secret.hex()))
            secret = sha256(secret).digest()
            fair = table_key(secret, deal or TABLE, game.rules_version, added)
        ask = now.asks[0]
        move = page.choose(game, now.view(ask.seat), ask, luck)
        chance = chance_of_step(fair, now, ask.seat, is_duplicate=bool(deal))
        step = apply(now, ask.seat, ask.id, move, chance)
        steps.append(record_step(game, ask.seat, move, step.draws))
        now = step.playthrough
    header = Header(
        version=version,
        keys=keys,
        game=key,
        seats=tuple(f"seat {seat}" for seat in range(1, seats + 1)),
        options=format_options(setup.options) | keyed,
        rules=game.rules_version,
        table=TABLE,
        deal=deal,
        commitment=commitment(secret, deal or TABLE),
        seed=secret.hex(),
        added=added,
        voided=tuple(deals),
        restored=tuple(given_up),
    )
    return write(Record(header, tuple(steps), places(now.standings())))


def in_process(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status of `python3 verify.py RECORD`, and all that it says."""
    path = folder / "checked"
    path.write_text(text, encoding="utf-8", newline="")
    status = 0
    try:
        verify.main(str(path))
    except SystemExit as end:
        status = int(end.code or 0)
    said = capsys.readouterr()
    return status, said.out + said.err
