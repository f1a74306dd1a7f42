"""Copies that a phone keeps to open a table: its circles as they played last, blank sheets by rule set.

A blank sheet is the very page that the server would send, with places to be filled, so nothing of it is written twice.
Pages differ in few lines: each is kept as the runs of a common list of lines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Prefetch, Subquery
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.house_rules.rule_sets import OwnKeys, choice_of, own_keys, row_of, rules_of, short_digest
from cegoscore.clubs.known_people import Known, labelled, proposed
from cegoscore.clubs.models import Club, Grant, Player, Right, RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.files import edition
from cegoscore.scoresheet.evening.evenings import demo_titles
from cegoscore.scoresheet.hand.answers import sheet_context
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.sheet_page import SheetPage, columns_of
from cegoscore.scoresheet.ledger.money import typed
from cegoscore.scoresheet.ledger.seats import next_turn
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers

ID = UUID("00000000-0000-4000-8000-000000000000")
NAMES = "\ue000\ue001\ue002\ue003\ue004"
DEALER, VORHAND, TITLE, TOKEN, HAND = "\ue005\ue006\ue007\ue008\ue009"
STAKE, CURRENCY = "\ue00a\ue00b"
"""Places to be filled, as characters of no language: names by seat, the first dealer, Vorhand, the title of the sheet,
the token against forged requests, the UUID of the first hand, the stake. The sheet's own id stands in that of `ID`."""

Coded = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPage(SheetPage):
    """A sheet without a hand whose first dealer is yet to be named."""

    @property
    def dealer(self) -> str:
        """Place of the dealer's name."""
        return DEALER

    @property
    def vorhand(self) -> str:
        """Place of the name of who speaks first."""
        return VORHAND


def blank_sheet(rules: HouseRules, size: int) -> str:
    """The page of an empty sheet for so many people."""
    row = row_of(rules)
    sheet = Session(
        id=ID,
        club=Club(id=ID),
        rule_set=row,
        title=TITLE,
        stake=STAKE,
        currency=CURRENCY,
        lineup=list(range(size)),
        dealer=0,
        compulsory_after=None,
    )
    seats = [Seat(session=sheet, number=number, player=Player(name=NAMES[number])) for number in range(size)]
    turn = next_turn(sheet, [], rules)
    page = BlankPage(
        seats=columns_of(seats, turn),
        lines=(),
        turn=turn,
        may_write=True,
        schnaps=rules.schnaps_buergermeister or rules.schnaps_no_trick,
    )
    panel = next_panel(sheet, page)
    panel = replace(panel, place={**panel.place, "uuid": HAND})
    context = sheet_context(sheet, page, panel, may_arrange=True, last=None)
    return render_to_string(
        "scoresheet/hand/sheet.html", context | {"csrf_token": TOKEN, "request": {"get_full_path": ""}}
    )


def coded(pages: Mapping[str, Mapping[int, str]]) -> Coded:
    """Pages by rule set and size as `lines`, each line once, and `pages`: where runs of lines begin, and how many."""
    lines: dict[str, int] = {}
    runs = {name: {size: _runs(page, lines) for size, page in sizes.items()} for name, sizes in pages.items()}
    return {"lines": list(lines), "pages": runs}


def _runs(page: str, lines: dict[str, int]) -> list[int]:
    runs: list[int] = []
    for text in page.splitlines():
        line = lines.setdefault(text, len(lines))
        if runs and line == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += [line, 1]
    return runs


def blank_sheets(sets: Iterable[HouseRules]) -> Coded:
    """Blank sheets of rule sets by `short_digest`, for every number of people that they are for."""
    return coded({short_digest(rules): {size: blank_sheet(rules, size) for size in rules.sizes} for rules in sets})


def published_blank_sheets() -> Coded:
    """Blank sheets of every published rule set, in the language that is on; `digests` by identifier."""
    return _published(edition())


@lru_cache(maxsize=4)
def _published(_edition: str) -> Coded:
    sets = [published(identifier) for identifier in published_identifiers()]
    return blank_sheets(sets) | {"digests": {rules.id: short_digest(rules) for rules in sets}}


MOST = 12
NOBODY = "none"
"""Value in an address for a table of nobody in particular."""


def circles_of(device: UUID | None, *, after: UUID | None = None, club: UUID | None = None) -> dict[str, Any]:
    """The phone's own copy of its circles, the newest evening first, and blank sheets of rules that are not published.

    The circle of an evening that is asked for (`after`), as that was played, or a `club` that is, stands before all.
    Each of `circles` has what its next evening would begin with: `people` as name and row id, from who deals first;
    `known` are the names of all that belong to it. `nobody` is the same for a table of nobody in particular.
    """
    newest = _newest_evenings(device, after, club) if device else []
    clubs = [sheet.club for sheet in newest]
    clubs += _without_evenings(device, MOST - len(clubs)) if device else []
    labels, known = label_clubs(clubs), _known(clubs)
    offered = own_keys(clubs)
    circles = [_circle(sheet, labels[sheet.club_id], known[sheet.club_id], offered) for sheet in newest]
    circles += [_empty(club, labels[club.pk], known[club.pk], offered) for club in clubs[len(newest) :]]
    everybody = sorted({name for circle in circles for name in circle["known"]})
    last_rules = {name: circles[0][name] for name in ("rules", "digest", "rules_name")} if circles else {}
    nobody = _start() | last_rules | {"label": _("A new group"), "known": proposed(everybody)}
    published_digests = {published(identifier).digest for identifier in published_identifiers()}
    rows = [row for club in clubs if (row := club.rule_set)] + [sheet.rule_set for sheet in newest]
    rules = [rules_of(row) for row in rows]
    house_rules = {house.digest: house for house in rules if house.digest not in published_digests}
    context = {"circles": circles, "nobody": nobody}
    return context | {"blank": blank_sheets(house_rules.values())} if house_rules else context


def chosen_circle(circles: dict[str, Any], asked: str | None) -> dict[str, Any]:
    """Beginning of a new table: the circle asked for by its key, else the one played with last, else nobody's."""
    choices: list[dict[str, Any]] = circles["circles"]
    if asked is None and choices:
        return choices[0]
    nobody: dict[str, Any] = circles["nobody"]
    return next((circle for circle in choices if circle["circle"] == asked), nobody)


def _start() -> dict[str, Any]:
    rules = published(DEFAULT_RULES)
    empty = {"circle": "", "title": "", "people": [], "stake": "", "currency": "€"}
    return empty | {"rules": rules.id, "digest": short_digest(rules), "rules_name": in_language(rules.name)}


def _empty(club: Club, label: str, known: Known, offered: OwnKeys) -> dict[str, Any]:
    row, money = begins_with(club, None)
    begins = _start() | (_rules(row, club, offered) if row else {}) | _money(money)
    return begins | {"circle": str(club.pk), "title": club.name, "label": label, "known": proposed(known)}


def _rules(row: RuleSet, club: Club, offered: OwnKeys) -> dict[str, Any]:
    rules = rules_of(row)
    choice = choice_of(row, club.pk, offered)
    return {"rules": choice, "digest": short_digest(rules), "rules_name": in_language(rules.name)}


def _money(row: Session | Club) -> dict[str, Any]:
    return {"stake": "" if row.stake is None else typed(row.stake), "currency": row.currency}


def begins_with(club: Club, last: Session | None, people: int | None = None) -> tuple[RuleSet | None, Session | Club]:
    """Rules that the club's next table begins with, and whose stake: what the club set, else as its last evening.

    Of so many `people` none begin with rules for others.
    """
    fits = club.rule_set and people in (None, *rules_of(club.rule_set).sizes)
    row = club.rule_set if fits else last.rule_set if last else None
    return row, last if last and club.stake is None else club


def _without_evenings(device: UUID, most: int) -> list[Club]:
    """Clubs with a name that the device manages, and that have not played an evening yet."""
    grants = Grant.objects.valid().filter(device=device, right=Right.MANAGE)
    evenings = Session.objects.filter(club=OuterRef("pk"), deleted_at=None, event=None)
    clubs = Club.objects.filter(pk__in=grants.values("target")).exclude(name="").select_related("rule_set")
    return list(clubs.exclude(pk__in=Subquery(evenings.values("club"))).order_by("-created_at")[:most])


def _known(clubs: list[Club]) -> dict[UUID, Known]:
    """The people of each club. One query."""
    people: dict[UUID, list[Player]] = {club.pk: [] for club in clubs}
    for player in Player.objects.filter(club__in=clubs, merged_into=None).exclude(name="").order_by("pk"):
        people[player.club_id].append(player)
    return {club: labelled(players) for club, players in people.items()}


def _newest_evenings(device: UUID, after: UUID | None, club: UUID | None) -> list[Any]:
    """The last evening of each club that the device manages; what is asked for first."""
    clubs = Grant.objects.valid().filter(device=device, right=Right.MANAGE).values("target")
    all_evenings = Session.objects.filter(deleted_at=None, event=None)
    evenings = all_evenings.exclude(title__in=demo_titles())
    last_of_club = evenings.filter(club=OuterRef("club")).order_by("-started_at", "-id").values("pk")[:1]
    hands = Hand.objects.filter(session=OuterRef("pk"), void=False).order_by("-place", "-revision")
    last = {f"last_{name}": Subquery(hands.values(name)[:1]) for name in ("lineup", "dealer")}
    seats = Prefetch("seats", Seat.objects.select_related("player__merged_into").order_by("number"))
    managed = all_evenings.filter(club__in=clubs).annotate(**last)
    managed = managed.select_related("rule_set", "club__rule_set").prefetch_related(seats).order_by("-started_at")
    newest = managed.filter(pk=Subquery(last_of_club))
    asked = list(managed.filter(pk=after) if after else newest.filter(club=club) if club else ())
    others = newest.exclude(club__in=[sheet.club_id for sheet in asked])
    return [*asked, *others[: MOST - len(asked)]]


def _circle(sheet: Any, label: str, known: Known, offered: OwnKeys) -> dict[str, Any]:
    lineup, dealer = sheet.lineup, sheet.dealer
    if sheet.last_lineup:
        lineup, dealer = sheet.last_lineup, next_seat(sheet.last_lineup, sheet.last_dealer)
    start = lineup.index(dealer)
    seats = {seat.number: seat for seat in sheet.seats.all()}
    order = [seats[number].player.person for number in (*lineup[start:], *lineup[:start])]
    labels = {player.pk: name for name, player in known.items()}
    row, money = begins_with(sheet.club, sheet, len(order))
    return {
        "circle": str(sheet.club_id),
        "label": label,
        "title": sheet.club.name or sheet.title,
        "people": [[labels.get(player.pk, player.name), player.pk] for player in order],
        "known": proposed(known),
        **_rules(row or sheet.rule_set, sheet.club, offered),
        **_money(money),
    }
