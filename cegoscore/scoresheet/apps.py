"""The app of score sheets."""

from django.apps import AppConfig


class ScoresheetConfig(AppConfig):
    """Sessions, seats, hands and scores."""

    name = "cegoscore.scoresheet"
    label = "scoresheet"

    def ready(self) -> None:
        """Links to a sheet lead to its page."""
        from cegoscore.clubs.addresses import leads_to
        from cegoscore.scoresheet.addresses import sheet_address

        leads_to(sheet_address)
