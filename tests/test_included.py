"""Templates that are looked for once are those that Django would find, with the values that Django would give them."""

from typing import Any

import pytest
from django.template import Context, Engine, Template, TemplateDoesNotExist, engines
from django.template.loader_tags import IncludeNode
from django.template.loaders.locmem import Loader

from cegoscore.clubs.templatetags.included import NamedNode

PARTS = {"part": "{{ word }}{{ more }}{% include 'inner' %}", "inner": "<{{ word }}>{% firstof unknown 'x' as word %}"}
NAMED = ("'part'", '"part" with more=3', "'part' with word='B'", "'part' with more=3 only", "'part' only", "'none'")
OTHERS = ("name", "name with more=3", "'part'|lower")


def said(engine: Engine, tag: str) -> str:
    """The part, twice, and what stands behind it, or that there is no such part."""
    text = f"{{% for i in 'ab' %}}{{% include {tag} %}}{{% endfor %}}{{{{ word }}}}{{{{ more }}}}"
    template = engine.from_string(text)
    try:
        return "".join(template.render(Context({"word": "A&", "name": "part"})) for _ in range(2))
    except TemplateDoesNotExist as wrong:
        return str(wrong)


@pytest.mark.parametrize("tag", [*NAMED, *OTHERS])
def test_tag_of_our_templates_says_what_djangos_says(tag: str) -> None:
    loaders = [("django.template.loaders.locmem.Loader", PARTS)]
    builtins = engines["django"].engine.builtins  # type: ignore[attr-defined]
    ours = Engine(loaders=loaders, builtins=builtins)
    assert said(ours, tag) == said(Engine(loaders=loaders), tag)
    nodes = ours.from_string(f"{{% include {tag} %}}").nodelist.get_nodes_by_type(IncludeNode)
    assert [type(node) for node in nodes] == [NamedNode if tag in NAMED else IncludeNode]


def test_template_named_in_the_text_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    find = Loader.get_template

    def get_template(self: Loader, name: str, skip: Any = None) -> Template:
        asked.append(name)
        return find(self, name, skip)

    monkeypatch.setattr(Loader, "get_template", get_template)
    builtins = engines["django"].engine.builtins  # type: ignore[attr-defined]
    said(Engine(loaders=[("django.template.loaders.locmem.Loader", PARTS)], builtins=builtins), "'part'")
    assert asked == ["part", "inner"]
