"""Static files as they leave the house: our own scripts and styles without comments, then hashed and compressed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


def short_css(text: str) -> str:
    """As `cssmin`, which takes the rules of a layer for declarations and would pull `.a :is(.b)` together."""
    return str(cssmin(text.replace(" :", " *:")))


SHORTEN: dict[str, Callable[[str], str]] = {"js": jsmin, "css": short_css}
OURS = ("css/", "js/")


class ShortenedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage; what others wrote (`vendor/`, packages) stays as it came."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002 - Django's signature
        """Shorten the collected copies and go on with those; doing so again changes nothing."""
        ours = {} if dry_run else {name: SHORTEN[name.rpartition(".")[2]] for name in paths if _is_ours(name)}
        for name, shorten in ours.items():
            self._rewrite(name, shorten)
        yield from super().post_process(paths | {name: (self, name) for name in ours}, dry_run, **options)

    def _rewrite(self, name: str, shorten: Callable[[str], str]) -> None:
        file = Path(self.path(name))
        file.write_text(shorten(file.read_text(encoding="utf-8")), encoding="utf-8")


def _is_ours(name: str) -> bool:
    return name.startswith(OURS) and name.rpartition(".")[2] in SHORTEN
