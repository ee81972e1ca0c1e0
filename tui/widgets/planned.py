"""A container whose children stand where a plan says: no CSS, one pass, nothing measured.

The plan itself (which panel gets which cells at which size) is the subclass's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget


class Planned(Widget):
    """Subclasses say in `plan` where their children stand."""

    DEFAULT_CSS: ClassVar[str] = "Planned { width: 1fr; height: 1fr; }"

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Where each child stands; a child that is missing gets no room."""
        raise NotImplementedError

    @property
    def layout(self) -> Layout:
        return ByPlan()


class ByPlan(Layout):
    """Places the children of something that has a `plan`."""

    name: ClassVar[str] = "by-plan"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        del greedy
        assert isinstance(parent, Planned)  # noqa: S101  (only Planned makes this layout)
        regions = parent.plan(size)
        return [
            WidgetPlacement(regions.get(child, Region()), NULL_OFFSET, NULL_SPACING, child)
            for child in children
        ]
