"""Templates without the indentation of their lines, which only those see who edit them.

On the wire it is a twelfth of a sheet's page. What people have typed is no part of a template and keeps its blanks;
text of ours that is shown with them (`<pre>`) begins at the margin of its file.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Django's loader of files; lines keep their numbers, by which errors name them."""

    def get_contents(self, origin: Origin) -> str:
        """Text of a template from its file."""
        return INDENTATION.sub("", super().get_contents(origin))
