"""Changed settings of a tournament in words, for the club's log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.contest.ties import TieBreak
from tournaments.course.fixed import prizes_in_words
from tournaments.course.tie_breaks import told
from tournaments.models import Tournament
from tournaments.models.tournament import ALL_SETTINGS


def in_words(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """Label and value of every setting by its name, and of categories and prizes."""
    labels = {column.name: str(column.verbose_name) for column in Tournament._meta.fields}
    words = {name: (labels[name], _value(tournament, name)) for name in ALL_SETTINGS}
    categories = tournament.categories.order_by("pk")
    named = ", ".join(row.name or str(row.get_kind_display()) for row in categories)
    return words | {
        "categories": (_("Categories"), named),
        "prizes": (_("Prizes"), prizes_in_words(tournament).replace("\n", ", ")),
    }


def changes(
    before: Mapping[str, tuple[str, str]], after: Mapping[str, tuple[str, str]], *, but: Collection[str]
) -> tuple[str, str]:
    """Differences as they were and as they are; `but` names settings that are told elsewhere."""
    changed = [name for name in before if before[name] != after[name] and name not in but]
    return _told([before[name] for name in changed]), _told([after[name] for name in changed])


def _told(settings: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{label}: {value or '–'}" for label, value in settings)


def _value(tournament: Tournament, name: str) -> str:
    value = getattr(tournament, name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return ""
    if isinstance(value, RuleSet):
        return in_language(rules_of(value).name)
    if name == "tie_breaks":
        return told(map(TieBreak, value))
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, Decimal):
        return number_format(value)
    return str(getattr(tournament, f"get_{name}_display", lambda: value)())
