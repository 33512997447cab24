"""Games played together, in files that anybody may have written: what holds is told, and nothing else is counted."""

import json
import shutil
import subprocess
import sys

import pytest

from atlantis_tui import __version__
from atlantis_tui.saved import trust
from atlantis_tui.statistics import verdicts
from atlantis_tui.statistics.finished_games import kept
from core.dealers import commitment
from core.frames import MAGIC, chain_hash, frame, pack_record
from core.log import MemoryLog, read, read_summed
from net import opening, proof
from net.agreements import back_ask, proxy_ask, record_of, term_ask
from net.identity import fingerprint, load_identity
from net.replies import sign_reply
from tests.commands.test_log import refused
from tests.net.lan import GAME, NAMES, Lan, dealt, identity, in_play, play_on, prompted

GARBAGE = b"\x05" * 64


def file_of(path, records):
    """These records as they are, in a file whose chain is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data, prev = MAGIC, bytes(32)
    for n, record in enumerate(records):
        payload = pack_record(record._replace(n=n, prev=prev))
        data += frame(payload)
        prev = chain_hash(payload)
    path.write_bytes(data)
    return path


def changed(log, n, **columns):
    return [*log.records[:n], log.records[n]._replace(**columns), *log.records[n + 1 :]]


def slipped_in(log, kind, seat, digest, body, opened=None):
    """The next record, signed by who has to sign it, though nobody would take it."""
    entry = log.entry(kind, seat, digest, body, opened)
    MemoryLog.append(log, kind, seat, digest, body, opened, entry.sig)
    return log.records


@pytest.fixture
def over():
    """A whole game of two."""
    log, table = dealt(people=2)
    play_on(table, 10_000)
    assert table.over
    return log


@pytest.fixture
def ours(home):
    """We are whoever plays in seat 1."""
    assert load_identity(home / "identity", lambda length: bytes([2]) * length).key == identity(1).key


def key(seat):
    told = fingerprint(identity(seat).key).hex()
    return " ".join(told[at : at + 4] for at in range(0, 32, 4))


# What holds ----------------------------------------------------------------------------------------------------------


def test_a_game_is_signed_by_all_who_played(atlantis, tmp_path, over, ours):
    path = file_of(tmp_path / "over.atl", over.records)
    assert read(path).records == over.records
    done = atlantis("log", "verify", path)
    scores = over.records[-1].body["scores"]
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{path} holds: {len(over.records)} records, Atlantis, finished with {scores[0]} and {scores[1]} points, "
        "signed by all who played:",
        f"  Anna: key {key(0)}, which you have not met in another game.",
        f"  Boris: key {key(1)}, which is yours.",
    ]


def test_people_are_known_by_their_keys_from_other_games(atlantis, home, over, ours, monkeypatch):
    for nonce, name in ((1, "Ännchen"), (2, "Anna"), (3, "Anna")):
        monkeypatch.setattr("tests.net.lan.NAMES", (name, "Boris"))
        log, table = dealt(people=2, nonce=nonce)
        play_on(table, 3)
        file_of(home / "games" / f"{nonce}.atl", log.records)
    forger, table = dealt(people=2, nonce=4)
    forged = changed(forger, 0, sig=GARBAGE)
    file_of(home / "games" / "forged.atl", forged)
    path = file_of(home / "games" / "over.atl", over.records)
    shutil.copy(path, home / "games" / "copy.atl")
    told = atlantis("log", "verify", path).out
    assert f"Anna: key {key(0)}, whom you know as " in told
    assert "Ännchen" in told
    assert "from 3 other games." in told


def test_a_game_that_is_not_finished_says_so(atlantis, tmp_path, over):
    """Also one of which the end was cut off, be it nothing but the scores."""
    for number in (*range(5, len(over.records) - 1, 20), len(over.records) - 1):
        done = atlantis("log", "verify", file_of(tmp_path / "part.atl", over.records[:number]))
        assert (done.code, done.err) == (0, "")
        assert "holds as far as it goes" in done.out
        assert "not finished, signed by all who play" in done.out
    assert "left before its cards were dealt" in refused(
        atlantis("log", "verify", file_of(tmp_path / "part.atl", over.records[:3]))
    )


def test_games_of_the_version_before_are_judged_too(atlantis, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "NET_VERSION", 1)
    log, table = dealt(people=2)
    play_on(table, 6)
    assert log.roster.version == 1
    assert atlantis("log", "verify", file_of(tmp_path / "old.atl", log.records)).code == 0
    wrong = changed(log, 6, sig=GARBAGE)
    assert "forged at record 6" in refused(atlantis("log", "verify", file_of(tmp_path / "old.atl", wrong)))


def withheld(over):
    """The file of somebody who only watched: without the shares, and what follows names the record with them."""
    records = [record._replace(body=None, sig=None) if record.kind == "seed" else record for record in over.records]
    return MAGIC + b"".join(frame(pack_record(record)) for record in records)


def test_of_a_game_that_was_watched_the_deal_cannot_be_checked(atlantis, tmp_path, over):
    path = tmp_path / "watched.atl"
    path.write_bytes(withheld(over))
    done = atlantis("log", "verify", path)
    assert (done.code, done.err) == (0, "")
    assert "was watched" in done.out
    assert "the deal cannot be checked" in done.out
    log = Lan(people=2)
    log.records[:] = changed(over, 9, sig=GARBAGE)
    path.write_bytes(withheld(log))
    assert "forged at record 9: nobody" in refused(atlantis("log", "verify", path))


# Played for ----------------------------------------------------------------------------------------------------------


def played_for(back: bool, people: int = 2):
    """Boris goes after five moves, and Anna has a bot play for him: to the end, or until he is `back`."""
    log, table, digest = in_play(people=people)
    log.agree(proxy_ask(log.chain, 1, 0), digest)
    play_on(table, 5)
    if back:
        log.append("takeover", 1, table.state.digest(), None, None)
    play_on(table, 10_000)
    assert table.over
    return log.records


def test_who_was_played_for_is_told_with_the_records(atlantis, tmp_path):
    """The host alone could do so, by its own vote: all of it is signed, but not by him."""
    path = tmp_path / "for.atl"
    done = atlantis("log", "verify", file_of(path, played_for(back=False)))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[3:] == [
        "  Boris was away from record 10 on: a bot with Anna played for Boris from there."
    ]
    done = atlantis("log", "verify", file_of(path, played_for(back=True)))
    assert done.out.splitlines()[3:] == [
        "  Boris was away from record 10 to 15: a bot with Anna played for Boris there."
    ]


def test_one_after_another_may_play_for_somebody():
    log, table, digest = in_play(people=3)
    log.agree(proxy_ask(log.chain, 1, 0), digest)
    play_on(table, 1)
    log.agree(proxy_ask(log.chain, 1, 2), table.state.digest())
    assert [tuple(one) for one in proof.prove(log.records).stand_ins] == [
        ("Boris", "Anna", 10, log.records[-1].n - 1),
        ("Boris", "Chlo\u00eb", log.records[-1].n, None),
    ]


@pytest.mark.usefixtures("ours")
def test_a_game_that_somebody_left_for_good_is_nobodys_win(atlantis, home):
    left = file_of(home / "games" / "left.atl", played_for(back=False))
    for _ in range(2):  # the second time as it was remembered
        assert json.loads(atlantis("stats", "--json").out)["left"] == [str(left)]
        assert "1 game that somebody left for good is not counted." in atlantis("stats").out
        assert kept().finished == []
    file_of(home / "games" / "back.atl", played_for(back=True))
    assert [game.path for game in kept().finished] == [str(home / "games" / "back.atl")]


# Forgeries -----------------------------------------------------------------------------------------------------------


def never_was(sig):
    """A game that two real people never played: all is as it should be but the signatures."""
    log, table = dealt(people=2)
    play_on(table, 10_000)
    assert table.over
    rows = [[seat, sig] for seat in (0, 1)]
    return [record._replace(sig=sig, body=rows if record.kind == "signed" else record.body) for record in log.records]


def seed_of_another_share():
    log = Lan(people=2).signed().committed()
    ask, given = log.chain.ask("seed"), {0: b"\xa0" * 32, 1: b"z" * 32}
    assert commitment(log.roster.gid, 1, given[1]) != log.records[2].body[1][1]
    rows = [[seat, *sign_reply(log.ids[seat], ask, seat, given[seat])[1:]] for seat in (0, 1)]
    return slipped_in(log, "seed", None, log.undealt, rows)


def signed_by_one():
    log = Lan(people=2)
    rows = [[0, opening.sign_roster(log.ids[0], log.roster)]]
    return slipped_in(log, "signed", None, log.undealt, rows)


def signed_twice_by_one():
    log = Lan(people=2)
    sig = opening.sign_roster(log.ids[0], log.roster)
    return slipped_in(log, "signed", None, log.undealt, [[0, sig], [1, sig]])


def without_votes(kind):
    log, table, digest = in_play(people=3)
    ask = {
        "consent": lambda: back_ask(log.chain, prompted(table), table.steps[-2].n),
        "proxy": lambda: proxy_ask(log.chain, 1, 0),
        "term": lambda: term_ask(log.chain, [0]),
    }[kind]()
    return slipped_in(log, kind, None, digest, {**record_of(ask, [])[1]})


def too_early(scores):
    log, _table, digest = in_play(people=2)
    return slipped_in(log, "end", None, digest, {"scores": scores, "winners": [0]})


def not_legal():
    log, table, digest = in_play(people=2)
    return slipped_in(log, "move", prompted(table), digest, ["move", 0, 0], [])


def after_the_end():
    log, table = dealt(people=2)
    play_on(table, 10_000)
    return [*log.records, log.records[-2]]


def header(**net):
    log = in_play(people=2)[0]
    body = log.records[0].body
    return changed(log, 0, body={**body, "net": {**body["net"], **net}})


def move_by(seat):
    """The first move, signed by another seat than the one that made it."""
    log, table = dealt(people=2)
    first = prompted(table)
    assert first != seat
    move = table.state.legal()[0]
    packed = [list(part) if isinstance(part, tuple) else part for part in move]
    entry = log.entry("move", first, table.state.digest(), packed, [], by=seat)
    MemoryLog.append(log, "move", first, table.state.digest(), packed, [], entry.sig)
    return log.records


FORGERIES = {
    "all signatures missing": (lambda: never_was(None), 0, "nobody at that table has signed it"),
    "all signatures garbage": (lambda: never_was(GARBAGE), 0, "the host has not signed the header"),
    "a signature missing": (lambda: changed(in_play(people=2)[0], 7, sig=None), 7, "nobody at that table"),
    "a signature wrong": (lambda: changed(in_play(people=2)[0], 7, sig=GARBAGE), 7, "nobody at that table"),
    "a short signature": (lambda: changed(in_play(people=2)[0], 7, sig=b"x"), 7, "nobody at that table"),
    "signed by another": (lambda: move_by(1), 5, "signed by somebody who may not"),
    "header by one": (signed_by_one, 1, "not all players have signed the header"),
    "header by one, twice": (signed_twice_by_one, 1, "not all players have signed the header"),
    "another share": (seed_of_another_share, 3, "are not those that were promised"),
    "take-back without votes": (lambda: without_votes("consent"), 10, "not all the others let that player"),
    "proxy without votes": (lambda: without_votes("proxy"), 10, "not all who were there"),
    "host without votes": (lambda: without_votes("term"), 10, "there are not the votes"),
    "an early end": (lambda: too_early([99, 1]), 10, "other scores than were played"),
    "no legal move": (not_legal, 10, "not a legal move"),
    "after the end": (after_the_end, None, "the game was over before"),
    "other keys": (lambda: header(keys=[identity(5).key, identity(6).key]), 0, "the host has not signed"),
    "a weak key": (lambda: header(keys=[bytes(32), identity(1).key]), 0, "a key that anybody could use"),
    "no keys": (lambda: header(keys=None), 0, "no game begins with such a header"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_at_its_record(atlantis, tmp_path, name):
    forge, n, why = FORGERIES[name]
    records = forge()
    n = len(records) - 1 if n is None else n
    path = file_of(tmp_path / "forged.atl", records)
    said = refused(atlantis("log", "verify", path))
    assert said.startswith(f"{path} is damaged or forged at record {n}: ")
    assert why in said


def test_a_header_without_the_network_is_none(atlantis, tmp_path, over):
    body = {name: value for name, value in over.records[0].body.items() if name != "net"}
    path = file_of(tmp_path / "bare.atl", changed(over, 0, body=body))
    assert "forged at record 0" in refused(atlantis("log", "verify", path))


def test_every_verdict_has_its_words():
    from net.chain import VERDICTS

    for why in (*VERDICTS, "bad_roster", "not_agreed", "weak_key"):
        said = trust.complaint(trust.Verdict("forged", 3, why, "move"), "x.atl")
        assert said.startswith("x.atl is damaged or forged at record 3: ")
    for kind in ("signed", "commit", "seed", "consent", "proxy", "term"):
        assert trust.AGREED[kind]()
    for reason in ("bad_move", "bad_back", "bad_hint", "bad_end", "other_game", "bad_header"):
        assert trust.WHY[reason]()


def test_a_game_of_a_newer_program_is_not_called_forged(atlantis, tmp_path, over):
    body = over.records[0].body
    newer = changed(over, 0, body={**body, "net": {**body["net"], "v": 3, "more": 1}})
    path = file_of(tmp_path / "newer.atl", newer)
    assert "update atlantis" in refused(atlantis("log", "verify", path))
    log, _table, digest = in_play(people=2)
    entry = log.entry("proxy", None, digest, None)
    MemoryLog.append(log, "newest", None, digest, None, None, entry.sig)
    assert proof.prove(log.records)[:3] == ("newer", 10, "unknown_kind")


def test_of_a_game_by_other_rules_the_signatures_can_be_checked(atlantis, tmp_path, monkeypatch, home):
    """The header says what it says: it was signed like that by a program of that time."""
    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "rules_version", 99, raising=False)
        log = in_play(people=2)[0]
    path = file_of(home / "games" / "old.atl", log.records)
    said = refused(atlantis("log", "verify", path))
    assert said.startswith(f"All signatures in {path} hold, but this program plays by other rules")
    forged = file_of(tmp_path / "forged.atl", changed(log, 9, sig=GARBAGE))
    assert "forged at record 9" in refused(atlantis("log", "verify", forged))


def test_what_another_build_plays_otherwise_is_not_called_forged(atlantis, tmp_path, monkeypatch):
    """Its golden hash differs from ours, and so a move that we do not know may have been legal there."""
    with monkeypatch.context() as patch:
        patch.setattr(opening, "golden", lambda name: b"another build ok")
        log, table, digest = in_play(people=2)
    path = file_of(tmp_path / "sound.atl", log.records)
    assert "holds as far as it goes" in atlantis("log", "verify", path).out  # all of it could be replayed
    slipped_in(log, "move", prompted(table), digest, ["move", 0, 0], [])
    assert "hold, but this program" in refused(atlantis("log", "verify", file_of(path, log.records)))


# Looking at them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sig", [None, GARBAGE])
def test_a_forged_game_is_shown_as_what_it_is(atlantis, tmp_path, ours, sig):
    """On the standard output too, and with nobody's hand but one's own."""
    path = file_of(tmp_path / "forged.atl", never_was(sig))
    said = refused(atlantis("log", "verify", path))
    for command in (["log", "show"], ["replay", "--plain"]):
        done = atlantis(*command, path)
        assert (done.code, done.err) == (2, f"atlantis: {said}\n")
        lines = done.out.splitlines()
        assert lines[0] == said
        assert lines[1] == "Atlantis: Anna and You."  # no seed
        assert lines[-1].endswith(("wins.", "win.", "share the win."))
        assert not [line for line in lines if "Anna draws a " in line]
    for flag in (["--reveal"], ["--seat", 1]):
        assert "not opened" in refused(atlantis("log", "show", path, *flag))
        assert "not opened" in refused(atlantis("log", "export", path, *flag))
    assert "not opened" in refused(atlantis("replay", path, "--open"))
    assert said in refused(atlantis("review", path))
    assert said in refused(atlantis("resume", path))
    exported = [json.loads(line) for line in atlantis("log", "export", path).out.splitlines()]
    assert exported[0] == {"kind": "forged", "record": 0, "why": exported[0]["why"], "text": said}
    assert exported[1]["seed"] is None
    film = atlantis("replay", path, "--export", "text", "--out", "-").out
    assert "FORGED REPLAY" in film


def test_what_was_added_to_a_running_game_opens_nothing(atlantis, tmp_path, ours):
    """A forged end would otherwise open the cards of people who still play."""
    log, table = dealt(people=2)
    play_on(table, 6)
    known = len(log.records)
    play_on(table, 10_000)
    assert table.over
    records = [record if record.n < known else record._replace(sig=GARBAGE) for record in log.records]
    path = file_of(tmp_path / "forged.atl", records)
    said = f"forged at record {known}"
    assert said in refused(atlantis("log", "verify", path))
    told = atlantis("log", "export", path).out.splitlines()
    hands = json.loads(told[-2])["state"]
    assert hands == json.loads(atlantis("log", "export", path, "--seat", 2).out.splitlines()[-2])["state"]
    assert "not opened" in refused(atlantis("log", "export", path, "--reveal"))
    assert said in refused(atlantis("resume", path))


# Counting ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shelf(home, over, ours):
    file_of(home / "games" / "sound.atl", over.records)
    file_of(home / "games" / "forged.atl", never_was(None))
    file_of(home / "games" / "other.atl", never_was(GARBAGE))
    return home / "games"


def test_only_what_holds_is_counted(atlantis, shelf):
    done = atlantis("stats")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Atlantis, you: 1 game, ")
    assert "2 games played together do not hold and are not counted: atlantis log verify " in done.out
    told = json.loads(atlantis("stats", "--json").out)
    assert sorted(told["forged"]) == [str(shelf / "forged.atl"), str(shelf / "other.atl")]
    assert [one["games"] for one in told["games"]] == [1]
    assert json.loads(atlantis("stats", "--player", "Anna", "--json").out)["games"][0]["games"] == 1


def test_a_verdict_is_remembered_for_the_content_of_a_file(shelf, home, monkeypatch):
    looked = []
    judge = trust.judge_alone

    def judged(records):
        looked.append(len(records))
        return judge(records)

    monkeypatch.setattr(verdicts, "judge_alone", judged)
    first = kept()
    assert len(looked) == 3
    assert kept() == first
    assert len(looked) == 3
    shutil.move(shelf / "sound.atl", shelf / "called otherwise.atl")
    assert len(kept().finished) == 1
    assert len(looked) == 3
    good = (shelf / "called otherwise.atl").read_bytes()
    at = good.rindex(pack_record(read(shelf / "called otherwise.atl").records[20]))
    shutil.copy(shelf / "other.atl", shelf / "called otherwise.atl")  # another content under a name that was sound
    assert len(kept().finished) == 0
    (shelf / "called otherwise.atl").write_bytes(good[:at] + b"\0" + good[at + 1 :])
    assert len(kept().finished) == 0  # damage in the middle, which both ends do not show


@pytest.mark.parametrize(
    "content",
    [
        b"", b"nonsense", b"[]", b"\xff", b'{"version": [1, "x"], "verdicts": {}}',
        b'{"version": VERSION, "verdicts": 3}',
        b'{"version": VERSION, "verdicts": {"SUM": 3}}',
        b'{"version": VERSION, "verdicts": {"SUM": ["signed", 0, "", "", 7]}}',
        b'{"version": VERSION, "verdicts": {"SUM": ["signed", "0", "", "", []]}}',
    ],
)  # fmt: skip
def test_verdicts_that_are_damaged_are_found_out_anew(shelf, home, content):
    total = read_summed(shelf / "forged.atl")[0]
    version = json.dumps([verdicts.VERSION, __version__]).encode()
    (home / "verdicts.json").write_bytes(content.replace(b"SUM", total.encode()).replace(b"VERSION", version))
    found = kept()
    assert (len(found.finished), len(found.forged)) == (1, 2)
    kept_now = json.loads((home / "verdicts.json").read_bytes())["verdicts"]
    assert kept_now[total][0] == "forged"


@pytest.mark.parametrize("version", [[verdicts.VERSION - 1, __version__], [verdicts.VERSION, "0.0.1"]])
def test_verdicts_of_another_version_are_found_out_anew(shelf, home, version):
    """Another program, or another way of judging, may find differently."""
    assert len(kept().finished) == 1
    file = home / "verdicts.json"
    old = {total: ["forged", *entry[1:]] for total, entry in json.loads(file.read_bytes())["verdicts"].items()}
    file.write_text(json.dumps({"version": version, "verdicts": old}))
    assert len(kept().finished) == 1


def test_verdicts_that_cannot_be_kept_are_no_matter(shelf, home):
    (home / "verdicts.json").mkdir()
    assert len(kept().finished) == 1


def test_what_was_judged_is_kept_though_somebody_stops_it(shelf, home):
    def stop(done, _all):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept(stop)
    assert len(json.loads((home / "verdicts.json").read_bytes())["verdicts"]) == 2


def test_the_list_of_games_loads_nothing_of_the_network(shelf):
    program = (
        "import sys; from atlantis_tui.cli import main; main(['log', 'list']); "
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & {"net", "cryptography", "core.table", "asyncio"}
    assert "sound.atl" in done.stdout


# What was agreed on --------------------------------------------------------------------------------------------------


def test_the_story_tells_proxies_votes_takeovers_and_hosts(atlantis, tmp_path, home):
    load_identity(home / "identity", lambda length: bytes([3]) * length)  # Chloë
    log, table = dealt(people=4)
    play_on(table, 6)
    log.agree(proxy_ask(log.chain, 1, 0), table.state.digest())
    play_on(table, 4)
    log.append("takeover", 1, table.state.digest(), None, None)
    play_on(table, 3)
    seat = next(number for number in (3, 1, 0) if table.back_target(number, alone=False, consent=True) is not None)
    target = table.back_target(seat, alone=False, consent=True)
    assert target is not None
    log.agree(back_ask(log.chain, seat, target.n), table.state.digest())
    table.back(seat, alone=False, consent=True)
    log.agree(term_ask(log.chain, [0]), table.state.digest())
    play_on(table, 2)
    log.agree(proxy_ask(log.chain, 0, 2), table.state.digest())
    path = file_of(tmp_path / "agreed.atl", log.records)
    assert atlantis("log", "verify", path).code == 0
    watched, mine = (atlantis("log", "show", path, *how).out.splitlines() for how in ([], ["--seat", 3]))
    others = [name for number, name in enumerate(NAMES) if number != seat]
    told = [
        "Boris is away: a bot plays for them with Anna; in favour: Anna, Chloë and Dimitra.",
        "Boris is back and plays again.",
        f"{NAMES[seat]} may take moves back; in favour: {others[0]}, {others[1]} and {others[2]}.",
        "Boris is the host from here on; lost: Anna; in favour: Boris, Chloë and Dimitra.",
        "Anna is away: a bot plays for them with Chloë; in favour: Boris, Chloë and Dimitra.",
    ]
    places = [next(at for at, line in enumerate(watched) if line.partition(". ")[2] == words) for words in told]
    assert places == sorted(places)
    assert f"{NAMES[seat]} took " in watched[places[2] + 1]
    for words in told[:2]:
        assert any(line.endswith(words.replace("Chloë", "you")) for line in mine)
    assert any(
        line.endswith("Anna is away: a bot plays for them with you; in favour: Boris, you and Dimitra.")
        for line in mine
    )


def test_what_a_forged_record_claims_ends_no_story(atlantis, tmp_path):
    for body in (None, {}, {"votes": 3}, {"votes": [[9]], "seat": 9, "by": 0}, {"votes": [], "host": "x", "away": [7]}):
        log, _table, digest = in_play(people=2)
        for kind in ("proxy", "term", "consent"):
            MemoryLog.append(log, kind, None, digest, body, None, GARBAGE)
        done = atlantis("log", "show", file_of(tmp_path / "odd.atl", log.records))
        assert (done.code, "forged at record 10" in done.err) == (2, True)
