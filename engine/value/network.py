"""Everybody's chance from rows of figures, one for each seat, by a small network that was learned.

One layer of hidden units beside straight weights, then a softmax over the seats. Which figures a row has is
left to each game, learning to `training.network`.
"""

from __future__ import annotations

import msgspec

from engine.kit.arrays import Floats, np
from engine.value.values import Chances

Array = Floats


class Packed(msgspec.Struct, frozen=True):
    """The weights of a network as a file has them: 32 bit floats, in the order of `Network`'s fields."""

    width: int
    hidden: int
    weights: bytes


class Network:
    """`mean` and `scale` make figures alike; `into` and `bias` lead to the hidden units, `out` and `straight`
    from there and from the figures to a seat's share.
    """

    def __init__(
        self, mean: Array, scale: Array, into: Array, bias: Array, out: Array, straight: Array
    ) -> None:
        self.parts = mean, scale, into, bias, out, straight

    def chances(self, rows: Array) -> Chances:
        """Everybody's chance. `rows` has a line for each seat."""
        mean, scale, into, bias, out, straight = self.parts
        alike = (rows - mean) / scale
        shares = np.tanh(alike @ into + bias) @ out + alike @ straight
        powers = np.exp(shares - np.max(shares))
        return tuple((powers / powers.sum()).tolist())

    def packed(self) -> Packed:
        """The network as it is kept."""
        width, hidden = self.parts[2].shape
        return Packed(width, hidden, b"".join(part.astype("<f4").tobytes() for part in self.parts))


def network_of(packed: Packed) -> Network:
    """The network that was kept."""
    width, hidden = packed.width, packed.hidden
    shapes = ((width,), (width,), (width, hidden), (hidden,), (hidden,), (width,))
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    parts = np.split(np.frombuffer(packed.weights, "<f4").astype(np.float64), ends)
    mean, scale, into, bias, out, straight = (
        part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)
    )
    return Network(mean, scale, into, bias, out, straight)
