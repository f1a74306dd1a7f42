"""Texts that go no detours are those that Django would give."""

from datetime import date

import pytest
from django.template import Context, Engine, engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.test import override_settings
from django.utils.translation import get_language, override

from cegoscore.clubs.templatetags.sentences import FilledNode, SentenceNode

DJANGOS = {"i18n": "django.templatetags.i18n"}
BARE = ("'Totals'", '"Totals"', "'Share' context 'button'", "'100 % <b>of</b> & \\'all\\''", "''", "'No such text'")
OTHERS = ("word", "'Totals'|upper", "'Totals' noop", "'Totals' as it", "'Share' context word", "word|lower as it")


def said(engine: Engine, tag: str, language: str) -> str:
    """The text of a tag, and of the variable that it may set."""
    with override(language):
        text = f"{{% load i18n %}}{{% translate {tag} %}}{{{{ it }}}}"
        return engine.from_string(text).render(Context({"word": "Totals <i>"}))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("tag", [*BARE, *OTHERS])
def test_tag_of_our_templates_says_what_djangos_says(tag: str, language: str) -> None:
    ours = engines["django"].engine  # type: ignore[attr-defined]
    assert said(ours, tag, language) == said(Engine(libraries=DJANGOS), tag, language)
    nodes = ours.from_string(f"{{% load i18n %}}{{% translate {tag} %}}").nodelist.get_nodes_by_type(TranslateNode)
    assert [type(node) for node in nodes] == [SentenceNode if tag in BARE else TranslateNode]


def test_text_that_was_looked_up_is_that_of_the_language_whatever_settings_came_between() -> None:
    """Django begins its translations anew when a setting of languages changes."""
    text = engines["django"].from_string("{% load i18n %}{% translate 'Totals' %}")
    for _ in range(2):
        with override_settings(LANGUAGE_CODE="de"):
            for language, total in (("de", "Stand"), ("en", "Totals"), (None, "Totals")):
                with override(language):
                    assert text.render() == total


FILLED = (
    "%}Table {{ number }}{%",
    "with number=n|add:1 %}Table {{ number }}{%",
    "trimmed with number=n %}\n  Table\n  {{ number }}\n{%",
    "with number=n asvar it %}Table {{ number }}{%",
    "context 'column' %}R {{ number }}{%",
    "%}100 % of <b>{{ word }}</b>, {{ big }}, {{ day }}{%",
    "%}Nothing stands for {{ nobody }}{%",
)
COUNTED = ("count n=n %}{{ n }} hand{% plural %}{{ n }} hands{%", "context word %}Table {{ number }}{%")


def filled(engine: Engine, text: str, language: str) -> str:
    """A text with its values, and the variable that it may set; what it names is unknown behind it."""
    values = {"n": 2, "number": 7, "big": 12345, "word": "Totals <i>", "day": date(2026, 11, 29)}
    with override(language):
        whole = f"{{% load i18n %}}{{% blocktranslate {text} endblocktranslate %}}{{{{ it }}}}{{{{ number }}}}"
        return engine.from_string(whole).render(Context(values))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("text", [*FILLED, *COUNTED])
def test_filled_text_of_our_templates_is_what_djangos_is(text: str, language: str) -> None:
    ours = engines["django"].engine  # type: ignore[attr-defined]
    assert filled(ours, text, language) == filled(Engine(libraries=DJANGOS), text, language)
    nodes = ours.from_string(f"{{% load i18n %}}{{% blocktranslate {text} endblocktranslate %}}").nodelist
    kind = FilledNode if text in FILLED else BlockTranslateNode
    assert [type(node) for node in nodes.get_nodes_by_type(BlockTranslateNode)] == [kind]


@pytest.mark.parametrize("fault", ["Tisch %(numer)s", "Tisch %(number)", "Tisch %"])
def test_fault_in_the_catalogue_costs_no_page(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, text = engines["django"].engine, "%}Table {{ number }}{%"  # type: ignore[attr-defined]
    monkeypatch.setattr("cegoscore.clubs.templatetags.sentences.gettext", lambda _said: fault)
    monkeypatch.setattr("django.utils.translation.gettext", lambda said: fault if get_language() else said)
    assert filled(ours, text, "de") == "Table 77"
