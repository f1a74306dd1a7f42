"""Rows of big tables as HTML, written without a template: the one place where Python writes markup.

Reason: two hundred rows of standings, or three hundred of a league table with thirteen events each, are most of their
page's work, and a template takes several times as long for them (tests/benchmarks hold the figures). The markup of a
row is put together once for all rows; texts pass `text`, which escapes them, and the type `Html` keeps others out.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import NewType, cast

from django.utils.safestring import SafeString, mark_safe

from cegoscore.clubs.templatetags.cego import signed

Html = NewType("Html", str)
"""Markup whose texts are escaped."""

NOTHING = Html("")

digits = cast("Callable[[int], Html]", str)
"""A number as it stands; needs no escaping."""
points = cast("Callable[[int | None], Html]", signed)
"""Points with their sign, a dash for none; needs no escaping."""
struck = cast("Callable[[Html], Html]", "<s>{}</s>".format)
"""Struck through: it does not count."""
bold = cast("Callable[[Html], Html]", "<b>{}</b>".format)
"""Bold: it was won."""


def text(value: object) -> Html:
    """Escape a text."""
    return Html(escape(str(value)))


def element(name: str, content: str, css: str = "") -> Html:
    """An element, with a class if one is given; `content` is markup."""
    return Html(f'<{name} class="{css}">{content}</{name}>' if css else f"<{name}>{content}</{name}>")


def hidden(words: str) -> Html:
    """Words for screen readers only."""
    return element("span", text(words), "vh")


def sign(symbol: str, words: str) -> Html:
    """A sign for the eye, with its words for screen readers."""
    return Html(f'<span aria-hidden="true">{escape(symbol)}</span>{hidden(words)}')


def link(address: Html, key: int | str, content: Html) -> Html:
    """A link to somebody's page: `address` is what all pages begin with, `key` whose it is."""
    return Html(f'<a href="{address}{key}">{content}</a>')


def named(name: str, small: str, between: str = "") -> Html:
    """A name with something about it in small letters, if there is something."""
    return Html(f"{escape(name)}{between}<small>{escape(small)}</small>" if small else escape(name))


NAME = '<th scope="row">%s</th>'
"""The column whose cells say what the row is about."""


def column(css: str = "", label: str = "") -> str:
    """A column of cells of this class, with a `label`, which narrow screens show before each: a cell to be filled."""
    start = f"<td{_attribute('class', css)}{_attribute('data-e', escape(label))}>".replace("%", "%%")
    return f"{start}%s</td>"


class RowWriter:
    """Writes the rows of a table with these columns; `prefix` and a row's key are the id to which links can point."""

    __slots__ = ("_pattern",)

    def __init__(self, columns: Iterable[str], *, prefix: str = "") -> None:
        start = f'<tr id="{prefix}%s"%s>' if prefix else "<tr%s%s>"
        self._pattern = f"{start}{''.join(columns)}</tr>"

    def row(self, cells: Iterable[Html], *, key: int | str = "", css: str = "") -> Html:
        """A row with a cell for each column."""
        return Html(self._pattern % (key, f' class="{css}"' if css else "", *cells))


def body(rows: Iterable[Html]) -> SafeString:
    """All rows, for a template to put into its table. Safe, because all `Html` is escaped."""
    return mark_safe("".join(rows))  # noqa: S308 - `Html` is escaped


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""
