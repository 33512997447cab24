"""Whole games between programs of their own: everybody ends with the same log, byte for byte."""

import json

import pytest

from core import games

BOT = ("--as", "bot:random")


def same_logs(*programs):
    logs = [program.log.read_bytes() for program in programs]
    assert len(set(logs)) == 1
    return logs[0]


@pytest.mark.parametrize("game", games.names())
def test_two_programs_play_a_game_to_the_same_log(host, join, game):
    anna = host(*BOT, game=game, hurry="HUSH_MS=0")
    boris = join("boris", anna.address, *BOT, "--code", anna.code, hurry="HUSH_MS=0")
    assert (anna.ended(), boris.ended()) == (0, 0)
    assert (anna.errors, boris.errors) == ("", "")
    same_logs(anna, boris)
    assert "sent more than it may" not in anna.text  # however fast a bot plays
    assert " away" not in anna.text
    assert "friendly deal" in anna.text
    assert told_at_the_end(anna)
    assert told_at_the_end(boris) == told_at_the_end(anna)


def told_at_the_end(program):
    """Nobody sits at these programs, so it is told alike."""
    return [line for line in program.lines if " has " in line or line.endswith((" wins.", " share the win."))][-3:]


def test_a_ticket_needs_no_code_and_bots_fill_the_other_seats(host, join):
    anna = host(*BOT, "--seats", "3", "--bots", "easy", itself=True)
    boris = join("boris", anna.ticket, *BOT, itself=True)
    assert (anna.ended(), boris.ended()) == (0, 0)
    same_logs(anna, boris)
    assert "(bot:easy)" in boris.text


@pytest.mark.full
def test_three_people_at_an_open_table(host, join):
    anna = host(*BOT, "--seats", "3", "--open")
    others = [join(name, anna.address, "--as", level) for name, level in (("boris", "easy"), ("chloe", "normal"))]
    assert [program.ended() for program in (anna, *others)] == [0, 0, 0]
    same_logs(anna, *others)


def test_a_wrong_code_is_refused_in_one_sentence_and_the_host_is_told(host, join):
    anna = host(*BOT, "--code", "123 456")
    boris = join("boris", anna.address, *BOT, "--code", "123 457")
    assert boris.ended() == 2
    assert boris.errors == "atlantis: That is not the code of this table: ask the host for it.\n"
    anna.said("tried a wrong code")


def test_a_table_tells_about_itself_before_anybody_joins(host, start):
    anna = host(*BOT, "--seats", "3", "--name", "Reef")
    looking = start("boris", "tables", anna.address, "--json")
    assert looking.ended() == 0
    address, port = anna.address.rsplit(":", 1)
    assert json.loads(looking.text) == [
        {
            "table": "Reef",
            "game": "atlantis",
            "host": "Anna",
            "seats": 3,
            "taken": 1,
            "watching": 0,
            "state": "lobby",
            "door": "code",
            "addresses": [[address, int(port)]],
        }
    ]
