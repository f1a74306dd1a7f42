"""Changed settings of a tournament in words, for the club's log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.wording import in_language
from cegoscore.contest.ties import TieBreak
from tournaments.course.fixed import prizes_in_words
from tournaments.course.setting_kinds import Day, Flag, Money, OneOf, RuleSetKey, TieBreaks
from tournaments.course.tie_breaks import told
from tournaments.course.tournament_settings import SETTINGS, Setting
from tournaments.models import Tournament


def in_words(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """Label and value of every setting by its name, and of categories and prizes."""
    words = {each.name: (_label(each), _value(each, getattr(tournament, each.name))) for each in SETTINGS}
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


def _label(setting: Setting) -> str:
    if isinstance(setting.kind, TieBreaks):
        return _("Ties")
    if setting.name == "small_rule_set":
        return _("Rules of the smaller tables")
    return _("Rules") if isinstance(setting.kind, RuleSetKey) else str(setting.label)


def _value(setting: Setting, value: Any) -> str:
    kind = setting.kind
    if isinstance(kind, Flag):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return ""
    if isinstance(kind, RuleSetKey):
        return in_language(rules_of(value).name)
    if isinstance(kind, TieBreaks):
        return told(map(TieBreak, value))
    if isinstance(kind, OneOf):
        return str(dict(kind.options)[value])
    if isinstance(kind, Day):
        return date_format(value)
    return number_format(value) if isinstance(kind, Money) else str(value)
