#!/bin/sh
# Installs muniment: install.sh [VERSION [PREFIX]]. PREFIX is ~/.local if it is not given.
#
# Releases are at MUNIMENT_RELEASES: an address, or a folder, with VERSION/muniment-VERSION-TRIPLE.tar.gz and SHA256SUMS.
set -eu

version=${1:-@version@}
prefix=${2:-$HOME/.local}
releases=${MUNIMENT_RELEASES:-@repository@/releases/download}

fail() { echo "install.sh: $*" >&2; exit 1; }
case "$(uname -sm)" in
  'Linux x86_64') triple=x86_64-unknown-linux-gnu ;;
  'Linux aarch64') triple=aarch64-unknown-linux-gnu ;;
  *) fail "there is no archive for $(uname -sm); build it with cargo" ;;
esac
case "$releases" in
  *.example/*) fail 'name the place of the releases: MUNIMENT_RELEASES=https://…' ;;
esac
archive=muniment-$version-$triple.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$archive" SHA256SUMS; do
  case "$releases" in
    http*) curl --proto '=https,http' --location --fail --silent --show-error --output "$work/$file" "$releases/v$version/$file" ;;
    *) cp "$releases/v$version/$file" "$work/$file" ;;
  esac || fail "$releases/v$version/$file cannot be had"
done
cd "$work"
grep -F "  $archive" SHA256SUMS >sum || fail "SHA256SUMS does not name $archive"
sha256sum --check --quiet sum || fail "$archive is not what SHA256SUMS says"
mkdir -p "$prefix"
tar -xzf "$archive" -C "$prefix" --strip-components 1
"$prefix/bin/muniment" --version
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "add $prefix/bin to PATH" ;;
esac
