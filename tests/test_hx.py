"""The hx- attributes of all templates: `static/hx.js` is an extract of htmx, and does nothing for any other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"

TRIGGER = r"(look|input|load|online)( delay:\d+ms)?( from:window)?"
ELEMENT = r"#[\w-]+"
KNOWN = {
    "boost": "true",
    "get": ".*",
    "include": r"[#\w\[\]=. -]+",
    "post": ".*",
    "push-url": "false",
    "select": ELEMENT,
    "select-oob": ELEMENT,
    "swap": "outerHTML|none",
    "swap-oob": f"true|afterbegin:{ELEMENT}",
    "sync": "this:drop|this:queue last",
    "target": ELEMENT,
    "trigger": f"{TRIGGER}(, {TRIGGER})*",
}
"""Every attribute that the script reads, with the values that it knows."""

TAG_OF_DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
ELEMENTS = re.compile(r"<(\w+)((?:\s+[^\s=<>\"]+(?:=\"[^\"]*\")?)*)\s*/?>")
ATTRIBUTES = re.compile(r"([^\s=<>\"]+)(?:=\"([^\"]*)\")?")


def html_of(text: str) -> str:
    """A template without the tags of Django, as if every choice had been made both ways."""
    return TAG_OF_DJANGO.sub(" ", text)


def offences(text: str) -> Iterator[str]:
    """Name what the script would not do as a template says."""
    for name, inside in ELEMENTS.findall(html_of(text)):
        attributes = dict(ATTRIBUTES.findall(inside))
        ours = {key.removeprefix("hx-"): value for key, value in attributes.items() if key.startswith("hx-")}
        for key, value in ours.items():
            if key not in KNOWN or not re.fullmatch(KNOWN[key], value.strip(), re.DOTALL):
                yield f'hx-{key}="{value}"'
        if "boost" in ours and (name, attributes.get("method")) != ("form", "post"):
            yield f"hx-boost on <{name}>, which is no form that is posted"
        if {"get", "post"} & set(ours) and name != "form" and "trigger" not in ours:
            yield f"<{name}> asks, and nothing says when"


def templates() -> list[str]:
    """Texts of all templates."""
    return [path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))]


def test_script_knows_every_attribute_of_every_template() -> None:
    assert [offence for text in templates() for offence in offences(text)] == []


def test_no_attribute_is_missed_by_this_test() -> None:
    """The reader of elements in templates finds each attribute that stands in them."""
    for html in map(html_of, templates()):
        found = [key for _, inside in ELEMENTS.findall(html) for key, _ in ATTRIBUTES.findall(inside)]
        assert sum(key.startswith("hx-") for key in found) == len(re.findall(r"\shx-[\w-]+", html))


def test_script_reads_what_is_listed_and_templates_use_it() -> None:
    script = (ROOT / "static" / "hx.js").read_text()
    read = set(re.findall(r'attribute\(\w+, "([\w-]+)"\)', script)) | set(re.findall(r"\[hx-(\w+)", script))
    assert read == set(KNOWN)
    used = {name for html in map(html_of, templates()) for name in re.findall(r"\shx-([\w-]+)", html)}
    assert used == set(KNOWN)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<div hx-get="/x" hx-trigger="look"></div>', []),
        ('<div hx-get="{% url "x" y %}?v={{ v }}" hx-trigger="look"></div>', []),
        ('<form method="post" {% if a %}hx-boost="true"{% endif %}></form>', []),
        ('<div hx-get="/x" hx-trigger="every 2s"></div>', ['hx-trigger="every 2s"']),
        ('<div hx-get="/x" hx-trigger="input changed delay:1s"></div>', ['hx-trigger="input changed delay:1s"']),
        ('<form hx-put="/x"></form>', ['hx-put="/x"']),
        ('<form hx-post="/x" hx-swap="outerHTML swap:1s"></form>', ['hx-swap="outerHTML swap:1s"']),
        ('<form hx-post="/x" hx-target="closest li"></form>', ['hx-target="closest li"']),
        ('<p hx-swap-oob="beforeend:#a"></p>', ['hx-swap-oob="beforeend:#a"']),
        ('<form hx-post="/x" hx-sync="closest form:abort"></form>', ['hx-sync="closest form:abort"']),
        ('<form hx-post="/x" hx-confirm="Sure?"></form>', ['hx-confirm="Sure?"']),
        ('<a href="/x" hx-boost="true"></a>', ["hx-boost on <a>, which is no form that is posted"]),
        ('<button hx-post="/x"></button>', ["<button> asks, and nothing says when"]),
    ],
)
def test_what_the_script_does_not_know_is_found(text: str, said: list[str]) -> None:
    assert list(offences(text)) == said
