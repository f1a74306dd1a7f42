"""Bring locale/*/LC_MESSAGES/django.po up to date with the texts in the code: `make messages`.

Texts are written in English in Python and in templates. The English catalogue is filled with the same text, so that
plurals work there too; in every other one, new texts stay empty until somebody translates them. Entries are sorted by
text and name the files in which it stands. No dates and no line numbers are written: a catalogue changes when a text
changes or moves to another file.
"""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from cegoscore.files import languages
from cegoscore.messages import LOCALE_DIR, compile_messages

ROOT = LOCALE_DIR.parent
SOURCES = ("cegoscore", "tournaments", "templates")
LANGUAGES = tuple(dict(languages(LOCALE_DIR)))
PLURAL_FORMS = "nplurals=2; plural=(n != 1);"  # of German, English and most others

_PLACES: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
KEYWORDS = {**_PLACES, **{f"{name}_lazy": places for name, places in _PLACES.items()}, "_": None, "gettext_noop": None}

MARKS = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
"""Marked texts, roughly: a file without one need not be taken apart."""

BEGINNINGS = ("#:", "msgctxt", "msgid")
"""Keys with which an entry of a catalogue begins."""

MARKERS = ("<" * 7, "=" * 7, ">" * 7)
"""First words of the lines with which git marks a conflict."""


class Message(NamedTuple):
    """One text to translate. `plural` and `context` are empty where there is none."""

    context: str
    text: str
    plural: str


Places = Mapping[Message, tuple[str, ...]]
"""Messages, sorted, each with the files in which it stands, sorted too."""


def collect(root: Path = ROOT) -> Places:
    """Find every text in the sources. One text must not have two plurals."""
    plurals: dict[tuple[str, str], str] = {}
    files: dict[tuple[str, str], list[str]] = {}
    for path in sorted(path for source in SOURCES for path in (root / source).rglob("*")):
        for message in dict.fromkeys(messages_in(path)):
            known = plurals.setdefault(message[:2], message.plural)
            if known and message.plural and known != message.plural:
                raise SystemExit(f"{path}: {message.text!r} has two plurals.")
            plurals[message[:2]] = known or message.plural
            files.setdefault(message[:2], []).append(path.relative_to(root).as_posix())
    return {Message(*key, plurals[key]): tuple(dict.fromkeys(files[key])) for key in sorted(plurals)}


def messages_in(path: Path) -> Iterator[Message]:
    """Find the texts of one file. A text must be a literal: one that is put together at run time is not found."""
    if path.suffix == ".py":
        code = path.read_text()
    elif path.suffix in (".html", ".txt", ".svg"):
        # Django turns everything else in a template into X; without indentation, Python's tokenizer reads the rest.
        code = "\n".join(line.strip() for line in templatize(path.read_text(), origin=str(path)).splitlines())
    else:
        return
    if not MARKS.search(code):
        return
    for _, text, _, context in extract("python", io.BytesIO(code.encode()), keywords=KEYWORDS):
        singular, plural = (text, "") if isinstance(text, str) else (text[0], text[1])
        yield Message(context or "", singular, plural)


def updated(catalogue: polib.POFile, messages: Places, *, language: str) -> polib.POFile:
    """Make a catalogue of exactly these messages, with the translations that the old one had."""
    old = {(entry.msgctxt or "", entry.msgid): entry for entry in catalogue if not entry.obsolete}
    new = polib.POFile(wrapwidth=120)
    new.metadata = {
        "Project-Id-Version": "cegoscore",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalogue.metadata.get("Plural-Forms", PLURAL_FORMS),
    }
    for message, files in messages.items():
        entry = _entry(message, old.get(message[:2]), same=language == "en")
        entry.occurrences = [(file, "") for file in files]
        new.append(entry)
    return new


def _entry(message: Message, old: polib.POEntry | None, *, same: bool) -> polib.POEntry:
    """`same`: the translation is the text itself."""
    entry = polib.POEntry(msgid=message.text, msgctxt=message.context or None, msgid_plural=message.plural)
    if message.plural:
        empty = {0: "", 1: ""}
        kept = dict(old.msgstr_plural) if old and old.msgstr_plural else empty
        entry.msgstr_plural = {0: message.text, 1: message.plural} if same else kept
    else:
        entry.msgstr = message.text if same else (old.msgstr if old else "")
    return entry


def mended(text: str) -> str:
    """Make the text of a catalogue readable again after a merge that kept the lines of both sides.

    Markers of conflicts go. An entry ends where the next one begins, also without a blank line between them; of two
    translations of one text the first stays, and a text that has none any more is left out: `main` names it.
    """
    entries: list[dict[str, list[str]]] = [{}]
    kept: list[str] = []
    for line in text.splitlines():
        key = line.split(" ", 1)[0]
        if key in MARKERS:
            continue
        if not key.startswith('"'):
            if not key or (key in BEGINNINGS and "msgid" in entries[-1]):
                entries.append({})
            kept = entries[-1].setdefault(key, []) if key in BEGINNINGS or key not in entries[-1] else []
        kept.append(line)
    whole = [entry for entry in entries if {"msgid"} < entry.keys() & {"msgid", "msgstr", "msgstr[0]"}]
    return "\n\n".join("\n".join(line for lines in entry.values() for line in lines if line) for entry in whole)


def catalogue_path(language: str) -> Path:
    """Path of the texts of a language."""
    return LOCALE_DIR / language / "LC_MESSAGES" / "django.po"


def main() -> None:
    """Update and compile the catalogues, and name the texts that wait for a translator."""
    messages = collect()
    for language in LANGUAGES:
        path = catalogue_path(language)
        old = path.read_text(encoding="utf-8")
        new = updated(polib.pofile(mended(old)), messages, language=language)
        if str(new) != old:
            new.save(str(path))
        compile_messages()
        missing = new.untranslated_entries()
        print(f"{path.relative_to(ROOT)}: {len(new)} texts, {len(missing)} without translation")
        for entry in missing:
            print(f"  {entry.msgid}")


if __name__ == "__main__":
    main()
