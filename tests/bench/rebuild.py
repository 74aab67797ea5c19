#!/usr/bin/env python3
"""What a build costs as the library grows, and what it costs again: from nothing, after one record was touched, after nothing.

The library is made larger by `enlarge.py`. Each size is built from nothing, then rebuilt as often as asked with one record
written to before each, then without; medians are told as parts of the build from nothing in the same run.
Usage: tests/bench/rebuild.py [--sizes 1,2,5,10,20] [--rounds N] [--folder FOLDER]
       [--profile PROFILE]
"""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from built import ROOT, add_profile, program


def touched_record(data):
    """A record of one version: nothing but its own file says what it is, so that it may change alone."""
    records = sorted(path for path in (data / "licenses").iterdir() if "dct:publisher" in path.read_text())
    return next(path for path in records if not (data / "history/licenses" / path.stem).exists())


def built(muniment, data, out):
    """Seconds and the most memory, in MB, of a build."""
    begin = time.perf_counter()
    process = subprocess.run(["/usr/bin/time", "-f", "%M", muniment, "build", "--data", data, "--out", out],
                             capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    if process.returncode != 0:
        sys.exit(process.stderr)
    return seconds, int(process.stderr.split()[-1]) / 1024, process.stdout.split()[0]


def touch(data, round):
    path = touched_record(data)
    path.write_text(re.sub(r'dct:publisher "[^"]*"', f'dct:publisher "Publisher {round}"', path.read_text()))
    # A file that was written a moment ago is read again whatever its times say.
    time.sleep(0.05)


def measured(muniment, times, rounds, folder):
    data, out = folder / "data", folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([sys.executable, ROOT / "tests/bench/enlarge.py", str(times), data], check=True)
    whole, memory, _ = built(muniment, data, out)
    touched = []
    for round in range(rounds):
        touch(data, f"{times} {round}")
        seconds, _, said = built(muniment, data, out)
        assert said == "built", said
        touched.append(seconds)
    time.sleep(0.05)
    built(muniment, data, out)
    unchanged = []
    for _ in range(rounds):
        seconds, _, said = built(muniment, data, out)
        assert said == "unchanged", said
        unchanged.append(seconds)
    return whole, memory, touched, statistics.median(unchanged)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="1,2,5,10,20")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=pathlib.Path)
    add_profile(parser)
    arguments = parser.parse_args()
    muniment = program("muniment", arguments)
    print("| size | from nothing | peak memory | one record touched, first | one record touched | nothing touched |")
    print("|---|---|---|---|---|---|")
    rows = []
    for times in map(int, arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            whole, memory, touched, unchanged = measured(muniment, times, arguments.rounds, pathlib.Path(folder))
        again = statistics.median(touched)
        rows.append((times, whole, memory, again, unchanged))
        part = lambda seconds: f"{seconds:.2f} s, {100 * seconds / whole:.1f} %"
        print(f"| {times}× | {whole:.2f} s | {memory:.0f} MB | {part(touched[0])} | {part(again)} | {part(unchanged)} |",
              flush=True)
    (_, first, memory, _, _), (times, last, most, _, _) = rows[0], rows[-1]
    print(f"\nAt {times}× a build from nothing takes {last / first:.1f}× the time and {most / memory:.1f}× the memory.\n")
    line = lambda name, values: f'  line "{name}" [{", ".join(f"{value:.2f}" for value in values)}]'
    print("```mermaid\nxychart-beta")
    print('  title "Seconds by size of the library: from nothing, one record touched, nothing touched"')
    print(f'  x-axis "times the shipped library" [{", ".join(str(row[0]) for row in rows)}]')
    print(f'  y-axis "seconds" 0 --> {max(row[1] for row in rows):.0f}')
    for name, column in [("from nothing", 1), ("one record touched", 3), ("nothing touched", 4)]:
        print(line(name, [row[column] for row in rows]))
    print("```")


main()
