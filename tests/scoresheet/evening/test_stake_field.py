"""Money as people type it for a new table."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from cegoscore.scoresheet.evening.new_table_form import MoneyField
from cegoscore.scoresheet.ledger.money import typed


def test_money_has_a_comma_or_a_point_and_no_power_of_ten() -> None:
    field = MoneyField()
    assert [str(field.clean(text)) for text in ("0,05", "0.05\u00a0€", "€5")] == ["0.05", "0.05", "5"]
    for text in ("1e3", "1_0", "5 ct", "1.000,50", "٥", "."):
        with pytest.raises(ValidationError):
            field.clean(text)


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
