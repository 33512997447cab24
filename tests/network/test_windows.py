"""Two programs of one person on one machine: the same home, the same key."""

import pytest

BOT = ("--as", "bot:random")


def test_at_two_tables_one_person_plays_both_games(host, join):
    """Anna hosts one table and is a guest at another, at the same time."""
    anna = host(*BOT)
    zoe = host(*BOT, player="zoe")
    window = join("anna", zoe.address, *BOT, "--code", zoe.code)
    boris = join("boris", anna.address, *BOT, "--code", anna.code)
    assert [program.ended() for program in (anna, boris, zoe, window)] == [0, 0, 0, 0]
    assert [program.errors for program in (anna, boris, zoe, window)] == ["", "", "", ""]
    games = {file.name: file.read_bytes() for file in (anna.home / "games").glob("*.atl")}
    assert len(games) == 2
    assert games == {program.log.name: program.log.read_bytes() for program in (boris, zoe)}


def test_nobody_sits_down_at_their_own_table(host, join):
    anna = host("--plain", "--code", "123456", typed=True)
    window = join("anna", anna.address, *BOT, "--code", "123456")
    assert window.ended() == 2
    assert window.errors == (
        "atlantis: You are at this table already: to play as somebody else, set ATLANTIS_HOME to a new folder.\n"
    )
    anna.type("bot easy")
    anna.said("bot:easy")  # and the table is as it was


def test_before_the_game_the_last_window_counts(host, join):
    anna = host("--plain", "--seats", "3", "--code", "123456", typed=True)
    arrive = ("boris", anna.address, "--plain", "--code", "123456")
    first = join(*arrive, typed=True)
    first.said("you .not ready")
    second = join(*arrive, typed=True)
    second.said("you .not ready")
    assert first.ended() == 0
    assert first.lines[-1] == "You have come to this table from another window, so this one is done."
    assert "kicked" not in anna.text
    second.type("ready")
    anna.said("Boris .ready")


@pytest.mark.parametrize("player", ["anna", "boris"])
def test_during_the_game_the_first_window_stays(two_in_play, start, player):
    anna, boris = two_in_play
    path = {"anna": anna, "boris": boris}[player].log
    for argv in (("join", anna.address), ("host", "--resume", path)):
        window = start(player, *argv, *BOT, "--no-discovery", "--address", "127.0.0.1")
        assert window.ended() == 2
        assert window.errors.startswith("atlantis: ")
        assert window.errors.count("\n") == 1
        assert "another window" in window.errors or "already" in window.errors, window.errors
    anna.type("moves")
    anna.said("^Type a number to play")
    anna.type("1")
    boris.said("^Your turn")
