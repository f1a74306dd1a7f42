"""Derivations in words: the steps by which an amount comes about, and the sources of the cells that they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cegoscore.clubs.wording import game_label, in_language
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.derivation import Step
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import Citation, Citations, Status
from cegoscore.scoring.rules.rule_documents import value_at
from cegoscore.scoring.rules.rule_files import published, published_citations, published_identifiers

SENTENCES: Mapping[str, Any] = {
    "difference": gettext_lazy("%(points)s card points, %(amount)s over %(half)s"),
    "difference_opponents": gettext_lazy("the others have %(points)s, %(amount)s over %(half)s"),
    "bracket": gettext_lazy("%(points)s card points: %(amount)s by the table"),
    "bracket_no_trick": gettext_lazy("no trick: %(amount)s by the table"),
    "base_up_to": gettext_lazy("up to the next %(to)s: %(amount)s"),
    "factor": gettext_lazy("times %(factor)s for %(game)s: %(amount)s"),
    "factor_over_solo": gettext_lazy("times %(factor)s for %(game)s: %(amount)s"),
    "rounded_up": gettext_lazy("up to the next %(to)s: %(amount)s"),
    "rounded_nearest": gettext_lazy("to the nearest %(to)s: %(amount)s"),
    "at_least": gettext_lazy("but at least %(least)s"),
    "extra": gettext_lazy("and %(extra)s besides: %(amount)s"),
    "buergermeister": gettext_lazy("%(points)s each, Bürgermeister: always %(amount)s"),
    "value": gettext_lazy("%(game)s counts %(amount)s"),
    "ouvert": gettext_lazy("ouvert, times %(factor)s: %(amount)s"),
    "most": gettext_lazy("%(points)s card points are the most"),
    "tie": gettext_lazy("%(players)s have %(points)s card points each; all of them lose"),
    "tie_vorhand_pays": gettext_lazy("%(players)s have %(points)s card points each; Vorhand alone loses"),
    "tie_announcer_pays": gettext_lazy(
        "%(players)s have %(points)s card points each; whoever announced it loses alone"
    ),
    "tie_uncounted": gettext_lazy("%(players)s have the most; all of them lose"),
    "tie_vorhand_pays_uncounted": gettext_lazy("%(players)s have the most; Vorhand alone loses"),
    "tie_announcer_pays_uncounted": gettext_lazy("%(players)s have the most; whoever announced it loses alone"),
    "without_trick": gettext_lazy("%(players)s without a trick: %(amount)s"),
    "vorhand": gettext_lazy("Vorhand lost, times %(factor)s: %(amount)s"),
    "announcer": gettext_lazy("whoever announced it lost, times %(factor)s: %(amount)s"),
    "points_instead": gettext_lazy("paid by card points, because that is more: %(amount)s"),
    "takes_all": gettext_lazy("took every trick and wins %(amount)s from each"),
    "penalty": gettext_lazy("penalty: %(amount)s to each"),
    "lowest_base": gettext_lazy("lowest base value: %(amount)s"),
    "times": gettext_lazy("times %(times)s: %(amount)s"),
    "pays_for_all": gettext_lazy("pays for all %(players)s: %(amount)s"),
    "written_amount": gettext_lazy("only the amount is written down: %(amount)s each"),
    "solo_held_back": gettext_lazy("a Solo was held back"),
    "false_claim": gettext_lazy("no Solo was held back, the claim was wrong"),
    "agreed": gettext_lazy("agreed at the table: %(amount)s"),
    "losers": gettext_lazy("%(players)s lose, together %(amount)s to each of the others"),
    "all_lose": gettext_lazy("all %(players)s lose and set it off: %(amount)s"),
    "stake_factor": gettext_lazy("stake times %(factor)s: %(amount)s"),
}
"""A fragment of a sentence for the code of every step."""

STATUSES: Mapping[Status, Any] = {
    Status.STATED: pgettext_lazy("status", "says the source"),
    Status.INFERRED: pgettext_lazy("status", "our reading"),
    Status.UNCLEAR: pgettext_lazy("status", "unclear in the source"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Origin of one value of a rule set, for a page or a file."""

    rule: str
    """Key of the value."""
    status: Status
    place: str
    text: str
    changed: bool = False
    """True if a house changed it: then the place and the text are those of the house."""

    @property
    def status_text(self) -> str:
        """The status in a word or two."""
        return _("changed by the house") if self.changed else str(STATUSES[self.status])

    @property
    def is_stated(self) -> bool:
        """True for what needs no mark."""
        return self.changed or self.status is Status.STATED


def step_sentence(step: Step, rules: HouseRules) -> str:
    """A step as a fragment in the page's language, such as `times 2 for Solo: 12`."""
    params: dict[str, Any] = {**dict(step.params), "amount": step.amount}
    if game := params.get("contract") or _game_of(step.cell):
        params["game"] = _game_name(rules, Contract(game), over_solo=step.code == "factor_over_solo")
    code = "bracket_no_trick" if step.code == "bracket" and params["points"] == 0 else step.code
    return str(SENTENCES[code]) % params


def _game_of(cell: str) -> str:
    """The game that a cell such as `targets.ulti.amount` is about; empty for one about several."""
    return next((part for part in cell.split(".") if part in Contract.__members__.values()), "")


def _game_name(rules: HouseRules, contract: Contract, *, over_solo: bool) -> str:
    label = game_label(rules, contract, over_solo=over_solo)
    if over_solo and contract is not Contract.CEGO:
        return _("%(game)s over Solo") % {"game": label}
    return label


def derivation_text(steps: Iterable[Step], rules: HouseRules) -> str:
    """All steps in one line."""
    return ", ".join(step_sentence(step, rules) for step in steps)


def citations_of(rules: HouseRules) -> Citations | None:
    """The citations of a published rule set; none for one that was changed."""
    known = rules.id in published_identifiers() and published(rules.id) == rules
    return published_citations(rules.id) if known else None


def sources_of(cells: Iterable[str], rules: HouseRules, original: HouseRules | None = None) -> list[Source]:
    """Origins of values, each once; of what a house changed it says so, of the rest what the `original` says."""
    return [source_of(cell, rules, original) for cell in dict.fromkeys(cell for cell in cells if cell)]


def source_of(cell: str, rules: HouseRules, original: HouseRules | None = None) -> Source:
    """Origin of one value; without the text of a citation that also speaks of a value which the house changed."""
    citations = citations_of(rules)
    if citations is None and original is not None and not _differ([cell], rules, original):
        citations = citations_of(original)
    citation = citations.of(cell) if citations else None
    if citation is None:
        return Source(rule=cell, status=Status.STATED, place=in_language(rules.source), text="", changed=True)
    source = _cited(cell, citation)
    return replace(source, text="") if original and _differ(citation.keys, rules, original) else source


def _cited(cell: str, citation: Citation) -> Source:
    place, text = in_language(citation.place), in_language(citation.text)
    return Source(rule=cell, status=citation.status, place=place, text=text)


def _differ(keys: Iterable[str], rules: HouseRules, original: HouseRules) -> bool:
    """Tell whether a house has another value at one of the keys, or within what they stand for."""
    return any(value_at(rules.document, key) != value_at(original.document, key) for key in keys)


def open_points(rules: HouseRules, original: HouseRules) -> list[Source]:
    """Everything that the text of the `original` does not say: the readings among which we chose, each statement once.

    A statement that also speaks of a value which a house changed is none of its rules.
    """
    citations = citations_of(original)
    if citations is None:
        return []
    return [
        _cited(citation.keys[0] if citation.keys else "", citation)
        for citation in citations.statements
        if citation.status is not Status.STATED
        and not _differ(citation.keys or citations.values_of(citation), rules, original)
    ]
