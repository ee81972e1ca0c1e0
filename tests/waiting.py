"""How long a test waits for what has to come: no machine is so busy that it takes longer."""

from __future__ import annotations

WITHIN = 120.0
"""Seconds; whoever waits in vain fails then."""
