"""The seed that nobody chooses: each person promises a secret share by its hash, then all show their shares.

Whoever shows something else than was promised is found out by everybody. Whoever shows nothing stops the deal, and
that is seen too. Core works the seed out of the two records in the same way when a game is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.dealers import SHARE, commitment, joint_seed
from net.identity import Identity
from net.refusal import Refusal
from net.replies import Ask, Reply, sign_reply

__all__ = ["SHARE", "check_shares", "new_share", "promise", "seed_of", "show"]


def new_share(random: Callable[[int], bytes]) -> bytes:
    """Store it before the promise is sent: a share that was forgotten cannot be shown."""
    return random(SHARE)


def promise(identity: Identity, ask: Ask, seat: int, share: bytes) -> Reply:
    """The answer to "commit"."""
    return sign_reply(identity, ask, seat, commitment(ask.gid, seat, share))


def show(identity: Identity, ask: Ask, seat: int, share: bytes) -> Reply:
    """The answer to "seed"."""
    return sign_reply(identity, ask, seat, share)


def check_shares(gid: bytes, promised: Mapping[int, bytes], shown: Mapping[int, bytes]) -> None:
    """Refusal broken_promise, with the seat to blame: its own signatures stand under both."""
    for seat, share in sorted(shown.items()):
        if promised.get(seat) != commitment(gid, seat, share):
            raise Refusal("broken_promise", blamed=seat, seat=seat)


def seed_of(gid: bytes, shown: Mapping[int, bytes]) -> str:
    return joint_seed(gid, [share for _, share in sorted(shown.items())])
