"""The table of Atlantis: how a move is planned with keys and mouse, and what each widget shows meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.screens.table import TableScreen
from atlantis_tui.widgets.atlantis import path as road
from atlantis_tui.widgets.atlantis.hand import Hand
from atlantis_tui.widgets.atlantis.path import Path
from atlantis_tui.widgets.atlantis.prompt import Prompt
from atlantis_tui.widgets.atlantis.scores import Scores
from atlantis_tui.widgets.atlantis.sight import Sight
from atlantis_tui.widgets.atlantis.signs import Signs
from atlantis_tui.wording.atlantis.brief import brief, brief_moves
from atlantis_tui.words import _, ngettext
from core.atlantis.outlook import Outlook, look_ahead, ways
from core.atlantis.parts import CARDS_OF_A_SYMBOL, MAINLAND, PLACES, SYMBOLS
from core.atlantis.rules import Atlantis
from core.game import Move
from core.table import Step

Way = tuple[Move, ...]
DEAR = 10  # points paid in one move, from which on it is asked about


class AtlantisTable(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"figure({n})", show=False, id=f"atlantis.figure.{n + 1}") for n in range(3)),
        *(
            Binding(f"{letter.lower()},{letter}", f"card({s})", show=False, id=f"atlantis.card.{s}")
            for s, letter in enumerate(SYMBOLS)
        ),
        Binding("tab", "next(1)", show=False, id="atlantis.next"),
        Binding("shift+tab", "next(-1)", show=False, id="atlantis.previous"),
        Binding("right", "other(1)", show=False, id="atlantis.other.right"),
        Binding("left", "other(-1)", show=False, id="atlantis.other.left"),
        Binding("b,B", "bridge", show=False, id="atlantis.bridge"),
        Binding("t,T", "trade", show=False, id="atlantis.trade"),
        Binding("l,L", "targets", show=False, id="atlantis.targets"),
        Binding("w,W", "wait", show=False, id="atlantis.wait"),
    ]

    # What is planned: a figure, the cards of its way, one of the payments; or a bridge, a trade, or being stuck.
    figure: int | None = None
    draft: Way = ()
    pay: int = 0
    mode: str = ""  # "bridge", "trade", "stuck", "done", or "" for a movement
    choice: int = 0  # which gap or tile, in "bridge" and "trade"
    all_targets = False
    hovered: Way = ()
    paying = False  # a payment that is still owed was looked at
    _ways: tuple[tuple[int, int], list[Way]] = ((-1, -1), [])

    def board(self) -> list[Widget]:
        self.path = Path()
        self.hand = Hand()
        self.scores = Scores()
        self.prompt = Prompt()
        self.signs = Signs()
        return [self.path, self.hand, self.scores, self.prompt, self.signs]

    def lay_out(self, width: int, height: int) -> None:
        self.put(self.header, 0, 0, width, 1)
        self.put(self.footer, 0, height - 1, width, 1)
        self.put(self.prompt, 0, height - 4, width, 3)
        if width >= 120 and height >= 36:
            self._arrange_large(width, height)
        elif width >= 80 and height >= 24:
            self._arrange_medium(width, height)
        else:
            self._arrange_small(width, height)
        covered = self.open_history and not self._history_beside
        if covered:
            top = height - 10 if height >= 24 else height - 7
            self.put(self.history, 0, top, width, height - 4 - top)
        self.history.display = covered or self._history_beside
        self.hand.display = self.scores.display = not covered
        self.signs.display = self.path.scale == road.LARGE

    def _arrange_large(self, width: int, height: int) -> None:
        used = min(width, 140)
        x, spare = (width - used) // 2, (height - 36) // 2
        self.path.scale, self.hand.large, self.hand.compact = road.LARGE, True, False
        self.scores.compact, self.scores.spaced = False, True
        self._history_beside = True
        self.put(self.path, x, 2 + spare, 93, 21)
        self.put(self.history, x + 94, 1, used - 96, height - 14)
        self.put(self.signs, x + 94, height - 12, used - 96, 8)
        self.put(self.hand, x + 1, height - 12, 46, 7)
        self.put(self.scores, x + 49, height - 12, 43, 7)
        self.put(self.toast, x + 49, height - 12, 43, 7)
        self.put(self.hints, x + 49, height - 12, 43, 7)

    def _arrange_medium(self, width: int, height: int) -> None:
        beside = width >= 108
        x, spare = (0 if beside else (width - 80) // 2), (height - 24) // 2
        self.path.scale, self.hand.large, self.hand.compact = road.MEDIUM, False, False
        self.scores.compact = self.scores.spaced = False
        self._history_beside = beside
        self.put(self.path, x, 1 + spare, 79, 13)
        if beside:
            self.put(self.history, x + 81, 1, width - 82, height - 6)
        self.put(self.hand, x + 1, height - 10, 36, 6)
        self.put(self.scores, x + 38, height - 10, 42, 6)
        self.put(self.toast, x + 37, height - 10, 42, 6)
        self.put(self.hints, x + 38, height - 10, 42, 6)

    def _arrange_small(self, width: int, height: int) -> None:
        x = (width - 60) // 2
        self.path.scale, self.hand.large, self.hand.compact = road.SMALL, False, True
        self.scores.compact, self.scores.spaced = True, False
        self._history_beside = False
        self.put(self.path, x, 1, 60, height - 8)
        self.put(self.hand, x, height - 7, 60, 1)
        self.put(self.scores, x, height - 6, 60, 2)
        self.put(self.toast, x + 17, height - 7, 42, 3)
        self.put(self.hints, x, height - 7, 60, 3)

    _history_beside = False

    # The plan --------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> Atlantis:
        """The present position as the viewer may see it. Nobody may change it: it is worked out once and kept."""
        return self._view_of(self.table.steps[-1])

    _views: dict[tuple[int, int, int | None, bool], tuple[Step, Atlantis]] = {}

    def _view_of(self, step: Step) -> Atlantis:
        key = (id(step), step.n, self.viewer, self.table.over)
        if key not in self._views:
            if len(self._views) > 8:
                self._views = {}
            # The step is kept too, so that no other can come to have its id.
            self._views = {**self._views, key: (step, cast(Atlantis, self.table.view(self.viewer, step)))}
        return self._views[key][1]

    def forget_plan(self) -> None:
        self.figure, self.draft, self.pay, self.mode, self.choice = None, (), 0, "", 0
        self.all_targets, self.hovered, self.paying = False, (), False

    def ways(self) -> list[Way]:
        """Every movement there is, for the chosen figure if there is one; worked out once for a position."""
        key = (len(self.table.steps), self._looked_again)
        if self._ways[0] != key:
            self._ways = (key, ways(self.view) if self.mine else [])
        return self._ways[1]

    def outlook(self) -> Outlook | None:
        """What the planned movement, or the one under the mouse, would do."""
        view = self.view
        draft = self.draft or self.hovered
        if not self.mine or self.mode or not (draft or view.step == "pay"):
            return None
        plain = look_ahead(view, draft)
        if self.pay and self.pay < len(plain.payments) and draft == self.draft:
            return look_ahead(view, (*draft, plain.payments[self.pay]))
        return plain

    def planned(self) -> Sequence[Move] | None:
        view = self.view
        if self.mode == "bridge":
            gaps = view.open_gaps()
            return [("bridge", gaps[self.choice])] if gaps else None
        if self.mode == "trade":
            values = self._trades(view)
            return [("buy", values[self.choice])] if values else None
        if self.mode in ("stuck", "done"):
            return [(self.mode,)]
        if not self.draft and not (view.step == "pay" and self.paying):
            return None
        outlook = self.outlook()
        if outlook is None or outlook.held:
            return None
        return [*self.draft, outlook.payment] if outlook.payment else self.draft

    def propose(self) -> None:
        """The movement that leaves most points, or what else the prompt is about."""
        view = self.view
        if view.step == "after":
            self.mode = "done"
            return
        if view.step == "pay":
            self.paying = True
            return
        if self.hovered and not self.draft:  # what is shown is what is meant
            self._plan(self.hovered)
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
                short[way[0][:2], _landing(view, way)] = way
            shortest = set(short.values())
            best = [way for way in found if way in shortest]
            self._plan(max(best, key=lambda way: look_ahead(view, way).points_after))
        elif view.step == "turn":
            self.mode = "stuck"

    def plan_moves(self, moves: Sequence[Move]) -> Sequence[Move]:
        """A bridge, a trade or a movement with its payment is what one preview can show."""
        view, (kind, *fields) = self.view, moves[0]
        if kind in ("play", "on"):
            way = tuple(move for move in moves if move[0] in ("play", "on"))
            self._plan(way)
            rest = moves[len(way) :]
            if rest and rest[0][0] == "pay":
                self._pay_with(rest[0])
                rest = rest[1:]
            if rest and rest[0][0] == "bridge":
                self.wait_after = True
            return rest
        if kind == "pay":
            self._pay_with(moves[0])
        elif kind == "bridge":
            gaps = view.open_gaps()
            if fields[0] in gaps:
                self.mode, self.choice = "bridge", gaps.index(fields[0])
        elif kind == "buy":
            values = self._trades(view)
            if fields[0] in values:
                self.mode, self.choice = "trade", values.index(fields[0])
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

    def moves_text(self, moves: Sequence[Move]) -> str:
        return brief_moves(self.view, moves, self.look.glyphs)

    def is_dear(self, moves: Sequence[Move]) -> bool:
        return any(move[0] == "pay" and sum(move[1]) + len(move[2]) >= DEAR for move in moves)

    def _plan(self, way: Way) -> None:
        self.mode, self.draft, self.pay = "", way, 0
        if way and way[0][0] == "play":
            self.figure = way[0][1]

    @staticmethod
    def _trades(view: Atlantis) -> list[int]:
        return [move[1] for move in view.legal() if move[0] == "buy"]

    # Keys ------------------------------------------------------------------------------------------------------------

    def action_figure(self, figure: int) -> None:
        if self.hinting.found and self.mine:
            self.hush()
            self.hinting.choose(figure)
        elif self._ready():
            view = self.view
            if view.figures[view.seat][figure] == MAINLAND:
                self.refuse_move(("play", figure, 0))
                return
            self.mode, self.figure, self.draft, self.pay = "", figure, (), 0
            self.show()

    def action_card(self, card: int) -> None:
        """A card for the chosen figure, or the next one of an open chain, or for the first figure that can use it."""
        if not self._ready():
            return
        view = self.view
        self.mode = ""
        if self.draft:
            plan = look_ahead(view, self.draft)
            if plan.held:
                self._try((*self.draft, ("on", card)))
                return
        if view.step == "chain":
            self._try((("on", card),))
            return
        figures = [self.figure] if self.figure is not None else range(3)
        able = [way for figure in figures for way in self.ways() if way[0] == ("play", figure, card)]
        if able or self.figure is not None:
            self._try((("play", able[0][0][1] if able else self.figure, card),))
        else:
            moving = [figure for figure in range(3) if view.figures[view.seat][figure] != MAINLAND]
            self._try((("play", moving[0], card),))

    def _try(self, draft: Way) -> None:
        """Plans these cards if the rules allow them, or says which rule does not."""
        ahead = self.view.copy()
        for move in draft:
            reason = ahead.explain(move)
            if reason is not None:
                self.refuse(reason)
                return
            ahead.advance(move)
        self._plan(draft)
        self.show()

    def refuse_move(self, move: Move) -> None:
        reason = self.view.explain(move)
        if reason is not None:
            self.refuse(reason)

    def action_next(self, by: int) -> None:
        """Walks through every movement (of the chosen figure, and with the same first card, where they are planned)."""
        if not self._ready():
            return
        found = self.ways()
        if not found:
            self.propose()
        else:
            at = found.index(self.draft) + by if self.draft in found else (0 if by > 0 else -1)
            self._plan(found[at % len(found)])
        self.show()

    def action_other(self, by: int) -> None:
        """Another payment, gap or tile."""
        if not self._ready():
            return
        view = self.view
        if self.mode == "bridge":
            self.choice = (self.choice + by) % len(view.open_gaps())
        elif self.mode == "trade":
            self.choice = (self.choice + by) % len(self._trades(view))
        else:
            outlook = self.outlook()
            if outlook is None or not outlook.payments:
                self.action_next(by)
                return
            self.pay, self.paying = (self.pay + by) % len(outlook.payments), True
        self.show()

    def action_bridge(self) -> None:
        if not self._ready():
            return
        view = self.view
        gaps = view.open_gaps()
        if not view.bridge_left[view.seat] or not gaps:
            self.refuse_move(("bridge", gaps[0] if gaps else 0))
            return
        self.mode = "bridge"
        prices = {gap.first: gap.price for gap in view.gaps}
        self.choice = max(range(len(gaps)), key=lambda index: prices[gaps[index]])
        self.show()

    def action_trade(self) -> None:
        if not self._ready():
            return
        view = self.view
        if not self._trades(view):
            self.refuse_move(("buy", min((v for v in range(1, 8) if view.purses[view.seat][v]), default=2)))
            return
        self.mode, self.choice = "trade", 0
        self.show()

    def action_targets(self) -> None:
        if self._ready():
            self.all_targets = not self.all_targets
            self.show()

    def action_wait(self) -> None:
        """Asks to be asked: the bridge may also be laid after the move."""
        if self._ready():
            if not self.view.bridge_left[self.view.seat]:
                self.action_bridge()  # which says why not
                return
            self.wait_after = not self.wait_after
            self.show()

    async def action_back(self) -> None:
        self.hush()
        if self.typing is not None:
            await self.close_typing()
        elif self.hinting.open or self.hinting.wanted is not None:
            self.hinting.close()
        elif self.looking_at is not None:
            self.look_at(None)
        elif self.open_history:
            self.action_history()
        elif self.mode or self.all_targets:
            self.mode, self.all_targets = "", False
        elif self.draft:
            self.draft, self.pay = self.draft[:-1], 0
        elif self.figure is not None:
            self.figure = None
        self.show()

    def _ready(self) -> bool:
        self.hush()
        if self.looking_at is not None:
            self.looking_at = None
        if self.mine:
            self.hinting.close()
        return self.mine

    # Mouse -----------------------------------------------------------------------------------------------------------

    async def on_click(self, event: events.Click) -> None:
        self.hush()
        if self.telling is not None:
            self.telling.set()
            return
        widget = event.widget
        hit = widget.canvas.at(event.x, event.y) if isinstance(widget, Path | Hand) else None
        if widget is self.hints:
            chosen = self.hints.canvas.at(event.x, event.y)
            if chosen:
                self.hinting.choose(chosen[1])
        elif widget is self.footer:
            action = self.footer.canvas.at(event.x, event.y)
            if action:
                await self.run_action(action)
        elif widget is self.history:
            chosen = self.history.canvas.at(event.x, event.y)
            if chosen:
                self.look_at(chosen[1])
        elif hit is not None and self._ready():
            if isinstance(hit, int):
                self._click_place(hit)
            elif hit[0] == "card":
                self.action_card(hit[1])
            else:
                self._click_tile(hit[1])

    def _click_place(self, place: int) -> None:
        view = self.view
        gap = view.gap_at(place) if 0 <= place < PLACES else None
        if gap is not None:
            self._click_water(gap.first)
            return
        reach = [way for way in self.ways() if _landing(view, way) == place]
        chosen = [way for way in reach if self.figure is None or way[0][:2] == ("play", self.figure)] or reach
        mine = view.figures[view.seat]
        if place in mine and place != MAINLAND:
            at = [figure for figure in range(3) if mine[figure] == place]
            after = [figure for figure in at if self.figure is None or figure > self.figure]
            self.action_figure((after or at)[0])
        elif chosen:
            index = chosen.index(self.draft) + 1 if self.draft in chosen else 0
            self._plan(chosen[index % len(chosen)])
            self.show()
        elif 0 <= place < PLACES:
            figure = self.figure if self.figure is not None else next(f for f in range(3) if mine[f] != MAINLAND)
            self.refuse_move(("play", figure, view.symbols[place]))

    def _click_water(self, place: int) -> None:
        view = self.view
        if place in view.open_gaps() and view.bridge_left[view.seat]:
            self.mode, self.choice = "bridge", view.open_gaps().index(place)
            self.show()
        else:
            self.refuse_move(("bridge", place))

    def _click_tile(self, value: int) -> None:
        """A tile that pays: the next payment with it. Otherwise a tile to trade."""
        view = self.view
        outlook = self.outlook()
        if outlook is not None and outlook.payments:
            order = [(self.pay + 1 + n) % len(outlook.payments) for n in range(len(outlook.payments))]
            self.pay, self.paying = next((n for n in order if value in outlook.payments[n][1]), self.pay), True
            self.show()
        elif value in self._trades(view):
            self.mode, self.choice = "trade", self._trades(view).index(value)
            self.show()
        else:
            self.refuse_move(("buy", value))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """With nothing planned, the movement to the place under the mouse is shown."""
        if not self.look.hover or not self.mine or self.draft or self.mode or self.telling or self.hinting.open:
            return
        found: Way = ()
        if event.widget is self.path:
            place = self.path.canvas.at(event.x, event.y)
            view = self.view
            reach = [way for way in self.ways() if _landing(view, way) == place] if place is not None else []
            reach = [way for way in reach if self.figure is None or way[0][:2] == ("play", self.figure)]
            found = min(reach, key=lambda way: (len(way), way)) if reach else ()
        if found != self.hovered:
            self.hovered = found
            self.show()

    def brief(self, steps: Sequence[Step]) -> str:
        seat = steps[-1].seat
        told = [(step, self.table.events(step, self.viewer)) for step in steps]
        return brief(told, self.names[seat] if seat is not None else "", self.look.glyphs)

    # Showing ---------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        if not self.is_mounted:
            return
        sight = self._sight()
        for widget in (self.path, self.hand, self.scores, self.prompt, self.signs):
            widget.sight = sight
        self.prompt.lines = self._lines(sight)
        self.hints.rows, self.hints.chosen = self.hinting.rows(), self.hinting.chosen
        self.hints.display, self.hints.planned = self.hinting.open, self.mine and self.planned() is not None
        self.history.entries, self.history.chosen = self.entries(), self.looking_at
        self._head(sight)
        self.footer.pairs = self._keys(sight)
        board = (self.path, self.hand, self.scores, self.prompt, self.signs)
        for one in (self.header, *board, self.history, self.footer, self.hints):
            if one.display:
                one.repaint()

    def _sight(self) -> Sight:
        past = self.looking_at is not None
        state = self._view_of(self.table.steps[-1 if self.looking_at is None else self.looking_at])
        mine = self.mine and not past
        outlook = self.outlook() if mine and not self.hinting.offered else None
        gaps = state.open_gaps() if mine and self.mode == "bridge" else []
        trades = self._trades(state) if mine and self.mode == "trade" else []
        return Sight(
            state=state,
            names=tuple(self.names),
            viewer=self.viewer,
            mine=mine,
            past=past,
            figure=self.figure if mine else None,
            cards=tuple(leg.card for leg in outlook.legs) if outlook else (),
            outlook=outlook,
            targets=self._targets(state) if mine else {},
            bridge_at=gaps[self.choice] if gaps else None,
            trade=trades[self.choice] if trades else None,
            told=self._told(),
            payment=outlook.payment if outlook else None,
            unseen=self._unseen(state),
        )

    def _unseen(self, state: Atlantis) -> tuple[int, ...]:
        return tuple(
            CARDS_OF_A_SYMBOL
            - sum(hand.held[symbol] for hand in state.hands)
            - state.discard[symbol]
            - state.removed[symbol]
            for symbol in range(7)
        )

    def _targets(self, state: Atlantis) -> dict[int, str]:
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
            place = _landing(state, way)
            if place not in found or len(letters) < len(found[place]):
                found[place] = letters
        return found

    def _told(self) -> frozenset[int]:
        """The places that the last turn of somebody else was about, or those of the step looked at."""
        steps = self.table.steps
        if self.looking_at is not None:
            at = steps[self.looking_at]
            shown = [one for one in steps if (one.turn, one.seat) == (at.turn, at.seat)]
        elif self.message:
            shown = [one for one in steps[-6:] if one.turn == steps[-1].turn]
        else:
            return frozenset()
        places: set[int] = set()
        for one in shown:
            for event in one.events:
                if event[0] == "moved":
                    places.add(event[4])
        return frozenset(places)

    def _head(self, sight: Sight) -> None:
        state = sight.state
        self.header.name_text = _("ATLANTIS")
        self.header.facts = _("turn {turn}   deck {deck}  discard {discard}").format(
            turn=state.turn, deck=state.deck, discard=sum(state.discard)
        )
        self.header.right = _("seed {seed}   {count} players").format(seed=self.table.seed, count=state.seats)
        if sight.past:
            self.header.badge = _("THE PAST - Enter returns") if self.size.width >= 80 else _("THE PAST")
        elif sight.mine and state.step == "pay":
            self.header.badge = _("STILL TO PAY")
        elif self.hinting.found and self.hinting.chosen is None:
            self.header.badge = _("HINTS - with the chance to win") if self.size.width >= 80 else _("HINTS")
        elif sight.outlook is not None or self.mode:
            self.header.badge = _("PREVIEW - nothing is done yet") if self.size.width >= 80 else _("PREVIEW")
        else:
            self.header.badge = ""

    def _lines(self, sight: Sight) -> list[tuple[str, str]]:
        """The prompt where no movement is planned."""
        state = sight.state
        if sight.past:
            entry = next((e for e in self.entries() if e.step == self.looking_at), None)
            return [
                (_("The past."), _("So it stood after this:")),
                ("", entry.text if entry else ""),
                ("", _("Up and Down look further, Enter returns to the present.")),
            ]
        if self.message:
            return [*(("", text) for text in self.message[:2]), ("", _("Any key goes on."))]
        if self.table.over:
            return [(_("The game is over."), "")]
        if not sight.mine:
            prompt = self.table.state.prompt
            name = self.names[prompt.seat] if prompt else ""
            return [(name, _("is thinking …"))]
        if self.hinting.found and self.hinting.chosen is None:
            return list(self.hinting.lines())
        if self.mode == "bridge" and sight.bridge_at is not None:
            gap = state.gap_at(sight.bridge_at)
            price = gap.price if gap else 0
            return [
                (
                    _("Bridge"),
                    _("over the water at {place}, which costs {price} now.").format(place=sight.bridge_at, price=price),
                ),
                (
                    "",
                    self.hinting.follows()
                    or _("Everybody crosses it for nothing from then on. You have only this one."),
                ),
                ("", _("Left and Right choose other water, Enter lays it, Bksp keeps it.")),
            ]
        if self.mode == "trade" and sight.trade is not None:
            text = ngettext(
                "a tile of value {value} for {count} card.",
                "a tile of value {value} for {count} cards.",
                sight.trade // 2,
            )
            return [
                (_("Trade"), text.format(value=sight.trade, count=sight.trade // 2)),
                ("", _("Once a turn, before you move.")),
                ("", _("Left and Right choose another tile, Enter trades, Bksp keeps it.")),
            ]
        if self.mode == "stuck":
            return [
                (_("Stuck."), _("No figure can move and be paid for.")),
                ("", _("Enter shows your hand to all and draws two cards. That is your turn.")),
                ("", self._instead(state)),
            ]
        if self.mode == "done":
            return [(_("After the move:"), _("no bridge. Enter goes on, Bksp thinks again."))]
        if state.step == "after":
            return [
                (_("After the move:"), _("B chooses water for your bridge.")),
                ("", _("Enter twice goes on without.")),
            ]
        if self.figure is not None:
            lead = _("Figure {number}:").format(number=self.figure + 1)
            press = (
                _("press the letters on a bright place, or click it."),
                _("press the letters on a place, or click it."),
            )
            two = (
                _("Two letters: the first place is held, so a second card must follow."),
                _("Two letters: the first place is held."),
            )
            return [(lead, self._fitting(*press, lead=lead)), ("", self._fitting(*two)), ("", self._also(state))]
        since = "   ".join(self.recap()[-3:])
        lead = _("Your turn.")
        choose = (
            _("Choose a figure 1 2 3 or a card F O H R S C A, or click one."),
            _("Choose a figure 1 2 3 or a card, or click one."),
        )
        return [
            (lead, self._fitting(*choose, lead=lead)),
            ("", self._also(state)),
            (_("Since your last turn:") if since else "", since),
        ]

    def _instead(self, state: Atlantis) -> str:
        """What else can be done before giving up."""
        bridge, trade = state.bridge_left[state.seat] and bool(state.open_gaps()), bool(self._trades(state))
        if bridge and trade:
            return _("Before that you may trade with T or lay your bridge with B.")
        if bridge:
            return _("Before that you may lay your bridge with B.")
        return _("Before that you may trade with T.") if trade else ""

    def _also(self, state: Atlantis) -> str:
        """What else can be done before moving."""
        bridge, trade = state.bridge_left[state.seat] and bool(state.open_gaps()), bool(self._trades(state))
        if bridge and trade:
            return self._fitting(
                _("Before that you may: B lay your bridge, T trade a tile. Enter proposes a move."),
                _("Before that you may: B lay your bridge, T trade a tile."),
                _("Before that: B bridge, T trade."),
            )
        if bridge:
            return self._fitting(
                _("Before that you may: B lay your bridge. Enter proposes a move."),
                _("Before that you may: B lay your bridge."),
            )
        if trade:
            return self._fitting(
                _("Before that you may: T trade a tile for cards. Enter proposes a move."),
                _("Before that you may: T trade a tile for cards."),
            )
        return _("Enter proposes a move, Tab shows one after another.")

    def _fitting(self, *texts: str, lead: str = "") -> str:
        """The fullest wording for which a line of the prompt has room."""
        room = self.size.width - 4 - (cell_len(lead) + 1 if lead else 0)
        return next((text for text in texts if cell_len(text) <= room), texts[-1])

    def _keys(self, sight: Sight) -> tuple[tuple[str, str, str], ...]:
        if sight.past:
            return (
                ("Enter", _("the present"), "do"),
                ("Up", _("earlier"), "look(-1)"),
                ("Down", _("later"), "look(1)"),
                ("Y", _("close"), "history"),
            )
        if not sight.mine:
            return (("U", _("take back"), "take_back"), ("Y", _("log"), "history"), ("Q", _("menu"), "leave"))
        if self.hinting.found:
            first = self.hinting.chosen is None
            numbers = " ".join(str(number + 1) for number in range(len(self.hinting.found)))
            return (
                ("Enter", _("show the first") if first else _("do it"), "do"),
                (numbers, _("show it") if first else _("show another"), "look(1)"),
                ("I", _("close"), "hint"),
                ("U", _("undo"), "take_back"),
            )
        if self.hinting.thinking:
            enter = (("Enter", _("do it"), "do"),) if self.hints.planned else ()
            return (*enter, ("Esc", _("forget the hints"), "back"))
        if self.mode:
            other = (("→", _("other"), "other(1)"),) if self.mode in ("bridge", "trade") else ()
            return (("Enter", _("do it"), "do"), *other, ("Bksp", _("back"), "back"))
        step = sight.state.step
        if step == "after":
            return (
                ("Enter", _("go on without"), "do"),
                ("B", _("bridge"), "bridge"),
                ("U", _("undo"), "take_back"),
                ("Y", _("log"), "history"),
                (":", _("type"), "type"),
                ("Q", _("menu"), "leave"),
            )
        if step == "pay" and sight.outlook is not None:
            return (
                ("Enter", self._enter(sight.outlook), "do"),
                ("→", _("payment"), "other(1)"),
                *self._wait(sight.state, sight.outlook),
                ("U", _("undo"), "take_back"),
                (":", _("type"), "type"),
                ("Q", _("menu"), "leave"),
            )
        if sight.outlook is not None:
            return (
                ("Enter", self._enter(sight.outlook), "do"),
                ("→", _("payment") if len(sight.outlook.payments) > 1 else _("next"), "other(1)"),
                ("Tab", _("next move"), "next(1)"),
                *self._bridge(sight.state),
                *self._wait(sight.state, sight.outlook),
                ("Bksp", _("back"), "back"),
                (":", _("type"), "type"),
            )
        state = sight.state
        bridge = self._bridge(state)
        trade = (("T", _("trade"), "trade"),) if self._trades(state) else ()
        return (
            ("Enter", _("propose"), "do"),
            *bridge,
            *trade,
            ("I", _("hint"), "hint"),
            ("L", _("targets"), "targets"),
            ("U", _("undo"), "take_back"),
            ("Y", _("log"), "history"),
            ("Q", _("menu"), "leave"),
            (":", _("type"), "type"),
        )

    def _bridge(self, state: Atlantis) -> tuple[tuple[str, str, str], ...]:
        """B, where a bridge can be laid now."""
        return (("B", _("bridge"), "bridge"),) if state.bridge_left[state.seat] and state.open_gaps() else ()

    def _wait(self, state: Atlantis, outlook: Outlook) -> tuple[tuple[str, str, str], ...]:
        """W, where a bridge can be laid after the movement, perhaps over the water that it opens."""
        able = state.bridge_left[state.seat] and (state.open_gaps() or outlook.water_price)
        if not able or outlook.ends_game:
            return ()
        return (("W", _("bridge after: on") if self.wait_after else _("bridge after"), "wait"),)

    def _enter(self, outlook: Outlook) -> str:
        """What Enter does with a movement that is shown."""
        if outlook.held:
            return _("next card")
        if self.draft or self.paying:
            return _("do it")
        return _("choose it") if self.hovered else _("pay so")


def _landing(view: Atlantis, way: Way) -> int:
    """Where a movement ends: one leg after another, without trying it out."""
    place = view.figures[view.seat][way[0][1] if way[0][0] == "play" else view.moving]
    for move in way:
        place = view.ahead[move[-1]][place + 1]
    return place


SCREEN = AtlantisTable
