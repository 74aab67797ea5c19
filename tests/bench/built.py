"""The programs that are measured."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def add_profile(arguments):
    arguments.add_argument("--profile", default="dist", help="what to measure; other than `dist` only to see that it runs")


def program(package, profile):
    """Builds a program of a package and says where it is."""
    subprocess.run(["cargo", "build", "--profile", profile, "--quiet", "--workspace"], cwd=ROOT, check=True)
    return ROOT / "target" / profile / package
