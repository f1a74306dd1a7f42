"""Our Python sources as the house's tests ask about them: each file is parsed and walked once a process."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TAGS = re.compile(r"</?(?:a|b|em|i|li|p|s|small|span|strong|table|td|th|tr|ul)\b[^>]*>")
"""Tags of HTML within a text."""
TRANSLATING = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
"""Functions that mark a text for translation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Facts of one file."""

    imports: tuple[str, ...]
    attributes: frozenset[str]
    """Every name that stands behind a dot or after `from ... import`."""
    docstrings: tuple[tuple[int, str], ...]
    """Each with its line."""
    classes: tuple[str, ...]
    """Names of the classes that stand in the module itself."""
    hiding: tuple[str, ...]
    """Functions that hide themselves."""
    has_markup: bool
    """True if a text in it has a tag."""
    translated_in_f_strings: tuple[int, ...]
    """Lines."""


def python_files(*folders: str) -> list[Path]:
    """Every file of these folders, in order."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """Name by which the file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def source(path: Path) -> Source:
    """Parse a file, and keep what is asked about it."""
    tree = ast.parse(path.read_text())
    nodes = list(ast.walk(tree))
    named = tuple(imports(nodes, module=module_name(path), is_package=path.name == "__init__.py"))
    behind_dots = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return Source(
        imports=named,
        attributes=frozenset(behind_dots | {target.rpartition(".")[2] for target in named}),
        docstrings=tuple((found.lineno, str(found.value).strip()) for found in docstrings(nodes)),
        classes=tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)),
        hiding=tuple(shadowing(nodes)),
        has_markup=any(TAGS.search(text) for text in texts),
        translated_in_f_strings=tuple(translated_in_f_strings(nodes)),
    )


def imports(nodes: Iterable[ast.AST], *, module: str, is_package: bool) -> Iterator[str]:
    """Every module named by an import anywhere in the file, also inside functions, with relative ones resolved."""
    package = module if is_package else module.rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            # `from cegoscore import scoresheet` imports a module, too.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[ast.Constant]:
    """Every text that stands for itself: of modules, classes and functions, and those below an attribute."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def bound_in(body: Iterable[ast.AST]) -> Iterator[str]:
    """Every name that the code of a function binds, without what is bound inside of functions and classes in it."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            yield from bound_in(ast.iter_child_nodes(node))


def shadowing(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Functions that hide themselves by a name of their own; a method is reached by its object and hides nothing."""
    nodes = list(nodes)
    methods = {id(each) for node in nodes if isinstance(node, ast.ClassDef) for each in node.body}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and id(node) not in methods:
            arguments = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
            if node.name in {*arguments, *bound_in(node.body)}:
                yield f"{node.lineno}: {node.name}"


def translated_in_f_strings(nodes: Iterable[ast.AST]) -> Iterator[int]:
    """Lines of texts that are marked for translation within an f-string."""
    for text in nodes:
        if isinstance(text, ast.JoinedStr):
            for call in ast.walk(text):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TRANSLATING:
                    yield call.lineno
