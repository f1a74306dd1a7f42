"""Plans of categories and prizes, as forms and files hand them to the services, and names of categories as typed."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import CategoryKind, PrizeKind
from tournaments.prize_words import Parts, may_hide_money, money_words, words_of
from tournaments.setup.prize_parts import CannotRead, read_parts


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """A prize as planned: by rank, for the last, for a team, or in a category (the index of it in the plan)."""

    kind: PrizeKind
    what: str = field(compare=False)
    """Its words, for the chain and for the version before."""
    rank: int | None = None
    category: int | None = None
    cents: int | None = None
    goods: str = ""
    is_each: bool = False
    to_look_at: bool = field(default=False, compare=False)

    @property
    def place(self) -> tuple[PrizeKind, int | None, int | None]:
        """The place that it is for."""
        return self.kind, self.category, self.rank

    @property
    def parts(self) -> Parts:
        """Money and goods."""
        return Parts(self.cents, self.goods, self.is_each)


CategoryPlan = tuple[CategoryKind, str]
"""The kind of a category, and its name if it is an own one."""


SPELLINGS = {
    kind: {*words.split(", ")}
    for kind, words in {
        CategoryKind.WOMEN: "women, woman, best woman, frauen, frau, damen, dame, beste frau, beste dame, w, weiblich",
        CategoryKind.JUNIORS: "juniors, junior, best junior, junioren, jugend, bester junior, bester jugendlicher, j",
        CategoryKind.OLDEST: "oldest, oldest player, älteste, ältester, ältester spieler, älteste spielerin",
    }.items()
}
"""In both languages, as people write them in lists."""


def label_of(category: CategoryPlan) -> str:
    """Name of the category on a page."""
    kind, name = category
    return name or str(kind.label)


def spellings(category: CategoryPlan) -> set[str]:
    """Everything that means this category, in small letters."""
    kind, _name = category
    return {label_of(category).casefold(), *SPELLINGS.get(kind, ())}


MOST_PRIZES = 400
MOST_TOLD = 10
"""Sentences about lines that are no prize."""
LONGEST = 120
GAP = "#"
"""Stands before places without a prize, where it is asked about them."""
LAST = re.compile(
    "(the )?last( place)?|((der|die) )?letzter?( platz)?|schlusslicht|trostpreis|"
    "mauskönig(in)?|mäusekönig(in)?|(die )?rote laterne"
)
PLUS = re.compile("(jeder |alle |everybody |everyone )?(mit |im |with )?plus([- ]?punkten?| points)?")
TEAM = re.compile("((die )?besten? )?mannschaft(en)?|((the )?best )?teams?")

WORD = r"(?:(?:Platz|Preis|place|prize)\b(?!\s+(?:der|des|von|vom|für|of)\b)\s*)?"
PLACE = rf"{WORD}(?P<first>\d{{1,3}})(?:\s*\.?\s*(?:[-–]|bis|to)\s*(?P<to>\d{{1,3}})(?!\.\d))?"
BETWEEN = r"(?:[.)|:\s]|[–-](?![\d€$£]))*"
RANKS = re.compile(rf"{PLACE}\s*[.)|:]{BETWEEN}{WORD}{BETWEEN}(?P<what>.+)", re.IGNORECASE)
PLACE_AND_PRIZE = rf"(?:\s+{PLACE}\s*\.?\s*{WORD})?\s*[|:]\s*(?P<what>.+)"
OTHERS = re.compile(rf"(?P<who>[^|:]+?){PLACE_AND_PRIZE}", re.IGNORECASE)


class PlanRead(NamedTuple):
    """The prizes of a text, a sentence for every line that is none, and what has to be said to be meant so, by line."""

    plans: list[PrizePlan]
    problems: list[str]
    questions: dict[str, int]


def read_prizes(text: str, categories: Sequence[CategoryPlan], currency: str) -> PlanRead:
    """The plan that is typed, a prize or several a line."""
    plans: dict[PrizePlan, int] = {}
    problems: list[str] = []
    for number, typed in enumerate(text.splitlines(), 1):
        line = " ".join(typed.strip().replace("\t", " | ").split())
        try:
            planned = _read_line(line, categories, currency) if line else []
            _refuse_twice(planned, plans)
            plans |= dict.fromkeys(planned, number)
        except CannotRead as error:
            problems.append(_("Line %(number)s: %(sentence)s") % {"number": number, "sentence": error})
    if len(plans) > MOST_PRIZES:
        problems.append(_("More than %(most)s prizes do not fit on one list.") % {"most": MOST_PRIZES})
    if len(problems) > MOST_TOLD:
        more = {"count": len(problems) - MOST_TOLD}
        problems[MOST_TOLD:] = [_("and %(count)s more lines like these.") % more]
    return PlanRead(list(plans), problems, questions_of(plans))


def _refuse_twice(plans: Sequence[PrizePlan], before: Mapping[PrizePlan, int]) -> None:
    """Raise `CannotRead` if a line has a prize that another line has."""
    lines = [before[plan] for plan in plans if plan in before]
    if lines:
        raise CannotRead(_("the same prize is in line %(line)s already.") % {"line": lines[0]})


def questions_of(lines: Mapping[PrizePlan, int]) -> dict[str, int]:
    """Goods with a number in them, and gaps between places, as `#4–6`; each with its line."""
    questions: dict[str, int] = {}
    places: dict[tuple[PrizeKind, int | None], dict[int, int]] = defaultdict(dict)
    for plan, line in lines.items():
        if may_hide_money(plan.goods):
            questions.setdefault(plan.goods, line)
        if plan.rank is not None:
            places[plan.kind, plan.category].setdefault(plan.rank, line)
    for line_of in places.values():
        ranks = sorted(line_of)
        for before, rank in zip([0, *ranks], ranks, strict=False):
            if rank > before + 1:
                gap = f"{GAP}{before + 1}" if rank == before + 2 else f"{GAP}{before + 1}–{rank - 1}"
                questions.setdefault(gap, line_of[rank])
    return questions


def meant(question: str) -> str:
    """The words with which a question of a plan is answered."""
    if question.startswith(GAP):
        return _("No prize for place %(places)s: that is meant so.") % {"places": question[len(GAP) :]}
    return _("“%(goods)s”: there is no money in it.") % {"goods": question}


def asked(question: str, line: int) -> str:
    """The question itself, with its line."""
    if question.startswith(GAP):
        sentence = _("place %(places)s before it has no prize. Is that meant so?") % {"places": question[len(GAP) :]}
    else:
        sentence = _("“%(goods)s”: is there money in it? Then write it as “50 € and a ham”; if not, tick that below.")
        sentence %= {"goods": question}
    return _("Line %(number)s: %(sentence)s") % {"number": line, "sentence": sentence}


def _read_line(line: str, categories: Sequence[CategoryPlan], currency: str) -> list[PrizePlan]:
    """The prizes of a line. Raises `CannotRead`."""
    plans = _read(line, categories)
    parts = read_parts(plans[0].what, plans[0].kind, currency)
    words = words_of(parts, plans[0].kind, currency)
    if len(words) > LONGEST:
        raise CannotRead(_("a prize has at most %(most)s letters.") % {"most": LONGEST})
    return [replace(plan, what=words, **parts._asdict()) for plan in plans]


def _read(line: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan]:
    """The prizes of a line, with words only. Raises `CannotRead`."""
    if named := _named(line, categories):
        return named
    ranks = RANKS.fullmatch(line)
    # A number may stand in front of who it is: `1. Dame: Blumen`.
    other = OTHERS.fullmatch(ranks["what"] if ranks else line)
    if ranks and not (other and _is_called(other["who"].casefold(), categories)):
        return _of_places(ranks, ranks["what"], PrizeKind.RANK)
    if other is None:
        raise CannotRead(_("say who gets it and what, as in “1. 100 €” or “Last: a sausage salad”."))
    return _of_others(other["who"].casefold(), ranks or other, other["what"], categories)


def _is_called(who: str, categories: Sequence[CategoryPlan]) -> bool:
    """True for what others than the winners are called, also if nobody ticked it."""
    known = (*categories, *((kind, "") for kind in SPELLINGS))
    return any(words.fullmatch(who) for words in (LAST, PLUS, TEAM)) or any(who in spellings(key) for key in known)


def _named(line: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan]:
    """The prize of a category that is called by its own name, which may hold a number or a colon; else nothing."""
    labels = [(label_of(category), index) for index, category in enumerate(categories)]
    for label, index in sorted(labels, key=lambda labelled: -len(labelled[0])):
        if named := re.fullmatch(re.escape(label) + PLACE_AND_PRIZE, line, re.IGNORECASE):
            return _of_places(named, named["what"], PrizeKind.CATEGORY, index)
    return []


def _of_others(who: str, places: re.Match[str], what: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan]:
    for kind, words in ((PrizeKind.LAST, LAST), (PrizeKind.PLUS, PLUS)):
        if words.fullmatch(who):
            return [PrizePlan(kind=kind, what=what)]
    if TEAM.fullmatch(who):
        return _of_places(places, what, PrizeKind.TEAM)
    index = next((at for at, category in enumerate(categories) if who in spellings(category)), None)
    if index is None:
        raise CannotRead(_("there is no category called “%(name)s”; tick or name it first.") % {"name": who})
    return _of_places(places, what, PrizeKind.CATEGORY, index)


def _of_places(places: re.Match[str], what: str, kind: PrizeKind, category: int | None = None) -> list[PrizePlan]:
    first = int(places["first"] or 1)
    last = int(places["to"] or first)
    if not 1 <= first <= last <= MOST_PRIZES:
        raise CannotRead(_("From which rank to which? The smaller number comes first."))
    return [PrizePlan(kind=kind, rank=rank, category=category, what=what) for rank in range(first, last + 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """Prizes in a row that are alike, as a line of the table under the field."""

    who: str
    places: str
    plan: PrizePlan
    money: str


class PlanTable(NamedTuple):
    """The plan as a table, and its money together in cents; what each of several gets is not in it."""

    rows: list[Understood]
    cents: int


def understood(plans: Sequence[PrizePlan], categories: Sequence[CategoryPlan], currency: str) -> PlanTable:
    """The plan as a table."""
    rows = [
        Understood(
            who=_who(run[0], categories),
            places=_places(run) if run[0].rank is not None else "",
            plan=run[0],
            money="" if run[0].cents is None else money_words(run[0].cents, currency),
        )
        for run in _runs(plans)
    ]
    return PlanTable(rows, sum(plan.cents or 0 for plan in plans if not plan.is_each))


def write_prizes(plans: Sequence[PrizePlan], categories: Sequence[CategoryPlan], currency: str) -> str:
    """The prizes as lines that read the same again; alike ones in a row share a line."""
    return "\n".join(_line(run, categories, currency) for run in _runs(plans))


def _runs(plans: Sequence[PrizePlan]) -> list[list[PrizePlan]]:
    """The prizes, of those by rank alike ones of places in a row together."""
    runs: list[list[PrizePlan]] = []
    for plan in plans:
        last = runs[-1][-1] if runs else None
        if last and last.kind == plan.kind == PrizeKind.RANK and replace(last, rank=(last.rank or 0) + 1) == plan:
            runs[-1].append(plan)
        else:
            runs.append([plan])
    return runs


def _line(run: Sequence[PrizePlan], categories: Sequence[CategoryPlan], currency: str) -> str:
    plan = run[0]
    words = words_of(plan.parts, plan.kind, currency)
    if plan.kind == PrizeKind.RANK:
        return f"{_places(run)}. {words}"
    who, place = _who(plan, categories), f" {plan.rank}" if (plan.rank or 1) > 1 else ""
    # With a dot it is a place, where another category is called like that.
    dot = "." if place and f"{who}{place}".casefold() in {label_of(other).casefold() for other in categories} else ""
    return f"{who}{place}{dot}: {words}"


def _places(run: Sequence[PrizePlan]) -> str:
    first, last = run[0].rank, run[-1].rank
    return f"{first}" if first == last else f"{first}–{last}"


def _who(plan: PrizePlan, categories: Sequence[CategoryPlan]) -> str:
    if plan.category is not None:
        return label_of(categories[plan.category])
    others = {PrizeKind.RANK: _("Ranking"), PrizeKind.LAST: _("Last"), PrizeKind.TEAM: _("Team")}
    return others.get(plan.kind) or _("Everybody with plus points")
