"""Scripts are joined as their modules say, and shortened styles say the same as the ones they were made from."""

import hashlib
import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client, override_settings

from cegoscore.assets.bundles import BUNDLES, NotJoinable, join, modules_of
from cegoscore.assets.short_files import shortened
from cegoscore.assets.static_files import FOREIGN, collect

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
OF_OTHERS = {
    "uPlot 1.6.32": {
        "LICENSE": "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
        "uPlot.iife.min.js": "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
        "uPlot.min.css": "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
    },
}
"""Digest (SHA-256) of each file in `static/vendor`, as it is in the npm package of that version."""


def joined(files: Mapping[str, str], *entries: str) -> str:
    return join(entries or ("main.js",), files.__getitem__)


def run(script: str) -> Any:
    """Values logged by a joined script, and names left on its own element."""
    page = "const document = { currentScript: {} };\nconst said = [];\nconst log = (what) => said.push(what);\n"
    end = "console.log(JSON.stringify([said, Object.keys(document.currentScript.exports ?? {})]));"
    command = ["tools/node.sh", "--eval", page + script + end]
    return json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def test_modules_run_once_in_the_order_of_their_imports() -> None:
    files = {
        "main.js": 'import { two } from "./two/two.js";\nimport {\n  one,\n  other,\n} from "./one.js";\n'
        "log(two + one + other);\n",
        "two/two.js": 'import { one } from "../one.js";\n\nlog("two");\nexport const two = 2 * one;\n',
        "one.js": 'log("one");\nexport const one = 1;\nexport function other() {}\nconst hidden = 3;\n',
    }
    said, exported = run(joined(files))
    assert said == ["one", "two", "3function other() {}"]
    assert exported == []


def test_entries_run_in_their_order_and_the_last_one_hands_over_what_it_exports() -> None:
    files = {
        "first.js": "log(1);\nexport const unused = 1;\n",
        "main.js": "log(2);\nexport async function start() {}\nexport class Thing {}\n",
    }
    assert run(joined(files, "first.js", "main.js")) == [[1, 2], ["start", "Thing"]]


def test_names_of_a_script_are_not_those_of_the_page() -> None:
    assert run(joined({"main.js": "const document = 1;\nlog(document);\n"})) == [[1], []]


IMPORT_A, IMPORT_B = (f'import {{ {name} }} from "./other.js";' for name in "ab")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('import other from "./other.js";', 'main.js: import other from "./other.js";'),
        ('import * as other from "./other.js";', 'main.js: import * as other from "./other.js";'),
        ('import "./other.js";', 'main.js: import "./other.js";'),
        ('import { a as b } from "./other.js";', 'main.js: import { a as b } from "./other.js";'),
        (
            'import { a } from "./other.js";\nimport { b } from "./other.js";',
            'main.js: import { b } from "./other.js";',
        ),
        ('import { a } from "somewhere";', 'main.js: import { a } from "somewhere";'),
        ("export default 1;", "main.js: export default 1;"),
        ("export let count = 0;", "main.js: export let count = 0;"),
        ("export { a };", "main.js: export { a };"),
        ('import { c } from "./other.js";', "main.js: other.js does not export c"),
        ('import { circle } from "./circle.js";', "a circle of imports: main.js > circle.js > main.js"),
        (f"{IMPORT_A}\nfunction b() {{}}", "main.js and other.js both declare b"),
        (f"{IMPORT_A}\nconst [x, b] = [1, 2];", "main.js and other.js both declare b"),
    ],
)
def test_what_cannot_be_joined_is_said(text: str, sentence: str) -> None:
    files = {
        "main.js": f"{text}\nexport const main = 1;\n",
        "other.js": "export const a = 1;\nexport const b = 2;\n",
        "circle.js": 'import { main } from "./main.js";\nexport const circle = main;\n',
    }
    with pytest.raises(NotJoinable, match=f"^{re.escape(sentence)}$"):
        joined(files)


def read(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def test_every_module_is_part_of_a_page() -> None:
    used = {module.path for entries in BUNDLES.values() for module in modules_of(entries, read)}
    there = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")}
    assert used == {path for path in there if not path.startswith(FOREIGN)}


STATEMENT = re.compile(
    r"^(?!(?:import|export|const|function|async function|class|//|/\*| \*|[ })\]]|$)).+$", re.MULTILINE
)


@pytest.mark.parametrize("later", ["besides", "count", "outbox"])
def test_scripts_that_come_later_share_no_state_with_the_sheet_by_copies(later: str) -> None:
    """A module in two scripts of a page is there twice: it may define, and must not do or remember anything."""
    first = {module.path for module in modules_of(BUNDLES["sheet"], read)}
    twice = [module for module in modules_of(BUNDLES[later], read) if module.path in first]
    assert {module.path: found for module in twice if (found := STATEMENT.findall(module.body))} == {}


def test_only_joined_scripts_are_served() -> None:
    served = {path.relative_to(settings.STATIC_ROOT).as_posix() for path in settings.STATIC_ROOT.rglob("*.js")}
    ours = {path for path in served if not path.startswith(FOREIGN)}
    assert {re.sub(r"\.\w{12}\.js$", ".js", path) for path in ours} == {f"scripts/{name}.js" for name in BUNDLES}


@pytest.mark.parametrize(
    ("written", "short"),
    [
        ("@layer a { [b=c] :is(.d, .e) { color: red; } }", "@layer a{[b=c] :is(.d,.e){color:red}}"),
        ("@layer a { .b > :not(.c) { margin: 0 } }", "@layer a{.b>:not(.c){margin:0}}"),
        ("@layer a { .b:not(.c) { margin: 0 } }", "@layer a{.b:not(.c){margin:0}}"),
    ],
)
def test_descendant_stays_a_descendant(written: str, short: str) -> None:
    assert shortened({"a.css": written, "b.css": short}) == {"a.css": short, "b.css": short}


@pytest.mark.parametrize(
    ("happens", "is_made_anew"),
    [
        (lambda sources, made: None, False),
        (lambda sources, made: (sources / "a.css").write_text("b { margin: 0 }"), True),
        (lambda sources, made: (sources / "b.css").write_text("b { margin: 0 }"), True),
        (lambda sources, made: next(made.glob("a.*.css")).unlink(), True),
        (lambda sources, made: next(made.glob("a.*.css.gz")).write_bytes(b"half"), True),
        (lambda sources, made: made.with_suffix(".stamp").write_text("half"), True),
    ],
)
def test_files_are_collected_again_only_if_something_has_changed(
    tmp_path: Path, happens: Callable[[Path, Path], object], is_made_anew: bool
) -> None:
    sources, made = tmp_path / "sources", tmp_path / "static"
    sources.mkdir()
    (sources / "a.css").write_text("a { margin: 0 }\n" * 100)
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=made, STATICFILES_DIRS=[sources], STATICFILES_FINDERS=finders):
        collect()
        happens(sources, made)
        index = made / "staticfiles.json"
        before = index.stat().st_mtime_ns
        collect()
        assert (index.stat().st_mtime_ns > before) is is_made_anew
        names = json.loads(index.read_text())["paths"].values()
        assert all((made / name).is_file() for name in names)
        assert b"half" not in {path.read_bytes() for path in made.iterdir()}


def test_page_names_a_file_as_it_was_collected_last(tmp_path: Path) -> None:
    sources, made = tmp_path / "sources", tmp_path / "static"
    sources.mkdir()
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=made, STATICFILES_DIRS=[sources], STATICFILES_FINDERS=finders):
        for margin in (1, 2, 3):
            (sources / "a.css").write_text(f"a {{ margin: {margin}px }}")
            collect()
            name = staticfiles_storage.url("a.css").removeprefix(settings.STATIC_URL)
            assert (made / name).read_text() == f"a{{margin:{margin}px}}"


def test_files_of_others_are_those_of_their_packages() -> None:
    digests: dict[str, dict[str, str]] = {}
    for path in (STATIC / "vendor").rglob("*"):
        if path.is_file():
            digests.setdefault(path.parent.name, {})[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digests == {name.lower().partition(" ")[0]: files for name, files in OF_OTHERS.items()}
    described = (ROOT / "docs/decisions.md").read_text()
    assert [name for name in OF_OTHERS if f"**{name}**" not in described] == []


@pytest.mark.parametrize("name", ["app.css", "scripts/taps.js"])
def test_file_of_another_edition_has_a_stand_in_that_nobody_keeps(name: str, client: Client) -> None:
    """As while hosts are updated one after the other; a worker's cache refuses what varies by everything."""
    here = client.get(staticfiles_storage.url(name))
    assert "immutable" in here["Cache-Control"]
    stem, _, end = name.rpartition(".")
    other = client.get(f"/static/{stem}.0123456789ab.{end}")
    assert (other.status_code, b"".join(other)) == (200, b"".join(here))
    assert (other["Cache-Control"], other["Vary"]) == ("no-store", "*")
    for unknown in (f"/static/{name}x", f"/static/x{stem}.0123456789ab.{end}", "/static/app.0123456789ab"):
        assert client.get(unknown).status_code == 404
