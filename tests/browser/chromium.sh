#!/bin/sh
# Sees to it that Debian's Chromium is there for the browser tests; $CHROMIUM names another one.
set -u
chromium=${CHROMIUM:-/usr/bin/chromium}
[ -x "$chromium" ] && exit 0
if [ -z "${CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing chromium…"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null 2>&1
  apt-get install -qq -y --no-install-recommends chromium >/dev/null 2>&1
fi
[ -x "$chromium" ] && exit 0
echo "Error: the browser tests need $chromium; on Debian: apt-get install chromium (or name yours in CHROMIUM)." >&2
exit 1
