"""The app of what belongs to a whole club."""

from django.apps import AppConfig


class ClubhouseConfig(AppConfig):
    """A club as a whole: its page, players and records, people as personal data, backup, deletion. No models."""

    name = "tournaments.clubhouse"

    def ready(self) -> None:
        """Register the address of a club, and what is erased and cleared away every night."""
        from cegoscore.clubs.rights.addresses import TARGETS
        from cegoscore.hosting.jobs import JOBS, NIGHTLY, Job
        from tournaments.clubhouse.addresses import address_of
        from tournaments.clubhouse.deletion.erasing import erase_clubs
        from tournaments.clubhouse.people.services import scrub_names

        TARGETS.register("club", address_of)
        JOBS.register("erase", Job("erase", NIGHTLY, erase_clubs))
        JOBS.register("scrub", Job("scrub", NIGHTLY, scrub_names))
