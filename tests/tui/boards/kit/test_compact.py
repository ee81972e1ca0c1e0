"""Too few rows are shared by what matters now, and nothing stands anywhere twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.boards.kit.compact import PanelWish, shared_rows, stacked

WISHES = (
    PanelWish("dice", 3, 4),
    PanelWish("worth", 1, 1),
    PanelWish("seats", 2, 5),
    PanelWish("court", 3, 10),
)
NAMES = tuple(wish.name for wish in WISHES)


def test_the_focus_comes_first_and_then_the_others_in_their_order():
    """Each has its least before any has more; what has no room goes."""
    assert shared_rows(8, WISHES, ("dice",)) == {"dice": 4, "worth": 1, "seats": 3, "court": 0}
    assert shared_rows(9, WISHES, ("court",)) == {"court": 3, "dice": 3, "worth": 1, "seats": 2}
    assert shared_rows(8, WISHES, ("court",)) == {"court": 4, "dice": 3, "worth": 1, "seats": 0}
    assert shared_rows(20, WISHES, ("dice",)) == {"dice": 4, "worth": 1, "seats": 5, "court": 10}
    assert shared_rows(2, WISHES, ("court",)) == {"court": 2, "dice": 0, "worth": 0, "seats": 0}


@given(height=st.integers(0, 60), focused=st.sampled_from(NAMES))
def test_panels_never_get_more_rows_than_there_are(height: int, focused: str):
    """The focused one has some wherever there is one; regions stand below each other."""
    rows = shared_rows(height, WISHES, (focused,))
    assert sum(rows.values()) <= height
    assert rows[focused] > 0 or height == 0
    assert all(rows[wish.name] <= wish.most for wish in WISHES)
    regions = stacked(40, rows, NAMES)
    assert [regions[name].y for name in NAMES] == [
        sum(rows[before] for before in NAMES[:at]) for at in range(len(NAMES))
    ]
