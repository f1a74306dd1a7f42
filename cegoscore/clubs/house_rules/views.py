"""Pages of rule sets, and of a club's own house rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.house_rules import services
from cegoscore.clubs.house_rules.bidding import bidding_page
from cegoscore.clubs.house_rules.card_page import card_page, source_line
from cegoscore.clubs.house_rules.comparison import compare
from cegoscore.clubs.house_rules.facts import characteristics
from cegoscore.clubs.house_rules.forms import HouseRulesForm
from cegoscore.clubs.house_rules.questions import QuestionsForm
from cegoscore.clubs.house_rules.rule_sets import Offer, find_offer, offers_for
from cegoscore.clubs.models import HouseRuleSet
from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.clubs.wording import in_language
from cegoscore.front.limits import form_page

# Rule sets


def _get_offer(request: HttpRequest, identifier: str) -> Offer:
    """The rule set if this device may look at it; a stranger finds no club's own."""
    offer = find_offer(identifier, device_id(request))
    if offer is None:
        raise Http404
    return offer


def _get_own(request: HttpRequest, identifier: str) -> tuple[Offer, HouseRuleSet]:
    """The rule set of a club that this device manages, with its row."""
    offer = _get_offer(request, identifier)
    if offer.own is None:
        raise Http404
    return offer, offer.own


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """Every published rule set by number of players, and before them the house rules of the device's clubs."""
    groups = [
        (heading, [(offer, characteristics(offer.rules)) for offer in offers])
        for heading, offers in offers_for(device_id(request))
    ]
    return render(request, "clubs/house_rules/rule_sets.html", {"groups": groups})


@require_safe
def rule_set(request: HttpRequest, identifier: str) -> HttpResponse:
    """The tariff card of a rule set; of a club's own also what it changed."""
    offer = _get_offer(request, identifier)
    comparison = compare(offer.original, offer.rules) if offer.own else None
    context = {
        "offer": offer,
        "source": source_line(offer, comparison),
        "page": card_page(offer.rules, offer.original if offer.own else None),
        "original_name": in_language(offer.original.name),
        "comparison": comparison,
    }
    return render(request, "clubs/house_rules/rule_set.html", context)


@require_safe
def play_rules(request: HttpRequest, identifier: str) -> HttpResponse:
    """Play of a rule set, to be read at the table and printed."""
    offer = _get_offer(request, identifier)
    page = card_page(offer.rules, offer.original if offer.own else None)
    return render(request, "clubs/house_rules/play_rules.html", {"offer": offer, "page": page})


@require_safe
def bidding_rules(request: HttpRequest, identifier: str) -> HttpResponse:
    """Page of the bidding by a rule set, to be asked at the table."""
    offer = _get_offer(request, identifier)
    context = {"offer": offer, "page": bidding_page(offer)}
    return render(request, "clubs/house_rules/bidding_rules.html", context)


# Our house rules


@form_page
def copy_rule_set(request: HttpRequest, identifier: str) -> HttpResponse:
    """House rules of one's own, made from a rule set; whoever has no club yet gets one."""
    offer = _get_offer(request, identifier)
    name = offer.name if offer.own else _("Our house rules")
    form = HouseRulesForm(request.POST or None, base=offer.rules, original=offer.original, name=name)
    if form.is_valid() and form.rules and "save" in request.POST:
        device = known_device(request)
        saved = services.add_house_rules(device, form.rules, name=form.title, copied_from=offer.original.id)
        response = redirect(saved)
        remember(response, device)
        return response
    return _house_rules(request, form, offer)


@form_page
def ask_house_rules(request: HttpRequest, identifier: str) -> HttpResponse:
    """Questions on what a table plays differently; the answers lead to the whole form, with what they change."""
    offer = _get_offer(request, identifier)
    questions = QuestionsForm(request.POST or None, base=offer.rules, original=offer.original)
    if questions.is_valid():
        name = offer.name if offer.own else _("Our house rules")
        answers = questions.answers() | {"name": name}
        form = HouseRulesForm(answers, base=offer.rules, original=offer.original, name=name)
        return _house_rules(request, form, offer, action=reverse("copy_rule_set", args=[identifier]))
    context = {"offer": offer, "form": questions}
    return render(request, "clubs/house_rules/ask_house_rules.html", context, status=422 if questions.errors else 200)


@form_page
def edit_rule_set(request: HttpRequest, identifier: str) -> HttpResponse:
    """A new version of a club's own house rules."""
    offer, row = _get_own(request, identifier)
    form = HouseRulesForm(request.POST or None, base=offer.rules, original=offer.original, name=offer.name)
    if form.is_valid() and form.rules and "save" in request.POST:
        try:
            by = granted_device(request)
            return redirect(services.replace_house_rules(row, form.rules, name=form.title, device=by))
        except services.AlreadyReplaced:
            form.add_error(None, _("Somebody changed these house rules meanwhile. What you typed is still here."))
            return _house_rules(request, form, offer, status=409)
    return _house_rules(request, form, offer)


def _house_rules(
    request: HttpRequest, form: HouseRulesForm, offer: Offer, *, status: int = 200, action: str = ""
) -> HttpResponse:
    """The form, with every changed amount beside the original once it was sent and makes a rule set."""
    if form.errors and status == 200:
        status = 422
    context = {
        "form": form,
        "offer": offer,
        "original_name": in_language(offer.original.name),
        "groups": form.page(),
        "action": action,
        "comparison": compare(offer.original, form.rules) if form.rules else None,
        "page": card_page(form.rules, offer.original) if form.rules else None,
    }
    return render(request, "clubs/house_rules/house_rules.html", context, status=status)


@require_POST
def retire_rule_set(request: HttpRequest, identifier: str) -> HttpResponse:
    """No longer offer a club's own house rules; sheets that were played by them keep them."""
    _offer, row = _get_own(request, identifier)
    try:
        services.retire_house_rules(row, device=granted_device(request))
    except services.AlreadyReplaced:
        return redirect(row)
    return redirect("rule_sets")
