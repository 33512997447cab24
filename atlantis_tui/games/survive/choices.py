"""What can be chosen in the present position."""

from __future__ import annotations

from atlantis_tui.games.survive.reach import Piece, pieces
from atlantis_tui.games.survive.view_model import Spot
from atlantis_tui.games.survive.widgets.tiles import kept
from atlantis_tui.table.memo import PositionMemo
from core.game import Move
from core.hidden import SEALED
from core.survive.components import BOX, EXPLORERS
from core.survive.rules import Survive

MOVING = ("move", "dolphin", "wind", "die", "send")  # steps in which a piece goes somewhere
PLACING = ("place", "launch", "sink")  # steps in which one hex is chosen


class Choices(PositionMemo[Survive]):
    @property
    def step(self) -> str:
        """What the viewer is asked; nothing if somebody else is."""
        return self.view.step if self.screen.mine else ""

    def legal(self) -> list[Move]:
        return self.kept("legal", lambda: self.view.legal() if self.screen.mine else [])

    def pieces(self) -> list[Piece]:
        """What can be moved now."""
        return self.kept("pieces", lambda: pieces(self.view) if self.step in MOVING else [])

    def pieces_at(self, spot: Spot) -> list[Piece]:
        """Those on one hex; explorers that look alike count once."""
        found: dict[tuple[object, ...], Piece] = {}
        for piece in self.pieces():
            if piece.at == spot:
                found.setdefault(self._like(piece), piece)
        return list(found.values())

    def _like(self, piece: Piece) -> tuple[object, ...]:
        """What makes it like another one. Of explorers whose treasure is forgotten somebody may remember each."""
        view, who = self.view, piece.who
        if piece.kind != "explorer" or view.treasure(who) == SEALED:
            return piece.kind, who
        return view.treasure(who), who // EXPLORERS, view.aboard[who]

    def places(self) -> list[int]:
        """The hexes of which one is to be chosen."""
        step = self.step
        if step not in PLACING:
            return []
        if step == "sink":
            return self.kept("places", self.view.sinkable)
        return self.kept("places", lambda: list(dict.fromkeys(move[-1] for move in self.legal())))

    def waiting(self) -> list[int]:
        """The viewer's explorers that are not on the board yet, the dearest first, one of each that look alike."""
        view = self.view
        found: dict[tuple[int, int], int] = {}
        for one in view.explorers_of(view.seat):
            if view.spots[one] == BOX:
                found.setdefault((view.treasure(one), one // 10), one)
        return sorted(found.values(), key=lambda one: (-view.treasure(one), one))

    def climbers(self) -> list[int]:
        """Who may climb into the new boat, the asked seat's first."""
        view = self.view
        folk = [move[1] for move in self.legal() if move[0] == "board"]
        return sorted(folk, key=lambda one: (view.owner(one) != view.seat, -view.treasure(one), one))

    def tiles(self) -> list[tuple[int, int]]:
        """What the viewer has kept, in the order of the keys."""
        viewer = self.screen.viewer
        return [] if viewer is None else kept(self.view, viewer)

    def playable(self) -> list[tuple[int, int]]:
        """The kept tiles that can be played now."""
        return [(move[1], move[2]) for move in self.legal() if move[0] == "play"]
