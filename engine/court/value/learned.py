"""What `training.court` learned of positions between turns while the King can be taken: by figure."""

from __future__ import annotations

WEIGHTS: tuple[float, ...] = (
    0.215204,
    0.427612,
    0.236661,
    -1.489116,
    -0.371224,
    0.254015,
    0.197137,
    -0.053473,
    0.458215,
    1.112634,
    -0.788575,
    -0.756041,
    0.891829,
    0.124465,
    -0.783696,
    -0.199004,
    0.048268,
    0.03291,
    0.025732,
    0.633635,
    0.8073,
    0.298583,
    0.567613,
    0.385693,
    -0.08138,
    0.019076,
    0.697152,
)
"""From 3,719 games between stewards and masters; docs/analysis.md has how good they are."""
