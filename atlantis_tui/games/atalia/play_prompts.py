"""The prompt while a card is on its way to the table: what it would make there, and what comes after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia import field_standing
from atlantis_tui.games.atalia.field_standing import standing
from atlantis_tui.games.atalia.look import own_signs
from atlantis_tui.games.atalia.plan import OUT
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets.prompt import Cards, Line, Loud, Owner, Parts, Said
from atlantis_tui.text.translation import _
from core.atalia.components import DESERTER, REDEPLOY, TROOPS_IN_ALL, WEATHER
from core.atalia.formations import strength
from core.atalia.rules import Atalia

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable


def chosen(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt while a card is chosen, but no field yet."""
    card = table.plan.card
    assert card is not None
    parts: Parts = {"card": Cards((card,)), "lead": Loud(_("Card"), "key")}
    if card in WEATHER:
        where: Line = Said(_("{lead} {card} : press the number of a bright field, or click it."), parts)
    else:
        where = [
            Said(_("{lead} {card} : press the number on a bright place, or click it."), parts),
            Said(_("{lead} {card} : press the number of a bright place."), parts),
        ]
    if card >= TROOPS_IN_ALL:
        return [where, Said(named.tactic_does(card)), _tactics_left(table, sight)]
    found = _what_it_makes(table, sight)
    return [where, *([found] if found else []), Said(_("Tab next card, Enter proposes a field, Bksp puts it back."))]


def _what_it_makes(table: AtaliaTable, sight: AtaliaView) -> list[Said]:
    """What the results on the fields say, told of one that is complete with the card and of one that is not."""
    told = {made.done: (field, made) for field, made in sorted(sight.legal.items(), reverse=True) if made is not None}
    parts: Parts = {}
    for done, (field, made) in told.items():
        sign = "=" if done else own_signs(table.look.glyphs).most
        kind = "done" if done else "most"
        parts[kind] = Loud(f"{sign}{named.rank_code(made.rank)}{made.total}", "good")
        parts[f"{kind}_field"] = str(field + 1)
    if len(told) == 2:
        return [
            Said(_("Field {done_field}: it makes {done}. Field {most_field}: it can lead to {most} at best."), parts),
            Said(_("{done_field}: it makes {done}; {most_field}: at best {most}."), parts),
        ]
    if True in told:
        return [Said(_("Field {done_field}: it makes {done} there."), parts)]
    return [Said(_("Field {most_field}: it can lead to {most} at best."), parts)] if told else []


def _tactics_left(table: AtaliaTable, sight: AtaliaView) -> Line:
    """Whether the player may play one more tactic after this one."""
    seat = table.plan.seat
    rival = Owner(1 - seat, table.names[1 - seat])
    if sight.state.tactics_played[seat] < sight.state.tactics_played[1 - seat]:
        return Said(_("After it you may play another one."))
    return [
        Said(_("After it you may play no other until {name} has caught up."), {"name": rival}),
        Said(_("After it no other until {name} catches up."), {"name": rival}),
    ]


def lay(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt while a card and its field are chosen."""
    after, card, field = sight.after, table.plan.card, table.plan.cursor
    if after is None or card is None or field is None:
        return chosen(table, sight)
    stand = standing(table, after, field)
    if card in WEATHER:
        words = _("{name} on field {field}:").format(name=named.tactic(card), field=field + 1)
    else:
        words = _("{card} on field {field}:").format(card=named.card(card), field=field + 1)
    return [field_standing.lies(stand, words), field_standing.opposite(stand), _then(table, after)]


def _then(table: AtaliaTable, after: Atalia) -> Line:
    """Claims that are planned after the play, or could be; or what a hint goes on with."""
    plan, seat = table.plan, table.plan.seat
    if plan.claims:
        parts: Parts = {"lead": Loud(_("Then"), "key"), "fields": named.fields(plan.claims)}
        won = field_standing.winning(after, seat)
        if won:
            return [
                Said(_("{lead} claim {fields}: {won}"), {**parts, "won": Loud(won, "good")}),
                Said(_("{lead} claim {fields}: {won}"), {**parts, "won": Loud(_("the game is yours."), "good")}),
            ]
        return [
            Said(_("{lead} claim {fields}. Enter does it all, Bksp thinks again."), parts),
            Said(_("{lead} claim {fields}. Enter does it all."), parts),
        ]
    able = plan.claims_after()
    if able:
        lead = Loud(_("Then C"), "key")
        first = plan.next_claim(able)
        won = field_standing.won_with(after, seat, [first])
        if won:
            parts2: Parts = {"lead": lead, "field": str(first + 1), "won": Loud(won, "good")}
            return [Said(_("{lead} claims {field}: {won}"), parts2), Said(_("{lead}: {won}"), parts2)]
        return Said(_("{lead} claims {fields}."), {"lead": lead, "fields": named.fields(able)})
    follows = table.hinting.follows()
    if follows:
        return Said("{follows}", {"follows": follows})
    field = plan.cursor if plan.to is None else plan.to
    rule = field_standing.terrain(after, field) if field is not None and field != OUT else None
    if rule is not None:
        return rule
    return Said(_("Enter plays it. 1-9 another field, Tab another card, Bksp back."))


def scouting(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    lead = Loud(_("Scout:"), "key")
    return [
        [
            Said(_("{lead} draw 3 cards one at a time, from the decks you like."), {"lead": lead}),
            Said(_("{lead} draw 3 cards one at a time."), {"lead": lead}),
        ],
        [
            Said(_("Then put 2 cards of your hand back on top. No other draw this turn.")),
            Said(_("Then put 2 back on top. No other draw this turn.")),
        ],
        Said(_("Enter plays it, Bksp puts it back.")),
    ]


def target(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt while guile looks for a card."""
    plan, view, seat = table.plan, sight.state, table.plan.seat
    assert plan.card is not None
    rival = Owner(1 - seat, table.names[1 - seat])
    lead = Loud(_("{name}:").format(name=named.tactic(plan.card)), "key")
    if plan.card == REDEPLOY:
        first = [
            Said(_("{lead} which card of yours moves? 1-9 its field, Up Down card."), {"lead": lead}),
            Said(_("{lead} which of yours moves? 1-9 field, Up Down card."), {"lead": lead}),
        ]
    elif plan.card == DESERTER:
        first = [
            Said(_("{lead} which card of {name} goes? 1-9 field, Up Down card."), {"lead": lead, "name": rival}),
            Said(_("{lead} which card of theirs? 1-9 field, Up Down card."), {"lead": lead}),
        ]
    else:
        first = [
            Said(_("{lead} which troop of {name}? 1-9 field, Up Down card."), {"lead": lead, "name": rival}),
            Said(_("{lead} which troop of theirs? 1-9 field, Up Down card."), {"lead": lead}),
        ]
    if plan.target is None:
        return [first]
    card, field = plan.target
    owner = seat if plan.card == REDEPLOY else 1 - seat
    return [first, _falls(view, owner, seat, card, field), _next(plan.card, view)]


def _falls(view: Atalia, owner: int, seat: int, card: int, field: int) -> Line:
    """What the side that a card is taken from can reach before and after."""
    without = view.copy()
    without.sides[owner][field].remove(card)
    now, then = view.reach(owner, field), without.reach(owner, field)
    ground = view.ground(field)
    falls = (strength(now[0], ground) if now else 0) > (strength(then[0], ground) if then else 0)
    before = named.formation(now[0]) if now is not None else _("nothing")
    after = named.formation(then[0]) if then is not None else _("nothing")
    parts: Parts = {
        "card": Cards((card,)),
        "field": str(field + 1),
        "before": before,
        "after": Loud(after, "good" if falls == (owner != seat) else "bad"),
        "lead": Loud(_("Take"), "key"),
    }
    if owner == seat:
        return [
            Said(_("{lead} {card} from field {field}: your best there goes from {before} to {after}."), parts),
            Said(_("{lead} {card} from {field}: best {before}, then {after}."), parts),
        ]
    return [
        Said(_("{lead} {card} from field {field}: the best there goes from {before} to {after}."), parts),
        Said(_("{lead} {card} from {field}: best {before}, then {after}."), parts),
    ]


def _next(card: int, view: Atalia) -> Line:
    if card == DESERTER:
        return [
            Said(_("Fog, Mud and claimed fields are safe. Enter takes it out of the game.")),
            Said(_("Fog, Mud and claimed fields are safe. Enter takes it out.")),
        ]
    if card == REDEPLOY:
        return [
            Said(_("Claimed fields are safe. Next: where it goes, or out of the game.")),
            Said(_("Claimed fields are safe. Next: where to, or out.")),
        ]
    return [
        Said(_("Tactics, weather and claimed fields are safe. Next: where you lay it.")),
        Said(_("Tactics and claimed fields are safe. Next: where to.")),
    ]


def place(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt after guile has taken a card: where it goes."""
    plan = table.plan
    assert plan.card is not None
    assert plan.target is not None
    card, field = plan.target
    lead = Loud(_("{name}:").format(name=named.tactic(plan.card)), "key")
    parts: Parts = {"lead": lead, "card": Cards((card,)), "field": str(field + 1)}
    if plan.to is None or sight.after is None:
        where = [
            Said(_("{lead} {card} from field {field}. Press the number of a bright place."), parts),
            Said(_("{lead} {card} from {field}. Press the number of a bright place."), parts),
        ]
        out = [
            Said(_("*0* takes it out of the game. Enter proposes a place, Bksp takes another card.")),
            Said(_("*0* takes it out, Enter proposes a place, Bksp goes back.")),
        ]
        other = [Said(_("Enter proposes a place, Bksp takes another card."))]
        return [where, out if plan.card == REDEPLOY and OUT in plan.places() else other]
    if plan.to == OUT:
        return [
            Said(_("{lead} {card} from field {field} goes out of the game."), parts),
            field_standing.lies(standing(table, sight.after, field), _("Field {field} then:").format(field=field + 1)),
            _then(table, sight.after),
        ]
    stand = standing(table, sight.after, plan.to)
    words = _("{card} to field {field}:").format(card=named.card(card), field=plan.to + 1)
    return [field_standing.lies(stand, words), field_standing.opposite(stand), _then(table, sight.after)]
