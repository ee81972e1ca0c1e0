"""What `training.court` learned of positions between turns while the King can be taken: by figure."""

from __future__ import annotations

WEIGHTS: tuple[float, ...] = (
    0.212649,
    0.320778,
    0.26865,
    -0.793702,
    -0.419304,
    0.46041,
    0.137753,
    -0.018871,
    0.163325,
    1.001246,
    -0.411391,
    -0.567544,
    0.227747,
    0.103454,
    -0.356501,
    -0.244861,
    0.0,
    0.0,
    0.0,
    0.418626,
    -0.075524,
    0.407721,
    0.324117,
)
"""From 1,730 games between stewards and masters; docs/analysis.md has how good they are."""
