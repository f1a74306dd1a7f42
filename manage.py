#!/usr/bin/env python
"""Django's command line for cegoscore: `python manage.py help`."""

import sys

from cegoscore.command import execute

if __name__ == "__main__":
    execute(sys.argv)
