"""Forms that no browser sends."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize("address", ["/nothing/here", "/new", "/code", "/import"])
@pytest.mark.parametrize("boundary", ["", "; boundary=", "; boundary=" + "x" * 300])
def test_form_without_a_good_boundary_is_refused_and_no_mistake_of_ours(address: str, boundary: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "x" * 32
    response = client.post(address, b"anything", content_type=f"multipart/form-data{boundary}")
    assert response.status_code in (400, 403, 404, 422)
