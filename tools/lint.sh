#!/bin/sh
# The checks that need no database: style, layout, types. All of them run; the first failure decides the exit code.
cd "$(dirname "$0")/.." || exit
status=0
check() {
    echo "Checking: $*"
    ".venv/bin/$@" || status=1
}
check ruff check --quiet
check ruff format --check --quiet
check mypy --no-error-summary .
exit $status
