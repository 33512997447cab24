"""Declarations of moves and events: their names, their fields, and who sees each field.

Views, packed forms and JSON of every move and event follow from these tables; no game writes them by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core.hidden import SEALED

EVERYBODY = ""  # as `Field.sees`: open to all
ACTOR = "actor"  # only the seat that made the move; any other word names a field that holds a seat


class FieldType(NamedTuple):
    """The values of a field: whole numbers from `low` to `high`, one or (`many`) a tuple of them.

    `pair` is the divisor that splits a face made of two numbers (a tile's symbol and value) in JSON.
    """

    low: int
    high: int
    many: bool = False
    optional: bool = False
    pair: int = 0

    def holds(self, value: Any, sealed: bool = False) -> bool:
        """Whether the value fits; `sealed` also allows SEALED."""
        if value is None:
            return self.optional
        values = value if self.many else (value,)
        return isinstance(values, tuple) and all(
            type(one) is int and (self.low <= one <= self.high or (sealed and one == SEALED)) for one in values
        )

    def seal(self, value: Any) -> Any:
        if value is None:
            return None
        return (SEALED,) * len(value) if self.many else SEALED

    def shift(self, value: Any, by: Callable[[int], int]) -> Any:
        """Shifts the value, or each of many, and wraps from the highest to the lowest. `by` receives the number of
        possible values and returns the shift. As with a sealed value, it stays visible whether there is a value, and
        how many."""
        if value is None:
            return None
        size = self.high - self.low + 1
        moved = [self.low + (one - self.low + by(size)) % size for one in (value if self.many else (value,))]
        return tuple(moved) if self.many else moved[0]

    def json(self, value: Any) -> Any:
        if value is None:
            return None
        return [self._json_one(v) for v in value] if self.many else self._json_one(value)

    def _json_one(self, value: int) -> Any:
        if value == SEALED and self.low > SEALED:
            return None
        return list(divmod(value, self.pair)) if self.pair else value


class Field(NamedTuple):
    name: str
    type: FieldType
    sees: str = EVERYBODY


class Kind(NamedTuple):
    """One kind of move or event. `exported` is False if the exported state already tells the same."""

    name: str
    fields: tuple[Field, ...] = ()
    exported: bool = True

    def fault(self, item: tuple[Any, ...], sealed: bool = True) -> str | None:
        """Returns the name of the first field that does not fit ("" if the number of fields is wrong), or None.

        Hidden fields may be SEALED unless `sealed` is False.
        """
        if len(item) != len(self.fields) + 1:
            return ""
        for field, value in zip(self.fields, item[1:], strict=True):
            if not field.type.holds(value, sealed=sealed and bool(field.sees)):
                return field.name
        return None

    @property
    def hides(self) -> bool:
        """Whether any field is hidden from somebody."""
        return any(field.sees for field in self.fields)

    def shift(self, item: tuple[Any, ...], by: Callable[[int], int]) -> tuple[Any, ...]:
        """Returns the item with the values of its hidden fields shifted, in order."""
        pairs = zip(self.fields, item[1:], strict=True)
        return (item[0], *(field.type.shift(value, by) if field.sees else value for field, value in pairs))

    def view(self, item: tuple[Any, ...], actor: int | None, seat: int | None) -> tuple[Any, ...]:
        """Returns the item as `seat` (None: a spectator) may see it."""
        if not self.hides:
            return item
        values: list[Any] = [item[0]]
        for field, value in zip(self.fields, item[1:], strict=True):
            owner = actor if field.sees == ACTOR else self._value(item, field.sees) if field.sees else seat
            hidden = field.sees and (seat is None or owner != seat)
            values.append(field.type.seal(value) if hidden else value)
        return tuple(values)

    def _value(self, item: tuple[Any, ...], name: str) -> Any:
        return next(v for f, v in zip(self.fields, item[1:], strict=True) if f.name == name)

    def json(self, item: tuple[Any, ...]) -> dict[str, Any]:
        return {f.name: f.type.json(v) for f, v in zip(self.fields, item[1:], strict=True)}


def table(*kinds: Kind) -> dict[str, Kind]:
    return {kind.name: kind for kind in kinds}


def pack(item: tuple[Any, ...]) -> list[Any]:
    """Returns a move or event as msgpack accepts it."""
    return [list(v) if isinstance(v, tuple) else v for v in item]


def unpack(kinds: Mapping[str, Kind], packed: Any) -> tuple[Any, ...] | None:
    """Returns the move or event of a packed form, or None if it is not one of these kinds."""
    if not isinstance(packed, list) or not packed or not isinstance(packed[0], str) or packed[0] not in kinds:
        return None
    item = tuple(tuple(v) if isinstance(v, list) else v for v in packed)
    return item if kinds[packed[0]].fault(item) is None else None
