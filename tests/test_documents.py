"""The documents name what there is: files, folders, modules, and every room."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from cegoscore.command import CALLED_OTHERWISE
from tests.floors_picture import MODULES, PICTURE, picture
from tests.test_house import FLOORS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")]
HISTORY = ROOT / "CHANGELOG.md"
"""It names what has gone, too."""
NAMED = re.compile(r"`([\w./-]+)`")
LINK = re.compile(r"\]\(([^)\s]*)\)|<img src=\"([^\"]+)\"")
COMMAND = re.compile(r"(?m)(?:manage\.py|`cegoscore|^cegoscore) ([a-z][\w-]+)")
TARGET = re.compile(r"(?m)(?:`|^|    |=1 )make ([a-z][\w-]+)")
OURS = (
    "cegoscore/",
    "tournaments/",
    "templates/",
    "static/",
    "tests/",
    "tools/",
    "docs/",
    "locale/",
    "deploy/",
    ".ci/",
    ".github/",
)
SOURCES = frozenset({".css", ".html", ".js", ".md", ".po", ".py", ".service", ".sh", ".toml", ".yaml"})
"""Endings by which a name without its folder is seen to be a file of the repository."""
NOT_OURS = {"deploy/.env", "scripts/NAME.js"}
"""Made by hosts, or no name but the pattern of one."""
NAMES_CODE = ("glossary", "first-hour", "changes", "architecture")
"""Documents of which every name in the code's own manner is one that the code has."""
WORD = re.compile(r"[A-Za-z_]\w{3,}")
APPS = ("cegoscore.scoresheet", "cegoscore.outings", "tournaments")
PUT_TOGETHER = {"cegoscore", *(f"{app}.{name}" for app in APPS for name in MODULES)}
"""Entries of `FLOORS` without a row in the table: the base, and modules that put rooms together."""
MOST_LINES_OF_README = 60
MOST_DOCUMENTS = 15


def repository() -> frozenset[str]:
    """Paths of all files that documents may name, each with a slash before it."""
    folders = [ROOT / folder for folder in OURS]
    inside = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return frozenset(f"/{path.relative_to(ROOT).as_posix()}" for path in [*inside, *ROOT.glob("*")] if path.is_file())


FILES = repository()


def missing(text: str) -> list[str]:
    """The paths in a text that lead nowhere; a module stands without its ending, too, and with a name from inside.

    A name without its first folders is enough where the text is about a room: some file has to end with it.
    """
    named = [path for path in NAMED.findall(text) if path not in NOT_OURS]
    whole = [path for path in named if path.startswith(OURS)]
    parts = [path for path in named if not path.startswith(OURS) and Path(path).suffix in SOURCES]
    return [
        *(
            path
            for path in whole
            if not any((ROOT / each).exists() for each in (path, f"{path}.py", f"{path.rpartition('.')[0]}.py"))
            if not any((ROOT / folder / path).exists() for folder in ("templates", "static"))
        ),
        *(path for path in parts if not any(file.endswith(f"/{path}") for file in FILES)),
    ]


def anchors(path: Path) -> set[str]:
    """Names by which links reach the headings of a document."""
    prose = re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8"))
    titles = re.findall(r"(?m)^#+ (.+)$", prose)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(path: Path) -> list[str]:
    """The links of a document that lead to no file, or to no heading of it."""
    found = []
    for link in ("".join(groups) for groups in LINK.findall(path.read_text(encoding="utf-8"))):
        place, _, heading = link.partition("#")
        target = path.parent / place if place else path
        if not link.startswith("https://") and (
            not link or not target.exists() or (heading and heading not in anchors(target))
        ):
            found.append(link)
    return found


@pytest.mark.parametrize(
    ("text", "is_missing"),
    [
        ("`cegoscore/scoring/payments.py`", False),
        ("`cegoscore/scoring/`", False),
        ("`tournaments/hall/paper/_base.html` is a template", False),
        ("`cegoscore/scoring/tariff.panel`", False),
        ("`cegoscore/scoring/payment.py`", True),
        ("`tournaments/cellar/`", True),
        ("`payments.py`, `services/ledger.py` and `sheet.js`", False),
        ("`payment.py`", True),
        ("`cellar/ledger.py`", True),
        ("`cegofreunde.json` and `/readyz`", False),
    ],
)
def test_path_that_leads_nowhere_is_seen(text: str, *, is_missing: bool) -> None:
    assert bool(missing(text)) is is_missing


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path != HISTORY], ids=lambda path: path.name)
def test_document_names_only_what_there_is(path: Path) -> None:
    assert missing(path.read_text(encoding="utf-8")) == []


@pytest.fixture(scope="module")
def words() -> frozenset[str]:
    """All words that stand in the code, and the parts of its paths."""
    sources = [ROOT / name[1:] for name in FILES if name.endswith((".py", ".js", ".html", ".toml", ".css", ".json"))]
    there = [path for path in [*sources, ROOT / "Makefile"] if path.suffix != ".json" or "schemas" in path.parts]
    texts = (path.read_text(encoding="utf-8") for path in there)
    return frozenset(WORD.findall(" ".join([*texts, *FILES])))


@pytest.mark.parametrize("name", NAMES_CODE)
def test_document_names_only_what_the_code_has(name: str, words: frozenset[str]) -> None:
    named = re.findall(r"`([^`\n…]+)`", (ROOT / f"docs/{name}.md").read_text(encoding="utf-8"))
    assert {word for text in named for word in WORD.findall(text)} - words == set()


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        ("[a](b.md)", False),
        ("[a](b.md#two-words-here)", False),
        ("[a](#one)", False),
        ("[a](https://cego.example.org/x)", False),
        ('<img src="c.png">', True),
        ("[a](c.md)", True),
        ("[a](b.md#three)", True),
        ("[a]()", True),
    ],
)
def test_link_that_leads_nowhere_is_seen(link: str, tmp_path: Path, *, is_broken: bool) -> None:
    (tmp_path / "b.md").write_text("# Two words: `here`\n\n```\n# three\n```\n")
    page = tmp_path / "a.md"
    page.write_text(f"# One\n\n{link}\n")
    assert bool(broken(page)) is is_broken


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    assert broken(path) == []


def test_every_command_that_documents_name_is_there() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS if path != HISTORY)
    targets = set(re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    commands = {*get_commands(), *CALLED_OTHERWISE, "serve"}
    called = {name.replace("-", "_") for name in COMMAND.findall(text)}
    made = set(TARGET.findall(text))
    assert {"doctor", "backup", "repair", "serve"} <= called <= commands
    assert {"run", "test", "install", "wheel"} <= made <= targets


def test_front_door_is_one_screen() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= MOST_LINES_OF_README


def test_there_are_not_too_many_documents() -> None:
    assert 0 < len(list(ROOT.glob("docs/**/*.md"))) <= MOST_DOCUMENTS


def test_map_names_every_room_on_its_floor() -> None:
    rows = re.findall(
        r"^\| (\d+) \| `([\w/]+?)(?:/|\.py)` \|", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE
    )
    drawn = {room.replace("/", "."): int(floor) for floor, room in rows if FLOORS.get(room.replace("/", "."))}
    assert drawn == {room: floor for room, floor in FLOORS.items() if room not in PUT_TOGETHER}


def test_picture_of_the_floors_is_drawn_from_their_table() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture()
