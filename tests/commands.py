"""Management commands as a shell calls them, without a process of their own."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import call_command


def called(command: str, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run a command: exit status, standard output, standard error. What would end in a traceback raises here."""
    out, err, status = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin)))
        try:
            call_command(command, *arguments, stdout=out, stderr=err)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()
