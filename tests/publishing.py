"""What `muniment describe` prints, read by the programs that it is for.

Usage: python3 tests/publishing.py MUNIMENT, with the packages mlcroissant, spdx-tools and reuse.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import mlcroissant
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

program = sys.argv[1]
LICENSES = ["MIT", "CC-BY-4.0", "CC-BY-NC-SA-4.0", "GPL-3.0-only", "Llama-3.1-Community-License"]
CROISSANT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "citeAs": "cr:citeAs",
    "conformsTo": "dct:conformsTo",
}


def describe(license, form):
    command = [program, "describe", license, "--as", form, "--name", "Jo Doe", "--year", "2026"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def croissant(license):
    pasted = json.loads(describe(license, "croissant"))
    metadata = {
        "@type": "sc:Dataset",
        "name": "meadow",
        "description": "Measures of a meadow.",
        "url": "https://example.org/meadow",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "creator": {"@type": "sc:Person", "name": "Jo Doe"},
        "datePublished": "2026-11-28",
        "version": "1.0.0",
        "citeAs": "Doe 2026",
        **pasted,
        "@context": CROISSANT | pasted["@context"],
    }
    read = mlcroissant.Dataset(jsonld=metadata).metadata
    assert not read.issues.errors, read.issues.report()
    assert pasted["license"] in str(read.license), read.license


def spdx(license, folder):
    file = folder / "work.spdx.json"
    file.write_text(describe(license, "spdx"))
    faults = validate_full_spdx_document(parse_file(str(file)))
    assert not faults, faults


def reuse(license, folder):
    text = describe(license, "reuse")
    (folder / "REUSE.toml").write_text(text)
    (folder / "work.txt").write_text("a work\n")
    identifier = text.rsplit('"', 2)[1]
    licenses = folder / "LICENSES"
    licenses.mkdir()
    (licenses / f"{identifier}.txt").write_text("the text of the license\n")
    lint = [sys.executable, "-m", "reuse", "--root", str(folder), "lint"]
    done = subprocess.run(lint, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


for license in LICENSES:
    croissant(license)
    with tempfile.TemporaryDirectory() as folder:
        spdx(license, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        reuse(license, pathlib.Path(folder))
print(f"{len(LICENSES)} licenses described for Croissant, SPDX and REUSE, and read back")
