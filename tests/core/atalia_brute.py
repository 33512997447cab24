"""Formations of Atalia by trying everything: slow and plain, to judge the quick way with.

Nothing is taken from core/atalia but what a card is and the rules of a field.
"""

from itertools import combinations, pairwise, product

from core.atalia.components import ALEXANDER, CAVALRY, COLOURS, DARIUS, SHIELD
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE, Ground

NAMES = {"L": ALEXANDER, "D": DARIUS, "K": CAVALRY, "S": SHIELD}
ANY = None  # the colour of a wild card, which is that of the others if they have one in common

NO_YES = (False, True)
EVERY_GROUND = [Ground(*flags) for flags in product((2, 3, 4), NO_YES, NO_YES, (7, 10), NO_YES, NO_YES)]


def cards(text):
    """Cards by the names of people: R8 is red 8; L and D are leaders, K is worth 8 and S 1 to 3."""
    return [NAMES[word] if word in NAMES else COLOURS.index(word[0]) * 10 + int(word[1:]) - 1 for word in text.split()]


def bits(troops):
    return sum(1 << troop for troop in set(troops))


def can_be(card, ground):
    """Every colour and value a card can have."""
    if card in (ALEXANDER, DARIUS):
        return [(ANY, value) for value in range(1, ground.highest + 1)]
    if card == CAVALRY:
        return [(ANY, 8)]
    if card == SHIELD:
        return [(ANY, 1), (ANY, 2), (ANY, 3)]
    return [(card // 10, card % 10 + 1)]


def rank(settled, ground):
    """The rank of cards whose colours and values are settled."""
    if ground.sums_only:
        return SUM
    values = sorted(value for _, value in settled)
    colours = {colour for colour, _ in settled if colour is not ANY}
    one_colour = ground.colours and len(colours) <= 1
    row = all(after == value + 1 for value, after in pairwise(values))
    if row and one_colour:
        return WEDGE
    if values[0] == values[-1]:
        return TRIPLE
    if one_colour:
        return FLUSH
    return RUN if row else SUM


def merit(made, ground):
    """What a rank and a total are worth here: compare these."""
    rank, total = made
    if ground.triples_first:
        rank = {WEDGE: TRIPLE, TRIPLE: WEDGE}.get(rank, rank)
    return rank, -total if ground.lower_wins else total


def made(side, ground):
    """The best rank and total that all these cards make."""
    ways = product(*[can_be(card, ground) for card in side])
    return max(
        ((rank(settled, ground), sum(value for _, value in settled)) for settled in ways),
        key=lambda made: merit(made, ground),
    )


def completions(side, ground, unseen):
    """Every set of unseen troops that completes a side, with what it makes."""
    troops = [troop for troop in range(60) if unseen >> troop & 1 and troop % 10 < ground.highest]
    for chosen in combinations(troops, ground.need - len(side)):
        yield chosen, made([*side, *chosen], ground)


def best(side, ground, unseen):
    """The best rank and total this side can become, or None."""
    return max(
        (made for _, made in completions(side, ground, unseen)), key=lambda made: merit(made, ground), default=None
    )


def some_side(random, ground, free, most, wild=0.15):
    """A side with so many free places and at most so many unseen troops: (cards, unseen).

    Every other one is from few colours and values, so that the strong formations are common too.
    """
    deck = [troop for troop in range(60) if troop % 10 < ground.highest]
    if random.random() < 0.5:
        colours, lowest = random.sample(range(6), random.randint(1, 3)), random.randrange(ground.highest - 3)
        deck = [troop for troop in deck if troop // 10 in colours and lowest <= troop % 10 <= lowest + 4]
    # An 8 cannot be laid where 7 is the highest.
    morale = [card for card in NAMES.values() if random.random() < wild and (card != CAVALRY or ground.highest >= 8)]
    random.shuffle(deck)
    side = [*morale, *deck][: ground.need - free]
    rest = [troop for troop in deck if troop not in side]
    random.shuffle(side)
    return side, bits(rest[: random.randint(0, most)])
