"""What `training.court` learned of positions between turns while the King can be taken: by figure."""

from __future__ import annotations

WEIGHTS: tuple[float, ...] = (
    -0.015744,
    -0.027693,
    1.687911,
    -1.85027,
    -0.106649,
    0.298466,
    -0.273508,
    -0.038797,
    1.757458,
)
"""From 294 games; see docs/bots.md."""
