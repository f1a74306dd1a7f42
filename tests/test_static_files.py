"""Our own scripts and styles lose their comments on the way out; what others wrote stays as it came."""

from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage

ROOT = Path(__file__).parent.parent


def test_own_script_is_served_without_comments(prepared: None) -> None:
    source = (ROOT / "static/js/sheet.js").read_text()
    served = Path(staticfiles_storage.path(staticfiles_storage.stored_name("js/sheet.js"))).read_text()  # type: ignore[attr-defined]
    assert "/* " in source
    assert "/* " not in served
    assert len(served) < 0.9 * len(source)
    assert '"use strict"' in served


def test_vendored_script_is_served_as_it_came(prepared: None) -> None:
    name = "vendor/uplot/uPlot.iife.min.js"
    served = Path(staticfiles_storage.path(staticfiles_storage.stored_name(name)))  # type: ignore[attr-defined]
    assert served.read_bytes() == (ROOT / "static" / name).read_bytes()
