"""Children that stand where a plan says: no CSS, one pass, nothing measured.

The plan itself (which child gets which cells at which size) is up to who has the children,
and what stands between them it draws like any panel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, cast

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tui.widgets.panel import Panel


class HasPlan(Protocol):
    """Something that knows where its children stand."""

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Where each child stands; a child that is missing gets no room."""
        ...


class ByPlan(Layout):
    """Places the children of something that has a plan."""

    name: ClassVar[str] = "by-plan"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Places the children as the plan says."""
        del greedy
        regions = cast("HasPlan", parent).plan(size)
        return [
            WidgetPlacement(regions.get(child, Region()), NULL_OFFSET, NULL_SPACING, child)
            for child in children
        ]


class Planned(Panel):
    """A panel with children; subclasses say in `plan` where they stand."""

    DEFAULT_CSS: ClassVar[str] = "Planned { width: 1fr; height: 1fr; }"

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Where each child stands; a child that is missing gets no room."""
        raise NotImplementedError

    @property
    def layout(self) -> Layout:
        """The layout that asks this node for a plan."""
        return ByPlan()
