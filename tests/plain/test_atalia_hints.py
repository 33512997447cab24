"""What hints of Atalia say: words for every reason, that fit where they are shown, and lines that can be typed."""

from __future__ import annotations

import pytest

from atlantis_tui.games import text_for
from atlantis_tui.games.atalia.text.highlights import MARKS
from atlantis_tui.text.review import lines
from core.advice import advise
from core.atalia import GAME
from core.atalia.advice import reasons
from core.atalia.components import CAVALRY, VALUES
from core.atalia.formations import RUN, Ground, strength
from core.atalia.highlights import marks
from core.chance import Stream
from core.log import MemoryLog
from core.review import review
from core.table import Table, header
from tests.core.atalia_laid import MINE, laid
from tests.plain.test_wording import ids

WORDS = text_for("atalia")
TROOP_ONLY = ("fits_nowhere", "needed_elsewhere", "least_useful")
PARAMS = {"rank": RUN, "total": 27, "field": 8, "fields": (4, 5, 6), "cards": 6, "held": 7, "places": 27, "troops": 7}


def by_chance(seed: str, most: int = 1000) -> Table:
    table = Table(MemoryLog(header(GAME, ["you", "bot:random"], {}, seed)))
    choose = Stream(seed, "play")
    while (prompt := table.state.prompt) is not None and len(table.steps) < most:
        legal = table.state.legal()
        table.play(prompt.seat, legal[choose.below(len(legal))])
    return table


def test_all_that_a_move_can_be_good_for_has_its_words():
    known = ids("atalia/advice.py", ("Reason",)) | ids("atalia/advice.py", ("add",), 1)
    assert {"unbeatable", "fights_row", "keeps_open", "spoils"} <= known
    assert known == set(WORDS.ADVICE)
    assert set(WORDS.AGAINST) < known


@pytest.mark.parametrize("reason", sorted(WORDS.ADVICE))
def test_every_reason_fits_into_a_line_of_the_narrowest_panel(reason):
    # A troop of two digits, or the longest name of a tactic; few troops at the most, where they are counted.
    card = VALUES - 1 if reason in TROOP_ONLY else CAVALRY
    told = WORDS.ADVICE[reason]({**PARAMS, "card": card})
    assert len(told) <= 37, told
    assert told[0].islower() or told[0].isdigit()
    assert not told.endswith(".")
    assert "{" not in told


def test_reasons_in_words():
    state = laid({3: ("R8 R9", "B2 G4")}, "R10 V1", "11.......")
    told = [
        WORDS.ADVICE[reason.id](reason.params) for reason in reasons(state.view(MINE), (("lay", 9, 2), ("claim", 2)))
    ]
    assert told[:3] == ["claims field 3", "stops the rival's row at field 3", "nothing unseen beats Wedge 27"]
    assert WORDS.ADVICE["spoils"]({"rank": RUN}) == "spoils the own Skirmish line"
    assert WORDS.ADVICE["row_open"]({"fields": (2, 3, 4)}) == "keeps a row of fields 3 to 5 open"


def test_a_hint_is_a_line_that_can_be_typed():
    table = by_chance("typed", 40)
    prompt = table.state.prompt
    assert prompt is not None
    view = table.view(prompt.seat)
    for hint in advise(GAME, view, "typed", iterations=12):
        ahead = view.copy()
        moves, rest = GAME.parse(view, WORDS.typed(hint.moves))
        assert not rest
        for move in moves:
            ahead.apply(move)
        assert ahead.asks or ahead.turn != view.turn


def test_a_review_tells_turns_and_what_would_have_been_better():
    table = by_chance("review")
    told = lines(table, 0, "Anna", True, list(review(table, 0, 4)))
    assert any(line.startswith("Turn ") for line in told)
    assert any("dearest" in line for line in told)
    assert not any("{" in line for line in told)


def test_every_mark_has_its_words():
    found = marks(by_chance("marks").steps)
    assert set(found) == set(MARKS)
    for name, (called, value) in MARKS.items():
        assert called()
        for seat in (0, 1):
            assert value(found[name][seat])
    assert MARKS["strongest_formation"][1](strength((RUN, 27), Ground())) == "Skirmish line 27"  # type: ignore[arg-type]
    assert MARKS["strongest_formation"][1](0) == "none yet"
