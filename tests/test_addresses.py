"""Addresses that are put together once are those that Django would give."""

from uuid import UUID, uuid4

import pytest
from django.template import Context, Engine, engines
from django.urls import NoReverseMatch, reverse

from cegoscore.addresses import MARKS, address

SHEET, TOURNAMENT = (uuid4() for _ in range(2))


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        ("home", ()),
        ("sheet", (SHEET,)),
        ("hand", (SHEET, 3)),
        ("hand", (TOURNAMENT, 12)),
        ("strike_hand", (SHEET, MARKS[int][0])),
        ("sheet_changes", (MARKS[UUID][0],)),
    ],
)
def test_address_is_the_one_of_django(view: str, keys: tuple[UUID | int, ...]) -> None:
    assert address(view, *keys) == reverse(view, args=keys)


KEYS = {"sheet": SHEET, "number": 3, "text": "3", "nobody": None, "long": 10**9}


@pytest.mark.parametrize(
    "tag",
    [
        *("'home'", "'sheet' sheet", "'hand' sheet number", "'hand' sheet text", "'sheet' sheet_id=sheet"),
        *("'sheet' nobody as it", "'no_such_view' sheet as it", "'hand' sheet long as it", "'lesson' text 'tricks'"),
        *("'sheet' nobody", "'no_such_view' sheet", "'hand' sheet"),
    ],
)
def test_tag_of_our_templates_says_what_djangos_says(tag: str) -> None:
    """An address, an empty variable or an error, whatever stands in the place of keys."""
    text = f"{{% url {tag} %}}{{{{ it }}}}"

    def said(engine: Engine) -> str:
        try:
            return engine.from_string(text).render(Context(KEYS))
        except NoReverseMatch as wrong:
            return str(wrong)

    ours = engines["django"].engine  # type: ignore[attr-defined]
    assert said(ours) == said(Engine())
    assert type(ours.from_string(text).nodelist[0]) is not type(Engine().from_string(text).nodelist[0])


def test_view_that_is_not_there_has_no_address() -> None:
    with pytest.raises(NoReverseMatch):
        address("no_such_view", SHEET)


@pytest.mark.parametrize("tag", ["'app.css'", "'app.css' as it", "name", "name|lower as it", "'a&b.css'"])
def test_tag_of_a_file_says_what_djangos_says(tag: str) -> None:
    text = f"{{% load static %}}{{% static {tag} %}}{{{{ it }}}}"

    def said(engine: Engine) -> str:
        try:
            return engine.from_string(text).render(Context({"name": "app.css"}))
        except ValueError as wrong:
            return str(wrong)

    djangos = Engine(libraries={"static": "django.templatetags.static"})
    assert said(engines["django"].engine) == said(djangos)  # type: ignore[attr-defined]
