"""What the environments of all packages read in the same way."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._furlong import Ruleset


def default_players(ruleset: Ruleset) -> int:
    """The default number of players: the smallest allowed one from two on, so that somebody sits opposite."""
    return next((players for players in ruleset.players if players > 1), ruleset.players[-1])


def whole(name: str, value: Any) -> int:
    """A whole number: also one of numpy, or an array with just one, but no text, no fraction and no truth value."""
    if getattr(value, "shape", None) == (1,):
        value = value[0]
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None


def is_sequence(bots: Any) -> bool:
    """Whether these are several bots: a list, a tuple, an array or another sequence."""
    if isinstance(bots, str):
        return False
    if isinstance(bots, (list, tuple)) or hasattr(bots, "dtype"):  # An array has a method `choose`, too.
        return True
    return not callable(bots) and not hasattr(bots, "choose") and hasattr(bots, "__len__")
