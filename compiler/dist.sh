#!/usr/bin/env bash
# Makes the archive that people install. `compiler/dist.sh --help` says how.
set -euo pipefail

usage() {
  cat <<'END'
Usage: compiler/dist.sh [--programs DIR] [--out DIR] [--sign KEYFILE]

Builds the program and writes muniment-VERSION-TRIPLE.tar.gz, SHA256SUMS and install.sh. The same commit, compiler and tools give the
same bytes. Unpacked into a prefix, such as /usr/local, the archive has the program, completions, manual pages, the
library, the systemd unit, and the licenses of everything in it.

  --programs DIR   packs the program of this folder and builds none
  --out DIR        where the files go (default: target/dist)
  --sign KEYFILE   also signs the archive with minisign

Needs GNU tar and cargo-about (`cargo install cargo-about --locked --features cli`). SOURCE_DATE_EPOCH overrides the date of
the files, which is that of the commit.
END
}

programs= out= key=
while [ $# -gt 0 ]; do
  case "$1" in
    --programs) programs=$(realpath "${2:?a folder}"); shift 2 ;;
    --out) out=$(realpath -m "${2:?a folder}"); shift 2 ;;
    --sign) key=$(realpath "${2:?a file}"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "$0")/.."
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# C compilers know the date too: mimalloc states when it was built.
export LC_ALL=C SOURCE_DATE_EPOCH
triple=$(rustc -vV | sed -n 's/^host: //p')
target=${CARGO_TARGET_DIR:-target}
out=${out:-$target/dist}

if [ -z "$programs" ]; then
  # No path of this machine is in the programs. RUSTFLAGS replaces the flags of .cargo/config.toml, which change nothing here.
  cargo=${CARGO_HOME:-$HOME/.cargo}
  export RUSTFLAGS="--remap-path-prefix=$PWD=/muniment --remap-path-prefix=$cargo=/cargo"
  export CFLAGS="-ffile-prefix-map=$PWD=/muniment -ffile-prefix-map=$cargo=/cargo"
  MUNIMENT_REVISION=${MUNIMENT_REVISION:-$(git rev-parse --short=12 HEAD)}
  export MUNIMENT_REVISION
  cargo build --profile dist --locked --package muniment
  programs=$target/dist
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
muniment=$programs/muniment
name=muniment-$("$muniment" --version | cut -d ' ' -f 2)-$triple
prefix=$work/$name
share=$prefix/share
man=$share/man/man1
doc=$share/doc/muniment
mkdir -p "$prefix/bin" "$share"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,powershell,muniment} \
  "$man" "$doc" "$prefix/lib/systemd/system" "$out"

cp "$muniment" "$prefix/bin"
"$muniment" completions bash >"$share/bash-completion/completions/muniment"
"$muniment" completions zsh >"$share/zsh/site-functions/_muniment"
"$muniment" completions fish >"$share/fish/vendor_completions.d/muniment.fish"
"$muniment" completions powershell >"$share/powershell/muniment.ps1"
"$muniment" man >"$man/muniment.1"
# The first page lists the others, as `muniment\-VERB(1)`.
sed -n 's/^muniment\\-\([a-z]*\)(1)$/\1/p' "$man/muniment.1" >"$work/verbs"
while read -r verb; do
  "$muniment" man "$verb" >"$man/muniment-$verb.1"
done <"$work/verbs"
cp -R data "$share/muniment"
cp server/deploy/muniment.service "$prefix/lib/systemd/system"
cp README.md CHANGELOG.md LICENSE-* "$doc"
(cd templates/assets && cp --parents */*LICENSE* */NOTICE "$doc")
cargo-about generate --workspace --locked --fail --target "$triple" --config compiler/about.toml \
  --output-file "$doc/THIRD-PARTY.txt" compiler/about.hbs

tar --create --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --mode=u+rw,go+r,go-w,a+X --directory="$work" "$name" | gzip -9n >"$out/$name.tar.gz"
repository=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
version=${name#muniment-}
sed "s|@version@|${version%%-*}|; s|@repository@|$repository|" compiler/install.sh >"$out/install.sh"
cd "$out"
sha256sum "$name.tar.gz" >SHA256SUMS
if [ -n "$key" ]; then
  minisign -S -s "$key" -m "$name.tar.gz" -c "$name" -t "$name.tar.gz" >&2
fi
echo "$out/$name.tar.gz"
