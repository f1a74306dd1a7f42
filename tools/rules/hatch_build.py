"""Build step of `cegoscore-rules`: copies the rooms under its name, with their texts and the worked hands as JSON."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COPIED = (
    *("__init__.py", "scoring/**/*.*", "contest/*.py", "answers/__init__.py"),
    *(f"answers/{name}.py" for name in ("auction", "command", "explain", "reading", "score", "tariff")),
    *("clubs/__init__.py", "clubs/wording.py"),
    *("clubs/house_rules/__init__.py", "clubs/house_rules/derivations.py"),
)
"""Files of `cegoscore` that make the package."""
RENAMED = {
    "from cegoscore": "from cegoscore_rules._core",
    "from django.utils.translation import": "from cegoscore_rules._core.translation import",
    "from django.utils.text import": "from cegoscore_rules._core.translation import",
    "from django.utils import translation": "from cegoscore_rules._core import translation",
    "from django.conf import settings": "from cegoscore_rules._core.translation import settings",
}
"""Imports that differ in it: the rooms lie in `_core`, which is nobody's to import."""
FRONT = {"__init__.py": "front.py", "contest.py": "contest.py"}
"""Modules that users import, and the files of this folder that they are."""
DESCRIBED = ("formats/session.md", "schemas/session.json")
"""Documents that come along."""


class RulesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts into the wheel what stands elsewhere in the repository."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copy, rename, compile."""
        folder = Path(mkdtemp())
        for name, content in [*front(), *rooms(), *conformance()]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        write_catalogues(folder / "_core" / "locale")
        build_data["force_include"][str(folder)] = "cegoscore_rules"


def front() -> Iterator[tuple[str, str]]:
    """Files that users see: the modules, a mark that they are typed, and the format with its schema."""
    for name, file in FRONT.items():
        yield name, renamed(HERE / file)
    yield "py.typed", ""
    for name in DESCRIBED:
        yield name, (ROOT / "docs" / name).read_text(encoding="utf-8")


def rooms() -> Iterator[tuple[str, str]]:
    """Every file with its name in the package."""
    package = ROOT / "cegoscore"
    for path in [found for pattern in COPIED for found in package.glob(pattern)]:
        if path.suffix in (".py", ".toml"):
            yield f"_core/{path.relative_to(package).as_posix()}", renamed(path)
    yield "_core/translation.py", (HERE / "translation.py").read_text(encoding="utf-8")


def renamed(path: Path) -> str:
    """The text of a file, with its imports as they are in the package."""
    text = path.read_text(encoding="utf-8")
    for name, other in RENAMED.items() if path.suffix == ".py" else ():
        text = text.replace(name, other)
    return text


def write_catalogues(folder: Path) -> None:
    """Compile of each language the texts that stand in these files."""
    files = {f"cegoscore/{name.removeprefix('_core/')}" for name, _text in rooms()}
    for path in (ROOT / "locale").glob("*/LC_MESSAGES/django.po"):
        catalogue = polib.pofile(str(path))
        texts = polib.POFile()
        texts.metadata = catalogue.metadata
        texts.extend(entry for entry in catalogue if files & {file for file, _line in entry.occurrences})
        target = folder / path.relative_to(ROOT / "locale").with_suffix(".mo")
        target.parent.mkdir(parents=True)
        texts.save_as_mofile(str(target))


def conformance() -> Iterator[tuple[str, str]]:
    """The worked hands, each as a file with a session document and what it pays."""
    yield "conformance/README.md", (HERE / "README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests/scoring/hands").glob("*.toml")):
        for place, hand in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["hand"], 1):
            yield (
                f"conformance/{path.stem}/{place:02}.json",
                json.dumps(case(hand), ensure_ascii=False, indent=1),
            )


def case(hand: dict[str, Any]) -> dict[str, Any]:
    """A worked hand as a case: without a line-up the seats in order, and the last one deals."""
    lineup = hand.get("lineup", list(range(len(hand["pays"]))))
    outcome = {"stake_factor": hand.get("stake_factor", 1)} | hand["outcome"]
    if "card_points" in outcome:
        outcome["card_points"] = [None if pile == "-" else pile for pile in outcome["card_points"]]
    session = {
        "format": "cegoscore/session@1",
        "rules": hand["rules"],
        "players": list("ABCDE"[: len(lineup)]),
        "lineup": lineup,
        "first_dealer": hand.get("dealer", lineup[-1]),
        "hands": [outcome],
    }
    paid = dict(zip(lineup, hand["pays"], strict=True))
    answer = {
        "totals": [paid[seat] for seat in sorted(lineup)],
        "schnaps": [hand.get("schnaps", []).count(seat) for seat in sorted(lineup)],
    }
    return {"format": "cegoscore/case@1", "says": hand["says"], "session": session, "answer": answer}
