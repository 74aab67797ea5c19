#!/usr/bin/env python3
"""Writes a library of N times as many records as the project's own: every record with its history, change log and
review, copied under new identifiers; graphs and the vocabulary stay as they are, and no release is registered.

References between records stay within a copy, so that families, ports and variants are as many as they were.
Usage: tests/bench/enlarge.py TIMES FOLDER
"""

import json
import pathlib
import re
import shutil
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
REFERENCE = re.compile(r"(licenselibrary/|svclib:)((?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])|\\?\+)+)")
MARKED = [
    re.compile(r'(dct:title\s+\\?"|dct:alternative \\"|^title = ")', re.M),
    re.compile(r'(^(?:id|port_of|variant_of) = ")', re.M),
    re.compile(r'(^family = ")(?!")', re.M),
]
STRING = r'"(?:[^"\\]|\\.)*"'
ALTERNATIVES = re.compile(rf"dct:alternative {STRING}(?:,\s+{STRING})*")
# No list names a copy, so that it has no SPDX identifier: neither does its file say one, nor its change log speak of one.
SPDX = [
    re.compile(r'^ *spdx:licenseId "[^"]*" ;\n', re.M),
    re.compile(r'''\[\[entries\.changes\]\]\naction = "[a-z]*"\nstatement = ["']spdx:licenseId .*\n(?:[a-z]+ = .*\n)*\n?'''),
]
TABLES = {"families.toml": ("family", "class"), "check-exceptions.toml": ("exception",)}


def copied(text, mark, ids):
    """The text of a file about a record, as it is about the record's copy."""
    def reference(match):
        id = match[2].replace("\\", "")
        is_license_of_the_data = text[:match.start()].endswith("cc:license ")
        return match[1] + mark + match[2] if id in ids and not is_license_of_the_data else match[0]

    text = REFERENCE.sub(reference, text)
    for position in MARKED:
        text = position.sub(lambda match: match[1] + mark, text)
    text = ALTERNATIVES.sub(lambda match: re.sub(STRING, lambda string: f'"{mark}{string[0][1:]}', match[0]), text)
    for position in SPDX:
        text = position.sub("", text)
    return text.rstrip("\n") + "\n"


def copy_folder(name, folder, marks, ids):
    for path in sorted((DATA / name).rglob("*")):
        if not path.is_file():
            continue
        text = path.read_bytes().decode()
        first, *rest = path.relative_to(DATA / name).parts
        for mark in marks:
            target = (folder / name).joinpath(mark + first, *rest)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(copied(text, mark, ids).encode())


def table(name, marks):
    """A table that lists records, with their copies: families are copied, sets of records grow."""
    with (DATA / name).open("rb") as file:
        tables = tomllib.load(file)
    lines = []
    for kind in TABLES[name]:
        for entry in tables[kind]:
            list_key = next(key for key, value in entry.items() if isinstance(value, list))
            if kind == "family":
                entries = [{**entry, "name": mark + entry["name"], list_key: [mark + id for id in entry[list_key]]}
                           for mark in ["", *marks]]
            # Without an SPDX identifier nothing is wrong with the identifier of a copy.
            elif entry.get("check") == 4:
                entries = [entry]
            else:
                entries = [{**entry, list_key: [mark + id for mark in ["", *marks] for id in entry[list_key]]}]
            for one in entries:
                lines.append(f"[[{kind}]]")
                lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in one.items()]
    return "\n".join(lines) + "\n"


def main():
    times, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DATA, folder)
    shutil.rmtree(folder / "releases")
    ids = {path.stem for path in (DATA / "licenses").iterdir()}
    marks = [f"x{copy:02}-" for copy in range(2, times + 1)]
    for name in ("licenses", "history/licenses", "reviews"):
        copy_folder(name, folder, marks, ids)
    for name in TABLES:
        (folder / name).write_text(table(name, marks))
    texts = (DATA / "texts.toml").read_text()
    copies = [re.sub(r'^record = "', f'record = "{mark}', texts, flags=re.M) for mark in marks]
    (folder / "texts.toml").write_text("\n".join([texts, *copies]))


main()
