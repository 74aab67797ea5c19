#!/usr/bin/env python3
"""Answers of our server beside nginx serving the same bytes as one file without any rule.

One load tool (wrk: one thread, 64 connections, keep-alive), interleaved rounds, medians; the processor time
per request stands beside the requests per second, since the load tool shares the machine with the server.
nginx has a worker a core, `sendfile`, an open-file cache and no access log.

Usage: tests/bench/serve.py [--rounds N] [--seconds N]
"""

import argparse
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = ROOT / "target/dist/muniment-server"

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
    server {{ listen 127.0.0.1:{port}; root {folder}/files; }}
}}
"""


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
    options = arguments.parse_args()
    subprocess.run(["cargo", "build", "--profile", "dist", "--quiet", "--workspace"], cwd=ROOT, check=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="muniment-bench-", dir="/dev/shm"))
    folder.chmod(0o755)
    processes = []
    try:
        port = free_port()
        ours = subprocess.Popen(
            [SERVER, "--listen", f"127.0.0.1:{port}", "--data", ROOT / "data", "--site", folder / "site"],
            stdout=subprocess.PIPE, text=True)
        processes.append(ours)
        while not ours.stdout.readline().startswith("serving at"):
            pass
        (folder / "files").mkdir()
        for place, (path, accept, _) in enumerate(CASES):
            request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept": accept})
            (folder / f"files/{place}").write_bytes(urllib.request.urlopen(request).read())
        peer_port = free_port()
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=peer_port))
        peer = subprocess.Popen(["nginx", "-c", folder / "nginx.conf", "-e", folder / "error.log"])
        processes.append(peer)
        wait_for(peer_port)
        print("| Asked | Bytes | Requests/s | nginx | Ratio | µs of processor | nginx |")
        print("|---|---|---|---|---|---|---|")
        is_short = False
        for place, (path, accept, least) in enumerate(CASES):
            measured, peers = [], []
            for _ in range(options.rounds):
                measured.append(load(ours.pid, f"http://127.0.0.1:{port}{path}", accept, options.seconds))
                peers.append(load(peer.pid, f"http://127.0.0.1:{peer_port}/{place}", accept, options.seconds))
            rate, cost = (statistics.median(values) for values in zip(*measured))
            peer_rate, peer_cost = (statistics.median(values) for values in zip(*peers))
            size = (folder / f"files/{place}").stat().st_size
            ratio = rate / peer_rate
            is_short |= ratio < least
            print(f"| `{path}`, `{accept}` | {size:,} | {rate:,.0f} | {peer_rate:,.0f} | **{ratio:.2f}** (at least {least}) "
                  f"| {cost:.1f} | {peer_cost:.1f} |", flush=True)
        sys.exit(is_short)
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
