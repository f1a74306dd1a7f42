"""Loader of our own templates: their indentation is for those who read them, not for phones in a cellar.

Templates say one thing a line. Sent as they stand, a fifth of a page would be blanks, and each rendering would put
them together anew. So blanks at the beginning of a line go when a template is loaded, and so do line breaks after
lines that hold nothing but control tags: those put out nothing, and the break before them stays. The attributes of an
element come on one line. White space between two words or elements is never lost, only made shorter.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

TAG = re.compile(r"<[a-z][\w-]*(?:\{%.*?%\}|\{\{.*?\}\}|\{(?![%{])|[^<>{])*>", re.DOTALL)
BETWEEN_ATTRIBUTES = re.compile(r"\s*\n\s*")
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
CONTROL = "block|elif|else|empty|endblock|endfor|endif|endkept|endpartialdef|endwith|for|if|kept|load|partialdef|with"
CONTROL_LINES = re.compile(rf"^((?:{{% (?:{CONTROL})\b(?:(?!%}}).)*%}})+)[ \t]*\n", re.MULTILINE)


def lean(text: str) -> str:
    """Take indentation, lines of control tags and lines between attributes out of the text of a template."""
    return CONTROL_LINES.sub(r"\1", INDENTATION.sub("", TAG.sub(_on_one_line, text)))


def _on_one_line(tag: re.Match[str]) -> str:
    return BETWEEN_ATTRIBUTES.sub(" ", tag[0].removesuffix(">").rstrip()) + ">"


class Loader(filesystem.Loader):
    """Django's loader of files, with lean pages; scripts keep their lines."""

    def get_contents(self, origin: Origin) -> str:
        """Read a template."""
        text = super().get_contents(origin)
        return lean(text) if origin.name.endswith(".html") else text
