"""What holds of the refusals of every game: each code has an example, which carries what PARAMS promise."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from engine.game import Refused
from engine.refusals import COMMON_PARAMS

Examples = Mapping[str, Callable[[], Any]]
"""By code, something that returns or raises the refusal."""


def the_codes_are_complete(examples: Examples, params: Mapping[str, tuple[str, ...]], code: Any) -> None:
    """Both ways; and what any game's rules refuse, this one's do, with the same parameters."""
    assert set(examples) == set(params) == set(get_args(code))
    assert {one: params[one] for one in COMMON_PARAMS} == dict(COMMON_PARAMS)


def an_example_carries_its_parameters(
    examples: Examples, params: Mapping[str, tuple[str, ...]], code: str
) -> None:
    """Its wording in any language may rely on them."""
    try:
        refused = examples[code]()
    except Refused as raised:
        refused = raised
    assert refused is not None
    assert (refused.code, tuple(refused.params)) == (code, params[code])
