"""Arrays of numbers: numpy's, where it is installed (`crownhouse[fast]`), or the same calls in plain Python.

`np` is either. Answers are the same, but for rounding; whole turns of court take four to twenty times as long
without numpy (`docs/odds.md`).
"""

from typing import TYPE_CHECKING

__all__ = ["Flags", "Floats", "Numbers", "np"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.intp]
    Flags = NDArray[np.bool_]
else:
    try:
        import numpy as np
    except ImportError:
        from engine.kit import plain_arrays as np

    Floats = Numbers = Flags = np.ndarray
