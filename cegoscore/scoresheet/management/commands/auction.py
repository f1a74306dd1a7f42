"""`auction`, for `manage.py`."""

from cegoscore.answers import auction
from cegoscore.scoresheet.management.answering import AnsweringCommand


class Command(AnsweringCommand):
    """See `cegoscore.answers.auction`."""

    help = auction.HELP
    answers = auction
