"""The three questions that a table asks while it plays, answered by the sentences of the rule set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.clubs.house_rules.statements import Section

ASKED: Mapping[Any, tuple[str, ...]] = {
    _("Who wins this trick?"): ("tricks.winner", "games.open_never_wins"),
    _("Who leads?"): (
        *("tricks.declarer_leads", "tricks.vorhand_leads", "tricks.next_lead"),
        *("tricks.second_lead", "tricks.third_lead"),
    ),
    _("May I look at the blind, or at what was put away?"): ("tricks.legage", "games.solo"),
}
"""Keys of the sentences that answer each."""


def table_questions(sections: Iterable[Section]) -> dict[Any, list[Statement]]:
    """Each question with what the rule set says about it; without those of which it says nothing."""
    said = {statement.key: statement for section in sections for statement in section.statements}
    answers = {question: [said[key] for key in keys if key in said] for question, keys in ASKED.items()}
    return {question: statements for question, statements in answers.items() if statements}
