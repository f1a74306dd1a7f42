"""Managers of a club: the list, links, the rescue code, passkeys; the club's log, and the club's deletion."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.club_names import label_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights import deletion, passkeys
from cegoscore.clubs.rights.access import get_club, get_link
from cegoscore.clubs.rights.ceremonies import (
    RelyingParty,
    check_known,
    check_new,
    question_for_known,
    question_for_new,
    relying_party,
)
from cegoscore.clubs.rights.devices import device_id, device_to_manage, granted_device, remember, take_along
from cegoscore.clubs.rights.links import find_link, revoke
from cegoscore.clubs.rights.managers import come_by_link, makes_manager, manager_link, name_device, put_out, read_log
from cegoscore.clubs.rights.rescue import club_of, come_by_code, make_rescue_code
from cegoscore.clubs.rights.views import no_such_link
from cegoscore.front.limits import form_page
from cegoscore.reached import public_address
from tournaments.clubhouse import log
from tournaments.clubhouse.log import LogSearchForm, log_page
from tournaments.clubhouse.managers.page import (
    DeviceForm,
    NewPasskeyForm,
    PasskeyForm,
    RescueForm,
    device_named,
    has_code,
    managers_page,
    open_deletion,
    passkeys_section,
)
from tournaments.course.wording import refused


def managers_page_response(request: HttpRequest, club: Club, *, problem: str = "", status: int = 200) -> HttpResponse:
    """The page with a club's managers, also with what was refused there."""
    this = device_id(request)
    form = DeviceForm(None, request=request, **device_named(this))
    page, fingerprints = managers_page(request, club, this), passkeys_section(request, club)
    context = {"club": club, "page": page, "passkeys": fingerprints, "form": form, "problem": problem}
    context["deletion"] = open_deletion(club)
    return render(request, "clubhouse/managers.html", context, status=status)


@require_safe
def managers(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Every device that manages the club."""
    return managers_page_response(request, get_club(request, club_id))


@require_POST
def name_this_device(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Say what this device is called."""
    club = get_club(request, club_id)
    form = DeviceForm(request.POST, request=request)
    if form.is_valid():
        name_device(club, granted_device(request).pk, form.cleaned_data["name"])
    return redirect("managers", club.pk)


@require_POST
def invite_manager(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make a link that makes one more device a manager."""
    club = get_club(request, club_id)
    manager_link(club, by=granted_device(request))
    return redirect("managers", club.pk)


@require_POST
def revoke_invitation(request: HttpRequest, club_id: UUID, link_id: int) -> HttpResponse:
    """Take such a link back before anybody opened it."""
    club = get_club(request, club_id)
    revoke(get_link(club.pk, club.pk, link_id, rights=[Right.MANAGE]))
    return redirect("managers", club.pk)


@form_page
def put_device_out(request: HttpRequest, club_id: UUID, manager_id: int) -> HttpResponse:
    """Ask, and then take every right in the club from a device."""
    club = get_club(request, club_id)
    page = managers_page(request, club, device_id(request))
    manager = next((grant for grant in page["managers"] if grant.pk == manager_id), None)
    if manager is None:
        return redirect("managers", club.pk)
    if request.method != "POST":
        return render(request, "clubhouse/put_device_out.html", {"club": club, "manager": manager})
    had_code = page["rescue_made"] is not None
    try:
        put_out(club, manager.device_id, by=granted_device(request).pk, links_too="links" in request.POST)
    except Refused:
        get_club(request, club_id)  # nothing more for a device that was put out meanwhile
        sentence = _("This is the only device that manages the group. Add another one first, or make a rescue code.")
        return managers_page_response(request, club, problem=sentence, status=422)
    if manager.is_this:
        return redirect("home")
    if had_code and "links" in request.POST:
        return _new_code(request, club)
    return redirect("managers", club.pk)


@require_POST
def new_rescue_code(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make a rescue code, and show it this once."""
    return _new_code(request, get_club(request, club_id))


def _new_code(request: HttpRequest, club: Club) -> HttpResponse:
    code = make_rescue_code(club, by=granted_device(request).pk)
    address = public_address(request, reverse("rescue"))
    return render(request, "clubhouse/rescue_code.html", {"club": club, "code": code, "address": address})


@require_POST
def become_manager(request: HttpRequest) -> HttpResponse:
    """Make this device a manager by a link that was opened; the page before has asked."""
    link = find_link(request.POST.get("secret", ""))
    if link is None or not makes_manager(link):
        return no_such_link(request)
    form = DeviceForm(request.POST, request=request)
    device = device_to_manage(request, link.club_id)
    if not come_by_link(device, link, name=form.cleaned_data["name"] if form.is_valid() else ""):
        return no_such_link(request)
    take_along(request, device)
    response = redirect("managers", link.club_id)
    remember(response, device)
    return response


@form_page
def rescue(request: HttpRequest) -> HttpResponse:
    """The rescue code of a club was typed: this device manages it, and the others are told."""
    form = RescueForm(request.POST or None, request=request)
    if request.method != "POST" or not form.is_valid():
        return render(request, "clubhouse/rescue.html", {"form": form}, status=422 if form.is_bound else 200)
    code, name = form.cleaned_data["code"], form.cleaned_data["name"]
    opened = club_of(code)
    if opened is None:
        form.add_error("code", _("This code opens nothing. A newer one may have taken its place."))
        return render(request, "clubhouse/rescue.html", {"form": form}, status=404)
    device = device_to_manage(request, opened.pk)
    club = come_by_code(device, code, name=name)
    if club:
        take_along(request, device)
    response = redirect("managers", club.pk) if club else redirect("rescue")
    remember(response, device)
    return response


def _party(request: HttpRequest) -> RelyingParty:
    """The server as a passkey's counterpart; 404 where browsers allow no passkeys."""
    party = relying_party(request)
    if party is None:
        raise Http404
    return party


@require_safe
def new_passkey_question(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Options with which the browser makes a passkey, as JSON."""
    club = get_club(request, club_id)
    question = question_for_new(_party(request), club, label=label_club(club), device=granted_device(request).pk)
    return HttpResponse(question, content_type="application/json")


@require_POST
def add_passkey(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Keep the passkey that the browser has made."""
    club, by = get_club(request, club_id), granted_device(request).pk
    party = _party(request)
    credential, name = NewPasskeyForm(request.POST, request=request).answer()
    with refused() as refusal:
        passkeys.add_passkey(check_new(credential, party, club, device=by), name=name)
        return redirect("managers", club.pk)
    return managers_page_response(request, club, **refusal)


@require_POST
def remove_passkey(request: HttpRequest, club_id: UUID, passkey_id: int) -> HttpResponse:
    """Remove a passkey; the page leads to its button in two steps."""
    club = get_club(request, club_id)
    passkeys.remove_passkey(club, passkey_id, by=granted_device(request).pk)
    return redirect("managers", club.pk)


@require_safe
def passkey_question(request: HttpRequest) -> HttpResponse:
    """Options with which the browser asks for a passkey, as JSON."""
    return HttpResponse(question_for_known(_party(request)), content_type="application/json")


@form_page
def open_by_passkey(request: HttpRequest) -> HttpResponse:
    """Make this device a manager by a passkey, and tell the other managers; the page needs no right at all."""
    party, form = relying_party(request), PasskeyForm(request.POST or None, request=request)
    if request.method != "POST" or party is None:
        return _opening(request, form if party else None)
    try:
        credential, name = form.answer()
        answered = check_known(credential, party)
        device = device_to_manage(request, answered.passkey.club_id)
        club = passkeys.come_by_passkey(device, answered, name=name)
    except Refused:
        sentence = _("This fingerprint opens no group here. It may have been removed; or try once more.")
        return _opening(request, form, sentence, status=422)
    take_along(request, device)
    response = redirect("managers", club.pk)
    remember(response, device)
    return response


def _opening(request: HttpRequest, form: PasskeyForm | None, problem: str = "", *, status: int = 200) -> HttpResponse:
    context = {"form": form, "problem": problem}
    return render(request, "clubhouse/open_by_passkey.html", context, status=status)


@form_page
def delete_club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Ask, and then open the deletion."""
    club = get_club(request, club_id)
    if request.method == "POST":
        deletion.ask_deletion(club, by=granted_device(request).pk)
        return redirect("delete_club", club.pk)
    context = {"club": club, "deletion": open_deletion(club), "has_code": has_code(club)}
    return render(request, "clubhouse/delete_club.html", context)


@require_POST
def stop_deletion(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Keep the club after all."""
    club = get_club(request, club_id)
    deletion.stop_deletion(club, by=granted_device(request).pk)
    return redirect("club", club.pk)


def _log_page(request: HttpRequest, club: Club, *, problem: str = "", status: int = 200) -> HttpResponse:
    form = LogSearchForm(request.GET)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    page, lines = log_page(club, words, request.GET.get("page"))
    context = {"club": club, "form": form, "words": words, "page": page, "lines": lines, "problem": problem}
    return render(request, "clubhouse/club_log.html", context, status=422 if form.errors else status)


@require_safe
def club_log(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The log, or what a search finds in it."""
    return _log_page(request, get_club(request, club_id))


@require_POST
def undo_entry(request: HttpRequest, club_id: UUID, entry_id: int) -> HttpResponse:
    """Undo what an entry tells."""
    club = get_club(request, club_id)
    with refused() as refusal:
        log.undo(club, entry_id, by=granted_device(request).pk)
        return redirect("club_log", club.pk)
    return _log_page(request, club, **refusal)


@require_POST
def read_news(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Note that this device's owner has read what managers are told."""
    club = get_club(request, club_id)
    read_log(club, granted_device(request).pk)
    return redirect("club", club.pk)
