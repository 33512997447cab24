"""The course of play: what follows from a move and from an answer of chance. Numbers after RULES are sections of
RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from core.chance import Ask, Open, Roll, SeededDealer, Shuffle
from core.compiling.mypyc_marks import mypyc_attr
from core.game import Move, Outcome, Prompt, Reason
from core.hidden import ALL, Row
from core.survive.components import (
    BACKS_OF,
    BOX,
    CALM_ROUNDS,
    CREATURES,
    DOLPHIN,
    EXPLORERS,
    GUARD,
    HEXES,
    ISLAND,
    LAND,
    NEW_BOAT,
    NEW_SHARK,
    NEW_WHALE,
    POINTS,
    SEA,
    SEATS_ABOARD,
    SHARK,
    STRIDE,
    TERRAIN_TILES,
    TERRAINS,
    TREASURES,
    VOLCANO,
    WHALE,
    WIND,
)
from core.survive.explain import explain
from core.survive.schema import BY_CALM, BY_LAST_ONE, BY_LAST_TILE, BY_VOLCANO
from core.survive.waters import Waters


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class Survive(Waters):
    """One game of Survive! at any moment."""

    __slots__ = ()

    @property
    def prompt(self) -> Prompt | None:
        if self.asks or self.outcome is not None:
            return None
        return Prompt(self.asked if self.step == "defend" else self.seat, self.step)

    def explain(self, move: Any) -> Reason | None:
        return explain(self, move)

    def advance(self, move: Move) -> None:
        kind: str = move[0]
        if kind in ("walk", "board", "swim", "land", "boat"):
            if self.step == "aboard":
                self._aboard(move[1])
            else:
                self._travel(move)
        elif kind == "end":
            self._end_step()
        elif kind == "sink":
            self._sink(move[1])
        elif kind == "show":
            self._show(move[1])
        elif kind == "keep":
            self._keep()
        elif kind == "creature":
            self._creature(move[1], move[2], move[3])
        elif kind == "answer":
            self._answered(move[1])
        elif kind == "play":
            self._play(move[1], move[2])
        elif kind == "place":
            self._place(move[1], move[2])
        else:
            self._launch(move[1])

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        if self.step == "setup":
            self._deal(asks, faces)
        elif self.step == "lift":
            self._lifted(faces[0])
        elif self.step == "roll":
            self._rolled(faces[0])
        elif self.step == "open":
            self._opened(faces[0])
        else:
            self._count(asks, faces)

    def _ask(self, step: str, asks: list[Ask]) -> None:
        self.step = step
        self.asks = asks
        if self.instant is not None:
            self.answer(self.instant.answer(asks))

    # Setting up. RULES 2 ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        asks: list[Ask] = [Shuffle("terrain", 0, TERRAIN_TILES)]
        asks += [Open("terrain", 0, number, ALL) for number in range(len(ISLAND))]
        asks += [Shuffle(TERRAINS[terrain], 0, BACKS_OF[terrain]) for terrain in LAND]
        for colour in range(len(self.treasures)):
            place = treasure_place(colour)
            asks.append(Shuffle(place, 0, TREASURES))
            asks += [Open(place, 0, number, 1 << colour % self.seats) for number in range(EXPLORERS)]
        self._ask("setup", asks)

    def _deal(self, asks: Sequence[Ask], faces: Sequence[int]) -> None:
        laid = [0] * len(TERRAINS)
        colour = -1
        for ask, face in zip(asks, faces, strict=True):
            if isinstance(ask, Shuffle):
                colour += ask.place.startswith("treasure")
            elif isinstance(ask, Open) and ask.place == "terrain":
                at = ISLAND[ask.at]
                self.terrain[at], self.numbers[at] = face, laid[face]
                laid[face] += 1
            elif isinstance(ask, Open):
                self.treasures[colour].append(face, ask.to)
        self.seat, self.step = 0, "place"

    def _place(self, explorer: int, at: int) -> None:
        self.spots[explorer] = at
        self._tell("placed", explorer, at)
        self._count_stage()
        self.seat = (self.seat + 1) % self.seats
        if BOX not in self.spots:
            self.seat, self.step = 0, "launch"

    def _launch(self, at: int) -> None:
        self.boats[at] = 1
        self.boats_left[self.seat] -= 1
        self._tell("launched", at)
        self._count_stage()
        if any(self.boats_left):
            self.seat = (self.seat + 1) % self.seats
            return
        self.cover_treasures()
        self._tell("began")
        self._begin_turn(0)

    def _count_stage(self) -> None:
        if self.stages >= 0:
            self.stages += 1

    # A turn. RULES 3 -------------------------------------------------------------------------------------------------

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.turns += 1
        self.points, self.swum = POINTS, 0
        if self.tiles_kept(seat):
            self.step = "tile"
        else:
            self._begin_moving()

    def _begin_moving(self) -> None:
        self.playing = self.carried = -1
        self.steps_left = 0
        if self.in_play(self.seat):
            self.step = "move"
        else:
            self._begin_sinking()

    def _begin_sinking(self) -> None:
        self._count_stage()
        self.points = self.swum = 0
        if any(self.terrain):
            self.step = "sink"
        else:
            self._roll()

    def _roll(self) -> None:
        self.sinking = self.sunk = -1
        self._ask("roll", [Roll("die", self.turns, len(CREATURES))])

    def _end_step(self) -> None:
        """Handles `end`: no red tile, no further step with it, no more movement, or the creature stays."""
        if self.step == "move":
            self._begin_sinking()
        elif self.step == "die":
            self._tell("stayed", self.rolled)
            self._end_turn()
        else:
            self._begin_moving()

    def _end_turn(self) -> None:
        self.rolled = self.lair = self.prey = self.asked = -1
        self.answers = Row()
        self.calm = 0 if any(self.terrain) else self.calm + 1
        if self.calm >= CALM_ROUNDS * self.seats:
            self._finish(BY_CALM)
        else:
            self._begin_turn((self.seat + 1) % self.seats)

    def _all_done(self) -> bool:
        """Ends the game if nobody is left on the board, and tells whether it did. RULES 11, To the last one."""
        if not self.options["to_the_last_one"] or min(self.spots) < HEXES:
            return False
        self._finish(BY_LAST_ONE)
        return True

    # Red tiles. RULES 4 ----------------------------------------------------------------------------------------------

    def _play(self, terrain: int, back: int) -> None:
        self.hand_of(self.seat, terrain).remove(back)
        self.used[terrain][back] += 1
        self._tell("played", terrain, back)
        self.playing, self.carried = back, -1
        if back in (DOLPHIN, WIND):
            self.steps_left = STRIDE
            self.step = "dolphin" if back == DOLPHIN else "wind"
        else:
            self.step = "send"

    def _after_stride(self, carried: int, goes_on: bool) -> None:
        self.carried = carried
        self.steps_left -= 1
        if not self._all_done() and not (goes_on and self.steps_left):
            self._begin_moving()

    # Movement. RULES 5 -----------------------------------------------------------------------------------------------

    def _travel(self, move: Move) -> None:
        kind: str = move[0]
        if kind == "boat":
            self._sail(move[1], move[2])
        else:
            explorer, at = move[1], move[2]
            in_water = not self.terrain[at] and not self.aboard[explorer]
            self._leave(explorer, at)
            if kind == "land":
                self._land(explorer, at)
            elif kind == "walk":
                self.spots[explorer] = move[3]
                self._tell("walked", explorer, at, move[3])
            elif kind == "board":
                self._board(explorer, at, move[3])
            else:
                self._swim(explorer, at, move[3])
            if (in_water or kind == "swim") and self.step == "move":
                self.swum |= 1 << explorer
        if self.step == "dolphin":
            self._after_stride(move[1], self.spots[move[1]] < HEXES)
        elif self.step == "wind":
            self._after_stride(move[2], bool(self.boats[move[2]]))
        else:
            self.points -= 1
            if not self._all_done() and (not self.points or not self.in_play(self.seat)):
                self._begin_sinking()

    # The island sinks. RULES 6 ---------------------------------------------------------------------------------------

    def _sink(self, at: int) -> None:
        terrain = self.terrain[at]
        there = self.explorers_at(at)
        self.terrain[at] = SEA
        self.swimming[at] = len(there)
        self._tell("sank", at, terrain, tuple(there))
        if self.options["atlantis_is_gone"] and not any(self.terrain):
            self._finish(BY_LAST_TILE)
            return
        self.sinking, self.sunk = at, terrain
        self._ask("lift", [Open(TERRAINS[terrain], 0, self.numbers[at], 1 << self.seat)])

    def _lifted(self, face: int) -> None:
        self.lifted.append(face, 1 << self.seat)
        self.step = "back"

    def _keep(self) -> None:
        face, _ = self.lifted.pop()
        self.hand_of(self.seat, self.sunk).add(face)
        self._tell("kept", self.sinking, self.sunk, face)
        self._roll()

    def _show(self, back: int) -> None:
        at = self.sinking
        self.lifted.pop()
        self.used[self.sunk][back] += 1
        self._tell("shown", at, self.sunk, back)
        if back == NEW_BOAT:
            self._boat_comes(at)
            return
        if back in (NEW_SHARK, NEW_WHALE):
            creature = SHARK if back == NEW_SHARK else WHALE
            self.creatures[creature][at] += 1
            self._tell("appeared", creature, at)
            if creature == SHARK:
                self._lose(self.swimmers_at(at), at, SHARK)
        elif back == VOLCANO and not (self.options["to_the_last_one"] or self.options["atlantis_is_gone"]):
            self._finish(BY_VOLCANO)
            return
        else:
            self._whirl(at)
        if not self._all_done():
            self._roll()

    def _boat_comes(self, at: int) -> None:
        self.boats[at] = 1
        self._tell("boat_came", at)
        if self.swimming[at] > SEATS_ABOARD:
            self.step = "aboard"
            return
        self._climb_in(self.swimmers_at(at), at)
        self._roll()

    def _aboard(self, explorer: int) -> None:
        at = self.sinking
        self._climb_in([explorer], at)
        if self.crew[at] == SEATS_ABOARD:
            self._roll()

    # Creatures. RULES 7 and 8 ----------------------------------------------------------------------------------------

    def _rolled(self, face: int) -> None:
        self._tell("rolled", face)
        self.rolled = face
        if self.can_move(face):
            self.step = "die"
        else:
            self._end_turn()

    def _creature(self, creature: int, at: int, to: int) -> None:
        self._tell("moved", creature, at, to)
        if self.step == "send":
            self._bring(creature, at, to)
            self._begin_moving()
            return
        self.lair, self.prey = at, to
        self._ask_next()

    def _ask_next(self) -> None:
        """Asks the next seat for a defence. After the last one all answers are there."""
        seats = self.threatened(self.rolled, self.prey)
        seats = seats[seats.index(self.asked) + 1 :] if self.asked >= 0 else seats
        if seats:
            self.asked, self.step = seats[0], "defend"
        else:
            self.asked = -1
            self._open_next()

    def _answered(self, terrain: int) -> None:
        self.answers.append(terrain, 1 << self.asked)
        self._ask_next()

    def _open_next(self) -> None:
        """Opens the first answer that is still hidden. If all are open, nobody defends and the creature strikes."""
        row = self.answers
        at = next((at for at, seen in enumerate(row.seen) if seen != ALL), None)
        if at is None:
            self.strike()
        else:
            self._ask("open", [Open("answer", self.turns, at, ALL, row.faces[at])])

    def _opened(self, terrain: int) -> None:
        row = self.answers
        at = next(at for at, seen in enumerate(row.seen) if seen != ALL)
        seat = row.seen[at].bit_length() - 1
        row.faces[at], row.seen[at] = terrain, ALL
        if terrain:
            self._defend(seat, terrain)
        else:
            self._open_next()

    def strike(self) -> None:
        """Lets the creature strike, because nobody defends."""
        self._bring(self.rolled, self.lair, self.prey)
        self._strike_at(self.rolled, self.prey)
        if not self._all_done():
            self._end_turn()

    def _defend(self, seat: int, terrain: int) -> None:
        creature, guard = self.rolled, GUARD[self.rolled]
        if terrain not in LAND or not self.hand_of(seat, terrain).size:
            raise ValueError(terrain)  # only a record that somebody made up can say so
        self.hand_of(seat, terrain).remove(guard)
        self.used[terrain][guard] += 1
        self.creatures[creature][self.lair] -= 1
        self._tell("defended", seat, creature, self.prey, terrain)
        self._end_turn()

    # The end. RULES 9 ------------------------------------------------------------------------------------------------

    def _finish(self, how: int) -> None:
        self.points = self.swum = self.steps_left = 0
        self.playing = self.carried = self.sinking = self.sunk = self.rolled = self.lair = self.prey = self.asked = -1
        self.answers = Row()
        self._tell("ended", how)
        asks: list[Ask] = []
        if not self.options["all_equal"]:
            for seat in range(self.seats):
                for explorer in self.saved(seat):
                    colour, number = divmod(explorer, EXPLORERS)
                    asks.append(Open(treasure_place(colour), 0, number, ALL, self.treasure(explorer)))
        if asks:
            self._ask("count", asks)
        else:
            self._settle()

    def _count(self, asks: Sequence[Ask], faces: Sequence[int]) -> None:
        """Shows the treasures of saved explorers to all."""
        saved = [explorer for seat in range(self.seats) for explorer in self.saved(seat)]
        for explorer, face in zip(saved, faces, strict=True):
            row = self.treasures[explorer // EXPLORERS]
            row.faces[explorer % EXPLORERS], row.seen[explorer % EXPLORERS] = face, ALL
        for seat in range(self.seats):
            mine = self.saved(seat)
            if mine:
                self._tell("revealed", tuple(mine), tuple(self.treasure(explorer) for explorer in mine))
        self._settle()

    def _settle(self) -> None:
        self.step = "over"
        saved = [self.saved(seat) for seat in range(self.seats)]
        many = [len(explorers) for explorers in saved]
        if self.options["all_equal"]:
            scores = many
        else:
            scores = [sum(self.treasure(explorer) for explorer in explorers) for explorers in saved]
        best = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        if self.options["tiebreak"] == "most_saved":
            most = max(many[seat] for seat in best)
            best = [seat for seat in best if many[seat] == most]
        self.outcome = Outcome(tuple(scores), tuple(best))

    def play_at_once(self, dealer: SeededDealer, *, events: bool = True) -> None:
        """Lets this dealer answer for chance at once from now on, without asks. For playouts."""
        while self.asks:
            self.answer(dealer.answer(self.asks))
        self.instant, self.quiet = dealer, not events

    def look_ahead(self, dealer: SeededDealer) -> None:
        """Does the same for bots that look ahead, and begins to count stages as turns.

        Each piece put on the board is a stage, because no search reaches the end of the set-up. A finished movement is
        one, because chance has not spoken until then.
        """
        self.play_at_once(dealer, events=False)
        self.stages = 0


def treasure_place(colour: int) -> str:
    """Returns the name of the place where chance keeps the treasures of a colour."""
    return f"treasure {colour}"
