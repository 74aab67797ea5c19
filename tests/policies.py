"""licomp-osadl reads the matrix of `muniment policy --for osadl` and answers from it. The keys for ScanCode are those of
ScanCode.

Usage: python3 tests/policies.py MUNIMENT PACKAGES TEXTS, with licomp and licomp_osadl below PACKAGES, and the licenses of
scancode-toolkit-mini below TEXTS, if they are there.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

muniment, packages, texts = sys.argv[1:]
sys.path.insert(0, packages)
from licomp.interface import Provisioning, UseCase
from licomp_osadl import osadl

EXPECTED = {
    ("MIT", "MIT"): "yes",
    ("MIT", "Apache-2.0"): "yes",
    ("MIT", "GPL-3.0-only"): "no",
    ("GPL-3.0-only", "MIT"): "yes",
    ("GPL-3.0-only", "Apache-2.0"): "yes",
    ("GPL-3.0-only", "GPL-2.0-only"): "no",
    ("GPL-2.0-only", "Apache-2.0"): "no",
    ("GPL-2.0-only", "GPL-2.0-or-later"): "yes",
    ("MPL-2.0", "CC0-1.0"): "yes",
}

with tempfile.NamedTemporaryFile(suffix=".json") as matrix:
    subprocess.run([muniment, "policy", "--for", "osadl", "--use", "merged"], stdout=matrix, check=True)
    osadl.MATRIX_FILE = matrix.name
    reader = osadl.LicompOsadl()
for (work, part), expected in EXPECTED.items():
    answer = reader.outbound_inbound_compatibility(work, part, UseCase.SNIPPET, Provisioning.BIN_DIST)
    assert answer["compatibility_status"] == expected, (work, part, answer)
    assert part in answer["explanation"][0], answer
print(f"licomp-osadl answers {len(EXPECTED)} pairs of {len(reader.supported_licenses())} licenses")

known = {}
for file in pathlib.Path(texts).glob("**/licensedcode/data/licenses/*.LICENSE"):
    data = file.read_text(encoding="utf-8").split("\n---", 1)[0]
    key = re.search(r"^key: (.*)$", data, re.M).group(1).strip()
    names = re.findall(r"^(?:spdx_license_key:|    -) (\S+)$", data, re.M)
    if "is_deprecated: yes" not in data:
        known.update({name: key for name in names if name not in known or f"spdx_license_key: {name}\n" in data})


def policy(form):
    return subprocess.run([muniment, "policy", "MIT", "--for", form], capture_output=True, text=True, check=True).stdout


if known:
    keys = re.findall(r'^- license_key: "(.*)"$', policy("scancode"), re.M)
    listed = [name for name in re.findall(r'- id: "(.*)"', policy("ort")) if " WITH " not in name]
    expected = [known[name] for name in listed if name in known]
    assert keys == expected and len(keys) > 200, set(keys) ^ set(expected)
    print(f"ScanCode has the {len(keys)} keys of the policy")
