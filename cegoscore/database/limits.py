"""Limits of numbers in a column; forms, readers of files and their schemas take them from there."""

from __future__ import annotations

from typing import Any

from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db.models import Field

NAMES: dict[Any, str] = {MinValueValidator: "min_value", MaxValueValidator: "max_value"}


def between(least: int, most: int) -> list[BaseValidator]:
    """Validators of a column: no less, and no more."""
    return [MinValueValidator(least), MaxValueValidator(most)]


def limits_of(column: Field[Any, Any]) -> dict[str, int]:
    """The limits of a column by the names that form fields have for them."""
    checks: list[Any] = column.validators
    return {NAMES[type(check)]: check.limit_value for check in checks if type(check) in NAMES}
