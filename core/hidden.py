"""Hidden things: faces, who has seen them, and what a view shows of them.

A face is a small whole number. A mask tells who has seen it, with one bit for each seat; ALL includes spectators. The
mask is public, the face is not. Rules change masks only because of public facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from core.compiling.mypyc_marks import mypyc_attr

SEALED: Final = -1  # stands for a face that this view may not see
ALL: Final = -1  # the mask of every seat and every spectator


def may_see(mask: int, seat: int | None) -> bool:
    return mask == ALL if seat is None else bool(mask >> seat & 1)


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Hand:
    """An unordered place with one owner: a count for each face, and the number of all cards.

    `shown` counts, by mask and face, the cards that others have seen too. Equal cards cannot be told apart. So when a
    card leaves, everybody who has seen such a card must assume that it was that one. The cards that remain in `shown`
    are certain.
    """

    __slots__ = ("held", "owner", "shown", "size")

    def __init__(self, owner: int, faces: int) -> None:
        self.owner = owner
        self.held = [0] * faces  # by face, as far as this view knows
        self.size = 0  # all cards, the sealed ones too
        self.shown: dict[int, list[int]] = {}

    @property
    def sealed(self) -> int:
        return self.size - sum(self.held)

    def faces(self) -> list[int]:
        """Returns the known faces in order, then SEALED for each of the other cards."""
        known = [face for face, count in enumerate(self.held) for _ in range(count)]
        return known + [SEALED] * (self.size - len(known))

    def add(self, face: int, seen_by: int = 0) -> None:
        self.size += 1
        if face != SEALED:
            self.held[face] += 1
            if seen_by:
                self._counts(seen_by)[face] += 1

    def take(self, faces: Sequence[int]) -> None:
        """Adds cards that only the owner sees."""
        held = self.held
        self.size += len(faces)
        for face in faces:
            if face != SEALED:
                held[face] += 1

    def remove(self, face: int, hidden: bool = False) -> None:
        """Takes a card away: for all to see, or with `hidden` so that only the owner sees it. Views of others then pass
        SEALED as the face."""
        self.size -= 1
        held = self.held
        if face == SEALED:
            self.held = [count - 1 if count else 0 for count in held]
        elif held[face]:
            held[face] -= 1
        if self.shown:
            # A card that left unseen may be any card that was seen before.
            for one in range(len(self.held)) if hidden else (face,):
                self._forget(one)

    def pay(self, faces: Sequence[int]) -> None:
        """Takes several cards away, for all to see."""
        if self.shown:
            for face in faces:
                self.remove(face)
            return
        held = self.held
        self.size -= len(faces)
        for face in faces:
            if held[face]:
                held[face] -= 1

    def _forget(self, face: int) -> None:
        """Takes one card of this face from the certain cards of everybody who has seen some."""
        if len(self.shown) == 1:
            [counts] = self.shown.values()
            if counts[face]:
                counts[face] -= 1
                if not any(counts):
                    self.shown = {}
            return
        done = 0
        for mask in sorted(self.shown, key=_width):
            if self.shown[mask][face] and mask & ~done:
                self.shown[mask][face] -= 1
                if mask & done:  # these seats have forgotten one already, and still know this one
                    self._counts(mask & done)[face] += 1
                done |= mask
        self.shown = {mask: counts for mask, counts in self.shown.items() if any(counts)}

    def show(self, faces: Sequence[int]) -> None:
        """Lays the whole hand open to everybody. These are its faces."""
        counts = [0] * len(self.held)
        for face in faces:
            counts[face] += 1
        self.held = counts
        self.shown = {ALL: counts.copy()} if faces else {}

    def lay_open(self) -> None:
        """Lays the whole hand open to everybody, in a state that knows every face."""
        self.shown = {ALL: self.held.copy()} if self.size else {}

    def pay_open(self, faces: Sequence[int]) -> None:
        """Takes cards away from a hand that lies open."""
        for face in faces:
            self.held[face] -= 1
        self.size -= len(faces)
        self.shown = {ALL: self.held.copy()} if self.size else {}

    def seal(self, seat: int | None) -> Hand:
        if seat == self.owner:
            return self.copy()
        view = Hand(self.owner, len(self.held))
        view.size = self.size
        for mask, counts in self.shown.items():
            if may_see(mask, seat):
                view.shown[mask] = counts.copy()
                view.held = [a + b for a, b in zip(view.held, counts, strict=True)]
        return view

    def public(self) -> list[Any]:
        return [self.owner, self.size, self.shown.get(ALL)]

    def copy(self) -> Hand:
        twin = Hand.__new__(Hand)
        twin.owner = self.owner
        twin.held = self.held.copy()
        twin.size = self.size
        twin.shown = {mask: counts.copy() for mask, counts in self.shown.items()} if self.shown else {}
        return twin

    def _counts(self, mask: int) -> list[int]:
        return self.shown.setdefault(mask, [0] * len(self.held))


@final
class Row:
    """An ordered place: each face has a public index and its own mask of seats that have seen it."""

    __slots__ = ("faces", "seen")

    def __init__(self, faces: list[int] | None = None, seen: list[int] | None = None) -> None:
        self.faces = faces or []
        self.seen = seen or []

    def __len__(self) -> int:
        return len(self.faces)

    def append(self, face: int, seen_by: int) -> None:
        self.faces.append(face)
        self.seen.append(seen_by)

    def pop(self, index: int = -1) -> tuple[int, int]:
        """Takes one card away, and returns its face and its mask."""
        return self.faces.pop(index), self.seen.pop(index)

    def seal(self, seat: int | None) -> Row:
        known = [f if may_see(m, seat) else SEALED for f, m in zip(self.faces, self.seen, strict=True)]
        return Row(known, self.seen.copy())

    def public(self) -> list[Any]:
        return [[m, f if m == ALL else None] for f, m in zip(self.faces, self.seen, strict=True)]

    def copy(self) -> Row:
        return Row(self.faces.copy(), self.seen.copy())


def _width(mask: int) -> int:
    """A sort key that puts masks of more seats first, and ALL before all others."""
    return -1000 if mask == ALL else -mask.bit_count()
