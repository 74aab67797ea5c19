#!/usr/bin/env bash
# Makes the packages of registries. `compiler/packages.sh --help` says how.
set -euo pipefail

usage() {
  cat <<'END'
Usage: compiler/packages.sh [--program FILE] [--out DIR] [PACKAGE...]

Makes packages with the program for this machine: wheel (PyPI), npm (two tarballs: the launcher and the program of the
platform), deb (Debian). Without a name it makes all of them. Nothing is uploaded.

  --program FILE   packs this program into the npm packages; otherwise it is built with the profile `dist`
  --out DIR        where the files go (default: target/dist)

Needs maturin (`pip install maturin`) for the wheel, npm for npm, and cargo-deb (`cargo install cargo-deb --locked`) for deb.
END
}

program= out= packages=()
while [ $# -gt 0 ]; do
  case "$1" in
    --program) program=$(realpath "${2:?a file}"); shift 2 ;;
    --out) out=$(realpath -m "${2:?a folder}"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    wheel | npm | deb) packages+=("$1"); shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
[ "${#packages[@]}" -gt 0 ] || packages=(wheel npm deb)

cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=${out:-$target/dist}
mkdir -p "$out"
# Where there is a repository, `--version` names the commit.
revision=${MUNIMENT_REVISION:-$(git rev-parse --short=12 HEAD 2>/dev/null || true)}
if [ -n "$revision" ]; then export MUNIMENT_REVISION=$revision; fi

# A field of the package `muniment`.
field() {
  cargo metadata --format-version 1 --no-deps | python3 -c '
import json, sys
package = next(it for it in json.load(sys.stdin)["packages"] if it["name"] == "muniment")
print(package[sys.argv[1]])' "$1"
}

wheel() {
  maturin build --quiet --manifest-path compiler/command/Cargo.toml --target-dir "$target" --out "$out"
}

npm_packages() {
  local version repository platform work
  version=$(field version)
  repository=$(field repository)
  platform=$(node -p '`${process.platform}-${process.arch}`')
  if [ -z "$program" ]; then
    cargo build --profile dist --locked --package muniment
    program=$target/dist/muniment
  fi
  work=$(mktemp -d)
  mkdir -p "$work/launcher/bin" "$work/platform/bin"
  cp compiler/command/npm/muniment.js "$work/launcher/bin/muniment.js"
  cp README.md LICENSE-* "$work/launcher"
  cp "$program" "$work/platform/bin/muniment"
  cp LICENSE-* "$work/platform"
  describe() { # FOLDER MEMBERS
    node - "$work/$1/package.json" "$version" "$repository" "$2" <<'END'
const [file, version, repository, members] = process.argv.slice(2);
const fields = { version, license: "Apache-2.0 OR MIT", repository, ...JSON.parse(members) };
require("node:fs").writeFileSync(file, JSON.stringify(fields, null, 2) + "\n");
END
  }
  describe launcher "{\"name\": \"muniment\", \"description\": \"$(field description)\", \"bin\": {\"muniment\": \"bin/muniment.js\"},
    \"engines\": {\"node\": \">=18\"}, \"keywords\": [\"license\", \"compliance\", \"sbom\", \"spdx\"],
    \"optionalDependencies\": {\"@muniment/$platform\": \"$version\"}}"
  describe platform "{\"name\": \"@muniment/$platform\", \"description\": \"The program of muniment for $platform\",
    \"os\": [\"${platform%-*}\"], \"cpu\": [\"${platform#*-}\"]}"
  for folder in launcher platform; do
    (cd "$work/$folder" && npm pack --silent --pack-destination "$out" >/dev/null)
  done
  rm -rf "$work"
}

for package in "${packages[@]}"; do
  case "$package" in
    wheel) wheel ;;
    npm) npm_packages ;;
    deb) cargo deb --quiet --package muniment --profile dist --locked --output "$out" ;;
  esac
done
ls "$out"
