"""The compiled core: what is compiled, which core is in use, that stale parts are refused, and how the build decides.

`pytest -m full` compiles the core for every Python that is there, and runs all tests of the core and of the fourth game
on it: the golden hashes, the contract and the logs are then equal byte for byte to those of the pure core.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import types
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core import compiling
from core.compiling import SUFFIX, VARIABLE
from tests.core.test_golden import find_python

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core"


@pytest.fixture
def room(tmp_path):
    """A copy of core as if it had been compiled: every extension module is there, and an empty file."""
    copy = tmp_path / "core"
    shutil.copytree(CORE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "made_of*"))
    sources = compiling.sources(str(copy))
    for source in sources:
        copy.joinpath(source.removesuffix(".py") + SUFFIX).touch()
    (copy / compiling.shared_library()).touch()
    digests = [f"{compiling.digest(str(copy), source)} {source}\n" for source in sources]
    (copy / compiling.record_name()).write_text("".join(digests))
    return copy


# What is compiled ----------------------------------------------------------------------------------------------------


def test_the_rules_and_the_bots_of_every_game_are_compiled():
    found = compiling.sources()
    assert {f"{game}/{file}.py" for game in ("atlantis", "survive", "atalia") for file in ("rules", "rollout")} < {
        *found
    }
    assert {"game.py", "hidden.py", "chance.py", "bots/search.py", "bots/odds.py"} < {*found}
    assert all((CORE / source).exists() for source in found)
    assert not [source for source in found if source.startswith("compiling/") or source.endswith("__init__.py")]


def test_what_is_compiled_makes_no_object_with_object_new_which_compiled_classes_refuse():
    """mypyc does not notice this one; what it notices, the full tests find."""
    wrong = [
        f"{source}:{node.lineno}"
        for source in compiling.sources()
        for node in ast.walk(ast.parse((CORE / source).read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "__new__" and ast.unparse(node.value) == "object"
    ]
    assert wrong == []


# Which one is in use, and whether it is stale ------------------------------------------------------------------------


def test_it_is_known_which_core_is_in_use(room):
    import core.hidden

    assert compiling.in_use() == core.hidden.__file__.endswith(SUFFIX)
    assert compiling.in_use(str(room))
    (room / f"hidden{SUFFIX}").unlink()
    assert not compiling.in_use(str(room))


def test_what_was_just_compiled_is_not_stale_whatever_the_times_of_its_files(room):
    assert compiling.stale(str(room)) == []
    for file in room.rglob("*.py"):
        os.utime(file)
    assert compiling.stale(str(room)) == []


def test_a_changed_or_missing_source_makes_its_module_stale(room):
    with (room / "hidden.py").open("a") as file:
        file.write("\n")
    (room / "bots" / "odds.py").unlink()
    assert compiling.stale(str(room)) == [f"bots/odds{SUFFIX}", f"hidden{SUFFIX}"]


def test_extension_modules_of_which_nothing_is_known_are_stale(room):
    (room / compiling.record_name()).unlink()
    assert len(compiling.stale(str(room))) == len(compiling.sources(str(room)))


def test_extension_modules_of_another_python_are_never_loaded_and_so_never_stale(room):
    (room / "game.cpython-399-moon.so").touch()
    assert compiling.stale(str(room)) == []


def test_one_command_removes_all_of_it(room):
    (room / "game.cpython-399-moon.so").touch()
    done = subprocess.run(
        [sys.executable, "-m", "core.compiling", "--clean"], cwd=room.parent, capture_output=True, text=True, check=True
    )
    assert "the core is pure Python" in done.stdout
    assert [*room.rglob("*.so"), *room.rglob("made_of*")] == []
    assert (room / "hidden.py").exists()


def test_the_test_run_refuses_what_is_stale(room):
    (room / "hidden.py").write_text("")
    shutil.copy(ROOT / "pyproject.toml", room.parent)
    (room.parent / "tests").mkdir()
    for name in ("__init__.py", "conftest.py"):
        shutil.copy(ROOT / "tests" / name, room.parent / "tests")
    (room.parent / "tests" / "test_one.py").write_text("def test_one():\n    pass\n")
    environ = {**os.environ, "PYTHONPATH": str(room.parent)}
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(command, cwd=room.parent, env=environ, capture_output=True, text=True, timeout=120)
    assert done.returncode == 4, done.stdout
    assert "python -m core.compiling --clean" in done.stdout + done.stderr


# How the build decides -----------------------------------------------------------------------------------------------


@pytest.fixture
def hook(monkeypatch):
    """The build hook, without hatchling, on a machine with a C compiler."""
    monkeypatch.delenv(VARIABLE, raising=False)
    interface: Any = types.ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    module: Any = types.ModuleType("hook")
    exec((CORE / "compiling" / "hook.py").read_text("utf-8"), vars(module))
    monkeypatch.setattr(module, "_compiler", lambda: True)
    return module


@pytest.fixture
def build(hook, monkeypatch):
    """Builds, and returns what was run, what was told, and what hatchling is to do."""

    def run(version, code=0, told=""):
        made = hook.CompiledCore()
        ran: list[Any] = []
        said: list[str] = []
        made.root = str(ROOT)
        made.app = types.SimpleNamespace(display_warning=said.append)

        def fake(command, **_):
            ran.append(command)
            if "--into" in command:
                Path(command[-1], "core").mkdir()
                Path(command[-1], "core", "hidden.so").touch()
            return types.SimpleNamespace(returncode=code, stdout=told)

        monkeypatch.setattr(hook.subprocess, "run", fake)
        data: dict[str, Any] = {"force_include": {}}
        made.initialize(version, data)
        made.finalize(version, data, "")
        return ran, said, data

    return run


def test_the_hook_and_the_command_agree(hook):
    from core.compiling import __main__ as command

    assert (hook.VARIABLE, hook.NO_COMPILER) == (VARIABLE, command.NO_COMPILER)


@pytest.mark.parametrize(
    ("wish", "version", "compiles"),
    [
        (None, "standard", True),
        (None, "editable", False),
        ("1", "standard", True),
        ("1", "editable", True),
        ("0", "standard", False),
        ("0", "editable", False),
    ],
)
def test_a_wheel_is_compiled_and_a_clone_only_if_asked(build, monkeypatch, wish, version, compiles):
    if wish is not None:
        monkeypatch.setenv(VARIABLE, wish)
    ran, said, data = build(version)
    assert (bool(ran), said) == (compiles, [])
    if compiles and version == "standard":
        assert (data["pure_python"], data["infer_tag"]) == (False, True)
        assert list(data["force_include"].values()) == [os.path.join("core", "hidden.so")]
    else:
        assert data == {"force_include": {}}


def test_without_a_compiler_the_core_is_pure_and_a_sentence_says_so(build, hook, monkeypatch):
    told = "There is no C compiler."
    assert build("standard", hook.NO_COMPILER, told)[1:] == ([told], {"force_include": {}})
    monkeypatch.setattr(hook, "_compiler", lambda: False)
    ran, said, _ = build("standard")
    assert (ran, said) == ([], [hook.SENTENCE])


def test_any_other_failure_ends_the_build_and_names_the_way_out(build):
    with pytest.raises(RuntimeError, match=f"{VARIABLE}=0"):
        build("standard", 1, "mypyc says something")


def test_mypy_is_asked_for_only_where_it_is_needed(hook, monkeypatch):
    def get_requires_for_build_editable():
        return hook.CompiledCore().dependencies()

    assert hook.CompiledCore().dependencies() == hook.NEEDED
    assert get_requires_for_build_editable() == []
    monkeypatch.setenv(VARIABLE, "1")
    assert get_requires_for_build_editable() == hook.NEEDED
    monkeypatch.setenv(VARIABLE, "0")
    assert hook.CompiledCore().dependencies() == []
    monkeypatch.setenv(VARIABLE, "perhaps")
    with pytest.raises(ValueError, match="perhaps"):
        hook.CompiledCore().dependencies()


def test_a_machine_without_a_compiler_is_told_in_one_sentence():
    """The command itself, with a compiler that fails."""
    environ = {**os.environ, "CC": "false", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "core.compiling", "--into", os.devnull]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.count("\n")) == (3, 1), done.stdout + done.stderr
    assert done.stdout.startswith("There is no C compiler")


# The compiled core itself --------------------------------------------------------------------------------------------


def own_python(minor, folder):
    """A Python of this version with all that the tests need: this one, or another in an environment of its own."""
    if minor == sys.version_info.minor:
        return sys.executable
    python = find_python(minor)
    if python is None:
        pytest.skip(f"there is no Python 3.{minor} on this machine (looked on PATH and in pyenv)")
    subprocess.run([python, "-m", "venv", folder], check=True, timeout=300)
    inside = str(folder / "bin" / "python")
    command = [inside, "-m", "pip", "install", "-q", f"{ROOT}[test]"]
    done = subprocess.run(command, env={**os.environ, VARIABLE: "0"}, capture_output=True, text=True, timeout=900)
    if done.returncode:
        pytest.skip(f"nothing can be installed for Python 3.{minor} here: {done.stderr.splitlines()[-1]}")
    subprocess.run([inside, "-m", "pip", "uninstall", "-qy", "atlantis-tui"], check=True, timeout=300)
    return inside


@pytest.mark.full
@pytest.mark.parametrize("minor", [11, 12, 13])
def test_all_tests_of_the_core_pass_on_the_compiled_core(minor, tmp_path):
    house = tmp_path / "house"
    for room in ("core", "net", "atlantis_tui", "tests"):
        shutil.copytree(ROOT / room, house / room, ignore=shutil.ignore_patterns("__pycache__", "*.so", "made_of*"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, house)
    python = own_python(minor, tmp_path / "venv")
    environ = {**os.environ, "PYTHONPATH": str(house), "PYTHONSAFEPATH": ""}
    subprocess.run([python, "-m", "core.compiling"], cwd=house, env=environ, check=True, timeout=1800)
    asked = [
        python,
        "-c",
        "import core.game, core.atlantis.rules; print(core.game.__file__, core.atlantis.rules.__file__)",
    ]
    told = subprocess.run(asked, cwd=house, env=environ, capture_output=True, text=True, check=True).stdout.split()
    assert [path.rpartition(".")[2] for path in told] == ["so", "so"]
    assert all(Path(path).is_relative_to(house) for path in told)
    command = [python, "-m", "pytest", "-q", "-n2", "-p", "no:cacheprovider", "tests/core", "tests/test_fourth_game.py"]
    done = subprocess.run(command, cwd=house, env=environ, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stdout[-20_000:]


@pytest.mark.full
def test_a_wheel_has_the_compiled_core(tmp_path):
    """The file by which it is known which core is in use, the library with the code, and all sources as before."""
    environ = {name: value for name, value in os.environ.items() if name != VARIABLE}
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        wheel.extractall(tmp_path / "house")
    room = tmp_path / "house" / "core"
    assert compiling.in_use(str(room))
    assert compiling.stale(str(room)) == []
    assert {file.relative_to(CORE) for file in CORE.rglob("*.py")} <= {
        file.relative_to(room) for file in room.rglob("*")
    }
    command = [sys.executable, "-P", "-m", "atlantis_tui", "--version"]
    environ |= {"PYTHONPATH": str(tmp_path / "house")}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=120)
    assert done.stdout.endswith("(compiled core)\n")
