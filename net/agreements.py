"""What people agree on in the course of a game: who plays for whom, who is host, what is taken back.

    signed     every person has signed the header
    commit     every person's commitment to a share
    seed       every person's share
    consent    {seat, to, votes}          all others who are there let this seat take back to that record
    proxy      {seat, by, away, votes}    all who are there let `by` play for a seat that is away
    takeover   a seat is back and plays for itself
    term       {term, host, away, votes}  a new host is agreed on, or the present one is confirmed

`votes` are the rows of answers (replies.py) to the question asked right after the record before. `check` judges such a
record, and `Standing` is what follows from all of them.
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
    """Who is host, who is there and who plays for whom after an entry. Each link of the chain has one."""

    term: int
    host: int  # the seat that orders the entries, and signs the entries of bots and those without a seat
    people: tuple[int, ...]
    proxies: tuple[tuple[int, int], ...] = ()  # (seat, who plays for it), sorted by seat
    away: frozenset[int] = frozenset()  # persons named away when the host last changed, and not back yet

    @property
    def absent(self) -> frozenset[int]:
        """Persons who have no vote on the play until they take their seats over again."""
        return self.away.union(seat for seat, _ in self.proxies if seat in self.people)

    @property
    def voters(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.people if seat not in self.absent)

    def player(self, seat: int) -> int:
        """The person who plays a seat: the seat's own person, its proxy, or the host for a bot."""
        return dict(self.proxies).get(seat, seat if seat in self.people else self.host)

    def signer(self, seat: int | None, kind: str, body: Any) -> int | None:
        if kind == "takeover":
            return seat
        if kind == "term":
            host = body.get("host") if type(body) is dict else None
            return host if type(host) is int and host in self.people else None
        return self.host if seat is None else self.player(seat)

    def after(self, record: Record) -> Standing:
        """The standing once this record, which was found sound, is in the log."""
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
    """The question for all shares. It shows the host's own share, so that the host, who sees the others' shares first,
    can no longer choose. Games of version 1 ask without it."""
    return chain.ask("seed", share=share) if chain.roster.version >= 2 else chain.ask("seed")


def back_ask(chain: Chain, seat: int, to: int) -> Ask:
    return chain.ask("back", seat=seat, to=to)


def proxy_ask(chain: Chain, seat: int, by: int, away: Sequence[int] = ()) -> Ask:
    """`away`: persons who cannot be asked. Without it, two persons who are gone would each be needed to agree to a
    proxy for the other."""
    return chain.ask("proxy", seat=seat, by=by, away=sorted({seat, *away}))


def term_ask(chain: Chain, away: list[int], term: int | None = None) -> Ask:
    """The question for a new host. `away` names everybody who cannot be reached. If the present host is not among them,
    it asks to be confirmed.

    `term` may be any later term: the asker skips terms in which seats have voted without a result.
    """
    host = next_host(chain, away)
    if host is None:
        raise Refusal("not_enough_votes", have=0, need=need(chain))
    return chain.ask("term", term=chain.term + 1 if term is None else term, host=host, away=sorted(away))


def next_host(chain: Chain, away: Sequence[int]) -> int | None:
    """The one seat that may be voted for: the present host if it is not away, else the lowest person left."""
    left = [seat for seat in chain.roster.people if seat not in away]
    return chain.host if chain.host in left else left[0] if left else None


def need(chain: Chain) -> int:
    """How many votes a change of host needs: more than half of all persons.

    Everybody who is reachable may vote, even a person who is marked away or played by a proxy: without a host nobody
    could let them take their seat over first. This is safe as long as each seat votes once in a term and all persons
    count, reachable or not.
    """
    return len(chain.roster.people) // 2 + 1


def voters(chain: Chain, ask: Ask) -> tuple[int, ...]:
    """The seats that must answer a question. It is agreed only if all of them say yes."""
    if ask.kind in ("commit", "seed"):
        return chain.roster.people
    if ask.kind == "term":
        return tuple(seat for seat in chain.roster.people if seat not in ask.body["away"])
    gone = ask.body["away"] if ask.kind == "proxy" else (ask.body["seat"],)
    return tuple(seat for seat in chain.standing.voters if seat not in gone)


def record_of(ask: Ask, rows: list[list[Any]]) -> tuple[str, Any]:
    """Kind and body of the record that holds all answers to a question."""
    if ask.kind in ("commit", "seed"):
        return ask.kind, rows
    return "consent" if ask.kind == "back" else ask.kind, {**ask.body, "votes": rows}


def check(chain: Chain, record: Record, signer: int) -> None:
    """Checks that people agreed to what a record claims, before the chain takes it. Raises Refusal, with the seat to
    blame."""
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
    """The share of a seat in these rows, which are still unchecked; empty if the rows do not show one."""
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
        hosts.add(left[0])  # version 1 gave up a host on hearsay and voted for the lowest person left
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
    """Checks that `away` lists persons, in order, none twice."""
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
