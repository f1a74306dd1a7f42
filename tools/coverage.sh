#!/bin/sh
# Measure which lines the tests run; with BRANCHES=--branch also which branches they take, at twice the time. Everything
# runs on SQLite unless TEST_DATABASE says otherwise; arguments go to pytest. Fails below FLOOR per cent, or below that
# of pyproject.toml. VENV is the environment to measure with. SECOND_TRY=1 runs the tests that fail once more, alone
# (tools/second_try.py).
cd "$(dirname "$0")/.." || exit
unset PYTHONDONTWRITEBYTECODE
CHROMIUM=$(tools/chromium.sh) || exit
export CHROMIUM
python=${VENV:-.venv}/bin/python
# From Python 3.12 on the interpreter itself counts lines, for nothing.
if [ -z "${BRANCHES:-}" ] && "$python" -c 'from sys import monitoring' 2>/dev/null; then
    export COVERAGE_CORE=sysmon
fi
measured="${SECOND_TRY:+$python -m tools.second_try} $python -m coverage run ${BRANCHES:-} -m pytest"
rm -rf .coverage
mkdir .coverage
status=0
$measured "$@" || status=1
"$python" -m coverage combine --quiet || status=1
"$python" -m coverage report ${FLOOR:+--fail-under="$FLOOR"} || status=1
exit $status
