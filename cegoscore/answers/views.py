"""A published rule set for other programs."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from cegoscore.answers.sentences import sentences
from cegoscore.edition import edition
from cegoscore.scoring.rules.rule_documents import completed_table
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tariff import tariff


@require_safe
@cache_control(private=True, max_age=3600)
@etag(lambda _request, identifier: f'"{edition()}-{identifier}"')
def rule_set_document(request: HttpRequest, identifier: str) -> JsonResponse:
    """Everything that is known of it as JSON; nobody's own house rules."""
    if identifier not in published_identifiers():
        raise Http404
    rules = published(identifier)
    document = {
        "format": "cegoscore/rules@1",
        "digest": rules.digest,
        "rules": rules.document,
        "auction": completed_table(identifier, "auction"),
        "tariff": tariff(rules),
        "sentences": sentences(identifier),
    }
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})
