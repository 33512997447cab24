"""A whole turn in one short line, with the signs of the board: for the history beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from atlantis_tui.games.atlantis.look import own_signs
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.glyphs import Glyphs
from core.atlantis.components import EMPTY, MAINLAND, SYMBOLS, TILE
from core.atlantis.position import AtlantisPosition
from core.atlantis.rules import Atlantis
from core.game import Event, Move
from core.table import Step


def brief(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """What the steps of one turn did, and the points that its player has then; each step comes with its events as the
    reader may know them."""
    return [*_facts(steps, glyphs), *_standing(steps, glyphs)]


def gist(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """The same without what was traded and what the points are, for where there is little room."""
    return _facts([(step, [event for event in events if event[0] != "bought"]) for step, events in steps], glyphs)


def _facts(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    said: list[str] = []
    legs: list[tuple[Step, Event]] = []
    for step, events in steps:
        for event in events:
            kind = event[0]
            if kind == "moved":
                legs.append((step, event))
                continue
            if legs and kind != "moved":
                said.append(_moved(legs, glyphs))
                legs = []
            text = _fact(cast(Atlantis, step.state), event, glyphs)
            if text:
                said.append(text)
    if legs:
        said.append(_moved(legs, glyphs))
    return said


def _standing(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """The points after crossing, once a turn is over."""
    if not steps:
        return []
    last = steps[-1][0]
    state = cast(Atlantis, last.state)
    if last.mover is None or (state.seat == last.mover and state.outcome is None):
        return []
    return [_("pts {points}").format(points=points_text(state.after_crossing(last.mover), glyphs))]


def points_text(points: int, glyphs: Glyphs) -> str:
    return str(points).replace("-", glyphs.minus)


def tile_text(tile: int, glyphs: Glyphs) -> str:
    symbol = tile // TILE
    return f"{own_signs(glyphs).symbols[symbol].strip()}{SYMBOLS[symbol]}{tile % TILE}"


def gap_text(view: AtlantisPosition, place: int, glyphs: Glyphs) -> str:
    """The water at a place by the tiles beside it, as one finds it on the road: ♣O4–ΩH3."""
    gap = view.gap_at(place)
    if gap is None and view.symbols[place] == EMPTY:
        return str(place)
    if gap is None:  # it opens only when the movement before the bridge takes the tile that lies there now
        return tile_text(view.symbols[place] * TILE + view.values[place], glyphs)
    sides = (gap.first - 1, gap.last + 1)
    return "–".join(tile_text(view.symbols[at] * TILE + view.values[at], glyphs) for at in sides)


def brief_moves(view: Atlantis, moves: Sequence[Move], glyphs: Glyphs) -> str:
    """Moves that somebody might make in one turn, with where they lead. A bridge and a movement are two steps."""
    said: list[str] = []
    steps: list[str] = []
    place, cards = view.origin, ""
    figure = view.moving
    for move in moves:
        kind = move[0]
        if kind in ("play", "on"):
            if kind == "play":
                figure = move[1]
            if said and not cards:
                steps, said = [*steps, _(", ").join(said)], []
            place = view.ahead[move[-1]][(view.figures[view.seat][figure] if not cards else place) + 1]
            cards += f" {own_signs(glyphs).symbols[move[-1]].strip()}{SYMBOLS[move[-1]]}"
            continue
        if cards:
            said.append(_way(view, figure, cards, place, glyphs))
            cards = ""
        if kind == "pay":
            means = " ".join([*map(str, move[1]), "".join(SYMBOLS[card] for card in move[2])]).strip()
            said.append(_("pay {means}").format(means=means))
        elif kind == "bridge":
            if said:
                steps, said = [*steps, _(", ").join(said)], []
            said.append(_("bridge {gap}").format(gap=gap_text(view, move[1], glyphs)))
        elif kind == "buy":
            said.append(_("trade a {value}").format(value=move[1]))
        elif kind == "stuck":
            said.append(_("show the hand"))
        elif not said and not steps:
            said.append(_("no bridge"))
    if cards:
        said.append(_way(view, figure, cards, place, glyphs))
    return _(", then ").join([*steps, *([_(", ").join(said)] if said else [])])


def _way(view: Atlantis, figure: int, cards: str, place: int, glyphs: Glyphs) -> str:
    end = _("Mainland") if place == MAINLAND else tile_text(view.symbols[place] * TILE + view.values[place], glyphs)
    return f"{glyphs.figures[view.seat]}{figure + 1}{cards} {glyphs.arrow} {end}"


def _moved(legs: Sequence[tuple[Step, Event]], glyphs: Glyphs) -> str:
    """All cards of one movement; the last place counts."""
    step, (_kind, figure, _card, _start, end) = legs[-1]
    seat = step.seat or 0
    if end == MAINLAND:
        place = _("Mainland")
    else:
        state = step.state
        place = tile_text(state.symbols[end] * TILE + state.values[end], glyphs)  # type: ignore[attr-defined]
    cards = f" {glyphs.times}{len(legs)}" if len(legs) > 1 else ""
    return f"{glyphs.figures[seat]}{figure + 1} {glyphs.arrow} {place}{cards}"


def _fact(state: Atlantis, event: Event, glyphs: Glyphs) -> str:
    kind = event[0]
    if kind == "took":
        return _("took {tile}").format(tile=tile_text(event[1], glyphs))
    if kind == "paid":
        return _("paid {cost}").format(cost=sum(tile % TILE for tile in event[2]) + len(event[3]))
    if kind == "bridged":
        return _("bridge {gap}").format(gap=gap_text(state, event[1], glyphs))
    if kind == "bought":
        count = len(event[2])
        text = ngettext("traded {tile} for {count} card", "traded {tile} for {count} cards", count)
        return text.format(tile=tile_text(event[1], glyphs), count=count)
    if kind == "stuck":
        return _("was stuck and showed {cards}").format(
            cards="".join(SYMBOLS[card] for card in event[1]) or _("no card")
        )
    if kind == "ended":
        return _("ended the game")
    return ""
