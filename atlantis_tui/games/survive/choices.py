"""What keys and clicks can choose in the present position: pieces, places, tiles."""

from __future__ import annotations

from atlantis_tui.games.survive.proposals import waiting
from atlantis_tui.games.survive.reach import Piece, pieces
from atlantis_tui.games.survive.view_model import Spot
from atlantis_tui.games.survive.widgets.tiles import kept
from atlantis_tui.table.memo import PositionMemo
from core.game import Move
from core.hidden import SEALED
from core.survive.components import EXPLORERS
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
        """The pieces on one hex. Explorers that look alike count once."""
        found: dict[tuple[object, ...], Piece] = {}
        for piece in self.pieces():
            if piece.at == spot:
                found.setdefault(self._like(piece), piece)
        return list(found.values())

    def _like(self, piece: Piece) -> tuple[object, ...]:
        """A key that is equal for pieces that look alike. Explorers with a forgotten treasure stay apart,
        because somebody may remember which is which."""
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
        """The viewer's explorers that are not on the board yet."""
        return waiting(self.view)

    def climbers(self) -> list[int]:
        """The explorers who may climb into the new boat, those of the asked seat first."""
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
