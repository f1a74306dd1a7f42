"""Plans of categories and prizes, as forms and files hand them to the services, and names of categories as typed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.models import CategoryKind, PrizeKind
from tournaments.prize_words import Parts


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
LONGEST = 120
LAST = re.compile(
    "(the )?last( place)?|((der|die) )?letzter?( platz)?|schlusslicht|trostpreis|"
    "mauskönig(in)?|mäusekönig(in)?|(die )?rote laterne"
)
PLUS = re.compile("(jeder |alle |everybody |everyone )?(mit |im |with )?plus([- ]?punkten?| points)?")
TEAM = re.compile("((die )?besten? )?mannschaft(en)?|((the )?best )?teams?")

WORD = r"(?:(?:Platz|Preis|place|prize)\b(?!\s+(?:der|des|von|vom|für|of)\b)\s*)?"
PLACE = rf"{WORD}(?P<first>\d{{1,3}})(?:\s*\.?\s*(?:[-–]|bis|to)\s*(?P<to>\d{{1,3}})(?!\.\d))?"
BETWEEN = r"[.)|:\s–-]*"
RANKS = re.compile(rf"{PLACE}\s*[.)|:]{BETWEEN}{WORD}{BETWEEN}(?P<what>.+)", re.IGNORECASE)
PLACE_AND_PRIZE = rf"(?:\s+{PLACE}\s*\.?\s*{WORD})?\s*[|:]\s*(?P<what>.+)"
OTHERS = re.compile(rf"(?P<who>[^|:]+?){PLACE_AND_PRIZE}", re.IGNORECASE)


def read_prizes(text: str, categories: Sequence[CategoryPlan]) -> tuple[list[PrizePlan], list[str]]:
    """The prizes, and a sentence for every line that is none."""
    plans: list[PrizePlan] = []
    problems: list[str] = []
    for number, typed in enumerate(text.splitlines(), 1):
        line = " ".join(typed.strip().replace("\t", " | ").split())
        if not line:
            continue
        plans_or_fault = _read(line, categories)
        if isinstance(plans_or_fault, str):
            problems.append(_("Line %(number)s: %(sentence)s") % {"number": number, "sentence": plans_or_fault})
        else:
            plans += plans_or_fault
    if len(plans) > MOST_PRIZES:
        problems.append(_("More than %(most)s prizes do not fit on one list.") % {"most": MOST_PRIZES})
    return plans, problems


def _read(line: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan] | str:
    """The prizes of a line, or what is wrong with it."""
    if named := _named(line, categories):
        return named
    ranks = RANKS.fullmatch(line)
    # A number may stand in front of who it is: `1. Dame: Blumen`.
    other = OTHERS.fullmatch(ranks["what"] if ranks else line)
    if ranks and not (other and _is_called(other["who"].casefold(), categories)):
        return _of_places(ranks, ranks["what"], PrizeKind.RANK)
    if other is None:
        return _("say who gets it and what, as in “1. 100 €” or “Last: a sausage salad”.")
    return _of_others(other["who"].casefold(), ranks or other, other["what"], categories)


def _is_called(who: str, categories: Sequence[CategoryPlan]) -> bool:
    """True for what others than the winners are called, also if nobody ticked it."""
    known = (*categories, *((kind, "") for kind in SPELLINGS))
    return any(words.fullmatch(who) for words in (LAST, PLUS, TEAM)) or any(who in spellings(key) for key in known)


def _named(line: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan] | str:
    """The prize of a category that is called by its own name, which may hold a number or a colon; else nothing."""
    labels = [(label_of(category), index) for index, category in enumerate(categories)]
    for label, index in sorted(labels, key=lambda labelled: -len(labelled[0])):
        if named := re.fullmatch(re.escape(label) + PLACE_AND_PRIZE, line, re.IGNORECASE):
            return _of_places(named, named["what"], PrizeKind.CATEGORY, index)
    return []


def _of_others(who: str, places: re.Match[str], what: str, categories: Sequence[CategoryPlan]) -> list[PrizePlan] | str:
    for kind, words in ((PrizeKind.LAST, LAST), (PrizeKind.PLUS, PLUS)):
        if words.fullmatch(who):
            return _checked([PrizePlan(kind=kind, what=what)])
    if TEAM.fullmatch(who):
        return _of_places(places, what, PrizeKind.TEAM)
    index = next((at for at, category in enumerate(categories) if who in spellings(category)), None)
    if index is None:
        return _("there is no category called “%(name)s”; tick or name it first.") % {"name": who}
    return _of_places(places, what, PrizeKind.CATEGORY, index)


def _of_places(places: re.Match[str], what: str, kind: PrizeKind, category: int | None = None) -> list[PrizePlan] | str:
    first = int(places["first"] or 1)
    last = int(places["to"] or first)
    if not 1 <= first <= last <= MOST_PRIZES:
        return _("From which rank to which? The smaller number comes first.")
    return _checked(PrizePlan(kind=kind, rank=rank, category=category, what=what) for rank in range(first, last + 1))


def _checked(plans: Iterable[PrizePlan]) -> list[PrizePlan] | str:
    plans = list(plans)
    if len(plans[0].what) > LONGEST:
        return _("a prize has at most %(most)s letters.") % {"most": LONGEST}
    return plans


def write_prizes(plans: Sequence[PrizePlan], categories: Sequence[CategoryPlan]) -> str:
    """The prizes as lines that read the same again; equal ones in a row share a line."""
    lines: list[str] = []
    ranks: list[PrizePlan] = []
    for plan in plans:
        follows = ranks and plan.kind == PrizeKind.RANK and plan.what == ranks[-1].what
        if ranks and not (follows and plan.rank == (ranks[-1].rank or 0) + 1):
            lines.append(_rank_line(ranks))
            ranks = []
        if plan.kind == PrizeKind.RANK:
            ranks.append(plan)
        else:
            lines.append(_other_line(plan, categories))
    return "\n".join([*lines, *([_rank_line(ranks)] if ranks else [])])


def _rank_line(ranks: Sequence[PrizePlan]) -> str:
    first, last = ranks[0].rank, ranks[-1].rank
    return f"{first}. {ranks[0].what}" if first == last else f"{first}–{last}. {ranks[0].what}"


def _other_line(plan: PrizePlan, categories: Sequence[CategoryPlan]) -> str:
    place = f" {plan.rank}" if (plan.rank or 1) > 1 else ""
    if plan.category is None:
        others = {PrizeKind.LAST: _("Last"), PrizeKind.TEAM: _("Team")}
        who = others.get(plan.kind) or _("Everybody with plus points")
        return f"{who}{place}: {plan.what}"
    who = f"{label_of(categories[plan.category])}{place}"
    # With a dot it is a place, where another category is called like that.
    dot = "." if place and who.casefold() in {label_of(category).casefold() for category in categories} else ""
    return f"{who}{dot}: {plan.what}"
