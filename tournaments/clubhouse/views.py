"""A club's page and its calendar; fetching a club for those who manage it, and the page that copies it."""

from __future__ import annotations

import io
import tempfile
import uuid

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.access import has_some_right_in, right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.links import public_address
from cegoscore.clubs.rights.views import follow_link
from tournaments.clubhouse.backup import write_backup
from tournaments.clubhouse.calendar import calendar_of
from tournaments.clubhouse.page import club_page, coming_of, past_by_year
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.page import records_page


def get_club(request: HttpRequest, club_id: uuid.UUID) -> Club:
    """The club if this device manages it: 404 for a stranger, 403 for one who may do something else in it."""
    club = get_object_or_404(Club, pk=club_id)
    device = device_id(request)
    if right_on(device, target=club.pk, club=club.pk) is None:
        raise PermissionDenied if has_some_right_in(club, device) else Http404
    return club


@require_safe
def open_club(request: HttpRequest, secret: str) -> HttpResponse:
    """A link to a whole club was opened, as `restore` prints it."""
    return follow_link(request, secret)


@require_safe
def club(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """What is coming and what was; 404 for a stranger to whom nothing is public."""
    club = get_object_or_404(Club, pk=club_id)
    reach = reach_of(club, device_id(request))
    page = club_page(reach)
    if page is None:
        raise Http404
    return render(request, "clubhouse/club.html", {"club": club, "page": page, "manages": reach.manages})


@require_safe
def club_tournaments(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Every tournament that is over, year by year."""
    club = get_object_or_404(Club, pk=club_id)
    years = past_by_year(reach_of(club, device_id(request)))
    if years is None:
        raise Http404
    return render(request, "clubhouse/club_tournaments.html", {"club": club, "years": years})


@require_safe
def club_records(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """What stands out in all that was played, and the table of all times."""
    club = get_object_or_404(Club, pk=club_id)
    page = records_page(reach_of(club, device_id(request)), request.GET.dict())
    if page is None:
        raise Http404
    return render(request, "clubhouse/club_records.html", {"club": club, "page": page})


@require_safe
def club_calendar(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """The coming public tournaments as a feed; calendars have no cookies, so it is the same for everybody."""
    club = get_object_or_404(Club, pk=club_id)
    public = club.tournaments.filter(is_public=True)
    if not public.exists():
        raise Http404
    feed = calendar_of(club, coming_of(public), lambda each: public_address(request, each.get_absolute_url()))
    return HttpResponse(feed, content_type="text/calendar; charset=utf-8")


@require_safe
def club_backup(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """What a backup is good for, and the button."""
    club = get_club(request, club_id)
    return render(request, "clubhouse/club_backup.html", {"club": club})


@never_cache
@require_safe
def download_backup(request: HttpRequest, club_id: uuid.UUID) -> FileResponse:
    """Everything of the club as a file; made as a whole before the first byte is sent."""
    club = get_club(request, club_id)
    file = tempfile.TemporaryFile()  # noqa: SIM115  (the response closes it)
    out = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
    write_backup(club, out)
    out.detach()
    file.seek(0)
    name = f"{slugify(club.name) or 'cego'}-{timezone.localdate():%Y-%m-%d}.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
