"""Texts that go no detours are those that Django would give."""

import pytest
from django.template import Context, Engine, engines
from django.templatetags.i18n import TranslateNode
from django.utils.translation import override

from cegoscore.clubs.templatetags.sentences import SentenceNode

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
