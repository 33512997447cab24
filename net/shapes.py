"""What a field of a message may hold. A shape checks an unpacked value, and describes itself as PROTOCOL.md does.

`read` returns lists as tuples, so that a message cannot change after it was read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from net.names import dangerous

U16, U32 = 0xFFFF, 0xFFFFFFFF


class BadShape(Exception):
    """The value does not have this shape."""


class Shape(Protocol):
    """What every shape can do: check a value, and say in a few words what it takes."""

    def read(self, value: Any) -> Any: ...
    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Whole:
    """A whole number from 0 to `most`."""

    most: int

    def read(self, value: Any) -> int:
        if type(value) is not int or not 0 <= value <= self.most:
            raise BadShape
        return value

    def __str__(self) -> str:
        return f"0..{self.most}"


@dataclass(frozen=True)
class Flag:
    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise BadShape
        return value

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Bytes:
    least: int
    most: int

    def read(self, value: Any) -> bytes:
        if type(value) is not bytes or not self.least <= len(value) <= self.most:
            raise BadShape
        return value

    def __str__(self) -> str:
        return f"{self.most} bytes" if self.least == self.most else f"{self.least}..{self.most} bytes"


@dataclass(frozen=True)
class Word:
    """A name for programs: visible ASCII without blanks."""

    most: int

    def read(self, value: Any) -> str:
        if type(value) is not str or not 0 < len(value) <= self.most or not _visible(value):
            raise BadShape
        return value

    def __str__(self) -> str:
        return f"word <= {self.most}"


@dataclass(frozen=True)
class Text:
    """A text that a person wrote. It holds nothing that could mislead a terminal: see names.py."""

    most: int

    def read(self, value: Any) -> str:
        if type(value) is not str or len(value) > self.most or dangerous(value):
            raise BadShape
        return value

    def __str__(self) -> str:
        return f"text <= {self.most}"


@dataclass(frozen=True)
class OneOf:
    words: tuple[str, ...]

    def read(self, value: Any) -> str:
        if type(value) is not str or value not in self.words:
            raise BadShape
        return value

    def __str__(self) -> str:
        return " / ".join(self.words)


@dataclass(frozen=True)
class Maybe:
    shape: Shape

    def read(self, value: Any) -> Any:
        return None if value is None else self.shape.read(value)

    def __str__(self) -> str:
        return f"{self.shape}, or nil"


@dataclass(frozen=True)
class Many:
    shape: Shape
    most: int

    def read(self, value: Any) -> tuple[Any, ...]:
        if type(value) not in (list, tuple) or len(value) > self.most:
            raise BadShape
        return tuple(map(self.shape.read, value))

    def __str__(self) -> str:
        return f"up to {self.most} of ({self.shape})"


@dataclass(frozen=True)
class Row:
    """A list with a fixed meaning for each place."""

    columns: tuple[tuple[str, Shape], ...]

    def read(self, value: Any) -> tuple[Any, ...]:
        if type(value) not in (list, tuple) or len(value) != len(self.columns):
            raise BadShape
        return tuple(shape.read(one) for (_, shape), one in zip(self.columns, value, strict=True))

    def __str__(self) -> str:
        return "[" + ", ".join(f"{name}: {shape}" for name, shape in self.columns) + "]"


@dataclass(frozen=True)
class Map:
    key: Shape
    shape: Shape
    most: int

    def read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict or len(value) > self.most:
            raise BadShape
        return {self.key.read(key): self.shape.read(one) for key, one in value.items()}

    def __str__(self) -> str:
        return f"map of up to {self.most}, {self.key} to ({self.shape})"


@dataclass(frozen=True)
class Simple:
    """A parameter: nil, a flag, a whole number, a short text, a few bytes, or a short list of whole numbers."""

    def read(self, value: Any) -> Any:
        if value is None or type(value) is bool:
            return value
        for shape in _SIMPLE:
            try:
                return shape.read(value)
            except BadShape:
                continue
        raise BadShape

    def __str__(self) -> str:
        return "simple"


_SIMPLE: tuple[Shape, ...] = (Whole(U32), Text(64), Bytes(0, 32), Many(Whole(U32), 16))
_visible = re.compile(r"[!-~]+").fullmatch
