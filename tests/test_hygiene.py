"""Three rooms, one direction: a room uses what stands below it, never above; and there are no other rooms."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# They run while the project is built, in programs of their own, and nothing that plays imports them.
BUILDERS = {"core/compiling/__main__.py", "core/compiling/hook.py"}
# What only the type checker and mypyc look up: core/compiling/mypyc_marks.py.
MARKS = "mypy_extensions"

TOP_LEVEL = {"pyproject.toml", "atlantis_tui", "core", "net", "tests", "screenshots", "README.md"}

SCREENS = {"textual", "rich", "atlantis_tui"}

# What programs are trained with: the extra `train`.
TRAINERS = {"numpy", "gymnasium", "pettingzoo", "pyspiel"}
TRAINING = "atlantis_tui.training"

# Not even at second hand. `time` is part of every start of Python and msgpack loads `datetime`, so those two
# can only be asked of the source.
CORE_NEVER_LOADS = SCREENS | {
    "asyncio",
    "importlib.metadata",
    "locale",
    "net",
    "platformdirs",
    "random",
    "secrets",
    "tempfile",
    "uuid",
    "zeroconf",
}
CORE_NEVER_IMPORTS = CORE_NEVER_LOADS | {"datetime", "gettext", "socket", "threading", "time"}

# Run in a fresh interpreter: imports modules and tells, for each forbidden one that came along, who asked for
# it. Whatever was there before the first import is the interpreter's own.
WITNESS = """
import sys

root, never, names = sys.argv[1], set(sys.argv[2].split()), sys.argv[3].split()
sys.path.insert(0, root)

class Witness:
    def find_spec(self, name, path=None, target=None):
        if name in never:
            chain, frame = [name], sys._getframe(1)
            while frame:
                importer = frame.f_globals.get("__name__", "?")
                if "importlib" not in importer and importer != chain[0]:
                    chain.insert(0, importer)
                frame = frame.f_back
            print(" > ".join(chain))

sys.meta_path.insert(0, Witness())
for name in names:
    __import__(name)
"""


def came_along(package: str, never: set[str], root: Path = ROOT) -> list[str]:
    names = [
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in sources(package, root)
        if path.name != "__main__.py"
    ]
    assert names, f"there is no {package} in {root}"
    command = [sys.executable, "-I", "-c", WITNESS, str(root), " ".join(never), " ".join(names)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def sources(package: str, root: Path = ROOT) -> list[Path]:
    found = sorted((root / package).rglob("*.py"))
    return [path for path in found if path.relative_to(root).as_posix() not in BUILDERS]


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(parsed(file)))


@cache
def imported(file: Path) -> list[tuple[int, str]]:
    """The line and the full name of everything a source imports, at the top or inside a function."""
    found = []
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append((node.lineno, node.module))
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def below(name: str, packages: set[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:length]) in packages for length in range(1, len(parts) + 1))


def test_core_loads_no_screen_no_network_and_no_chance():
    assert came_along("core", CORE_NEVER_LOADS) == []


def test_net_loads_no_screen():
    assert came_along("net", SCREENS) == []


def test_the_witness_sees_what_comes_at_second_hand(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "__init__.py").touch()
    (tmp_path / "room" / "guilty.py").write_text("import tempfile\n")
    assert "__main__ > room.guilty > tempfile > random" in came_along("room", CORE_NEVER_LOADS, tmp_path)


@pytest.mark.parametrize(
    ("package", "never"),
    [("core", CORE_NEVER_IMPORTS), ("net", SCREENS)],
    ids=["core", "net"],
)
def test_no_source_names_what_its_room_may_not_use(package, never):
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources(package)
        for line, name in imported(path)
        if below(name, never)
    ]
    assert wrong == []


def test_core_uses_the_standard_library_and_msgpack_only():
    allowed = sys.stdlib_module_names | {"core", "msgpack"}
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources("core")
        for line, name in imported(path)
        if name.partition(".")[0] not in allowed and (name.partition(".")[0] != MARKS or path.stem != "mypyc_marks")
    ]
    assert wrong == []


def test_nothing_imports_what_builds_the_core_nor_what_marks_it_for_mypyc():
    assert all((ROOT / builder).exists() for builder in BUILDERS)
    names = {builder.removesuffix(".py").replace("/", ".") for builder in BUILDERS}
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for package in ("core", "net", "atlantis_tui")
        for path in sources(package)
        for line, name in imported(path)
        if below(name, names)
    ]
    assert wrong == []
    assert came_along("core", {MARKS}) == []


def test_the_packages_of_those_who_train_are_used_in_one_place():
    """It uses nothing of ours but core, and only the modules called after such a package, and the example, ask for
    one."""
    place = ROOT / "atlantis_tui" / "training"
    for package in ("core", "net", "atlantis_tui"):
        for path in sources(package):
            names = {name for _, name in imported(path)}
            tops = {name.partition(".")[0] for name in names}
            if path.parent != place:
                assert not tops & TRAINERS, path
                continue
            assert tops <= sys.stdlib_module_names | TRAINERS | {"core", "atlantis_tui"}, path
            assert not [name for name in names if below(name, {"atlantis_tui"}) and not below(name, {TRAINING})], path
            assert not tops & TRAINERS or path.stem in ("pettingzoo_env", "open_spiel_games", "example"), path


def test_nothing_waits_with_wait_for():
    """On Python 3.11 it may lose a cancellation, and then a program hangs when it is left. asyncio.timeout does not."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in ("net", "atlantis_tui")
        for path in sources(package)
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr == "wait_for"
    ]
    assert wrong == []


def test_core_counts_in_whole_numbers():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for path in sources("core")
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    ]
    assert wrong == []


def test_the_top_level_holds_nothing_but_the_house():
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so there is no list of the project's own files")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    top = {path.partition("/")[0] for path in listed.stdout.split("\0") if path}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_ci_runs_the_test_command_of_the_readme():
    commands = [line.strip() for line in (ROOT / "README.md").read_text("utf-8").splitlines()]
    (command,) = [line for line in commands if line.startswith("python3 -m venv") and "[test]" in line]
    assert command in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
