#!/usr/bin/env python3
"""Whole builds beside two peers, in one run on one tmpfs.

  a) `cp -aL` of the finished tree: what it costs to write as many files of as many bytes;
  b) `hugo` building a site of as many pages as the tree has, with the same words, and nothing else.

The runs are interleaved and the medians compared, so that a slow moment of the machine hits all alike.
Usage: tests/bench/build.py [--runs N] [--folder TMPFS] [--profile PROFILE]
"""

import argparse
import html
import html.parser
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from built import ROOT, add_profile, program


def timed(command, **options):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.perf_counter() - begin


class Markdown(html.parser.HTMLParser):
    """One of our pages as an author of a Hugo site would have written it: headings, tables, lists, links."""

    START = {"h1": "\n# ", "h2": "\n\n## ", "h3": "\n\n### ", "p": "\n\n", "dt": "\n\n**", "dd": " ", "caption": "\n\n",
             "tr": "\n| ", "code": "`", "div": "\n"}
    END = {"dt": "**:", "td": " | ", "th": " | ", "code": "`", "table": "\n"}

    def __init__(self):
        super().__init__()
        self.text, self.links, self.cells, self.inside, self.in_table = [], [], 0, False, False

    def handle_starttag(self, tag, attributes):
        self.inside = self.inside or tag == "main"
        if not self.inside:
            return
        self.in_table = (self.in_table or tag == "table")
        if tag == "tr":
            self.cells = 0
        if tag == "li":
            # Markdown has no lists within cells.
            self.text.append(", " if self.in_table else "\n* ")
        elif tag == "a":
            self.links.append(dict(attributes).get("href", ""))
            self.text.append("[")
        else:
            self.text.append(self.START.get(tag, ""))

    def handle_endtag(self, tag):
        if not self.inside:
            return
        if tag == "main":
            self.inside = False
        elif tag == "a":
            self.text.append(f"]({self.links.pop()})")
        else:
            self.text.append(self.END.get(tag, ""))
        self.cells += tag in ("td", "th")
        if tag == "thead":
            self.text.append("\n|" + " --- |" * self.cells)
        elif tag == "table":
            self.in_table = False

    def handle_data(self, data):
        if self.inside:
            self.text.append(data.replace("\n", " ").replace("|", "/"))


def hugo_site(folder, tree):
    """A site with one page of content for each of ours, with the same words, in the frame all of ours share."""
    (folder / "layouts/_default").mkdir(parents=True)
    (folder / "config.toml").write_text(
        'baseURL = "http://localhost/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "section"]\n')
    frame, pages = None, sorted(tree.rglob("index.html"))
    for page in pages:
        text = page.read_text()
        title = text.split("<title>", 1)[1].split("</title>", 1)[0]
        if frame is None:
            frame = text.split('<main id="main-content">', 1)[0].replace(title, "{{ .Title }}")
            layout = frame + "<main>{{ .Content }}</main></body></html>\n"
            (folder / "layouts/_default/single.html").write_text(layout)
            (folder / "layouts/index.html").write_text(layout)
        markdown = Markdown()
        markdown.feed(text)
        name = page.relative_to(tree).parent
        content = folder / "content" / ("_index.md" if name == pathlib.Path(".") else f"{name}.md")
        content.parent.mkdir(parents=True, exist_ok=True)
        content.write_text(f"---\ntitle: {json.dumps(html.unescape(title))}\n---\n" + "".join(markdown.text))
    return len(pages)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=7)
    arguments.add_argument("--folder", default="/dev/shm")
    add_profile(arguments)
    options = arguments.parse_args()
    muniment = program("muniment", options)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muniment-bench-", dir=options.folder))
    try:
        tree, copy, site, public = (folder / name for name in ("tree", "copy", "site", "public"))
        build = [muniment, "build", "--data", ROOT / "data", "--out", tree]
        timed(build)
        pages = sum(1 for _ in (tree / "current").rglob("index.html"))
        files = sum(1 for path in (tree / "current").rglob("*") if path.is_file())
        has_hugo = shutil.which("hugo") is not None
        if has_hugo:
            hugo_site(site, tree / "current")
            timed(["hugo", "--quiet", "--source", site, "--destination", public])
            rendered = [page for page in public.rglob("index.html")]
            # Hugo writes one page where the names of two differ in letter case only.
            assert len(rendered) > 0.99 * pages, f"hugo wrote {len(rendered)} pages and not {pages}"
            volume = sum(page.stat().st_size for page in rendered) / sum(
                page.stat().st_size for page in (tree / "current").rglob("index.html"))
            print(f"hugo writes {volume:.2f} times the bytes of our pages")
            shutil.rmtree(public)
        times = {"build": [], "publish": [], "cp": [], "hugo": []}
        for _ in range(options.runs):
            shutil.rmtree(tree)
            times["publish"].append(timed([*build, "--publish"]))
            shutil.rmtree(tree)
            times["build"].append(timed(build))
            times["cp"].append(timed(["cp", "-aL", tree / "current", copy]))
            shutil.rmtree(copy)
            if has_hugo:
                times["hugo"].append(timed(["hugo", "--quiet", "--source", site, "--destination", public]))
                shutil.rmtree(public)
        median = {name: statistics.median(values) for name, values in times.items() if values}
        print(f"{files} files, {pages} of them pages; medians of {options.runs} interleaved runs")
        print(f"build --publish, every RDF body read back: {median['publish']:.2f} s, {median['publish'] / median['cp']:.2f} times the copy")
        print(f"build {median['build']:.2f} s, cp {median['cp']:.2f} s: {median['build'] / median['cp']:.2f} times the copy")
        if has_hugo:
            print(f"hugo  {median['hugo']:.2f} s for {pages} pages: {median['hugo'] / median['build']:.2f} times our whole build")
        else:
            print("hugo is not installed (apt-get install hugo)", file=sys.stderr)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
