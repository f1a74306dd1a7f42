"""Derivations in words: the steps by which an amount comes about, and the sources of the cells that they rest on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from cegoscore.clubs.wording import game_label, in_language, in_rules
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.derivation import Step
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import Citation, Citations, Status, place_named
from cegoscore.scoring.rules.rule_documents import published_document, value_at
from cegoscore.scoring.rules.rule_files import published, published_citations, published_identifiers
from cegoscore.scoring.rules.subjects import value_of

SENTENCES: Mapping[str, Any] = {
    "difference": gettext_lazy("%(points)s card points, %(amount)s over %(half)s"),
    "difference_opponents": gettext_lazy("the others have %(points)s, %(amount)s over %(half)s"),
    "difference_no_trick": gettext_lazy("no trick: the others have all %(points)s, %(amount)s over %(half)s"),
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
    "missed": gettext_lazy("%(points)s card points would have won"),
    "value": gettext_lazy("%(game)s counts %(amount)s"),
    "ouvert": gettext_lazy("ouvert %(times)s: %(amount)s"),
    "most": gettext_lazy("%(names)s has the most card points: %(points)s"),
    "most_uncounted": gettext_lazy("%(names)s has the most card points"),
    "tie": gettext_lazy("%(names)s have %(points)s card points each; all of them lose"),
    "tie_both": gettext_lazy("%(names)s have %(points)s card points each; both lose"),
    "tie_vorhand_pays": gettext_lazy("%(names)s have %(points)s card points each; Vorhand alone loses"),
    "tie_announcer_pays": gettext_lazy(
        "%(names)s have %(points)s card points each; the one who announced it loses alone"
    ),
    "tie_uncounted": gettext_lazy("%(names)s have the most; all of them lose"),
    "tie_both_uncounted": gettext_lazy("%(names)s have the most; both lose"),
    "tie_vorhand_pays_uncounted": gettext_lazy("%(names)s have the most; Vorhand alone loses"),
    "tie_announcer_pays_uncounted": gettext_lazy("%(names)s have the most; the one who announced it loses alone"),
    "last_trick": gettext_lazy("%(names)s took the last trick"),
    "without_trick": gettext_lazy("%(players)s without a trick: %(amount)s"),
    "vorhand": gettext_lazy("as Vorhand %(times)s: %(amount)s"),
    "announcer": gettext_lazy("for having announced it %(times)s: %(amount)s"),
    "points_instead": gettext_lazy("more than %(value)s, so the card points are paid: %(amount)s"),
    "takes_all": gettext_lazy("%(names)s took every trick and wins %(amount)s from each"),
    "penalty": gettext_lazy("penalty: %(amount)s to each"),
    "lowest_base": gettext_lazy("lowest base value: %(amount)s"),
    "times": gettext_lazy("times %(times)s: %(amount)s"),
    "pays_for_all": gettext_lazy("pays for all %(players)s: %(amount)s"),
    "written_amount": gettext_lazy("only the amount is written down: %(amount)s each"),
    "solo_held_back": gettext_lazy("%(names)s held back a Solo"),
    "false_claim": gettext_lazy("no Solo was held back, the claim was wrong"),
    "agreed": gettext_lazy("agreed at the table: %(amount)s"),
    "losers": gettext_lazy("together %(amount)s to each of the others"),
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
class Statement:
    """One or two sentences on a rule set, with how sure the source is of them, and where they stand there."""

    key: str
    """Key within the rule set: that of a value (`normal.rounded`), or of a sentence (`dealing.cut`)."""
    text: str
    status: Status
    at: tuple[str, ...] = ()
    """Sources and places in them as citations have them; empty only for what a house decided."""
    label: str = ""
    by_house: str = ""
    """Source of the rules of a house that decided it; else empty."""

    @property
    def is_stated(self) -> bool:
        """True for what needs no mark."""
        return bool(self.by_house) or self.status is Status.STATED

    @property
    def status_text(self) -> str:
        """The status in a word or two."""
        return _("changed by the house") if self.by_house else str(STATUSES[self.status])

    @property
    def place(self) -> str:
        """Sources and places in the page's language."""
        return self.by_house or "; ".join(in_language(place_named(at)) for at in self.at)


def step_sentence(step: Step, rules: HouseRules, names: Sequence[str] = ()) -> str:
    """A step as a fragment in the page's language, such as `times 2 for Solo: 12`.

    `names` are those of all seats; without them nobody is named.
    """
    params: dict[str, Any] = {**dict(step.params), "amount": step.amount}
    if game := params.get("contract") or _game_of(step.cell):
        params["game"] = _game_name(rules, Contract(game), over_solo=step.code == "factor_over_solo")
    if seats := params.get("seats"):
        somebody = ngettext("somebody", "%(n)s players", len(seats)) % {"n": len(seats)}
        params["names"] = get_text_list([names[seat] for seat in seats], _("and")) if names else somebody
    if factor := params.get("factor"):
        params["times"] = _("double") if factor == 2 else _("%(factor)s-fold") % {"factor": factor}
    return str(SENTENCES[_sentence_of(step.code, params, rules)]) % params


def _sentence_of(code: str, params: Mapping[str, Any], rules: HouseRules) -> str:
    """The code of a step, or a closer one for a declarer without a trick and for a tie of two."""
    if code == "bracket" and params["points"] == 0:
        return "bracket_no_trick"
    if code == "difference_opponents" and params["points"] == rules.total:
        return "difference_no_trick"
    return code.replace("tie", "tie_both", 1) if code in ("tie", "tie_uncounted") and params["players"] == 2 else code


def _game_of(cell: str) -> str:
    """The game that a cell such as `targets.ulti.amount` is about; empty for one about several."""
    return next((part for part in cell.split(".") if part in Contract.__members__.values()), "")


def _game_name(rules: HouseRules, contract: Contract, *, over_solo: bool) -> str:
    label = game_label(rules, contract, over_solo=over_solo)
    if over_solo and contract is not Contract.CEGO:
        return _("%(game)s over Solo") % {"game": label}
    return label


def derivation_text(steps: Iterable[Step], rules: HouseRules, names: Sequence[str] = ()) -> str:
    """All steps in one line."""
    return ", ".join(step_sentence(step, rules, names) for step in steps)


def citations_of(rules: HouseRules) -> Citations | None:
    """The citations of a published rule set; none for one that was changed."""
    known = rules.id in published_identifiers() and published(rules.id) == rules
    return published_citations(rules.id) if known else None


def places_of(table: str, identifier: str, status: Status) -> tuple[str, ...]:
    """Place of `auction` or `play` of a published rule set; of what it does not state also where it is taken from."""
    stated = published_citations(identifier).tables[table].at
    base = published_document(identifier).beside[table].get("like")
    return (stated, *(places_of(table, base, status) if base and status is not Status.STATED else ()))


def sources_of(cells: Iterable[str], rules: HouseRules, original: HouseRules | None = None) -> list[Statement]:
    """Origins of values, each text once; of what a house changed it says so, of the rest what the `original` says."""
    sources = [source_of(cell, rules, original) for cell in dict.fromkeys(cell for cell in cells if cell)]
    return list({(source.place, source.text): source for source in reversed(sources)}.values())[::-1]


def source_of(cell: str, rules: HouseRules, original: HouseRules | None = None) -> Statement:
    """Origin of one value; without the text of a citation that also speaks of a value which the house changed."""
    citations = citations_of(rules)
    if citations is None and original is not None and not _differ([cell], rules, original):
        citations = citations_of(original)
    citation = citations.of(cell) if citations else None
    if citation is None:
        return Statement(key=cell, status=Status.STATED, text="", by_house=in_language(rules.source))
    if original and _is_otherwise(citation, citation.keys, rules, original):
        return Statement(key=cell, status=citation.status, text="", at=(citation.at,))
    return _cited(cell, citation, rules)


def _cited(cell: str, citation: Citation, rules: HouseRules) -> Statement:
    return Statement(key=cell, status=citation.status, text=in_rules(citation.text, rules), at=(citation.at,))


def _differ(keys: Iterable[str], rules: HouseRules, original: HouseRules) -> bool:
    """Tell whether a house has another value at one of the keys, or within what they stand for."""
    return any(value_at(rules.document, key) != value_at(original.document, key) for key in keys)


def _is_otherwise(citation: Citation, keys: Iterable[str], rules: HouseRules, original: HouseRules) -> bool:
    """Tell whether a house has something else of what a citation is about, or names."""
    return _differ(keys, rules, original) or any(
        value_of(subject, rules) != value_of(subject, original) for subject in citation.named
    )


def cited(original: HouseRules, rules: HouseRules | None = None) -> list[tuple[Statement, Citation]]:
    """Everything that the text of a published rule set says of its values, each statement once.

    With the names and numbers of `rules`, of which a text that is otherwise there says nothing.
    """
    citations, house = citations_of(original), rules or original
    if citations is None:
        return []
    return [
        (_cited(citation.keys[0] if citation.keys else "inherited", citation, house), citation)
        for citation in citations.statements
        if not _is_otherwise(citation, citation.keys or citations.values_of(citation), house, original)
    ]


def open_points(rules: HouseRules, original: HouseRules) -> list[Statement]:
    """Everything that the text of the `original` does not say: the readings among which we chose.

    A statement that also speaks of a value which a house changed is none of its rules.
    """
    return [statement for statement, _citation in cited(original, rules) if not statement.is_stated]
