"""Entry fees beside the usual one: read from lines such as `Jugend 6 €`, and planned."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from cegoscore.scoresheet.ledger.money import plain
from tournaments.course.fees import paid_by_person, prices_of
from tournaments.course.locks import Refused
from tournaments.models import Entrant, Fee, Tournament
from tournaments.prize_words import EURO, money_words
from tournaments.setup.prize_parts import DASH, NUMBER, OTHERS, CannotRead, cents_of

MOST_FEES = 12
LONGEST_NAME = 40
LINE = (
    r"(?P<name>.*[^\s:=;|–-])(?:\s*[:=;|–]\s*|\s+)(?:%(sign)s)?\s*"
    rf"(?P<amount>[-–−]?{NUMBER}(?:{DASH})?)\s*(?P<behind>[^\d\s.,]\D{{0,9}})?"
)
"""A name and an amount."""
OTHER_MONEY = re.compile(rf"(?:{OTHERS})\.?$")
"""A currency before an amount, at the end of what would be a name."""

FeePlan = tuple[str, int]
"""The name of a fee, and its cents."""


def read_fees(text: str, currency: str) -> tuple[list[FeePlan], list[str]]:
    """The fees in a text, one a line, and a sentence for every line that is none."""
    plans: dict[str, FeePlan] = {}
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        fee = _read(" ".join(line.split()), currency)
        if not isinstance(fee, str) and fee[0].casefold() in (*plans, _("Entry fee").casefold()):
            fee = _("there is a fee of this name already.")
        if isinstance(fee, str):
            problems.append(_("Line %(number)s: %(sentence)s") % {"number": number, "sentence": fee})
        else:
            plans[fee[0].casefold()] = fee
    if len(plans) > MOST_FEES:
        problems.append(_("At most %(most)s fees.") % {"most": MOST_FEES})
    return list(plans.values()), problems[:MOST_FEES]


def _read(line: str, currency: str) -> FeePlan | str:
    """The fee of a line, or what is wrong with it."""
    sign = EURO if re.fullmatch(EURO, currency, re.IGNORECASE) else re.escape(currency)
    match = re.fullmatch(LINE % {"sign": sign}, line, re.IGNORECASE)
    if not match:
        return _("a name and an amount belong there, as in “Youth 6”.")
    name = re.sub(rf"\s+(?:{sign})$", "", match["name"], flags=re.IGNORECASE) if sign else match["name"]
    behind = (match["behind"] or "").strip()
    if OTHER_MONEY.search(name) or (behind and not re.fullmatch(sign, behind, re.IGNORECASE)):
        fault = _("the currency is %(currency)s here, and nothing else goes beside the amount.")
        return fault % {"currency": currency or "–"}
    if len(name) > LONGEST_NAME:
        return _("a name has at most %(most)s letters.") % {"most": LONGEST_NAME}
    try:
        return name, 0 if re.fullmatch(r"[0.,–-]+", match["amount"]) else cents_of(match["amount"])
    except CannotRead as problem:
        return str(problem)


def fees_of(tournament: Tournament) -> list[FeePlan]:
    """The fees beside the usual one, in their order."""
    return [(name, cents) for key, (name, cents) in prices_of(tournament).items() if key]


def paid_amounts(tournament: Tournament) -> list[tuple[int, int]]:
    """Pairs of a number of people and the cents that each of them paid, the most people first."""
    paid = Counter(cents for cents in paid_by_person(tournament.pk).values() if cents > 0)
    return [(count, cents) for cents, count in paid.most_common()]


def plan_fees(tournament: Tournament, fees: Sequence[FeePlan]) -> None:
    """Fees as planned; one that stays by its name keeps who owes it, and nothing changes of what was paid.

    Raises `Refused` for one that goes although somebody owes it. Called within a write.
    """
    planned = {name.casefold(): (name, cents) for name, cents in fees}
    for row in tournament.fees.all():
        name, cents = planned.pop(row.name.casefold(), ("", 0))
        count = Entrant.objects.filter(fee=row).count()
        if not name and count:
            raise Refused("fee_is_owed", name=row.name, count=count)
        if name:
            Fee.objects.filter(pk=row.pk).update(name=name, cents=cents)
        else:
            row.delete()
    Fee.objects.bulk_create(Fee(tournament=tournament, name=name, cents=cents) for name, cents in planned.values())


def fees_in_words(fees: Iterable[FeePlan], currency: str) -> list[str]:
    """Fees for people to read: `Jugend 6 €`."""
    return [f"{name} {money_words(cents, currency)}" for name, cents in fees]


def write_fees(fees: Iterable[FeePlan], currency: str) -> str:
    """Fees as lines that read the same again."""
    return plain("\n".join(fees_in_words(fees, currency)))
