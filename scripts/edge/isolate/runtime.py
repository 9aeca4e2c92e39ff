"""The Python half of the local edge, inside the isolate: loads the project's modules and calls its entrypoints."""

import importlib
import random
import shutil
import sys
import traceback
from inspect import isawaitable
from pathlib import Path
from site import addsitedir
from types import ModuleType
from typing import Any

PROJECT = Path("/session/metadata")
_HANDLERS = {"fetch", "test"}
"""Methods that may declare fewer parameters than they are given, as in production."""


def add_site_packages(folder: str) -> None:
    """Puts the packages of the project on the path, after its own modules, and runs their .pth files."""
    sys.dont_write_bytecode = True  # a module saved twice in one second would be taken for unchanged
    random.seed()  # Python comes from a snapshot of its memory, and with it the state of the generator
    sys.path.insert(0, str(PROJECT))
    sys.path.insert(1, folder)
    addsitedir(folder)


def clear_project() -> None:
    """Deletes the project's files, not its packages."""
    for path in PROJECT.iterdir():
        if path.name == "python_modules":
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def load_entry() -> str | None:
    """Imports `entry` afresh with all it needs; on a mistake the old modules stay and its traceback is returned."""
    previous = {name: module for name, module in sys.modules.items() if _is_of_project(module)}
    for name in previous:
        del sys.modules[name]
    importlib.invalidate_caches()
    try:
        entry = importlib.import_module("entry")
        if not hasattr(entry, "Default"):
            raise TypeError("src/entry.py defines no class Default(WorkerEntrypoint)")
    except BaseException as error:
        for name in [name for name, module in sys.modules.items() if _is_of_project(module)]:
            del sys.modules[name]
        sys.modules.update(previous)
        return readable(error)
    return None


def _is_of_project(module: ModuleType) -> bool:
    places = [module.__file__] if getattr(module, "__file__", None) else list(getattr(module, "__path__", []))
    return any(
        Path(place).is_relative_to(PROJECT) and not Path(place).is_relative_to(PROJECT / "python_modules")
        for place in places
        if place
    )


def instantiate(name: str, ctx: Any, env: Any) -> Any:
    """A new instance of an entrypoint class."""
    try:
        return getattr(sys.modules["entry"], name)(ctx, env)
    except BaseException as error:
        print(readable(error), file=sys.stderr)
        raise


async def call(instance: Any, method: str, *args: Any) -> Any:
    """Calls a method with its arguments made Python and its result made JavaScript, as the platform does."""
    from pyodide.code import relaxed_call
    from workers import python_from_rpc, python_to_rpc

    function = getattr(instance, method, None)
    if function is None or method.startswith("_"):
        raise TypeError(f"Method {method} does not exist")
    given = [python_from_rpc(arg) for arg in args]
    try:
        result = relaxed_call(function, *given) if method in _HANDLERS else function(*given)
        return python_to_rpc(await result if isawaitable(result) else result)
    except BaseException as error:
        print(readable(error), file=sys.stderr)
        raise


def readable(error: BaseException) -> str:
    """The traceback without the frames above the project's: of this file and of the import system."""
    error = error.with_traceback(_first_own_frame(error))
    return "".join(traceback.format_exception(error)).rstrip()


def _first_own_frame(error: BaseException) -> Any:
    frame = error.__traceback__
    while frame is not None and not frame.tb_frame.f_code.co_filename.startswith(str(PROJECT)):
        frame = frame.tb_next
    return frame
