import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_healthz_answers_ok_while_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok")
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_healthz_answers_503_when_the_database_fails(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*args: object) -> None:
        raise OperationalError("disk gone, secret detail")

    with connection.execute_wrapper(fail):
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (503, b"the database does not answer")
    assert "secret detail" in caplog.text


@pytest.mark.django_db
def test_healthz_is_read_only(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
