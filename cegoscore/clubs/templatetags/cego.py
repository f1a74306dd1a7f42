"""Template tags and filters: signed amounts, symbols, boxes, and texts of a rule set in the page's language."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from json import dumps
from operator import attrgetter
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.forms import BaseForm, BoundField
from django.template.base import FilterExpression, Node, Parser, TextNode, Token
from django.template.context import Context
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe

from cegoscore.clubs import wording
from cegoscore.clubs.glossary import BY_FORM, WORDS, terms_of
from cegoscore.clubs.names import hyphenated, set_apart, short_names
from cegoscore.files import edition
from cegoscore.reached import phone_addresses_of
from cegoscore.scoring.house_rules import HouseRules


class Faults(NamedTuple):
    """Words of a page above its forms."""

    fields: list[tuple[str, str]]
    """Id and name."""
    sentences: list[str]
    is_missing: bool
    """True if every fault is an empty field."""


def faults_of(forms: Iterable[BaseForm]) -> Faults | None:
    """Gather the faults of forms, each once."""
    wrong = list({id(form): form for form in forms if form.is_bound and form.errors}.values())
    fields = [field for form in wrong for field in form if field.errors]
    general = [form.non_field_errors() for form in wrong] + [field.errors for field in fields if field.is_hidden]
    codes = {fault.code for form in wrong for faults in form.errors.as_data().values() for fault in faults}
    if not wrong:
        return None
    return Faults(
        [(_place_of(field), str(field.label)) for field in fields if not field.is_hidden],
        [str(sentence) for sentences in general for sentence in sentences],
        codes == {"required"},
    )


def _place_of(field: BoundField) -> str:
    """Find where the field is filled in: of several boxes or circles, the first."""
    return next((widget.id_for_label for widget in field.subwidgets), "") or field.auto_id


register = template.Library()

PLUS = ' class="plus"'
HIDDEN = mark_safe('aria-hidden="true"')
LETTERS = 36
"""Letters of names that fit beside each other on the narrowest phone."""
GROUPED_FROM = 10_000
"""Points of so many digits are read in groups; `static/numbers.js` does the same."""


@register.filter
def signed(amount: int | None) -> str:
    """`+45`, `−15` with a real minus sign, `0`, `+14.264` as money is grouped; a dash for who was not at the table."""
    if amount is None:
        return "–"
    text = str(abs(amount)) if -GROUPED_FROM < amount < GROUPED_FROM else grouped(abs(amount))
    return f"+{text}" if amount > 0 else f"−{text}" if amount else text


def grouped(amount: int) -> str:
    """Points, in groups of three from five digits on: the page's language says by which sign."""
    return str(amount) if abs(amount) < GROUPED_FROM else number_format(amount, force_grouping=True)


register.filter(hyphenated)


@register.filter
def clock(moment: datetime | None, since: datetime) -> str:
    """`{{ row.written_at|clock:sheet.started_at }}`: the time, with its day where that is another one."""
    if moment is None:
        return ""
    there, before = map(timezone.localtime, (moment, since))
    day = "" if there.date() == before.date() else f"{date_format(there, 'SHORT_DATE_FORMAT')}, "
    return f"{day}{there:%H:%M}"


@register.filter
def columns(amounts: Iterable[int | None]) -> SafeString:
    """Amounts in a row, one for each column of a sheet: signs and digits, in which nothing has to be escaped."""
    return SafeString(
        "".join([f"<span{PLUS if amount and amount > 0 else ''}>{signed(amount)}</span>" for amount in amounts])
    )


@register.filter
def signed_unless(amount: int, counts_ranks: bool) -> str:  # noqa: FBT001 - filters get it by place
    """A total of a season: with its sign, unless ranks count, which are never lost."""
    return grouped(amount) if counts_ranks else signed(amount)


register.filter("in_language", wording.in_language)
register.simple_tag(edition)


@register.filter
def json(value: Any) -> str:
    """Text that scripts read again from a `data-` attribute: scripts of an answer are taken out of it, data as well."""
    return dumps(value, separators=(",", ":"))


@register.filter
def each(values: Iterable[Any], path: str) -> list[Any]:
    """`lines|each:"person.name"`: the same attribute of all of them, to be joined."""
    return [attrgetter(path)(value) for value in values]


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Every language of the pages, by its code, as it calls itself whatever the page's language is."""
    return list(settings.LANGUAGES)


@register.simple_tag
def imprint_url() -> str:
    """Address of the imprint: the host's own page, or ours with the host's text; empty without either."""
    return str(settings.IMPRINT)


@register.simple_tag
def named(person: Any, *, small: bool = False) -> SafeString:
    """Somebody with their village, if it is known, and their number beside a namesake; `small` in narrow tables."""
    name, beside = escape(set_apart(person.name)), getattr(person, "apart", "") or person.village
    if not beside:
        return name
    start, end = ("<small>", "</small>") if small else ('<span class="faint small">', "</span>")
    return mark_safe(f"{name} {start}{escape(set_apart(beside))}{end}")  # noqa: S308 - both are escaped


@register.filter
def beside(name: str, neighbours: Iterable[Any]) -> SafeString:
    """`{{ seat.name|beside:seats }}`: a name with what a narrow column shows of it, which is like no other there."""
    return name_among(name, tuple(other.name for other in neighbours))


def name_among(name: str, names: tuple[str, ...]) -> SafeString:
    """A name among `names` with what a narrow column shows of it, which is like no other there."""
    short = short_names(names, LETTERS // len(names))[name]
    if short == name:
        return format_html("{}", name)
    return format_html('<span class="cut" dir="auto" title="{0}" data-short="{1}"><span>{0}</span></span>', name, short)


@register.simple_tag(takes_context=True)
def form_faults(context: Context) -> Faults | None:
    """`{% form_faults as form_faults %}`: what is wrong with the forms of a page, above all of it; None without any."""
    values: Iterable[object] = context.flatten().values()
    return faults_of(value for value in values if isinstance(value, BaseForm))


@register.simple_tag
def unsure(source: Any, *, linked: bool = True) -> SafeString:
    """`{% unsure source %}`: a quiet mark behind what the source does not state; nothing behind what it does.

    It leads to the list of such points, where the page has one (`linked`).
    """
    if source.is_stated:
        return SafeString()
    mark = '<span aria-hidden="true">&#8288;°</span><span class="vh"> ({0})</span>'
    if not linked:
        return format_html('<span class="unsure" title="{0}">' + mark + "</span>", source.status_text)
    return format_html('<a class="unsure" href="#open-points" title="{0}">' + mark + "</a>", source.status_text)


@register.filter
def glossed(text: str) -> SafeString:
    """Make a button of the first mention of each word of the game; `{% glossary %}` has what it shows."""
    seen: set[str] = set()

    def button(match: re.Match[str]) -> str:
        before, form, after = match.groups()
        key = BY_FORM[form].key
        if key in seen:
            return match[0]
        seen.add(key)
        html = '{}<button type="button" class="term" popovertarget="term-{}">{}</button>{}'
        return format_html(f'<span class="whole">{html}</span>', before, key, form, after)

    return mark_safe(WORDS.sub(button, conditional_escape(text)))  # noqa: S308 - the text is escaped before


@register.inclusion_tag("clubs/_glossary.html")
def glossary(rules: HouseRules) -> dict[str, Any]:
    """`{% glossary rules %}`: the meanings in a rule set, once on a page that has `glossed` texts."""
    return {"terms": terms_of(rules)}


@register.simple_block_tag
def problem(content: str, *, announced: bool = True) -> SafeString:
    """`{% problem %}…{% endproblem %}`: a box that says why something was not done; none around nothing.

    A screen reader reads it out at once, unless it stands within something that does so already.
    """
    return _box("problem", "warning", content, ' role="alert"' if announced else "")


@register.simple_block_tag
def note(content: str, symbol: str, *, announced: bool = False) -> SafeString:
    """`{% note "check" %}…{% endnote %}`: a box that says how things stand."""
    return _box("note", symbol, content, ' role="status"' if announced else "")


@register.inclusion_tag("clubs/_reach.html", takes_context=True)
def reach(context: Context) -> dict[str, Any]:
    """`{% reach %}`: a warning on a page with links or codes that was opened by an address that no phone reaches."""
    return {"reach": phone_addresses_of(context["request"])}


def _box(kind: str, symbol: str, content: str, role: str) -> SafeString:
    """Draw a box with a symbol. Its content comes from a template, where values were escaped already."""
    text = content.strip()
    box = f'<div class="{kind}"{role}>{drawing(symbol)}<div>{text}</div></div>' if text else ""
    return mark_safe(box)  # noqa: S308 - rendered by the template, which escaped it


@register.tag
def symbol(parser: Parser, token: Token) -> Node:
    """`{% symbol "check" %}`: a drawing of `templates/_symbols.html`, hidden from screen readers; none without a name.

    `class="…"` adds a class; `label=_("…")` is spoken where no word stands beside the symbol. A symbol of literal
    words becomes text when the template is compiled, so it costs a page nothing.
    """
    _tag, name, *options = token.split_contents()
    words = {"name": name, **dict(option.split("=", 1) for option in options)}
    if unknown := words.keys() - {"name", "class", "label"}:
        raise template.TemplateSyntaxError(f"A symbol has a class and a label, not {', '.join(sorted(unknown))}.")
    node = SymbolNode({key: parser.compile_filter(word) for key, word in words.items()})
    return TextNode(node.render(Context())) if node.is_literal else node


class SymbolNode(Node):
    """A symbol whose name or label is known only when the page is rendered."""

    def __init__(self, words: dict[str, FilterExpression]) -> None:
        self.words = words
        self.is_literal = all(isinstance(word.var, str) and not word.filters for word in words.values())

    def render(self, context: Context) -> SafeString:
        """Render the drawing; nothing without a name."""
        words = {key: word.resolve(context) for key, word in self.words.items()}
        if not words["name"]:
            return SafeString()
        label = words.get("label")
        return drawing(words["name"], words.get("class") or "", None if label is None else str(label))


@lru_cache(maxsize=256)
def drawing(name: str, more: str = "", label: str | None = None) -> SafeString:
    """The symbol as markup, with classes and what is spoken, for what is drawn outside a template."""
    classes = f"symbol {more}" if more else "symbol"
    spoken = HIDDEN if label is None else format_html('role="img" aria-label="{}"', label)
    drawn = '<svg class="{}" width="18" height="18" {}><use href="#i-{}"/></svg>'  # as large even without our styles
    return format_html(drawn, classes, spoken, name)
