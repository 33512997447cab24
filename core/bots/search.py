"""The search behind the bot `hard` (see streams.py), hints and reviews: Monte Carlo tree search over information sets.

Each iteration plays in a sampled world that fits the view. A node stands for a sequence of moves since the view, in any
world; chance has no nodes. PUCT first tries the moves that look best at once, and only one of equivalent moves. Every
root move is tried in the same worlds in the same order, so that luck does not separate the moves.

No move is random: beyond the tree all seats play what looks best at once, for as many turns as the game says (AHEAD),
or else until shortly after the view's seat has moved again. The evaluations after each of these turns count equally:
early ones depend less on luck, which helps short searches; late ones know more, which helps long searches.
"""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple, final

from core.bots import ITERATIONS, MOST_ITERATIONS, Enough, knowledge
from core.bots.normal import finish_turn
from core.bots.odds import NAT, odds
from core.chance import Stream
from core.compiling.mypyc_marks import i64, mypyc_attr
from core.game import Game, Move, Prompt, State

EXPLORE: Final = 30  # weight of the prior against the found chances, in hundredths
DOUBT: Final = 400  # an untried move is rated this much below the average; a game may replace it
SOFT: Final = 100  # how much priors are flattened, in hundredths; a game may replace it
BEYOND: Final = 2  # turns to look ahead after one of each seat, unless the game sets AHEAD


class Estimate(NamedTuple):
    move: Move
    visits: int
    chance: int  # the asked seat's chance to win after this move


@final
class _Edge:
    __slots__ = ("nodes", "total", "visits", "worth")

    def __init__(self, worth: int) -> None:
        self.worth: i64 = worth
        self.visits: i64 = 0
        self.total: i64 = 0  # sum of the chances of the seat that chooses here
        self.nodes: dict[Prompt, _Node] = {}


@final
class _Node:
    """A choice of one seat. Its legal moves may differ from world to world."""

    __slots__ = ("edges", "legal", "moves", "priors")

    def __init__(self) -> None:
        self.edges: dict[Move, _Edge] = {}
        self.legal: list[Move] = []  # in the last world seen here
        self.moves: list[Move] = []  # one of each group of equivalent moves, with their priors
        self.priors: list[int] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    def __init__(self, game: Game, view: State, seed: str) -> None:
        known = knowledge(game)
        assert known is not None
        assert view.prompt is not None
        self._known = known
        self._view = view.copy()
        self._seed = seed
        self._worlds: list[State] = []
        self._seat = view.prompt.seat
        self._last_turn = view.turn - 1 + (known.ahead or view.seats + BEYOND)
        self._soft = SOFT if known.soft is None else known.soft
        self._doubt = DOUBT if known.doubt is None else known.doubt
        self._root = _Node()
        self._prepare(self._root, view, view.legal())
        self.iterations = 0

    def run(self, iterations: int | None = None, enough: Enough | None = None) -> None:
        """Runs this many more iterations, or until `enough` says so. Only their number decides the result."""
        if iterations is None and enough is None:
            iterations = ITERATIONS
        last = MOST_ITERATIONS if iterations is None else self.iterations + iterations
        while self.iterations < last:
            self._iterate()
            self.iterations += 1
            if enough is not None and enough(self.iterations):
                break

    def look_at(self, move: Move, iterations: int) -> None:
        """Runs this many more iterations that begin with this legal move, even if an equivalent one stands for it."""
        if move not in self._root.edges:
            self._root.edges[move] = _Edge(0)
        for _ in range(iterations):
            self._iterate(move)
            self.iterations += 1

    def look_first(self, moves: int, worlds: int) -> None:
        """Looks at the root moves that look best at once as the bot `normal` does: each in the first worlds, played on
        to the end of the turn. These count as visits but not as iterations. The search must not have begun."""
        known, root = self._known, self._root
        order = sorted(range(len(root.moves)), key=lambda number: -root.edges[root.moves[number]].worth)
        for number in order[:moves]:
            edge = root.edges[root.moves[number]]
            for world in range(worlds):
                after = self._world(world).copy()
                after.advance(root.moves[number])
                finish_turn(after, self._view.turn, known)
                edge.visits += 1
                edge.total += known.evaluate(after)[self._seat]

    def estimates(self) -> list[Estimate]:
        """Returns the visited moves, the most visited first."""
        found = [Estimate(m, e.visits, e.total // e.visits) for m, e in self._root.edges.items() if e.visits]
        return sorted(found, key=lambda one: (-one.visits, -one.chance))

    def best(self) -> Move:
        """Returns the most visited move, or before the first iteration the one that looks best at once."""
        found = self.estimates()
        return found[0].move if found else max(self._root.edges.items(), key=lambda pair: pair[1].worth)[0]

    def moves(self) -> list[Move]:
        """Returns the root moves, in an order that is the same in all searches of one view."""
        return list(self._root.edges)

    def tally(self) -> list[tuple[int, int]]:
        """Returns the visits and the sum of the chances of each root move, in the order of `moves`."""
        return [(edge.visits, edge.total) for edge in self._root.edges.values()]

    def line(self, move: Move) -> tuple[Move, ...]:
        """Returns this move and its most visited follow-ups of the same seat and turn, up to where chance speaks."""
        ahead = self._view.copy()
        turn = ahead.turn
        line = [move]
        edge = self._root.edges.get(move)
        ahead.advance(move)
        while edge is not None and not ahead.asks and ahead.turn == turn:
            prompt = ahead.prompt
            if prompt is None or prompt.seat != self._seat:
                break
            legal = ahead.legal()
            if len(legal) == 1:  # no choice, and so no node
                line.append(legal[0])
                ahead.advance(legal[0])
                continue
            if prompt not in edge.nodes:
                break
            ways = edge.nodes[prompt].edges
            tried = [(one, ways[one]) for one in legal if one in ways and ways[one].visits]
            if not tried:
                break
            further, edge = max(tried, key=lambda pair: pair[1].visits)
            line.append(further)
            ahead.advance(further)
        return tuple(line)

    # One iteration ---------------------------------------------------------------------------------------------------

    def _iterate(self, first: Move | None = None) -> None:
        known = self._known
        root = self._root
        move, edge = self._select(root) if first is None else (first, root.edges[first])
        state = self._world(edge.visits).copy()
        seen: list[list[int]] = []  # the chances after each turn
        path = [(edge, self._seat, 0)]
        turn, last_turn = state.turn, self._last_turn
        state.advance(move)
        inside = True
        while (prompt := state.prompt) is not None:
            if state.turn != turn:
                seen.append(known.evaluate(state))
                turn = state.turn
                if turn > last_turn:
                    break
            moves = state.legal()
            if len(moves) == 1:
                state.advance(moves[0])
                continue
            if not inside:
                worth = known.rollout(state, moves)
                state.advance(moves[worth.index(max(worth))])
                continue
            node = edge.nodes.get(prompt)
            if node is None:
                node = edge.nodes[prompt] = _Node()
                inside = False
            if moves != node.legal:
                self._prepare(node, state, moves)
            move, edge = self._select(node)
            path.append((edge, prompt.seat, len(seen)))
            state.advance(move)
        else:
            # A finished game counts for all turns that would have followed.
            seen += [known.evaluate(state)] * (last_turn + 1 - turn)
        for edge, seat, since in path:
            later = seen[since:]
            edge.visits += 1
            edge.total += sum(chances[seat] for chances in later) // len(later)

    def _world(self, number: int) -> State:
        worlds = self._worlds
        while len(worlds) <= number:
            worlds.append(self._known.sample(self._view, Stream(self._seed, "world", len(worlds))))
        return worlds[number]

    def _prepare(self, node: _Node, state: State, moves: list[Move]) -> None:
        """Sets the node's moves in this world and their priors."""
        edges, alike = node.edges, self._known.alike
        node.legal = moves
        if alike is not None:
            first = {alike(state, move): move for move in reversed(moves)}
            moves = [*first.values()][::-1]
        if not all(move in edges for move in moves):
            for move, worth in zip(moves, self._known.rollout(state, moves), strict=True):
                if move not in edges:
                    edges[move] = _Edge(worth * 100 // self._soft)
        node.moves = moves
        node.priors = odds([edges[move].worth for move in moves])

    def _select(self, node: _Node) -> tuple[Move, _Edge]:
        edges = node.edges
        ways = [edges[move] for move in node.moves]
        visits: i64 = 0
        total: i64 = 0
        for way in ways:
            visits += way.visits
            total += way.total
        unknown: i64 = total // visits - self._doubt if visits else 0
        urge: i64 = EXPLORE * isqrt((visits + 1) << 12)
        best: i64 = -NAT * NAT
        chosen, priors = 0, node.priors
        for number, way in enumerate(ways):
            tried: i64 = way.visits
            prior: i64 = priors[number]
            score: i64 = (way.total // tried if tried else unknown) + (prior * urge // (1 + tried) // 6400)
            if score > best:
                best, chosen = score, number
        return node.moves[chosen], ways[chosen]
