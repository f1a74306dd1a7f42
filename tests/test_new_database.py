"""A new database is made by one initial an app."""

import pytest
from django.db.migrations import CreateModel
from django.db.migrations.loader import MigrationLoader

INITIALS = {f"{app}.{name}": one for (app, name), one in MigrationLoader(None).replacements.items()}


@pytest.mark.parametrize("name", INITIALS)
def test_initial_makes_each_table_in_one_piece(name: str) -> None:
    """A field or constraint added afterwards makes Django build every model anew that has to do with the table."""
    assert {type(operation) for operation in INITIALS[name].operations} == {CreateModel}
