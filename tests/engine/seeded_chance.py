"""Chance for tests: fair draws from a text, and dice that are told what to show."""

from hashlib import sha256

from engine.chance import FairChance


def luck(seed: object) -> FairChance:
    """Draws that only depend on the seed's text."""
    return FairChance(sha256(str(seed).encode()).digest())
