"""Limits of whole numbers in a column; forms, readers of files and their schemas take them from there."""

from __future__ import annotations

from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator


def between(least: int, most: int) -> list[BaseValidator]:
    """Validators of a column: no less, and no more."""
    return [MinValueValidator(least), MaxValueValidator(most)]
