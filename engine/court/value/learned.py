"""What `training.court` learned of positions between turns while the King can be taken: by figure."""

from __future__ import annotations

WEIGHTS: tuple[float, ...] = (
    0.387243,
    0.225774,
    0.361869,
    -0.955853,
    -0.425158,
    0.356683,
    0.335806,
    -0.006618,
    0.268761,
    0.951209,
    -0.60652,
    -0.600208,
    0.716063,
    0.257426,
    -0.824899,
    -0.253233,
    0.042661,
    0.042661,
    0.088113,
    0.0,
    0.0,
    0.0,
    0.039385,
    0.413993,
    -0.081699,
    0.052212,
    0.316668,
)
"""From 1,730 games between stewards and masters; docs/analysis.md has how good they are."""
