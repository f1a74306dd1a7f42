"""Scripts of our own: modules under `static/`, joined into one classic script for each group of pages.

Hashed file names do not reach into `import` statements, and eight small files are slower than one. So modules are
joined when static files are collected (`static_files.py`), in pure Python: what runs the app needs no node. A module
may say

    import { name, other } from "./path.js";      one statement for each module that it imports from
    export const name = …                         also `function`, `async function` and `class`

at the beginning of a line, and nothing else of that kind; a circle of imports is an error, too.
"""

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "adjust": ("scoresheet/adjust.js",),
    "away": ("tournaments/away.js",),
    "besides": ("scoresheet/besides.js",),
    "bidding": ("clubs/bidding.js",),
    "cell": ("clubs/cell.js",),
    "count": ("scoresheet/count.js",),
    "curve": ("scoresheet/curve.js",),
    "differing": ("offline/differing.js",),
    "desk": ("live.js", "tournaments/clock.js", "tournaments/desk.js"),
    "door": ("live.js", "tournaments/door.js"),
    "home": ("offline/left.js", "offline/tables.js", "offline/register.js"),
    "lesson": ("learning/lesson.js",),
    "live": ("live.js", "scoresheet/middle.js"),
    "new-table": ("offline/register.js", "offline/new_table.js"),
    "outbox": ("offline/outbox.js",),
    "passkeys": ("clubhouse/passkeys.js",),
    "played": ("learning/lesson.js", "learning/played.js"),
    "public": ("live.js", "folds.js", "tournaments/clock.js", "tournaments/call.js"),
    "settling": ("offline/settling.js",),
    "share": ("share.js",),
    "sheet": ("taps.js", "scoresheet/sheet.js"),
    "stake": ("stake.js",),
    "tables": ("offline/tables.js",),
    "taps": ("taps.js",),
    "wall": ("tournaments/clock.js", "tournaments/wall.js", "live.js"),
    "words": ("scoresheet/words.js",),
    "worker": ("offline/worker.js",),
}
"""By name of the file, `scripts/NAME.js`: the modules that it starts, in order. What those import comes before them."""

IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.{1,2}/[^"\n]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|function|async function|class) (\w+))", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
DECLARED = re.compile(r"^(?:const|let|function\*?|async function|class) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE)
NAME = re.compile(r"\w+")


class NotJoinable(Exception):
    """A module says something that cannot be joined; the message names the module and what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """A module: its path under `static/`, imported names by path, the names it exports and declares, its other text."""

    path: str
    imports: Mapping[str, frozenset[str]]
    exports: tuple[str, ...]
    declared: frozenset[str]
    body: str


def parse(path: str, text: str) -> Module:
    """The module at `path`. Raises `NotJoinable` for an import or export of another kind."""
    imports: dict[str, frozenset[str]] = {}
    for imported in IMPORT.finditer(text):
        names = [name.strip() for name in imported[1].strip().strip(",").split(",")]
        source = posixpath.normpath(posixpath.join(posixpath.dirname(path), imported[2]))
        if source in imports or not all(NAME.fullmatch(name) for name in names):
            raise NotJoinable(f"{path}: {imported[0].strip()}")
        imports[source] = frozenset(names)
    exports = tuple(match[1] for match in EXPORT.finditer(text))
    body = EXPORT.sub("", IMPORT.sub("", text))
    if left := LEFT_OVER.search(body):
        raise NotJoinable(f"{path}: {left[0]}")
    declared = frozenset(name for match in DECLARED.finditer(body) for name in NAME.findall(match[1]))
    return Module(path=path, imports=imports, exports=exports, declared=declared, body=body)


def modules_of(entries: tuple[str, ...], read: Callable[[str], str]) -> list[Module]:
    """The entries and all that they import, each once, what is imported before what imports it."""
    by_path: dict[str, Module] = {}

    def add(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise NotJoinable(f"a circle of imports: {' > '.join((*above, path))}")
        if path in by_path:
            return
        module = parse(path, read(path))
        for source, names in module.imports.items():
            add(source, (*above, path))
            if missing := names - set(by_path[source].exports):
                raise NotJoinable(f"{path}: {source} does not export {', '.join(sorted(missing))}")
        by_path[path] = module

    for entry in entries:
        add(entry, ())
    return list(by_path.values())


def join(entries: tuple[str, ...], read: Callable[[str], str]) -> str:
    """One classic script, in which all modules share one scope of their own. `read` gives the text at a path.

    So no two of them may declare the same name at their top. (A function around each module would allow it, and add
    350 bytes to the sheet's first page.) What the last entry exports is left on the script's own element:
    `static/load.js` hands it to whoever loaded the script.
    """
    modules = modules_of(entries, read)
    for index, module in enumerate(modules):
        for other in modules[:index]:
            if twice := module.declared & other.declared:
                raise NotJoinable(f"{module.path} and {other.path} both declare {', '.join(sorted(twice))}")
    exports = modules[-1].exports
    handed_over = [f"document.currentScript.exports = {{ {', '.join(exports)} }};"] if exports else []
    bodies = [module.body.strip() for module in modules]
    return "\n".join(["(() => {", '"use strict";', *bodies, *handed_over, "})();", ""])
