"""Literal words and files of templates are looked up once, and say what Django's own tags say."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.template import Context, Engine, Library, engines
from django.templatetags import i18n, static
from django.test import override_settings
from django.utils.translation import override

from cegoscore import kept_tags
from cegoscore.kept_tags import CachedNode

TEXTS = [
    '{% translate "Who plays?" %}',
    "{% translate 'Points' %}",
    '{% trans "Points" %}',
    '{% translate "more" context "games" %}',
    '{% translate "Points"|upper %}',
    '{% translate "Points" as x %}{{ x }}, {{ x }}',
    '{% translate "Points" noop %}',
    "{% translate name %}",
    '{% translate "100 %" %}',
    "{% blocktranslate trimmed %}\nWho\nplays?\n{% endblocktranslate %}",
    "{% blocktranslate with n=name %}{{ n }} leads{% endblocktranslate %}",
    "{% blocktranslate count n=2 %}one{% plural %}{{ n }} of them{% endblocktranslate %}",
    '{% blocktranslate context "games" %}more{% endblocktranslate %}',
    '{% static "app.css" %}',
    '{% static "app.css" as x %}{{ x }}',
    "{% static file %}",
    "{% get_current_language as LANGUAGE_CODE %}{{ LANGUAGE_CODE }}",
]
KEPT = {
    '{% translate "Who plays?" %}',
    "{% translate 'Points' %}",
    '{% trans "Points" %}',
    '{% translate "more" context "games" %}',
    '{% translate "Points" noop %}',
    '{% translate "100 %" %}',
    "{% blocktranslate trimmed %}\nWho\nplays?\n{% endblocktranslate %}",
    '{% static "app.css" %}',
}


def rendered(text: str, *libraries: Library, **context: str) -> list[str]:
    """The text by the tags of these libraries, twice in German and in English."""
    engine = Engine()
    engine.template_builtins.extend(libraries)
    compiled = engine.from_string(text)
    said: list[str] = []
    for language in ("de", "en", "de", "en"):
        with override(language):
            said.append(compiled.render(Context({"name": "Points", "file": "app.css"} | context)))
    return said


@pytest.mark.parametrize("text", TEXTS)
def test_tag_says_what_djangos_own_says(text: str) -> None:
    ours = rendered(text, kept_tags.register)
    assert ours == rendered(text, i18n.register, static.register)
    assert ours[:2] == ours[2:]


@pytest.mark.parametrize("text", TEXTS)
def test_only_what_nothing_can_change_is_kept(text: str) -> None:
    engine = Engine()
    engine.template_builtins.append(kept_tags.register)
    is_kept = isinstance(engine.from_string(text).nodelist[0], CachedNode)
    assert is_kept == (text in KEPT)


def test_variable_words_follow_their_context() -> None:
    assert rendered("{% translate name %}", kept_tags.register, name="Who plays?")[1] == "Who plays?"


def test_words_are_asked_for_once_in_each_language() -> None:
    with patch.object(i18n.TranslateNode, "render", autospec=True, return_value="word") as asked:
        assert rendered('{% translate "Points" %}', kept_tags.register) == ["word"] * 4
    assert asked.call_count == 2


def test_file_is_found_anew_while_the_app_is_developed() -> None:
    engine = Engine()
    engine.template_builtins.append(kept_tags.register)
    compiled = engine.from_string('{% static "app.css" %}')
    served = compiled.render(Context())
    with override_settings(DEBUG=True):
        assert compiled.render(Context()) == "/static/app.css"
    assert compiled.render(Context()) == served != "/static/app.css"


def test_every_template_gets_these_tags() -> None:
    compiled: Any = engines["django"].from_string('{% load i18n static %}{% translate "x" %}{% static "app.css" %}')
    assert [type(node) for node in compiled.template.nodelist[1:]] == [CachedNode, CachedNode]
