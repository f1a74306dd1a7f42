"""Folders of everything that is not Python: at the top of a checkout, inside of the package once it is installed."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSTALLED = PACKAGE / "files"
"""Place of the folders in a wheel (`pyproject.toml` maps them there)."""

HOME = INSTALLED if INSTALLED.exists() else PACKAGE.parent
"""Folder of `templates`, `static` and `locale`."""
DATA = (Path.cwd() if INSTALLED.exists() else HOME) / "data"
"""Folder of the data unless `DATA_DIR` names another one."""
