"""A whole turn in one short line, with the signs of the board: for the history beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.glyphs import Glyphs
from core.game import Event, Move
from core.hidden import SEALED
from core.survive.components import EXPLORERS, SENDS, VOLCANO, hex_text
from core.survive.rules import Survive
from core.survive.schema import BY_WHIRLPOOL
from core.table import Step

# What nobody may miss of a turn, besides losses and landings, which are counted.
GIST = ("sank", "shown", "rolled", "rolled_in_vain", "stayed", "defended", "ended")


def brief(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """What the steps of one turn did; each step comes with its events as the reader may know them."""
    facts = _rolls(steps)
    return [text for text in (_fact(event, glyphs) for event in _joined(facts)) if text]


def gist(steps: Sequence[tuple[Step, Sequence[Event]]], glyphs: Glyphs) -> list[str]:
    """Of the same who was lost and who came home, what sank and what it was, what boats are gone, and the die."""
    facts = _rolls(steps)
    lost = [explorer for event in facts if event[0] == "lost" for explorer in event[1]]
    home = sum(event[0] == "landed" for event in facts)
    boats = sum(event[0] == "wrecked" for event in facts)
    said = []
    if lost:
        said.append(_("{who} lost").format(who=_signs(lost, glyphs)))
    if home:
        said.append(ngettext("{n} saved", "{n} saved", home).format(n=home))
    if boats:
        said.append(ngettext("boat lost", "{n} boats lost", boats).format(n=boats))
    for event in facts:
        if event[0] == "moved":
            words = _("{creature} {arrow} {hex}")
            said.append(words.format(creature=named.creature(event[1]), arrow=glyphs.arrow, hex=hex_text(event[3])))
        elif event[0] in GIST:
            said.append(_other(event, glyphs))
    return [text for text in said if text]


def _rolls(steps: Sequence[tuple[Step, Sequence[Event]]]) -> list[Event]:
    """All events. A roll is told with what came of it: a creature that moved tells it alone; else it says that none
    did, or, as long as nobody has decided, only what the die shows."""
    found: list[Event] = []
    facts = [(step, event) for step, events in steps for event in events]
    for number, (step, event) in enumerate(facts):
        if event[0] != "rolled":
            found.append(event)
            continue
        later = [(one, fact) for one, fact in facts[number + 1 :] if one.turn == step.turn]
        if any(fact[0] in ("moved", "stayed") for _one, fact in later):
            continue
        last = cast(Survive, steps[-1][0].state)
        open_yet = last.step in ("die", "defend") and last.turns == step.turn
        found.append(event if open_yet else ("rolled_in_vain", event[1]))
    return found


def brief_moves(view: Survive, moves: Sequence[Move], glyphs: Glyphs) -> str:
    """Moves that somebody might make in one turn."""
    return _(", ").join(text for text in (_planned(view, move, glyphs) for move in _in_one_go(moves)) if text)


def losses(events: Iterable[Event]) -> list[tuple[int, tuple[int, ...]]]:
    """Who was lost, by what took them: a creature, or a whirlpool."""
    found: dict[int, tuple[int, ...]] = {}
    for event in events:
        if event[0] == "lost":
            found[event[3]] = (*found.get(event[3], ()), *event[1])
    return list(found.items())


def _in_one_go(moves: Sequence[Move]) -> Iterator[Move]:
    """A way of several steps is one here too."""
    held: Move | None = None
    for move in moves:
        if held is not None:
            same = held[0] == move[0] and (move[0] == "boat" or (move[0] in ("walk", "swim") and held[1] == move[1]))
            if same and held[-1] == move[-2]:
                held = (*held[:-1], move[-1])
                continue
            yield held
        held = move
    if held is not None:
        yield held


def _joined(facts: Sequence[Event]) -> Iterator[Event]:
    """A way of several steps is one: R7 to V7 instead of R7 to T7, T7 to V7. Losses of one cause are one too."""
    held: Event | None = None
    for event in facts:
        if held is not None:
            if held[0] == event[0] and event[0] in ("walked", "swam", "sailed") and held[-1] == event[-2]:
                if held[1] == event[1] or event[0] == "sailed":
                    held = (*held[:-1], event[-1])
                    continue
            elif held[0] == event[0] == "lost" and held[3] == event[3] == BY_WHIRLPOOL:
                held = ("lost", (*held[1], *event[1]), *held[2:])
                continue
            yield held
        held = event
    if held is not None:
        yield held


def _way(at: int, to: int, glyphs: Glyphs) -> str:
    return f"{hex_text(at)} {glyphs.arrow} {hex_text(to)}"


def _planned(view: Survive, move: Move, glyphs: Glyphs) -> str:
    kind = move[0]
    if kind == "place":
        value = view.treasure(move[1])
        if value == SEALED:
            return _("on {hex}").format(hex=hex_text(move[2]))
        return _("{who} on {hex}").format(who=named.of_value(value), hex=hex_text(move[2]))
    if kind == "aboard":
        return _("in at {hex}").format(hex=hex_text(move[2]))
    if kind in ("walk", "board", "swim"):
        return _way_of(kind, move[2], move[3], glyphs)
    if kind == "land":
        return _("{hex} {arrow} isle").format(hex=hex_text(move[2]), arrow=glyphs.arrow)
    if kind in ("boat", "launch"):
        where = _way(move[1], move[2], glyphs) if kind == "boat" else hex_text(move[1])
        return _("boat {way}").format(way=where)
    if kind == "creature":
        return f"{named.creature(move[1])} {_way(move[2], move[3], glyphs)}"
    if kind == "sink":
        return _("sink {hex}").format(hex=hex_text(move[1]))
    if kind == "play":
        return named.back(move[2])
    if kind == "answer":
        return _("defend") if move[1] else _("no defence")
    return ""


def _way_of(kind: str, at: int, to: int, glyphs: Glyphs) -> str:
    if at == to:
        words = _("overboard at {hex}") if kind in ("swim", "swam") else _("aboard at {hex}")
        return words.format(hex=hex_text(at))
    way = _way(at, to, glyphs)
    if kind in ("swim", "swam"):
        return _("{way} swimming").format(way=way)
    return _("{way} aboard").format(way=way) if kind in ("board", "boarded") else way


def _fact(event: Event, glyphs: Glyphs) -> str:
    kind = event[0]
    if kind in ("walked", "boarded", "swam"):
        return _way_of(kind, event[2], event[3], glyphs)
    if kind in ("sailed", "launched"):
        if kind == "sailed" and event[1] == event[2]:
            return ""  # away and back again
        where = _way(event[1], event[2], glyphs) if kind == "sailed" else hex_text(event[1])
        return _("boat {way}").format(way=where)
    return _other(event, glyphs)


def _signs(explorers: Iterable[int], glyphs: Glyphs) -> str:
    return "".join(glyphs.figures[explorer // EXPLORERS] for explorer in sorted(explorers))


def _other(event: Event, glyphs: Glyphs) -> str:
    kind = event[0]
    if kind == "placed":
        return _("on {hex}").format(hex=hex_text(event[2]))
    if kind == "played":
        return named.creature(SENDS[event[2]]) if event[2] in SENDS else named.back(event[2])
    if kind == "landed":
        return _("{hex} {arrow} isle").format(hex=hex_text(event[2]), arrow=glyphs.arrow)
    if kind == "sank":
        return _("sank {hex}").format(hex=hex_text(event[1]))
    if kind == "shown":
        return _("volcano!") if event[3] == VOLCANO else _("{back}!").format(back=named.back(event[3]))
    if kind == "kept":
        return _("kept it") if event[3] == SEALED else _("kept {back}").format(back=named.back(event[3]))
    if kind == "defended":
        return _("{creature} warded off").format(creature=named.creature(event[2]))
    if kind == "moved":
        return f"{named.creature(event[1])} {_way(event[2], event[3], glyphs)}"
    if kind in ("rolled", "rolled_in_vain", "stayed"):
        words = {
            "rolled": _("die: {creature}"),
            "rolled_in_vain": _("die: {creature}, none can move"),
            "stayed": _("die: {creature} stays"),
        }[kind]
        return words.format(creature=named.creature(event[1]))
    if kind == "wrecked":
        return _("boat lost")
    if kind == "lost":
        return _("{who} lost to {cause}").format(who=_signs(event[1], glyphs), cause=named.cause(event[3]))
    if kind == "ended":
        return _("the game is over")
    return ""
