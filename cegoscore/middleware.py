"""What is added to every answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What a browser may offer to pages of this site; a score sheet only ever asks to keep the screen on.
PERMISSIONS_POLICY = ", ".join(
    [
        "screen-wake-lock=(self)",
        *(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")),
    ]
)


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send the Permissions-Policy header, which Django has no setting for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware
