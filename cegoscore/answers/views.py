"""A published rule set for other programs, with every sentence on its pages in every language."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.clubs.house_rules.derivations import Statement, cited
from cegoscore.files import edition
from cegoscore.scoring.rules.rule_documents import completed_table
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tariff import tariff


def sentences(identifier: str) -> list[dict[str, Any]]:
    """Key, how sure it is, places, and the text by language."""
    lines: dict[str, dict[str, Any]] = {}
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            for key, text, statement in sentences_of(card_page(published(identifier))):
                lines.setdefault(key, {"key": key, "status": statement.status, "at": statement.at})[language] = text
    return list(lines.values())


def sentences_of(page: Mapping[str, Any]) -> Iterator[tuple[str, str, Statement]]:
    """Key and text of every sentence on the tariff, the bidding, the play and the sources, with where it stands."""
    for fact, source in (*page["facts"], *page["customs"]):
        yield f"tariff.{fact.key}", f"{fact.label}: {fact.text}", source
    for game, sentences, _source in page["everyone"]:
        for statement in sentences:
            yield f"tariff.{statement.key}", f"{game.name}: {statement.text}", statement
    for section in page["sections"]:
        for statement in section.statements:
            text = f"{statement.label}: {statement.text}" if statement.label else statement.text
            yield statement.key, text, statement
    for statement in (*page["said"], *page["tips"]):
        yield statement.key, statement.text, statement
    for statement, _citation in cited(page["rules"]):
        yield f"cited.{statement.key}", statement.text, statement


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
