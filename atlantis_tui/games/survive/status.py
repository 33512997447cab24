"""What the table of Survive! says about a move that is planned or could be: header and prompt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from atlantis_tui.games.survive.choices import MOVING
from atlantis_tui.games.survive.journey_prompts import and_news, creatures_near, follows, moving, recap, with_rest
from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.missed_news import lost
from atlantis_tui.games.survive.proposals import lurking
from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.sentence_parts import Beast, Line, Loud, Parts, Said, Tile, Who
from atlantis_tui.table import status
from atlantis_tui.text.sentences import choice
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.wrap import wrap
from core.survive.components import GUARD, LAND, NEIGHBOURS, POINTS, SHARK, hex_text
from core.survive.rules import Survive

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable

STEPS = {
    **dict.fromkeys(("tile", "dolphin", "wind", "send"), 0),
    "move": 1,
    **dict.fromkeys(("sink", "lift", "back", "aboard"), 2),
    **dict.fromkeys(("roll", "die", "defend", "open"), 3),
}


# The header ----------------------------------------------------------------------------------------------------------


def head(table: SurviveTable, sight: SurviveView) -> None:
    header, state = table.header, sight.state
    header.name_text = _("SURVIVE!")
    header.facts, header.loud = _course(table, state)
    header.right = _land_left(table, state)
    header.tone = ""
    palette = table.look.palette
    colours = own_colours(palette)
    if sight.volcano is not None:
        header.badge, header.tone = _("VOLCANO - the game is over"), colours.peril
    elif sight.mine and state.step == "defend":
        header.badge, header.tone = _("ANSWER NEEDED"), colours.peril
    else:
        header.badge = status.badge(table, preview=False, wide_from=100)
        if not header.badge and sight.mine and table.plan.moves() is not None:
            header.badge = status.preview_badge(table.size.width >= 100)
        if sight.tone == "peril" and sight.mine:
            header.tone = colours.peril


def _course(table: SurviveTable, state: Survive) -> tuple[str, str]:
    """The four steps of a turn, and the one of this moment."""
    glyphs, wide = table.look.glyphs, table.size.width >= 80
    signs = own_signs(glyphs)
    if not state.turns:
        return _("setting up: explorers, then boats") if wide else _("setting up"), ""
    turn = _("turn {turn}").format(turn=state.turns)
    at = STEPS.get(state.step)
    if at is None:
        return turn, ""
    points = signs.point * state.points + signs.spent * (POINTS - state.points)
    words = [_("tile"), _("move"), _("sink"), _("roll")]
    done = glyphs.yes
    now = f"{at + 1} {words[at]}"
    if at == 1:
        now += f" {points}"
    elif at == 3 and state.rolled >= 0:
        now += f" {signs.creatures[state.rolled]} {named.creature(state.rolled)}"
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
    left = "  ".join(f"{own_signs(glyphs).terrain[kind]}{state.terrain.count(kind):2}" for kind in LAND)
    if width >= 100 and (title := table.mode.title()):
        return f"{left}   {title}"
    if width >= 100:
        return _("{land}   seed {seed}").format(land=left, seed=table.table.seed)
    return left


# The prompt ----------------------------------------------------------------------------------------------------------


def lines(table: SurviveTable, sight: SurviveView) -> list[Line]:
    if table.rest.active and not sight.past:
        return table.rest.lines()
    waiting = _waiting(table, sight)
    if waiting is not None:
        return waiting
    said = status.lines(table)
    if said is not None:
        return _told(table, said)
    plan, state = table.plan, sight.state
    if plan.ending:
        return [*_ending(state), follows(table)]
    step = state.step
    if step in MOVING:
        told = moving(table, sight)
        return told if plan.piece is not None and plan.piece.kind != "creature" else with_rest(table, told)
    told = {
        "place": _place,
        "launch": _launch,
        "tile": _tile,
        "sink": _sink,
        "aboard": _aboard,
        "defend": _defend,
    }[step](table, sight)
    return with_rest(table, told)


def _waiting(table: SurviveTable, sight: SurviveView) -> list[Line] | None:
    """Somebody else is asked for a defence. This says who is asked, which all can see, and nothing else."""
    state = sight.state
    busy = sight.past or sight.mine or bool(table.turns.message) or table.mode.lines() is not None
    if busy or state.step != "defend" or state.outcome is not None:
        return None
    text = _("{beast} {mover} moves {creature} to {hex}.")
    if _is_you(table, state.seat):
        text = _("{beast} You move {creature} to {hex}.")
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
    if _is_you(table, state.asked):
        asked = _("You are asked whether to ward it off …")
    rule = _("Whoever has something there and may hold such a tile is asked.")
    if len(state.threatened(state.rolled, state.prey)) > 1:
        rule = _("No answer is opened before the last one is given.")
    return [first, Said(asked), Said(rule)]


def _is_you(table: SurviveTable, seat: int) -> bool:
    """Whether a sentence calls this seat "You": of several at one keyboard that is the first one's name."""
    return seat < len(table.names) and table.names[seat] == _("You")


def _told(table: SurviveTable, said: Sequence[status.Line]) -> list[Line]:
    """The prompt while somebody's turn is told: the turn in one or two lines, then what it cost the viewer, or the
    losses that the lines would cut off."""
    if not table.turns.message or table.past.at is not None:
        return list(said)
    taken = table.news.losses()
    own = table.news.own(taken)
    rows = wrap(table.turns.message[0], table.size.width - 4)
    lines: list[Line] = [Said("{text}", {"text": row}) for row in rows[: 1 if own or (taken and len(rows) > 2) else 2]]
    if own:
        lines.append(Said(_("{sign} You have lost {who}."), {"sign": Loud("!", "bad"), "who": lost(own)}))
    elif taken and len(rows) > 2:
        lines.append(Said("{lost} {who}", {"lost": Loud(_("Lost:"), "bad"), "who": lost(taken)}))
    return [*lines, *said[-1:]]


def _ending(state: Survive) -> list[Line]:
    words = {
        "tile": _("no tile. Enter goes on to moving, Bksp thinks again."),
        "move": _("no more movement. Enter goes on to sinking, Bksp thinks again."),
        "die": _("the creature stays where it is. Enter does so, Bksp thinks again."),
    }
    return [(_("Nothing more:"), words.get(state.step, _("Enter goes on, Bksp thinks again.")))]


# Setting up ----------------------------------------------------------------------------------------------------------


def _place(table: SurviveTable, sight: SurviveView) -> list[Line]:
    plan = table.plan
    lead: Parts = {"lead": Loud(_("Place an explorer."), "key")}
    first = [
        Said(_("{lead} 1-6 chooses a treasure, then a free tile; one each in turn."), lead),
        Said(_("{lead} 1-6 a treasure, then a free tile."), lead),
    ]
    explorer = plan.explorer
    if explorer is None:
        return [first]
    who: Parts = {"who": Who((explorer,))}
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
    second = [
        Said(_("Now {who}. Tab goes through free tiles, *A* suggests one, *R* places all the rest."), who),
        Said(_("Now {who}. Tab: free tiles, *A* suggests, *R* the rest."), who),
    ]
    if table.mode.scripted:
        second = [Said(_("Now {who}. Tab goes through free tiles, *A* suggests one, Enter places."), who)]
    return [
        first,
        second,
        recap(table),
    ]


def _sinks(terrain: int) -> str:
    return {
        1: _("Beaches sink first: there it will be wet soon."),
        2: _("Forests sink when all beaches are gone."),
        3: _("Mountains sink last; under one of them is the volcano."),
    }[terrain]


def _launch(table: SurviveTable, sight: SurviveView) -> list[Line]:
    plan = table.plan
    left = sight.state.boats_left[sight.state.seat]
    if plan.target is not None:
        near = [one for at in NEIGHBOURS[plan.target] for one in sight.state.explorers_at(at)]
        own = tuple(one for one in near if sight.state.owner(one) == sight.viewer)
        told = Said(_("{put} a boat at {hex}."), {"put": Loud(_("Put"), "good"), "hex": Loud(hex_text(plan.target))})
        beside = (
            Said(_("Of yours beside it: {who}"), {"who": Who(own)})
            if own
            else Said(_("None of yours stand beside it."))
        )
        return [told, beside, Said(_("Anybody may board it, and row it while it is empty."))]
    lead: Parts = {"lead": Loud(_("Place a boat"), "key"), "left": str(left)}
    return [
        [
            Said(_("{lead} on sea beside land, without boat or serpent; {left} left."), lead),
            Said(_("{lead} on free sea beside land; {left} left."), lead),
        ],
        [
            Said(_("Tab goes through free hexes, *A* suggests one, *R* places the rest for you.")),
            Said(_("Tab free hexes, *A* suggests one, *R* places the rest.")),
        ],
        recap(table),
    ]


# A turn --------------------------------------------------------------------------------------------------------------


def _tile(table: SurviveTable, sight: SurviveView) -> list[Line]:
    plan = table.plan
    if plan.tile is not None:
        parts: Parts = {"play": Loud(_("Play"), "good"), "tile": Tile(*plan.tile)}
        return [
            Said(_("{play} {tile}"), parts),
            [Said(named.back_does(plan.tile[1])), Said(named.back_in_short(plan.tile[1]))],
            Said(_("Enter plays it; then you choose who and where to.")),
        ]
    able = plan.playable()
    if not able:
        lines: list[Line] = [
            (_("Your turn:"), _("none of your tiles can be played now.")),
            Said(_("N goes on to moving. Keep them: some answer in the others' turns.")),
        ]
        return and_news(table, lines)
    turn: Parts = {"lead": Loud(_("Your turn:"), "key")}
    lines = [
        [
            Said(_("{lead} you may play one kept tile before you move: press its number."), turn),
            Said(_("{lead} a number plays that tile before you move."), turn),
        ],
        Said(_("N plays none.")),
    ]
    return and_news(table, lines)


# Sinking, climbing in, warding off -----------------------------------------------------------------------------------


def _sink(table: SurviveTable, sight: SurviveView) -> list[Line]:
    plan, state = table.plan, sight.state
    able = plan.places()
    kind = state.terrain[able[0]]
    hexes = " ".join(hex_text(at) for at in able)
    lead: Parts = {"lead": Loud(_("Sink a tile."), "sink"), "hexes": hexes}
    rule = {
        1: _("{lead} Beaches first, those by the water: {hexes}"),
        2: _("{lead} The beaches are gone; forests by the water: {hexes}"),
        3: _("{lead} Only mountains are left: {hexes}"),
    }[kind]
    first = [Said(rule, lead), Said(_("{lead} May go: {hexes}"), lead), Said("{lead}", lead)]
    if plan.target is None:
        lines: list[Line] = [
            first,
            [
                Said(_("Tab goes through them, *A* suggests one, Enter sinks the one that is chosen.")),
                Said(_("Tab goes through them, *A* suggests one, Enter sinks it.")),
            ],
            Said(_("Green backs happen at once, red ones you keep.")),
        ]
        return and_news(table, lines, _("Sink a tile."))
    here = state.explorers_at(plan.target)
    parts: Parts = {
        "sink": Loud(_("Sink"), "sink"),
        "hex": Loud(hex_text(plan.target)),
        "who": Who(tuple(here)),
    }
    second = (
        Said(_("{sink} {hex}: {who} will swim there."), parts)
        if here
        else Said(_("{sink} {hex}: nobody stands there."), parts)
    )
    own = any(state.owner(one) == sight.viewer for one in here)
    near = creatures_near((), lurking(state, plan.target, afloat=False)) if own else None
    warned = _warn_own(sight, here)
    if near and table.sequel.text:
        return [second, near]
    return [second, warned, near or Said(_("Then you see what is on its back."))]


def _warn_own(sight: SurviveView, here: list[int]) -> Line:
    own = tuple(one for one in here if sight.state.owner(one) == sight.viewer)
    if own:
        words = ngettext(
            "{sign} {who} is yours. A shark on the back would take it.",
            "{sign} {who} are yours. A shark on the back would take them.",
            len(own),
        )
        return Said(words, {"sign": Loud("!", "bad"), "who": Who(own)})
    return [
        Said(_("Green backs happen at once: shark, whale, boat, whirlpool, volcano.")),
        Said(_("Green backs happen at once, red ones you keep.")),
    ]


def _aboard(table: SurviveTable, sight: SurviveView) -> list[Line]:
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


def _defend(table: SurviveTable, sight: SurviveView) -> list[Line]:
    state, viewer = sight.state, sight.viewer
    kind, at = state.rolled, state.prey
    there = state.swimmers_at(at) if kind == SHARK else state.crew_at(at)
    own = tuple(one for one in there if state.owner(one) == viewer)
    words = _("{mover} moves {beast} {creature} to {hex}. Yours there: {who}")
    if _is_you(table, state.seat):
        words = _("{mover} move {beast} {creature} to {hex}. Yours there: {who}")
    first = Said(
        words,
        {
            "mover": Loud(table.names[state.seat]),
            "beast": Beast(kind),
            "creature": named.a_creature(kind),
            "hex": Loud(hex_text(at)),
            "who": Who(own),
        },
    )
    asked = state.threatened(kind, at)
    others = [table.names[seat] for seat in asked if seat != viewer]
    earlier = [table.names[seat] for seat in takewhile(lambda seat: seat != viewer, asked)]
    able = state.defences()
    parts: Parts = {"n": Loud("N", "key"), "who": Who(own), "others": choice(others), "earlier": choice(earlier)}
    if able:
        parts |= {"d": Loud("D", "key"), "tile": Tile(able[0][1], GUARD[kind]), "creature": named.the_creature(kind)}
        plays = [_("{d} plays {tile}: {creature} leaves the game, all stay.")]
        if earlier:
            plays.insert(0, _("{d} plays {tile}, unless {earlier} defends: {creature} goes, all stay."))
    else:
        plays = [_("None of your tiles wards it off: you can only let it happen.")]
    if kind == SHARK:
        lets = [_("{n} lets it happen: you lose {who}.")]
        unless = _("{n} lets it happen, unless {others} defends: you lose {who}.")
    else:
        lets = [
            ngettext(
                "{n} lets it happen: the boat is lost, {who} swims.",
                "{n} lets it happen: the boat is lost, {who} swim.",
                len(own),
            )
        ]
        unless = ngettext(
            "{n} lets it happen, unless {others} defends: the boat is lost, {who} swims.",
            "{n} lets it happen, unless {others} defends: the boat is lost, {who} swim.",
            len(own),
        )
    if others:
        lets.insert(0, unless)
    lets.insert(0, lets[0] + _("  The others see only that you are asked."))
    return [first, [Said(text, parts) for text in plays], [Said(text, parts) for text in lets]]
