"""`atlantis arena --part` and `atlantis arena merge`: parts played apart are told as if played together, or refused."""

import json
import shutil

import pytest

from atlantis_tui.arena.plan_slice import GameNumbers, PlanSlice
from tests.commands.conftest import Done
from tests.commands.test_arena import TIMES, result, without_times
from tests.commands.test_log import refused

WORDS = ("arena", "atlantis", "easy", "random", "--seed", "apart", "--games", 5)
GOLDEN = "0" * 32


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Both parts of a match, as they are written: two deals and a half."""
    from atlantis_tui.cli import main

    folder = tmp_path_factory.mktemp("parts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATLANTIS_HOME", str(folder / "home"))
        for number in (1, 2):
            words = [*map(str, WORDS), "--part", f"{number}/2", "--save", str(folder / f"{number}")]
            assert main(words) == 0
    return folder


@pytest.fixture
def parts(made, tmp_path):
    """Two files of this test's own."""
    return [shutil.copy(made / name, tmp_path / name) for name in ("1", "2")]


def merged(atlantis, *words):
    return atlantis("arena", "merge", *words)


def change(path, line, **values):
    """Change an object that stands in a line of a file. What becomes None is left out."""
    lines = path.read_text().splitlines()
    about = json.loads(lines[line]) | values
    lines[line] = json.dumps({name: value for name, value in about.items() if value is not None})
    path.write_text("".join(f"{each}\n" for each in lines))


def told(done, form):
    """What is told, without times."""
    assert (done.code, done.err) == (0, "")
    if form == "--json":
        return without_times(json.loads(done.out))
    first, _, rest = done.out.partition("\n")
    return (first.partition(" in ")[0], rest) if form == "text" else done.out


# Which games belong to a part ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "a_deal"), [(1, 2), (6, 3), (7, 3), (8, 3), (40, 4), (41, 12)])
@pytest.mark.parametrize("of", [1, 2, 3, 5])
def test_the_parts_have_every_game_once_and_keep_deals_together(games, a_deal, of):
    parts = [GameNumbers(games, a_deal, PlanSlice(number, of)) for number in range(1, of + 1)]
    assert sorted(number for part in parts for number in part) == [*GameNumbers(games, a_deal)] == [*range(games)]
    for part in parts:
        found = [*part]
        assert len(part) == len(found)
        assert [number for number in range(-1, games + 9) if number in part] == found
        more = GameNumbers(games + 20, a_deal, PlanSlice(parts.index(part) + 1, of))
        assert {*found} <= {*more}
    assert all(len({number // a_deal for number in one} & {number // a_deal for number in other}) == 0
               for one in parts for other in parts if one is not other)  # fmt: skip


# The same result -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "--json", "--markdown"])
def test_parts_are_told_as_one_run_tells_the_whole(atlantis, parts, form):
    words = () if form == "text" else (form,)
    assert told(merged(atlantis, *reversed(parts), *words), form) == told(atlantis(*WORDS, *words), form)


def test_pairs_bots_that_search_and_options_are_told_alike_too(atlantis, tmp_path):
    words = ["arena", "atlantis", "random", "easy", "hard:1", "--pairs", "--seed", "pairs", "--games", 3]
    words += ["--times", "--option", "paid_cards=discard"]
    files = [tmp_path / "1", tmp_path / "2"]
    for number, file in enumerate(files, 1):
        result(atlantis(*words, "--part", f"{number}/2", "--save", file, "--json"))
    whole, together = result(atlantis(*words, "--json")), result(merged(atlantis, *files, "--times", "--json"))
    for told_of in (whole, together):
        for seat in told_of["seats"]:
            assert seat.pop("mean_ms") > 0
            assert seat.pop("p95_ms") > 0
    assert without_times(together) == without_times(whole)


def test_the_seconds_of_all_parts_are_added_up(atlantis, parts):
    for part, seconds in zip(parts, (2, 40), strict=True):
        change(part, -1, seconds=seconds)
    with parts[1].open("a") as file:
        file.write('{"seconds":0.5}\n')  # it was played in two goes
    assert result(merged(atlantis, *parts, "--json"))["seconds"] == 42.5


def test_a_part_says_what_it_is(atlantis, parts):
    words = (*WORDS, "--part", "1/2", "--save", parts[0])
    summary = result(atlantis(*words, "--json"))
    assert (summary["part"], summary["asked"], summary["games"], summary["complete"]) == ("1/2", 3, 3, True)
    last = "This is part 1/2: atlantis arena merge FILE [FILE ...] puts the files of all parts together."
    assert atlantis(*words).out.splitlines()[-1] == last
    assert atlantis(*words, "--markdown").out.splitlines()[-1].endswith("--seed apart --part 1/2`")


def test_only_the_part_with_the_last_deal_says_that_it_is_cut(atlantis, parts):
    cut = ["was not played" in atlantis(*WORDS, "--part", f"{number}/2", "--save", parts[number - 1]).out
           for number in (1, 2)]  # fmt: skip
    assert cut == [True, False]


def test_parts_go_on_with_more_games(atlantis, parts):
    more = (*WORDS[:-1], 7)
    first, second = parts
    assert result(atlantis(*more, "--part", "2/2", "--save", second, "--json"))["played_now"] == 1
    assert refused(merged(atlantis, first, second)) == (
        f"{second} is part of a match of 7 games, and {first} of one of 5: give both the same --games, and they go on."
    )
    assert result(atlantis(*more, "--part", "1/2", "--save", first, "--json"))["played_now"] == 1
    assert told(merged(atlantis, *parts, "--json"), "--json") == told(atlantis(*more, "--json"), "--json")


# Files that do not fit -----------------------------------------------------------------------------------------------

OTHER_MATCH = " is part of another match (atlantis arena "


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({"seed": "x"}, f"{OTHER_MATCH}atlantis easy random --seed x) than FIRST: name the parts of one match."),
        ({"bots": ["easy", "normal"]}, f"{OTHER_MATCH}atlantis easy normal --seed apart) than FIRST: name the parts"),
        ({"pairs": True}, f"{OTHER_MATCH}atlantis easy random --pairs --seed apart) than FIRST"),
        ({"options": {"paid_cards": "discard", "bought_cards_can_pay": True, "atlantis_figures_pay": True}},
         f"{OTHER_MATCH}atlantis easy random --seed apart --option paid_cards=discard) than FIRST"),
        ({"game": "atalia", "options": "atalia"}, f"{OTHER_MATCH}atalia easy random --seed apart) than FIRST"),
        ({"rules_version": 99}, " was played by rules version 99 of Atlantis, and this program has "),
        ({"golden": GOLDEN}, " was played by a program in which Atlantis goes another way (its golden hash differs)"),
        ({"golden": None}, " was played by a program in which Atlantis goes another way (its golden hash differs)"),
        ({"program": GOLDEN}, " was played with other rules or bots than FIRST, which were changed: "),
        ({"part": "2/3"}, " is one of 3 parts, and FIRST one of 2: name the parts of one division."),
        ({"part": "1/2"}, "FIRST and SECOND are both part 1/2: name one of them."),
        ({"part": None}, " holds a whole match and no part: name only files that --part has made."),
        ({"part": "3/2"}, " is no file of arena results: name another file."),
        ({"part": "2/999999999"}, " is no file of arena results: name another file."),
        ({"part": 7}, " is no file of arena results: name another file."),
        ({"game": "chess"}, " holds a match that this version does not know: update atlantis."),
        ({"bots": ["easy", "perfect"]}, " holds a match that this version does not know: update atlantis."),
        ({"options": {}}, " is no file of arena results: name another file."),
        ({"options": {"paid_cards": []}}, " holds a match that this version does not know: update atlantis."),
        ({"bots": []}, " is no file of arena results: name another file."),
        ({"bots": ["easy"] * 5000, "pairs": True}, " is no file of arena results: name another file."),
        ({"bots": ["easy"] * 2, "pairs": True}, " is no file of arena results: name another file."),
        ({"atlantis arena": 2}, " was written by a newer version: update atlantis."),
        ({"seed": "\x1b[2Jx"}, "(atlantis arena atlantis easy random --seed '?[2Jx') than FIRST"),
    ],
    ids=lambda value: str(value)[:40].replace("\x1b", "ESC") if isinstance(value, dict) else "",
)  # fmt: skip
def test_a_part_that_does_not_fit_is_refused_by_its_name(atlantis, parts, header, said):
    first, second = parts
    if header.get("options") == "atalia":
        from core import games

        header = header | {"options": games.load("atalia").settle({})}
    if header.get("part") is None and "part" in header:
        lines = [line for line in second.read_text().splitlines(keepends=True) if line.startswith(("[", '{"atl'))]
        second.write_text("".join(lines))  # a whole match has no objects between its games
    change(second, 0, **header)
    sentence = refused(merged(atlantis, first, second))
    assert said.replace("FIRST", str(first)).replace("SECOND", str(second)) in sentence
    assert str(second) in sentence


def test_missing_parts_are_named(atlantis, made, parts):
    first, second = parts
    assert refused(merged(atlantis, second)) == (
        "Part 1 of 2 is missing: "
        "atlantis arena atlantis easy random --games 5 --seed apart --part 1/2 --save FILE plays it."
    )
    for part, many in ((first, "1/3"), (second, "2/3")):
        change(part, 0, part=many)
    assert refused(merged(atlantis, second)).startswith("Parts 1 and 3 of 3 are missing: ")
    change(first, 0, part="1/100")
    change(first, 1, games=300)
    assert refused(merged(atlantis, first)).startswith(
        "Parts 2, 3, 4, 5, 6, 7, 8, 9 and 91 more of 100 are missing: "
        "atlantis arena atlantis easy random --games 300 --seed apart --part 2/100 "
    )


def test_a_part_that_is_not_at_its_end_says_how_to_go_on(atlantis, parts):
    lines = parts[0].read_text().splitlines(keepends=True)
    parts[0].write_text("".join(lines[:4]) + lines[4][:9])
    command = "atlantis arena atlantis easy random --games 5 --seed apart --part 1/2"
    assert refused(merged(atlantis, *parts)) == (
        f"{parts[0]} has only 2 of its 3 games: {command} --save {parts[0]} plays the others."
    )
    words = command.split()[1:]
    assert result(atlantis(*words, "--save", parts[0], "--json"))["played_now"] == 1
    assert told(merged(atlantis, *parts, "--json"), "--json") == told(atlantis(*WORDS, "--json"), "--json")


@pytest.mark.parametrize(
    "line",
    ['{"games": 0}', '{"games": true}', '{"games": 1e3}', '{"games": 99999999}', '{"seconds": -1}', '{"seconds": NaN}',
     '{"seconds": 1, "games": 5}', '{"x": 1}', "{}", "7"],
)  # fmt: skip
def test_a_damaged_part_is_refused(atlantis, parts, line):
    lines = parts[1].read_text().splitlines(keepends=True)
    parts[1].write_text("".join([*lines[:2], f"{line}\n", *lines[2:]]))
    assert refused(merged(atlantis, *parts)) == f"{parts[1]} is damaged in line 3: name another file."


@pytest.mark.parametrize("field", ["scores", "turns", "decisions"])
@pytest.mark.parametrize("value", [10**400, -(10**400)])
def test_numbers_without_measure_are_damage_too(atlantis, parts, field, value):
    lines = parts[1].read_text().splitlines()
    row = json.loads(lines[1])
    at = {"scores": 1, "turns": 3, "decisions": 4}[field]
    row[at] = [value, 0] if field == "scores" else value
    parts[1].write_text("".join(f"{line}\n" for line in [lines[0], json.dumps(row), *lines[2:]]))
    assert refused(merged(atlantis, *parts)) == f"{parts[1]} is damaged in line 2: name another file."


def test_a_seed_from_elsewhere_gives_no_orders_to_a_terminal(atlantis, parts):
    for part in parts:
        change(part, 0, seed="\x1b]0;reef\x07\nnew")
    for form in ((), ("--markdown",)):
        done = merged(atlantis, *parts, *form)
        assert (done.code, done.err) == (0, "")
        assert "\x1b" not in done.out
        assert "\nnew" not in done.out


def test_half_a_character_is_no_seed(atlantis, parts):
    change(parts[0], 0, seed="\ud800")
    assert refused(merged(atlantis, *parts)).startswith(f"{parts[0]} ")


def test_what_is_no_file_of_results_is_refused(atlantis, parts, tmp_path):
    (tmp_path / "notes").write_text("notes\n")
    (tmp_path / "empty").touch()
    for name in ("notes", "empty", "/dev/null"):
        file = tmp_path / name
        assert refused(merged(atlantis, parts[0], file)) == f"{file} is no file of arena results: name another file."
    missing = tmp_path / "missing"
    said = refused(merged(atlantis, parts[0], missing))
    assert said == f"There is no file {missing}: name the files that --part has made."
    assert refused(merged(atlantis, tmp_path)) == f"{tmp_path} is a folder: name a file."
    assert not missing.exists()


def test_merging_changes_no_file_and_needs_no_right_to(atlantis, parts):
    before = [part.read_bytes() for part in parts]
    for part in parts:
        part.chmod(0o400)
    merged(atlantis, *parts)
    assert [part.read_bytes() for part in parts] == before


@pytest.mark.parametrize("part", ["2/2", "1/3", None])
def test_a_file_keeps_to_its_part(atlantis, parts, part):
    words = () if part is None else ("--part", part)
    before = parts[0].read_bytes()
    said = refused(atlantis(*WORDS[:-1], 6, *words, "--save", parts[0]))
    assert said == (
        f"{parts[0]} holds another match (atlantis arena atlantis easy random --seed apart --part 1/2): "
        "name another file."
    )
    assert parts[0].read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "arena merge needs the files that --part has made: atlantis arena merge FILE [FILE ...]."),
        (("a", "--games", "5"), 'There is no flag "--games": see atlantis arena merge --help.'),
    ],
)
def test_wrong_words_for_merge(atlantis, words, said):
    assert refused(merged(atlantis, *words)) == said


def test_merge_refuses_two_forms_before_it_tells_anything(atlantis, parts):
    assert refused(merged(atlantis, *parts, "--json", "--markdown")).startswith("--json and --markdown do not go")
    assert refused(atlantis("arena", "--json", "merge", *parts)).startswith("merge comes before all flags: ")


def test_help_on_merge(atlantis):
    done = merged(atlantis, "--help")
    assert isinstance(done, Done)
    assert (done.code, done.err) == (0, "")
    assert all(f"{flag}: " in done.out for flag in ("--times", "--json", "--markdown"))


def test_times_are_named(atlantis, parts):
    assert {*TIMES} < {*result(merged(atlantis, *parts, "--json"))}
