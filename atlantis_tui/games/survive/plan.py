"""The plan of a move in Survive!: a cursor on the board, a piece and where it goes, a kept tile, a place for something.

Nothing of it is played before Enter, but for N (no more) and the answers to a defence, D and N. What is worked out for
a position is kept as long as that lasts. The cursor stays where it is from one question to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.survive import proposals
from atlantis_tui.games.survive.choices import MOVING, PLACING, Choices
from atlantis_tui.games.survive.cursor import HexWalk
from atlantis_tui.games.survive.reach import Harm, Piece, ReachableWay, given, harm, shown, ways
from atlantis_tui.games.survive.view_model import Mark, Preview, Spot
from atlantis_tui.table.memo import beyond
from core.game import Move
from core.survive.components import HEXES, LAKE

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen


class SurvivePlan(Choices):
    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self.cursor: Spot = LAKE
        self._walk = HexWalk()
        self.forget()

    def forget(self) -> None:
        self.piece: Piece | None = None
        self.target: Spot | None = None
        self.swim = False  # into the water rather than aboard
        self.tile: tuple[int, int] | None = None  # a kept one: terrain and back
        self.explorer: int | None = None  # to be placed, or to climb in
        self.ending = False  # nothing more
        self.pointed = False  # the player has brought the cursor where it is
        self.given: ReachableWay | None = None  # the way of the piece, where a hint or a typed line has named each step
        self._prepared = False

    @property
    def mode(self) -> str:
        """What the player is doing, as help and the prompt name it."""
        step = self.step
        if self.ending:
            return "ending"
        if step in MOVING and self.piece is not None:
            return f"{step}_to" if self.target is not None else f"{step}_piece"
        return step

    def ways(self) -> list[ReachableWay]:
        """Where the chosen piece can go."""
        piece = self.piece
        return [] if piece is None else self.kept(("ways", piece), lambda: ways(self.view, piece))

    def ways_to(self, spot: Spot) -> list[ReachableWay]:
        """The ways of the chosen piece to one place: first aboard the boat there, then into the water."""
        return [way for way in self.ways() if way.to == spot]

    def prepare(self) -> None:
        """Choose what leaves no choice: the only piece that can move, and the explorer to place."""
        if self._prepared or not self.screen.mine:
            return
        self._prepared = True
        step, view = self.step, self.view
        if step in MOVING:
            able = self.pieces()
            if len(able) == 1 and step != "move":
                self.piece = able[0]
                self.cursor = able[0].at
        elif step == "place":
            self.explorer = next(iter(self.waiting()), None)
        elif step == "aboard":
            self.explorer = next(iter(self.climbers()), None)
            self.cursor = view.sinking
        elif step == "defend":
            self.cursor = view.prey

    # What it comes to ------------------------------------------------------------------------------------------------

    def way(self) -> ReachableWay | None:
        """The planned way of the chosen piece."""
        if self.piece is None or self.target is None:
            return None
        if self.given is not None and self.given.to == self.target:
            return self.given
        found = self.ways_to(self.target)
        wanted = [way for way in found if way.swims == self.swim]
        return next(iter(wanted or found), None)

    def moves(self) -> Sequence[Move] | None:
        step = self.step
        if self.ending:
            return [("end",)]
        if step in MOVING:
            way = self.way()
            if way is None:
                return None
            stops = step in ("dolphin", "wind") and way.cost < self.view.steps_left and not way.deadly
            return [*way.moves, ("end",)] if stops else list(way.moves)
        if step == "place":
            placed = self.target is not None and self.explorer is not None
            return [("place", self.explorer, self.target)] if placed else None
        if step in ("launch", "sink"):
            return [(step, self.target)] if self.target is not None else None
        if step == "tile":
            return [("play", *self.tile)] if self.tile is not None else None
        if step == "aboard" and self.explorer is not None and self.target is not None:
            return [("board", self.explorer, self.view.sinking, self.view.sinking)]
        return None

    def harm(self) -> Harm:
        """What the planned moves would cost all players."""
        way = self.way()
        if way is not None:
            return self.kept(("harm", way), lambda: harm(self.view, way.moves))
        if self.step == "sink" and self.target is not None:
            return Harm(swim=tuple(self.view.explorers_at(self.target)))
        return Harm()

    def preview(self) -> Preview | None:
        """How the board would look where the plan ends."""
        way, piece = self.way(), self.piece
        if way is not None and piece is not None:
            return self.kept(("preview", piece, way), lambda: self._preview(piece, way))
        if self.step == "place" and self.target is not None and self.explorer is not None:
            explorer, target = self.explorer, self.target
            return self.kept(("preview", explorer, target), lambda: self._placed(explorer, target))
        if self.step == "launch" and self.target is not None:
            at = self.target
            return self.kept(("preview", at), lambda: self._launched(at))
        return None

    def _preview(self, piece: Piece, way: ReachableWay) -> Preview:
        ahead, moved = shown(self.view, piece, way)
        cost = harm(self.view, way.moves)
        victims = frozenset((*cost.lost, *cost.overboard))
        return Preview(way.to, ahead, moved, victims, bool(cost.wrecked), str(way.cost) if way.cost else "")

    def _placed(self, explorer: int, at: int) -> Preview:
        ahead = self.view.copy()
        ahead.spots[explorer] = at
        return Preview(at, ahead, frozenset([explorer]))

    def _launched(self, at: int) -> Preview:
        ahead = self.view.copy()
        ahead.boats[at] = 1
        return Preview(at, ahead)

    def marks(self) -> dict[Spot, Mark]:
        """Where the chosen piece can go, or what can be chosen."""
        step = self.step
        if self.piece is not None:
            return self.kept(("marks", self.piece), self._reach)
        if step == "sink":
            return self.kept("marks", lambda: {at: Mark("sink") for at in self.places()})
        if step in PLACING:
            return self.kept("marks", lambda: {at: Mark("free") for at in self.places()})
        if step in ("die", "send", "dolphin", "wind"):
            return self.kept("marks", lambda: {piece.at: Mark("free") for piece in self.pieces()})
        return {}

    def _reach(self) -> dict[Spot, Mark]:
        found: dict[Spot, Mark] = {}
        piece = self.piece
        for way in self.ways():
            if piece is not None and way.to == piece.at:
                continue
            cost = harm(self.view, way.moves) if piece is not None and piece.kind == "creature" else Harm()
            deadly = way.deadly or bool(cost.lost or cost.wrecked)
            if way.to not in found or (found[way.to].kind == "deadly" and not deadly):
                found[way.to] = Mark("deadly" if deadly else "reach" if way.cost else "free", str(way.cost or ""))
        return found

    def is_dear(self, moves: Sequence[Move]) -> bool:
        """Whether the viewer loses an explorer by these moves."""
        if self.step not in MOVING or moves[-1] == ("end",):
            return False
        view = self.view
        return any(view.owner(explorer) == view.seat for explorer in self.harm().lost)

    def text(self, moves: Sequence[Move]) -> str:
        from atlantis_tui.games.survive.text.history import brief_moves

        return brief_moves(self.view, moves, self.screen.look.glyphs)

    # Planning --------------------------------------------------------------------------------------------------------

    def go_to(self, spot: Spot) -> None:
        """Bring the cursor to a hex, and choose what can be chosen there."""
        self.cursor, self.ending = spot, False
        self._aim()

    def _aim(self) -> None:
        spot, piece = self.cursor, self.piece
        self.given = None
        if self.step in MOVING:
            self.target = spot if piece is not None and spot != piece.at and self.ways_to(spot) else None
            if self.target is not None and self.swim:
                self.swim = any(way.swims for way in self.ways_to(spot))
        elif self.step in PLACING:
            self.target = spot if spot in self.places() else None

    def choose_piece(self, piece: Piece) -> None:
        self.piece, self.cursor, self.target, self.swim, self.ending = piece, piece.at, None, False, False
        self.given = None

    def point(self, spot: Spot) -> None:
        """The player brings the cursor there."""
        self.go_to(spot)
        self.pointed = True

    def walk(self, dx: int, dy: int) -> None:
        """Bring the cursor one hex further."""
        to = self._walk.step(self.cursor, dx, dy)
        if to != self.cursor:
            self.point(to)

    def misses(self) -> bool:
        """Whether the player points at a hex where nothing can be chosen. Enter would propose something elsewhere."""
        if not self.pointed or self.moves() is not None:
            return False
        if self.step in PLACING:
            return self.cursor not in self.places()
        if self.step not in MOVING or self.pieces_at(self.cursor):
            return False
        return self.piece is None or (self.cursor != self.piece.at and not self.ways_to(self.cursor))

    def stays_where_taken(self) -> bool:
        """Setting up: whether something is at the cursor already, so that Enter would propose another hex."""
        view, at = self.view, self.cursor
        if self.step not in ("place", "launch") or self.screen.mode.scripted or self.screen.hinting.offered:
            return False
        free = at in self.places() or self.moves() is not None
        return not free and at < HEXES and bool(view.boats[at] or view.explorers_at(at))

    def next(self, by: int) -> None:
        """Tab: choose the next of whatever is to be chosen now."""
        step = self.step
        if step in MOVING:
            able = self._each(self.pieces())
            if able:
                self.choose_piece(beyond(able, self.piece, by))
        elif step in PLACING and self.places():
            self.go_to(beyond(self.places(), self.target, by))
        elif step == "tile" and self.playable():
            self.tile = beyond(self.playable(), self.tile, by)
        elif step == "aboard":
            self.explorer = beyond(self.climbers(), self.explorer, by)
            self.target = self.view.sinking

    def _each(self, able: Sequence[Piece]) -> list[Piece]:
        """These pieces, with one of each group of explorers that look alike on a hex."""
        spots = dict.fromkeys(piece.at for piece in able)
        shown_once = {piece for spot in spots for piece in self.pieces_at(spot)}
        return [piece for piece in able if piece in shown_once]

    def usual(self, able: Sequence[Piece]) -> list[Piece]:
        """Sort the pieces so that explorers who could only jump overboard come last. A click on a boat in the open sea
        means the boat."""
        return sorted(able, key=lambda piece: self._best_of(piece) is None)

    def next_here(self, by: int) -> bool:
        """E: choose the next piece on the same hex. False if there is no other."""
        at = self.piece.at if self.piece is not None else self.cursor
        able = self.pieces_at(at)
        if not able or able == [self.piece]:
            return False
        target, swim = self.target, self.swim
        self.choose_piece(beyond(able, self.piece, by))
        if target is not None and self.ways_to(target):
            self.cursor = self.target = target
            self.swim = swim
        return True

    def other_way(self) -> bool:
        """S: swim instead of boarding, and back; on its own hex, overboard or into the boat there."""
        piece = self.piece
        if piece is None or self.step != "move":
            return False
        self.given = None
        if self.target is None:
            here = self.ways_to(piece.at)
            if not here:
                return False
            self.cursor = self.target = piece.at
            self.swim = here[0].swims
            return True
        if self.target == piece.at:
            self.target = None
            return True
        if len({way.swims for way in self.ways_to(self.target)}) < 2:
            return False
        self.swim = not self.swim
        return True

    def back(self) -> None:
        if self.ending:
            self.ending = False
        elif self.target is not None:
            self.target = None
            if self.piece is not None:
                self.cursor, self.swim = self.piece.at, False
        elif self.piece is not None:
            self.piece = None
        elif self.tile is not None:
            self.tile = None

    def propose(self) -> None:
        """Enter with nothing planned: propose a move."""
        step, view = self.step, self.view
        if step in MOVING:
            self._propose_piece()
        elif step == "place":
            if self.explorer is None:
                self.explorer = next(iter(self.waiting()), None)
            if self.cursor in self.places():
                self.target = self.cursor
            else:
                self.suggest()
        elif step in ("launch", "sink"):
            if self.cursor in self.places():
                self.target = self.cursor
            else:
                self.suggest()
        elif step == "tile":
            self.tile = next(iter(self.playable()), None)
            self.ending = self.tile is None
        elif step == "aboard":
            self.explorer = self.explorer if self.explorer is not None else next(iter(self.climbers()), None)
            self.cursor = self.target = view.sinking

    def _propose_piece(self) -> None:
        step, view = self.step, self.view
        here = self.pieces_at(self.cursor)
        if self.piece is None:  # an empty boat can wait, and so can whoever could only jump overboard
            here = [piece for piece in self.usual(here) if piece.kind != "boat" or view.crew[piece.at]]
        if here and (self.piece is None or self.cursor != self.piece.at):
            self.choose_piece(here[0])
        elif step in ("die", "send"):
            able = [self.piece] if self.piece is not None else self.pieces()
            best = proposals.best_prowl(view, able) if step == "die" else proposals.best_sending(view, able)
            if best is None and ("end",) in self.legal():
                self.ending = True  # it stays: any move would hurt one's own
                return
            best = best or proposals.least_harm(view, able)
            if best is not None:
                self.choose_piece(best[0])
                self.cursor = self.target = best[1].to
        elif self.piece is None:
            piece = self.kept("best piece", lambda: proposals.best_piece(view, self.pieces()))
            if piece is not None:
                self.choose_piece(piece)
            else:
                self.ending = True
        elif (way := self._best_of(self.piece)) is not None:
            self.cursor, self.target, self.swim = way.to, way.to, way.swims
        else:
            self.next(1)

    def _best_of(self, piece: Piece) -> ReachableWay | None:
        found = self.kept(("ways", piece), lambda: ways(self.view, piece))
        return proposals.best_way(self.view, piece, found)

    def suggest(self) -> bool:
        """A: propose a good place for what is to be placed. False if nothing is."""
        step, view, able = self.step, self.view, self.places()
        found: int | None = None
        if step == "place" and self.explorer is not None:
            found = proposals.best_place(view, able, view.treasure(self.explorer))
        elif step == "launch":
            found = proposals.best_launch(view, able)
        elif step == "sink":
            found = proposals.best_tile(view, able)
        if found is None:
            return False
        self.go_to(found)
        return True

    def at_once(self, move: Move) -> bool:
        """Whether the move needs no preview: N, D, and what to do with a tile's back."""
        return move[0] in ("end", "answer", "show", "keep")

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plan as many of these moves as one preview can show: the way of one piece, or one choice."""
        self._prepared = True  # nothing else is chosen by itself
        kind, *fields = moves[0]
        if self.step == "aboard":
            self.explorer, self.cursor, self.target = fields[0], fields[1], fields[1]
            return moves[1:]
        if kind in ("walk", "board", "swim", "land", "boat", "creature"):
            return self._put_way(moves)
        self.ending = kind == "end"
        if kind == "place":
            self.explorer, self.cursor, self.target = fields[0], fields[1], fields[1]
        elif kind in ("launch", "sink"):
            self.cursor = self.target = fields[0]
        elif kind == "play":
            self.tile = (fields[0], fields[1])
        return moves[1:]

    def _put_way(self, moves: Sequence[Move]) -> Sequence[Move]:
        kind, *fields = moves[0]
        if kind == "creature":
            piece = Piece("creature", fields[0], fields[1])
        elif kind == "boat":
            piece = Piece("boat", 0, fields[0])
        else:
            piece = Piece("explorer", fields[0], fields[1])
        self.choose_piece(piece)
        way = given(self.view, piece, moves)
        self.given = way
        self.cursor, self.target, self.swim = way.to, way.to, way.swims
        rest = moves[len(way.moves) :]
        stops = len(self.moves() or ()) > len(way.moves)  # the way ends here, whether or not that is among the moves
        return rest[1:] if stops and rest and rest[0] == ("end",) else rest
