"""The app of what belongs to a whole club."""

from django.apps import AppConfig


class ClubhouseConfig(AppConfig):
    """A club as a whole: its page, players and records, people as personal data, and its backup. No models."""

    name = "tournaments.clubhouse"

    def ready(self) -> None:
        """Register the address of a club, and what becomes of erased names by night and in a restored backup."""
        from cegoscore.clubs.rights.addresses import TARGETS
        from cegoscore.hosting.forgetting import FORGETTING, Forgetting
        from cegoscore.hosting.jobs import JOBS, NIGHTLY, Job
        from tournaments.clubhouse.addresses import address_of
        from tournaments.clubhouse.people.forgetting import erase_names_again, erased_names
        from tournaments.clubhouse.people.services import scrub_names

        TARGETS.register("club", address_of)
        FORGETTING.register("names", Forgetting(erased_names, erase_names_again))
        JOBS.register("scrub", Job("scrub", NIGHTLY, scrub_names))
