"""Money as people type it for a new table."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from cegoscore.scoresheet.evening.new_table_form import MoneyField


def test_money_has_a_comma_or_a_point_and_no_power_of_ten() -> None:
    field = MoneyField()
    assert [str(field.clean(typed)) for typed in ("0,05", "0.05", "5")] == ["0.05", "0.05", "5"]
    with pytest.raises(ValidationError):
        field.clean("1e3")
