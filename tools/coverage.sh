#!/bin/sh
# Measure which branches the tests take. Everything runs on SQLite unless TEST_DATABASE says otherwise; arguments go to
# pytest. On PostgreSQL, what makes sense on SQLite only runs there, too. Fails below the floor in pyproject.toml.
# SECOND_TRY=1 runs the tests that fail once more, alone (tools/second_try.py).
cd "$(dirname "$0")/.." || exit
unset PYTHONDONTWRITEBYTECODE
CHROMIUM=$(tools/chromium.sh) || exit
export CHROMIUM
measured="${SECOND_TRY:+.venv/bin/python -m tools.second_try} .venv/bin/coverage run -m pytest"
rm -rf .coverage
mkdir .coverage
status=0
if [ "${TEST_DATABASE:-sqlite}" != sqlite ]; then
    TEST_DATABASE=sqlite $measured --numprocesses "$(tools/processes.sh)" --max-worker-restart 0 \
        -m "sqlite and not benchmark and not heavy" || status=1
fi
$measured "$@" || status=1
.venv/bin/coverage combine --quiet || status=1
.venv/bin/coverage report || status=1
exit $status
