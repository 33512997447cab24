"""What cards make, what wild ones are, and which formation wins. T01, T08 and T11 are known positions."""

from functools import partial
from itertools import combinations, pairwise, permutations, product
from random import Random

import pytest

from core.atalia.components import COLOURS
from core.atalia.formations import (
    FLUSH,
    RUN,
    SUM,
    TRIPLE,
    WEDGE,
    Formation,
    Ground,
    formation,
    formation_of,
    frame,
    strength,
)
from tests.core import atalia_brute as brute
from tests.core.atalia_brute import EVERY_GROUND, cards

PLAIN = Ground()
MUD = Ground(need=4)
BRIDGE = Ground(need=2)
FOG = Ground(sums_only=True)
FOREST = Ground(colours=False)
SLOPE = Ground(highest=7)
RAVINE = Ground(lower_wins=True)
VILLAGE = Ground(triples_first=True)

# --- Known positions

FALLING = (
    ("R1 R2 R3", WEDGE, 6),
    ("R10 B10 G10", TRIPLE, 30),
    ("R1 B1 G1", TRIPLE, 3),
    ("R10 R9 R7", FLUSH, 26),
    ("R1 R2 R4", FLUSH, 7),
    ("R10 B9 G8", RUN, 27),
    ("R1 B2 G3", RUN, 6),
    ("R10 B10 G9", SUM, 29),
)


@pytest.mark.parametrize(("text", "rank", "total"), [*FALLING, ("R10 R1 R2", FLUSH, 13), ("R1 B10 G2", SUM, 13)])
def test_t01_ranks(text, rank, total):
    assert formation(cards(text), PLAIN) == (rank, total)


def test_t01_each_beats_the_next():
    strengths = [strength(formation(cards(text), PLAIN), PLAIN) for text, _, _ in FALLING]
    assert all(one > other for one, other in pairwise(strengths))
    assert strengths[-1] > 0


@pytest.mark.parametrize("text", [text for text, _, _ in FALLING] + ["L K R9", "S B2 D"])
def test_t01_the_order_of_cards_means_nothing(text):
    assert len({formation(side, PLAIN) for side in permutations(cards(text))}) == 1


@pytest.mark.parametrize(
    ("text", "rank", "total"),
    [
        ("L R9 R8", WEDGE, 27),
        ("L R9 B9", TRIPLE, 27),
        ("L R2 R9", FLUSH, 21),
        ("L R1 B2", RUN, 6),
        ("K R9 R7", WEDGE, 24),
        ("K R8 B8", TRIPLE, 24),
        ("S R4 R5", WEDGE, 12),
        ("S R2 B2", TRIPLE, 6),
        ("K S R9", FLUSH, 20),
        ("S R9 R5", FLUSH, 17),
        # A copy of a card that lies beside it.
        ("L R10 R5", FLUSH, 25),
        ("K R8 R1", FLUSH, 17),
        ("S R3 R10", FLUSH, 16),
        # Wild cards among themselves.
        ("L D K", WEDGE, 27),
        ("L D S", WEDGE, 12),
        ("L K S", FLUSH, 21),
        ("D R1 B9", SUM, 20),
    ],
)
def test_t08_wild_cards_are_what_is_best_for_their_owner(text, rank, total):
    assert formation(cards(text), PLAIN) == (rank, total)


@pytest.mark.parametrize(
    ("text", "rank", "total"),
    [
        ("R4 R5 R6 R7", WEDGE, 22),
        ("R4 R5 R6 B7", RUN, 22),
        ("R5 B5 G5 A5", TRIPLE, 20),
        ("R5 B5 G5 A6", SUM, 21),
        ("R1 R2 R3 R9", FLUSH, 15),
        ("R4 R6 L R7", WEDGE, 22),
        ("R4 L R7 D", WEDGE, 22),
        ("K R9 S B10", SUM, 30),
    ],
)
def test_t11_mud_takes_four_cards(text, rank, total):
    assert formation(cards(text), MUD) == (rank, total)


# --- Weather and terrain


@pytest.mark.parametrize(
    ("ground", "text", "rank", "total"),
    [
        (FOG, "R10 R9 R8", SUM, 27),
        (FOG, "L K S", SUM, 21),
        (BRIDGE, "R4 R5", WEDGE, 9),
        (BRIDGE, "R4 B4", TRIPLE, 8),
        (BRIDGE, "R1 R10", FLUSH, 11),
        (BRIDGE, "R4 B5", RUN, 9),
        (BRIDGE, "R4 B6", SUM, 10),
        (BRIDGE, "L R10", WEDGE, 19),
        (FOREST, "R10 R9 R8", RUN, 27),
        (FOREST, "R10 R9 R7", SUM, 26),
        (FOREST, "R7 B7 G7", TRIPLE, 21),
        (FOREST, "L R9 B8", RUN, 27),
        (SLOPE, "L R7 R6", WEDGE, 18),
        (SLOPE, "L R7 R1", FLUSH, 15),
        (SLOPE, "L D R2", WEDGE, 9),
        (RAVINE, "L R9 R8", WEDGE, 24),
        (RAVINE, "L S B9", FLUSH, 11),
        (RAVINE, "L D S", WEDGE, 6),
        (VILLAGE, "L R9 R8", WEDGE, 27),
        (VILLAGE, "L D K", TRIPLE, 24),
        (VILLAGE, "L D R9", TRIPLE, 27),
    ],
)
def test_the_ground_changes_what_cards_make(ground, text, rank, total):
    assert formation(cards(text), ground) == (rank, total)


def beats(ground, one, other):
    return strength(formation(cards(one), ground), ground) > strength(formation(cards(other), ground), ground)


def test_the_lower_sum_wins_in_the_ravine_at_equal_rank_only():
    assert beats(RAVINE, "R1 R2 R3", "B8 B9 B10")
    assert beats(RAVINE, "B8 B9 B10", "R1 G1 A1")
    assert not beats(RAVINE, "R1 R2 R3", "B1 B2 B3")


def test_a_triple_beats_a_wedge_in_the_village_and_nothing_else_changes():
    assert beats(VILLAGE, "R1 G1 A1", "B8 B9 B10")
    assert beats(VILLAGE, "R1 R2 R3", "B7 B9 B10")
    assert beats(PLAIN, "B8 B9 B10", "R1 G1 A1")


@pytest.mark.parametrize("ground", EVERY_GROUND)
def test_strength_orders_as_the_rules_do_and_can_be_read_back(ground):
    everything = [Formation(*each) for each in product((WEDGE, TRIPLE, FLUSH, RUN, SUM), range(ground.need, 41))]
    everything.sort(key=partial(brute.merit, ground=ground))
    strengths = [strength(each, ground) for each in everything]
    assert strengths[0] > 0
    assert all(one < other for one, other in pairwise(strengths))
    assert [formation_of(each, ground) for each in strengths] == everything


# --- Beside trying everything


def test_all_threes_of_troops():
    """Up to the names of the colours: three troops have three at most."""
    deck = [troop for troop in range(60) if troop // 10 < 3]
    for side in combinations(deck, 3):
        assert formation(side, PLAIN) == brute.made(side, PLAIN)


@pytest.mark.parametrize("ground", EVERY_GROUND)
def test_some_sides_on_every_ground(ground):
    random = Random(f"formations {ground}")
    for _ in range(40):
        side, _unseen = brute.some_side(random, ground, 0, 0, wild=0.3)
        assert formation(side, ground) == brute.made(side, ground), side


def test_a_wild_card_of_any_colour_is_one_that_has_each_colour_in_turn():
    """So that the judge is right to give wild cards no colour of their own."""
    random = Random("colours")
    for _ in range(60):
        ground = random.choice(EVERY_GROUND)._replace(need=3)
        side, _unseen = brute.some_side(random, ground, 0, 0)
        settled = [random.choice(brute.can_be(card, ground)) for card in side]
        coloured = product(
            *[
                [(each, value) for each in range(len(COLOURS))] if colour is brute.ANY else [(colour, value)]
                for colour, value in settled
            ]
        )
        best = max(brute.merit((brute.rank(each, ground), 0), ground) for each in coloured)
        assert brute.merit((brute.rank(settled, ground), 0), ground) == best


# --- Not a formation


@pytest.mark.parametrize("text", ["R1 R2", "R1 R2 R3 R4", ""])
def test_a_formation_has_as_many_cards_as_the_ground_needs(text):
    with pytest.raises(ValueError, match=f"3 cards here, not {len(text.split())}"):
        formation(cards(text), PLAIN)


def test_a_frame_has_no_more_cards_than_the_ground_needs():
    with pytest.raises(ValueError, match="2 cards here, not 3"):
        frame(cards("R1 R2 L"), BRIDGE)
