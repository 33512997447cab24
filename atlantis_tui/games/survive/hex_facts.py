"""A hex or a safe island in a few lines: who is there, whose the boat is, what lurks beside it, when it may sink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.survive.reach import Piece, ReachableWay, after
from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.widgets.sentence_parts import Beast, Ferry, Line, Loud, Owner, Parts, Said, Who
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.survive.components import (
    BEACH,
    FIRST_SAFE,
    LAKE,
    LANDING,
    NEIGHBOURS,
    SAFE,
    SAFE_FROM,
    SEATS_ABOARD,
    SERPENT,
    SHARK,
    TO_CREWS,
    TO_SWIMMERS,
    WHALE,
    hex_text,
)
from core.survive.rules import Survive

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable
    from atlantis_tui.games.survive.view_model import SurviveView

Told = tuple[str, list[Line]]  # a heading, and lines in the order in which they matter


def isle(number: int) -> str:
    return _("Isle {name}").format(name=SAFE[number])


def spot_text(spot: int) -> str:
    return isle(spot - FIRST_SAFE) if spot >= FIRST_SAFE else hex_text(spot)


def facts(table: SurviveTable, sight: SurviveView) -> Told:
    """What the panel says about the plan, or else about the hex under the cursor."""
    plan = table.plan
    way = plan.way() if sight.mine and not table.hinting.offered else None
    if way is not None and plan.piece is not None:
        return _about_way(table, sight, plan.piece, way)
    spot = plan.cursor
    if sight.state.step == "defend" and spot == sight.state.prey and sight.preview is not None:
        return _about_threat(table, sight)
    if spot >= FIRST_SAFE:
        return _about_isle(sight, spot - FIRST_SAFE)
    return _about_hex(sight, spot)


# A hex ---------------------------------------------------------------------------------------------------------------


def _about_hex(sight: SurviveView, at: int) -> Told:
    state = sight.state
    ground = named.ground(state, at)
    heading = _("Hex {hex} {ground}").format(hex=hex_text(at), ground=ground)
    lines = _on_land(sight, at) if state.terrain[at] else _on_water(sight, at)
    return heading, lines


def _on_land(sight: SurviveView, at: int) -> list[Line]:
    state = sight.state
    lines: list[Line] = []
    here = state.explorers_at(at)
    if here:
        every = Said("{who}", {"who": Who(tuple(_yours_first(sight, here)))})
        lines.append([Said("{who}", {"who": people(sight, here)}), every])
    wet = [beside for beside in NEIGHBOURS[at] if not state.terrain[beside]]
    lowest = min((kind for kind in state.terrain if kind), default=BEACH)
    if not state.turns:
        lines.append(Said(_by_water(wet, "") if wet else _("inland")))
    elif at in state.sinkable():
        lines.append(Said(_by_water(wet, _("may sink now; ")) if wet else _("may sink now, landlocked as it is")))
    elif wet:
        lines.append(Said(_by_water(wet, "")))
    else:
        lines.append(Said(_("landlocked: others go first") if state.terrain[at] == lowest else _("inland")))
    return lines + _next_door(state, at, TO_SWIMMERS)  # when it sinks, whoever is there will swim


def _by_water(wet: Sequence[int], lead: str) -> str:
    if LAKE in wet and len(wet) == 1:
        return lead + _("touches the lake")
    return lead + _("touches sea: {hexes}").format(hexes=" ".join(hex_text(at) for at in wet if at != LAKE))


def _on_water(sight: SurviveView, at: int) -> list[Line]:
    """The danger first, then who is there; each fact in many words and in few."""
    state = sight.state
    lines: list[Line] = []
    for kind in range(3):
        many = state.creatures[kind][at]
        if many:
            words = named.creature(kind) if many == 1 else named.creatures(kind, many)
            full = Said("{beast} {words}", {"beast": Beast(kind), "words": f"{words}: {_does(kind)}"})
            lines.append([full, Said("{beast} {words}", {"beast": Beast(kind), "words": words})])
    swimmers = state.swimmers_at(at)
    lines += _next_door(state, at, _harmful(bool(swimmers), bool(state.crew[at])))
    if swimmers:
        lines.append(
            [
                Said(_("swimming: {who}"), {"who": people(sight, swimmers)}),
                Said(_("swim: {who}"), {"who": Who(tuple(_yours_first(sight, swimmers)))}),
            ]
        )
    if state.boats[at]:
        lines += [_boat(state, at), _control(sight, at)]
    if at in SAFE_FROM:
        lines.append(Said(_("landing for {isle}"), {"isle": Loud(isle(SAFE_FROM[at]), "good")}))
    if not lines:
        lines.append(Said(_("nothing here")))
    return lines


def _boat(state: Survive, at: int) -> Line:
    crew = tuple(state.crew_at(at))
    free = SEATS_ABOARD - len(crew)
    words = (
        ngettext("{boat} boat, {n} seat free", "{boat} boat, {n} seats free", free) if free else _("{boat} boat, full")
    )
    parts: Parts = {"boat": Ferry(crew)}
    return [Said(words.replace("{n}", str(free)), parts), Said("{boat}", parts)]


def _yours_first(sight: SurviveView, explorers: Sequence[int]) -> list[int]:
    return sorted(explorers, key=lambda one: sight.state.owner(one) != sight.viewer)


def _does(kind: int) -> str:
    return {
        SERPENT: _("takes boats, swimmers"),
        SHARK: _("takes swimmers"),
        WHALE: _("sinks boats"),
    }[kind]


def _control(sight: SurviveView, at: int) -> Line:
    state = sight.state
    if not state.crew[at]:
        return [Said(_("empty: anybody may row it")), Said(_("empty"))]
    seats = state.controllers(at)
    parts = {f"seat{seat}": Owner(seat, _name(sight, seat)) for seat in seats}
    who = listing([f"{{{name}}}" for name in parts])
    signs = {f"seat{seat}": Owner(seat) for seat in seats}
    return [
        Said(_("control: {who}").replace("{who}", who), parts),
        Said(_("control: {who}").replace("{who}", " ".join(f"{{{name}}}" for name in signs)), signs),
    ]


def _name(sight: SurviveView, seat: int) -> str:
    return _("you") if seat == sight.viewer else sight.names[seat]


def people(sight: SurviveView, explorers: Sequence[int]) -> Said:
    """Everybody, the viewer's own first, then by owner."""
    state = sight.state
    parts: Parts = {}
    texts: list[str] = []
    for seat in sorted(range(state.seats), key=lambda seat: seat != sight.viewer):
        folk = [one for one in explorers if state.owner(one) == seat]
        if folk:
            key = f"who{seat}"
            folk.sort(key=lambda one: -state.treasure(one))
            parts[key] = Who(tuple(folk))
            parts[f"{key}name"] = _name(sight, seat)
            texts.append(f"{{{key}}} {{{key}name}}")
    return Said("  ".join(texts), parts)


def _harmful(swimmers: bool, crew: bool) -> Sequence[int]:
    """The creatures that could harm those in a hex; where nobody is, any that could harm whoever comes."""
    kinds = {*(TO_SWIMMERS if swimmers else ()), *(TO_CREWS if crew else ())}
    return sorted(kinds) or (SERPENT, SHARK, WHALE)


def _next_door(state: Survive, at: int, kinds: Sequence[int]) -> list[Line]:
    """Creatures of these kinds beside it."""
    lines: list[Line] = []
    for kind in kinds:
        where = [beside for beside in NEIGHBOURS[at] if state.creatures[kind][beside]]
        if where:
            parts: Parts = {
                "sign": Loud("!", "bad"),
                "beast": Beast(kind),
                "creature": named.creature(kind),
                "hexes": " ".join(hex_text(one) for one in where),
            }
            lines.append(
                [Said(_("{sign} {beast} {creature} next door, {hexes}"), parts), Said("{sign} {beast} {hexes}", parts)]
            )
    return lines


def _about_isle(sight: SurviveView, number: int) -> Told:
    state = sight.state
    saved = state.explorers_at(FIRST_SAFE + number)
    pair = [hex_text(at) for at in LANDING[number]]
    lines: list[Line] = []
    if saved:
        lines.append(Said("{who}", {"who": people(sight, saved)}))
    else:
        lines.append(Said(_("nobody has been saved here yet")))
    lines.append(Said(_("land from {hexes}, for a point").format(hexes=listing(pair))))
    return isle(number), lines


def _about_threat(table: SurviveTable, sight: SurviveView) -> Told:
    """A creature that somebody moves, while a defence is asked for."""
    state, preview = sight.state, sight.preview
    assert preview is not None
    way = f"{hex_text(state.lair)} {table.look.glyphs.arrow} {hex_text(state.prey)}"
    mover: Parts = {"beast": Beast(state.rolled), "name": _name(sight, state.seat), "way": way}
    stake = _whom(sight, _("at stake:"), sorted(preview.victims))
    lines: list[Line] = [Said("{beast} {name}  {way}", mover), stake]
    asked = Owner(state.asked, _name(sight, state.asked))
    lines.append([Said(_("asked now: {who}"), {"who": asked}), Said(_("asked: {who}"), {"who": asked})])
    return _("Hex {hex}: {creature}").format(hex=hex_text(state.prey), creature=named.a_creature(state.rolled)), lines


# A way ---------------------------------------------------------------------------------------------------------------


def _about_way(table: SurviveTable, sight: SurviveView, piece: Piece, way: ReachableWay) -> Told:
    state = sight.state
    start, end = hex_text(piece.at), spot_text(way.to)
    arrow = table.look.glyphs.arrow
    heading = f"{start} {arrow} {end} {_verb(piece, way)}" if way.to != piece.at else f"{start} {_verb(piece, way)}"
    lines: list[Line] = [_how(sight, piece, way)]
    lines += harm_lines(table, sight)
    if piece.kind == "creature":
        asked = state.threatened(piece.who, way.to) if state.step == "die" else []
        if asked and table.plan.harm().lost + table.plan.harm().wrecked:
            who = listing([_name(sight, seat) for seat in asked])
            lines.append(Said(_("{who} will be asked for a defence").format(who=who)))
        return heading, lines
    if way.to < FIRST_SAFE and not way.deadly:
        lines += _next_door(state, way.to, _threats(state, piece, way))
    return heading, lines + _then(sight, piece, way)


def _threats(state: Survive, piece: Piece, way: ReachableWay) -> Sequence[int]:
    """The creatures that could harm who goes there."""
    if piece.kind == "boat":
        return TO_CREWS if state.crew[piece.at] else ()
    return TO_CREWS if way.moves[-1][0] == "board" else TO_SWIMMERS


def _verb(piece: Piece, way: ReachableWay) -> str:
    kind = way.moves[-1][0]
    if piece.kind == "creature":
        return named.creature(piece.who)
    if kind == "board":
        return _("board the boat")
    if kind == "swim":
        return _("overboard") if way.to == piece.at else _("swim")
    return {"boat": _("row the boat"), "land": _("saved"), "walk": _("walk")}[kind]


def _how(sight: SurviveView, piece: Piece, way: ReachableWay) -> Line:
    """Who goes, and for how much."""
    state = sight.state
    if piece.kind == "creature":
        if not way.cost:
            return Said(_("{beast} sent to {hex}"), {"beast": Beast(piece.who), "hex": spot_text(way.to)})
        steps = ngettext("{beast} {n} step", "{beast} {n} steps", way.cost).replace("{n}", str(way.cost))
        return Said(steps, {"beast": Beast(piece.who)})
    if state.step in ("dolphin", "wind"):
        steps = ngettext("{n} step", "{n} steps", way.cost).format(n=way.cost)
        cost = _("{steps} of {most}").format(steps=steps, most=state.steps_left)
    else:
        cost = ngettext("{n} point", "{n} points", way.cost).format(n=way.cost)
    parts: Parts = {"cost": Loud(cost, "good"), "arrow": "→"}
    if piece.kind == "boat":
        return Said(
            _("{boat} {arrow} {hex}  {cost}"),
            {**parts, "boat": Ferry(tuple(state.crew_at(piece.at))), "hex": spot_text(way.to)},
        )
    if way.moves[-1][0] == "board":
        crew = (*state.crew_at(way.to), piece.who) if state.boats[way.to] else (piece.who,)
        crew = tuple(dict.fromkeys(crew))[:SEATS_ABOARD]
        return Said("{who} {arrow} {boat}  {cost}", {**parts, "who": Who((piece.who,)), "boat": Ferry(crew)})
    return Said("{who} {arrow} {hex}  {cost}", {**parts, "who": Who((piece.who,)), "hex": spot_text(way.to)})


def harm_lines(table: SurviveTable, sight: SurviveView) -> list[Line]:
    """Who would be lost, and who would swim."""
    cost = table.plan.harm()
    lines: list[Line] = []
    if cost.lost:
        lines.append(_whom(sight, _("lost:"), cost.lost))
    if cost.wrecked:
        lines.append(
            Said(_("{lost} the boat at {hex}"), {"lost": Loud(_("lost:"), "bad"), "hex": hex_text(cost.wrecked[0])})
        )
    if cost.overboard:
        lines.append(_whom(sight, _("swim then:"), cost.overboard))
    return lines


def _whom(sight: SurviveView, lead: str, explorers: Sequence[int]) -> Line:
    """The people to whom something happens, with names or by their signs alone."""
    parts: Parts = {"lead": Loud(lead, "bad"), "who": people(sight, explorers)}
    return [Said("{lead} {who}", parts), Said("{lead} {who}", {**parts, "who": Who(tuple(explorers))})]


def _then(sight: SurviveView, piece: Piece, way: ReachableWay) -> list[Line]:
    """Who controls the boat afterwards, and who may land."""
    state, viewer = sight.state, sight.viewer
    if way.deadly or way.to >= FIRST_SAFE or viewer is None:
        return []
    ahead = after(state, way.moves)
    lines: list[Line] = []
    if piece.kind == "boat" or way.moves[-1][0] == "board":
        seats = ahead.controllers(way.to)
        others = listing([_name(sight, seat) for seat in seats if seat != viewer])
        if ahead.crew[way.to] and viewer in seats and len(seats) == 1:
            lines.append([Said(_("then you alone control it")), Said(_("you alone control it"))])
        elif ahead.crew[way.to] and viewer in seats:
            words = _("then you and {others} control it"), _("control: you, {others}")
            lines.append([Said(text.format(others=others)) for text in words])
        elif ahead.crew[way.to]:
            words = _("then {others} control it"), _("control: {others}")
            lines.append([Said(text.format(others=others)) for text in words])
    if way.to in SAFE_FROM:
        to: Parts = {"isle": Loud(isle(SAFE_FROM[way.to]), "good")}
        lines.append([Said(_("one more point lands on {isle}"), to), Said(_("1 more: {isle}"), to)])
    return lines
