"""Money as people type it for a new table."""

import json
import random
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from cegoscore.scoresheet.evening.money_form import MoneyField, MoneyForm
from cegoscore.scoresheet.ledger.money import typed

ROOT = Path(__file__).parents[3]
SCRIPT = """
import { stakeTyped } from "./static/offline/settle.js";
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(stakeTyped)));
"""
READ = {
    "0,05": "0.05",
    "0.05\u00a0€": "0.05",
    "€5": "5",
    " ,5 ": "0.5",
    "10 ct": "0.1",
    "5 Cent": "0.05",
    "0,5 Cent": "0.005",
    "0.5ct": "0.005",
    "1/10": "0.1",
    "1/2 ct": "0.005",
    "2 Euro": "2",
    "100": "100",
    "0,12340": "0.1234",
}
NO_MONEY = ("1e3", "1_0", "1.000,50", "٥", ".", "/", "1/", "1/0", "1/3", "5 c", "ct", "5 ct ct", "€€", "0,12345", "x")


def field() -> MoneyField:
    """The worth of a point."""
    stake = MoneyForm.base_fields["stake"]
    assert isinstance(stake, MoneyField)
    return stake


def test_money_is_read_as_people_say_it_and_has_no_power_of_ten() -> None:
    assert {text: str(field().clean(text)) for text in READ} == READ
    for text in NO_MONEY:
        with pytest.raises(ValidationError):
            field().clean(text)


def by_script(texts: list[str]) -> list[str | None]:
    command = ["tools/node.sh", "--input-type=module", "--eval", SCRIPT]
    found: list[str | None] = json.loads(subprocess.check_output(command, cwd=ROOT, input=json.dumps(texts), text=True))
    return found


def test_phone_without_network_reads_the_same() -> None:
    """Whatever is made of the grammar's own letters is read alike, or by neither."""
    dice = random.Random(7)
    signs = ["0", "0", "1", "5", "12", ",", ".", "/", " ", "ct", "Cent", "€", "Euro", "000"]
    texts = [*READ, *NO_MONEY, "", *("".join(dice.choices(signs, k=dice.randint(1, 5))) for _ in range(3000))]

    def by_server(text: str) -> str | None:
        try:
            amount = field().clean(text)
        except ValidationError:
            return None
        return "" if amount is None else f"{amount:f}"

    assert dict(zip(texts, by_script(texts), strict=True)) == {text: by_server(text) for text in texts}


class PointForm(MoneyForm):
    """The worth of a point, and nothing else."""


@pytest.mark.parametrize(
    ("typed_text", "worth", "asks"),
    [
        ("10 ct", "10,00\xa0€", False),
        ("0,005", "0,50\xa0€", False),
        ("99 ct", "99,00\xa0€", False),
        ("1", "100\xa0€", True),
        ("10", "1.000\xa0€", True),
        ("", "", False),
        ("zehn", "", False),
    ],
)
def test_worth_is_said_back_and_asked_for_from_a_euro_on(typed_text: str, worth: str, *, asks: bool) -> None:
    typed_values = {"stake": typed_text, "currency": "€"}
    with override("de"):
        form = PointForm(typed_values)
        assert (form.worth, "much" in form.errors) == (worth, asks)
        assert not asks or worth in form.errors["much"][0]
        assert "much" not in PointForm(typed_values | {"much": "on"}).errors
        assert "much" not in PointForm(typed_values, initial={"stake": typed_text}).errors, (
            "what stood there is no slip"
        )


@pytest.mark.parametrize(
    ("amount", "german", "english"),
    [
        ("0.1000", "0,10", "0.10"),
        ("0.0025", "0,0025", "0.0025"),
        ("12.50", "12,50", "12.50"),
        ("20.00", "20", "20"),
        ("3", "3", "3"),
    ],
)
def test_money_is_written_as_people_write_it(amount: str, german: str, english: str) -> None:
    for language, text in (("de", german), ("en", english)):
        with override(language):
            assert typed(Decimal(amount)) == text
