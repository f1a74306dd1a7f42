"""The app of clubs."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs, players, house rules, devices and links."""

    name = "cegoscore.clubs"
    label = "clubs"
