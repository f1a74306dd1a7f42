"""Folders of everything that is not Python: at the top of a checkout, inside of the package once it is installed."""

from pathlib import Path

from django.conf.locale import LANG_INFO

PACKAGE = Path(__file__).resolve().parent
INSTALLED = PACKAGE / "files"
"""Place of the folders in a wheel (`pyproject.toml` maps them there)."""

HOME = INSTALLED if INSTALLED.exists() else PACKAGE.parent
"""Folder of `templates`, `static` and `locale`."""
DATA = (Path.cwd() if INSTALLED.exists() else HOME) / "data"
"""Folder of the data unless `DATA_DIR` names another one."""


def languages(catalogues: Path) -> list[tuple[str, str]]:
    """Every language that has texts there, by its code, with what it is called in itself."""
    codes = sorted(path.parts[-3] for path in catalogues.glob("*/LC_MESSAGES/django.po"))
    return [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in codes]
