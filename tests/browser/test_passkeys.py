"""The whole way of a passkey: made on one phone, used after its cookies are gone, and on another one of the same owner.

Chromium's virtual authenticator has the finger; what the platform would sync is carried over by hand.
"""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import CDPSession, Page, expect

from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.links import open_club, secret_of
from cegoscore.clubs.rights.managers import manager_link

pytestmark = pytest.mark.django_db(transaction=True)

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_finger(phone: Page) -> tuple[CDPSession, str]:
    session = phone.context.new_cdp_session(phone)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, made["authenticatorId"]


def open_with_finger(phone: Page) -> None:
    phone.goto(reverse("home"))
    phone.locator(".back-again summary").click()
    phone.get_by_role("link", name="Meine Runde mit Fingerabdruck öffnen").click()
    phone.get_by_role("button", name="Runde mit Fingerabdruck öffnen").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Wer leitet")


def test_club_is_opened_with_a_finger_after_the_cookie_is_gone_and_on_a_second_phone(
    phone: Page,
    new_phone: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    assert_accessible_too: Callable[[Page], None],
) -> None:
    club = open_club(Device.objects.create(), name="Cegofreunde")
    session, authenticator = with_finger(phone)
    phone.goto(reverse("open_club", args=[secret_of(manager_link(club, by=None))]))
    phone.get_by_role("button", name="Ja, mit diesem Gerät leiten").click()
    phone.get_by_label("Wie dieser Fingerabdruck heißt").fill("Annas Daumen")
    phone.get_by_role("button", name="Auch mit meinem Fingerabdruck öffnen").click()
    expect(phone.get_by_text("Annas Daumen", exact=True)).to_be_visible()
    assert_accessible_too(phone)
    phone.get_by_role("button", name="Auch mit meinem Fingerabdruck öffnen").click()
    expect(phone.get_by_role("alert")).to_have_text("Dieses Gerät hat schon einen Fingerabdruck für die Runde.")

    phone.context.clear_cookies()
    open_with_finger(phone)

    (credential,) = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    second = new_phone()
    session, authenticator = with_finger(second)
    session.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": credential})
    open_with_finger(second)
    expect(second.get_by_text("dieses Gerät", exact=True)).to_be_visible()

    second.get_by_text("Diesen Fingerabdruck entfernen …").click()
    second.get_by_role("button", name="Ja, entfernen").click()
    expect(second.get_by_text("Annas Daumen", exact=True)).to_have_count(0)
    second.goto(reverse("open_by_passkey"))
    assert_accessible(second)
    second.get_by_role("button", name="Runde mit Fingerabdruck öffnen").click()
    expect(second.get_by_text("Dieser Fingerabdruck öffnet hier keine Runde.")).to_be_visible()
