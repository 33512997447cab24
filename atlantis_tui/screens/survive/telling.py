"""What the table of Survive! says about a move that is planned or could be: header and prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.screens import around
from atlantis_tui.screens.survive.hexes import isle, spot_text
from atlantis_tui.screens.survive.plan import MOVING, SurvivePlan
from atlantis_tui.screens.survive.ways import Piece, Way
from atlantis_tui.widgets.survive.saying import Beast, Ferry, Line, Loud, Part, Said, Tile, Who
from atlantis_tui.widgets.survive.sight import Sight
from atlantis_tui.wording import listing
from atlantis_tui.wording.survive import names as named
from atlantis_tui.words import _, ngettext
from core.survive.parts import FIRST_SAFE, GUARD, LAND, POINTS, REACH, SAFE_FROM, SERPENT, SHARK, WHALE, hex_text
from core.survive.rules import Survive

if TYPE_CHECKING:
    from atlantis_tui.screens.table_survive import SurviveTable

STEPS = {
    **dict.fromkeys(("tile", "dolphin", "wind", "send"), 0),
    "move": 1,
    **dict.fromkeys(("sink", "lift", "back", "aboard"), 2),
    **dict.fromkeys(("roll", "die", "defend"), 3),
}


# The header ----------------------------------------------------------------------------------------------------------


def head(table: SurviveTable, sight: Sight) -> None:
    header, state = table.header, sight.state
    header.name_text = _("SURVIVE!")
    header.facts, header.loud = _course(table, state)
    header.right = _land_left(table, state)
    header.tone = ""
    palette = table.look.palette
    if sight.volcano is not None:
        header.badge, header.tone = _("VOLCANO - the game is over"), palette.peril
    elif sight.mine and state.step == "defend":
        header.badge, header.tone = _("ANSWER NEEDED"), palette.peril
    else:
        header.badge = around.badge(table, preview=sight.mine and table.plan.moves() is not None)
        if sight.tone == "peril" and sight.mine:
            header.tone = palette.peril


def _course(table: SurviveTable, state: Survive) -> tuple[str, str]:
    """The four steps of a turn, and the one of this moment."""
    glyphs, wide = table.look.glyphs, table.size.width >= 80
    if not state.turns:
        return _("setting up: explorers, then boats") if wide else _("setting up"), ""
    turn = _("turn {turn}").format(turn=state.turns)
    at = STEPS.get(state.step)
    if at is None:
        return turn, ""
    points = glyphs.point * state.points + glyphs.spent * (POINTS - state.points)
    words = [_("tile"), _("move"), _("sink"), _("die")]
    done = glyphs.yes
    now = f"{at + 1} {words[at]}"
    if at == 1:
        now += f" {points}"
    elif at == 3 and state.rolled >= 0:
        now += f" {glyphs.creatures[state.rolled]} {named.creature(state.rolled)}"
    bare = table.look.palette.flat or not glyphs.upper
    loud = f"[{now}]" if bare else f" {now} "
    if not wide:
        return f"{turn}  {loud}", loud
    parts = [
        loud if number == at else f" {done} {word} " if number < at else f" {number + 1} {word} "
        for number, word in enumerate(words)
    ]
    return f"{turn}  " + glyphs.choose_right.join(parts), loud


def _land_left(table: SurviveTable, state: Survive) -> str:
    glyphs, width = table.look.glyphs, table.size.width
    left = "  ".join(f"{glyphs.terrain[kind]}{list(state.terrain).count(kind):2}" for kind in LAND)
    if table.remote is not None and width >= 100:
        return f"{left}   {table.remote.told.title()}"
    if width >= 100:
        return _("{land}   seed {seed}").format(land=left, seed=table.table.seed)
    return left


# The prompt ----------------------------------------------------------------------------------------------------------


def lines(table: SurviveTable, sight: Sight) -> list[Line]:
    waiting = _waiting(table, sight)
    if waiting is not None:
        return waiting
    said = around.lines(table)
    if said is not None:
        return list(said)
    plan, state = table.plan, sight.state
    if plan.ending:
        return _ending(state)
    step = state.step
    if step in MOVING:
        way = plan.way()
        if way is not None and plan.piece is not None:
            return _to(table, sight, plan.piece, way)
        return _moving(table, sight)
    return {
        "place": _place,
        "launch": _launch,
        "tile": _tile,
        "sink": _sink,
        "aboard": _aboard,
        "defend": _defend,
    }[step](table, sight)


def _waiting(table: SurviveTable, sight: Sight) -> list[Line] | None:
    """Somebody else is asked for a defence. This says who is asked, which all can see, and nothing else."""
    state = sight.state
    busy = sight.past or sight.mine or bool(table.asking.message) or table.asking.lines() is not None
    if busy or state.step != "defend" or state.outcome is not None:
        return None
    text = _("{beast} {mover} moves {creature} to {hex}.")
    first = Said(
        text,
        {
            "beast": Beast(state.rolled),
            "mover": table.names[state.seat],
            "creature": named.a_creature(state.rolled),
            "hex": Loud(hex_text(state.prey)),
        },
    )
    asked = _("{name} is asked whether to ward it off …").format(name=table.names[state.asked])
    return [first, Said(asked), Said(_("Whoever has something there and a kept tile is asked, whatever the tile is."))]


def _ending(state: Survive) -> list[Line]:
    words = {
        "tile": _("no tile. Enter goes on to moving, Bksp thinks again."),
        "move": _("no more movement. Enter goes on to sinking, Bksp thinks again."),
        "die": _("the creature stays where it is. Enter does so, Bksp thinks again."),
    }
    return [(_("Nothing more:"), words.get(state.step, _("Enter goes on, Bksp thinks again.")))]


def _recap(table: SurviveTable) -> Line:
    """What the others did, the latest in any case."""
    turns = table.past.recap()[-3:]
    if not turns:
        return Said("")
    ways = [
        Said("{lead} {told}", {"lead": Loud(_("Since then:"), "key"), "told": "   ".join(turns[-count:])})
        for count in range(len(turns), 0, -1)
    ]
    return ways


# Setting up ----------------------------------------------------------------------------------------------------------


def _place(table: SurviveTable, sight: Sight) -> list[Line]:
    plan = table.plan
    lead: dict[str, Part] = {"lead": Loud(_("Place an explorer."), "key")}
    first = [
        Said(_("{lead} 1-6 chooses a treasure, then a free tile; one each in turn."), lead),
        Said(_("{lead} 1-6 a treasure, then a free tile."), lead),
    ]
    explorer = plan.explorer
    if explorer is None:
        return [first]
    who: dict[str, Part] = {"who": Who((explorer,))}
    if plan.target is not None:
        at = plan.target
        ground = named.terrain(sight.state.terrain[at])
        told = Said(
            _("{put} {who} on {hex}, {ground}."),
            {"put": Loud(_("Put"), "good"), **who, "hex": Loud(hex_text(at)), "ground": ground},
        )
        return [
            told,
            Said(_sinks(sight.state.terrain[at])),
            Said(_("Others see only shapes, never a value. Enter places it.")),
        ]
    return [
        first,
        [
            Said(_("Now {who}. Tab goes through free tiles, A suggests one, Enter places."), who),
            Said(_("Now {who}. Tab: free tiles, A suggests one."), who),
        ],
        _recap(table),
    ]


def _sinks(terrain: int) -> str:
    return {
        1: _("Beaches sink first: there it will be wet soon."),
        2: _("Forests sink when all beaches are gone."),
        3: _("Mountains sink last; under one of them is the volcano."),
    }[terrain]


def _launch(table: SurviveTable, sight: Sight) -> list[Line]:
    plan = table.plan
    left = sight.state.boats_left[sight.state.seat]
    if plan.target is not None:
        near = [one for at in _beside(plan.target) for one in sight.state.explorers_at(at)]
        own = tuple(one for one in near if sight.state.owner(one) == sight.viewer)
        told = Said(_("{put} a boat at {hex}."), {"put": Loud(_("Put"), "good"), "hex": Loud(hex_text(plan.target))})
        beside = (
            Said(_("Of yours beside it: {who}"), {"who": Who(own)})
            if own
            else Said(_("None of yours stand beside it."))
        )
        return [told, beside, Said(_("Anybody may board it, and row it while it is empty."))]
    return [
        (_("Place a boat"), _("on sea beside land, without boat or serpent; {left} left.").format(left=left)),
        Said(_("Tab goes through free hexes, A suggests one, Enter places.")),
        _recap(table),
    ]


def _beside(at: int) -> tuple[int, ...]:
    from core.survive.parts import NEIGHBOURS

    return NEIGHBOURS[at]


# A turn --------------------------------------------------------------------------------------------------------------


def _tile(table: SurviveTable, sight: Sight) -> list[Line]:
    plan = table.plan
    if plan.tile is not None:
        from atlantis_tui.wording.survive.names import back_does

        parts: dict[str, Part] = {"play": Loud(_("Play"), "good"), "tile": Tile(*plan.tile)}
        return [
            Said(_("{play} {tile}"), parts),
            Said(back_does(plan.tile[1])),
            Said(_("Enter plays it; then you choose who and where to.")),
        ]
    able = plan.playable()
    if not able:
        return [
            (_("Your turn:"), _("none of your tiles can be played now.")),
            Said(_("N goes on to moving. Keep them: some answer in the others' turns.")),
            _recap(table),
        ]
    return [
        (_("Your turn:"), _("you may play one kept tile before you move: press its number.")),
        Said(_("N plays none.")),
        _recap(table),
    ]


def _moving(table: SurviveTable, sight: Sight) -> list[Line]:
    """No way is chosen yet."""
    plan, state = table.plan, sight.state
    step, piece = state.step, plan.piece
    if step == "move":
        if piece is None:
            points = ngettext("{n} point", "{n} points", state.points).format(n=state.points)
            first = [
                Said(
                    _("{lead} {points} for your explorers and boats."),
                    {"lead": Loud(_("Your turn: move."), "key"), "points": Loud(points)},
                ),
                Said(_("{lead} {points} left."), {"lead": Loud(_("Move."), "key"), "points": Loud(points)}),
            ]
            second = [
                Said(_("Choose a hex, or Tab to your next piece; its reach then lights up.")),
                Said(_("Tab to your next piece; its reach lights up.")),
            ]
            return [first, second, _recap(table)]
        return [*_chosen(sight, piece, plan), _wet(table, sight, piece)]
    if step in ("dolphin", "wind"):
        words = (
            _("carries one of your swimmers up to {n} hexes.")
            if step == "dolphin"
            else _("carries one boat of yours up to {n} hexes.")
        )
        lead = _("Dolphin:") if step == "dolphin" else _("Fair wind:")
        second = _("Choose where to; digits are steps.") if piece is not None else _("Tab chooses which one.")
        return [(lead, words.format(n=state.steps_left)), Said(second), Said(_("It takes none of your points."))]
    kind = state.rolled if step == "die" else piece.who if piece is not None else _sent(state)
    lead_part: dict[str, Part] = {
        "lead": Loud(_("Die:") if step == "die" else _("Send:"), "key"),
        "beast": Beast(kind),
        "creature": named.creature(kind),
        "reach": str(REACH[kind]),
    }
    if step == "send":
        first_line = Said(_("{lead} {beast} any {creature} to any sea without boat, swimmer or creature."), lead_part)
    elif kind == SERPENT:
        first_line = Said(_("{lead} {beast} {creature}. One of them may move one hex."), lead_part)
    else:
        first_line = Said(_("{lead} {beast} {creature}. One of them may move up to {reach} hexes."), lead_part)
    where = " ".join(hex_text(one.at) for one in plan.pieces())
    if piece is None:
        second = _("They are at {hexes}: Tab chooses one.").format(hexes=where)
    else:
        second = _("This one is at {hex}. Choose where to; ! marks its prey.").format(hex=hex_text(piece.at))
    third = _("N leaves them where they are.") if ("end",) in plan.legal() else ""
    return [first_line, Said(second), Said(third)]


def _sent(state: Survive) -> int:
    from core.survive.parts import SENDS

    return SENDS[state.playing]


def _chosen(sight: Sight, piece: Piece, plan: SurvivePlan) -> list[Line]:
    state = sight.state
    points = ngettext("{n} point", "{n} points", state.points).format(n=state.points)
    parts: dict[str, Part] = {"hex": Loud(hex_text(piece.at)), "points": Loud(points, "good")}
    if piece.kind == "boat":
        parts["who"] = Ferry(tuple(state.crew_at(piece.at)))
    else:
        parts["who"] = Who((piece.who,))
    first = Said(_("{who} at {hex}: choose where to, for up to {points}."), parts)
    others = len(plan.pieces_at(piece.at)) > 1
    second = (
        _("Digits are the cost. E: another piece of this hex.")
        if others
        else _("Digits are the cost; ! means it would be lost there.")
    )
    return [first, Said(second)]


def _wet(table: SurviveTable, sight: Sight, piece: Piece) -> Line:
    """What S does, or the one move in the water."""
    plan, state = table.plan, sight.state
    if piece.kind == "explorer":
        here = plan.ways_to(piece.at)
        if here:
            return Said(
                _("S: overboard, into the water here.")
                if here[0].moves[-1][0] == "swim"
                else _("S: into the boat here.")
            )
        if state.swum >> piece.who & 1:
            return Said(_("It has made its one move in the water this turn."))
        return Said(_("In the water each explorer makes one move a turn."))
    return Said(_("A boat goes where no other boat is; each hex is a point."))


# Where a piece goes --------------------------------------------------------------------------------------------------


def _to(table: SurviveTable, sight: Sight, piece: Piece, way: Way) -> list[Line]:
    state = sight.state
    cost = table.plan.harm()
    if piece.kind == "creature":
        return _prowl(table, sight, piece, way)
    first = _goes(state, piece, way)
    danger = _danger(table, sight, piece, way)
    follows = table.hinting.follows()
    notes: list[Line] = []
    if danger is not None:
        notes.append(danger)
    if follows:
        notes.append(Said(follows))
    kind = way.moves[-1][0]
    if way.to in SAFE_FROM and not way.deadly and state.points > way.cost:
        notes.append(Said(_("Then one more point lands on {isle}."), {"isle": Loud(isle(SAFE_FROM[way.to]), "good")}))
    both = {one.swims for one in table.plan.ways_to(way.to)}
    if len(both) > 1 and way.to != piece.at:
        notes.append(Said(_("S boards the boat instead.") if way.swims else _("S swims beside the boat instead.")))
    if any(move[0] == "swim" for move in way.moves) and state.step == "move" and not way.deadly:
        notes.append(Said(_("That is its one move in the water this turn.")))
    if kind == "land":
        notes.append(Said(_("It is saved for good, and counts at the end.")))
    if not cost.lost and way.to < FIRST_SAFE and not notes:
        notes.append(Said(_("Enter does it. Arrows choose another hex, Bksp another piece.")))
    return [first, *notes[:2]]


def _goes(state: Survive, piece: Piece, way: Way) -> Line:
    left = state.points - way.cost
    parts: dict[str, Part] = {
        "move": Loud(_("Move"), "good"),
        "from": Loud(hex_text(piece.at)),
        "to": Loud(spot_text(way.to)),
        "cost": Loud(
            _("{n} of {most}").format(n=way.cost, most=state.points if state.step == "move" else state.steps_left),
            "good",
        ),
        "left": str(left),
    }
    if piece.kind == "boat":
        parts["who"] = Ferry(tuple(state.crew_at(piece.at)))
        full = _("{move} {who} from {from} to {to}, cost {cost}")
        short = _("{move} {who} {from} to {to}, {cost}")
    else:
        parts["who"] = Who((piece.who,))
        kind = way.moves[-1][0]
        full = {
            "board": _("{move} {who} from {from} into the boat at {to}, cost {cost}"),
            "swim": _("{move} {who} from {from} into the water of {to}, cost {cost}"),
            "land": _("{move} {who} from {from} to {to}, cost {cost}"),
            "walk": _("{move} {who} from {from} to {to}, cost {cost}"),
        }[kind]
        if kind == "swim" and way.to == piece.at:
            full = _("{move} {who} overboard at {to}, cost {cost}")
        elif kind == "board" and way.to == piece.at:
            full = _("{move} {who} into the boat at {to}, cost {cost}")
        short = _("{move} {who} {from} to {to}, {cost}")
    if state.step != "move":
        return [Said(full + ".", parts), Said(short, parts)]
    stay = ngettext("; {left} point stays.", "; {left} points stay.", left)
    return [Said(full + stay, parts), Said(full, parts), Said(short, parts)]


def _danger(table: SurviveTable, sight: Sight, piece: Piece, way: Way) -> Line | None:
    """Before a step that costs something."""
    state, cost = sight.state, table.plan.harm()
    if not (cost.lost or cost.wrecked or way.deadly):
        return None
    beast = next((kind for kind in (SERPENT, WHALE, SHARK) if state.creatures[kind][way.to]), SHARK)
    if not cost.wrecked:
        beast = SERPENT if state.creatures[SERPENT][way.to] else SHARK
    lost = tuple(one for one in cost.lost)
    parts: dict[str, Part] = {
        "sign": Loud("!", "bad"),
        "beast": Beast(beast),
        "creature": Loud(named.a_creature(beast), "bad"),
        "who": Who(lost or cost.overboard or ((piece.who,) if piece.kind == "explorer" else ())),
    }
    if cost.wrecked and lost:
        return Said(_("{sign} {beast} {creature} is there: the boat would be lost, and {who}."), parts)
    if cost.wrecked:
        return Said(_("{sign} {beast} {creature} is there: the boat would be lost, {who} would swim."), parts)
    return Said(_("{sign} {beast} {creature} is there: {who} would be lost at once."), parts)


def _prowl(table: SurviveTable, sight: Sight, piece: Piece, way: Way) -> list[Line]:
    state, cost = sight.state, table.plan.harm()
    parts: dict[str, Part] = {
        "lead": Loud(_("Die:") if state.step == "die" else _("Send:"), "key"),
        "beast": Beast(piece.who),
        "creature": named.the_creature(piece.who),
        "from": Loud(hex_text(piece.at)),
        "to": Loud(hex_text(way.to)),
    }
    lines: list[Line] = [Said(_("{lead} {beast} {creature} goes from {from} to {to}."), parts)]
    viewer = sight.viewer
    if not (cost.lost or cost.wrecked):
        lines.append(Said(_("Nobody is harmed.")))
    else:
        lines.append(_victims(sight, cost.lost, cost.wrecked, cost.overboard))
    asked = state.threatened(piece.who, way.to) if state.step == "die" else []
    own = [one for one in (*cost.lost, *cost.overboard) if state.owner(one) == viewer]
    if own:
        lines.append(Said(_("{sign} of yours: {who}"), {"sign": Loud("!", "bad"), "who": Who(tuple(own))}))
    elif asked:
        who = listing([table.names[seat] for seat in asked])
        lines.append(Said(_("{who} will be asked for a defence first.").format(who=who)))
    else:
        others = [hex_text(one.at) for one in table.plan.pieces() if one != piece]
        if others:
            lines.append(Said(_("Others: {hexes} - Tab next one.").format(hexes=" ".join(others))))
    return lines


def _victims(sight: Sight, lost: tuple[int, ...], wrecked: tuple[int, ...], overboard: tuple[int, ...]) -> Line:
    parts: dict[str, Part] = {"lost": Loud(_("Lost:"), "bad"), "who": Who(lost), "swim": Who(overboard)}
    if wrecked and lost:
        return Said(_("{lost} the boat and {who}"), parts)
    if wrecked:
        return Said(_("{lost} the boat; {swim} would swim"), parts)
    return Said(_("{lost} {who}"), parts)


# Sinking, climbing in, warding off -----------------------------------------------------------------------------------


def _sink(table: SurviveTable, sight: Sight) -> list[Line]:
    plan, state = table.plan, sight.state
    able = plan.places()
    kind = state.terrain[able[0]]
    hexes = " ".join(hex_text(at) for at in able)
    lead: dict[str, Part] = {"lead": Loud(_("Sink a tile."), "sink"), "hexes": hexes}
    rule = {
        1: _("{lead} Beaches first, those by the water: {hexes}"),
        2: _("{lead} The beaches are gone; forests by the water: {hexes}"),
        3: _("{lead} Only mountains are left: {hexes}"),
    }[kind]
    first = [Said(rule, lead), Said(_("{lead} May go: {hexes}"), lead), Said("{lead}", lead)]
    if plan.target is None:
        return [
            first,
            Said(_("Tab goes through them, A suggests one, Enter sinks the one that is chosen.")),
            Said(_("Green backs happen at once, red ones you keep. It cannot be taken back.")),
        ]
    here = state.explorers_at(plan.target)
    parts: dict[str, Part] = {
        "sink": Loud(_("Sink"), "sink"),
        "hex": Loud(hex_text(plan.target)),
        "who": Who(tuple(here)),
    }
    second = (
        Said(_("{sink} {hex}: {who} will swim there."), parts)
        if here
        else Said(_("{sink} {hex}: nobody stands there."), parts)
    )
    return [second, _warn_own(sight, here), Said(_("Then you see its back. This cannot be taken back."))]


def _warn_own(sight: Sight, here: list[int]) -> Line:
    own = tuple(one for one in here if sight.state.owner(one) == sight.viewer)
    if own:
        return Said(
            _("{sign} {who} is yours. A shark on the back would take it."), {"sign": Loud("!", "bad"), "who": Who(own)}
        )
    return Said(_("Green backs happen at once: shark, whale, boat, whirlpool, volcano."))


def _aboard(table: SurviveTable, sight: Sight) -> list[Line]:
    plan, state = table.plan, sight.state
    at = state.sinking
    free = state.room(at)
    seats = ngettext("{n} seat", "{n} seats", free).format(n=free)
    first = Said(
        _("{lead} at {hex} and more swimmers than seats: {seats} left."),
        {"lead": Loud(_("A boat comes up"), "key"), "hex": Loud(hex_text(at)), "seats": seats},
    )
    who = Said(_("Who climbs in? Tab chooses: {all}"), {"all": Who(tuple(plan.climbers()))})
    if plan.explorer is not None and plan.target is not None:
        who = Said(_("{put} {who} into the boat."), {"put": Loud(_("Put"), "good"), "who": Who((plan.explorer,))})
    elif plan.explorer is not None:
        who = Said(
            _("Who climbs in? {who} first; Tab another of {all}"),
            {"who": Who((plan.explorer,)), "all": Who(tuple(plan.climbers()))},
        )
    return [first, who, Said(_("You choose for all of them, whosever they are."))]


def _defend(table: SurviveTable, sight: Sight) -> list[Line]:
    state, viewer = sight.state, sight.viewer
    kind, at = state.rolled, state.prey
    there = state.swimmers_at(at) if kind == SHARK else state.crew_at(at)
    own = tuple(one for one in there if state.owner(one) == viewer)
    first = Said(
        _("{mover} moves {beast} {creature} to {hex}. Yours there: {who}"),
        {
            "mover": Loud(table.names[state.seat]),
            "beast": Beast(kind),
            "creature": named.a_creature(kind),
            "hex": Loud(hex_text(at)),
            "who": Who(own),
        },
    )
    able = [move for move in table.plan.legal() if move[0] == "defend"]
    if able:
        second: Line = Said(
            _("{key} plays {tile}: {creature} leaves the game, all stay."),
            {"key": Loud("D", "key"), "tile": Tile(able[0][1], GUARD[kind]), "creature": named.the_creature(kind)},
        )
    else:
        second = Said(_("None of your tiles wards it off: you can only let it happen."))
    happens = (
        _("{key} lets it happen: you lose {who}.")
        if kind == SHARK
        else _("{key} lets it happen: the boat is lost, {who} swims.")
    )
    third = [
        Said(happens + _("  The others see only that you are asked."), {"key": Loud("N", "key"), "who": Who(own)}),
        Said(happens, {"key": Loud("N", "key"), "who": Who(own)}),
    ]
    return [first, second, third]
