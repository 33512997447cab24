"""Whether a network game is what its file says: signed and dealt by all who played, and played by the rules.

Nobody signs a game at one computer, so such a game only has to replay without an error. Nothing of the network is
imported before a network game is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.saved.game_files import is_played_together
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from core.frames import Record
    from core.table import TableError

HOLD = ("signed", "watched", "unfinished", "unchecked")  # in games of these kinds, no signature is wrong or missing


class Verdict(NamedTuple):
    """What the check of a network game found. `what` is one of these:

    signed      all who played signed it, and it replays to its end
    watched     the signatures hold; without the shares the deal cannot be checked
    unfinished  as signed, as far as the game goes
    unchecked   the signatures hold; this program plays by other rules, so the moves cannot be checked
    newer       a later version of the program wrote it
    forged      or damaged: record `n` does not hold
    """

    what: str
    n: int = 0
    why: str = ""
    kind: str = ""  # the kind of record `n`
    people: tuple[tuple[str, bytes], ...] = ()  # name and key of each person, in the order of seats
    stand_ins: tuple[tuple[str, str, int, int | None], ...] = ()  # see `net.proof.StandIn`

    @property
    def holds(self) -> bool:
        return self.what in HOLD

    @property
    def left(self) -> bool:
        """Whether somebody played for an absent player to the end: then nobody won or lost against that player."""
        return any(last is None for *_names, last in self.stand_ins)


def judge(records: Sequence[Record], wrong: TableError | None) -> Verdict:
    """Judge the records of a network game. `wrong` is the error that replaying them raised, if any."""
    from net.proof import prove

    proof = prove(records)
    if proof.what in ("forged", "newer"):
        return Verdict(proof.what, proof.n, proof.why, records[proof.n].kind)
    if wrong is not None and wrong.reason != "not_dealt":
        if _plays_otherwise(records[0].body, wrong):
            return Verdict("unchecked", why=wrong.reason, people=proof.people, stand_ins=proof.stand_ins)
        n = min(int(wrong.params.get("n", 0)), len(records) - 1)
        return Verdict("newer" if wrong.reason == "unknown_dealer" else "forged", n, wrong.reason, records[n].kind)
    what = "unfinished" if records[-1].kind != "end" else proof.what
    return Verdict(what, people=proof.people, stand_ins=proof.stand_ins)


def judge_alone(records: Sequence[Record]) -> Verdict:
    """Replay the records here, and judge them."""
    from core.read_only_log import Reading
    from core.table import Table, TableError

    try:
        Table(Reading(records))
    except TableError as error:
        return judge(records, error)
    return judge(records, None)


def distrust(records: Sequence[Record], path: str) -> str:
    """Why nobody should believe these records, in a sentence; "" if they are fine or not of a network game."""
    if not is_played_together(records[0].body):
        return ""
    verdict = judge_alone(records)
    return "" if verdict.holds else complaint(verdict, path)


def _plays_otherwise(about: Any, wrong: TableError) -> bool:
    """Whether the moves may still be legal, in the version of the program that made them."""
    if wrong.reason in ("other_rules", "unknown_game"):
        return True
    from core import games
    from net.versions import golden

    name, net = about.get("game"), about.get("net")
    return name in games.names() and isinstance(net, dict) and net.get("golden") != golden(name)


# Words ---------------------------------------------------------------------------------------------------------------


def complaint(verdict: Verdict, path: str) -> str:
    """What is wrong with the file, in one sentence."""
    if verdict.what == "newer":
        return _("{path} was played with a newer version, which this one cannot check: update atlantis.").format(
            path=path
        )
    if verdict.what == "unchecked":
        return _(
            "All signatures in {path} hold, but this program plays by other rules: look at it with the program it "
            "was played with to check the moves."
        ).format(path=path)
    why = AGREED.get(verdict.kind) if verdict.why == "bad_body" else WHY.get(verdict.why)
    return _("{path} is damaged or forged at record {n}: {why}.").format(
        path=path, n=verdict.n, why=why() if why is not None else _("it does not belong there")
    )


def told_stand_ins(verdict: Verdict) -> list[str]:
    """A line for each time that somebody's bot played for an absent player, because that program signed the records."""
    lines = []
    for name, by, first, last in verdict.stand_ins:
        if last is None:
            words = _("{name} was away from record {first} on: a bot with {by} played for {name} from there.")
        else:
            words = _("{name} was away from record {first} to {last}: a bot with {by} played for {name} there.")
        lines.append(words.format(name=quoted(name), by=quoted(by), first=first, last=last))
    return lines


WHY: dict[str, Callable[[], str]] = {
    "bad_roster": lambda: _("no game begins with such a header"),
    "not_agreed": lambda: _("the host has not signed the header"),
    "weak_key": lambda: _("it names a key that anybody could use"),
    "bad_signature": lambda: _("nobody at that table has signed it"),
    "wrong_signer": lambda: _("it is signed by somebody who may not"),
    "bad_prev": lambda: _("it follows another record"),
    "after_end": lambda: _("the game was over before"),
    "full": lambda: _("no game is that long"),
    "bad_header": lambda: _("no game begins with such a header"),
    "bad_move": lambda: _("it is not a legal move"),
    "bad_back": lambda: _("it takes back what could not be taken back"),
    "bad_hint": lambda: _("it is a hint for somebody who was not asked"),
    "bad_end": lambda: _("it tells other scores than were played"),
    "other_game": lambda: _("it does not fit the game before it"),
}

# What a record claims although nobody agreed on it, by its kind.
AGREED: dict[str, Callable[[], str]] = {
    "signed": lambda: _("not all players have signed the header"),
    "commit": lambda: _("not all players have promised a share of the deal"),
    "seed": lambda: _("the shares of the deal are not those that were promised"),
    "consent": lambda: _("not all the others let that player take back"),
    "proxy": lambda: _("not all who were there let somebody play for that seat"),
    "term": lambda: _("there are not the votes for that host"),
}


def key_text(key: bytes) -> str:
    """A key as people compare it: the fingerprint, in groups of four."""
    from net.identity import fingerprint

    told = fingerprint(key).hex()
    return " ".join(told[at : at + 4] for at in range(0, len(told), 4))
