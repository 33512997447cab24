"""What people agree on in the course of a game: who plays for whom, who is host, what is taken back.

    signed     everybody signed the header
    commit     everybody's promise of a share
    seed       everybody's share
    consent    {seat, to, votes}          all others let this seat take back to that record
    proxy      {seat, by, away, votes}    all who are here let `by` play for a seat that is away
    takeover   a seat is back and plays for itself
    term       {term, host, away, votes}  a new host, since the old one is lost

`votes` are answers collected as in replies.py, to a question asked right after the record before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from core.frames import Record
from net.joint_seed import check_shares
from net.opening import check_signed
from net.refusal import Refusal
from net.replies import Ask, check_rows

if TYPE_CHECKING:
    from net.chain import Chain


class Standing(NamedTuple):
    """Who is who after an entry."""

    term: int
    host: int  # the seat that orders the entries, and signs those of no seat and of bots
    people: tuple[int, ...]
    proxies: tuple[tuple[int, int], ...] = ()  # (seat, who plays for it), by seat
    away: frozenset[int] = frozenset()  # lost when the host changed, and not back yet

    @property
    def absent(self) -> frozenset[int]:
        """Persons who are not asked about the play until they take their seats over again."""
        return self.away.union(seat for seat, _ in self.proxies if seat in self.people)

    @property
    def voters(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.people if seat not in self.absent)

    def player(self, seat: int) -> int:
        """The person that plays for a seat: itself, its proxy, or the host for a bot."""
        return dict(self.proxies).get(seat, seat if seat in self.people else self.host)

    def signer(self, seat: int | None, kind: str, body: Any) -> int | None:
        if kind == "takeover":
            return seat
        if kind == "term":
            host = body.get("host") if type(body) is dict else None
            return host if type(host) is int and host in self.people else None
        return self.host if seat is None else self.player(seat)

    def after(self, record: Record) -> Standing:
        """Who is who once this record, found sound, stands."""
        body, seat = record.body, record.seat
        if record.kind == "proxy":
            others = [pair for pair in self.proxies if pair[0] != body["seat"]]
            return self._replace(proxies=tuple(sorted([*others, (body["seat"], body["by"])])))
        if record.kind == "takeover":
            kept = tuple(pair for pair in self.proxies if pair[0] != seat)
            return self._replace(proxies=kept, away=self.away - {seat})
        if record.kind == "term":
            return self._replace(term=body["term"], host=body["host"], away=frozenset(body["away"]))
        return self


def seed_ask(chain: Chain, share: bytes) -> Ask:
    """For the shares of all. It shows the host's own: who asks has nothing left to choose by. Games of version 1 were
    begun without that."""
    return chain.ask("seed", share=share) if chain.roster.version >= 2 else chain.ask("seed")


def back_ask(chain: Chain, seat: int, to: int) -> Ask:
    return chain.ask("back", seat=seat, to=to)


def proxy_ask(chain: Chain, seat: int, by: int, away: Sequence[int] = ()) -> Ask:
    """`away`: who cannot be asked. Else of two who are gone each would be needed to let one play for the other."""
    return chain.ask("proxy", seat=seat, by=by, away=sorted({seat, *away}))


def term_ask(chain: Chain, away: list[int], term: int | None = None) -> Ask:
    """`away` are those lost now, mostly the old host among them; if it is not, it asks to be confirmed.

    `term` may be any later one: terms are passed over where votes were given that came to nothing.
    """
    host = next_host(chain, away)
    if host is None:
        raise Refusal("not_enough_votes", have=0, need=need(chain))
    return chain.ask("term", term=chain.term + 1 if term is None else term, host=host, away=sorted(away))


def next_host(chain: Chain, away: Sequence[int]) -> int | None:
    """Who can be voted for: the present host, or the lowest person that is left without it."""
    left = [seat for seat in chain.roster.people if seat not in away]
    return chain.host if chain.host in left else left[0] if left else None


def need(chain: Chain) -> int:
    """How many votes a change of host needs: more than half of the persons.

    Whoever is here may vote, also one who was lost before or is played by another: nobody is there to let it take its
    seat over. That is safe as long as each votes once in a term and all persons are counted, here or not.
    """
    return len(chain.roster.people) // 2 + 1


def voters(chain: Chain, ask: Ask) -> tuple[int, ...]:
    """Whose answers a question needs: all of them, or it is not agreed."""
    if ask.kind in ("commit", "seed"):
        return chain.roster.people
    if ask.kind == "term":
        return tuple(seat for seat in chain.roster.people if seat not in ask.body["away"])
    gone = ask.body["away"] if ask.kind == "proxy" else (ask.body["seat"],)
    return tuple(seat for seat in chain.standing.voters if seat not in gone)


def record_of(ask: Ask, rows: list[list[Any]]) -> tuple[str, Any]:
    """Kind and body of the record that all the answers to a question make."""
    if ask.kind in ("commit", "seed"):
        return ask.kind, rows
    return "consent" if ask.kind == "back" else ask.kind, {**ask.body, "votes": rows}


def check(chain: Chain, record: Record, signer: int) -> None:
    """That what a record claims was agreed on; Refusal, with who is to blame. The chain has not taken it yet."""
    checked = _CHECKS.get(record.kind)
    if checked is not None:
        checked(chain, record.body, signer)


def _signed(chain: Chain, body: Any, signer: int) -> None:
    check_signed(chain.roster, body)


def _commit(chain: Chain, body: Any, signer: int) -> None:
    check_rows(chain.ask("commit"), body, chain.roster.people, chain.roster.keys, signer)


def _seed(chain: Chain, body: Any, signer: int) -> None:
    ask = seed_ask(chain, _share_of(body, chain.host))
    shown = check_rows(ask, body, chain.roster.people, chain.roster.keys, signer)
    promised = {seat: payload for seat, payload, _ in chain.links[-1].record.body}
    check_shares(chain.gid, promised, cast(dict[int, bytes], shown))


def _share_of(rows: Any, seat: int) -> bytes:
    """What a seat shows in these rows, of which nothing is checked yet; nothing if it shows nothing."""
    if type(rows) is list:
        for row in rows:
            if type(row) is list and len(row) == 3 and row[0] == seat and type(row[1]) is bytes:
                return row[1]
    return b""


def _consent(chain: Chain, body: Any, signer: int) -> None:
    seat, _to = _numbers(body, ("seat", "to"), signer)
    if seat not in chain.standing.voters:
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    _votes(chain, "back", body, signer)


def _proxy(chain: Chain, body: Any, signer: int) -> None:
    seat, by = _numbers(body, ("seat", "by"), signer, "away")
    away = _seats(chain, body["away"], signer)
    if seat not in away or by in away or signer in away or by not in chain.standing.voters:
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    _votes(chain, "proxy", body, signer)


def _term(chain: Chain, body: Any, signer: int) -> None:
    term, host = _numbers(body, ("term", "host"), signer, "away")
    away = _seats(chain, body["away"], signer)
    left = [seat for seat in chain.roster.people if seat not in away]
    if len(left) < need(chain):
        raise Refusal("not_enough_votes", blamed=signer, have=len(left), need=need(chain))
    hosts = {next_host(chain, away)}
    if chain.roster.version < 2:
        hosts.add(left[0])  # in whose games a host was given up on hearsay, and the lowest of all was next
    if term <= chain.term or host not in hosts:
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    _votes(chain, "term", body, signer)


def _numbers(body: Any, names: tuple[str, str], signer: int, *further: str) -> tuple[int, int]:
    if type(body) is not dict or set(body) != {*names, *further, "votes"}:
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    first, second = body[names[0]], body[names[1]]
    if type(first) is not int or type(second) is not int:
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    return first, second


def _seats(chain: Chain, away: Any, signer: int) -> list[int]:
    """Persons, in order, none twice."""
    if type(away) is not list or any(type(seat) is not int or seat not in chain.roster.people for seat in away):
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    if away != sorted(set(away)):
        raise Refusal("bad_reply", blamed=signer, seat=signer)
    return away


def _votes(chain: Chain, kind: str, body: dict[str, Any], signer: int) -> None:
    ask = chain.ask(kind, **{name: value for name, value in body.items() if name != "votes"})
    check_rows(ask, body["votes"], voters(chain, ask), chain.roster.keys, signer)


_CHECKS = {
    "signed": _signed,
    "commit": _commit,
    "seed": _seed,
    "consent": _consent,
    "proxy": _proxy,
    "term": _term,
}
