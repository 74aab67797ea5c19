#!/usr/bin/env python3
"""Answers of our server beside nginx serving the same bytes as one file: with our header fields, and without.

One load tool (wrk: one thread, 64 connections, keep-alive), interleaved rounds, medians; the processor time
per request stands beside the requests per second, since the load tool shares the machine with the server.
nginx has a worker a core, `sendfile`, an open-file cache and no access log.

Usage: tests/bench/serve.py [--rounds N] [--seconds N] [--profile PROFILE]
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from built import ROOT, add_profile, program

# What is asked, with which Accept, and the least ratio the project holds itself to.
CASES = [
    ("/v2/licenses/Apache-2.0", "application/json", 1.0),
    ("/v2/licenses/Apache-2.0", "text/turtle;q=0.9, application/json;q=0.8", 1.0),
    ("/v2/licenses/Apache-2.0/versions/1", "application/n-triples", 1.0),
    ("/v2/licenses/apache-2.0?format=rdfxml", "*/*", 1.0),
    ("/v2", "*/*", 0.6),
    ("/v2/licenses", "*/*", 0.6),
    ("/v2/licenses?ports=exclude&limit=20", "*/*", 0.6),
    ("/v2/changes?since=2026-11-20&limit=50", "*/*", 0.6),
    # It is computed for each request.
    ("/v2/containment?in=MIT%20AND%20Apache-2.0&out=GPL-3.0-only", "*/*", 0.5),
]

NGINX = """
worker_processes auto;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    tcp_nodelay on;
    keepalive_requests 1000000;
    open_file_cache max=1000 inactive=60s;
    open_file_cache_valid 60s;
    default_type application/octet-stream;
    server {{ listen 127.0.0.1:{port}; root {folder}/files; {same} }}
}}
"""


# Header fields that nginx sends anyway.
OF_NGINX = ("connection", "content-length", "content-type", "date", "last-modified", "accept-ranges")


def same_answer(folder, place, headers):
    """A location of nginx that sends the body of a case with the header fields of our answer."""
    fields = [f"add_header {name} {json.dumps(value)} always;" for name, value in headers.items()
              if name.lower() not in OF_NGINX]
    return (f"location = /same/{place} {{ alias {folder}/files/{place}; etag off; types {{ }} "
            f'default_type "{headers["Content-Type"]}"; {" ".join(fields)} }}')


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def processor_seconds(pid):
    """Of a process and its children."""
    pids = [pid, *map(int, subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split())]
    ticks = 0
    for each in pids:
        fields = pathlib.Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def load(pid, url, accept, seconds):
    """Requests per second, and microseconds of the server's processor time per request."""
    before = processor_seconds(pid)
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", *(["-H", f"Accept: {accept}"] if accept else []), url]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in report:
        sys.exit(f"{url} answers errors:\n{report}")
    requests = int(re.search(r"(\d+) requests in", report).group(1))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", report).group(1))
    return rate, (processor_seconds(pid) - before) / requests * 1e6


def wait_for(port):
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"nothing listens on port {port}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=3)
    add_profile(arguments)
    options = arguments.parse_args()
    server = program("muniment", options)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muniment-bench-", dir="/dev/shm"))
    folder.chmod(0o755)
    processes = []
    try:
        port = free_port()
        ours = subprocess.Popen(
            [server, "serve", "--listen", f"127.0.0.1:{port}", "--data", ROOT / "data", "--site", folder / "site"],
            stdout=subprocess.PIPE, text=True)
        processes.append(ours)
        while not ours.stdout.readline().startswith("serving at"):
            pass
        (folder / "files").mkdir()
        same = []
        for place, (path, accept, _) in enumerate(CASES):
            request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept": accept})
            with urllib.request.urlopen(request) as answer:
                (folder / f"files/{place}").write_bytes(answer.read())
                same.append(same_answer(folder, place, answer.headers))
        peer_port = free_port()
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=peer_port, same=" ".join(same)))
        peer = subprocess.Popen(["nginx", "-c", folder / "nginx.conf", "-e", folder / "error.log"])
        processes.append(peer)
        wait_for(peer_port)
        print("| Asked | Bytes | Requests/s | Ratio to nginx, same header fields | Ratio to nginx, its own | "
              "µs of processor | nginx, same | nginx, its own |")
        print("|---|---|---|---|---|---|---|---|")
        is_short = False
        for place, (path, accept, least) in enumerate(CASES):
            of_peer = f"http://127.0.0.1:{peer_port}"
            asked = [(ours, f"http://127.0.0.1:{port}{path}"), (peer, f"{of_peer}/same/{place}"), (peer, f"{of_peer}/{place}")]
            measured = [[], [], []]
            for _ in range(options.rounds):
                for values, (process, url) in zip(measured, asked):
                    values.append(load(process.pid, url, accept, options.seconds))
            (rate, cost), (same_rate, same_cost), (own_rate, own_cost) = (
                [statistics.median(values) for values in zip(*each)] for each in measured)
            size = (folder / f"files/{place}").stat().st_size
            is_short |= rate / same_rate < least
            print(f"| `{path}`, `{accept}` | {size:,} | {rate:,.0f} | **{rate / same_rate:.2f}** (at least {least}) "
                  f"| {rate / own_rate:.2f} | {cost:.1f} | {same_cost:.1f} | {own_cost:.1f} |", flush=True)
        sys.exit(is_short and options.profile == "dist")
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
