"""`/rules/<set>.json`: a published rule set for other programs."""

import pytest
from django.test import Client

from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tariff import tariff


@pytest.mark.parametrize("identifier", published_identifiers())
def test_document_has_rules_tariff_and_sentences_in_every_language(client: Client, identifier: str) -> None:
    document = client.get(f"/rules/{identifier}.json").json()
    rules = published(identifier)
    assert (document["format"], document["digest"]) == ("cegoscore/rules@1", rules.digest)
    assert parse_house_rules(document["rules"]) == (rules, ())
    assert document["tariff"] == tariff(rules)
    assert (document["auction"] is None) is (identifier == "offiziers-cego")
    assert document["sentences"]
    assert all(sentence["status"] and sentence["de"] and sentence["en"] for sentence in document["sentences"])


def test_document_is_kept_and_asked_for_anew_only_when_it_changed(client: Client) -> None:
    first = client.get("/rules/grupp.json")
    assert first["Cache-Control"] == "private, max-age=3600"
    assert client.get("/rules/grupp.json", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get("/rules/dreier.json", headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.django_db
def test_what_is_not_published_is_not_there(client: Client) -> None:
    assert client.get("/rules/poker.json").status_code == 404
