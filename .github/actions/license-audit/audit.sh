#!/usr/bin/env bash
# Audits bills of materials and lock files: audit.sh [OPTION...] -- FILE...
#
# Options are those of `muniment audit`. With GITHUB_STEP_SUMMARY, a Markdown report of each file is added to that file.
# With MUNIMENT_SARIF, a SARIF report of each file is written to that folder. The exit code is the highest one: 1 for
# findings, 2 for a file that cannot be audited.
set -u

options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  options+=("$1")
  shift
done
if [ $# -lt 2 ]; then
  echo 'audit.sh: name at least one file after `--`' >&2
  exit 2
fi
shift

audit() { # FILE OPTION...
  local file=$1
  shift
  muniment audit ${options[@]+"${options[@]}"} "$@" -- "$file"
}

worst=0
number=0
for file; do
  number=$((number + 1))
  audit "$file"
  code=$?
  if [ "$code" -gt "$worst" ]; then worst=$code; fi
  if [ "$code" -gt 1 ]; then continue; fi
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    audit "$file" --format markdown >>"$GITHUB_STEP_SUMMARY"
  fi
  if [ -n "${MUNIMENT_SARIF:-}" ]; then
    mkdir -p "$MUNIMENT_SARIF"
    audit "$file" --format sarif >"$MUNIMENT_SARIF/$number.sarif"
  fi
done
exit "$worst"
