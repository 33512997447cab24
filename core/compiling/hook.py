"""What hatchling asks when it builds the project: a wheel gets the compiled core (see pyproject.toml).

The hook is our own because hatch-mypyc, the ready one, fails where there is no C compiler, asks every build for mypy,
and cannot tell a wheel from `pip install -e`. Where there is no compiler, this one builds the pure core and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "ATLANTIS_COMPILE"
NEEDED = ["mypy>=2.4,<3", "setuptools>=68,<90"]
NO_COMPILER = 3
SENTENCE = "There is no C compiler here, so the core stays pure Python: equal, but slower."


class CompiledCore(BuildHookInterface):
    def dependencies(self) -> list[str]:
        return NEEDED if _wanted(_for_editable()) and _compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        editable = version == "editable"
        if not _wanted(editable):
            return
        if not _compiler():
            self.app.display_warning(SENTENCE)
            return
        self._folder = tempfile.mkdtemp()
        into = [] if editable else ["--into", self._folder]
        paths = os.pathsep.join(path for path in (self.root, os.environ.get("PYTHONPATH")) if path)
        done = subprocess.run(
            [sys.executable, "-m", "core.compiling", *into],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode == NO_COMPILER:
            self.app.display_warning(done.stdout.strip())
        elif done.returncode:
            raise RuntimeError(f"{done.stdout}\nThe core did not compile. {VARIABLE}=0 builds it as pure Python.")
        elif not editable:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for folder, _, names in os.walk(self._folder):
                for name in names:
                    path = os.path.join(folder, name)
                    build_data["force_include"][path] = os.path.relpath(path, self._folder)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(getattr(self, "_folder", ""), ignore_errors=True)


def _wanted(editable: bool) -> bool:
    wish = os.environ.get(VARIABLE, "")
    if wish not in ("", "0", "1"):
        raise ValueError(f"{VARIABLE} is 0 or 1, not {wish}")
    return wish == "1" or (wish == "" and not editable)


def _for_editable() -> bool:
    """Whether it is for `pip install -e` that requirements are asked for.

    hatchling tells `initialize` what it builds, but not `dependencies`. The standard name of the function that asks
    tells it (PEP 660).
    """
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_code.co_name == "get_requires_for_build_editable":
            return True
    return False


def _compiler() -> bool:
    """Whether there may be a C compiler, so that mypy is worth loading. core/compiling/__main__.py tries it out."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0]) is not None
