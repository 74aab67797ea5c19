#!/usr/bin/env python3
"""Whole builds beside two peers, in one run on one tmpfs.

  a) `cp -aL` of the finished tree: what it costs to write as many files of as many bytes;
  b) `hugo` building a site of as many pages as the tree has, and nothing else.

The runs are interleaved and the medians compared, so that a slow moment of the machine hits all alike.
Usage: tests/bench/build.py [--runs N] [--folder TMPFS]
"""

import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MUNIMENT = ROOT / "target/release/muniment"


def timed(command, **options):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.perf_counter() - begin


def hugo_site(folder, pages):
    """A site with one page of content for each of ours: same title, same words, one small layout."""
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "content").mkdir()
    (folder / "config.toml").write_text('baseURL = "http://localhost/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n')
    single = "<!doctype html><html><head><title>{{ .Title }}</title></head><body>{{ .Content }}</body></html>\n"
    (folder / "layouts/_default/single.html").write_text(single)
    (folder / "layouts/index.html").write_text("<ul>{{ range site.RegularPages }}<li><a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}</ul>\n")
    records = sorted((ROOT / "data/licenses").glob("*.ttl"))
    for index in range(pages - 1):
        record = records[index % len(records)]
        text = record.read_text()
        rows = "".join(f"| `{line.split()[1]}` | {len(line)} |\n" for line in text.splitlines() if "odrl:action" in line)
        body = f'---\ntitle: "{record.stem}"\n---\n\n# {record.stem}\n\n| action | width |\n|---|---|\n{rows}\n'
        (folder / f"content/page-{index}.md").write_text(body)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=7)
    arguments.add_argument("--folder", default="/dev/shm")
    options = arguments.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "muniment"], cwd=ROOT, check=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muniment-bench-", dir=options.folder))
    try:
        tree, copy, site, public = (folder / name for name in ("tree", "copy", "site", "public"))
        build = [MUNIMENT, "build", "--data", ROOT / "data", "--out", tree]
        timed(build)
        pages = sum(1 for _ in (tree / "current").rglob("index.html"))
        files = sum(1 for path in (tree / "current").rglob("*") if path.is_file())
        has_hugo = shutil.which("hugo") is not None
        if has_hugo:
            hugo_site(site, pages)
        times = {"build": [], "cp": [], "hugo": []}
        for _ in range(options.runs):
            shutil.rmtree(tree)
            times["build"].append(timed(build))
            times["cp"].append(timed(["cp", "-aL", tree / "current", copy]))
            shutil.rmtree(copy)
            if has_hugo:
                times["hugo"].append(timed(["hugo", "--quiet", "--source", site, "--destination", public]))
                shutil.rmtree(public)
        median = {name: statistics.median(values) for name, values in times.items() if values}
        print(f"{files} files, {pages} of them pages; medians of {options.runs} interleaved runs")
        print(f"build {median['build']:.2f} s, cp {median['cp']:.2f} s: {median['build'] / median['cp']:.2f} times the copy")
        if has_hugo:
            print(f"hugo  {median['hugo']:.2f} s for {pages} pages: {median['hugo'] / median['build']:.2f} times our whole build")
        else:
            print("hugo is not installed (apt-get install hugo)", file=sys.stderr)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
