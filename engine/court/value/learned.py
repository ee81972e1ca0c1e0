"""What `training.court` learned of positions between turns while the King can be taken: by figure."""

from __future__ import annotations

WEIGHTS: tuple[float, ...] = (
    0.871112,
    0.291433,
    0.235713,
    -0.554258,
    0.108864,
    0.316716,
    0.025611,
    -0.061122,
    0.128052,
)
"""From 1,730 games between stewards and masters; docs/analysis.md has how good they are."""
