"""`explain`, for `manage.py`."""

from cegoscore.answers import explain
from cegoscore.scoresheet.management.answering import AnsweringCommand


class Command(AnsweringCommand):
    """See `cegoscore.answers.explain`."""

    help = explain.HELP
    answers = explain
