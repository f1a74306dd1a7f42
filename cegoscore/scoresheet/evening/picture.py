"""The picture of an evening."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cegoscore.pictures import Picture, PictureRow
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.evening.sentences import sentence_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.withholding import is_withheld
from cegoscore.scoring.documents.ledger import ledger


def picture_of(sheet: Session) -> Picture:
    """The picture of the evening, the highest total first. Whoever was erased is not in it."""
    document = document_of(sheet)
    sums = ledger(document)
    there = [seat for seat, column in enumerate(seats_of(sheet)) if column.player.person.name]
    day = date_format(timezone.localtime(sheet.started_at), "DATE_FORMAT")
    hands = ngettext("%(hands)s hand", "%(hands)s hands", len(sums.lines)) % {"hands": len(sums.lines)}
    best = max(sums.totals)
    return Picture(
        title=sheet.title or _("Cego"),
        day=f"{day}, {hands}",
        rows=[
            PictureRow(name=document.players[seat], amount=sums.totals[seat], leads=sums.totals[seat] == best > 0)
            for seat in sorted(there, key=lambda seat: -sums.totals[seat])
        ],
        sentence=sentence_of(document, there),
        version=str(sheet.version),
    )


def sheet_preview(key: UUID) -> Picture | None:
    """The picture of the sheet with this key; none if its results are held back, or if there is none."""
    withheld = Session.objects.filter(is_withheld(), pk=key)
    sheet = Session.objects.filter(pk=key, deleted_at=None).exclude(pk__in=withheld.values("pk")).first()
    return picture_of(sheet) if sheet else None
