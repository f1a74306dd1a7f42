"""`tariff`, for `manage.py`."""

from cegoscore.answers import tariff
from cegoscore.scoresheet.management.answering import AnsweringCommand


class Command(AnsweringCommand):
    """See `cegoscore.answers.tariff`."""

    help = tariff.HELP
    answers = tariff
