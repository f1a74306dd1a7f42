"""A sheet as it leaves the house: as a document, a table, a text, a picture; and sentences that it earned."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.names import set_apart, short_names
from cegoscore.clubs.templatetags.cego import LETTERS, signed
from cegoscore.clubs.wording import in_language
from cegoscore.contest.chance import firsts
from cegoscore.csv_text import csv_text
from cegoscore.pictures import Picture, PictureRow
from cegoscore.scoresheet.evening.honours_told import HonourTold, honours_of
from cegoscore.scoresheet.evening.who_pays import settling_of
from cegoscore.scoresheet.events import is_withheld
from cegoscore.scoresheet.ledger.ledger_rows import hand_of, phones_of, place_when_last
from cegoscore.scoresheet.ledger.lines import text_of, title_of
from cegoscore.scoresheet.ledger.money import all_payments_of
from cegoscore.scoresheet.ledger.seats import names_of, seats_of
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.auction.words import without_wrong_auction
from cegoscore.scoring.documents.document import MOST_NAME, Adjustment, Document, Note, NoteKind
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.documents.ledger import (
    Highlight,
    Pattern,
    Played,
    best,
    curve,
    deeds,
    figures,
    highlight,
    ledger,
    played,
)
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import explain

SENTENCES: Mapping[Pattern, Any] = {
    Pattern.COMEBACK: gettext_lazy("%(name)s was last with %(points)s and still won with %(at_the_end)s."),
    Pattern.RUN: gettext_lazy("%(name)s won %(count)s own games in a row."),
    Pattern.CHANGES: gettext_lazy("The lead changed %(count)s times."),
    Pattern.FRONT: gettext_lazy("%(name)s led after %(count)s of %(of)s hands."),
    Pattern.NARROW: gettext_lazy("A single card point decided it: %(name)s, %(game)s, %(points)s."),
    Pattern.BIGGEST: gettext_lazy("The biggest game: %(name)s, %(game)s, %(points)s."),
}


def sentence_of(document: Document, seats: Collection[int] | None = None) -> str:
    """The sentence; empty if there is nothing to tell, or if it is about somebody who has none of those seats."""
    striking = highlight(document)
    if not striking or (seats is not None and striking.seat is not None and striking.seat not in seats):
        return ""
    return _said(striking, SENTENCES[striking.pattern], document)


def _said(striking: Highlight, sentence: Any, document: Document) -> str:
    return str(sentence) % {
        "name": "" if striking.seat is None else document.players[striking.seat],
        "count": striking.count,
        "of": striking.of,
        "points": signed(striking.count),
        "at_the_end": signed(striking.of),
        "game": title_of(striking.hand.entry.hand.outcome, document.rules) if striking.hand else "",
    }


# The card of an evening

COMEBACK = gettext_lazy("%(name)s came back from %(points)s to %(at_the_end)s.")
ENOUGH = 12
"""Hands from which on it is said how sure the end was."""
SHORTEST, LONGEST = timedelta(minutes=10), timedelta(hours=12)
"""Hands that came all at once, when the network was back, or on the next day say nothing about the time."""


Totals = Sequence[Sequence[int]]


def card_of(
    document: Document, hands: Sequence[Played], totals: Totals, lasted: timedelta | None
) -> Iterator[tuple[str, UUID | None]]:
    """The evening in numbers: at most five sentences, each with the hand that it is about; none below eight hands.

    `totals` are the hands' `curve`, `lasted` is the time from the first to the last hand, where it is known.
    """
    counted = figures(document, hands, totals)
    if not counted:
        return
    changes, in_front, moments = counted
    if lasted and SHORTEST <= lasted <= LONGEST:
        hours, minutes = divmod(round(lasted.total_seconds() / 60), 60)
        yield _("It took %(hours)s h %(minutes)s min.") % {"hours": hours, "minutes": minutes}, None
    if in_front:
        led = ", ".join(f"{document.players[seat]} {hands}" for seat, hands in in_front)
        often = ngettext("The lead changed once", "The lead changed %(n)s times", changes) % {"n": changes}
        yield _("%(often)s; hands in front: %(led)s.") % {"often": often, "led": led}, None
    for moment in moments:
        sentence = COMEBACK if moment.pattern == Pattern.COMEBACK else SENTENCES[moment.pattern]
        yield _said(moment, sentence, document), moment.hand.entry.uuid if moment.hand else None


def chance_of(document: Document, hands: Sequence[Played], totals: Totals, key: UUID) -> str:
    """Say how sure the end was: how many of 100 such evenings who won this one wins; empty below twelve hands.

    The same for every phone, because the sheet's key draws.
    """
    if len(hands) < ENOUGH:
        return ""
    most = max(totals[-1])
    amounts = [tuple(amount or 0 for amount in hand.amounts) for hand in hands]
    shares = firsts(amounts, totals[0], str(key))
    return " ".join(
        _("Of 100 such evenings %(name)s wins %(n)s.") % {"name": document.players[seat], "n": shares[seat]}
        for seat, total in enumerate(totals[-1])
        if total == most
    )


Revisions = list[Hand]
"""All revisions of one hand, in order."""


# The session document


def document_of(sheet: Session) -> Document:
    """The whole sheet as a session document: every revision, adjustments, notes, heading.

    Hands bear the numbers that the sheet shows; deals without a result have none, unless they have a history.
    """
    rules, seats = rules_of(sheet.rule_set), seats_of(sheet)
    places = _places(sheet)
    hands = [revisions[0] for revisions in places]
    first = hands[0] if hands else None
    return Document(
        rules=rules,
        players=_names(seats),
        lineup=tuple(first.lineup if first else sheet.lineup),
        first_dealer=first.dealer if first else sheet.dealer,
        entries=tuple(_entries(places, len(seats), rules)),
        adjustments=tuple(_adjustments(sheet, len(seats))),
        notes=tuple(_notes(sheet, hands)),
        paid=tuple(all_payments_of(sheet, seats).values()),
        title=sheet.title or None,
        stake=_plain(sheet.stake),
        currency=sheet.currency or None,
        started=_moment(sheet.started_at),
        ended=_moment(sheet.ended_at) if sheet.ended_at else None,
        stake_factor=sheet.stake_factor,
        compulsory_after=None if sheet.compulsory_after is None else place_when_last(hands, sheet.compulsory_after),
    )


def _places(sheet: Session) -> list[Revisions]:
    rows = sheet.hands.order_by("place", "number", "revision")
    return [list(revisions) for _number, revisions in groupby(rows, key=lambda row: row.number)]


def _entries(places: Sequence[Revisions], seats: int, rules: HouseRules) -> list[Entry]:
    paying = [place[0].number for place in places if any(row.game != "dead" for row in place)]
    with_history = [place[0].number for place in places if place[-1].revision > 1 and place[0].number not in paying]
    numbers = {deal: number for number, deal in enumerate([*paying, *with_history], 1)}
    phones = phones_of(row for place in places for row in place)
    return [
        Entry(
            hand=without_wrong_auction(hand_of(row, seats), rules),
            number=numbers.get(row.number),
            revision=row.revision,
            void=row.void,
            uuid=row.uuid,
            at=_moment(row.written_at),
            by=row.by or phones.get(row.device_id),
            why=row.why or None,
        )
        for place in places
        for row in place
    ]


def _adjustments(sheet: Session, seats: int) -> Iterator[Adjustment]:
    """A column that came later has nothing in older ones."""
    rows = list(sheet.adjustments.order_by("pk"))
    place_of = {row.pk: place for place, row in enumerate(rows, 1)}
    for row in rows:
        amounts = (*row.amounts, *[0] * (seats - len(row.amounts)))
        strikes = None if row.strikes_id is None else place_of[row.strikes_id]
        yield Adjustment(amounts=amounts, why=row.why, strikes=strikes)


def _notes(sheet: Session, hands: Sequence[Hand]) -> list[Note]:
    """A note stands after the last deal on the sheet that was there when it was written."""
    return [
        Note(
            after=place_when_last(hands, note.after),
            kind=NoteKind(note.kind),
            seat=None if note.kind == NoteKind.TEXT else note.seat,
            why=note.why if note.kind == NoteKind.TEXT else None,
        )
        for note in sheet.notes.order_by("pk")
    ]


def _names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """A name for every seat, each only once: a document tells people apart by nothing else."""
    names: list[str] = []
    for seat in seats:
        name = wanted = seat.own_name
        while name in names:
            name = f"{wanted[: MOST_NAME - 5]} ({seat.number + 1})"
            wanted = name[: MOST_NAME - 5]
        names.append(name)
    return tuple(names)


def _plain(amount: Decimal | None) -> Decimal | None:
    """An amount without the zeros that the database puts behind; `None` for nothing."""
    return None if not amount else Decimal(f"{amount.normalize():f}")


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")


# A table


def csv_of(sheet: Session) -> str:
    """A row a hand, a column a player."""
    document = document_of(sheet)
    rows: list[list[object]] = [[_("No."), _("Game"), _("Outcome"), _("Dealer"), *document.players, _("Remark")]]
    for hand in played(document):
        dealt = hand.entry.hand
        words = [title_of(dealt.outcome, document.rules), text_of(dealt, document.rules, document.players)]
        amounts = ["" if amount is None else amount for amount in hand.amounts]
        rows.append([hand.shown, *words, document.players[dealt.dealer], *amounts, hand.entry.why or ""])
    rows += [["", _("Adjustment"), "", "", *adjustment.amounts, adjustment.why] for adjustment in document.adjustments]
    return csv_text([*rows, ["", _("Total"), "", "", *ledger(document).totals, ""]])


# A message


def told_of(sheet: Session) -> Document:
    """The document for people to read, with the names that the sheet shows."""
    return replace(document_of(sheet), players=tuple(names_of(sheet).values()))


def owed_rounds(sheet: Session) -> tuple[int, ...]:
    """Rounds of Schnaps by seat: owed less bought."""
    return ledger(told_of(sheet)).schnaps


def message_of(sheet: Session, document: Document | None = None, sentence: str | None = None) -> str:
    """The evening in a few lines for a messenger: what to tell of it, totals from the top down, who pays whom, Schnaps.

    `document` is the sheet as `told_of` has it, `sentence` what to tell, where that is there already.
    """
    document = document or told_of(sheet)
    sums = ledger(document)
    names = document.players
    date = date_format(timezone.localtime(sheet.started_at), "DATE_FORMAT")
    title = set_apart(sheet.called_by(names))
    sentence = sentence_of(document) if sentence is None else sentence
    lines = [sentence, ""] if sentence else []
    lines += [f"{title}, {date}", ""]
    order = sorted(range(len(names)), key=lambda seat: -sums.totals[seat])
    lines += [f"{names[seat]} {signed(sums.totals[seat])}" for seat in order]
    payments = [] if _pays_nothing(sheet) else settling_of(sheet, document).lines(names)
    lines += ["", *payments] if payments else []
    hands = len(sums.lines)
    count = ngettext("%(n)s hand by the rules “%(rules)s”", "%(n)s hands by the rules “%(rules)s”", hands)
    lines += ["", count % {"n": hands, "rules": in_language(document.rules.name)}]
    owed = [schnaps_line(names[seat], rounds) for seat, rounds in enumerate(sums.schnaps) if rounds > 0]
    lines += [_("Schnaps: %(rounds)s") % {"rounds": ", ".join(owed)}] if owed else []
    lines += _best_hand(document)
    lines += map(str, _honours(sheet, document))
    return "\n".join(lines) + "\n"


def _honours(sheet: Session, document: Document) -> list[HonourTold]:
    hands = played(document)
    return honours_of(sheet, seats_of(sheet), document, hands, curve(document, hands))


def _pays_nothing(sheet: Session) -> bool:
    """Tell a tournament's table, whose points are for its standings."""
    return bool(sheet.event and not sheet.stake)


def _best_hand(document: Document) -> list[str]:
    """The best hand of the evening, and how its amount comes about."""
    hands = played(document)
    deed = best([deed for seat in range(len(document.players)) for deed in deeds(hands, seat)])
    if deed is None:
        return []
    game, why = hand_told(deed.hand, document)
    words = {"game": game, "amount": signed(deed.amount), "why": why}
    return [_("Best hand: %(game)s, %(amount)s (%(why)s)") % words]


def hand_told(played_hand: Played, document: Document) -> tuple[str, str]:
    """A hand that pays in words, and the derivation of its amount in one line."""
    hand, rules, names = played_hand.entry.hand, document.rules, document.players
    text = f"{title_of(hand.outcome, rules)}, {text_of(hand, rules, names)}"
    return text, derivation_text(explain(hand, rules), rules, names)


def schnaps_line(name: str, rounds: int) -> str:
    """Sentence about the rounds that somebody owes."""
    return ngettext("%(name)s owes a round", "%(name)s owes %(n)s rounds", rounds) % {"name": name, "n": rounds}


def picture_of(sheet: Session) -> Picture:
    """The picture of the evening, the highest total first, with who pays whom. Whoever was erased is not in it.

    Without a name of the circle it is called by its people.
    """
    document = document_of(sheet)
    sums = ledger(document)
    there = [seat for seat, column in enumerate(seats_of(sheet)) if column.player.person.name]
    day = date_format(timezone.localtime(sheet.started_at), "DATE_FORMAT")
    hands = ngettext("%(hands)s hand", "%(hands)s hands", len(sums.lines)) % {"hands": len(sums.lines)}
    best, names = max(sums.totals), document.players
    settling = None if _pays_nothing(sheet) else settling_of(sheet, document)
    short = short_names(names, LETTERS // len(names))
    honoured = [(one.title, one.keys) for one in _honours(sheet, document)]
    return Picture(
        title=sheet.called_by(short[names[seat]] for seat in there) or _("Cego"),
        day=f"{day}, {hands}",
        rows=[
            PictureRow(
                name=names[seat],
                amount=sums.totals[seat],
                leads=sums.totals[seat] == best > 0,
                note=", ".join(
                    filter(
                        None,
                        (
                            *(title for title, seats in honoured if seat in seats),
                            settling.of(seat, names) if settling else "",
                        ),
                    )
                ),
            )
            for seat in sorted(there, key=lambda seat: -sums.totals[seat])
        ],
        sentence=sentence_of(document, there),
        version=str(sheet.version),
    )


def sheet_preview(key: UUID) -> Picture | None:
    """The picture of the sheet with this key; none if its results are held back, or if there is none."""
    sheet = Session.objects.exclude(is_withheld(), pk=key).filter(pk=key, deleted_at=None).first()
    return picture_of(sheet) if sheet else None
