"""Static files as they leave the house: our scripts joined, scripts and styles without comments, hashed, compressed."""

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from cegoscore.assets import bundles, short_files
from cegoscore.assets.bundles import BUNDLES, join

FOREIGN = ("django_htmx/", "vendor/")
"""Folders with the work of others, which stays as it came."""
UNUSED = ("django-htmx.js", "ext", "htmax*", "htmx-2.js", "htmx-4*")
"""Files of django-htmx beside the one that pages load."""
JOINED = "scripts"
"""The folder of joined scripts."""
MAKERS = ("brotli", "django", "django-htmx", "tdewolff-minify", "whitenoise")
"""Packages that decide, beside this module, `bundles` and `short_files`, what is made of a source."""


def collect() -> None:
    """Collect the static files, unless they are there as an earlier start has made them of the same sources.

    To compress them takes a processor two seconds, which is most of a start.
    """
    if is_collected():
        return
    root, stamp = _root_and_stamp()
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(UNUSED))
    stamp.write_text(_fingerprint(root))


def is_collected() -> bool:
    """Say whether everything is there as it was made last, of the sources as they are now."""
    root, stamp = _root_and_stamp()
    return stamp.is_file() and stamp.read_text() == _fingerprint(root)


def _root_and_stamp() -> tuple[Path, Path]:
    """The folder of what is collected, and the file beside it with the digest of how it was made."""
    root = Path(settings.STATIC_ROOT)
    return root, root.with_suffix(".stamp")


def _fingerprint(root: Path) -> str:
    """Digest of all sources, of what makes files of them, and of the names and sizes of the files there."""
    digest = sha256(" ".join(version(package) for package in MAKERS).encode())
    sources = ((name, storage.path(name)) for finder in get_finders() for name, storage in finder.list([]))
    makers = (("", module) for module in (__file__, bundles.__file__, short_files.__file__))
    for name, path in sorted((*sources, *makers)):
        digest.update(f"{name}\n".encode() + sha256(Path(path).read_bytes()).digest())
    for path in sorted(file for file in root.rglob("*") if file.is_file()):
        digest.update(f"{path.relative_to(root)} {path.stat().st_size}\n".encode())
    return digest.hexdigest()


class ShortenedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, for our own scripts as modules: the bundles of those are served instead of them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Read which files there are."""
        super().__init__(*arguments, **options)
        self._addresses: dict[tuple[str, bool, bool], str] = {}

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:  # noqa: FBT001, FBT002 - Django's signature
        """Join and shorten the collected copies and go on with those; doing so again changes nothing."""
        ours = [] if dry_run else [name for name in paths if not name.startswith(FOREIGN)]
        modules = {name for name in ours if name.endswith(".js")}
        texts = {name: self._read(name) for name in ours if name.endswith(".css")}
        if modules:
            texts |= {f"{JOINED}/{name}.js": join(entries, self._read) for name, entries in BUNDLES.items()}
        for name, text in short_files.shortened(texts).items():
            self._write(name, text)
        for name in modules:
            self.delete(name)
        left = {name: place for name, place in paths.items() if name not in modules}
        yield from super().post_process(left | {name: (self, name) for name in texts}, dry_run, **options)
        self._addresses.clear()

    def url(self, name: str, force: bool = False) -> str:  # noqa: FBT001, FBT002 - Django's signature
        """Give the address of a file, which is found once for all pages."""
        key = name, force, settings.DEBUG
        if key not in self._addresses:
            self._addresses[key] = super().url(name, force)
        return self._addresses[key]

    def _read(self, name: str) -> str:
        return Path(self.path(name)).read_text(encoding="utf-8")

    def _write(self, name: str, text: str) -> None:
        path = Path(self.path(name))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
