#!/usr/bin/env python3
"""nginx with our configuration beside the same nginx serving the same file without any rule.

One nginx with two servers, one run, interleaved rounds in alternating order, medians; `wrk -t1 -c64`, keep-alive.
What needs no negotiation is to reach 0.9 of the plain file, what is negotiated 0.5. No server stands behind: nothing
that is asked here needs one.

Usage: tests/bench/edge.py [--rounds N] [--seconds N] [--profile PROFILE]
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from built import ROOT, add_profile, program
from serve import free_port, load, wait_for

VERSION = "/v2/licenses/MIT/versions/1"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

# What is asked, with which Accept, the file that is the answer, and the least ratio.
CASES = [
    ("/license-library/MIT", "*/*", "/license-library/MIT/index.html", 0.9),
    ("/assets/muniment.css", "*/*", "/assets/muniment.css", 0.9),
    ("/license-library/MIT/badge.svg", "*/*", "/license-library/MIT/badge.svg", 0.9),
    ("/licenselibrary/license/MIT/changelog", "*/*", "/licenselibrary/license/MIT/changelog/index.json", 0.9),
    (VERSION, "application/json", VERSION + "/index.json", 0.5),
    (VERSION, "text/turtle", VERSION + "/index.ttl", 0.5),
    (VERSION, "text/turtle;q=0.9, application/json;q=0.8", VERSION + "/index.ttl", 0.5),
    (VERSION, BROWSER, VERSION + "/index.json", 0.5),
    (VERSION + "?format=nt", "*/*", VERSION + "/index.nt", 0.5),
    ("/licenselibrary/MIT", "text/html;q=0.5, application/rdf+xml", "/licenselibrary/MIT/index.rdf", 0.5),
    # Large bodies.
    ("/assets/swagger-ui/swagger-ui-bundle.js", "*/*", "/assets/swagger-ui/swagger-ui-bundle.js", 0.9),
    ("/v2/licenses", "application/json", "/v2/licenses/index.json", 0.5),
    # What no map knows, and the module decides. The first has no Accept at all.
    (VERSION, None, VERSION + "/index.json", 0.5),
    (VERSION, "text/turtle;q=0.95, application/json;q=0.85", VERSION + "/index.ttl", 0.5),
    ("/licenselibrary/MIT", "TEXT/HTML;q=0.5, Application/RDF+XML", "/licenselibrary/MIT/index.rdf", 0.5),
]

NGINX = """
load_module {module};
user {user};
worker_processes auto;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    open_file_cache max=10000 inactive=60s;
    open_file_cache_valid 60s;
    default_type application/octet-stream;
    server {{ listen 127.0.0.1:{plain}; root "{tree}"; }}
    {site}
}}
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=3)
    add_profile(arguments)
    options = arguments.parse_args()
    compiler = program("muniment", options)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muniment-bench-", dir="/dev/shm"))
    folder.chmod(0o755)
    nginx = None
    try:
        build = [compiler, "build", "--edge", "nginx", "--data", ROOT / "data", "--out", folder / "site"]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        tree = (folder / "site/current").resolve()
        plain, ours = free_port(), free_port()
        site = (tree / "_edge/nginx/site.conf").read_text().replace("@tree@", str(tree))
        site = site.replace("listen 80;", f"listen 127.0.0.1:{ours};")
        module = next(pathlib.Path("/usr").glob("lib*/nginx/modules/ngx_http_js_module.so"))
        user = "root" if os.getuid() == 0 else "nobody"
        settings = NGINX.format(folder=folder, tree=tree, plain=plain, site=site, module=module, user=user)
        (folder / "nginx.conf").write_text(settings)
        nginx = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"])
        wait_for(ours)
        print("| Asked | Accept | Bytes | Ratio of requests/s | Processor time, ours : plain |")
        print("|---|---|---|---|---|")
        is_short = False
        for path, accept, file, least in CASES:
            targets = [f"http://127.0.0.1:{ours}{path}", f"http://127.0.0.1:{plain}{file}"]
            measured = ([], [])
            for round_number in range(options.rounds):
                for which in (0, 1) if round_number % 2 == 0 else (1, 0):
                    measured[which].append(load(nginx.pid, targets[which], accept, options.seconds))
            (rate, cost), (plain_rate, plain_cost) = (
                [statistics.median(values) for values in zip(*each)] for each in measured)
            ratio = rate / plain_rate
            is_short |= ratio < least
            size = (tree / file.lstrip("/")).stat().st_size
            print(f"| `{path}` | {f'`{accept}`' if accept else 'none'} | {size:,} | **{ratio:.2f}** (at least {least}) "
                  f"| {cost:.1f} : {plain_cost:.1f} µs |", flush=True)
        sys.exit(is_short and options.profile == "dist")
    finally:
        if nginx is not None:
            nginx.terminate()
            nginx.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
