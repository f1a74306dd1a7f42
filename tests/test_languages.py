"""A third language is a catalogue: nothing in code names the languages that there are."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import translation

from cegoscore.clubs.house_rules.document import document_of, values_of
from cegoscore.clubs.house_rules.fields import fields_in
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.clubs.templatetags.cego import languages as languages_to_choose, signed, signed_unless
from cegoscore.clubs.wording import in_language
from cegoscore.csv_text import csv_text
from cegoscore.files import languages
from cegoscore.messages import compile_messages
from cegoscore.scoresheet.ledger.money import CENT, Stake, plain
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tournaments.clubhouse.templatetags.money import in_currency

MADE_UP = "qya"
WORDS = {"House rules": "Sanyer", "%(sign)s%(amount)s": "%(amount)s~%(sign)s"}


@pytest.fixture
def third(tmp_path: Path) -> Iterator[None]:
    """A language of which somebody has translated two texts so far, beside the two that there are."""
    ours = Path(settings.LOCALE_PATHS[0])
    for language, _name in settings.LANGUAGES:
        (tmp_path / language).symlink_to(ours / language)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": MADE_UP}
    catalogue.extend(polib.POEntry(msgid=text, msgstr=word) for text, word in WORDS.items())
    folder = tmp_path / MADE_UP / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save(str(folder / "django.po"))
    compile_messages(tmp_path)
    with override_settings(LANGUAGES=languages(tmp_path), LOCALE_PATHS=[tmp_path]):
        yield


def test_every_catalogue_is_a_language_with_the_name_that_it_gives_itself(third: None) -> None:
    assert settings.LANGUAGES == [("de", "Deutsch"), ("en", "English"), (MADE_UP, MADE_UP)]
    with translation.override("de"):
        assert languages_to_choose() == settings.LANGUAGES


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "asked"), [("/rules/dreier", MADE_UP), (f"/rules/dreier?lang={MADE_UP}", "en")])
def test_page_is_shown_in_it_and_what_it_lacks_in_german(third: None, address: str, asked: str) -> None:
    html = body_of(Client(headers={"Accept-Language": asked}).get(address))
    assert f'<html lang="{MADE_UP}"' in html
    assert "Sanyer" in html
    assert "Ungezeichnete Beschreibung von Cego zu dritt" in html
    assert "Fehler und Bräuche" in html
    assert f'value="{MADE_UP}"' in html


def test_rules_typed_in_it_stand_in_every_language_and_those_not_touched_stay(third: None) -> None:
    document, fields = (
        published("oberwolfach-4").document,
        tuple(fields_in(groups_of(*[published("oberwolfach-4")] * 2))),
    )
    with translation.override(MADE_UP):
        values = values_of(document, fields)
        assert values["schinden.strong_hand"] == document["schinden"]["strong_hand"]["de"]
        assert document_of(values, fields, document, identifier="oberwolfach-4") == document
        changed = document_of(values | {"name": "Otso"}, fields, document, identifier="own")
        assert in_language(changed["name"]) == "Otso"
    assert changed["name"] == {"de": "Otso", "en": "Otso"}


@pytest.mark.parametrize(
    ("language", "read"), [("de", "+14.264 −10.000 +9999 12.000"), ("en", "+14,264 −10,000 +9999 12,000")]
)
def test_points_are_read_in_groups_from_five_digits_on(language: str, read: str) -> None:
    with translation.override(language):
        assert " ".join([*map(signed, (14_264, -10_000, 9_999)), signed_unless(12_000, True)]) == read


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_line_ends_between_an_amount_of_money_and_its_currency(language: str) -> None:
    with translation.override(language):
        for currency in ("€", "CHF", "EUR", ""):
            for cents in (1, 50_000, 123_456_700):
                text = Stake(amount=CENT, currency=currency).text_of_cents(cents)
                assert " " not in text + in_currency(cents * CENT, currency)
                assert "\xa0" not in plain(text)


def test_money_and_tables_follow_the_catalogue(third: None) -> None:
    texts = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            stake = Stake(amount=Decimal("0.05"), currency="€")
            texts[language] = stake.text(Decimal("1.35")), csv_text([["a", 1]])
    assert texts == {
        "de": ("1,35\xa0€", '"a";"1"\r\n'),
        "en": ("€1.35", '"a","1"\r\n'),
        MADE_UP: ("1.35~€", '"a","1"\r\n'),
    }
