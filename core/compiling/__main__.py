"""Compiles the core: `python -m core.compiling`. It needs mypy, setuptools and a C compiler.

The extension modules come to lie beside their sources. `--into FOLDER` puts them elsewhere, for a wheel, and `--clean`
removes them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile

from core.compiling import ROOM, SHARED, clean, digest, record_name, sources

HOUSE = os.path.dirname(ROOM)
NO_COMPILER = 3  # the exit code
# Functions that nobody outside may call are called directly, and the compiler may put them into their callers.
HIDDEN = [] if os.name == "nt" else ["-fvisibility=hidden"]
SENTENCE = "There is no C compiler with the headers of Python here, so the core stays pure Python: equal, but slower."


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m core.compiling", description="Compiles the core.")
    words.add_argument("--clean", action="store_true", help="remove what was compiled instead")
    words.add_argument("--into", metavar="FOLDER", default=HOUSE, help="where it goes (beside the sources)")
    words.add_argument("--optimise", metavar="LEVEL", default="3", help="of the C compiler: 0, 1, 2 or 3 (3)")
    asked = words.parse_args()
    if asked.clean:
        print(f"{clean()} extension modules removed: the core is pure Python.")
        return 0
    into = os.path.abspath(asked.into)
    os.chdir(HOUSE)  # where mypy finds its settings
    with tempfile.TemporaryDirectory() as work:
        if not _compiler_works(work):
            print(SENTENCE)
            return NO_COMPILER
        if into == HOUSE:
            clean()
        _compile(work, into, asked.optimise)
    print(f"{len(sources())} modules compiled.")
    return 0


def _compiler_works(work: str) -> bool:
    """Whether a source as small as can be compiles, with the headers of this Python."""
    from setuptools import Extension

    source = os.path.join(work, "tiny.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <Python.h>\nPyMODINIT_FUNC PyInit_tiny(void) { return NULL; }\n")
    # The compiler writes to the terminal by itself what is wrong; one sentence says it.
    told = os.dup(2)
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 2)
            _build([Extension("tiny", [source])], work, work)
    except Exception as error:  # each version of setuptools has other classes for it
        if type(error).__name__ not in ("CompileError", "LinkError", "PlatformError", "DistutilsPlatformError"):
            raise
        return False
    finally:
        os.dup2(told, 2)
        os.close(told)
    return True


def _compile(work: str, into: str, optimise: str) -> None:
    from mypyc.build import mypycify

    paths = [f"core/{source}" for source in sources()]
    settings = ["--config-file=pyproject.toml", f"--cache-dir={os.path.join(work, 'mypy')}"]
    made = mypycify(
        [*settings, *paths],
        opt_level=optimise,
        debug_level="0",
        group_name=SHARED,
        target_dir=os.path.join(work, "c"),
    )
    for extension in made:
        extension.extra_compile_args += HIDDEN
    built = os.path.join(work, "built")
    _build(made, built, work)
    for folder, _, names in os.walk(built):
        to = os.path.join(into, os.path.relpath(folder, built))
        os.makedirs(to, exist_ok=True)
        for name in names:
            shutil.move(os.path.join(folder, name), os.path.join(to, name))
    os.makedirs(os.path.join(into, "core", "compiling"), exist_ok=True)
    with open(os.path.join(into, "core", record_name()), "w", encoding="utf-8") as file:
        file.writelines(f"{digest(ROOM, source)} {source}\n" for source in sources())


def _build(made: list[object], into: str, work: str) -> None:
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    command = build_ext(Distribution({"ext_modules": made}))
    command.build_lib, command.build_temp = into, os.path.join(work, "objects")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    sys.exit(main())
