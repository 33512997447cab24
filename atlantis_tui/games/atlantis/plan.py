"""The plan of a move in Atlantis: a figure, its cards, one of the payments; or a bridge, a trade, or being stuck.

Nothing of it is played before Enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atlantis.payments import by_wish
from atlantis_tui.games.atlantis.text.history import brief_moves
from atlantis_tui.text.sentences import choice
from atlantis_tui.text.translation import _
from core.atlantis.components import MAINLAND, PLACES, SYMBOLS
from core.atlantis.outlook import Outlook, look_ahead, ways
from core.atlantis.rules import Atlantis
from core.game import Move, Reason

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen

Way = tuple[Move, ...]
DEAR = 10  # points paid in one move, from which on it is asked about


class AtlantisPlan:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._ways: tuple[tuple[int, int], list[Way]] = ((-1, -1), [])
        self.numbers = False  # the player wants to see the numbers of the places
        self.forget()

    def forget(self) -> None:
        self.figure: int | None = None
        self.draft: Way = ()
        self.pay = 0  # which of the payments
        self.mode = ""  # "bridge", "trade", "stuck", "done", or "" for a movement
        self.choice = 0  # which gap or tile, in "bridge" and "trade"
        self.all_targets = False
        self.paying = False  # a payment that is still owed was looked at

    @property
    def view(self) -> Atlantis:
        """The present position as the viewer may see it. Nobody may change it."""
        return cast(Atlantis, self.screen.view_of(self.screen.table.steps[-1]))

    @property
    def shows_numbers(self) -> bool:
        """Whether places show their numbers: on request, while a move is typed that may need them, and while a refusal
        names a place."""
        return self.numbers or self.screen.typed.field is not None or self._refused_at_a_place()

    def _refused_at_a_place(self) -> bool:
        toast = self.screen.toast
        params = toast.reason.params if toast.display and toast.reason is not None else {}
        return any(isinstance(params.get(name), int) and 0 <= params[name] < PLACES for name in ("at", "first"))

    # What it comes to ------------------------------------------------------------------------------------------------

    def moves(self) -> Sequence[Move] | None:
        view = self.view
        if self.mode == "bridge":
            gaps = view.open_gaps()
            return [("bridge", gaps[self.choice])] if gaps else None
        if self.mode == "trade":
            values = trades(view)
            return [("buy", values[self.choice])] if values else None
        if self.mode in ("stuck", "done"):
            return [(self.mode,)]
        if not self.draft and not (view.step == "pay" and self.paying):
            return None
        outlook = self.outlook()
        if outlook is None or outlook.held:
            return None
        return [*self.draft, outlook.payment] if outlook.payment else self.draft

    def outlook(self) -> Outlook | None:
        """What the planned movement would do."""
        view, draft = self.view, self.draft
        if not self.screen.mine or self.mode or not (draft or view.step == "pay"):
            return None
        ahead = look_ahead(view, draft)
        if not ahead.payments:
            return ahead
        payments = by_wish(ahead.payments, self.screen.settings.payment)
        chosen = payments[self.pay if self.pay < len(payments) else 0]
        if chosen != ahead.payment:
            ahead = look_ahead(view, (*draft, chosen))
        return ahead._replace(payments=payments)

    def is_dear(self, moves: Sequence[Move]) -> bool:
        return any(move[0] == "pay" and sum(move[1]) + len(move[2]) >= DEAR for move in moves)

    def text(self, moves: Sequence[Move]) -> str:
        return brief_moves(self.view, moves, self.screen.look.glyphs)

    # What there is to choose from ------------------------------------------------------------------------------------

    def ways(self) -> list[Way]:
        """Every movement there is; worked out once for a position."""
        key = self.screen.position
        if self._ways[0] != key:
            self._ways = (key, ways(self.view) if self.screen.mine else [])
        return self._ways[1]

    def ways_to(self, place: int) -> list[Way]:
        view = self.view
        return [way for way in self.ways() if landing(view, way) == place]

    def of_figure(self, found: Sequence[Way]) -> list[Way]:
        """The movements of the chosen figure, or all movements."""
        return [way for way in found if self.figure is None or way[0][:2] == ("play", self.figure)]

    def targets(self, state: Atlantis) -> dict[int, str]:
        """Where the chosen figure (or, on request, anybody) can go: the letters to press."""
        if self.mode or not (self.all_targets or self.figure is not None or self.draft):
            return {}
        begun = len(self.draft)  # of a chain, only what can follow is of interest
        found: dict[int, str] = {}
        for way in self.ways():
            if way[:begun] != self.draft or (begun and len(way) == begun):
                continue
            if self.figure is not None and way[0][0] == "play" and way[0][1] != self.figure:
                continue
            letters = "".join(SYMBOLS[move[-1]] for move in way[begun:])
            if self.figure is None and way[0][0] == "play":
                letters = f"{way[0][1] + 1}{letters}"
            place = landing(state, way)
            if place not in found or len(letters) < len(found[place]):
                found[place] = letters
        return found

    def instead(self) -> str:
        """One or two movements that could be made, by their keys, for somebody whose movement was refused."""
        view, begun = self.view, len(self.draft)
        chained = view.step == "chain" or bool(begun and look_ahead(view, self.draft).held)
        if chained:
            found = [way[begun:] for way in self.ways() if way[:begun] == self.draft and len(way) > begun]
        else:
            found = self.of_figure(self.ways()) or self.ways()
        texts = []
        for way in sorted(found, key=len):
            letters = [SYMBOLS[move[-1]] for move in way]
            named = not chained and way[0][1] != self.figure
            texts.append(" ".join([str(way[0][1] + 1), *letters] if named else letters))
        few = list(dict.fromkeys(texts))[:2]
        return _("Try: {moves}").format(moves=choice(few)) if few else ""

    # Planning --------------------------------------------------------------------------------------------------------

    def go(self, way: Way) -> None:
        """Plans a movement, with the first payment."""
        self.mode, self.draft, self.pay = "", way, 0
        if way and way[0][0] == "play":
            self.figure = way[0][1]

    def try_to_go(self, way: Way) -> Reason | None:
        """Plans a movement, or returns the rule that does not allow it."""
        ahead = self.view.copy()
        for move in way:
            reason = ahead.explain(move)
            if reason is not None:
                return reason
            ahead.advance(move)
        self.go(way)
        return None

    def choose_figure(self, figure: int) -> None:
        self.mode, self.figure, self.draft, self.pay = "", figure, (), 0

    def choose_bridge(self, place: int) -> bool:
        """Plan a bridge over the water at this place. False if there is no water to bridge."""
        return self._choose("bridge", self.view.open_gaps(), place)

    def choose_trade(self, value: int) -> bool:
        """Plan to trade a tile of this value for cards. False if that cannot be."""
        return self._choose("trade", trades(self.view), value)

    def _choose(self, mode: str, choices: Sequence[int], one: int) -> bool:
        if one not in choices:
            return False
        self.mode, self.choice = mode, choices.index(one)
        return True

    def other(self, by: int) -> bool:
        """Choose another payment, gap or tile. False if there is nothing to choose."""
        if self.mode == "bridge":
            self.choice = (self.choice + by) % len(self.view.open_gaps())
        elif self.mode == "trade":
            self.choice = (self.choice + by) % len(trades(self.view))
        else:
            outlook = self.outlook()
            if outlook is None or not outlook.payments:
                return False
            self.pay, self.paying = (self.pay + by) % len(outlook.payments), True
        return True

    def pay_with_tile(self, value: int) -> bool:
        """Choose the next payment that uses such a tile. False if there is nothing to pay."""
        outlook = self.outlook()
        if outlook is None or not outlook.payments:
            return False
        order = [(self.pay + 1 + n) % len(outlook.payments) for n in range(len(outlook.payments))]
        self.pay, self.paying = next((n for n in order if value in outlook.payments[n][1]), self.pay), True
        return True

    def at_once(self, move: Move) -> bool:
        return False

    def back(self) -> None:
        if self.mode or self.all_targets:
            self.mode, self.all_targets = "", False
        elif self.draft:
            self.draft, self.pay = self.draft[:-1], 0
        elif self.figure is not None:
            self.figure = None

    def propose(self) -> None:
        """Plan the movement that leaves most points, or what else the prompt asks for."""
        view = self.view
        if view.step == "after":
            self.mode = "done"
            return
        if view.step == "pay":
            self.paying = True
            return
        found = self.ways()
        if self.draft:  # a chain that is not finished
            found = [way for way in found if way[: len(self.draft)] == self.draft and len(way) > len(self.draft)]
        elif self.figure is not None:
            found = [way for way in found if way[0][1] == self.figure] or found
        if found:
            # Of all ways of a figure to one place, that with the fewest cards leaves most.
            short: dict[tuple[Move, int], Way] = {}
            for way in sorted(found, key=len, reverse=True):
                short[way[0][:2], landing(view, way)] = way
            shortest = set(short.values())
            best = [way for way in found if way in shortest]
            self.go(max(best, key=lambda way: look_ahead(view, way).points_after))
        elif view.step == "turn":
            self.mode = "stuck"

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plan as many of these moves as one preview can show: a bridge, a trade, or a movement with its payment."""
        kind, *fields = moves[0]
        if kind in ("play", "on"):
            way = tuple(move for move in moves if move[0] in ("play", "on"))
            self.go(way)
            rest = moves[len(way) :]
            if rest and rest[0][0] == "pay":
                self._pay_with(rest[0])
                rest = rest[1:]
            if rest and rest[0][0] == "bridge":
                self.screen.wait_after = True
            return rest
        if kind == "pay":
            self._pay_with(moves[0])
        elif kind == "bridge":
            self.choose_bridge(fields[0])
        elif kind == "buy":
            self.choose_trade(fields[0])
        else:
            self.mode = kind
        return moves[1:]

    def _pay_with(self, payment: Move) -> None:
        """Plans this payment, or the one most like it that can be shown."""
        outlook = self.outlook()
        payments = outlook.payments if outlook is not None else ()
        like = [n for n, one in enumerate(payments) if (one[1], len(one[2])) == (payment[1], len(payment[2]))]
        exact = [n for n in like if payments[n] == payment]
        self.pay, self.paying = next(iter(exact or like), 0), True


def landing(view: Atlantis, way: Way) -> int:
    """Where a movement ends: one leg after another, without trying it out."""
    place = view.figures[view.seat][way[0][1] if way[0][0] == "play" else view.moving]
    for move in way:
        place = view.ahead[move[-1]][place + 1]
    return place


def trades(view: Atlantis) -> list[int]:
    """The values of the tiles that can be given for cards now."""
    return [move[1] for move in view.legal() if move[0] == "buy"]


def can_bridge(view: Atlantis) -> bool:
    """Whether the seat that is asked has its bridge still, water to lay it on, and nothing to do before that."""
    gaps = view.open_gaps() if view.bridge_left[view.seat] else []
    return bool(gaps) and view.explain(("bridge", gaps[0])) is None


def moving(view: Atlantis) -> list[int]:
    """The figures of the seat that is asked which are not home yet."""
    return [figure for figure, place in enumerate(view.figures[view.seat]) if place != MAINLAND]
