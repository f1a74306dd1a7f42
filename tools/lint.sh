#!/bin/sh
# The checks that need no database: style, layout and types of Python, scripts, styles and templates. All of them run;
# one failure decides the exit code. Those of Python and those in node run at the same time.
cd "$(dirname "$0")/.." || exit
status=0
check() {
    echo "Checking: $*"
    ".venv/bin/$@" || status=1
}
check_python() {
    status=0
    check ruff check --quiet
    check ruff format --check --quiet
    check mypy --no-error-summary .
    check djhtml --check --tabwidth 2 templates
    return $status
}
check_in_node() {
    tool=$1
    shift
    echo "Checking: ${tool##*/}" "$@"
    tools/node.sh "node_modules/$tool" "$@" || status=1
}
# A file that has not changed since it was found good is not looked at again, unless rules, tools or browsers have.
rules=$(cat package.json package-lock.json eslint.config.js tools/lint.sh | cksum | cut -d " " -f 1)
noted() {
    echo "--cache --cache-strategy content --cache-location node_modules/.cache/$1-$rules"
}
check_scripts() {
    status=0
    # shellcheck disable=SC2046 # several words
    check_in_node prettier/bin/prettier.cjs $(noted prettier) --check --log-level warn "static/**/*.js" "!static/vendor/**" "tests/scripts/**/*.js"
    # shellcheck disable=SC2046
    check_in_node eslint/bin/eslint.js $(noted eslint) .
    check_in_node typescript/bin/tsc --incremental --tsBuildInfoFile node_modules/.cache/tsc.tsbuildinfo
    # shellcheck disable=SC2046
    check_in_node stylelint/bin/stylelint.mjs $(noted stylelint) "static/**/*.css"
    return $status
}
said=$(mktemp) || exit
trap 'rm -f "$said"' EXIT
check_scripts >"$said" 2>&1 &
status=0
check_python || status=1
wait $! || status=1
cat "$said"
exit $status
