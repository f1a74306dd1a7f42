"""Hands as lines of the sheet: the ledger's rows with their words and amounts."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from types import MappingProxyType
from uuid import UUID

from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from cegoscore.addresses import address
from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.templatetags.cego import columns, drawing, signed
from cegoscore.clubs.wording import game_label
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.ledger_rows import corrected, hand_of, in_force, shown_numbers
from cegoscore.scoresheet.ledger.panel_fields import sent_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.wording import DEADS, PENALTIES
from cegoscore.scoresheet.models import Hand, Score, Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.auction.words import read_words, speakers
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dead,
    Dresch,
    Fault,
    Free,
    Outcome,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
    UncountedRaeuber,
    vorhand,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import announcer_of, payments, raeuber_result, schnaps

DOUBLE = 2
DRAWN = """<li class="line{}" data-number="{}" data-revision="{}" data-dealer="{}" data-lineup="{}" data-paid="{}"
data-fields="{}"><a href="{}">
<span class="what">{}
<b class="game">{}</b>
<span class="text">{}</span>{}
</span>
<span class="vh">{}</span>
<span class="columns amounts" aria-hidden="true">{}</span>
</a></li>
"""
TAG = """
<span class="tag">{}{}</span>"""


def title_of(outcome: Outcome, rules: HouseRules) -> str:
    """The game, or what took its place."""
    match outcome:
        case Penalty():
            return _("Penalty")
        case Dead():
            return _("No result")
        case Free():
            return _("Free entry")
        case PfeifFrei() | Dresch() | Partie() | Raeuber() | UncountedRaeuber() as game:
            return game_label(rules, game.contract)
        case Points() | Amount() | Schinden() | Fault() as game:
            label = game_label(rules, game.contract, over_solo=game.over_solo)
            gegensolo = game.contract is Contract.CEGO
            return _("%(game)s over Solo") % {"game": label} if game.over_solo and not gegensolo else label
        case Aim() as game:
            label = game_label(rules, game.contract)
            return _("%(game)s ouvert") % {"game": label} if game.ouvert else label


def text_of(hand: hands.Hand, rules: HouseRules, names: Sequence[str]) -> str:
    """Players and result in a few words, then what made the amount another one than usual; `names` by seat."""
    return ", ".join([_result_of(hand.outcome, rules, names), *_reasons_of(hand, rules, names)])


def spoken_auction(hand: hands.Hand, rules: HouseRules, names: Sequence[str]) -> str:
    """The auction of a hand in words: `Anna fort, Bernd Solo`; as it is written where it is none of these rules'."""
    if not hand.auction:
        return ""
    seats = speakers(hand, rules)
    try:
        words = read_words(hand.auction, len(seats))
        return ", ".join(f"{names[seats[seat]]} {word_name(word, rules)}" for seat, word in words)
    except ValueError:
        return hand.auction


def _result_of(outcome: Outcome, rules: HouseRules, names: Sequence[str]) -> str:
    match outcome:
        case Points(declarer=declarer, points=points):
            return " ".join([names[declarer], _counted(points, rules) if points else _("no trick")])
        case PfeifFrei(declarer=declarer, points=points):
            return " ".join([names[declarer], _("Pfeif’ frei"), _counted(points, rules) if points else _("lost")])
        case Aim(declarer=declarer, made=made):
            return " ".join([names[declarer], _("made") if made else _("lost")])
        case Amount(declarer=declarer, per_defender=amount):
            return _("%(name)s %(amount)s each") % {"name": names[declarer], "amount": signed(amount)}
        case Raeuber() | UncountedRaeuber() as game:
            return _who_has_most(game, names)
        case Dresch(last_trick=seat):
            return _("last trick: %(name)s") % {"name": names[seat]}
        case Partie(card_points=piles):
            return " : ".join(str(points) for points in piles if points is not None)
        case Schinden(culprits=culprits):
            held_back = _named(culprits, names)
            return _("Solo held back: %(names)s") % {"names": held_back} if culprits else _("false claim of a Solo")
        case Fault(offender=offender, eightfold=eightfold):
            text = _("fault of %(name)s, eightfold") if eightfold else _("fault of %(name)s")
            return text % {"name": names[offender]}
        case Penalty(kind=kind, offender=offender):
            return f"{names[offender]}, {PENALTIES[kind]}"
        case Dead(kind=kind):
            return str(DEADS[kind])
        case Free(why=why):
            return why


def _who_has_most(game: Raeuber | UncountedRaeuber, names: Sequence[str]) -> str:
    if isinstance(game, UncountedRaeuber):
        return _named(game.most, names)
    most = max(points or 0 for points in game.card_points)
    return f"{_named([seat for seat, points in enumerate(game.card_points) if points == most], names)} {most}"


def _counted(points: int, rules: HouseRules) -> str:
    """The declarer's card points and those of the others, so that nobody asks whose they are."""
    return f"{points} : {rules.total - points}"


def _named(seats: Sequence[int], names: Sequence[str]) -> str:
    """Names as people say them: "Anna, Bernd and Clara"."""
    return get_text_list([names[seat] for seat in seats], _("and"))


def _reasons_of(hand: hands.Hand, rules: HouseRules, names: Sequence[str]) -> Iterator[str]:
    match hand.outcome:
        case Points(points=points) | PfeifFrei(points=points) if 2 * points == rules.total:
            yield _("Bürgermeister")
        case Raeuber() | UncountedRaeuber() as game:
            yield from _reasons_of_raeuber(hand, game, rules, names)
        case Dresch(last_trick=loser) as game if rules.dresch and loser == announcer_of(hand, game):
            yield from _as_announcer(hand, loser, rules.dresch.vorhand_factor)
    if hand.stake_factor != 1:
        yield _fold(hand.stake_factor)


def _reasons_of_raeuber(
    hand: hands.Hand, game: Raeuber | UncountedRaeuber, rules: HouseRules, names: Sequence[str]
) -> Iterator[str]:
    """Say who took no trick, if it counts; a tie and who pays; and that the announcer pays more."""
    raeuber, result = rules.raeuber[game.contract], raeuber_result(hand, game, rules)
    if result.takes_all:
        yield _("takes everything and wins")
        return
    without = game.without_trick if isinstance(game, UncountedRaeuber) else _without_trick(game)
    if without and len(raeuber.amounts) > 1:
        yield _("without a trick: %(names)s") % {"names": _named(without, names)}
    if len(result.tied) > 1:
        alone = _("a tie, %(name)s pays alone") % {"name": names[result.losers[0]]}
        yield alone if len(result.losers) == 1 else _("a tie, each of them pays")
    announcer = announcer_of(hand, game)
    if announcer in result.losers:
        yield from _as_announcer(hand, announcer, raeuber.vorhand_factor)


def _without_trick(game: Raeuber) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(game.card_points) if points == 0)


def _as_announcer(hand: hands.Hand, announcer: int, factor: int) -> Iterator[str]:
    """Say that whoever announced the game, Vorhand if nobody is named, pays a multiple."""
    if factor != 1:
        text = _("as Vorhand %(fold)s") if announcer == vorhand(hand) else _("as announcer %(fold)s")
        yield text % {"fold": _fold(factor)}


def _fold(factor: int) -> str:
    """The multiple in words."""
    return _("double") if factor == DOUBLE else _("%(factor)s-fold") % {"factor": factor}


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One revision of a hand as the sheet shows it; `amounts` by seat, `None` for seats that were not at the table."""

    key: int
    """Primary key of the row: later revisions have higher ones."""
    number: int
    shown: int | None
    revision: int
    game: str
    text: str
    amounts: tuple[int | None, ...]
    spoken: str
    """The amounts with their names, for screen readers."""
    corrected: bool
    void: bool
    why: str
    auction: str
    """Words of the auction with the names of those who said them; empty if nobody wrote them down."""
    schnaps: tuple[str, ...]
    """Names of those who owe a round for this hand."""
    dealer: str
    when: datetime
    who: UUID | None
    """The device that wrote it."""
    by: str
    """The writer's name as an imported document has it, or the letter of the device."""
    url: str
    deals: int
    """The dealer's seat number."""
    lineup: str
    """Seat numbers as the panel's form has them."""
    paid: str
    """Amounts by seat for the outbox, comma-separated. For a struck hand: what restoring it would pay. Empty for
    seats that did not play."""
    fields: str
    """Fields of the panel with which a correction begins, as an address has them."""

    @property
    def drawn(self) -> SafeString:
        """The line with the attributes by which the outbox reads it: in one piece, because a page has many.

        Texts are escaped one by one; the rest is numbers, and an address of ours.
        """
        line = DRAWN.format(
            " void" if self.void else "",
            self.number,
            self.revision,
            self.deals,
            self.lineup,
            self.paid,
            escape(self.fields),
            self.url,
            f'<b class="number">{self.shown}</b>' if self.shown else "",
            escape(self.game),
            escape(self.text),
            "".join(self._tags()),
            escape(self.spoken),
            columns(self.amounts),
        )
        return SafeString(line)

    def _tags(self) -> Iterator[SafeString]:
        if self.void:
            yield format_html(TAG, "", _("struck"))
        elif self.corrected:
            yield format_html(TAG, drawing("pencil"), _("corrected"))
        if self.schnaps:
            names = ", ".join(self.schnaps)
            yield format_html(TAG, drawing("glass"), _("%(names)s buys a round") % {"names": names})


def ledger_lines(sheet: Session, rows: list[Hand], seats: Sequence[Seat], rules: HouseRules) -> list[LedgerLine]:
    """The hands in force as lines, in the order of the ledger."""
    scores: dict[int, dict[int, int]] = defaultdict(dict)
    for hand_id, seat_id, points in _scores(sheet.pk):
        scores[hand_id][seat_id] = points
    numbers, changed = shown_numbers(rows), corrected(rows, scores)
    return [
        line_of(row, numbers.get(row.number), scores[row.id], seats, rules, corrected=row.number in changed)
        for row in in_force(rows)
    ]


@Prepared
def _scores(sheet: UUID) -> QuerySet[Score, tuple[int, int, int]]:
    return Score.objects.filter(hand__session=sheet).values_list("hand", "seat", "points")


def history_of(sheet: Session, number: int, phones: Mapping[UUID | None, str]) -> list[LedgerLine]:
    """Every revision of one hand, newest first; `phones` are the letters of the devices."""
    rules = rules_of(sheet.rule_set)
    seats = seats_of(sheet)
    rows = sheet.hands.filter(number=number).order_by("-revision").prefetch_related("scores")
    return [
        line_of(row, None, {score.seat_id: score.points for score in row.scores.all()}, seats, rules, phones)
        for row in rows
    ]


def line_of(
    row: Hand,
    shown: int | None,
    scores: Mapping[int, int],
    seats: Sequence[Seat],
    rules: HouseRules,
    phones: Mapping[UUID | None, str] = MappingProxyType({}),
    *,
    hand: hands.Hand | None = None,
    corrected: bool = False,
) -> LedgerLine:
    """One revision as a line; `scores` are points by the seat's primary key, empty for a struck hand.

    `hand` is the row's, if it was read already.
    """
    names = [seat.name for seat in seats]
    amounts = tuple([scores.get(seat.id) for seat in seats])
    hand = hand or hand_of(row, len(seats))
    return LedgerLine(
        key=row.id,
        number=row.number,
        shown=shown,
        revision=row.revision,
        game=title_of(hand.outcome, rules),
        text=text_of(hand, rules, names),
        amounts=amounts,
        spoken=_spoken(names, amounts),
        corrected=corrected,
        void=row.void,
        why=row.why,
        auction=spoken_auction(hand, rules, names),
        schnaps=() if row.void else tuple(names[seat] for seat in schnaps(hand, rules)),
        dealer=names[row.dealer],
        when=row.written_at,
        who=row.device_id,
        by=row.by or phones.get(row.device_id, ""),
        url=address("hand", row.session_id, row.number),
        deals=row.dealer,
        lineup=",".join(map(str, row.lineup)),
        paid=_paid_if_restored(hand, rules, len(seats)) if row.void else _paid(amounts),
        fields=sent_of(row),
    )


def _spoken(names: Sequence[str], amounts: Sequence[int | None]) -> str:
    by_name = zip(names, amounts, strict=True)
    return ", ".join([f"{name} {signed(amount)}" for name, amount in by_name if amount is not None])


def _paid(amounts: Sequence[int | None]) -> str:
    return ",".join(["" if amount is None else str(amount) for amount in amounts])


def _paid_if_restored(hand: hands.Hand, rules: HouseRules, seats: int) -> str:
    """Amounts of a struck hand; empty if it is impossible by these rules."""
    without = isinstance(hand.outcome, hands.Dead) or check_hand(hand, rules, seats)
    points = {} if without else dict(zip(hand.lineup, payments(hand, rules), strict=True))
    return ",".join(str(points.get(seat, "")) for seat in range(seats))
