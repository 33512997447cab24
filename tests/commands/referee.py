"""Checks an exported game of Atlantis by the rules, knowing nothing but the JSON lines and EXPORT.md."""

from collections import Counter

PLACES, MAINLAND = 53, 53


def check(lines):
    """Every move of a game that is told whole."""
    setup, *moves, outcome = lines
    assert [line["kind"] for line in lines] == ["setup", *["move"] * len(moves), "outcome"]
    options, seats = setup["options"], len(setup["seats"])
    before = setup["state"]
    check_setup(before, seats)
    spent: Counter[tuple[int, ...]] = Counter()  # tiles out of the game
    way: list[int] = []  # where the figure of a movement has been
    for number, line in enumerate(moves):
        seat, after, events = line["seat"], line["state"], line["events"]
        assert seat == before["to_move"]
        state = copy(before)
        for event in events:
            kind = event["e"]
            mine = state["figures"][seat]
            hand = state["hands"][seat]
            if kind == "moved":
                figure, card, start = event["figure"], event["card"], event["from"]
                assert mine[figure] == start
                assert event["to"] == next(
                    (p for p in range(start + 1, PLACES) if state["path"][p] and state["path"][p][-1][0] == card),
                    MAINLAND,
                )
                way = [*way, event["to"]] if way else [start, event["to"]]
                mine[figure] = event["to"]
                hand.remove(card)
                state["discard"] += 1
            elif kind == "paid":
                assert event["cost"] == fare(state, way[0], way[-1]) > 0
                give(state, seat, event, spent, "discard" if options["paid_cards"] == "discard" else "removed")
                paid = sum(value for _, value in event["tiles"]) + len(event["cards"])
                assert paid >= event["cost"]
            elif kind == "took":
                # The figure that moved stands at the end of its way; the first free tile behind it goes.
                held = {place for figures in state["figures"] for place in figures}
                at = next(p for p in range(way[-1] - 1, -1, -1) if state["path"][p] and p not in held)
                assert event["at"] == at
                assert event["tile"] == state["path"][at].pop()
                state["tiles"][seat].append(event["tile"])
                way = []
            elif kind == "drew":
                home = mine.count(MAINLAND)
                stuck = any(other["e"] == "stuck" for other in events)
                assert len(event["cards"]) <= (2 if stuck else 1 + home)
                hand += event["cards"]
                state["deck"] -= len(event["cards"])
                way = []
                state["to_move"] = (seat + 1) % seats
            elif kind == "bought":
                assert event["tile"] in state["tiles"][seat]
                assert len(event["cards"]) <= event["tile"][1] // 2
                state["tiles"][seat].remove(event["tile"])
                spent[tuple(event["tile"])] += 1
                hand += event["cards"]
                state["deck"] -= len(event["cards"])
            elif kind == "bridged":
                assert state["bridge_left"][seat]
                assert any(event["at"] == gap[0] for gap in gaps(state) if not bridged(state, gap))
                state["bridge_left"][seat] = False
                state["bridges"] = sorted([*state["bridges"], event["at"]])
            elif kind == "stuck":
                assert event["hand"] == sorted(hand)
            elif kind == "reshuffled":
                assert event["cards"] == state["discard"] > 0
                state["deck"], state["discard"] = state["deck"] + event["cards"], 0
            elif kind == "ended":
                state["to_move"] = None
                assert number == len(moves) - 1
                assert event["by"] is None or state["figures"][event["by"]] == [MAINLAND] * 3
            elif kind == "ferried":
                rest = [place for place in state["figures"][event["seat"]] if place != MAINLAND]
                if not options["atlantis_figures_pay"]:
                    rest = [place for place in rest if place != -1]
                assert event["cost"] == sum(fare(state, place, MAINLAND) for place in rest)
                give(state, event["seat"], event, spent, "removed")
            else:
                raise AssertionError(kind)
        ends = gap_ends(state)
        state["bridges"] = [at for at in state["bridges"] if ends[0] < at < ends[1]]
        for cards in state["hands"]:
            cards.sort()
        assert state == after, f"record {line['n']}"
        check_cards(after)
        check_tiles(setup["state"], after, spent)
        before = after
    check_outcome(moves[-1], outcome)


def check_setup(state, seats):
    assert [len(stack) for stack in state["path"]] == [2] * 10 + [1] * 10 + [2] * 6 + [0] + [2] * 6 + [1] * 10 + [
        2
    ] * 10
    assert [len(hand) for hand in state["hands"]] == [4 + seat for seat in range(seats)]
    assert state["figures"] == [[-1] * 3] * seats
    assert state["bridge_left"] == [True] * seats
    assert (state["to_move"], state["bridges"], state["discard"], state["removed"]) == (0, [], 0, 0)
    check_cards(state)


def check_cards(state):
    """Holds for what is sealed as well."""
    assert sum(map(len, state["hands"])) + state["deck"] + state["discard"] + state["removed"] == 105
    known = Counter(card for hand in state["hands"] for card in hand if card is not None)
    assert all(card in range(7) and number <= 15 for card, number in known.items())


def check_tiles(first, state, spent):
    assert all_tiles(state) + spent == all_tiles(first)


def check_outcome(last, outcome):
    state = last["state"]
    short = {event["seat"]: event for event in last["events"] if event["e"] == "ferried"}
    for seat, score in enumerate(outcome["scores"]):
        left = sum(value for _, value in state["tiles"][seat]) + len(state["hands"][seat])
        event = short.get(seat, {"cost": 0, "tiles": [], "cards": []})
        missing = event["cost"] - sum(value for _, value in event["tiles"]) - len(event["cards"])
        assert score == left - max(0, missing)
        assert missing <= 0 or left == 0
    best = max(outcome["scores"])
    assert outcome["winners"] == [seat for seat, score in enumerate(outcome["scores"]) if score == best]


def copy(state):
    if isinstance(state, dict):
        return {key: copy(value) for key, value in state.items()}
    return [copy(value) for value in state] if isinstance(state, list) else state


def all_tiles(state):
    lying = [tuple(tile) for stack in state["path"] for tile in stack]
    return Counter(lying + [tuple(tile) for tiles in state["tiles"] for tile in tiles])


def gap_ends(state):
    """The first and the last place with a tile."""
    land = [place for place, stack in enumerate(state["path"]) if stack]
    return (land[0], land[-1]) if land else (PLACES, -1)


def gaps(state):
    """Each gap as its empty places."""
    first, last = gap_ends(state)
    found: list[list[int]] = []
    run: list[int] = []
    for place in range(first, last + 1):
        if state["path"][place]:
            if run:
                found.append(run)
            run = []
        else:
            run.append(place)
    return found


def bridged(state, gap):
    return any(gap[0] <= at <= gap[-1] for at in state["bridges"])


def fare(state, start, end):
    cost = 0
    for gap in gaps(state):
        if start < gap[0] and gap[-1] < end and not bridged(state, gap):
            cost += min(state["path"][gap[0] - 1][-1][1], state["path"][gap[-1] + 1][-1][1])
    return cost


def give(state, seat, event, spent, pile):
    for tile in event["tiles"]:
        state["tiles"][seat].remove(tile)
        spent[tuple(tile)] += 1
    for card in event["cards"]:
        state["hands"][seat].remove(card)
    state[pile] += len(event["cards"])
