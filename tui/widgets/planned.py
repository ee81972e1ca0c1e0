"""Places children by a plan: no CSS, one pass, nothing measured.

The plan (which child gets which cells at which size) is left to the parent, which also draws what is between
the children.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, cast

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tui.widgets.panel import Panel


class HasPlan(Protocol):
    """A node that plans where its children are."""

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Returns the region of each child; a child that is missing gets none."""


class PlanLayout(Layout):
    """Places the children of a `HasPlan`."""

    name: ClassVar[str] = "by-plan"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Returns the children's regions as the plan has them."""
        del greedy
        regions = cast("HasPlan", parent).plan(size)
        return [
            WidgetPlacement(regions.get(child, Region()), NULL_OFFSET, NULL_SPACING, child)
            for child in children
        ]


class PlannedPanel(Panel):
    """A panel with children; subclasses return in `plan` where they are."""

    DEFAULT_CSS: ClassVar[str] = "PlannedPanel { width: 1fr; height: 1fr; }"

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Returns the region of each child; a child that is missing gets none."""
        raise NotImplementedError

    @property
    def layout(self) -> Layout:
        """The layout that asks this node for its plan."""
        return PlanLayout()
