"""The rules that keep the house in order: floors, names, languages of the pages, sizes."""

import ast
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver

import cegoscore
from tests.effort import thorough
from tests.rooms import is_affected
from tests.sources import ROOT, imports, module_name, python_files, source

CODE = ("cegoscore", "tournaments", "tests", "tools")

# A module imports from its own room and from lower floors only; so rooms on one floor do not import each other.
# It belongs to the room whose name it begins with; the longest one counts.
FLOORS = {
    "cegoscore": 0,
    "cegoscore.scoring": 10,
    "cegoscore.scoring.rules": 11,
    "cegoscore.scoring.auction": 12,
    "cegoscore.scoring.tricks": 12,
    "cegoscore.scoring.documents": 13,
    "cegoscore.contest": 14,
    "cegoscore.clubs": 20,
    "cegoscore.clubs.rights": 21,
    "cegoscore.clubs.house_rules": 22,
    "cegoscore.answers": 23,
    "cegoscore.hosting": 23,
    "cegoscore.bookings": 24,
    "cegoscore.scoresheet": 28,
    "cegoscore.outings": 29,
    "cegoscore.scoresheet.ledger": 30,
    "cegoscore.scoresheet.hand": 31,
    "cegoscore.scoresheet.evening": 32,
    "cegoscore.scoresheet.table": 33,
    "cegoscore.scoresheet.management": 34,
    "cegoscore.scoresheet.urls": 34,
    "cegoscore.scoresheet.apps": 35,
    "cegoscore.outings.apps": 35,
    "cegoscore.nights": 34,
    "cegoscore.learning": 36,
    "tournaments": 40,
    "tournaments.course": 41,
    "tournaments.setup": 42,
    "tournaments.standings": 42,
    "tournaments.door": 43,
    "tournaments.desk": 44,
    "tournaments.drawing": 45,
    "tournaments.hall": 46,
    # what puts the rooms of an evening together
    "tournaments.selfcheck": 48,
    "tournaments.apps": 49,
    "tournaments.seasons": 50,
    # documents of rows: a whole club, one tournament
    "tournaments.clubhouse.backup": 55,
    "tournaments.papers": 56,
    "tournaments.management": 57,
    "tournaments.urls": 57,
    "tournaments.clubhouse": 60,
}
"""Every room with its floor, as docs/architecture.md lists them."""

MOST_MODULES = 20
"""Modules side by side in a folder; what has more gets rooms with floors of their own."""

PURE = ("cegoscore/scoring", "cegoscore/contest")
"""Rooms that know the standard library and each other only: no clock, no chance, no I/O but their rule files."""


def room(module: str) -> str | None:
    """Name the room a module belongs to; None for everything that is not ours."""
    names = [name for name in FLOORS if module == name or module.startswith(f"{name}.")]
    return max(names, key=len, default=None)


def goes_down(module: str, target: str) -> bool:
    """Say whether `module` may import `target`."""
    here, there = room(module), room(target)
    return here is None or there is None or here == there or FLOORS[there] < FLOORS[here]


@pytest.mark.parametrize(
    ("statement", "module", "expected"),
    [
        ("import tournaments.desk", "cegoscore.clubs.views", "tournaments.desk"),
        ("from ..scoresheet import models", "cegoscore.clubs.views", "cegoscore.scoresheet.models"),
        ("from . import models", "cegoscore.clubs.views", "cegoscore.clubs.models"),
        ("def late():\n    from cegoscore import scoresheet", "cegoscore.clubs.views", "cegoscore.scoresheet"),
    ],
)
def test_imports_are_seen_in_every_spelling(statement: str, module: str, expected: str) -> None:
    assert expected in list(imports(ast.walk(ast.parse(statement)), module=module, is_package=False))


@pytest.mark.parametrize(
    ("module", "target", "allowed"),
    [
        ("tournaments.door.views.door", "tournaments.course.access", True),
        ("tournaments.door.views.door", "tournaments.door.services", True),
        ("tournaments.door.views.door", "tournaments.desk.tiles", False),  # upwards
        ("tournaments.setup.services", "tournaments.standings.queries", False),  # the other room of the floor
        ("cegoscore.clubs.models", "tournaments", False),
        ("tournaments.urls", "django.urls", True),
    ],
)
def test_who_may_import_whom(module: str, target: str, *, allowed: bool) -> None:
    assert goes_down(module, target) is allowed


def test_imports_only_go_down() -> None:
    upward = [
        f"{module_name(path)} imports {target}"
        for path in python_files("cegoscore", "tournaments")
        for target in source(path).imports
        if not goes_down(module_name(path), target)
    ]
    assert upward == []


def test_no_folder_has_more_modules_than_one_can_look_over() -> None:
    folders = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for path in python_files("cegoscore", "tournaments")
        if path.name != "__init__.py" and path.parent.name not in ("commands", "migrations", "templatetags")
    )
    assert {folder: count for folder, count in folders.items() if count > MOST_MODULES} == {}


def test_every_room_exists() -> None:
    assert [name for name in FLOORS if not list(ROOT.glob(f"{name.replace('.', '/')}*"))] == []


def test_change_in_a_room_may_break_its_tests_and_those_above() -> None:
    for path, affected in {
        "tournaments/door/test_door.py": True,
        "tournaments/desk/test_desk.py": True,
        "seasons/test_seasons.py": True,
        "tournaments/standings/test_standings_pages.py": False,
        "scoring/test_tariff.py": False,
        "tournaments/test_services.py": True,
        "test_house.py": True,
        "browser/test_door.py": False,
    }.items():
        assert is_affected(ROOT / "tests" / path, changed="tournaments.door") is affected, path


@pytest.mark.parametrize("folder", PURE)
def test_pure_rooms_import_the_standard_library_only(folder: str) -> None:
    files = python_files(folder)
    pure = tuple(each.replace("/", ".") for each in PURE)
    foreign = [
        f"{module_name(path)} imports {target}"
        for path in files
        for target in source(path).imports
        if target.split(".")[0] not in sys.stdlib_module_names
        if target != "cegoscore" and not target.startswith(pure)
    ]
    assert files
    assert foreign == []


@pytest.mark.parametrize("folder", PURE)
def test_pure_rooms_have_no_clock_and_no_randomness(folder: str) -> None:
    modules = {"time", "random", "secrets", "os", "socket", "sqlite3", "subprocess"}
    calls = {"now", "utcnow", "today", "uuid1", "uuid4"}
    used = [
        f"{module_name(path)} uses {name}"
        for path in python_files(folder)
        for name in {target.split(".")[0] for target in source(path).imports} & modules
        | source(path).attributes & calls
    ]
    assert used == []


# Whoever queued on a row goes on with the row as it is now, never with the one that was read before.

LOCKS = {"lock_tournament", "lock_entrant", "lock_round", "lock_table", "lock_though_over", "_take_turn", "_lock_night"}
"""Functions that lock a row and return it as it is then; `lock_sheets` returns nothing, and stands before all reading.

Writers of a sheet go by its version instead (`lock_sheet_asking`): of a hand nothing is read twice."""

NEVER_STALE = {"pk", "id", "club_id"}
"""Columns that no write changes."""


def stale_after_a_lock(tree: ast.AST) -> Iterator[str]:
    """Every use of a name after a lock that was given it, unless the locked row got that name."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        inside = list(ast.walk(function))
        keys = {id(node.value) for node in inside if isinstance(node, ast.Attribute) and node.attr in NEVER_STALE}
        kept = {
            id(node.value): target.id
            for node in inside
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in inside:
            if isinstance(call, ast.Call) and call.args and name_of(call.func) in LOCKS:
                given = call.args[0]
                while isinstance(given, ast.Attribute):
                    given = given.value
                if isinstance(given, ast.Name) and kept.get(id(call), "") != given.id:
                    yield from (
                        f"{function.name}:{node.lineno}: {node.id}"
                        for node in inside
                        if isinstance(node, ast.Name) and node.id == given.id and id(node) not in keys
                        if (node.lineno, node.col_offset) > (call.end_lineno, call.end_col_offset)
                    )


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.parametrize(
    ("body", "is_stale"),
    [
        ("lock_tournament(row); row.rounds", True),
        ("row = lock_tournament(row); row.rounds", False),
        ("fresh = lock_tournament(row); row.rounds", True),
        ("fresh = lock_tournament(row); row.pk; fresh.rounds", False),
        ("locks.lock_round(row.round); decide(row)", True),
    ],
)
def test_stale_rows_are_seen(body: str, *, is_stale: bool) -> None:
    assert bool(list(stale_after_a_lock(ast.parse(f"def act(row):\n    {body}")))) is is_stale


def test_whoever_locked_a_row_goes_on_with_it_as_it_is_now() -> None:
    files = [path for path in python_files("cegoscore", "tournaments") if "migrations" not in path.parts]
    found = {module_name(path): list(stale_after_a_lock(ast.parse(path.read_text()))) for path in files}
    assert {name: uses for name, uses in found.items() if uses} == {}


def routes(resolver: URLResolver) -> Iterator[URLPattern]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        else:
            yield entry


# Views fetch by access helpers, read through queries and pages, and write through services.

VIEWS_OF = ("tournaments", "cegoscore/clubs", "cegoscore/scoresheet", "cegoscore/nights")
"""Folders whose view modules hold no query and no transaction."""

QUERIES = {
    *("objects", "_base_manager", "_default_manager", "filter", "exclude", "order_by", "exists", "values_list"),
    *("select_related", "prefetch_related", "annotate", "aggregate", "distinct", "in_bulk", "iterator", "latest"),
    *("earliest", "select_for_update", "get_or_create", "update_or_create", "bulk_create", "bulk_update"),
    *("create", "save", "delete", "refresh_from_db", "atomic", "raw", "cursor"),
}
"""Attributes that name a query or a transaction wherever they stand."""
WITHOUT_ARGUMENTS = {"all", "first", "last", "count"}
"""Methods that are queries if they are called without an argument."""
NAMES_OF_QUERIES = {"get_object_or_404", "get_list_or_404", "transaction", "atomic", "connection"}


def queries_in(tree: ast.Module) -> Iterator[str]:
    """Every query and transaction in the code of a module, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in QUERIES:
            yield f"{node.lineno}: .{node.attr}"
        elif isinstance(node, ast.Name) and node.id in NAMES_OF_QUERIES:
            yield f"{node.lineno}: {node.id}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method, keywords = node.func.attr, node.keywords
            if method in WITHOUT_ARGUMENTS and not (node.args or keywords):
                yield f"{node.lineno}: .{method}()"
            elif method in {"get", "values", "update"} and keywords:
                yield f"{node.lineno}: .{method}({keywords[0].arg}=)"


def view_modules() -> list[Path]:
    """Modules that answer a route, are called `views`, or lie in a folder of that name; not those that give access."""
    answering = {getattr(route.callback, "__module__", "") for route in routes(get_resolver())}
    return [
        path
        for path in python_files(*VIEWS_OF)
        if module_name(path) in answering or "views" in path.with_suffix("").parts
        if path.stem != "access"
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "Round.objects",
        "rows.filter(pk=1)",
        "rows.exists()",
        "rows.first()",
        "rows.get(pk=1)",
        "rows.values(key=F('pk'))",
        "get_object_or_404(Round, pk=1)",
        "with transaction.atomic(): pass",
        "row.save()",
    ],
)
def test_queries_are_seen_in_every_spelling(statement: str) -> None:
    assert list(queries_in(ast.parse(statement)))


def test_no_query_and_no_transaction_in_a_view() -> None:
    modules = view_modules()
    found = {module_name(path): list(queries_in(ast.parse(path.read_text()))) for path in modules}
    assert len(modules) > 30
    assert {name: queries for name, queries in found.items() if queries} == {}


BORROWS_NOTHING = ("cegoscore/scoresheet",)
"""Floors whose views import no other view, and whose reads and forms import no write."""


@pytest.mark.parametrize("folder", BORROWS_NOTHING)
def test_views_import_no_other_view(folder: str) -> None:
    views = f"{folder}/views".replace("/", ".")
    borrowed = [
        f"{module_name(path)} imports {target}"
        for path in python_files(f"{folder}/views")
        for target in source(path).imports
        if target.startswith(f"{views}.")
    ]
    assert borrowed == []


@pytest.mark.parametrize("folder", BORROWS_NOTHING)
def test_reads_import_no_writes(folder: str) -> None:
    writers = {"services", "views", "management", "apps.py"}
    services = f"{folder}/services".replace("/", ".")
    leaning = [
        f"{module_name(path)} imports {target}"
        for path in python_files(folder)
        for target in source(path).imports
        if (target == services or target.startswith(f"{services}.")) and not writers & set(path.parts)
    ]
    assert leaning == []


def of_many(name: str | None, view: str | None) -> bool:
    """True for a view of links, which the kind of what they lead to stands before."""
    return any(name == f"{kind}_{view}" for kind in ("sheet", "night", "tournament", "season"))


def test_every_route_is_named_like_its_view() -> None:
    named = {route.name: getattr(route.callback, "__name__", None) for route in routes(get_resolver())}
    assert named
    wrong = {name: view for name, view in named.items() if name != view and not of_many(name, view)}
    assert wrong == {}


@pytest.mark.sqlite
@pytest.mark.django_db
def test_no_migration_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", check=True, dry_run=True, verbosity=1)
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


FOREIGN_HOST = re.compile(r"""(?:https?:)?//(?!www\.w3\.org/|localhost\b|127\.0\.0\.1\b)[\w-]+(?:\.[\w-]+)+""")
INLINE = re.compile(
    r"""<style\b|\sstyle\s*=|<script(?![^>]*\bsrc=)(?![^>]*application/json)|\son[a-z]+\s*=|javascript:"""
)


def offences(pattern: re.Pattern[str], *globs: str) -> list[str]:
    files = [path for glob in globs for path in sorted(ROOT.glob(glob)) if path.is_file()]
    return [
        f"{path.relative_to(ROOT)}: {match.group().strip()}"
        for path in files
        if "vendor" not in path.parts
        for match in pattern.finditer(path.read_text())
    ]


def test_the_patterns_catch_what_they_are_for() -> None:
    for text in ('<img src="//cdn.example.com/x">', "@import url(https://fonts.example.org/a.css)"):
        assert FOREIGN_HOST.search(text), text
    for text in ('<p style="color:red">', "<style>", "<script>alert(1)</script>", '<a onclick="go()">'):
        assert INLINE.search(text), text
    for text in ('<svg xmlns="http://www.w3.org/2000/svg">', "// a comment", "https://"):
        assert not FOREIGN_HOST.search(text), text
    for text in ('<script src="/x.js" defer></script>', '<script id="t" type="application/json">', "content on = x"):
        assert not INLINE.search(text.replace("content on = x", "<p>content</p>")), text


def test_no_page_names_a_foreign_host() -> None:
    assert list(ROOT.glob("templates/**/*.html"))
    assert offences(FOREIGN_HOST, "templates/**/*", "static/**/*.js", "static/**/*.css", "static/**/*.svg") == []


def test_no_template_has_inline_script_or_style() -> None:
    assert offences(INLINE, "templates/**/*.html") == []


RELATIVE = re.compile(r"(?:What|Who|Whom|Whose|Whether|How|Where|Which|When)\b")
"""Beginnings of a clause that stands for a noun: "Whether it is paid" for "True if it is paid"."""


@thorough
def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[:40]}"
        for path in [*python_files(*CODE), ROOT / "manage.py"]
        for line, text in source(path).docstrings
        if RELATIVE.match(text)
    ]
    assert found == []


ONE_WORD_ON_TWO_FLOORS = {
    "Card": "a card of the pack, and the one to print",
    "Adjustment": "a row of a sheet, and the same in the session document",
    "Hand": "a row of the ledger, and the deal that it tells, in the core's words",
    "Note": "a row of a sheet, and the same in the session document",
    "Prize": "a row of a tournament, and the same as the core awards it",
    "Command": "Django finds a command by this name",
    "DatabaseWrapper": "Django finds a database by this name",
}
"""Classes whose name stands in several modules, with the reason; every other name stands once."""


def test_a_class_name_stands_once() -> None:
    classes = Counter(
        name
        for path in python_files("cegoscore", "tournaments")
        if "migrations" not in path.parts
        for name in source(path).classes
    )
    assert {name for name, times in classes.items() if times > 1} == set(ONE_WORD_ON_TWO_FLOORS)


def test_no_function_hides_itself() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{function}"
        for path in python_files("cegoscore", "tournaments", "tools")
        for function in source(path).hiding
    ]
    assert found == []


MARKUP = {
    "cegoscore/clubs/templatetags/cego.py",  # one tag for symbols; their markup is made of names that it knows
    "cegoscore/clubs/templatetags/fields.py",  # options of a select; a form has up to seventy
    "cegoscore/clubs/templatetags/sentences.py",  # texts of the catalogues, which are markup of ours
    "cegoscore/clubs/rights/link_pages.py",  # a QR code as segno draws it
    "cegoscore/scoresheet/ledger/lines.py",  # a line of the sheet, in one piece because a page has many
    "cegoscore/scoresheet/templatetags/picks.py",  # games and people on the panel, which has forty
    "tournaments/course/row_writer.py",  # rows of big tables; the reason stands there
}
"""Modules that declare markup safe; everything else of a page comes from templates."""


def test_markup_is_written_in_python_in_one_place() -> None:
    makers = {"mark_safe", "SafeText"}
    found = {
        str(path.relative_to(ROOT))
        for path in python_files("cegoscore", "tournaments")
        if {target.rpartition(".")[2] for target in source(path).imports} & makers
        or re.search(r"SafeString\([^)]", path.read_text(encoding="utf-8"))
    }
    written = {
        str(path.relative_to(ROOT)) for path in python_files("cegoscore", "tournaments") if source(path).has_markup
    }
    assert (found, written - MARKUP) == (MARKUP, set())


WIDEST_LINE = 120
MOST_WIDE_LINES = 0.006
MEDIAN_TEMPLATE = 1000
"""Bytes: a template is read at one glance, or its parts have names."""


def test_templates_are_narrow_and_short() -> None:
    texts = [path.read_text() for path in ROOT.glob("templates/**/*.html")]
    lines = [line for text in texts for line in text.splitlines()]
    wide = [line for line in lines if len(line) > WIDEST_LINE]
    assert lines
    assert len(wide) / len(lines) <= MOST_WIDE_LINES
    assert statistics.median(len(text.encode()) for text in texts) < MEDIAN_TEMPLATE


def test_no_file_is_too_long_to_read() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in python_files(*CODE)}
    assert {path: lines for path, lines in lengths.items() if lines > 600 and "migrations" not in path} == {}


def wide_lines(text: str, most: int = 100) -> list[str]:
    """Lines of prose that are too wide; tables, pictures, addresses and code keep their lines."""
    prose = re.sub(r"(?ms)^```.*?^```", "", text).splitlines()
    return [line for line in prose if len(line) > most and not line.startswith(("|", "    ", "<img")) and " " in line]


def test_documents_are_wrapped() -> None:
    documents = sorted(
        [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tools/**/*.md"), *ROOT.glob(".github/**/*.md")]
    )
    assert documents
    assert {path: wide for path in documents if (wide := wide_lines(path.read_text()))} == {}


def test_lock_files_name_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert {name for name, package in packages.items() if name and "integrity" not in package} == set()
    assert {name for name, package in packages.items() if "resolved" in package} == set()


def test_version_is_the_same_everywhere() -> None:
    assert f'version = "{cegoscore.__version__}"' in (ROOT / "pyproject.toml").read_text()


def test_no_browser_test_waits_as_the_pages_policy_forbids() -> None:
    """Playwright's own waiting evaluates a text in the page: it fails whenever it has to look twice."""
    waiting = [path.name for path in (ROOT / "tests/browser").glob("*.py") if ".wait_for_function(" in path.read_text()]
    assert waiting == []
