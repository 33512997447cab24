"""What a side can still become: known positions (T03 to T13), and beside a judge that tries everything."""

from itertools import combinations, product
from random import Random

import pytest

from core.atalia.claims import best, best_way, count_over, ways_over
from core.atalia.components import ALL_TROOPS
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE, Formation, Ground, formation, strength
from tests.core import atalia_brute as brute
from tests.core.atalia_brute import EVERY_GROUND, NAMES, bits, cards

PLAIN = Ground()
MUD = Ground(need=4)
FOG = Ground(sums_only=True)


def unseen(*seen):
    """All troops but those that are named."""
    return ALL_TROOPS & ~bits(card for text in seen for card in cards(text) if card < 60)


def reach(text, hidden, ground=PLAIN):
    """What a side can become at best, told by `best_way`, which must agree with `best`."""
    way = best_way(cards(text), ground, hidden)
    assert best(cards(text), ground, hidden) == (strength(way[0], ground) if way else 0)
    return way and way[0]


# --- Known positions


def test_t03_the_fourth_eight():
    mine, his, table = "R2 R5 R9", "B8 G8", "R8 A8 V8"
    assert reach(his, unseen(mine, his, table, "W8")) == (SUM, 26)
    assert reach(his, unseen(mine, his, table)) == (TRIPLE, 24)
    assert best_way(cards(his), PLAIN, unseen(mine, his, table)) == ((TRIPLE, 24), tuple(cards("W8")))


def test_t04_what_is_best_of_all_can_only_be_equalled():
    mine = formation(cards("R10 R9 R8"), PLAIN)
    assert reach("B10 B9", unseen("R10 R9 R8", "B10 B9")) == mine == (WEDGE, 27)
    assert reach("", unseen("R10 R9 R8")) == mine


@pytest.mark.parametrize(("his", "total"), [("A1 V6", 17), ("A10 V7", 27), ("A10 V8", 28)])
def test_t10_only_sums_count_in_fog(his, total):
    assert reach(his, unseen("R10 B9 G8", his), FOG) == (SUM, total)


def test_t11_mud_asks_for_a_fourth_card():
    mine, his = "R9 B9 G9 A9", "V10 V9 V8"
    assert reach(his, unseen(mine, his, "V7"), MUD) == (FLUSH, 33)
    assert reach(his, unseen(mine, his), MUD) == (WEDGE, 34)


def test_t13_with_too_few_unseen_troops_nothing_can_be_completed():
    for ground, number, text in product(EVERY_GROUND, range(5), ("", "G1", "L", "S D")):
        side, few = cards(text), bits(cards("R3 R4 R5 B7")[:number])
        if number < ground.need - len(side):
            assert best(side, ground, few) == 0
            assert best_way(side, ground, few) is None
            assert ways_over(side, ground, few, 0, 9) == []
            assert count_over(side, ground, few, 0) == 0


# --- Wild cards that lie there, and the ground


@pytest.mark.parametrize(
    ("his", "hidden", "made"),
    [
        ("L R9", "R8", (WEDGE, 27)),
        ("L R9", "B9 R1", (TRIPLE, 27)),
        ("L R9", "R1", (FLUSH, 20)),
        ("L R9", "B8", (RUN, 27)),
        ("L R9", "B1", (SUM, 20)),
        ("K", "R9 R10", (WEDGE, 27)),
        ("K", "R8 B8", (TRIPLE, 24)),
        ("K R8", "R7", (FLUSH, 23)),
        ("K B7", "R9", (RUN, 24)),
        ("S R2", "R3", (WEDGE, 6)),
        ("S R2", "R1 R3", (WEDGE, 6)),
        ("S R2", "R4", (WEDGE, 9)),
        ("S R3", "B3", (TRIPLE, 9)),
        ("S R4", "R3", (WEDGE, 9)),
        ("S R4", "R4", None),  # it lies there and is not unseen, whoever says so
        ("S K", "R10", (FLUSH, 21)),
        ("L D", "B2", (WEDGE, 9)),
        ("L S", "B5", (WEDGE, 12)),
        ("L S", "B6", (FLUSH, 19)),
    ],
)
def test_wild_cards_there_are_at_their_best(his, hidden, made):
    assert reach(his, bits(cards(hidden))) == made


def test_troops_above_the_highest_cannot_come():
    slope = Ground(highest=7)
    assert reach("R6 R7", unseen("R6 R7"), slope) == (WEDGE, 18)
    assert reach("R7 B7", bits(cards("G8 G2")), slope) == (SUM, 16)
    assert reach("R7 B7", bits(cards("G8 G9")), slope) is None
    assert reach("", ALL_TROOPS, slope) == (WEDGE, 18)


def test_the_lowest_is_best_in_the_ravine():
    ravine = Ground(lower_wins=True)
    assert reach("", ALL_TROOPS, ravine) == (WEDGE, 6)
    assert reach("R9 B4", unseen("R9 B4"), ravine) == (SUM, 14)
    assert reach("R2 R9", bits(cards("R4 R6")), ravine) == (FLUSH, 15)


def test_bits_that_are_no_troops_mean_nothing():
    assert best(cards("R9 R8"), PLAIN, 0b1111 << 60) == 0


# --- Beside trying everything


def agree(side, ground, hidden):
    """`best` and `best_way` say what trying everything says."""
    expected = brute.best(side, ground, hidden)
    found = best(side, ground, hidden)
    way = best_way(side, ground, hidden)
    if expected is None:
        assert (found, way) == (0, None), (side, ground, hidden)
        return
    assert found == strength(Formation(*expected), ground), (side, ground, hidden)
    assert way is not None
    assert way[0] == expected
    troops = way[1]
    assert len(set(troops)) == ground.need - len(side)
    assert not bits(troops) & ~hidden
    assert brute.made([*side, *troops], ground) == expected


@pytest.mark.parametrize("part", range(6))
def test_up_to_two_free_places(part):
    random = Random(f"two {part}")
    for _ in range(500):
        ground = random.choice(EVERY_GROUND)
        agree(*_with_ground(random, ground, min(ground.need, random.randint(0, 2)), 20))


def test_three_free_places():
    random = Random("three")
    for _ in range(150):
        ground = random.choice(EVERY_GROUND)._replace(need=random.choice((3, 3, 4)))
        agree(*_with_ground(random, ground, 3, 16))
    for _ in range(5):
        agree(*_with_ground(random, PLAIN, 3, 40))


def test_four_free_places():
    random = Random("four")
    for _ in range(40):
        agree(*_with_ground(random, random.choice(EVERY_GROUND)._replace(need=4), 4, 12))


@pytest.mark.full
@pytest.mark.parametrize("part", range(20))
def test_many_sides(part):
    random = Random(f"many {part}")
    for _ in range(2000):
        ground = random.choice(EVERY_GROUND)
        agree(*_with_ground(random, ground, random.randint(0, ground.need), 15, wild=random.choice((0, 0.1, 0.5))))
    for _ in range(30):
        ground = random.choice(EVERY_GROUND)
        agree(*_with_ground(random, ground, min(ground.need, 3), 57))


def _with_ground(random, ground, free, most, wild=0.15):
    side, hidden = brute.some_side(random, ground, free, most, wild)
    return side, ground, hidden


# --- A small deck, whole


def whole_deck(side, ground, deck):
    """The best this side can become with every set of troops of a small deck, beside trying everything.

    The sets are built up by size: whatever is chosen out of a larger set leaves out one of any free + 1 of its troops.
    """
    rest = [troop for troop in deck if troop not in side]
    free = ground.need - len(side)
    known: list[int] = []
    hidden = [0]
    for number in range(1 << len(rest)):
        if number:
            highest = number.bit_length() - 1
            hidden.append(hidden[number ^ 1 << highest] | 1 << rest[highest])
        size = number.bit_count()
        value = 0
        if size == free:
            chosen = [troop for at, troop in enumerate(rest) if number >> at & 1]
            if all(troop % 10 < ground.highest for troop in chosen):
                value = strength(Formation(*brute.made([*side, *chosen], ground)), ground)
        elif size > free:
            left = number
            for _ in range(free + 1):
                value = max(value, known[number ^ left & -left])
                left &= left - 1
        known.append(value)
        assert best(side, ground, hidden[number]) == value, (side, ground, hidden[number])


def sides(deck, most):
    """All sides of up to so many troops, once where only the names of the colours differ."""
    for number in range(most + 1):
        for side in combinations(deck, number):
            colours = list(dict.fromkeys(troop // 10 for troop in side))
            if colours == list(range(len(colours))):
                yield list(side)


def small_deck(colours, values, lowest=1):
    return [colour * 10 + value - 1 for colour in range(colours) for value in range(lowest, lowest + values)]


@pytest.mark.parametrize("number", range(3))
def test_a_small_deck_whole(number):
    """Three colours of five values: each side with a free place, with each set of unseen troops."""
    deck = small_deck(3, 5)
    for side in sides(deck, 2):
        if len(side) == number:
            whole_deck(side, PLAIN, deck)


@pytest.mark.parametrize("ground", EVERY_GROUND)
def test_a_smaller_deck_on_every_ground(ground):
    deck = small_deck(2, 4, lowest=5)
    for side in sides(deck, ground.need):
        if all(troop % 10 < ground.highest for troop in side):
            whole_deck(side, ground, deck)


@pytest.mark.parametrize("morale", NAMES)
def test_a_smaller_deck_with_wild_cards(morale):
    deck = small_deck(2, 4, lowest=1 if morale == "S" else 6)
    for ground in (PLAIN, MUD, Ground(lower_wins=True), Ground(triples_first=True), Ground(colours=False)):
        for side in sides(deck, ground.need - 1):
            whole_deck([NAMES[morale], *side], ground, deck)


@pytest.mark.full
@pytest.mark.parametrize("ground", EVERY_GROUND)
def test_a_small_deck_whole_on_every_ground(ground):
    for lowest in (1, 6):
        deck = small_deck(3, 4, lowest)
        for number in range(3):
            for morale in combinations(NAMES.values(), min(number, ground.need)):
                for side in sides(deck, ground.need - len(morale)):
                    if all(troop % 10 < ground.highest for troop in side) and len(morale) + len(side) + 3 > ground.need:
                        whole_deck([*morale, *side], ground, deck)


# --- The sets that would beat something


@pytest.mark.parametrize("part", range(3))
def test_ways_over_are_all_there_are_and_the_strongest_first(part):
    random = Random(f"ways {part}")
    for _ in range(120):
        ground = random.choice(EVERY_GROUND)
        side, hidden = brute.some_side(random, ground, min(ground.need, random.randint(0, 3)), 12)
        found = {
            bits(troops): strength(Formation(*made), ground) for troops, made in brute.completions(side, ground, hidden)
        }
        for mark in {0, *random.sample(sorted(found.values()), min(3, len(found)))}:
            over = sorted((made for made in found.values() if made > mark), reverse=True)
            ways = ways_over(side, ground, hidden, mark, 10_000)
            assert [found[bits(troops)] for troops in ways] == over, (side, ground, hidden, mark)
            assert len({bits(troops) for troops in ways}) == len(over)
            assert all(len(troops) == ground.need - len(side) for troops in ways)
            assert count_over(side, ground, hidden, mark) == len(over)
            assert ways_over(side, ground, hidden, mark, 2) == ways[:2]


def test_a_way_is_told_from_the_highest_value_down():
    assert ways_over(cards("R9"), PLAIN, bits(cards("R8 R10 B9 G9 R1")), strength(Formation(FLUSH, 1), PLAIN), 3) == [
        tuple(cards("R10 R8")),
        tuple(cards("G9 B9")),
        tuple(cards("R10 R1")),
    ]


def test_nothing_to_come_is_one_way_or_none():
    side = cards("R10 R9 R8")
    mark = strength(Formation(WEDGE, 27), PLAIN)
    assert ways_over(side, PLAIN, ALL_TROOPS, mark - 1, 5) == [()]
    assert ways_over(side, PLAIN, ALL_TROOPS, mark, 5) == []
    assert count_over(side, PLAIN, ALL_TROOPS, mark - 1) == 1
    assert count_over(side, PLAIN, ALL_TROOPS, mark) == 0
    assert best_way(side, PLAIN, ALL_TROOPS) == ((WEDGE, 27), ())
