#!/bin/sh
# Print the path of a Chromium that runs, after installing one if there is none. Everything else goes to stderr.
# The headless shell comes first: without the windows of the whole browser a page takes a third of the work.
set -eu
cd "$(dirname "$0")/.."

# Ubuntu's `chromium` may be a stub that only says where to get the real one: so ask for the version.
runs() {
    "$1" --version >/dev/null 2>&1
}

installed() {
    for candidate in ${CHROMIUM:-} chromium-headless-shell chromium chromium-browser google-chrome; do
        path=$(command -v "$candidate") || continue
        if runs "$path"; then
            echo "$path"
            return 0
        fi
    done
    return 1
}

install_by_apt() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "Installing Chromium for the browser tests with apt-get" >&2
    apt-get update -qq >/dev/null 2>&1 || return 1
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $package >/dev/null 2>&1 && return
    done
    return 1
}

playwrights_own() {
    path=$(.venv/bin/python -c '
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)') && runs "$path" && echo "$path"
}

installed && exit
install_by_apt && installed && exit
playwrights_own && exit
echo "Fetching Chromium for the browser tests with Playwright" >&2
.venv/bin/python -m playwright install chromium >&2 && playwrights_own && exit
echo "The browser tests need Chromium. On Debian type: sudo apt install chromium" \
    "(elsewhere: .venv/bin/playwright install --with-deps chromium)" >&2
exit 1
