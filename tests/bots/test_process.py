"""Bots as processes: whole games through real pipes, and every way in which a program can fail at it.

Nobody sleeps here: bots wait at a named pipe until the test lets them go on, and the test waits for what they do.
"""

import asyncio
import json
import os
import shlex
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from atlantis_tui import bots
from atlantis_tui.bots import child_process
from atlantis_tui.bots.outgoing import SeatTeller
from atlantis_tui.bots.process import BotSeat, SyncBotSeat
from atlantis_tui.bots.seating import seat_bots_of_lines
from atlantis_tui.bots.trouble import trouble
from atlantis_tui.saved import seats as seating
from atlantis_tui.saved.allowed_programs import _in_this_run, allow
from core import games
from core.bots import make_bot
from core.game import BadOption
from core.log import MemoryLog
from core.table import Table, header

GAME = games.load("atlantis")
NAMES = ["Anna", "Boris", "Clio", "Doris"]
PAPER = (Path(bots.__file__).parent / "PROTOCOL.md").read_text("utf-8")

# How a bot in these tests begins. `answer` is where they differ.
USUAL = """
import json, os, signal, sys

def say(**spoken):
    print(json.dumps(spoken), flush=True)

def wait(path):
    with open(path) as gate:
        gate.read()

def listen(answer):
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["kind"] == "hello":
            say(ready=1)
        elif message["kind"] in ("ask", "no"):
            asked += 1
            answer(asked, message)
        elif message["kind"] == "bye":
            break

def first(message):
    say(move=message["legal"][0])
"""


@pytest.fixture
def script(tmp_path):
    """Writes a bot and gives the seat it can have."""

    def write(source, *arguments):
        path = tmp_path / "bot.py"
        path.write_text(USUAL + source)
        return "cmd:" + shlex.join([sys.executable, "-I", "-S", str(path), *map(str, arguments)])

    return write


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def short_grace(monkeypatch):
    monkeypatch.setattr(child_process, "GRACE", 0.05)


@pytest.fixture
def long_grace(monkeypatch, short_grace):
    """For bots that end by themselves: as long as it takes."""
    monkeypatch.setattr(child_process, "GRACE", 30)


def new_table(seats=2, seed="s"):
    return Table(MemoryLog(header(GAME, ["you"] * seats, {}, seed)))


class Troubles(list[tuple[int, str, dict[str, Any]]]):
    """Takes down what happened to bots, and sees that it can be told."""

    def __call__(self, seat, reason, params):
        assert trouble(NAMES[seat], reason, params)
        self.append((seat, reason, params))

    @property
    def reasons(self):
        return [reason for _, reason, _ in self]


@asynccontextmanager
async def sitting(table, *specs, **how):
    """These bots at their seats; afterwards no process of theirs may be left."""
    names = NAMES[: len(table.seats)]
    for spec in specs:
        allow(spec)
    seats = [await BotSeat.start(spec, table, seat, names, **how) for seat, spec in enumerate(specs)]
    pids = [seat.pid for seat in seats]
    try:
        yield seats
    finally:
        await asyncio.gather(*(seat.close() for seat in seats))
    for pid in pids:
        assert pid is None or gone(pid)


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def play(table, seats, moves=10_000):
    """Goes on with the game; who has no seat among these plays at random."""
    dice = make_bot("random", GAME, "the rest")
    for _ in range(moves):
        prompt = table.state.prompt
        if prompt is None:
            break
        if prompt.seat < len(seats):
            move = await seats[prompt.seat].choose()
        else:
            move = dice.choose(table.view(prompt.seat))
        table.play(prompt.seat, move)
    return table


async def until_asked(table, seats, seat=0):
    """Goes on until it is up to a seat."""
    while table.state.prompt.seat != seat:
        await play(table, seats, 1)


def let_go(gate):
    """Opens a gate; whoever waits there goes on. Waits for them if they are not there yet."""
    gate.write_text("go")


@pytest.fixture
def gate(tmp_path):
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [["easy", "random"], ["random", "easy", "random", "easy"]], ids=[2, 4])
async def test_built_in_bots_play_a_whole_game_as_processes(levels, long_grace):
    table, troubles = new_table(len(levels)), Troubles()
    async with sitting(table, *(f"bot:{level}" for level in levels), on_trouble=troubles) as seats:
        await play(table, seats)
        assert table.over
        assert [seat.out for seat in seats] == [None] * len(levels)
    assert troubles == []


async def test_a_bot_decides_in_its_process_as_it_would_in_ours():
    table, twin = new_table(), new_table()
    async with sitting(table, "bot:random", "bot:easy", luck="L") as seats:
        await play(table, seats)
    here = [make_bot(level, GAME, "L") for level in ("random", "easy")]
    while (prompt := twin.state.prompt) is not None:
        twin.play(prompt.seat, here[prompt.seat].choose(twin.view(prompt.seat)))
    assert [step.move for step in table.steps] == [step.move for step in twin.steps]


def from_the_paper(language):
    return PAPER.split(f"```{language}\n")[1].split("```")[0]


async def test_the_bots_on_the_paper_play_a_whole_game(tmp_path, long_grace):
    (tmp_path / "bot.sh").write_text(from_the_paper("sh"))
    (tmp_path / "bot.py").write_text(from_the_paper("python"))
    specs = [f"cmd:sh {tmp_path}/bot.sh", f"cmd:{sys.executable} -I -S {tmp_path}/bot.py"]
    table, troubles = new_table(), Troubles()
    async with sitting(table, *specs, on_trouble=troubles) as seats:
        while (prompt := table.state.prompt) is not None:
            move = await seats[prompt.seat].choose()
            assert move == table.view(prompt.seat).legal()[-prompt.seat]
            table.play(prompt.seat, move)
    assert troubles == []


async def test_a_bot_can_sit_down_in_the_middle_of_a_game():
    table = await play(new_table(), [], 40)
    async with sitting(table, "bot:easy", "bot:easy") as seats:
        await play(table, seats)
        assert table.over
        assert [seat.out for seat in seats] == [None, None]


async def test_bots_play_inside_a_textual_app():
    table = new_table()

    class Tables(App[None]):
        async def on_mount(self):
            async with sitting(table, "bot:random", "bot:random") as seats:
                await play(table, seats)
                assert [seat.out for seat in seats] == [None, None]

    async with Tables().run_test() as pilot:
        await pilot.pause()
    assert table.over


def test_without_an_event_loop(script):
    table, troubles, said = new_table(), Troubles(), []
    spec = script("listen(lambda n, m: say(say='Done.', move=m['legal'][0]))")
    allow(spec)
    polite = SyncBotSeat(
        spec,
        table,
        1,
        NAMES[:2],
        on_trouble=troubles,
        on_say=lambda seat, words: said.append((seat, words)),
    )
    here = make_bot("random", GAME, "here")
    while (prompt := table.state.prompt) is not None:
        bot = polite if prompt.seat == 1 else here
        table.play(prompt.seat, bot.choose(table.view(prompt.seat)))
    pid = polite.seat.pid
    polite.close()
    assert gone(pid)
    assert troubles == []
    assert set(said) == {(1, "Done.")}


def test_plain_mode_seats_our_bots_and_programs_alike(tmp_path):
    (tmp_path / "bot.sh").write_text(from_the_paper("sh"))
    specs = seating.parse_seats(f"bot:random, bot:easy ,CMD:  sh {tmp_path}/bot.sh, cmd:sh -c 'exit 3'", GAME)
    assert specs[2:] == [f"cmd:sh {tmp_path}/bot.sh", "cmd:sh -c 'exit 3'"]
    table = Table(MemoryLog(header(GAME, specs, {}, "s")))
    heard: list[str] = []
    sat = seat_bots_of_lines(table, [], NAMES, heard.append)
    while (prompt := table.state.prompt) is not None:
        table.play(prompt.seat, sat[prompt.seat].choose(table.view(prompt.seat)))
    for bot in sat.values():
        getattr(bot, "close", lambda: None)()
    assert heard == ["Doris has stopped (exit code 3), so a built-in bot plays on."]


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("you,cmd:", '"cmd:" names no program. Write cmd:./mybot, with its arguments if it needs any.'),
        ("you,cmd:'x", '"cmd:\'x" names no program. Write cmd:./mybot, with its arguments if it needs any.'),
        ("you,cmd:./nobody", 'There is no program "./nobody" that can be started.'),
    ],
)
def test_a_command_that_cannot_be_is_no_seat(typed, wrong):
    with pytest.raises(seating.BadSeats) as refused:
        seating.parse_seats(typed, GAME)
    assert str(refused.value) == wrong


def test_a_game_can_be_taken_up_though_its_program_is_gone():
    seating.check_seats(["you", "cmd:./nobody"], GAME)


# Trouble --------------------------------------------------------------------------------------------------------------


async def in_trouble(spec, reason, **how):
    """Plays a whole game with a bot that gets into trouble; gives the particulars."""
    table, troubles = new_table(), Troubles()
    async with sitting(table, spec, on_trouble=troubles, **how) as (seat,):
        pid = seat.pid
        await play(table, [seat])
        assert table.over
        assert seat.pid is None
        assert pid is None or gone(pid)
        assert seat.out.id == reason
    assert [(who, why) for who, why, _ in troubles] == [(0, reason)]
    return troubles[0][2]


async def test_a_program_that_is_not_there(tmp_path):
    params = await in_trouble(f"cmd:{tmp_path}/nobody", "bot_not_started")
    assert params["why"] == "No such file or directory"


async def test_a_program_out_of_a_saved_game_is_started_only_where_somebody_named_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    spec = "cmd:sh -c 'echo started > trace'"
    table, troubles = new_table(), Troubles()
    seat = await BotSeat.start(spec, table, 0, NAMES[:2], on_trouble=troubles)
    assert troubles == [(0, "bot_not_allowed", {"spec": spec})]
    assert seat.pid is None
    assert await seat.choose() in table.view(0).legal()
    assert not (tmp_path / "trace").exists()
    allow(spec)
    _in_this_run.clear()  # another day
    for folder, started in ((tmp_path / "home", False), (tmp_path, True)):
        monkeypatch.chdir(folder)
        seat = await BotSeat.start(spec, table, 0, NAMES[:2])
        assert (seat.pid is not None) == started
        await seat.close()
    (tmp_path / "home" / "programs.jsonl").write_text('broken\n[]\n3\n[["x"], 3]\n')
    assert (await BotSeat.start(spec, table, 0, NAMES[:2])).out


async def test_a_crash_at_the_start(script):
    params = await in_trouble(script("sys.exit('Not \\x1b[31m today.\\n')"), "bot_stopped")
    assert (params["code"], params["last_words"]) == (1, "Not [31m today.")


async def test_a_crash_in_mid_game(script):
    answer = "listen(lambda n, m: first(m) if n < 3 else os._exit(7))"
    assert (await in_trouble(script(answer), "bot_stopped"))["code"] == 7


async def test_death_by_a_signal(script):
    answer = "listen(lambda n, m: first(m) if n < 3 else os.kill(os.getpid(), signal.SIGSEGV))"
    assert (await in_trouble(script(answer), "bot_stopped"))["code"] == -11


async def test_an_answer_without_the_end_of_its_line(script):
    answer = "listen(lambda n, m: (sys.stdout.write(json.dumps({'move': m['legal'][0]})), sys.exit()))"
    await in_trouble(script(answer), "bot_stopped")


async def test_a_bot_that_never_begins(script):
    await in_trouble(script("signal.pause()"), "bot_too_slow", seconds=0.05)


@pytest.mark.parametrize("habit", ["pass", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"], ids=["meek", "stubborn"])
async def test_a_bot_that_hangs(script, habit):
    table, troubles = new_table(), Troubles()
    answer = script(f"{habit}\nlisten(lambda n, m: first(m) if n < 3 else signal.pause())")
    async with sitting(table, answer, on_trouble=troubles) as (seat,):
        for _ in range(2):
            await until_asked(table, [seat])
            await play(table, [seat], 1)
        seat.seconds = 0.05
        await play(table, [seat])
    assert table.over
    assert troubles.reasons == ["bot_too_slow"]


FLOODS = {
    "a line without end": "while True: sys.stdout.write('x' * 65536)",
    "lines without end": "while True: print('{}')",
    "remarks without end": 'while True: print(\'{"say": "la la la"}\')',
    "a huge move": "say(move='1' * 100_000)",
    "noise": "while True: sys.stderr.write('x' * 65536)",
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_when_asked(script, flood):
    source = f"def flood():\n    {flood}\nlisten(lambda n, m: first(m) if n < 3 else flood())"
    await in_trouble(script(source), "bot_flooded")


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_at_the_start(script, flood):
    table, troubles = new_table(), Troubles()
    async with sitting(table, script(flood), on_trouble=troubles) as seats:
        await play(table, seats)
    assert table.over
    assert len(troubles) == 1
    assert troubles.reasons[0] in ("bot_flooded", "bot_not_ready")


async def test_who_floods_unasked_fills_no_more_than_a_pipe(script, gate):
    """It is simply not read, until it stands still; and what was written before the question is the wrong answer."""
    source = """
def flood(n, message):
    first(message)
    os.set_blocking(1, False)
    try:
        while True:
            sys.stdout.write("[1]\\n" * 1000)
            sys.stdout.flush()
    except BlockingIOError:
        with open(sys.argv[1], "w"):
            pass
    os.set_blocking(1, True)
    signal.pause()
listen(flood)
"""
    table, troubles = new_table(), Troubles()
    async with sitting(table, script(source, gate), on_trouble=troubles) as seats:
        await play(table, seats, 1)
        await asyncio.to_thread(gate.read_text)  # it has filled all there is
        seats[0].seconds = 0.05
        await play(table, seats)
    assert troubles.reasons == ["bot_unreadable"]


async def test_a_bot_that_does_not_speak_json_at_all(tmp_path):
    params = await in_trouble("cmd:echo Hello, world", "bot_not_ready")
    assert params["answer"] == "Hello, world"


async def test_a_bot_of_another_version(script):
    params = await in_trouble(script("say(ready=99)\nsignal.pause()"), "bot_version")
    assert (params["theirs"], params["ours"]) == ("99", 1)


@pytest.mark.parametrize("nonsense", ["nonsense", "[1, 2", "[]", "null", "", '{"move": 3}', '{"move": "resign"}'])
async def test_two_nonsense_answers_to_one_question(script, nonsense):
    await in_trouble(
        script(f"listen(lambda n, m: first(m) if n < 3 else print({nonsense!r}, flush=True))"), "bot_unreadable"
    )


async def test_two_illegal_moves_in_one_question(script):
    params = await in_trouble(script("listen(lambda n, m: say(move='stuck'))"), "bot_illegal")
    assert params["answer"] == "stuck"
    assert params["rule"].id


async def test_a_wrong_answer_may_be_mended(script):
    """The reason is told, and the second answer counts; the next question has two tries again."""
    source = """
legal = []
def answer(n, message):
    if message["kind"] == "ask":
        legal[:] = message["legal"]
        say(move="done" if message["prompt"] == "turn" else "resign")
    else:
        say(move=legal[0], say=message["reason"])
listen(answer)
"""
    table, troubles, said = new_table(), Troubles(), []
    async with sitting(
        table, script(source), on_trouble=troubles, on_say=lambda seat, words: said.append(words)
    ) as seats:
        await play(table, seats)
    assert table.over
    assert troubles == []
    assert set(said) == {"not_done", "unreadable_word"}


async def test_a_bot_that_closes_its_stdout(script):
    await in_trouble(script("listen(lambda n, m: first(m) if n < 3 else (os.close(1), signal.pause()))"), "bot_stopped")


async def test_a_bot_that_closes_its_stdin_and_talks_on(script):
    """As long as its answers fit there is nothing wrong with it."""
    source = "print(sys.stdin.readline()[:0] + '{\"ready\":1}', flush=True)\nsys.stdin.close()\nos.close(0)\n"
    source += "while True: say(move='stuck')"
    await in_trouble(script(source), "bot_illegal")


async def test_a_built_in_bot_that_cannot_be_is_refused():
    with pytest.raises(BadOption):
        await BotSeat.start("bot:deep", new_table(), 0, NAMES[:2])


async def test_only_who_is_asked_chooses():
    table = new_table()
    async with sitting(table, "cmd:cat") as seats:
        while table.state.prompt.seat == 0:
            table.play(0, table.state.legal()[0])
        with pytest.raises(ValueError, match="not asked"):
            await seats[0].choose()


# Taking back, leaving -------------------------------------------------------------------------------------------------


async def test_moves_taken_back_between_questions():
    """The bot checks the digest of every position it is asked in: it would stop if it had lost its way."""
    table, troubles = new_table(), Troubles()
    async with sitting(table, "bot:random", "bot:easy", on_trouble=troubles) as seats:
        for _ in range(10):
            await play(table, seats, 6)
            if not table.over:
                table.back(0, alone=True)
        await play(table, seats)
    assert table.over
    assert troubles == []


async def test_a_move_taken_back_while_the_bot_thinks(script, gate):
    """It still answers the old question; that answer is thrown away."""
    source = """
def answer(n, message):
    if n == 2:
        wait(sys.argv[1])
        first(message)
    else:
        say(move=message["legal"][-1])
listen(answer)
"""
    table, troubles = new_table(), Troubles()
    async with sitting(table, script(source, gate), on_trouble=troubles) as (seat,):
        table.play(0, await seat.choose())
        await until_asked(table, [seat])
        thinking = asyncio.create_task(seat.choose())
        for _ in range(100):  # the interface is free all the while
            await asyncio.sleep(0)
        assert not thinking.done()
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        table.back(0, alone=True)
        again = asyncio.create_task(seat.choose())
        await asyncio.to_thread(let_go, gate)
        assert await again == table.view(0).legal()[-1] != table.view(0).legal()[0]
        table.play(0, again.result())
        await play(table, [seat])
    assert table.over
    assert troubles == []


async def test_called_away_before_the_bot_was_even_ready(script, gate):
    table, troubles = new_table(), Troubles()
    async with sitting(
        table, script("wait(sys.argv[1])\nlisten(lambda n, m: first(m))", gate), on_trouble=troubles
    ) as (seat,):
        for _ in range(3):
            thinking = asyncio.create_task(seat.choose())
            await asyncio.sleep(0)
            thinking.cancel()
            with suppress(asyncio.CancelledError):
                await thinking
        await asyncio.to_thread(let_go, gate)
        assert await seat.choose() == table.view(0).legal()[0]
    assert troubles == []


async def test_the_table_is_left_while_the_bot_thinks(script):
    table, troubles = new_table(), Troubles()
    async with sitting(table, script("listen(lambda n, m: signal.pause())"), on_trouble=troubles) as (seat,):
        thinking = asyncio.create_task(seat.choose())
        await asyncio.sleep(0)
        await seat.close()
        with pytest.raises(asyncio.CancelledError):
            await thinking
    assert troubles == []


async def test_a_bot_ends_by_itself_after_bye(script, gate, long_grace):
    source = "def first_and(n, m): first(m)\nlisten(first_and)\nwith open(sys.argv[1], 'w') as out: out.write('well')"
    table = new_table()
    async with sitting(table, script(source, gate)) as (seat,):
        await play(table, [seat], 3)
        farewell = asyncio.create_task(asyncio.to_thread(gate.read_text))
        await seat.close()
        assert await farewell == "well"
        await seat.close()  # a second time does nothing


async def test_a_bot_hears_of_the_end_and_the_scores(script, gate, long_grace):
    source = """
heard = []
for line in sys.stdin:
    heard.append(message := json.loads(line))
    if message["kind"] == "hello":
        say(ready=1)
    elif message["kind"] == "ask":
        first(message)
with open(sys.argv[1], "w") as out:
    json.dump(heard[-1] | {"told": max(m.get("n", 0) for m in heard)}, out)
"""
    table = new_table()
    async with sitting(table, script(source, gate)) as (seat,):
        await play(table, [seat])
        heard = asyncio.create_task(asyncio.to_thread(gate.read_text))
        await seat.close()
        outcome = table.state.outcome
        assert json.loads(await heard) == {
            "kind": "bye",
            "why": "over",
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "told": table.steps[-1].n,
        }


async def test_children_of_a_bot_are_ended_with_it(script, gate):
    """The child holds the gate open as long as it lives; then reading comes to its end."""
    source = """
if not os.fork():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open(sys.argv[1], "w") as gate:
        gate.write("here ")
        gate.flush()
        signal.pause()
listen(lambda n, m: first(m))
"""
    table = new_table()
    async with sitting(table, script(source, gate)) as (seat,):
        opened = asyncio.create_task(asyncio.to_thread(gate.open))  # which waits for the child
        await play(table, [seat], 1)
        witness = await opened
        assert await asyncio.to_thread(witness.read, 5) == "here "
    with witness:
        assert await asyncio.to_thread(witness.read) == ""


async def test_a_bot_has_no_terminal_and_knows_little_of_us(script, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    monkeypatch.setenv("TERM", "xterm")
    source = """
def answer(n, message):
    try:
        os.open("/dev/tty", os.O_RDWR)
        found = ["tty"]
    except OSError:
        found = []
    found += [name for name in ("SECRET_TOKEN", "TERM") if name in os.environ]
    found += ["path"] * ("PATH" in os.environ)
    found += ["session"] * (os.getsid(0) == os.getpgid(0) == os.getpid())
    for fd in range(3, 256):
        try:
            os.fstat(fd)
            found.append(str(fd))
        except OSError:
            pass
    say(move=message["legal"][0], say=" ".join(found))
listen(answer)
"""
    table, said = new_table(), []
    async with sitting(table, script(source), on_say=lambda seat, words: said.append(words)) as seats:
        await play(table, seats, 1)
    assert said == ["path session"]


async def test_a_folder_called_core_where_we_were_started_is_not_ours(tmp_path, monkeypatch):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit('the wrong core')")
    monkeypatch.chdir(tmp_path)
    table, troubles = new_table(), Troubles()
    async with sitting(table, "bot:random", on_trouble=troubles) as seats:
        await play(table, seats, 1)
    assert troubles == []


# Nothing sealed -------------------------------------------------------------------------------------------------------


async def test_what_comes_through_the_pipe_is_what_the_teller_tells(script, tmp_path, long_grace):
    """test_protocol.py proves of the teller that it tells nothing sealed."""
    source = """
with open(sys.argv[1], "wb") as copy:
    for line in sys.stdin.buffer:
        copy.write(line)
        message = json.loads(line)
        if message["kind"] == "hello":
            say(ready=1)
        elif message["kind"] == "ask":
            first(message)
"""
    table, heard = new_table(), tmp_path / "heard"
    teller = SeatTeller(table, 0)
    told = teller.hello(NAMES[:2], teller.luck(), bots.SECONDS)
    async with sitting(table, script(source, heard)) as (seat,):
        while (prompt := table.state.prompt) is not None:
            if prompt.seat == 0:
                told += teller.news() + teller.ask(table.view(0))
            await play(table, [seat], 1)
    assert heard.read_bytes() == told + teller.news() + teller.bye("over")
