"""Both languages are complete, and the tool that says so sees every way of marking a text."""

import re
from pathlib import Path

import polib
import pytest

from tools.messages import LANGUAGES, ROOT, SOURCES, Message, catalogue_path, collect, messages_in, updated

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(catalogue_path(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_holds_exactly_the_texts_of_the_sources(language: str) -> None:
    in_catalogue = {Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in catalogue(language)}
    in_sources = set(collect())
    assert in_sources, "no text found at all"
    assert (in_sources - in_catalogue, in_catalogue - in_sources) == (set(), set()), "run `make messages`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    texts = catalogue(language)
    assert [entry.msgid for entry in texts.untranslated_entries() + texts.fuzzy_entries()] == []
    assert [entry.msgid for entry in texts if entry.msgid_plural and len(entry.msgstr_plural) != 2] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    different = []
    for entry in catalogue(language):
        wanted = set(PLACEHOLDER.findall(entry.msgid + entry.msgid_plural))
        for translation in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            used = set(PLACEHOLDER.findall(translation))
            # A singular may leave its number out ("one hand"). What has no translation yet is another test's business.
            if translation and (used - wanted or (used != wanted and not entry.msgid_plural)):
                different.append(translation)
    assert different == []


def test_python_texts_are_found_in_every_form(tmp_path: Path) -> None:
    source = tmp_path / "views.py"
    source.write_text(
        'a = _("one") + gettext("two " "joined") + gettext_lazy("three")\n'
        'b = ngettext("%(n)d hand", "%(n)d hands", n), ngettext_lazy("point", "points", n)\n'
        'c = pgettext("card", "heart"), npgettext("deal", "hand", "hands", n), pgettext_lazy("card", "spade")\n'
        'd = translate("not marked"), gettext(name)\n'
    )
    assert set(messages_in(source)) == {
        Message("", "one", ""),
        Message("", "two joined", ""),
        Message("", "three", ""),
        Message("", "%(n)d hand", "%(n)d hands"),
        Message("", "point", "points"),
        Message("card", "heart", ""),
        Message("deal", "hand", "hands"),
        Message("card", "spade", ""),
    }


def test_template_texts_are_found_in_every_form(tmp_path: Path) -> None:
    source = tmp_path / "page.html"
    source.write_text(
        '{% translate "plain" %}\n'
        '   {% trans "in context" context "card" %} it\'s (half "open\n'
        " {% blocktranslate trimmed with who=name %}\n   Hello\n   {{ who }}\n {% endblocktranslate %}\n"
        "{% blocktranslate count n=hands %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}\n"
        '<a title="{{ _("as a filter") }}">{# {% translate "in a comment" %} #}</a>\n'
    )
    assert set(messages_in(source)) == {
        Message("", "plain", ""),
        Message("card", "in context", ""),
        Message("", "Hello %(who)s", ""),
        Message("", "%(n)s hand", "%(n)s hands"),
        Message("", "as a filter", ""),
    }


def test_update_keeps_translations_and_drops_what_is_gone() -> None:
    old = polib.POFile()
    old.append(polib.POEntry(msgid="hand", msgstr="Spiel"))
    old.append(polib.POEntry(msgid="gone", msgstr="weg"))
    messages = [Message("", "hand", ""), Message("", "new", ""), Message("", "point", "points")]

    german = updated(old, messages, language="de")
    english = updated(old, messages, language="en")

    assert [(entry.msgid, entry.msgstr) for entry in german] == [("hand", "Spiel"), ("new", ""), ("point", "")]
    assert [(entry.msgid, entry.msgstr) for entry in english] == [("hand", "hand"), ("new", "new"), ("point", "")]
    assert english[2].msgstr_plural == {0: "point", 1: "points"}
    assert str(updated(german, messages, language="de")) == str(german)


def test_functions_that_mark_texts_have_no_name_that_the_extraction_does_not_know() -> None:
    aliases = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for source in SOURCES
        for path in sorted((ROOT / source).rglob("*.py"))
        for match in re.finditer(r"\bn?p?gettext(_lazy)? as (?!_\b)\w+", path.read_text())
    ]
    assert aliases == []
