"""What src/ may import, and what it may do while it is imported."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
FILES = sorted(SRC.rglob("*.py"))
# Imports point one way: entry -> edge -> agent -> {tools, grounding, chat, quota} -> catalog.
MAY_IMPORT = {
    "entry": {"edge", "agent", "tools", "grounding", "chat", "quota", "catalog"},
    "edge": {"edge", "agent", "tools", "grounding", "chat", "quota", "catalog"},
    "agent": {"agent", "tools", "grounding", "chat", "quota", "catalog"},
    "tools": {"tools", "catalog"},
    "grounding": {"grounding", "catalog"},
    "chat": {"chat", "catalog"},
    "quota": {"quota", "catalog"},
    "catalog": {"catalog"},
}
PLATFORM = {"js", "pyodide", "workers"}
# The top level is run once, when a deploy takes its memory snapshot: entropy and time are refused there, and would
# be the same in every isolate if they were not (https://developers.cloudflare.com/workers/languages/python/).
NOT_AT_IMPORT = {"random", "uuid", "secrets", "time"}
NOT_AT_IMPORT_CALLS = {"os.urandom", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
# A JS object made at the top level cannot be put into the snapshot.
JS_OBJECTS = {"create_proxy", "create_once_callable", "to_js", "js.ReadableStream.new", "js.AbortController.new"}


def room(file: Path) -> str:
    return file.relative_to(SRC).parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield (node.module or "").split(".")[0]


def run_at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node that is evaluated when the module is imported: all but the bodies of functions."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += [*node.decorator_list, *node.args.defaults, *(each for each in node.args.kw_defaults if each)]
        elif not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SRC)))
def test_imports_follow_the_arrows(file: Path) -> None:
    own = set(MAY_IMPORT) | {room(each) for each in FILES}
    wrong = {name for name in imported(ast.parse(file.read_text())) if name in own} - MAY_IMPORT[room(file)]
    assert not wrong, f"{room(file)} may not import {', '.join(sorted(wrong))}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SRC)))
def test_only_the_edge_knows_the_platform(file: Path) -> None:
    if room(file) not in ("edge", "entry"):
        assert not PLATFORM & set(imported(ast.parse(file.read_text())))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SRC)))
def test_nothing_random_or_timed_is_called_at_import(file: Path) -> None:
    for node in run_at_import(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called.split(".")[0] not in NOT_AT_IMPORT, f"{called} at import, line {node.lineno}"
            assert not any(called.endswith(name) for name in NOT_AT_IMPORT_CALLS | JS_OBJECTS), f"{called} at import"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SRC)))
def test_files_stay_small(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 300
