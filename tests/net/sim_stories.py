"""What happens to a table when several things go wrong one after the other: each step waits for what it needs.

    Plan(people=4, story=(once(begun, gone(3)), once(played_for(3), gone(0)), once(after(30_000), back(3))))

A story that is not told to its end is a failure too: it has not tested what it says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from net.session.signed_game import SignedGame
    from tests.net.sim import Node, World

When = Callable[["World"], bool]
Then = Callable[["World"], None]

RESCUED = 105_000  # milliseconds until somebody plays for who is gone for good


class Chapter(NamedTuple):
    when: When
    then: Then


def once(when: When, then: Then) -> Chapter:
    return Chapter(when, then)


def _games(world: World) -> list[SignedGame]:
    """As everybody who is there and plays has it."""
    nodes = [node for node in world.nodes if not node.watches and not node.dead]
    return [node.session.game for node in nodes if node.session is not None and node.session.game is not None]


def _seat(world: World, game: SignedGame, number: int) -> int:
    """Of a node: people sit down in the order in which they come."""
    key = world.nodes[number].identity.key
    return next(seat for seat, one in game.roster.keys.items() if one == key)


# When ----------------------------------------------------------------------------------------------------------------


def begun(world: World) -> bool:
    games = _games(world)
    return len(games) == world.plan.people and all(game.last >= 6 for game in games)


def played_for(number: int) -> When:
    """All know that somebody plays for this one."""
    return lambda world: all(_seat(world, game, number) in dict(game.chain.standing.proxies) for game in _games(world))


def by_itself(number: int) -> When:
    return lambda world: all(_seat(world, game, number) not in game.chain.standing.absent for game in _games(world))


def host_is_not(number: int) -> When:
    return lambda world: all(_seat(world, game, number) != game.chain.host for game in _games(world))


def after(wait: int) -> When:
    """So long after the chapter before."""
    return lambda world: world.now >= world.turned + wait


# Then ----------------------------------------------------------------------------------------------------------------


def gone(*numbers: int) -> Then:
    """These programs are off, until they are back."""

    def then(world: World) -> None:
        for number in numbers:
            node = world.nodes[number]
            node.dead = True
            world.crash(node)
        world.rescued = world.now + RESCUED

    return then


def proxy_gone(number: int, *more: int) -> Then:
    """Whoever plays for this one is off, and some others."""

    def then(world: World) -> None:
        game = _games(world)[0]
        by = game.chain.standing.player(_seat(world, game, number))
        keys = game.roster.keys
        proxy = next(node.number for node in world.nodes if node.identity.key == keys[by])
        gone(*{proxy, *more})(world)

    return then


def back(*numbers: int) -> Then:
    def then(world: World) -> None:
        for number in numbers:
            node: Node = world.nodes[number]
            node.dead = False
            node.start()
        world.rescued = world.now + RESCUED

    return then
