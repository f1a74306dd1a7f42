"""Reads inside of a snapshot see the database as it stood at the first read; writers do not wait for it."""

from threading import Thread

import pytest
from django.db import connection, transaction

from cegoscore.clubs.models import Club
from cegoscore.database.engines import snapshot
from tests.served import PATIENCE


def names() -> list[str]:
    return list(Club.objects.values_list("name", flat=True))


def write_elsewhere(name: str) -> None:
    """A write on another connection, while this one reads."""

    def write() -> None:
        with transaction.atomic():
            Club.objects.update(name=name)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    writer.join(PATIENCE)
    assert not writer.is_alive(), "the writer had to wait"


@pytest.mark.django_db(transaction=True)
def test_snapshot_does_not_see_what_is_written_meanwhile() -> None:
    Club.objects.create(name="vorher")
    with snapshot():
        assert names() == ["vorher"]
        write_elsewhere("nachher")
        assert names() == ["vorher"]
        assert list(Club.objects.values_list("name", flat=True).iterator(chunk_size=1)) == ["vorher"]
    assert names() == ["nachher"]


@pytest.mark.django_db(transaction=True)
def test_snapshot_that_fails_leaves_the_connection_usable() -> None:
    with pytest.raises(ZeroDivisionError), snapshot():
        1 / 0  # noqa: B018
    with transaction.atomic():
        Club.objects.create(name="danach")
    assert names() == ["danach"]


@pytest.mark.django_db
def test_snapshot_inside_of_a_transaction_sees_what_that_wrote() -> None:
    Club.objects.create(name="eben")
    with snapshot():
        assert names() == ["eben"]
