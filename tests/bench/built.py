"""The programs that are measured."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def add_profile(arguments):
    arguments.add_argument("--profile", default="dist", help="what to measure; other than `dist` only to see that it runs")
    arguments.add_argument("--built", action="store_true", help="take the programs that were built last with this profile")


def program(package, options):
    """Says where a program of a package is; builds it, unless the options say that it is built."""
    if not options.built:
        subprocess.run(["cargo", "build", "--profile", options.profile, "--quiet", "--workspace"], cwd=ROOT, check=True)
    return ROOT / "target" / options.profile / package
