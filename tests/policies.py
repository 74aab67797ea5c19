"""licomp-osadl reads the matrix of `muniment policy --for osadl` and answers from it.

Usage: python3 tests/policies.py MUNIMENT PACKAGES, with licomp and licomp_osadl below PACKAGES.
"""

import subprocess
import sys
import tempfile

muniment, packages = sys.argv[1:]
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
