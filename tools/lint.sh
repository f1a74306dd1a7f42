#!/bin/sh
# The checks that need no database: style, layout and types of Python, scripts, styles and templates. All of them run;
# the first failure decides the exit code.
cd "$(dirname "$0")/.." || exit
status=0
check() {
    echo "Checking: $*"
    ".venv/bin/$@" || status=1
}
check ruff check --quiet
check ruff format --check --quiet
check mypy --no-error-summary .
check djhtml --check --tabwidth 2 templates
check_scripts() {
    tool=$1
    shift
    echo "Checking: ${tool##*/}" "$@"
    tools/node.sh "node_modules/$tool" "$@" || status=1
}
check_scripts prettier/bin/prettier.cjs --check --log-level warn "static/**/*.js" "!static/vendor/**" "tests/scripts/**/*.js"
check_scripts eslint/bin/eslint.js .
check_scripts typescript/bin/tsc
check_scripts stylelint/bin/stylelint.mjs "static/**/*.css"
exit $status
