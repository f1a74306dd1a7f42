"""Statements that templates send to the database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.template.backends.django import Template


@contextmanager
def reads_of_templates() -> Iterator[list[str]]:
    """Collects what is sent between the beginning of a template and its end."""
    statements: list[str] = []
    open_templates: list[str] = []
    render = Template.render

    def rendering(template: Template, *args: Any, **kwargs: Any) -> str:
        open_templates.append(str(template.origin))
        try:
            return render(template, *args, **kwargs)
        finally:
            open_templates.pop()

    def noting(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        if open_templates:
            statements.append(f"{open_templates[0]}: {sql}")
        return execute(sql, *args)

    with patch.object(Template, "render", rendering), connection.execute_wrapper(noting):
        yield statements
