"""Chance for tests: draws that depend on a seed alone."""

from hashlib import sha256

from engine.chance import FairChance


def seeded_chance(seed: object) -> FairChance:
    """Draws that only depend on the seed's text."""
    return FairChance(sha256(str(seed).encode()).digest())
