"""Template files without what only lays out their source: indentation, and line breaks between attributes."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

TAG = re.compile(r"<[a-z][\w-]*(?:\{%.*?%\}|\{\{.*?\}\}|\{(?![%{])|[^<>{])*>", re.DOTALL)
BETWEEN_ATTRIBUTES = re.compile(r"\s*\n\s*")
INDENTATION = re.compile(r"(?<=\n)[ \t]+")


class Loader(filesystem.Loader):
    """Django's own, for pages of fewer bytes: a browser shows the same."""

    def get_contents(self, origin: Origin) -> str:
        """Source of a template, a tag on one line, each line from its first letter on."""
        return INDENTATION.sub("", TAG.sub(_on_one_line, super().get_contents(origin)))


def _on_one_line(tag: re.Match[str]) -> str:
    return BETWEEN_ATTRIBUTES.sub(" ", tag[0].removesuffix(">").rstrip()) + ">"
