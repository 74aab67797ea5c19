#!/usr/bin/env bash
# Installs muniment where it is not on the path: from the archive MUNIMENT_ARCHIVE, whose SHA-256 sum is MUNIMENT_SHA256, else
# with pip in version MUNIMENT_VERSION, into the folder MUNIMENT_PREFIX.
set -euo pipefail

if command -v muniment >/dev/null; then
  exit 0
fi
mkdir -p "$MUNIMENT_PREFIX"
if [ -n "${MUNIMENT_ARCHIVE:-}" ]; then
  if [ -z "${MUNIMENT_SHA256:-}" ]; then
    echo 'install.sh: an archive needs its SHA-256 sum' >&2
    exit 2
  fi
  archive=$MUNIMENT_PREFIX/muniment.tar.gz
  curl --location --fail --silent --show-error --output "$archive" "$MUNIMENT_ARCHIVE"
  echo "$MUNIMENT_SHA256  $archive" | sha256sum --check --quiet -
  tar -xzf "$archive" -C "$MUNIMENT_PREFIX" --strip-components 1
else
  python3 -m venv "$MUNIMENT_PREFIX"
  "$MUNIMENT_PREFIX/bin/pip" --quiet --disable-pip-version-check install "muniment==$MUNIMENT_VERSION"
fi
"$MUNIMENT_PREFIX/bin/muniment" --version
