"""`score`, for `manage.py`."""

from cegoscore.answers import score
from cegoscore.scoresheet.management.answering import AnsweringCommand


class Command(AnsweringCommand):
    """See `cegoscore.answers.score`."""

    help = score.HELP
    answers = score
