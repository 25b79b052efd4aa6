"""Whole numbers, as the environments of all packages read them."""

from __future__ import annotations

import operator
from typing import Any


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
