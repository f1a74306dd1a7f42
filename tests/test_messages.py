"""Both languages are complete, and the tool that says so sees every way of marking a text."""

import ast
import re
from functools import cache
from pathlib import Path

import polib
import pytest

from tests.effort import thorough
from tests.sources import python_files, source, translated_in_f_strings
from tools.messages import (
    LANGUAGES,
    ROOT,
    SOURCES,
    Message,
    Places,
    catalogue_path,
    collect,
    mended,
    messages_in,
    updated,
)

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(catalogue_path(language)))


@cache
def texts_of_the_sources() -> Places:
    """Every text, collected once for both languages."""
    return collect()


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_holds_exactly_the_texts_of_the_sources(language: str) -> None:
    in_catalogue = {
        Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural): tuple(file for file, _ in entry.occurrences)
        for entry in catalogue(language)
    }
    in_sources = texts_of_the_sources()
    assert in_sources, "no text found at all"
    assert set(in_sources) ^ set(in_catalogue) == set(), "run `make messages`"
    assert in_catalogue == in_sources, "run `make messages`"
    assert list(in_catalogue) == list(in_sources), "run `make messages`"


SENTENCE = re.compile(r"[^.!?]{15,}[.!?]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_a_sentence_twice(language: str) -> None:
    for entry in catalogue(language):
        for text in (entry.msgid, entry.msgstr, *entry.msgstr_plural.values()):
            sentences = SENTENCE.findall(text)
            assert len(sentences) == len({sentence.strip() for sentence in sentences}), text


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


def test_no_text_is_translated_within_an_f_string() -> None:
    """Python 3.11 hides it there from whatever collects the texts."""
    assert list(translated_in_f_strings(ast.walk(ast.parse('f"{_(1)}"')))) == [1]
    found = {path: source(path).translated_in_f_strings for path in python_files("cegoscore", "tournaments")}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_tournament_has_durchgaenge_and_a_club_is_a_runde() -> None:
    german = {
        entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()])
        for entry in catalogue("de")
        if not re.search("Pflicht", entry.msgid)
    }
    evening = re.compile(r"(templates/)?tournaments/(?!clubhouse/|seasons/)")
    of_tournaments = {
        entry.msgid for entry in catalogue("de") if all(evening.match(file) for file, _ in entry.occurrences)
    }
    assert len(of_tournaments) > 300
    rounds = {text for text in of_tournaments if not re.search(r"\bgroups?\b", text)}
    assert {text for text in rounds if re.search(r"Runden?\b", german.get(text, ""))} == set()
    groups = {text: said for text, said in german.items() if re.search(r"\bgroup\b", text)}
    assert len(groups) > 5
    assert {text for text, said in groups.items() if "Durchg" in said} == set()


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


def test_texts_are_sorted_and_know_their_files(tmp_path: Path) -> None:
    for name, text in (
        ("templates/b.html", "{{ _('two') }}{{ _('two') }}"),
        ("tournaments/a.py", "_('two'), _('one')"),
    ):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    assert list(collect(tmp_path).items()) == [
        (Message("", "one", ""), ("tournaments/a.py",)),
        (Message("", "two", ""), ("templates/b.html", "tournaments/a.py")),
    ]


def test_plural_is_kept_wherever_a_text_has_it_and_two_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tournaments").mkdir()
    source = tmp_path / "tournaments" / "a.py"
    source.write_text("_('hand'), ngettext('hand', 'hands', n), _('hand')")
    assert list(collect(tmp_path)) == [Message("", "hand", "hands")]
    source.write_text("ngettext('hand', 'hands', n), ngettext('hand', 'plenty of hands', n)")
    with pytest.raises(SystemExit, match="'hand' has two plurals"):
        collect(tmp_path)


def test_update_keeps_translations_and_drops_what_is_gone() -> None:
    old = polib.POFile()
    old.append(polib.POEntry(msgid="hand", msgstr="Spiel"))
    old.append(polib.POEntry(msgid="gone", msgstr="weg"))
    messages = {
        Message("", "hand", ""): ("cegoscore/views.py", "templates/page.html"),
        Message("", "new", ""): ("templates/page.html",),
        Message("", "point", "points"): ("templates/page.html",),
    }

    german = updated(old, messages, language="de")
    english = updated(old, messages, language="en")

    assert [(entry.msgid, entry.msgstr) for entry in german] == [("hand", "Spiel"), ("new", ""), ("point", "")]
    assert [(entry.msgid, entry.msgstr) for entry in english] == [("hand", "hand"), ("new", "new"), ("point", "")]
    assert english[2].msgstr_plural == {0: "point", 1: "points"}
    assert str(updated(german, messages, language="de")) == str(german)
    assert '\n#: cegoscore/views.py templates/page.html\nmsgid "hand"\n' in str(german)


def test_catalogue_is_read_after_a_merge_that_kept_both_sides() -> None:
    merged = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n'
        "<<<<<<< HEAD\n"
        '#: a.py\nmsgid "one"\nmsgstr "eins"\n'
        "=======\n"
        '#: b.py\nmsgid "two"\nmsgid_plural "twos"\nmsgstr[0] ""\n"zwei"\nmsgstr[1] "zweien"\n'
        ">>>>>>> main\n\n"
        '#: a.py\n#: b.py\nmsgid "three"\nmsgstr "drei"\nmsgstr ""\n"Dreier"\n'
        'msgid "lost"\nmsgctxt "card"\nmsgid "four"\nmsgstr "vier"\n'
    )
    read = polib.pofile(mended(merged))
    assert [(entry.msgctxt, entry.msgid, entry.msgstr) for entry in read] == [
        (None, "one", "eins"),
        (None, "two", ""),
        (None, "three", "drei"),
        ("card", "four", "vier"),
    ]
    assert read[1].msgstr_plural == {0: "zwei", 1: "zweien"}
    assert read.metadata == {"Language": "de"}


@thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_lost_of_a_catalogue_that_is_whole(language: str) -> None:
    text = catalogue_path(language).read_text()
    assert str(polib.pofile(mended(text))) == str(polib.pofile(text))


def test_functions_that_mark_texts_have_no_name_that_the_extraction_does_not_know() -> None:
    aliases = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for source in SOURCES
        for path in sorted((ROOT / source).rglob("*.py"))
        for match in re.finditer(r"\bn?p?gettext(_lazy)? as (?!_\b)\w+", path.read_text())
    ]
    assert aliases == []
