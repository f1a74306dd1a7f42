"""The app of score sheets."""

from django.apps import AppConfig


class ScoresheetConfig(AppConfig):
    """Sessions, seats, hands and scores."""

    name = "cegoscore.scoresheet"
    label = "scoresheet"
